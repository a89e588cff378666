//! What bytes are that are no session: a sentence that says what was found instead.

use super::builder::{BYTE_ORDER_MARK, is_blank};
use crate::bytes::Segments;
use crate::json::{Kind, Raw};
use crate::{ErrorCode, SessionError, text};

/// Magic numbers of what people drop by mistake, and what to do about each.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x1F\x8B", "gzip data; unpack it first"),
    (
        b"PK\x03\x04",
        "a zip archive; unpack it and open the session.jsonl inside",
    ),
    (b"\x28\xB5\x2F\xFD", "Zstandard data; unpack it first"),
    (b"\x89PNG", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\0asm", "a WebAssembly module"),
    (b"\x7FELF", "a program"),
    (b"\xFF\xFE", "UTF-16 text; save it as UTF-8"),
    (b"\xFE\xFF", "UTF-16 text; save it as UTF-8"),
];

/// Keys by which other tools' logs are known.
const OTHER_TOOLS: &[(&[&str], &str)] = &[
    (&["uuid", "parentUuid", "sessionId"], "a Claude Code log"),
    (&["leafUuid", "summary"], "a Claude Code log"),
    (&["payload", "timestamp", "type"], "a Codex log"),
    (&["instructions", "timestamp", "id"], "a Codex log"),
    (&["prompt", "response"], "a prompt log"),
];

const EXPECTED: &str = "A Pi session is a .jsonl file whose first line is {\"type\":\"session\",…}; \
                        Pi keeps them in ~/.pi/agent/sessions.";

/// How many records are looked at in search of something that tells the tool.
const SAMPLE_RECORDS: usize = 20;

/// The error for bytes in which neither a header nor an entry of Pi's was found.
pub(super) fn refusal(bytes: &Segments, parsed: u32, lines: u32) -> SessionError {
    if bytes.length() == 0 {
        return SessionError::new(
            ErrorCode::Empty,
            format!("The file is empty: it has 0 bytes. {EXPECTED}"),
        );
    }
    let start = bytes.iter().next().unwrap_or_default();
    if let Some(found) = sample_records(without_mark(start)).find_map(durable) {
        return SessionError::new(
            ErrorCode::UnsupportedSchema,
            format!(
                "This is {found}, which has another schema than a session of Pi's coding agent and cannot be shown. {EXPECTED}"
            ),
        );
    }
    let found = describe(start, parsed, lines);
    SessionError::new(
        ErrorCode::NotASession,
        format!("This is not a Pi session: it looks like {found}. {EXPECTED}"),
    )
}

fn describe(start: &[u8], parsed: u32, lines: u32) -> String {
    if let Some((_, found)) = MAGIC.iter().find(|(magic, _)| start.starts_with(magic)) {
        return (*found).to_owned();
    }
    let text = without_mark(start);
    let sample = &text[..text.len().min(4096)];
    if sample.contains(&0) {
        return "binary data".to_owned();
    }
    let Some(line) = text
        .split(|&byte| byte == b'\n')
        .find(|line| !is_blank(line))
    else {
        return "white space and nothing else".to_owned();
    };
    if let Some(record) = Raw::parse(line) {
        return describe_record(record, text, parsed);
    }
    let opening = String::from_utf8_lossy(&line[..line.len().min(64)]).to_ascii_lowercase();
    let opening = opening.trim_start();
    if opening.starts_with("<!doctype html") || opening.starts_with("<html") {
        return "a web page; save the session itself, or open the page and export from there"
            .to_owned();
    }
    if opening.starts_with(['{', '[']) {
        return if lines > 1 && spans_lines(text) {
            "JSON over several lines, where each line should hold one record".to_owned()
        } else {
            "JSON that breaks off in its first line".to_owned()
        };
    }
    if std::str::from_utf8(sample).is_err_and(|error| error.error_len().is_some()) {
        return "binary data, or text that is not UTF-8".to_owned();
    }
    let line = String::from_utf8_lossy(line);
    let line = text::utf16_prefix(text::trim(&line), 40);
    format!("plain text, starting with “{line}”")
}

fn describe_record(record: Raw<'_>, text: &[u8], parsed: u32) -> String {
    if record.kind() != Kind::Object {
        return format!("JSON whose first line is {}", record.kind().with_article());
    }
    if record.get("type").and_then(Raw::as_str).as_deref() == Some("session") {
        return "a session header whose `id` is missing or no string".to_owned();
    }
    let tool = sample_records(text).find_map(|record| {
        let has = |keys: &[&str]| keys.iter().all(|key| record.get(key).is_some());
        OTHER_TOOLS.iter().find(|(keys, _)| has(keys))
    });
    if let Some((_, tool)) = tool {
        let records = if parsed == 1 { "record" } else { "records" };
        return format!("{tool} ({parsed} {records})");
    }
    let keys: Vec<String> = record
        .members()
        .take(4)
        .map(|(key, _)| format!("“{}”", text::utf16_prefix(&key, 24)))
        .collect();
    if keys.is_empty() {
        return "empty JSON objects".to_owned();
    }
    format!(
        "JSON records of another tool, whose first one has the keys {}",
        keys.join(", ")
    )
}

fn without_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start)
}

fn sample_records(text: &[u8]) -> impl Iterator<Item = Raw<'_>> {
    text.split(|&byte| byte == b'\n')
        .filter(|line| !is_blank(line))
        .take(SAMPLE_RECORDS)
        .filter_map(Raw::parse)
}

/// Whether the JSON that the text starts with goes on sensibly behind its second line: a record
/// that is torn stops making sense where the next one starts.
fn spans_lines(text: &[u8]) -> bool {
    match Raw::check(text) {
        Ok(_) => true,
        Err(error) => memchr::memchr_iter(b'\n', text)
            .nth(1)
            .is_some_and(|second| error.at > second),
    }
}

/// Pi Durable's conversations and Documents are another schema: a log of commits, and one of
/// each document's and task's states.
fn durable(record: Raw<'_>) -> Option<&'static str> {
    let has = |key: &str, kind: Kind| record.get(key).is_some_and(|value| value.kind() == kind);
    if !has("format", Kind::Number) || !has("seq", Kind::Number) {
        return None;
    }
    if has("writes", Kind::Array) {
        return Some("the log of Pi Durable's conversations");
    }
    has("payload", Kind::Object).then_some("the log of a Document or task of Pi Durable")
}
