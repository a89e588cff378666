//! "Continue from here": moves the leaf, as Pi's tree does, with a summary of what is left or without.
//! The summary is a digest that the core makes from the entries; no model is asked.

use std::rc::Rc;

use pi_session::EntryIndex;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::page;
use crate::parts::modal::Modal;
use crate::state::edit::{continue_from, digest_of_what_is_left};
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
    let summarizes = use_state(|| false);
    let field = use_node_ref();
    let digest = use_memo(
        (session.clone(), props.entry, *summarizes),
        |(session, entry, summarizes)| {
            summarizes
                .then(|| digest_of_what_is_left(session, *entry))
                .flatten()
        },
    );
    let choose = |chosen: bool| {
        let summarizes = summarizes.clone();
        Callback::from(move |_: Event| summarizes.set(chosen))
    };
    let onsubmit = {
        let (dispatch, entry) = (props.dispatch.clone(), props.entry);
        let (field, summarizes) = (field.clone(), *summarizes);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // The field is there only where there is something to tell.
            let summary = summarizes.then(|| {
                let field = field.cast::<HtmlTextAreaElement>();
                AttrValue::from(field.map(|field| field.value()).unwrap_or_default())
            });
            let edit = Edit::ContinueFrom(entry, summary);
            dispatch.emit(Action::Edit(edit, page::stamp()));
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
                            <input type="radio" name="continue" checked={!*summarizes} onchange={choose(false)} />
                            <span>{ words.no_summary }</span>
                        </label>
                        <label>
                            <input type="radio" name="continue" checked={*summarizes} onchange={choose(true)} />
                            <span>{ words.summarize }</span>
                        </label>
                        <label>
                            <input type="radio" name="continue" disabled=true />
                            <span>{ words.summarize_with_instructions }</span>
                        </label>
                    </fieldset>
                    <p class="note">{ words.instructions_need_a_model }</p>
                    if *summarizes {
                        if let Some(digest) = &*digest {
                            <label class="edit-text">
                                <span>{ words.summary }</span>
                                <textarea ref={field} rows="12" dir="auto" value={digest.clone()} />
                            </label>
                            <p class="note">{ words.summary_note }</p>
                        } else {
                            <p>{ words.nothing_to_summarize }</p>
                        }
                    }
                    <p class="note">{ note }</p>
                    <div class="edit-buttons">
                        <button type="submit" class="primary">{ words.go_on }</button>
                    </div>
                </form>
            }
        </Modal>
    }
}
