//! "Report": what came with the session in view.

use std::rc::Rc;

use yew::prelude::*;

use crate::panes::report::ReportPane;
use crate::parts::modal::Modal;
use crate::state::{Dispatch, OpenSession};
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ReportDialogProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Report".
#[component]
pub fn ReportDialog(props: &ReportDialogProps) -> Html {
    let words = props.words;
    html! {
        <Modal title={words.report.title} close={words.shell.close} on_close={props.on_close.clone()} class="report-dialog">
            <ReportPane open={props.open.clone()} dispatch={props.dispatch.clone()} {words} />
        </Modal>
    }
}
