//! Entries that say something about the conversation instead of speaking in it: a line across the
//! column that says what happened, and what can be opened under it. Each kind has its file.

mod branch_summary;
mod compaction;
mod context_edit;
mod setting;

use pi_session::{EntryIndex, EntryKind};
use yew::prelude::*;

use super::scene::Scene;
use crate::queries::entry_text::brief;
use crate::queries::entry_view::Body;

/// What the line says; `None` for an entry that is no divider.
pub fn sentence(scene: &Scene, body: &Body) -> Option<String> {
    let words = scene.words();
    Some(match body {
        Body::Compaction(compaction) => compaction::sentence(scene, compaction),
        Body::BranchSummary { from, .. } => branch_summary::sentence(scene, *from),
        Body::ContextEdit {
            target,
            replacement,
        } => context_edit::sentence(scene, *target, replacement.is_some()),
        Body::ModelChange { provider, model } => {
            setting::model(provider.as_deref(), model.as_deref(), words)
        }
        Body::ThinkingLevelChange(level) => {
            (words.thinking_is)(level.as_deref().unwrap_or(words.missing))
        }
        Body::SessionName(Some(name)) => (words.named)(name.trim()),
        Body::SessionName(None) => words.name_cleared.to_owned(),
        Body::Label(Some(label)) => (words.labelled)(label),
        Body::Label(None) => words.label_cleared.to_owned(),
        _ => return None,
    })
}

/// What stands under the line.
pub fn content(scene: &Scene, entry: EntryIndex, body: &Body) -> Html {
    match body {
        Body::Compaction(compaction) => compaction::content(scene, entry, compaction),
        Body::BranchSummary { summary, .. } => branch_summary::content(scene, entry, summary),
        Body::ContextEdit {
            replacement: Some(parts),
            ..
        } => context_edit::content(scene, entry, parts),
        _ => Html::default(),
    }
}

/// A few words of an entry, or its type where it has none.
fn named(scene: &Scene, entry: EntryIndex) -> String {
    let entry = speaking(scene, entry);
    let words = brief(&scene.session, entry);
    if words.is_empty() {
        scene.session.id(entry).to_owned()
    } else {
        words
    }
}

/// The entry itself, or the nearest before it that says something.
fn speaking(scene: &Scene, entry: EntryIndex) -> EntryIndex {
    /// Bookkeeping seldom stands in longer rows.
    const FARTHEST: usize = 32;
    let session = &scene.session;
    std::iter::successors(Some(entry), |entry| session.tree().parent(*entry))
        .take(FARTHEST)
        .find(|entry| {
            matches!(
                session.kind(*entry),
                EntryKind::Message
                    | EntryKind::CustomMessage
                    | EntryKind::Compaction
                    | EntryKind::BranchSummary
            )
        })
        .unwrap_or(entry)
}
