//! The list of open sessions.

use std::rc::Rc;

use yew::prelude::*;

use crate::parts::icon::{Glyph, Icon};
use crate::parts::visible_controls::{Strictness, visible};
use crate::queries;
use crate::state::{Action, Dispatch, OpenSession, SessionKey};
use crate::words::Words;

/// What the list is made of.
#[derive(Properties, PartialEq)]
pub struct SessionsPaneProps {
    /// Open sessions in the order in which they were opened.
    pub sessions: Vec<Rc<OpenSession>>,
    /// The one in view.
    pub active: Option<SessionKey>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The list of open sessions.
#[component]
pub fn SessionsPane(props: &SessionsPaneProps) -> Html {
    html! {
        <nav id="sessions-pane" class="sessions-pane" aria-label={props.words.shell.sessions}>
            <ul>
                { for props.sessions.iter().map(|open| html! {
                    <SessionItem
                        key={open.key.0}
                        open={open.clone()}
                        is_active={props.active == Some(open.key)}
                        dispatch={props.dispatch.clone()}
                        words={props.words}
                    />
                }) }
            </ul>
        </nav>
    }
}

#[derive(Properties, PartialEq)]
struct SessionItemProps {
    open: Rc<OpenSession>,
    is_active: bool,
    dispatch: Dispatch,
    words: &'static Words,
}

#[component]
fn SessionItem(props: &SessionItemProps) -> Html {
    let words = &props.words.shell;
    let open = &props.open;
    let title = use_memo(open.clone(), |open| queries::title(&open.session));
    let title = AttrValue::clone(title.as_ref().as_ref().unwrap_or(&words.untitled.into()));
    let key = open.key;
    let activate = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Activate(key)))
    };
    let close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Close(key)))
    };
    let close_name = (words.close_session)(&title);
    html! {
        <li class={classes!("session-item", props.is_active.then_some("active"))}>
            <button type="button" class="session-open" aria-current={props.is_active.then_some("true")} onclick={activate}>
                <span class="session-title" dir="auto">{ title }</span>
                <span class="session-file" dir="auto">{ visible(&open.file_name, Strictness::Code).into_owned() }</span>
            </button>
            <button type="button" class="plain session-close" aria-label={close_name.clone()} title={close_name} onclick={close}>
                <Glyph icon={Icon::Close} />
            </button>
        </li>
    }
}
