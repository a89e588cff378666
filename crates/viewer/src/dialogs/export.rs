//! "Export": the session as a file, whole or a branch of it, or a new session taken from it.

use std::rc::Rc;

use pi_session::{EntryIndex, NewSession, Session, SessionError};
use yew::prelude::*;

use crate::page;
use crate::parts::modal::Modal;
use crate::parts::save;
use crate::state::{Action, Dispatch, Notice, OpenSession};
use crate::words::Words;

/// What can be saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The file with all that was changed.
    File,
    /// The branch in view, under the session's own id.
    Branch,
    /// The branch in view as a session of its own.
    Extract,
    /// Everything as a session of its own.
    Fork,
}

const FORMS: [Form; 4] = [Form::File, Form::Branch, Form::Extract, Form::Fork];

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ExportDialogProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The leaf in view of it.
    pub leaf: Option<EntryIndex>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Export".
#[component]
pub fn ExportDialog(props: &ExportDialogProps) -> Html {
    let words = &props.words.inspector;
    let save = |form: Form| {
        let (open, leaf, dispatch) = (props.open.clone(), props.leaf, props.dispatch.clone());
        let edits = &props.words.edits;
        Callback::from(move |_: MouseEvent| {
            let notice = match file(form, &open.session, leaf) {
                Ok((name, bytes)) if save::file(&name, "application/x-ndjson", &bytes) => {
                    Notice::news("", (edits.saved)(&name))
                }
                Ok(_) => Notice::failure("", edits.not_saved),
                Err(error) => Notice::failure("", error.to_string()),
            };
            dispatch.emit(Action::CloseDialog);
            dispatch.emit(Action::Notify(notice));
        })
    };
    // Where there is no entry there is no branch.
    let has_branch = props.leaf.is_some();
    html! {
        <Modal title={words.export} close={props.words.shell.close} on_close={props.on_close.clone()} class="export">
            <ul class="export-forms">
                { for FORMS.into_iter().map(|form| {
                    let (name, about) = words.export_forms[form as usize];
                    let disabled = !has_branch && matches!(form, Form::Branch | Form::Extract);
                    html! {
                        <li>
                            <button type="button" {disabled} onclick={save(form)}>{ name }</button>
                            <p>{ about }</p>
                        </li>
                    }
                }) }
            </ul>
        </Modal>
    }
}

/// The name and the bytes of a file.
fn file(
    form: Form,
    session: &Session,
    leaf: Option<EntryIndex>,
) -> Result<(String, Vec<u8>), SessionError> {
    let mut stamp = page::stamp();
    let header = session.header();
    let new = NewSession {
        cwd: header.cwd.clone().unwrap_or_default(),
        id: None,
        // Pi names the file that a session was taken from; its folder is not known here.
        parent_session: Some(save::session_file_name(session)),
    };
    Ok(match (form, leaf) {
        (Form::Branch, leaf) => (
            format!("session-{}.jsonl", moment(stamp.now)),
            session.branch_to_jsonl(leaf),
        ),
        (Form::Extract, Some(leaf)) => {
            let extracted = session.create_branched_session(leaf, &new, &mut stamp)?;
            (save::session_file_name(&extracted), extracted.to_jsonl())
        }
        (Form::Fork, _) => {
            let forked = session.fork(&new, &mut stamp)?;
            (save::session_file_name(&forked), forked.to_jsonl())
        }
        (Form::File | Form::Extract, _) => (save::session_file_name(session), session.to_jsonl()),
    })
}

/// A moment as Pi writes it into the name of an exported branch.
fn moment(unix_ms: f64) -> String {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(unix_ms));
    String::from(date.to_iso_string()).replace([':', '.'], "-")
}
