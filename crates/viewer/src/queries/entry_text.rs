//! The text of an entry: whole for the clipboard, and a few words of it to name it by.

use pi_session::json::Raw;
use pi_session::{Block, Content, EntryIndex, EntryKind, Role, Session};

use crate::parts::ansi;
use crate::parts::cut::floor_grapheme;
use crate::parts::visible_controls::{self, Strictness};

/// What an entry says, for the clipboard: its texts; where it has none, its thinking and calls; where
/// it has nothing of the kind, its JSON. Characters that act unseen come as glyphs.
pub fn entry_text(session: &Session, index: EntryIndex) -> String {
    let said = said(session, index);
    let said = if said.trim().is_empty() {
        session.entry(index).json().into_owned()
    } else {
        said
    };
    visible_controls::visible(&said, Strictness::Prose).into_owned()
}

fn said(session: &Session, index: EntryIndex) -> String {
    let entry = session.entry(index);
    let field = |name: &str| entry.text(name).unwrap_or_default().into_owned();
    match entry.kind() {
        EntryKind::Message => {
            let Some(message) = entry.message() else {
                return String::new();
            };
            let text = |name: &str| message.text(name).unwrap_or_default();
            let mut said = match message.role() {
                Role::BashExecution => {
                    format!("$ {}\n{}", text("command"), ansi::plain(&text("output")))
                }
                Role::ToolResult => ansi::plain(&content_text(&message.content())),
                Role::BranchSummary | Role::CompactionSummary => text("summary").into_owned(),
                _ => content_text(&message.content()),
            };
            let error = text("errorMessage");
            if !error.is_empty() {
                append(&mut said, &error);
            }
            said
        }
        EntryKind::CustomMessage => content_text(&entry.content()),
        EntryKind::BranchSummary | EntryKind::Compaction => field("summary"),
        EntryKind::ModelChange => format!("{}/{}", field("provider"), field("modelId")),
        EntryKind::ThinkingLevelChange => field("thinkingLevel"),
        EntryKind::SessionInfo => field("name"),
        EntryKind::Label => field("label"),
        _ => String::new(),
    }
}

fn content_text(content: &Content<'_>) -> String {
    match content {
        Content::Missing => String::new(),
        Content::Text(text) => text.to_string(),
        Content::Other(raw) => raw.text().into_owned(),
        Content::Blocks(blocks) => {
            let (mut texts, mut rest) = (String::new(), String::new());
            for block in blocks {
                match block {
                    Block::Text { text } => append(&mut texts, text),
                    Block::Thinking { text, .. } => append(&mut rest, text),
                    Block::ToolCall {
                        name, arguments, ..
                    } => {
                        let arguments = arguments.map(Raw::text).unwrap_or_default();
                        append(&mut rest, &format!("{name} {arguments}"));
                    }
                    _ => {}
                }
            }
            if texts.trim().is_empty() { rest } else { texts }
        }
    }
}

fn append(said: &mut String, text: &str) {
    if text.is_empty() {
        return;
    }
    if !said.is_empty() {
        said.push_str("\n\n");
    }
    said.push_str(text);
}

/// A few words by which a person knows an entry again; empty if it has none.
pub fn brief(session: &Session, index: EntryIndex) -> String {
    const LONGEST: usize = 60;
    let entry = session.entry(index);
    let text = match entry.kind() {
        EntryKind::Message | EntryKind::CustomMessage => match entry.content() {
            Content::Missing | Content::Other(_) => entry
                .message()
                .and_then(|message| message.text("command").or_else(|| message.text("summary")))
                .unwrap_or_default()
                .into_owned(),
            content => content_text(&content),
        },
        EntryKind::BranchSummary | EntryKind::Compaction => {
            entry.text("summary").unwrap_or_default().into_owned()
        }
        _ => entry.type_name().into_owned(),
    };
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    let end = floor_grapheme(line, LONGEST);
    let more = if end < line.len() { "…" } else { "" };
    format!("{}{more}", line[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(entry: &str, text: &str, words: &str) {
        let file = format!(
            "{{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}}\n{{\"id\":\"a\",\"parentId\":null,\"timestamp\":\"2026-01-01T00:00:00Z\",{entry}}}\n"
        );
        let session = Session::parse(file.as_bytes()).unwrap();
        let index = session.leaf().unwrap();
        let json = session.entry(index).json().into_owned();
        let expected = if text == "its JSON" { &json } else { text };
        assert_eq!(entry_text(&session, index), expected);
        assert_eq!(brief(&session, index), words);
    }

    #[test]
    fn texts_come_before_calls_and_calls_before_json() {
        check(
            r#""type":"message","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"one"},{"type":"toolCall","id":"x","name":"ls","arguments":{"path":"."}},{"type":"text","text":"two"}]}"#,
            "one\n\ntwo",
            "one",
        );
        check(
            r#""type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"x","name":"ls","arguments":{"path":"."}}]}"#,
            "ls {\"path\":\".\"}",
            "ls {\"path\":\".\"}",
        );
        check(
            r#""type":"message","message":{"role":"user","content":null}"#,
            "its JSON",
            "",
        );
        check(r#""type":"mystery","x":1"#, "its JSON", "mystery");
    }

    #[test]
    fn errors_and_terminals_are_said() {
        check(
            r#""type":"message","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"no luck"}"#,
            "no luck",
            "",
        );
        check(
            r#""type":"message","message":{"role":"bashExecution","command":"ls","output":"\u001b[31mred\u001b[0m"}"#,
            "$ ls\nred",
            "ls",
        );
    }

    #[test]
    fn nothing_acts_unseen_on_the_clipboard() {
        check(
            r#""type":"message","message":{"role":"user","content":"a\u202eb"}"#,
            "a[U+202E]b",
            "a\u{202e}b",
        );
    }
}
