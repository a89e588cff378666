//! "Label": sets, changes or clears the label of an entry.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::text_form::TextForm;
use crate::page;
use crate::parts::modal::Modal;
use crate::state::{Action, Dispatch, Edit, OpenSession};
use crate::words::Words;
use std::rc::Rc;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct LabelDialogProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The entry.
    pub entry: EntryIndex,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Label".
#[component]
pub fn LabelDialog(props: &LabelDialogProps) -> Html {
    let words = &props.words.edits;
    let current = props.open.session.label(props.entry);
    let current = current.map_or(AttrValue::default(), |label| label.text.into());
    let on_text = {
        let (dispatch, entry) = (props.dispatch.clone(), props.entry);
        Callback::from(move |text: AttrValue| {
            dispatch.emit(Action::Edit(Edit::Label(entry, text), page::stamp()));
        })
    };
    html! {
        <Modal title={words.label} close={props.words.shell.close} on_close={props.on_close.clone()} class="edit">
            <TextForm name={words.label} note={words.label_note} {current} {on_text} {words} />
        </Modal>
    }
}
