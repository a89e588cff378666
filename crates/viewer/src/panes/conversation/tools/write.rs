//! `write`: a whole file.

use yew::prelude::*;

use super::{Answered, Drawn, code, faint, remark};
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;
use crate::parts::cut;
use crate::parts::disclosure::Place;
use crate::parts::long_text::{Form, Kept};

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    place: Place,
    path: &str,
    content: &Kept,
    answered: Option<Answered<'_>>,
) -> Drawn {
    let lines = cut::line_count(&content.text);
    Drawn {
        subject: code(path),
        status: faint(&(scene.words().lines)(lines)),
        call: if content.is_empty() {
            blocks::nothing(scene.words().empty)
        } else {
            blocks::output(scene, content, Form::Code(Language::of_path(path)), place)
        },
        result: answered.map_or_else(Html::default, |answered| remark(scene, answered)),
    }
}
