//! What a person wrote: words, images, and the skill that they invoke.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::blocks;
use super::scene::Scene;
use crate::parts::disclosure::Disclosure;
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::{Part, Skill};

/// The places of parts come first; what is not a part has its place beyond them.
const SKILL: usize = 10_000;

/// The content of a prompt.
pub fn content(scene: &Scene, entry: EntryIndex, skill: Option<&Skill>, parts: &[Part]) -> Html {
    let words = scene.words();
    if skill.is_none() && parts.is_empty() {
        return blocks::nothing(words.empty);
    }
    html! { <>{ for skill.map(|skill| skill_block(scene, entry, skill)) }{ for parts.iter().enumerate().map(|(at, part)| match part {
        Part::Text(text) => blocks::prompt(scene, text, Scene::place(entry, at)),
        other => blocks::other(scene, entry, at, other),
    }) }</> }
}

fn skill_block(scene: &Scene, entry: EntryIndex, skill: &Skill) -> Html {
    let words = scene.words();
    let place = Scene::place(entry, SKILL);
    let render = {
        let (scene, text) = (scene.clone(), skill.content.clone());
        Callback::from(move |()| blocks::markdown(&scene, &text, place.inner(0)))
    };
    let summary = visible_controls::shown(&(words.skill)(&skill.name), Strictness::Code);
    let note = visible_controls::shown(&skill.location, Strictness::Code);
    html! { <Disclosure class="skill" {summary} {note} {place} remembered={scene.remembered.clone()} {render} /> }
}
