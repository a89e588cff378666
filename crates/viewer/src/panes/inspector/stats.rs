//! "Stats": what the branch in view, or the whole file, used: totals, cost by model, cache misses, tools
//! and files.

use pi_session::{
    CacheMiss, EntryIndex, FileLists, ModelCost, Scope, Session, Stats, ToolStats, Totals,
};
use yew::prelude::*;

use super::chart::Chart;
use super::figures::{heading, pairs, whole};
use crate::parts::visible_controls::{Strictness, shown};
use crate::state::{Action, Dispatch};
use crate::words::Words;
use crate::words::inspector::InspectorWords;

/// Rows of a list, at most: a session of that many models, tools or files is no longer read row by row.
const MOST: usize = 500;

/// What the tab is made of.
#[derive(Properties, PartialEq)]
pub struct StatsTabProps {
    /// The session.
    pub session: Session,
    /// The leaf in view.
    pub leaf: Option<EntryIndex>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// All figures of a scope.
struct Figures {
    stats: Stats,
    models: Vec<ModelCost>,
    misses: Vec<CacheMiss>,
    tools: Vec<ToolStats>,
    files: FileLists,
}

/// The tab "Stats".
#[component]
pub fn StatsTab(props: &StatsTabProps) -> Html {
    let words = &props.words.inspector;
    let scope = use_state(|| Scope::Branch);
    let figures = use_memo(
        (props.session.clone(), props.leaf, *scope),
        |(session, leaf, scope)| {
            let session = session.with_leaf(*leaf);
            Figures {
                stats: session.stats(*scope),
                models: session.cost_by_model(*scope),
                misses: session.cache_misses(*scope),
                tools: session.tool_stats(*scope),
                files: session.files(*scope),
            }
        },
    );
    let choice = |value: Scope, name: &'static str| {
        let chosen = scope.clone();
        let onchange = Callback::from(move |_: Event| chosen.set(value));
        html! {
            <label>
                <input type="radio" name="stats-scope" checked={*scope == value} {onchange} />
                { name }
            </label>
        }
    };
    html! {
        <>
            <div class="scope" role="radiogroup" aria-label={words.scope}>
                { choice(Scope::Branch, words.branch) }
                { choice(Scope::File, words.file) }
            </div>
            { heading(words.chart) }
            <Chart session={props.session.clone()} leaf={props.leaf} dispatch={props.dispatch.clone()} words={props.words} />
            { heading(words.totals) }
            { totals(&figures.stats, words) }
            { heading(words.by_model) }
            { models(&figures.models, words) }
            { heading(words.cache_misses) }
            { misses(&figures.misses, props) }
            { heading(words.tools) }
            { tools(&figures.tools, words) }
            { heading(words.files_changed) }
            { files(&figures.files.modified, words.files_changed, words) }
            { heading(words.files_read) }
            { files(&figures.files.read, words.files_read, words) }
        </>
    }
}

fn totals(stats: &Stats, words: &InspectorWords) -> Html {
    let number = |number: usize| Some(html! { (words.number)(number) });
    let usage: &Totals = &stats.usage;
    html! {
        <>
            { pairs([
                (words.user_messages, number(stats.user_messages)),
                (words.assistant_messages, number(stats.assistant_messages)),
                (words.tool_calls, number(stats.tool_calls)),
                (words.tool_results, number(stats.tool_results)),
                (words.all_messages, number(stats.total_messages)),
            ]) }
            { pairs([
                (words.input, number(whole(usage.input))),
                (words.output, number(whole(usage.output))),
                (words.cache_read, number(whole(usage.cache_read))),
                (words.cache_write, number(whole(usage.cache_write))),
                (words.all_tokens, number(whole(usage.tokens()))),
                (words.cost, Some(html! { (words.dollars)(usage.cost) })),
            ]) }
        </>
    }
}

fn none(words: &InspectorWords) -> Html {
    html! { <p class="tab-note">{ words.none }</p> }
}

fn models(models: &[ModelCost], words: &InspectorWords) -> Html {
    if models.is_empty() {
        return none(words);
    }
    html! {
        <table class="figures" aria-label={words.by_model}>
            <thead><tr>
                <th scope="col">{ words.model }</th>
                <th scope="col">{ words.all_tokens }</th>
                <th scope="col">{ words.cost }</th>
            </tr></thead>
            <tbody>
                { for models.iter().take(MOST).map(|model| html! {
                    <tr>
                        <th scope="row"><bdi>{ shown(&model.key, Strictness::Code) }</bdi></th>
                        <td>{ (words.number)(whole(model.usage.tokens())) }</td>
                        <td>{ (words.dollars)(model.usage.cost) }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

fn misses(misses: &[CacheMiss], props: &StatsTabProps) -> Html {
    let words = &props.words.inspector;
    if misses.is_empty() {
        return none(words);
    }
    html! {
        <ul class="sight" aria-label={words.cache_misses}>
            { for misses.iter().take(MOST).map(|miss| {
                let dispatch = props.dispatch.clone();
                let entry = miss.entry;
                let onclick = Callback::from(move |_: MouseEvent| dispatch.emit(Action::Go(entry)));
                let why = if miss.model_changed {
                    Some(words.model_changed.to_owned())
                } else {
                    miss.idle_ms.map(|idle| (words.idle)(&(words.duration)(idle)))
                };
                html! {
                    <li data-entry-id={props.session.id(entry).to_owned()}>
                        <button type="button" class="plain sight-row" {onclick}>
                            <span class="excerpt">{ (words.miss)(whole(miss.tokens), miss.cost) }</span>
                            <span class="reason">{ why }</span>
                        </button>
                    </li>
                }
            }) }
        </ul>
    }
}

fn tools(tools: &[ToolStats], words: &InspectorWords) -> Html {
    if tools.is_empty() {
        return none(words);
    }
    html! {
        <table class="figures" aria-label={words.tools}>
            <thead><tr>
                <th scope="col">{ words.tool }</th>
                <th scope="col">{ words.calls }</th>
                <th scope="col">{ words.errors }</th>
                <th scope="col">{ words.time }</th>
                <th scope="col">{ words.bytes }</th>
            </tr></thead>
            <tbody>
                { for tools.iter().take(MOST).map(|tool| html! {
                    <tr>
                        <th scope="row"><code>{ shown(&tool.name, Strictness::Code) }</code></th>
                        <td>{ (words.number)(tool.calls) }</td>
                        <td class={(tool.errors > 0).then_some("bad")}>{ (words.number)(tool.errors) }</td>
                        <td>{ if tool.timed > 0 { (words.duration)(tool.time_ms) } else { "–".to_owned() } }</td>
                        <td>{ (words.size)(tool.bytes) }</td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

fn files(files: &[String], name: &'static str, words: &InspectorWords) -> Html {
    if files.is_empty() {
        return none(words);
    }
    html! {
        <ul class="files" aria-label={name}>
            { for files.iter().take(MOST).map(|file| html! { <li><code>{ shown(file, Strictness::Code) }</code></li> }) }
        </ul>
    }
}
