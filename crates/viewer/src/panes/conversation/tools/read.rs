//! `read`: a file, or part of one.

use yew::prelude::*;

use super::{Answered, Drawn, code, faint, text_result};
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    path: &str,
    offset: Option<u64>,
    limit: Option<u64>,
    answered: Option<Answered<'_>>,
) -> Drawn {
    let words = scene.words();
    let range = (offset.is_some() || limit.is_some()).then(|| {
        let from = offset.unwrap_or(1).max(1);
        faint(&(words.lines_from)(
            from,
            limit.map(|limit| from.saturating_add(limit).saturating_sub(1)),
        ))
    });
    Drawn {
        subject: html! { <>{ code(path) }{ for range }</> },
        status: Html::default(),
        call: Html::default(),
        result: answered.map_or_else(Html::default, |answered| {
            text_result(scene, answered, Language::of_path(path))
        }),
    }
}
