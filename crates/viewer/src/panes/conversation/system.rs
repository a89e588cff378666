//! The system prompt and tools, or what changed of them: closed, since it is long and seldom read.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::blocks;
use super::scene::Scene;
use crate::parts::cut;
use crate::parts::disclosure::{Disclosure, Place};
use crate::parts::long_text::Kept;
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::SystemPrompt;

/// The prompt, its sections and the tools.
pub fn content(scene: &Scene, entry: EntryIndex, prompt: &SystemPrompt) -> Html {
    let words = scene.words();
    let mut drawn = Vec::new();
    if !prompt.text.is_empty() {
        drawn.push(text(
            scene,
            words.system_prompt,
            &prompt.text,
            Scene::place(entry, 0),
        ));
    }
    for (at, (name, section)) in prompt.sections.iter().enumerate() {
        drawn.push(match section {
            Some(section) => text(scene, &(words.section)(name), section, Scene::place(entry, at + 1)),
            None => html! { <p class="remark">{ visible_controls::shown(&(words.section_removed)(name), Strictness::Code) }</p> },
        });
    }
    for (tools, said) in [
        (&prompt.tools_added, words.tools_added),
        (&prompt.tools_removed, words.tools_removed),
    ] {
        if !tools.is_empty() {
            let names = tools.join(", ");
            drawn.push(html! {
                <p class="remark">{ said(tools.len()) }{ ": " }<code dir="ltr">{ visible_controls::shown(&names, Strictness::Code) }</code></p>
            });
        }
    }
    if drawn.is_empty() {
        return blocks::nothing(words.empty);
    }
    drawn.into_iter().collect()
}

fn text(scene: &Scene, name: &str, text: &Kept, place: Place) -> Html {
    let note = (scene.words().lines)(cut::line_count(&text.text));
    let render = {
        let (scene, text) = (scene.clone(), text.clone());
        Callback::from(move |()| blocks::markdown(&scene, &text, place.inner(0)))
    };
    let summary = visible_controls::shown(name, Strictness::Code);
    html! { <Disclosure {summary} {note} {place} remembered={scene.remembered.clone()} {render} /> }
}
