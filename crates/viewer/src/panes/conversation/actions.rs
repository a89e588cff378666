//! What can be done with an entry: copy its text, copy a link to it, see its JSON, label it, edit what
//! the model sees of it, go on from it.

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::prelude::*;

use super::scene::Scene;
use crate::address;
use crate::parts::copy_button::CopyButton;
use crate::parts::icon::{Glyph, Icon};
use crate::queries::entry_text::entry_text;
use crate::state::edit::is_editable;
use crate::state::{Action, Dialog, View};

/// What the buttons are made of.
#[derive(Properties, PartialEq)]
pub struct ActionsProps {
    /// What every renderer is given.
    pub scene: Scene,
    /// What is in view: a link names the branch.
    pub view: Rc<View>,
    /// The entry.
    pub entry: EntryIndex,
    /// Whether its JSON stands open.
    pub shows_json: bool,
    /// Opens or closes its JSON.
    pub on_json: Callback<()>,
}

/// The buttons of an entry.
#[component]
pub fn Actions(props: &ActionsProps) -> Html {
    let words = props.scene.words();
    let text = {
        let (session, entry) = (props.scene.session.clone(), props.entry);
        Callback::from(move |()| entry_text(&session, entry))
    };
    let link = {
        let (session, view, entry) = (props.scene.session.clone(), props.view.clone(), props.entry);
        Callback::from(move |()| address::link_to_entry(&session, &view, entry))
    };
    let open = |dialog: Dialog| {
        let dispatch = props.scene.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::OpenDialog(dialog)))
    };
    let button = |name: &'static str, icon: Icon, dialog: Dialog| {
        html! {
            <button type="button" class="quiet is-glyph" aria-haspopup="dialog" aria-label={name} title={name} onclick={open(dialog)}>
                <Glyph {icon} />
            </button>
        }
    };
    let edits = &props.scene.all_words.edits;
    let on_json = props.on_json.reform(|_: MouseEvent| ());
    html! {
        <div class="entry-actions">
            <CopyButton label={words.copy_text} done={words.copied} {text} />
            <CopyButton label={words.copy_link} done={words.copied} icon={Icon::Link} text={link} />
            <button type="button" class="quiet" aria-label={words.raw_json} aria-expanded={props.shows_json.to_string()} onclick={on_json}>
                <Glyph icon={Icon::Braces} />
                <span class="words">{ words.raw_json }</span>
            </button>
            { button(edits.label, Icon::Tag, Dialog::Label(props.entry)) }
            if is_editable(&props.scene.session, props.entry) {
                { button(edits.edit_context, Icon::Pencil, Dialog::ContextEdit(props.entry)) }
            }
            { button(edits.continue_here, Icon::Branch, Dialog::Continue(props.entry)) }
        </div>
    }
}
