//! "Context": exactly what the model sees at the leaf in view, what it does not see and why, and the
//! prompt and tools as the system messages add up.

use std::collections::HashMap;

use pi_session::json::Raw;
use pi_session::{EntryIndex, Session, SystemState};
use yew::prelude::*;

use super::figures::{heading, whole};
use crate::parts::disclosure::{Disclosure, Place, Remembered};
use crate::parts::visible_controls::{Strictness, shown};
use crate::queries::entry_text::brief;
use crate::queries::model_sight::{LeftOut, Seen, Sight, Speaker, speaker_of};
use crate::state::{Action, Dispatch};
use crate::words::Words;
use crate::words::inspector::InspectorWords;

/// Rows of a list at first, and how many more each time.
const PORTION: usize = 400;

/// What the tab is made of.
#[derive(Properties, PartialEq)]
pub struct ContextTabProps {
    /// The session.
    pub session: Session,
    /// The leaf in view.
    pub leaf: Option<EntryIndex>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The tab "Context".
#[component]
pub fn ContextTab(props: &ContextTabProps) -> Html {
    let words = &props.words.inspector;
    let sight = use_memo((props.session.clone(), props.leaf), |(session, leaf)| {
        Sight::at(session, *leaf)
    });
    let remembered = use_memo((), |()| Remembered::default());
    let most = use_state(HashMap::<&'static str, usize>::new);
    let portion = |list: &'static str| most.get(list).copied().unwrap_or(PORTION);
    let more = |list: &'static str, rest: usize| {
        let (most, next) = (most.clone(), portion(list) + PORTION);
        let onclick = Callback::from(move |_: MouseEvent| {
            let mut sizes = (*most).clone();
            sizes.insert(list, next);
            most.set(sizes);
        });
        html! {
            if rest > 0 {
                <button type="button" class="show-more" {onclick}>{ (words.show_more)(rest.min(PORTION)) }</button>
            }
        }
    };
    let (seen, left_out) = (&sight.seen, &sight.left_out);
    html! {
        <>
            <dl class="big-figures">
                { figure(words.tokens_here, (words.number)(whole(sight.tokens))) }
                { figure(words.messages, (words.number)(seen.len())) }
                { figure(words.absent, (words.number)(left_out.len())) }
            </dl>
            <p class="tab-note">{ if sight.is_counted { words.counted } else { words.estimated } }</p>
            { heading(words.seen) }
            if seen.is_empty() { <p class="tab-note">{ words.nothing_seen }</p> }
            <ul class="sight" aria-label={words.seen}>
                { for seen.iter().take(portion("seen")).enumerate().map(|(at, seen)| row_of_seen(at, seen, props)) }
            </ul>
            { more("seen", seen.len().saturating_sub(portion("seen"))) }
            { heading(words.left_out) }
            if left_out.is_empty() { <p class="tab-note">{ words.nothing_left_out }</p> }
            <ul class="sight" aria-label={words.left_out}>
                { for left_out.iter().take(portion("left-out")).map(|left| row_of_left_out(left, props)) }
            </ul>
            { more("left-out", left_out.len().saturating_sub(portion("left-out"))) }
            { heading(words.system_and_tools) }
            { system(sight.system.as_ref(), &remembered, words) }
        </>
    }
}

fn figure(name: &'static str, value: String) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
}

fn row_of_seen(at: usize, seen: &Seen, props: &ContextTabProps) -> Html {
    let words = &props.words.inspector;
    let name = match &seen.tool {
        Some(tool) => html! { <code class="speaker tool">{ shown(tool, Strictness::Code) }</code> },
        None => speaker(Some(seen.speaker), words),
    };
    let tokens = usize::try_from(seen.tokens).unwrap_or(usize::MAX);
    html! {
        <li key={at} data-entry-id={props.session.id(seen.entry).to_owned()}>
            <button type="button" class="plain sight-row" onclick={go(seen.entry, props)}>
                { name }
                <span class="excerpt" dir="auto">{ shown(&seen.excerpt, Strictness::Code) }</span>
                if seen.is_replaced { <span class="reason">{ words.replaced }</span> }
                <span class="tokens" title={(words.tokens)(tokens)}>{ (words.number)(tokens) }</span>
            </button>
        </li>
    }
}

fn row_of_left_out(left: &LeftOut, props: &ContextTabProps) -> Html {
    let words = &props.words.inspector;
    let session = &props.session;
    let tool = session.entry(left.entry);
    let tool = tool.message().and_then(|message| message.text("toolName"));
    let name = match tool {
        Some(tool) => {
            html! { <code class="speaker tool">{ shown(&tool, Strictness::Code) }</code> }
        }
        None => speaker(speaker_of(session, left.entry), words),
    };
    html! {
        <li key={left.entry.get()} data-entry-id={session.id(left.entry).to_owned()}>
            <button type="button" class="plain sight-row left-out" onclick={go(left.entry, props)}>
                { name }
                <span class="excerpt" dir="auto">{ shown(&brief(session, left.entry), Strictness::Code) }</span>
                <span class="reason">{ words.why[left.why as usize] }</span>
            </button>
        </li>
    }
}

fn speaker(speaker: Option<Speaker>, words: &InspectorWords) -> Html {
    let Some(speaker) = speaker else {
        return html! { <span class="speaker">{ "·" }</span> };
    };
    let class = match speaker {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
        Speaker::Summary => "summary",
        Speaker::Compaction => "compaction",
        Speaker::System | Speaker::Shell | Speaker::Custom => "tool",
    };
    html! { <span class={classes!("speaker", class)}>{ words.speakers[speaker as usize] }</span> }
}

fn go(entry: EntryIndex, props: &ContextTabProps) -> Callback<MouseEvent> {
    let dispatch = props.dispatch.clone();
    Callback::from(move |_| dispatch.emit(Action::Go(entry)))
}

fn system(
    system: Option<&SystemState>,
    remembered: &Remembered,
    words: &'static InspectorWords,
) -> Html {
    let Some(system) = system else {
        return html! { <p class="tab-note">{ words.no_system }</p> };
    };
    let texts = std::iter::once((words.own_text, system.content.clone()))
        .filter(|(_, text)| !text.is_empty());
    let mut at = 0;
    let mut part = |name: &str, text: String| {
        at += 1;
        let summary = html! { <bdi>{ shown(name, Strictness::Code) }</bdi> };
        let size = html! { (words.size)(text.len() as u64) };
        let draw = Callback::from(move |()| {
            html! { <pre class="system-text" tabindex="0">{ shown(&text, Strictness::Prose) }</pre> }
        });
        html! {
            <Disclosure {summary} note={size} place={Place { of: 0, part: at }} remembered={remembered.clone()} render={draw} />
        }
    };
    let text_of = |json: &str| {
        let value = Raw::parse(json.as_bytes());
        let text = value
            .and_then(Raw::as_str)
            .map(std::borrow::Cow::into_owned);
        text.unwrap_or_else(|| crate::parts::json::pretty(json, 20_000).text)
    };
    let own: Html = texts.map(|(name, text)| part(name, text)).collect();
    let sections: Vec<Html> = system
        .sections()
        .map(|(name, json)| part(name, text_of(json)))
        .collect();
    let tools: Vec<Html> = system
        .tools()
        .map(|(name, json)| part(name, text_of(json)))
        .collect();
    html! {
        <div class="system-parts">
            { own }
            if !sections.is_empty() { <h3>{ words.sections }</h3> { for sections } }
            if !tools.is_empty() { <h3>{ words.tools }</h3> { for tools } }
        </div>
    }
}
