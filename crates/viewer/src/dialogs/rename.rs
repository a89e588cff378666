//! "Rename session": appends a name, or with an empty one clears it.

use std::rc::Rc;

use yew::prelude::*;

use super::text_form::TextForm;
use crate::page;
use crate::parts::modal::Modal;
use crate::state::{Action, Dispatch, Edit, OpenSession};
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct RenameDialogProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Rename session".
#[component]
pub fn RenameDialog(props: &RenameDialogProps) -> Html {
    let words = &props.words.edits;
    let current = props.open.session.name().unwrap_or_default().to_owned();
    let on_text = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |text: AttrValue| {
            dispatch.emit(Action::Edit(Edit::Name(text), page::stamp()));
        })
    };
    html! {
        <Modal title={words.rename} close={props.words.shell.close} on_close={props.on_close.clone()} class="edit">
            <TextForm name={words.name} note={words.name_note} {current} {on_text} {words} />
        </Modal>
    }
}
