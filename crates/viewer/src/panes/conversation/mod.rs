//! The conversation pane.

use std::rc::Rc;

use pi_session::Session;
use yew::prelude::*;

use crate::state::{Dispatch, Options, View};
use crate::words::Words;

/// What the pane is made of.
#[derive(Properties, PartialEq)]
pub struct ConversationPaneProps {
    /// The session in view.
    pub session: Session,
    /// What is in view of it.
    pub view: Rc<View>,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The conversation pane.
#[component]
pub fn ConversationPane(props: &ConversationPaneProps) -> Html {
    html! { <section class="conversation-pane" aria-label={props.words.conversation.pane}></section> }
}
