//! The frame of an entry: its place and name for those who hear the page, switchers where branches
//! part, the head, and what its renderer draws.

use std::rc::Rc;

use pi_session::{EntryIndex, Usage};
use yew::prelude::*;

use super::actions::Actions;
use super::branch::Mark;
use super::branch_switcher::BranchSwitcher;
use super::clock::moment;
use super::raw_json::RawJson;
use super::scene::Scene;
use super::{assistant, dividers, extension, shell_run, system, tools, unknown, user};
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::{Body, EntryView, Outcome};
use crate::state::View;
use crate::state::edit::is_pending;
use crate::words::conversation::ConversationWords;

/// What an article is made of.
#[derive(Properties, PartialEq)]
pub struct EntryArticleProps {
    /// What every renderer is given.
    pub scene: Scene,
    /// What is in view.
    pub view: Rc<View>,
    /// The entry.
    pub entry: EntryIndex,
    /// Its place in the feed, from 0.
    pub position: usize,
    /// Articles in the feed.
    pub count: usize,
    /// When the article before it was written.
    pub time_before: Option<f64>,
    /// Tool results that stand in it.
    pub results: Vec<EntryIndex>,
    /// What context edits did to the entry and to each of its results.
    pub marks: Vec<Option<Mark>>,
    /// Entries that begin the branch in view, where others begin too.
    pub crossings: Vec<EntryIndex>,
    /// The entry that the reader went to, if it is in here.
    pub visited: Option<EntryIndex>,
}

/// An entry.
#[component]
pub fn EntryArticle(props: &EntryArticleProps) -> Html {
    let shows_json = use_state(|| false);
    let (scene, words) = (&props.scene, props.scene.words());
    let entry = scene.views.get(&scene.session, props.entry);
    let look = Look::of(&entry.body, words);
    let sentence = dividers::sentence(scene, &entry.body);
    let mark = props.marks.first().copied().flatten();
    let on_json = {
        let shows_json = shows_json.clone();
        Callback::from(move |()| shows_json.set(!*shows_json))
    };
    let content = content(props, &entry);
    let pending = is_pending(&scene.session, props.entry);
    let class = classes!(
        "entry",
        look.class,
        sentence.is_some().then_some("divider"),
        (props.visited == Some(props.entry)).then_some("is-visited"),
        (mark == Some(Mark::Omitted)).then_some("is-omitted"),
        pending.then_some("is-pending"),
    );
    html! {
        <article
            {class}
            tabindex="-1"
            data-entry-id={scene.session.id(props.entry).to_owned()}
            aria-label={(words.article)(&visible_controls::visible(&look.who, Strictness::Code), props.position + 1, props.count)}
            aria-posinset={(props.position + 1).to_string()}
            aria-setsize={props.count.to_string()}
        >
            { for props.crossings.iter().map(|child| html! {
                <BranchSwitcher session={scene.session.clone()} dispatch={scene.dispatch.clone()} child={*child} {words} />
            }) }
            <header class="entry-head">
                <span class="who" dir="auto">{ visible_controls::shown(sentence.as_deref().unwrap_or(&look.who), Strictness::Code) }</span>
                { label(scene, props.entry) }
                { time(entry.time, props.time_before) }
                { figures(&entry.body, words) }
                { mark_note(mark, words) }
                if pending {
                    <span class="pending-mark">{ scene.all_words.edits.pending }</span>
                }
                if matches!(entry.body, Body::Extension { is_hidden: true, .. }) {
                    <span class="context-mark">{ words.hidden }</span>
                }
                <Actions scene={scene.clone()} view={props.view.clone()} entry={props.entry} shows_json={*shows_json} {on_json} />
            </header>
            { content }
            if *shows_json {
                <RawJson session={scene.session.clone()} entry={props.entry} {words} />
            }
        </article>
    }
}

fn content(props: &EntryArticleProps, entry: &EntryView) -> Html {
    let scene = &props.scene;
    match &entry.body {
        Body::User { skill, parts } => user::content(scene, props.entry, skill.as_ref(), parts),
        Body::Assistant(turn) => assistant::content(
            scene,
            &props.view,
            props.entry,
            turn,
            &props.results,
            &props.marks,
            props.visited,
        ),
        Body::ToolResult(result) => tools::stray_result(scene, props.entry, result),
        Body::Shell(run) => shell_run::content(scene, props.entry, run),
        Body::Extension { parts, .. } => extension::content(scene, props.entry, parts),
        Body::System(prompt) => system::content(scene, props.entry, prompt),
        Body::Unknown(_) | Body::ExtensionData(_) | Body::Usage(_) => {
            unknown::content(scene, props.entry)
        }
        _ => dividers::content(scene, props.entry, &entry.body),
    }
}

/// How an entry presents itself.
struct Look {
    class: &'static str,
    who: String,
}

impl Look {
    fn of(body: &Body, words: &'static ConversationWords) -> Self {
        let speaker = |class: &'static str, who: &str| Self {
            class,
            who: who.to_owned(),
        };
        match body {
            Body::User { .. } => speaker("by-user", words.user),
            Body::Assistant(turn) => {
                let class = match turn.outcome {
                    Outcome::Error(_) | Outcome::Aborted(_) => "by-assistant is-failed",
                    _ => "by-assistant",
                };
                speaker(class, words.assistant)
            }
            Body::ToolResult(result) => {
                let class = if result.is_error {
                    "by-tool is-failed"
                } else {
                    "by-tool"
                };
                speaker(class, &format!("{} {}", words.tool, result.name))
            }
            Body::Shell(_) => speaker("by-shell", words.shell),
            Body::Extension { kind, .. } => {
                speaker("by-extension", &format!("{} {kind}", words.extension))
            }
            Body::System(_) => speaker("by-system", words.system),
            Body::Unknown(kind) => speaker("by-unknown", &(words.unknown_type)(kind)),
            Body::ExtensionData(kind) => speaker("by-unknown", &(words.data_of)(kind)),
            Body::Usage(kind) => speaker(
                "by-unknown",
                &format!("{} {}", words.usage, kind.as_deref().unwrap_or_default()),
            ),
            Body::Compaction(_) => speaker("is-compaction", words.compaction),
            Body::BranchSummary { .. } => speaker("is-summary", words.summary),
            Body::ContextEdit { .. } => speaker("is-edit", words.context_edit),
            Body::ModelChange { .. } => speaker("is-setting", words.model),
            Body::ThinkingLevelChange(_) => speaker("is-setting", words.thinking_level),
            Body::SessionName(_) => speaker("is-setting", words.session_name),
            Body::Label(_) => speaker("is-setting", words.label),
        }
    }
}

fn label(scene: &Scene, entry: EntryIndex) -> Html {
    match scene.session.label(entry) {
        Some(label) => {
            html! { <span class="label-tag">{ visible_controls::shown(&label.text, Strictness::Code) }</span> }
        }
        None => Html::default(),
    }
}

/// The time of day, with the day where it is another than before.
fn time(time: Option<f64>, before: Option<f64>) -> Html {
    let Some(now) = time.and_then(moment) else {
        return Html::default();
    };
    let is_new_day = before
        .and_then(moment)
        .is_none_or(|before| before.day != now.day);
    let shown = if is_new_day {
        format!("{} {}", now.day, now.time)
    } else {
        now.time.clone()
    };
    html! { <time datetime={now.iso} title={format!("{} {}", now.day, now.time)}>{ shown }</time> }
}

fn figures(body: &Body, words: &'static ConversationWords) -> Html {
    let Body::Assistant(turn) = body else {
        return Html::default();
    };
    let model = turn.model.as_ref().map(|model| {
        html! { <span class="model">{ visible_controls::shown(model, Strictness::Code) }</span> }
    });
    html! { <>{ for model }<span class="figures">{ tokens(turn.usage, words) }</span></> }
}

fn tokens(usage: Option<Usage>, words: &'static ConversationWords) -> String {
    let usage = usage.unwrap_or_default();
    let figure = |value: Option<f64>| value.map_or_else(|| words.missing.to_owned(), words.number);
    (words.tokens)(
        &figure(usage.input),
        &figure(usage.output),
        &figure(usage.cache_read),
    )
}

pub(super) fn mark_note(mark: Option<Mark>, words: &'static ConversationWords) -> Html {
    match mark {
        None => Html::default(),
        Some(Mark::Edited) => {
            html! { <span class="context-mark">{ words.edited_in_context }</span> }
        }
        Some(Mark::Omitted) => {
            html! { <span class="context-mark">{ words.omitted_from_context }</span> }
        }
    }
}
