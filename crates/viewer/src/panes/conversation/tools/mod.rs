//! Calls of tools with their results. Every tool that Pi brings has its renderer, and one draws all
//! others. This file joins call and result; `frame` is the box around both.

pub mod bash;
mod edit;
mod find;
pub mod frame;
mod grep;
mod ls;
mod nested;
mod plain;
mod read;
mod write;

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::prelude::*;

use super::actions::Actions;
use super::article::mark_note;
use super::blocks;
use super::branch::Mark;
use super::raw_json::RawJson;
use super::scene::Scene;
use crate::parts::code::Language;
use crate::parts::disclosure::Place;
use crate::parts::long_text::Form;
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::{Body, Ending, Part, Tool, ToolCall, ToolResult};
use crate::state::View;
use frame::Frame;

/// What a renderer says of a call and its result.
pub struct Drawn {
    /// What the call is about, in a line: the path, the command, the pattern.
    subject: Html,
    /// Figures that stand at the end of the head.
    status: Html,
    /// What more there is to the call.
    call: Html,
    /// What came back.
    result: Html,
}

/// What a renderer is given beside the call.
#[derive(Clone, Copy)]
pub struct Answered<'a> {
    entry: EntryIndex,
    result: &'a ToolResult,
}

/// A call in the article of the reply that made it, with the result that answers it.
pub fn call(
    scene: &Scene,
    view: &Rc<View>,
    entry: EntryIndex,
    at: usize,
    call: &ToolCall,
    answer: Option<(EntryIndex, Option<Mark>)>,
    visited: Option<EntryIndex>,
) -> Html {
    let answer = answer.map(|(index, mark)| (index, mark, scene.views.get(&scene.session, index)));
    let answered = answer
        .as_ref()
        .and_then(|(index, _, shown)| match &shown.body {
            Body::ToolResult(result) => Some(Answered {
                entry: *index,
                result,
            }),
            _ => None,
        });
    let drawn = draw(scene, Scene::place(entry, at), call, answered);
    let result = match (&answer, answered) {
        (Some((index, mark, _)), Some(answered)) => html! {
            <ResultFrame
                scene={scene.clone()}
                view={view.clone()}
                entry={*index}
                mark={*mark}
                is_visited={visited == Some(*index)}
                content={html! { <>{ drawn.result }{ nested::disclosures(scene, answered) }</> }}
            />
        },
        _ => html! { <p class="remark no-result">{ scene.words().no_result }</p> },
    };
    let is_failed = answered.is_some_and(|answered| answered.result.is_error);
    Frame {
        name: call.name.clone(),
        subject: drawn.subject,
        status: html! { <>{ drawn.status }{ failed(scene, answered) }</> },
        is_failed,
    }
    .around(html! { <>{ drawn.call }{ result }</> })
}

/// A call of which nothing came back, or of which it is not known: in a subagent's transcript.
pub fn call_alone(scene: &Scene, entry: EntryIndex, at: usize, call: &ToolCall) -> Html {
    let drawn = draw(scene, Scene::place(entry, at), call, None);
    Frame {
        name: call.name.clone(),
        subject: drawn.subject,
        status: drawn.status,
        is_failed: false,
    }
    .around(drawn.call)
}

/// A result whose call is not on the branch.
pub fn stray_result(scene: &Scene, entry: EntryIndex, result: &ToolResult) -> Html {
    let answered = Answered { entry, result };
    let content = match result.name.as_str() {
        "bash" | "powershell" => bash::result(scene, answered),
        _ => text_result(scene, answered, Language::Plain),
    };
    Frame {
        name: result.name.clone(),
        subject: html! { <span class="remark">{ scene.words().no_call }</span> },
        status: html! { <>{ bash::ending(result.ending, scene.words()) }{ failed(scene, Some(answered)) }</> },
        is_failed: result.is_error,
    }
    .around(html! { <>{ content }{ nested::disclosures(scene, answered) }</> })
}

fn draw(scene: &Scene, place: Place, call: &ToolCall, answered: Option<Answered<'_>>) -> Drawn {
    match &call.tool {
        Tool::Read {
            path,
            offset,
            limit,
        } => read::draw(scene, path, *offset, *limit, answered),
        Tool::Write { path, content } => write::draw(scene, place, path, content, answered),
        Tool::Edit { path, edits } => edit::draw(scene, place, path, edits, answered),
        Tool::Bash { command, timeout } => bash::draw(scene, place, command, *timeout, answered),
        Tool::Grep {
            pattern,
            path,
            glob,
        } => grep::draw(scene, pattern, path.as_ref(), glob.as_ref(), answered),
        Tool::Find { pattern, path } => find::draw(scene, pattern, path.as_ref(), answered),
        Tool::Ls { path } => ls::draw(scene, path.as_ref(), answered),
        Tool::Plain {
            arguments,
            left_out,
        } => plain::draw(scene, place, arguments, *left_out, answered),
    }
}

/// The word for a failure, where no exit code says it.
fn failed(scene: &Scene, answered: Option<Answered<'_>>) -> Html {
    let says_so = |result: &ToolResult| {
        result.is_error
            && !matches!(
                result.ending,
                Some(Ending::Exit(_) | Ending::Aborted | Ending::TimedOut)
            )
    };
    if answered.is_some_and(|answered| says_so(answered.result)) {
        html! { <span class="status bad">{ scene.words().failed }</span> }
    } else {
        Html::default()
    }
}

/// A result as text, with its images.
fn text_result(scene: &Scene, answered: Answered<'_>, language: Language) -> Html {
    if answered.result.parts.is_empty() {
        return blocks::nothing(scene.words().no_output);
    }
    parts(scene, answered, Form::Code(language))
}

fn parts(scene: &Scene, answered: Answered<'_>, form: Form) -> Html {
    let entry = answered.entry;
    answered
        .result
        .parts
        .iter()
        .enumerate()
        .map(|(at, part)| match part {
            // What a tool says of its own failure is no file.
            Part::Text(text) if answered.result.is_error => {
                blocks::output(scene, text, Form::Terminal, Scene::place(entry, at))
            }
            Part::Text(text) => blocks::output(scene, text, form, Scene::place(entry, at)),
            other => blocks::other(scene, entry, at, other),
        })
        .collect()
}

/// What a tool says of its success, where the call itself shows what it did.
fn remark(scene: &Scene, answered: Answered<'_>) -> Html {
    if answered.result.is_error {
        return text_result(scene, answered, Language::Plain);
    }
    let entry = answered.entry;
    let part = |(at, part): (usize, &Part)| match part {
        Part::Text(text) if text.text.len() < 300 => {
            html! { <p class="remark" dir="auto">{ visible_controls::shown(&text.text, Strictness::Code) }</p> }
        }
        other => blocks::other(scene, entry, at, other),
    };
    answered.result.parts.iter().enumerate().map(part).collect()
}

/// A name, path or pattern in a head.
fn code(text: &str) -> Html {
    html! { <code class="subject" dir="ltr">{ visible_controls::shown(text, Strictness::Code) }</code> }
}

fn faint(text: &str) -> Html {
    html! { <span class="faint">{ visible_controls::shown(text, Strictness::Code) }</span> }
}

/// What the frame of a result is made of.
#[derive(Properties, PartialEq)]
struct ResultFrameProps {
    scene: Scene,
    view: Rc<View>,
    entry: EntryIndex,
    mark: Option<Mark>,
    is_visited: bool,
    content: Html,
}

/// A result has an id and actions of its own, though it stands in its call's article.
#[component]
fn ResultFrame(props: &ResultFrameProps) -> Html {
    let shows_json = use_state(|| false);
    let scene = &props.scene;
    let on_json = {
        let shows_json = shows_json.clone();
        Callback::from(move |()| shows_json.set(!*shows_json))
    };
    let class = classes!(
        "tool-result",
        props.is_visited.then_some("is-visited"),
        (props.mark == Some(Mark::Omitted)).then_some("is-omitted"),
    );
    html! {
        <div {class} data-entry-id={scene.session.id(props.entry).to_owned()}>
            { props.content.clone() }
            <div class="tool-foot">
                { mark_note(props.mark, scene.words()) }
                <Actions scene={scene.clone()} view={props.view.clone()} entry={props.entry} shows_json={*shows_json} {on_json} />
            </div>
            if *shows_json {
                <RawJson session={scene.session.clone()} entry={props.entry} words={scene.words()} />
            }
        </div>
    }
}
