//! What a tool did on its own, kept in its result: calls of other tools, and the conversations of
//! subagents. Read only when somebody opens it.

use pi_session::json::{Kind, Raw};
use pi_session::{EntryIndex, Session};
use yew::AttrValue;

use super::entry_view::{Part, part_of_block};
use crate::parts::cut::Keep;
use crate::parts::long_text::Kept;

/// Messages, or calls, that are shown at most.
const MOST: usize = 400;

/// A conversation that a tool led.
pub struct Transcript {
    pub agent: Option<AttrValue>,
    pub task: Option<Kept>,
    pub messages: Vec<TranscriptMessage>,
    /// Messages that are not among them.
    pub left_out: usize,
}

/// A message of it.
pub struct TranscriptMessage {
    pub role: AttrValue,
    pub parts: Vec<Part>,
    pub error: Option<AttrValue>,
}

/// A call that a tool made.
pub struct NestedCall {
    pub name: AttrValue,
    pub arguments: Option<Kept>,
    pub status: AttrValue,
    pub duration: Option<f64>,
    pub error: Option<AttrValue>,
}

/// Calls that a tool made.
pub struct NestedCalls {
    pub calls: Vec<NestedCall>,
    pub left_out: usize,
    pub is_complete: bool,
}

/// How many conversations some details hold.
pub fn count(details: Raw<'_>) -> usize {
    conversations(details).count()
}

/// The objects in some details that hold a list of messages: the details themselves, or their results.
fn conversations(details: Raw<'_>) -> impl Iterator<Item = Raw<'_>> {
    let results = details
        .get("results")
        .filter(|results| results.kind() == Kind::Array);
    std::iter::once(details)
        .chain(results.into_iter().flat_map(Raw::items))
        .filter(|holder| {
            holder.get("messages").is_some_and(|messages| {
                messages.kind() == Kind::Array && messages.items().next().is_some()
            })
        })
}

/// The conversations in a tool result.
pub fn transcripts(session: &Session, result: EntryIndex) -> Vec<Transcript> {
    let entry = session.entry(result);
    let Some(details) = entry.message().and_then(|message| message.field("details")) else {
        return Vec::new();
    };
    conversations(details).map(transcript).collect()
}

fn transcript(holder: Raw<'_>) -> Transcript {
    let text = |name: &str| holder.get(name).and_then(Raw::as_str);
    let mut messages = Vec::new();
    let mut left_out = 0;
    for message in holder.get("messages").into_iter().flat_map(Raw::items) {
        if messages.len() == MOST {
            left_out += 1;
        } else {
            messages.push(transcript_message(message));
        }
    }
    Transcript {
        agent: text("agent").map(|agent| agent.into_owned().into()),
        task: text("task").map(|task| Kept::of(&task, Keep::Start)),
        messages,
        left_out,
    }
}

fn transcript_message(message: Raw<'_>) -> TranscriptMessage {
    let text = |name: &str| message.get(name).and_then(Raw::as_str);
    let parts = match message.get("content") {
        Some(content) if content.kind() == Kind::Array => {
            content.items().filter_map(part_of_block).collect()
        }
        Some(content) if content.kind() == Kind::String => {
            part_of_block(content).into_iter().collect()
        }
        _ => Vec::new(),
    };
    TranscriptMessage {
        role: text("role").unwrap_or_default().into_owned().into(),
        parts,
        error: text("errorMessage").map(|error| error.into_owned().into()),
    }
}

/// The calls in a tool result.
pub fn nested_calls(session: &Session, result: EntryIndex) -> NestedCalls {
    let entry = session.entry(result);
    let nested = entry
        .message()
        .and_then(|message| message.field("nestedCalls"));
    let mut calls = Vec::new();
    let mut left_out = 0;
    for call in nested
        .and_then(|nested| nested.get("calls"))
        .into_iter()
        .flat_map(Raw::items)
    {
        if calls.len() == MOST {
            left_out += 1;
            continue;
        }
        let text = |name: &str| {
            call.get(name)
                .and_then(Raw::as_str)
                .map(|text| AttrValue::from(text.into_owned()))
        };
        calls.push(NestedCall {
            name: text("name").unwrap_or_default(),
            arguments: call
                .get("arguments")
                .filter(|arguments| !arguments.is_null())
                .map(|arguments| Kept::of(&arguments.text(), Keep::Start)),
            status: text("status").unwrap_or_default(),
            duration: call
                .get("durationMs")
                .and_then(Raw::as_f64)
                .filter(|duration| duration.is_finite())
                .map(|duration| duration.max(0.0)),
            error: text("error"),
        });
    }
    NestedCalls {
        calls,
        left_out,
        is_complete: nested
            .and_then(|nested| nested.get("complete"))
            .is_none_or(Raw::truthy),
    }
}
