//! "Help": the keys, from the one table of them.

use yew::prelude::*;

use crate::keys;
use crate::parts::modal::Modal;
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct HelpDialogProps {
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Help".
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let words = &props.words.shell;
    let rows = keys::TABLE.iter().map(|row| {
        html! {
            <tr>
                <th scope="row">
                    { for row.shown.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }
                </th>
                <td>{ (row.words)(&words.commands) }</td>
            </tr>
        }
    });
    html! {
        <Modal title={words.help} close={words.close} on_close={props.on_close.clone()} class="help">
            <p>{ words.tagline }{ " " }{ words.privacy }</p>
            <p>{ words.drop_hint }{ " " }{ words.where_sessions_are }</p>
            <table class="keys">
                <caption>{ words.keys }</caption>
                <thead class="heard"><tr><th scope="col">{ words.key }</th><th scope="col">{ words.what_it_does }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="note">{ words.keys_note }</p>
        </Modal>
    }
}
