//! Wires state, panes and page together. What the page shows follows from the state; what the page itself
//! holds beside its elements (address, title, theme, storage) follows from it in the effects of `page`.

use std::rc::Rc;

use yew::prelude::*;

use crate::dialogs::Dialogs;
use crate::intake::use_drop_and_paste;
use crate::page;
use crate::panes::header::Header;
use crate::panes::intake::{DropOverlay, Notices};
use crate::panes::pending::PendingBar;
use crate::panes::sessions::SessionsPane;
use crate::panes::start::StartPage;
use crate::panes::status::StatusBar;
use crate::panes::workspace::Workspace;
use crate::state::{Dispatch, OpenSession, State};
use crate::storage;
use crate::words::words;

/// The application.
#[component]
pub fn App() -> Html {
    let state = use_reducer(|| {
        let (options, layout) = storage::load();
        State::new(options, layout, page::place())
    });
    let dispatch = Dispatch::new(state.dispatcher());
    let words = words(state.options.language);

    page::use_address(&state, &dispatch);
    page::use_keys(&state, &dispatch);
    page::use_appearance(&state, words);
    page::use_leaving(&state);
    let dragged = use_drop_and_paste(&dispatch, &words.shell);

    let active = state.active().cloned();
    let leaf = active.as_ref().and_then(|(_, view)| view.leaf);
    let open = active.as_ref().map(|(open, _)| open.clone());
    let sessions: Vec<Rc<OpenSession>> = state
        .sessions
        .iter()
        .map(|(open, _)| open.clone())
        .collect();

    html! {
        <>
            <Header active={active.clone()} dispatch={dispatch.clone()} {words} />
            if let Some((open, view)) = active.clone() {
                <Workspace
                    {open}
                    {view}
                    {sessions}
                    listing={state.listing.clone()}
                    options={state.options.clone()}
                    layout={state.layout}
                    pane={state.pane}
                    tab={state.tab}
                    dispatch={dispatch.clone()}
                    {words}
                />
            } else {
                <main class="start-page">
                    <StartPage awaited={state.awaited.clone()} dispatch={dispatch.clone()} {words} />
                    if !sessions.is_empty() {
                        <SessionsPane {sessions} active={None} listing={state.listing.clone()} dispatch={dispatch.clone()} {words} />
                    }
                </main>
            }
            if let Some((open, view)) = active {
                <PendingBar {open} {view} dispatch={dispatch.clone()} {words} />
            }
            if let Some(open) = open.clone() {
                <StatusBar {open} dispatch={dispatch.clone()} {words} />
            }
            <Notices jobs={state.jobs.clone()} notices={state.notices.clone()} dispatch={dispatch.clone()} {words} />
            if let Some(dialog) = state.dialog {
                <Dialogs {dialog} {open} {leaf} options={state.options.clone()} dispatch={dispatch.clone()} {words} />
            }
            if let Some(dragged) = dragged {
                <DropOverlay {dragged} {words} />
            }
        </>
    }
}
