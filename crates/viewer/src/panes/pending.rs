//! The bar that says what no file holds yet: entries that were appended, a leaf that was moved, a
//! message that is being written. Undo, redo and download stand here.

use std::rc::Rc;

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::page;
use crate::parts::copy_button::CopyButton;
use crate::parts::save;
use crate::state::edit::is_moved;
use crate::state::{Action, Dispatch, Edit, Notice, OpenSession, View};
use crate::words::Words;
use crate::words::edits::EditWords;

/// What the bar is made of.
#[derive(Properties, PartialEq)]
pub struct PendingProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// What is in view of it.
    pub view: Rc<View>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The bar; nothing where all is as in the file.
#[component]
pub fn PendingBar(props: &PendingProps) -> Html {
    let words = &props.words.edits;
    let session = &props.open.session;
    let appended = session.appended().count();
    let moved = is_moved(session);
    let draft = props.view.draft.clone();
    if appended == 0 && !session.can_redo() && !moved && draft.is_none() {
        return Html::default();
    }
    let edit = |edit: Edit| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Action::Edit(edit.clone(), page::stamp()));
        })
    };
    let on_download = {
        let (open, dispatch) = (props.open.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let name = save::session_file_name(&open.session);
            let is_saved = save::file(&name, "application/x-ndjson", &open.session.to_jsonl());
            dispatch.emit(Action::Notify(if is_saved {
                Notice::news("", (words.saved)(&name))
            } else {
                Notice::failure("", words.not_saved)
            }));
        })
    };
    let count = if appended == 0 {
        words.nothing_unsaved.to_owned()
    } else {
        (words.unsaved_entries)(appended)
    };
    html! {
        <section class="pending" aria-label={words.unsaved}>
            if let Some(draft) = draft {
                <Composer {draft} dispatch={props.dispatch.clone()} {words} />
            }
            <div class="pending-line">
                <span role="status">{ count }</span>
                if moved {
                    <span class="pending-moved">{ words.moved }</span>
                    <button type="button" onclick={edit(Edit::MoveBack)}>{ words.move_back }</button>
                }
                <span class="pending-space"></span>
                <button type="button" disabled={!session.can_undo()} onclick={edit(Edit::Undo)}>{ words.undo }</button>
                <button type="button" disabled={!session.can_redo()} onclick={edit(Edit::Redo)}>{ words.redo }</button>
                <button type="button" class="primary" disabled={appended == 0} onclick={on_download}>{ words.download }</button>
            </div>
        </section>
    }
}

#[derive(Properties)]
struct ComposerProps {
    draft: AttrValue,
    dispatch: Dispatch,
    words: &'static EditWords,
}

// Words of a language are one value.
impl PartialEq for ComposerProps {
    fn eq(&self, other: &Self) -> bool {
        self.draft == other.draft
            && self.dispatch == other.dispatch
            && std::ptr::eq(self.words, other.words)
    }
}

/// The message that is being written.
#[component]
fn Composer(props: &ComposerProps) -> Html {
    let words = props.words;
    let oninput = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlTextAreaElement>() {
                dispatch.emit(Action::Draft(Some(field.value().into())));
            }
        })
    };
    let on_append = {
        let (dispatch, draft) = (props.dispatch.clone(), props.draft.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Action::Edit(Edit::Message(draft.clone()), page::stamp()));
        })
    };
    let on_discard = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Draft(None)))
    };
    let text = {
        let draft = props.draft.clone();
        Callback::from(move |()| draft.to_string())
    };
    html! {
        <div class="composer">
            <label>
                <span>{ words.message }</span>
                <textarea rows="4" dir="auto" value={props.draft.clone()} {oninput} />
            </label>
            <div class="composer-foot">
                <span class="note">{ words.message_note }</span>
                <CopyButton label={words.copy} done={words.copied} {text} />
                <button type="button" onclick={on_discard}>{ words.discard }</button>
                <button type="button" class="primary" disabled={props.draft.trim().is_empty()} onclick={on_append}>{ words.append }</button>
            </div>
        </div>
    }
}
