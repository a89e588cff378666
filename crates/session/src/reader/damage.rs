//! Damaged lines: whole records glued behind torn ones, and runs of lines that are one record
//! broken by raw line breaks.

use memchr::memmem;

use super::envelope::{Envelope, Field, scan_record};
use crate::doctor::{Code, Diagnostic, Place};
use crate::entry::EntryKind;
use crate::json::{Raw, Scanner, SyntaxError};

/// How many times its length a damaged line may be walked in search of records, so that a line
/// made of beginnings cannot take quadratic time.
const WALKS: usize = 8;

/// A whole record found in a damaged line.
pub(super) struct Recovered<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) envelope: Box<Envelope<'a>>,
}

/// The whole records in a damaged line. O(line).
pub(super) fn recover(line: &[u8]) -> Vec<Recovered<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut budget = line.len().saturating_mul(WALKS);
    for start in memmem::find_iter(line, b"{\"type\"") {
        if start < from {
            continue;
        }
        let mut scanner = Scanner::new(&line[start..]);
        let result = scan_record(&mut scanner);
        match result {
            Ok(envelope)
                if is_whole_record(&envelope)
                    && stands_alone(line, start, start + scanner.at()) =>
            {
                let end = start + scanner.at();
                from = end;
                found.push(Recovered {
                    start,
                    end,
                    envelope,
                });
            }
            _ => {}
        }
        match budget.checked_sub(scanner.at()) {
            Some(left) => budget = left,
            None => break,
        }
    }
    found
}

/// The session header in a damaged line, if one was recovered from it. O(line).
pub(crate) fn recovered_header(line: &[u8]) -> Option<Raw<'_>> {
    let found = recover(line).into_iter().find(|record| {
        let kind = record.envelope.field(Field::Type).and_then(Raw::as_str);
        kind.as_deref() == Some("session")
    })?;
    Raw::parse(line.get(found.start..found.end)?)
}

/// Whether a record in a damaged line is one of the file's, not a value inside a torn one, such as
/// an entry of another session that a tool result carries: a value has a comma or a closing
/// bracket behind it.
fn stands_alone(line: &[u8], start: usize, end: usize) -> bool {
    let something = |byte: &&u8| !byte.is_ascii_whitespace() && **byte != 0;
    let before = line[..start].iter().find(something);
    let behind = line[end..].iter().find(something);
    before.is_none() || !matches!(behind, Some(b',' | b']' | b'}'))
}

fn is_whole_record(envelope: &Envelope<'_>) -> bool {
    let Some(kind) = envelope.field(Field::Type).and_then(Raw::as_str) else {
        return false;
    };
    let has_id = envelope
        .field(Field::Id)
        .is_some_and(|id| id.string_source().is_some());
    match EntryKind::of(&kind) {
        EntryKind::Unknown => kind == "session" && has_id,
        EntryKind::Message => envelope.message.role.is_some(),
        _ => has_id || envelope.field(Field::Timestamp).is_some(),
    }
}

/// Bad lines that stand together. A record with a raw line break in a string is several of them.
#[derive(Debug)]
pub(super) struct BadRun {
    first: Place,
    last_line: u32,
    bytes: u64,
    error: SyntaxError,
}

impl BadRun {
    pub(super) fn new(place: Place, bytes: usize, error: SyntaxError) -> Self {
        Self {
            first: place,
            last_line: place.line,
            bytes: bytes as u64,
            error,
        }
    }

    /// Takes the next bad line in, if the run can be one broken record; blank lines between them
    /// are part of it.
    pub(super) fn extend(&mut self, place: Place, bytes: usize) -> bool {
        let extends = self.error.is_torn();
        if extends {
            self.last_line = place.line;
            self.bytes = place.byte_offset - self.first.byte_offset + bytes as u64;
        }
        extends
    }

    /// What to say about the run; `last` when no other line follows it.
    pub(super) fn report(self, last: bool) -> Diagnostic {
        let bytes = self.bytes;
        let code = if last {
            Code::TornTail
        } else {
            Code::MalformedLine
        };
        let detail = if self.last_line == self.first.line {
            let unit = if bytes == 1 { "byte" } else { "bytes" };
            format!("{} ({bytes} {unit})", self.error)
        } else {
            format!(
                "{}; lines {} to {} ({bytes} bytes) read like one record broken by raw line breaks",
                self.error, self.first.line, self.last_line
            )
        };
        self.first.report(code, None, detail)
    }
}
