//! Any other tool: its arguments by name, and its result as it came.

use yew::prelude::*;

use super::{Answered, Drawn, bash, code, faint, text_result};
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;
use crate::parts::cut::floor_grapheme;
use crate::parts::disclosure::Place;
use crate::parts::long_text::{Form, Kept};
use crate::parts::visible_controls::{self, Strictness};

/// Values as short as this, on one line, stand beside their name.
const SHORT: usize = 80;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    place: Place,
    arguments: &[(AttrValue, Kept)],
    left_out: usize,
    answered: Option<Answered<'_>>,
) -> Drawn {
    // One short argument needs no list: the head holds it.
    if let [(name, value)] = arguments
        && is_short(value)
    {
        let name = (!name.is_empty()).then(|| faint(name));
        return Drawn {
            subject: html! { <>{ for name }{ code(&value.text) }</> },
            status: Html::default(),
            call: Html::default(),
            result: result(scene, answered),
        };
    }
    let rows = arguments.iter().enumerate().map(|(at, (name, value))| {
        let value = if is_short(value) {
            html! { <code dir="ltr">{ visible_controls::shown(&value.text, Strictness::Code) }</code> }
        } else {
            blocks::output(scene, value, Form::Code(Language::Plain), place.inner(at))
        };
        html! { <><dt dir="ltr">{ visible_controls::shown(name, Strictness::Code) }</dt><dd>{ value }</dd></> }
    });
    let list = (!arguments.is_empty()).then(|| html! { <dl class="arguments">{ for rows }</dl> });
    let rest = (left_out > 0)
        .then(|| html! { <p class="remark">{ (scene.words().cut_rest)(left_out) }</p> });
    Drawn {
        subject: subject(arguments),
        status: Html::default(),
        call: html! { <>{ for list }{ for rest }</> },
        result: result(scene, answered),
    }
}

fn result(scene: &Scene, answered: Option<Answered<'_>>) -> Html {
    match answered {
        None => Html::default(),
        Some(answered) if answered.result.name == "powershell" => bash::result(scene, answered),
        Some(answered) => text_result(scene, answered, Language::Plain),
    }
}

fn is_short(value: &Kept) -> bool {
    value.left_out == 0 && value.text.len() <= SHORT && !value.text.contains('\n')
}

/// What such calls are mostly about.
fn subject(arguments: &[(AttrValue, Kept)]) -> Html {
    const TELLING: [&str; 9] = [
        "command",
        "path",
        "file_path",
        "pattern",
        "query",
        "url",
        "agent",
        "name",
        "task",
    ];
    let told = TELLING
        .iter()
        .find_map(|telling| arguments.iter().find(|(name, _)| name == telling))
        .map(|(_, value)| {
            let line = value.text.lines().next().unwrap_or_default();
            code(&line[..floor_grapheme(line, SHORT)])
        });
    html! { <>{ for told }</> }
}
