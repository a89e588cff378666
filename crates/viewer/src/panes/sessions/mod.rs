//! The list of open sessions: its bar, its rows, and the keys that move among them.

mod bar;
mod row;

use std::rc::Rc;

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use self::bar::SessionsBar;
use self::row::Row;
use crate::queries::session_list::Catalog;
use crate::state::{Dispatch, Listing, OpenSession, SessionKey};
use crate::words::Words;

/// What the list is made of.
#[derive(Properties, PartialEq)]
pub struct SessionsPaneProps {
    /// Open sessions in the order in which they were opened.
    pub sessions: Vec<Rc<OpenSession>>,
    /// The one in view.
    pub active: Option<SessionKey>,
    /// How they are searched and sorted.
    pub listing: Listing,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The list of open sessions.
#[component]
pub fn SessionsPane(props: &SessionsPaneProps) -> Html {
    let words = &props.words.sessions;
    let place = use_node_ref();
    let catalog = use_mut_ref(Catalog::default);
    let list = use_memo(
        (props.sessions.clone(), props.listing.clone()),
        |(sessions, listing)| catalog.borrow_mut().list(sessions, listing),
    );
    let enter = use_callback(place.clone(), |(), place| {
        if let Some(place) = place.cast::<Element>() {
            focus(place.query_selector("button.session-open").ok().flatten());
        }
    });
    let problem = list.problem.as_ref().map(words.no_pattern);
    let given_up = (list.given_up > 0).then(|| (words.given_up)(list.given_up));
    html! {
        <nav ref={place} id="sessions-pane" class="sessions-pane" aria-label={props.words.shell.sessions}>
            <SessionsBar
                listing={props.listing.clone()}
                shown={list.rows.len()}
                all={props.sessions.len()}
                {enter}
                dispatch={props.dispatch.clone()}
                words={props.words}
            />
            <p class="sessions-trouble" role="status">{ problem.or(given_up) }</p>
            <ul class="sessions-list" onkeydown={Callback::from(|event: KeyboardEvent| on_key(&event))}>
                { for list.rows.iter().map(|row| html! {
                    <Row
                        key={row.open.key.0}
                        row={row.clone()}
                        is_active={props.active == Some(row.open.key)}
                        show_paths={props.listing.show_paths}
                        dispatch={props.dispatch.clone()}
                        words={props.words}
                    />
                }) }
            </ul>
        </nav>
    }
}

fn focus(element: Option<Element>) {
    use wasm_bindgen::JsCast;
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Fails only for an element that has gone.
        let _ = element.focus();
    }
}

/// Arrows, Home and End move among the rows; above the first stands the field.
fn on_key(event: &KeyboardEvent) {
    let Some(item) = event
        .target_dyn_into::<Element>()
        .and_then(|target| target.closest("li").ok().flatten())
    else {
        return;
    };
    let Some(list) = item.parent_element() else {
        return;
    };
    let to = match event.key().as_str() {
        "ArrowDown" => item.next_element_sibling(),
        "ArrowUp" => item.previous_element_sibling(),
        "Home" => list.first_element_child(),
        "End" => list.last_element_child(),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    match to {
        Some(to) => focus(to.query_selector("button.session-open").ok().flatten()),
        None if event.key() == "ArrowUp" => {
            let field = list
                .parent_element()
                .and_then(|pane| pane.query_selector("input[type=search]").ok().flatten());
            focus(field);
        }
        None => {}
    }
}
