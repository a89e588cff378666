//! An entry that nothing else draws: its JSON, on demand.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::raw_json::RawJson;
use super::scene::Scene;
use crate::parts::disclosure::Disclosure;

const PLACE: usize = 20_000;

/// Its JSON.
pub fn content(scene: &Scene, entry: EntryIndex) -> Html {
    let words = scene.words();
    let render = {
        let session = scene.session.clone();
        Callback::from(move |()| html! { <RawJson session={session.clone()} {entry} {words} /> })
    };
    html! {
        <Disclosure summary={words.details} place={Scene::place(entry, PLACE)} remembered={scene.remembered.clone()} {render} />
    }
}
