//! "Continue from here": moves the leaf, as Pi's tree does.

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::prelude::*;

use crate::page;
use crate::parts::modal::Modal;
use crate::state::edit::continue_from;
use crate::state::{Action, Dispatch, Edit, OpenSession};
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ContinueDialogProps {
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

/// The dialog "Continue from here".
#[component]
pub fn ContinueDialog(props: &ContinueDialogProps) -> Html {
    let words = &props.words.edits;
    let session = &props.open.session;
    let onsubmit = {
        let (dispatch, entry) = (props.dispatch.clone(), props.entry);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Action::Edit(Edit::ContinueFrom(entry), page::stamp()));
        })
    };
    let is_leaf = session.leaf() == Some(props.entry);
    let note = match continue_from(session, props.entry).draft {
        Some(_) => words.move_note_written,
        None => words.move_note,
    };
    html! {
        <Modal title={words.continue_here} close={props.words.shell.close} on_close={props.on_close.clone()} class="edit">
            if is_leaf {
                <p>{ words.is_leaf_already }</p>
            } else {
                <form class="edit-form" {onsubmit}>
                    <fieldset>
                        <legend class="heard">{ words.continue_here }</legend>
                        <label>
                            <input type="radio" name="continue" checked=true />
                            <span>{ words.no_summary }</span>
                        </label>
                    </fieldset>
                    <p class="note">{ note }</p>
                    <div class="edit-buttons">
                        <button type="submit" class="primary">{ words.go_on }</button>
                    </div>
                </form>
            }
        </Modal>
    }
}
