//! A summary of a branch that was left.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::{compaction, named};
use crate::panes::conversation::scene::Scene;
use crate::parts::long_text::Kept;

/// Which branch, where that is known.
pub fn sentence(scene: &Scene, from: Option<EntryIndex>) -> String {
    let words = scene.words();
    match from {
        Some(from) => format!(
            "{}, {}",
            words.branch_summarised,
            (words.branch_from)(&named(scene, from))
        ),
        None => words.branch_summarised.to_owned(),
    }
}

/// The summary, to open.
pub fn content(scene: &Scene, entry: EntryIndex, summary: &Kept) -> Html {
    compaction::summary(scene, entry, summary)
}
