//! `ls`: what is in a folder.

use yew::prelude::*;

use super::{Answered, Drawn, code, text_result};
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;

/// Draws a call and its result.
pub fn draw(scene: &Scene, path: Option<&AttrValue>, answered: Option<Answered<'_>>) -> Drawn {
    Drawn {
        subject: code(path.map_or(".", AttrValue::as_str)),
        status: Html::default(),
        call: Html::default(),
        result: answered.map_or_else(Html::default, |answered| {
            text_result(scene, answered, Language::Plain)
        }),
    }
}
