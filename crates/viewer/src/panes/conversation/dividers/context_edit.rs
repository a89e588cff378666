//! An edit of what the model sees. The entry that it names stays in its place, marked.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::named;
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::disclosure::Disclosure;
use crate::queries::entry_view::Part;

const PLACE: usize = 20_000;

/// What became of which entry.
pub fn sentence(scene: &Scene, target: Option<EntryIndex>, is_replaced: bool) -> String {
    let words = scene.words();
    let what = target.map_or_else(
        || words.edit_target_unknown.to_owned(),
        |target| named(scene, target),
    );
    if is_replaced {
        (words.edit_replaces)(&what)
    } else {
        (words.edit_omits)(&what)
    }
}

/// What stands in its place, to open.
pub fn content(scene: &Scene, entry: EntryIndex, parts: &[Part]) -> Html {
    let words = scene.words();
    let render = {
        let (scene, parts) = (scene.clone(), parts.to_vec());
        Callback::from(move |()| {
            if parts.is_empty() {
                blocks::nothing(scene.words().empty)
            } else {
                blocks::all(&scene, entry, &parts)
            }
        })
    };
    html! {
        <Disclosure summary={words.show_replacement} place={Scene::place(entry, PLACE)} remembered={scene.remembered.clone()} {render} />
    }
}
