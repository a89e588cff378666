//! Dialogs, each a native `dialog` element.

pub mod context_edit;
pub mod continue_here;
pub mod export;
pub mod help;
pub mod label;
pub mod rename;
pub mod report;
pub mod settings;
mod text_form;

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::prelude::*;

use crate::state::{Action, Dialog, Dispatch, OpenSession, Options};
use crate::words::Words;

/// What the dialogs are made of.
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// The one that stands open.
    pub dialog: Dialog,
    /// The session in view, if there is one.
    pub open: Option<Rc<OpenSession>>,
    /// The leaf in view of it.
    pub leaf: Option<EntryIndex>,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog that stands open.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let words = props.words;
    let dispatch = props.dispatch.clone();
    let on_close = use_callback(dispatch, |(), dispatch| dispatch.emit(Action::CloseDialog));
    match (props.dialog, &props.open) {
        (Dialog::Help, _) => html! { <help::HelpDialog {on_close} {words} /> },
        (Dialog::Settings, _) => html! {
            <settings::SettingsDialog options={props.options.clone()} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::Export, Some(open)) => html! {
            <export::ExportDialog open={open.clone()} leaf={props.leaf} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::Report, Some(open)) => html! {
            <report::ReportDialog open={open.clone()} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::Label(entry), Some(open)) => html! {
            <label::LabelDialog open={open.clone()} {entry} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::Rename, Some(open)) => html! {
            <rename::RenameDialog open={open.clone()} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::ContextEdit(entry), Some(open)) => html! {
            <context_edit::ContextEditDialog open={open.clone()} {entry} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (Dialog::Continue(entry), Some(open)) => html! {
            <continue_here::ContinueDialog open={open.clone()} {entry} dispatch={props.dispatch.clone()} {on_close} {words} />
        },
        (
            Dialog::Export
            | Dialog::Report
            | Dialog::Label(_)
            | Dialog::Rename
            | Dialog::ContextEdit(_)
            | Dialog::Continue(_),
            None,
        ) => Html::default(),
    }
}
