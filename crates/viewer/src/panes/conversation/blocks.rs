//! Parts of content that any speaker can have: text, images, and what is unknown.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::scene::Scene;
use crate::parts::code::Language;
use crate::parts::cut::Limits;
use crate::parts::disclosure::{Disclosure, Place};
use crate::parts::image::Image;
use crate::parts::json::pretty;
use crate::parts::long_text::{Form, Kept, LongMarkdown, LongText};
use crate::queries::entry_view::Part;

/// Markdown text.
pub fn markdown(scene: &Scene, text: &Kept, place: Place) -> Html {
    html! { <LongMarkdown text={text.clone()} {place} remembered={scene.remembered.clone()} words={scene.words()} /> }
}

/// Markdown text of a person: a log that was pasted does not push the answer out of sight.
pub fn prompt(scene: &Scene, text: &Kept, place: Place) -> Html {
    const LIMITS: Limits = Limits {
        lines: 40,
        bytes: 6_000,
    };
    html! {
        <LongMarkdown text={text.clone()} limits={LIMITS} {place} remembered={scene.remembered.clone()} words={scene.words()} />
    }
}

/// Text of a tool, in monospace. It stands open in full if the reader chose so.
pub fn output(scene: &Scene, text: &Kept, form: Form, place: Place) -> Html {
    html! {
        <LongText
            text={text.clone()}
            {form}
            {place}
            remembered={scene.remembered.clone()}
            default_open={scene.options.expand_tools}
            words={scene.words()}
        />
    }
}

/// A part that is neither text of a speaker nor a call.
pub fn other(scene: &Scene, entry: EntryIndex, at: usize, part: &Part) -> Html {
    let words = scene.words();
    match part {
        Part::Text(text) => markdown(scene, text, Scene::place(entry, at)),
        Part::Thinking { text, is_redacted } => {
            super::assistant::thinking(scene, text, *is_redacted, Scene::place(entry, at))
        }
        Part::Call(call) => super::tools::call_alone(scene, entry, at, call),
        Part::Image { data, claimed } => {
            html! { <Image data={data.clone()} claimed={claimed.clone()} {words} /> }
        }
        Part::Other(json) => {
            json_disclosure(scene, words.unknown_content, json, Scene::place(entry, at))
        }
    }
}

/// Parts one after another.
pub fn all(scene: &Scene, entry: EntryIndex, parts: &[Part]) -> Html {
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| other(scene, entry, at, part))
        .collect()
}

/// What stands where there is nothing: never a blank row.
pub fn nothing(words: &'static str) -> Html {
    html! { <p class="remark">{ words }</p> }
}

/// JSON that opens on demand.
pub fn json_disclosure(scene: &Scene, summary: &'static str, json: &Kept, place: Place) -> Html {
    const MOST: usize = 200_000;
    let render = {
        let (scene, json) = (scene.clone(), json.clone());
        Callback::from(move |()| {
            let laid_out = pretty(&json.text, MOST);
            let text = Kept {
                text: laid_out.text.into(),
                left_out: json.left_out,
            };
            output(&scene, &text, Form::Code(Language::Json), place.inner(0))
        })
    };
    html! { <Disclosure {summary} {place} remembered={scene.remembered.clone()} {render} /> }
}
