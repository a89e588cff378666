//! The page that Pi exports or shares: the session lies in it as JSON, in base64, in a script element of its own.

use super::base64;
use super::limits::grouped;
use crate::json::{Kind, Raw};
use crate::{Session, SessionError, SessionReader};

/// The id of the element that holds the session.
const ELEMENT: &[u8] = b"session-data";

/// How far before its id an element may start.
const TAG: usize = 256;

/// The session of an exported page, standing at the leaf that the page opens at.
pub(super) fn session(page: &[u8]) -> Result<Session, SessionError> {
    let Some((at, text)) = element(page) else {
        return Err(SessionError::bad_archive(
            "This is a web page, but none that Pi exported: it has no element “session-data” with a session in it. Open the session's .jsonl file, or the page that Pi's /export wrote.",
        ));
    };
    let trimmed = text.trim_ascii();
    let decoded;
    let json = if trimmed.starts_with(b"{") {
        trimmed
    } else {
        decoded = base64::decode(text).map_err(|wrong| {
            damaged(
                at + wrong,
                "stands something that is no base64, or it breaks off",
            )
        })?;
        &decoded
    };
    let data = Raw::check(json).map_err(|error| {
        damaged(
            at,
            &format!(
                "the session's JSON makes no sense from its byte {} on",
                grouped(error.at as u64)
            ),
        )
    })?;
    let entries = data
        .get("entries")
        .filter(|entries| entries.kind() == Kind::Array);
    let Some(entries) = entries else {
        return Err(damaged(at, "stands JSON without a list of entries"));
    };
    let mut reader = SessionReader::with_size_hint(json.len() as u64);
    let header = data
        .get("header")
        .filter(|header| header.kind() == Kind::Object);
    for record in header.into_iter().chain(entries.items()) {
        push_line(&mut reader, record);
    }
    let session = reader.finish().map_err(|error| {
        SessionError::bad_archive(format!(
            "The page holds no session that can be shown. {}",
            error.message()
        ))
    })?;
    let leaf = data.get("leafId").and_then(Raw::as_str);
    let leaf = leaf.and_then(|leaf| session.find(&leaf));
    Ok(match leaf {
        Some(leaf) => session.with_leaf(Some(leaf)),
        None => session,
    })
}

/// Where the text of the element starts, and the text.
fn element(page: &[u8]) -> Option<(usize, &[u8])> {
    memchr::memmem::find_iter(page, ELEMENT).find_map(|at| {
        let before = page.get(at.saturating_sub(TAG)..at)?;
        let tag = before.get(memchr::memrchr(b'<', before)?..)?;
        let is_script = tag
            .get(..7)
            .is_some_and(|tag| tag.eq_ignore_ascii_case(b"<script"));
        let attribute = tag.trim_ascii_end();
        let attribute = attribute
            .strip_suffix(b"\"")
            .or(attribute.strip_suffix(b"'"))
            .unwrap_or(attribute);
        let is_id = attribute.trim_ascii_end().ends_with(b"id=");
        if !is_script || !is_id || tag.contains(&b'>') {
            return None;
        }
        let start = at + memchr::memchr(b'>', page.get(at..)?)? + 1;
        let text = page.get(start..)?;
        let end = memchr::memmem::find(text, b"</script")?;
        Some((start, text.get(..end)?))
    })
}

/// A record as a line. Line breaks between its members are white space; inside strings there are none.
fn push_line(reader: &mut SessionReader, record: Raw<'_>) {
    for piece in record.bytes().split(|&byte| byte == b'\n') {
        reader.push(piece);
        reader.push(b" ");
    }
    reader.push(b"\n");
}

fn damaged(at: usize, what: &str) -> SessionError {
    SessionError::bad_archive(format!(
        "The page that Pi exported is damaged: at byte {}, {what}. Save or download the page again.",
        grouped(at as u64)
    ))
}
