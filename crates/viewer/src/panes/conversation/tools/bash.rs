//! `bash`: the command, what the terminal showed, how it ended. Also draws commands that a person ran.

use yew::prelude::*;

use super::{Answered, Drawn, code, faint, parts};
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;
use crate::parts::cut::{Keep, Limits, floor_grapheme};
use crate::parts::disclosure::Place;
use crate::parts::long_text::{Form, Kept, LongText};
use crate::queries::entry_view::{Ending, Part};
use crate::words::conversation::ConversationWords;

/// Draws a call and its result.
pub fn draw(
    scene: &Scene,
    place: Place,
    text: &Kept,
    timeout: Option<f64>,
    answered: Option<Answered<'_>>,
) -> Drawn {
    let words = scene.words();
    let timeout = timeout.map(|seconds| faint(&(words.timeout)(seconds)));
    let ending = answered.map_or_else(Html::default, |answered| {
        ending(answered.result.ending, words)
    });
    Drawn {
        subject: first_line(text),
        status: html! { <>{ for timeout }{ ending }</> },
        call: command(scene, text, place),
        result: answered.map_or_else(Html::default, |answered| result(scene, answered)),
    }
}

/// What came back, its end first in sight.
pub fn result(scene: &Scene, answered: Answered<'_>) -> Html {
    match answered.result.parts.as_slice() {
        [] => blocks::nothing(scene.words().no_output),
        [Part::Text(text)] => terminal(scene, text, Scene::place(answered.entry, 0)),
        _ => parts(scene, answered, Form::Terminal),
    }
}

/// The first line of a command, for the head.
pub fn first_line(command: &Kept) -> Html {
    const LONGEST: usize = 400;
    let line = command.text.lines().next().unwrap_or_default();
    code(&line[..floor_grapheme(line, LONGEST)])
}

/// The whole command, where the head cannot hold it.
pub fn command(scene: &Scene, text: &Kept, place: Place) -> Html {
    const ROOM: usize = 72;
    if text.left_out == 0 && text.text.len() <= ROOM && !text.text.trim_end().contains('\n') {
        return Html::default();
    }
    html! { <div class="command">{ blocks::output(scene, text, Form::Code(Language::Shell), place) }</div> }
}

/// Terminal output.
pub fn terminal(scene: &Scene, text: &Kept, place: Place) -> Html {
    html! {
        <LongText
            text={text.clone()}
            form={Form::Terminal}
            keep={Keep::End}
            limits={Limits { lines: 10, bytes: 4_000 }}
            {place}
            remembered={scene.remembered.clone()}
            default_open={scene.options.expand_tools}
            words={scene.words()}
        />
    }
}

/// How a command ended.
pub fn ending(ending: Option<Ending>, words: &'static ConversationWords) -> Html {
    match ending {
        None => Html::default(),
        Some(Ending::Exit(0)) => html! { <span class="status">{ (words.exit_code)(0) }</span> },
        Some(Ending::Exit(code)) => {
            html! { <span class="status bad">{ (words.exit_code)(code) }</span> }
        }
        Some(Ending::Aborted) => html! { <span class="status bad">{ words.cancelled }</span> },
        Some(Ending::TimedOut) => html! { <span class="status bad">{ words.timed_out }</span> },
    }
}
