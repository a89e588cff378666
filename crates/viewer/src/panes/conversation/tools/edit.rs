//! `edit`: what changed, line by line: as the result records it, else reckoned from the call.

use std::rc::Rc;

use yew::prelude::*;

use super::{Answered, Drawn, code, remark};
use crate::panes::conversation::scene::Scene;
use crate::parts::diff::{self, Line};
use crate::parts::diff_view::DiffView;
use crate::parts::disclosure::Place;
use crate::queries::entry_view::Edit;

/// Texts longer than this together are not compared: they are shown as removed and added.
const MOST_COMPARED: usize = 2_000_000;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    place: Place,
    path: &str,
    edits: &[Edit],
    answered: Option<Answered<'_>>,
) -> Drawn {
    let words = scene.words();
    let recorded = answered.and_then(|answered| answered.result.diff.clone());
    let lines = recorded.unwrap_or_else(|| Rc::new(reckoned(edits)));
    let (added, removed) = diff::counts(&lines);
    let result = match answered {
        Some(answered) if answered.result.is_error || answered.result.diff.is_none() => {
            remark(scene, answered)
        }
        _ => Html::default(),
    };
    Drawn {
        subject: code(path),
        status: html! {
            <span class="status changed" role="img" aria-label={(words.changed_lines)(added, removed)}>
                <span class="added">{ format!("+{added}") }</span>{ " " }<span class="removed">{ format!("−{removed}") }</span>
            </span>
        },
        call: html! {
            <DiffView {lines} {place} remembered={scene.remembered.clone()} default_open={scene.options.expand_tools} {words} />
        },
        result,
    }
}

fn reckoned(edits: &[Edit]) -> Vec<Line> {
    let mut lines = Vec::new();
    for edit in edits {
        if !lines.is_empty() {
            lines.push(diff::gap());
        }
        if edit.old.len() + edit.new.len() > MOST_COMPARED {
            lines.extend(diff::between(&edit.old, "", false));
            lines.extend(diff::between("", &edit.new, false));
        } else {
            lines.extend(diff::between(&edit.old, &edit.new, false));
        }
    }
    lines
}
