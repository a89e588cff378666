//! "Entry": the entry in focus: its fields, usage, timing, place in the file, and its JSON.

use std::rc::Rc;

use pi_session::{EntryIndex, Session, Usage};
use yew::prelude::*;

use super::figures::{heading, pairs, whole};
use crate::panes::conversation::clock::moment;
use crate::parts::json_tree::JsonTree;
use crate::parts::visible_controls::{Strictness, shown};
use crate::state::{Action, Dispatch};
use crate::words::Words;
use crate::words::inspector::InspectorWords;

/// What the tab is made of.
#[derive(Properties, PartialEq)]
pub struct EntryTabProps {
    /// The session.
    pub session: Session,
    /// The entry in focus.
    pub entry: Option<EntryIndex>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The tab "Entry".
#[component]
pub fn EntryTab(props: &EntryTabProps) -> Html {
    let words = &props.words.inspector;
    let json = use_memo((props.session.clone(), props.entry), |(session, entry)| {
        entry.map(|entry| Rc::<str>::from(&*session.entry(entry).json()))
    });
    let (Some(entry), Some(json)) = (props.entry, &*json) else {
        return html! { <p class="tab-note">{ words.no_entry }</p> };
    };
    let session = &props.session;
    let usage = session.entry(entry).usage();
    html! {
        <>
            { heading(words.fields) }
            { fields(session, entry, &props.dispatch, words) }
            { for usage.map(|usage| html! { <>{ heading(words.usage) }{ usage_pairs(&usage, words) }</> }) }
            { timing(session, entry, words) }
            { heading(words.in_file) }
            { place(session, entry, words) }
            { heading(words.raw_json) }
            <JsonTree json={json.clone()} words={props.words} />
        </>
    }
}

fn text(text: &str) -> Html {
    html! { <bdi>{ shown(text, Strictness::Code) }</bdi> }
}

fn fields(
    session: &Session,
    index: EntryIndex,
    dispatch: &Dispatch,
    words: &InspectorWords,
) -> Html {
    let entry = session.entry(index);
    let message = entry.message();
    let of_message = |name: &str| {
        let message = message.as_ref()?;
        Some(text(&message.text(name).filter(|text| !text.is_empty())?))
    };
    let parent = match session.tree().parent(index) {
        Some(parent) => {
            let dispatch = dispatch.clone();
            let onclick = Callback::from(move |_: MouseEvent| dispatch.emit(Action::Go(parent)));
            html! { <button type="button" class="plain link" {onclick}>{ text(session.id(parent)) }</button> }
        }
        None => html! { words.no_parent },
    };
    let children = session.tree().children(index).len();
    pairs([
        (
            words.id,
            Some(html! { <code>{ text(session.id(index)) }</code> }),
        ),
        (words.kind, Some(text(&entry.type_name()))),
        (
            words.role,
            message.as_ref().map(|message| text(&message.role_name())),
        ),
        (words.tool, of_message("toolName")),
        (words.model, of_message("model")),
        (words.stop_reason, of_message("stopReason")),
        (
            words.label,
            session.label(index).map(|label| text(&label.text)),
        ),
        (words.parent, Some(parent)),
        (words.children, Some(html! { (words.number)(children) })),
    ])
}

fn usage_pairs(usage: &Usage, words: &InspectorWords) -> Html {
    let tokens = |figure: Option<f64>| Some(html! { (words.number)(whole(figure?)) });
    pairs([
        (words.input, tokens(usage.input)),
        (words.output, tokens(usage.output)),
        (words.cache_read, tokens(usage.cache_read)),
        (words.cache_write, tokens(usage.cache_write)),
        (words.all_tokens, tokens(usage.total)),
        (
            words.cost,
            usage.cost.map(|cost| html! { (words.dollars)(cost) }),
        ),
    ])
}

fn timing(session: &Session, index: EntryIndex, words: &InspectorWords) -> Html {
    let written = session.timestamp(index).and_then(moment);
    let Some(written) = written else {
        return Html::default();
    };
    let since = |earlier: Option<EntryIndex>| {
        let then = session.timestamp(earlier?)?;
        let milliseconds = session.timestamp(index)? - then;
        (milliseconds >= 0.0).then(|| html! { (words.duration)(milliseconds) })
    };
    html! {
        <>
            { heading(words.timing) }
            { pairs([
                (words.written, Some(html! { <time datetime={written.iso.clone()}>{ format!("{} {}", written.day, written.time) }</time> })),
                (words.since_parent, since(session.tree().parent(index))),
                (words.since_call, since(session.call_of(index))),
            ]) }
        </>
    }
}

fn place(session: &Session, index: EntryIndex, words: &InspectorWords) -> Html {
    let place = session.location(index);
    if place.line == 0 {
        return html! { <p class="tab-note">{ words.appended }</p> };
    }
    let last = place.byte_offset + place.byte_length.saturating_sub(1);
    let range = (words.from_to)(place.byte_offset, last, place.byte_length);
    pairs([
        (
            words.line,
            Some(html! { (words.number)(place.line as usize) }),
        ),
        (words.byte_range, Some(html! { range })),
    ])
}
