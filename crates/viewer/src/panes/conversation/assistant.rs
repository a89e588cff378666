//! A reply of the model: its words, its thinking, its calls with their results, and how it ended.

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::prelude::*;

use super::branch::Mark;
use super::scene::Scene;
use super::{blocks, tools};
use crate::parts::cut;
use crate::parts::disclosure::{Disclosure, Place};
use crate::parts::long_text::Kept;
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::{Body, Outcome, Part, Turn};
use crate::state::View;
use crate::words::conversation::ConversationWords;

/// The content of a reply.
pub fn content(
    scene: &Scene,
    view: &Rc<View>,
    entry: EntryIndex,
    turn: &Turn,
    results: &[EntryIndex],
    marks: &[Option<Mark>],
    visited: Option<EntryIndex>,
) -> Html {
    let mut waiting: Vec<(EntryIndex, Option<Mark>)> = results
        .iter()
        .copied()
        .zip(marks.iter().skip(1).copied().chain(std::iter::repeat(None)))
        .collect();
    let mut drawn: Vec<Html> = Vec::new();
    for (at, part) in turn.parts.iter().enumerate() {
        let Part::Call(call) = part else {
            drawn.push(blocks::other(scene, entry, at, part));
            continue;
        };
        let answer = waiting.iter().position(|(result, _)| {
            let result = scene.views.get(&scene.session, *result);
            matches!(&result.body, Body::ToolResult(result) if result.call_id == call.id)
        });
        let answer = answer.map(|answer| waiting.remove(answer));
        drawn.push(tools::call(scene, view, entry, at, call, answer, visited));
    }
    // A result whose call is written in a way that cannot be matched still has its place.
    for (result, _) in waiting {
        let shown = scene.views.get(&scene.session, result);
        if let Body::ToolResult(body) = &shown.body {
            let id = scene.session.id(result).to_owned();
            drawn.push(html! { <div data-entry-id={id}>{ tools::stray_result(scene, result, body) }</div> });
        }
    }
    let ending = ending(&turn.outcome, scene.words());
    if drawn.is_empty() && ending.is_none() {
        return blocks::nothing(scene.words().empty);
    }
    html! { <>{ for drawn }{ for ending }</> }
}

/// What the model thought: closed unless the reader chose otherwise.
pub fn thinking(scene: &Scene, text: &Kept, is_redacted: bool, place: Place) -> Html {
    let words = scene.words();
    if is_redacted {
        return html! { <p class="thinking-note">{ words.thinking_redacted }</p> };
    }
    if text.text.trim().is_empty() {
        return html! { <p class="thinking-note">{ words.thinking_empty }</p> };
    }
    let render = {
        let (scene, text) = (scene.clone(), text.clone());
        Callback::from(move |()| blocks::markdown(&scene, &text, place.inner(0)))
    };
    html! {
        <Disclosure
            class="thinking"
            summary={words.thinking}
            note={(words.lines)(cut::line_count(&text.text))}
            {place}
            remembered={scene.remembered.clone()}
            default_open={scene.options.show_thinking}
            {render}
        />
    }
}

fn ending(outcome: &Outcome, words: &'static ConversationWords) -> Option<Html> {
    let failure = |class: &'static str, what: &'static str, why: Html| {
        html! { <div class={classes!("failure", class)}><strong>{ what }</strong><p dir="auto">{ why }</p></div> }
    };
    let said = |text: &Option<AttrValue>| match text {
        Some(text) => visible_controls::shown(text, Strictness::Code),
        None => words.no_message.into(),
    };
    Some(match outcome {
        Outcome::Complete => return None,
        Outcome::Error(text) => failure("is-error", words.error, said(text)),
        Outcome::Aborted(text) => failure("is-aborted", words.aborted, said(text)),
        Outcome::Length => failure("is-short", words.length, words.length_note.into()),
        Outcome::Other(reason) => html! {
            <p class="remark">{ visible_controls::shown(&(words.stopped)(reason), Strictness::Code) }</p>
        },
    })
}
