//! A summary that stands for what came before it.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::named;
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::cut;
use crate::parts::disclosure::Disclosure;
use crate::parts::long_text::Kept;
use crate::queries::entry_view::{Compaction, KeptFrom};

/// How much it took in, and where what it kept begins.
pub fn sentence(scene: &Scene, compaction: &Compaction) -> String {
    let words = scene.words();
    let tokens = compaction
        .tokens_before
        .map_or_else(|| words.missing.to_owned(), words.number);
    let mut parts = vec![(words.compacted)(&tokens)];
    parts.push(match compaction.kept {
        KeptFrom::Entry(entry) => (words.kept_from)(&named(scene, entry)),
        KeptFrom::Nothing => words.nothing_kept.to_owned(),
        KeptFrom::Unknown => words.boundary_unknown.to_owned(),
    });
    if compaction.is_by_extension {
        parts.push(words.by_extension.to_owned());
    }
    parts.join(", ")
}

/// The summary, to open.
pub fn content(scene: &Scene, entry: EntryIndex, compaction: &Compaction) -> Html {
    summary(scene, entry, &compaction.summary)
}

/// A summary, to open.
pub fn summary(scene: &Scene, entry: EntryIndex, text: &Kept) -> Html {
    let words = scene.words();
    if text.text.trim().is_empty() {
        return blocks::nothing(words.summary_empty);
    }
    let place = Scene::place(entry, 0);
    let render = {
        let (scene, text) = (scene.clone(), text.clone());
        Callback::from(move |()| blocks::markdown(&scene, &text, place.inner(0)))
    };
    html! {
        <Disclosure
            class="summary-text"
            summary={words.show_summary}
            note={(words.lines)(cut::line_count(&text.text))}
            {place}
            remembered={scene.remembered.clone()}
            {render}
        />
    }
}
