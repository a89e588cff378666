//! The inspector: tabs that look closely at the entry in focus, the context at the leaf in view, what was
//! used, and what is wrong. A tab is a file here, a variant of `Tab`, and a line in `panel`.

mod chart;
mod context;
mod entry;
mod figures;
mod problems;
mod stats;

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::state::{Action, Dispatch, OpenSession, Tab, View};
use crate::words::Words;

/// What the inspector is made of.
#[derive(Properties, PartialEq)]
pub struct InspectorPaneProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// What is in view of it.
    pub view: Rc<View>,
    /// The tab in view.
    pub tab: Tab,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The inspector.
#[component]
pub fn InspectorPane(props: &InspectorPaneProps) -> Html {
    let words = &props.words.inspector;
    let problems = use_memo(props.open.clone(), |open| problems::count(open));
    let onkeydown = {
        let (dispatch, tab) = (props.dispatch.clone(), props.tab);
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = neighbour(tab, &event.key()) {
                event.prevent_default();
                event.stop_propagation();
                dispatch.emit(Action::ShowTab(next));
                focus(next);
            }
        })
    };
    html! {
        <section id="inspector" class="inspector-pane" aria-label={words.pane}>
            <div class="tabs" role="tablist" aria-label={words.pane} {onkeydown}>
                { for Tab::ALL.into_iter().map(|tab| {
                    let dispatch = props.dispatch.clone();
                    let onclick = Callback::from(move |_: MouseEvent| dispatch.emit(Action::ShowTab(tab)));
                    let is_chosen = tab == props.tab;
                    let badge = (tab == Tab::Problems && *problems > 0).then(|| (words.number)(*problems));
                    html! {
                        <button
                            type="button"
                            role="tab"
                            id={format!("tab-{}", tab.as_str())}
                            aria-selected={is_chosen.to_string()}
                            aria-controls="inspector-panel"
                            tabindex={if is_chosen { "0" } else { "-1" }}
                            {onclick}
                        >
                            { (words.tab)(tab) }
                            { for badge.map(|number| html! { <span class="badge" aria-hidden="true">{ number }</span> }) }
                        </button>
                    }
                }) }
            </div>
            <div
                key={props.tab.as_str()}
                id="inspector-panel"
                class="tab-panel"
                role="tabpanel"
                tabindex="0"
                aria-labelledby={format!("tab-{}", props.tab.as_str())}
            >
                { panel(props) }
            </div>
        </section>
    }
}

fn panel(props: &InspectorPaneProps) -> Html {
    let session = props.open.session.clone();
    let (leaf, entry) = (props.view.leaf, props.view.target);
    let dispatch = props.dispatch.clone();
    let words = props.words;
    match props.tab {
        Tab::Entry => html! { <entry::EntryTab {session} {entry} {dispatch} {words} /> },
        Tab::Context => html! { <context::ContextTab {session} {leaf} {dispatch} {words} /> },
        Tab::Stats => html! { <stats::StatsTab {session} {leaf} {dispatch} {words} /> },
        Tab::Problems => html! { <problems::ProblemsTab {session} {dispatch} {words} /> },
    }
}

/// The tab that a key leads to.
fn neighbour(tab: Tab, key: &str) -> Option<Tab> {
    let tabs = Tab::ALL;
    let at = tabs.iter().position(|other| *other == tab)?;
    let next = match key {
        "ArrowRight" => (at + 1) % tabs.len(),
        "ArrowLeft" => (at + tabs.len() - 1) % tabs.len(),
        "Home" => 0,
        "End" => tabs.len() - 1,
        _ => return None,
    };
    tabs.get(next).copied()
}

/// Puts the focus on a tab.
fn focus(tab: Tab) {
    let button = gloo::utils::document().get_element_by_id(&format!("tab-{}", tab.as_str()));
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        // A tab that refuses the focus leaves it where it was.
        let _ = button.focus();
    }
}
