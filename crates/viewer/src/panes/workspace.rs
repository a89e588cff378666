//! The panes side by side, with the borders between them.

use std::rc::Rc;

use web_sys::HtmlElement;
use yew::prelude::*;

use super::conversation::ConversationPane;
use super::inspector::InspectorPane;
use super::report::ReportPane;
use super::sessions::SessionsPane;
use super::switch::PaneSwitch;
use super::tree::TreePane;
use crate::parts::splitter::{Direction, Splitter};
use crate::state::{
    Action, Border, Dispatch, Layout, Listing, OpenSession, Options, Pane, Tab, View,
};
use crate::words::Words;

/// What the workspace is made of.
#[derive(Properties, PartialEq)]
pub struct WorkspaceProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// What is in view of it.
    pub view: Rc<View>,
    /// All open sessions.
    pub sessions: Vec<Rc<OpenSession>>,
    /// How the sessions are searched and sorted.
    pub listing: Listing,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// How the panes share the page.
    pub layout: Layout,
    /// The pane in view where there is room for one only.
    pub pane: Pane,
    /// The tab of the inspector in view.
    pub tab: Tab,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The panes side by side.
#[component]
pub fn Workspace(props: &WorkspaceProps) -> Html {
    let place = use_node_ref();
    use_effect_with((place.clone(), props.layout), |(place, layout)| {
        if let Some(element) = place.cast::<HtmlElement>() {
            // The policy of the page forbids style attributes, not this. A value that the browser does
            // not take leaves the last one.
            let style = element.style();
            let _ = style.set_property("--tree-width", &format!("{}px", layout.tree));
            let _ = style.set_property("--sessions-height", &format!("{}px", layout.sessions));
            let _ = style.set_property("--inspector-width", &format!("{}px", layout.inspector));
        }
    });
    let words = &props.words.shell;
    let resize = |border: Border| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |size: f64| dispatch.emit(Action::Resize(border, size)))
    };
    let has_sessions = props.sessions.len() > 1;
    let pane = match props.pane {
        Pane::Sessions if has_sessions => "sessions",
        Pane::Sessions | Pane::Tree => "tree",
        Pane::Conversation => "conversation",
        Pane::Inspector => "inspector",
    };
    let session = &props.open.session;
    let is_report_alone = props.open.report.is_some() && session.entry_count() == 0;
    // A session's panes are its own: what they remember of their scrolling is not another session's.
    let key = props.open.key.0;
    html! {
        <>
            <main ref={place} class="workspace" data-pane={pane}>
                <div id="side" class="side">
                    if has_sessions {
                        <SessionsPane
                            sessions={props.sessions.clone()}
                            active={Some(props.open.key)}
                            listing={props.listing.clone()}
                            dispatch={props.dispatch.clone()}
                            words={props.words}
                        />
                        <Splitter
                            label={words.resize_sessions}
                            direction={Direction::Horizontal}
                            controls="sessions-pane"
                            size={props.layout.sessions}
                            range={Border::Sessions.range()}
                            on_resize={resize(Border::Sessions)}
                        />
                    }
                    <TreePane
                        {key}
                        session={session.clone()}
                        view={props.view.clone()}
                        options={props.options.clone()}
                        dispatch={props.dispatch.clone()}
                        words={props.words}
                    />
                </div>
                <Splitter
                    label={words.resize_tree}
                    direction={Direction::Vertical}
                    controls="side"
                    size={props.layout.tree}
                    range={Border::Tree.range()}
                    on_resize={resize(Border::Tree)}
                />
                if is_report_alone {
                    <div {key} class="conversation-pane">
                        <ReportPane open={props.open.clone()} dispatch={props.dispatch.clone()} words={props.words} />
                    </div>
                } else {
                    <ConversationPane
                        {key}
                        session={session.clone()}
                        view={props.view.clone()}
                        options={props.options.clone()}
                        dispatch={props.dispatch.clone()}
                        words={props.words}
                    />
                }
                <Splitter
                    label={props.words.inspector.resize}
                    direction={Direction::Vertical}
                    controls="inspector"
                    size={props.layout.inspector}
                    range={Border::Inspector.range()}
                    after=true
                    on_resize={resize(Border::Inspector)}
                />
                <InspectorPane
                    {key}
                    open={props.open.clone()}
                    view={props.view.clone()}
                    tab={props.tab}
                    dispatch={props.dispatch.clone()}
                    words={props.words}
                />
            </main>
            <PaneSwitch pane={props.pane} {has_sessions} dispatch={props.dispatch.clone()} words={props.words} />
        </>
    }
}
