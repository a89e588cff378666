//! Wires state, panes and page together.

use yew::prelude::*;

use crate::panes::conversation::ConversationPane;
use crate::panes::tree::TreePane;
use crate::state::{Dispatch, State};
use crate::words::words;

/// The application.
#[component]
pub fn App() -> Html {
    let state = use_reducer(State::default);
    let dispatch = Dispatch::new(state.dispatcher());
    let words = words(state.options.language);
    let Some((open, view)) = state.active() else {
        return html! { <main>{ words.shell.product }</main> };
    };
    html! {
        <main>
            <TreePane session={open.session.clone()} view={view.clone()} options={state.options.clone()} dispatch={dispatch.clone()} {words} />
            <ConversationPane session={open.session.clone()} view={view.clone()} options={state.options.clone()} {dispatch} {words} />
        </main>
    }
}
