//! Where branches part: which one is in view, and the way to the others.

use pi_session::{EntryIndex, Session};
use yew::prelude::*;

use super::branch::siblings;
use crate::state::{Action, Dispatch};
use crate::words::conversation::ConversationWords;

/// What a switcher is made of.
#[derive(Properties, PartialEq)]
pub struct BranchSwitcherProps {
    /// The session.
    pub session: Session,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The entry that begins the branch in view.
    pub child: EntryIndex,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// "Branch 2 of 3", and a button either way.
#[component]
pub fn BranchSwitcher(props: &BranchSwitcherProps) -> Html {
    let (session, words) = (&props.session, props.words);
    let all = siblings(session, props.child);
    let at = all
        .iter()
        .position(|sibling| *sibling == props.child)
        .unwrap_or(0);
    let button = |label: &'static str, glyph: &'static str, to: Option<EntryIndex>| {
        let onclick = {
            let (session, dispatch) = (session.clone(), props.dispatch.clone());
            Callback::from(move |_: MouseEvent| {
                if let Some(sibling) = to {
                    dispatch.emit(Action::ShowBranch(
                        session.tree().newest_leaf(sibling),
                        sibling,
                    ));
                }
            })
        };
        html! { <button type="button" class="switch" aria-label={label} disabled={to.is_none()} {onclick}>{ glyph }</button> }
    };
    html! {
        <div class="branch-switcher" role="group" aria-label={(words.branch_of)(at + 1, all.len())}>
            { button(words.previous_branch, "‹", at.checked_sub(1).and_then(|before| all.get(before)).copied()) }
            <span>{ (words.branch_of)(at + 1, all.len()) }</span>
            { button(words.next_branch, "›", all.get(at + 1).copied()) }
        </div>
    }
}
