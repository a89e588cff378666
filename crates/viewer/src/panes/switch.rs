//! The switch between panes, where there is room for one only.

use yew::prelude::*;

use crate::parts::icon::{Glyph, Icon};
use crate::state::{Action, Dispatch, Pane};
use crate::words::Words;

/// What the switch is made of.
#[derive(Properties, PartialEq)]
pub struct PaneSwitchProps {
    /// The pane in view.
    pub pane: Pane,
    /// Whether there is a list of sessions.
    pub has_sessions: bool,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The switch between panes.
#[component]
pub fn PaneSwitch(props: &PaneSwitchProps) -> Html {
    let words = props.words;
    let panes = [
        (Pane::Sessions, Icon::Stack, words.shell.sessions),
        (Pane::Tree, Icon::Tree, words.tree.pane),
        (Pane::Conversation, Icon::Talk, words.conversation.pane),
        (Pane::Inspector, Icon::Braces, words.inspector.pane),
    ];
    let shown = panes
        .into_iter()
        .filter(|(pane, ..)| *pane != Pane::Sessions || props.has_sessions);
    html! {
        <nav class="pane-switch" aria-label={words.shell.panes}>
            { for shown.map(|(pane, icon, name)| {
                let dispatch = props.dispatch.clone();
                let onclick = Callback::from(move |_: MouseEvent| dispatch.emit(Action::ShowPane(pane)));
                let pressed = (pane == props.pane).to_string();
                html! {
                    <button type="button" aria-pressed={pressed} {onclick}><Glyph {icon} />{ name }</button>
                }
            }) }
        </nav>
    }
}
