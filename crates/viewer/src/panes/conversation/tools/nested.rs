//! What a tool did on its own: calls of other tools, conversations of subagents, details of unknown
//! shape. All closed, and read only when they are opened.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::Answered;
use super::frame::Frame;
use crate::panes::conversation::blocks;
use crate::panes::conversation::scene::Scene;
use crate::parts::code::Language;
use crate::parts::disclosure::Disclosure;
use crate::parts::long_text::Form;
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::transcript::{self, NestedCall, Transcript};

/// Places beyond those of a result's parts.
const NESTED: usize = 30_000;
const TRANSCRIPTS: usize = 30_001;
const DETAILS: usize = 30_002;
/// Parts of a transcript have their places from here.
const INSIDE: usize = 40_000;

/// What there is to open.
pub fn disclosures(scene: &Scene, answered: Answered<'_>) -> Html {
    let (words, entry, result) = (scene.words(), answered.entry, answered.result);
    let disclosure = |summary: String, part: usize, draw: fn(&Scene, EntryIndex) -> Html| {
        let scene_inside = scene.clone();
        let render = Callback::from(move |()| draw(&scene_inside, entry));
        html! { <Disclosure {summary} place={Scene::place(entry, part)} remembered={scene.remembered.clone()} {render} /> }
    };
    html! {
        <>
            if result.transcripts > 0 {
                { disclosure((words.transcripts)(result.transcripts), TRANSCRIPTS, draw_transcripts) }
            }
            if result.nested_calls > 0 {
                { disclosure((words.nested_calls)(result.nested_calls), NESTED, draw_calls) }
            }
            { for result.details.as_ref().map(|details| blocks::json_disclosure(scene, words.details, details, Scene::place(entry, DETAILS))) }
        </>
    }
}

fn draw_calls(scene: &Scene, entry: EntryIndex) -> Html {
    let words = scene.words();
    let nested = transcript::nested_calls(&scene.session, entry);
    let calls = nested
        .calls
        .iter()
        .enumerate()
        .map(|(at, call)| draw_call(scene, entry, at, call));
    html! {
        <>
            { for calls }
            if nested.left_out > 0 { <p class="remark">{ (words.cut_rest)(nested.left_out) }</p> }
            if !nested.is_complete { <p class="remark">{ words.nested_incomplete }</p> }
        </>
    }
}

fn draw_call(scene: &Scene, entry: EntryIndex, at: usize, call: &NestedCall) -> Html {
    let words = scene.words();
    let is_failed = call.status == "error";
    let status = match call.status.as_str() {
        "ok" => Html::default(),
        "error" => html! { <span class="status bad">{ words.failed }</span> },
        "unfinished" => html! { <span class="status bad">{ words.unfinished }</span> },
        other => {
            html! { <span class="status">{ visible_controls::shown(other, Strictness::Code) }</span> }
        }
    };
    let duration = call
        .duration
        .map(|duration| html! { <span class="status">{ (words.milliseconds)(duration) }</span> });
    Frame {
        name: call.name.clone(),
        subject: Html::default(),
        status: html! { <>{ for duration }{ status }</> },
        is_failed,
    }
    .around(html! {
        <>
            { for call.arguments.as_ref().map(|arguments| blocks::output(scene, arguments, Form::Code(Language::Json), Scene::place(entry, INSIDE + at))) }
            { for call.error.as_ref().map(|error| html! { <p class="failure is-error" dir="auto">{ visible_controls::shown(error, Strictness::Code) }</p> }) }
        </>
    })
}

fn draw_transcripts(scene: &Scene, entry: EntryIndex) -> Html {
    let mut at = INSIDE;
    transcript::transcripts(&scene.session, entry)
        .iter()
        .map(|transcript| draw_transcript(scene, entry, &mut at, transcript))
        .collect()
}

fn draw_transcript(
    scene: &Scene,
    entry: EntryIndex,
    at: &mut usize,
    transcript: &Transcript,
) -> Html {
    let words = scene.words();
    let mut next = || {
        *at += 1;
        *at
    };
    // Mostly the first message is the task itself.
    let is_told = transcript
        .messages
        .first()
        .is_some_and(|first| first.role == "user");
    let task = transcript
        .task
        .as_ref()
        .filter(|_| !is_told)
        .map(|task| blocks::markdown(scene, task, Scene::place(entry, next())));
    let messages: Vec<Html> = transcript
        .messages
        .iter()
        .map(|message| {
            let parts: Vec<Html> = message
                .parts
                .iter()
                .map(|part| blocks::other(scene, entry, next(), part))
                .collect();
            let error = message
                .error
                .as_ref()
                .map(|error| html! { <p class="failure is-error" dir="auto">{ visible_controls::shown(error, Strictness::Code) }</p> });
            let who = match message.role.as_str() {
                "user" => words.user,
                "assistant" => words.assistant,
                "toolResult" => words.tool,
                other => other,
            };
            html! {
                <div class={classes!("transcript-message", (message.role == "assistant").then_some("by-assistant"))}>
                    <span class="who">{ visible_controls::shown(who, Strictness::Code) }</span>
                    { for parts }
                    { for error }
                </div>
            }
        })
        .collect();
    html! {
        <div class="transcript">
            <p class="transcript-head">
                { for transcript.agent.as_ref().map(|agent| html! { <strong>{ visible_controls::shown(agent, Strictness::Code) }</strong> }) }
            </p>
            { for task }
            { for messages }
            if transcript.left_out > 0 { <p class="remark">{ (words.cut_rest)(transcript.left_out) }</p> }
        </div>
    }
}
