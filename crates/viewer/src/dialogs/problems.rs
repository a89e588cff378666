//! "Problems": what is wrong with the file, line by line.

use std::rc::Rc;

use pi_session::{Diagnostic, Severity};
use yew::prelude::*;

use crate::parts::modal::Modal;
use crate::parts::visible_controls::{Strictness, visible};
use crate::state::{Action, Dispatch, OpenSession};
use crate::words::Words;
use crate::words::shell::ShellWords;

/// How many are shown at first, and how many more each time. A file can have a quarter of a million.
const PORTION: usize = 200;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ProblemsDialogProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Problems".
#[component]
pub fn ProblemsDialog(props: &ProblemsDialogProps) -> Html {
    let words = &props.words.shell;
    let shown = use_state(|| PORTION);
    let diagnostics = props.open.session.diagnostics();
    let rest = diagnostics.len().saturating_sub(*shown);
    let more = {
        let shown = shown.clone();
        Callback::from(move |_: MouseEvent| shown.set(*shown + PORTION))
    };
    html! {
        <Modal title={words.problems} close={words.close} on_close={props.on_close.clone()} class="problems">
            if diagnostics.is_empty() {
                <p>{ words.problems_none }</p>
            }
            <ul>
                { for diagnostics.iter().take(*shown).map(|diagnostic| html! {
                    <li>{ problem(diagnostic, &props.dispatch, words) }</li>
                }) }
            </ul>
            if rest > 0 {
                <button type="button" onclick={more}>{ (words.show_more)(rest.min(PORTION)) }</button>
            }
        </Modal>
    }
}

fn problem(diagnostic: &Diagnostic, dispatch: &Dispatch, words: &ShellWords) -> Html {
    let (class, severity) = match diagnostic.severity() {
        Severity::Info => ("info", words.severity[0]),
        Severity::Warning => ("warning", words.severity[1]),
        Severity::Error => ("error", words.severity[2]),
    };
    let line = diagnostic.line.map(words.line);
    let byte = diagnostic.byte_offset.map(words.byte);
    let place = line.into_iter().chain(byte).collect::<Vec<_>>().join(" · ");
    let text = html! {
        <>
            <span class="problem-head">
                <span class={classes!("severity", class)}>{ severity }</span>
                <code>{ diagnostic.code.as_str() }</code>
                <span class="problem-place">{ place }</span>
            </span>
            <span class="problem-message" dir="auto" lang="en">{ visible(&diagnostic.message(), Strictness::Code).into_owned() }</span>
        </>
    };
    let Some(entry) = diagnostic.entry else {
        return html! { <div class="problem">{ text }</div> };
    };
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.emit(Action::CloseDialog);
        dispatch.emit(Action::Go(entry));
    });
    html! { <button type="button" class="plain problem" {onclick}>{ text }</button> }
}
