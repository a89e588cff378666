//! A message that an extension put into the conversation.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::blocks;
use super::scene::Scene;
use crate::queries::entry_view::Part;

/// Its content.
pub fn content(scene: &Scene, entry: EntryIndex, parts: &[Part]) -> Html {
    if parts.is_empty() {
        return blocks::nothing(scene.words().empty);
    }
    blocks::all(scene, entry, parts)
}
