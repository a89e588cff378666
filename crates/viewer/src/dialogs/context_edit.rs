//! "Edit in context": leaves an entry out of what the model sees, or puts a text in its place.

use std::rc::Rc;

use pi_session::EntryIndex;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::page;
use crate::parts::modal::Modal;
use crate::queries::entry_text::entry_text;
use crate::state::{Action, Dispatch, Edit, OpenSession};
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ContextEditDialogProps {
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

/// The dialog "Edit in context".
#[component]
pub fn ContextEditDialog(props: &ContextEditDialogProps) -> Html {
    let words = &props.words.edits;
    let replaces = use_state(|| false);
    let field = use_node_ref();
    let session = &props.open.session;
    let text = use_memo((session.clone(), props.entry), |(session, entry)| {
        entry_text(session, *entry)
    });
    let choose = |chosen: bool| {
        let replaces = replaces.clone();
        Callback::from(move |_: Event| replaces.set(chosen))
    };
    let onsubmit = {
        let (dispatch, entry) = (props.dispatch.clone(), props.entry);
        let field = field.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // The field is there only where the text is replaced.
            let edit = match field.cast::<HtmlTextAreaElement>() {
                Some(field) => Edit::Replace(entry, field.value().into()),
                None => Edit::Omit(entry),
            };
            dispatch.emit(Action::Edit(edit, page::stamp()));
        })
    };
    let is_on_branch = session
        .leaf()
        .is_some_and(|leaf| session.tree().is_ancestor(props.entry, leaf));
    html! {
        <Modal title={words.edit_context} close={props.words.shell.close} on_close={props.on_close.clone()} class="edit">
            if is_on_branch {
                <form class="edit-form" {onsubmit}>
                    <fieldset>
                        <legend class="heard">{ words.edit_context }</legend>
                        <label>
                            <input type="radio" name="context-edit" checked={!*replaces} onchange={choose(false)} />
                            <span>{ words.omit }</span>
                        </label>
                        <label>
                            <input type="radio" name="context-edit" checked={*replaces} onchange={choose(true)} />
                            <span>{ words.replace }</span>
                        </label>
                    </fieldset>
                    if *replaces {
                        <label class="edit-text">
                            <span>{ words.replacement }</span>
                            <textarea ref={field} rows="8" dir="auto" value={(*text).clone()} />
                        </label>
                    }
                    <p class="note">{ words.context_note }</p>
                    <div class="edit-buttons">
                        <button type="submit" class="primary">{ words.save }</button>
                    </div>
                </form>
            } else {
                <p>{ words.not_on_branch }</p>
            }
        </Modal>
    }
}
