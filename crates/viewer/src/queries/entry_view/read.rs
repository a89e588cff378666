//! Reads an entry into its view.

use pi_session::json::{Kind, Raw};
use pi_session::{Content, Entry, EntryIndex, EntryKind, Message, Role, Session};
use yew::AttrValue;

use super::{
    Body, Compaction, EntryView, KeptFrom, Outcome, Part, ShellRun, Skill, SystemPrompt,
    ToolResult, Turn,
};
use crate::parts::cut::Keep;
use crate::parts::long_text::Kept;

/// Reads an entry.
pub(super) fn view(session: &Session, index: EntryIndex) -> EntryView {
    let entry = session.entry(index);
    EntryView {
        time: session.timestamp(index),
        body: body(session, &entry),
    }
}

fn body(session: &Session, entry: &Entry<'_>) -> Body {
    let text = |name: &str| owned(entry.field(name));
    match entry.kind() {
        EntryKind::Message => entry.message().map_or_else(
            || Body::Unknown("message".into()),
            |message| message_body(&message),
        ),
        EntryKind::CustomMessage => Body::Extension {
            kind: text("customType").unwrap_or_default(),
            parts: Part::of(&entry.content(), Keep::Start),
            is_hidden: is_hidden(entry.field("display")),
        },
        EntryKind::BranchSummary => Body::BranchSummary {
            summary: kept(entry.field("summary")),
            // An id that names the entry itself, its parent or nothing leads nowhere.
            from: entry
                .text("fromId")
                .and_then(|id| session.find(&id))
                .filter(|from| {
                    Some(*from) != session.tree().parent(entry.index()) && *from != entry.index()
                }),
        },
        EntryKind::Compaction => Body::Compaction(Compaction {
            summary: kept(entry.field("summary")),
            tokens_before: entry
                .number("tokensBefore")
                .filter(|tokens| tokens.is_finite() && *tokens >= 0.0),
            kept: kept_from(session, entry),
            is_by_extension: entry.field("fromHook").is_some_and(Raw::truthy),
        }),
        EntryKind::ContextEdit => Body::ContextEdit {
            target: entry.text("targetId").and_then(|id| session.find(&id)),
            replacement: replacement(entry.field("replacement")),
        },
        EntryKind::ModelChange => Body::ModelChange {
            provider: text("provider"),
            model: text("modelId"),
        },
        EntryKind::ThinkingLevelChange => Body::ThinkingLevelChange(text("thinkingLevel")),
        EntryKind::SessionInfo => {
            Body::SessionName(text("name").filter(|name| !name.trim().is_empty()))
        }
        EntryKind::Label => Body::Label(text("label").filter(|label| !label.is_empty())),
        EntryKind::Custom => Body::ExtensionData(text("customType").unwrap_or_default()),
        EntryKind::Usage => Body::Usage(text("kind")),
        _ => Body::Unknown(entry.type_name().into_owned().into()),
    }
}

fn message_body(message: &Message<'_>) -> Body {
    match message.role() {
        Role::User => user(&message.content()),
        Role::Assistant => Body::Assistant(turn(message)),
        Role::ToolResult => Body::ToolResult(ToolResult::of(message)),
        Role::BashExecution => Body::Shell(shell(message)),
        Role::Custom => Body::Extension {
            kind: owned(message.field("customType")).unwrap_or_default(),
            parts: Part::of(&message.content(), Keep::Start),
            is_hidden: is_hidden(message.field("display")),
        },
        Role::System => Body::System(system(message)),
        Role::BranchSummary => Body::BranchSummary {
            summary: kept(message.field("summary")),
            from: None,
        },
        Role::CompactionSummary => Body::Compaction(Compaction {
            summary: kept(message.field("summary")),
            tokens_before: message.number("tokensBefore"),
            kept: KeptFrom::Unknown,
            is_by_extension: false,
        }),
        _ => Body::Unknown(message.role_name().into_owned().into()),
    }
}

fn user(content: &Content<'_>) -> Body {
    let mut parts = Part::of(content, Keep::Start);
    let mut skill = None;
    if let Some(Part::Text(kept)) = parts.first_mut() {
        let found = Skill::of(&kept.text).map(|(skill, rest)| (skill, rest.to_owned()));
        if let Some((found, rest)) = found {
            skill = Some(found);
            if rest.is_empty() {
                parts.remove(0);
            } else {
                kept.text = rest.into();
            }
        }
    }
    Body::User { skill, parts }
}

fn turn(message: &Message<'_>) -> Turn {
    let explanation =
        || owned(message.field("errorMessage")).filter(|text| !text.trim().is_empty());
    let outcome = match message.stop_reason().as_deref() {
        Some("error") => Outcome::Error(explanation()),
        Some("aborted") => Outcome::Aborted(explanation()),
        Some("length") => Outcome::Length,
        Some("stop" | "toolUse") | None => {
            explanation().map_or(Outcome::Complete, |text| Outcome::Error(Some(text)))
        }
        Some(other) => Outcome::Other(other.to_owned().into()),
    };
    Turn {
        parts: Part::of(&message.content(), Keep::Start),
        model: owned(message.field("model")),
        usage: message.usage(),
        outcome,
    }
}

fn shell(message: &Message<'_>) -> ShellRun {
    ShellRun {
        command: kept(message.field("command")),
        output: message
            .text("output")
            .map(|output| Kept::of(&output, Keep::End))
            .unwrap_or_default(),
        exit_code: message.number("exitCode").and_then(as_code),
        is_cancelled: message.flag("cancelled"),
        is_truncated: message.flag("truncated"),
        full_output: owned(message.field("fullOutputPath")),
        is_excluded: message.flag("excludeFromContext"),
    }
}

#[allow(clippy::cast_possible_truncation)] // Checked: it is a small whole number.
fn as_code(number: f64) -> Option<i64> {
    (number.abs() < 9e15 && number.fract() == 0.0).then_some(number as i64)
}

fn system(message: &Message<'_>) -> SystemPrompt {
    let names = |field: &str| -> Vec<AttrValue> {
        message
            .field(field)
            .map(|tools| {
                tools
                    .items()
                    .filter_map(|tool| owned(tool.get("name")))
                    .collect()
            })
            .unwrap_or_default()
    };
    SystemPrompt {
        text: Kept::of(&message.content().text(), Keep::Start),
        sections: message
            .field("sections")
            .map(|sections| {
                sections
                    .members()
                    .map(|(name, value)| {
                        let text = value.as_str().map(|text| Kept::of(&text, Keep::Start));
                        (name.into_owned().into(), text)
                    })
                    .collect()
            })
            .unwrap_or_default(),
        tools_added: names("toolsAdded"),
        tools_removed: names("toolsRemoved"),
    }
}

/// Pi hides a message whose `display` is false; one that says nothing is shown.
fn is_hidden(display: Option<Raw<'_>>) -> bool {
    display.is_some_and(|display| !display.truthy())
}

fn kept_from(session: &Session, entry: &Entry<'_>) -> KeptFrom {
    // The id that migration made of a position stands in the migrated JSON alone.
    let json = entry.json();
    let first_kept = Raw::parse(json.as_bytes()).and_then(|raw| owned(raw.get("firstKeptEntryId")));
    match first_kept {
        Some(id) if id == entry.id() => KeptFrom::Nothing,
        Some(id) => session
            .find(&id)
            .filter(|kept| session.tree().is_ancestor(*kept, entry.index()))
            .map_or(KeptFrom::Unknown, KeptFrom::Entry),
        None => KeptFrom::Unknown,
    }
}

fn replacement(raw: Option<Raw<'_>>) -> Option<Vec<Part>> {
    let content = raw
        .filter(|raw| raw.kind() == Kind::Object)?
        .get("content")?;
    Some(match content.kind() {
        Kind::Array => content.items().filter_map(super::part_of_block).collect(),
        _ => super::part_of_block(content).into_iter().collect(),
    })
}

fn kept(raw: Option<Raw<'_>>) -> Kept {
    raw.and_then(Raw::as_str)
        .map(|text| Kept::of(&text, Keep::Start))
        .unwrap_or_default()
}

fn owned(raw: Option<Raw<'_>>) -> Option<AttrValue> {
    raw?.as_str().map(|text| text.into_owned().into())
}
