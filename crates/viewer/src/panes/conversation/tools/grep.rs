//! `grep`: lines that match a pattern.

use yew::prelude::*;

use super::{Answered, Drawn, code, faint, text_result};
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    pattern: &str,
    path: Option<&AttrValue>,
    glob: Option<&AttrValue>,
    answered: Option<Answered<'_>>,
) -> Drawn {
    let words = scene.words();
    let inside = path.map(|path| faint(&(words.inside)(path)));
    let glob = glob.map(|glob| faint(glob));
    Drawn {
        subject: html! { <>{ code(&format!("/{pattern}/")) }{ for inside }{ for glob }</> },
        status: Html::default(),
        call: Html::default(),
        result: answered.map_or_else(Html::default, |answered| {
            text_result(scene, answered, Language::Plain)
        }),
    }
}
