//! `find`: files whose names match a pattern.

use yew::prelude::*;

use super::{Answered, Drawn, code, faint, text_result};
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    pattern: &str,
    path: Option<&AttrValue>,
    answered: Option<Answered<'_>>,
) -> Drawn {
    let inside = path.map(|path| faint(&(scene.words().inside)(path)));
    Drawn {
        subject: html! { <>{ code(pattern) }{ for inside }</> },
        status: Html::default(),
        call: Html::default(),
        result: answered.map_or_else(Html::default, |answered| {
            text_result(scene, answered, Language::Plain)
        }),
    }
}
