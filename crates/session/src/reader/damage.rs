//! Damaged lines: whole records glued behind torn ones, and runs of lines that are one record
//! broken by raw line breaks.

use memchr::memmem;

use super::envelope::{Envelope, Field, scan_record};
use crate::doctor::{Code, Diagnostic, Place};
use crate::entry::EntryKind;
use crate::json::{Scanner, SyntaxError};

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
            Ok(envelope) if is_whole_record(&envelope) => {
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

fn is_whole_record(envelope: &Envelope<'_>) -> bool {
    let Some(kind) = envelope.field(Field::Type).and_then(|kind| kind.as_str()) else {
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

    /// Takes the next line in, if the run can be one broken record.
    pub(super) fn extend(&mut self, place: Place, bytes: usize) -> bool {
        let extends = self.error.is_torn() && place.line == self.last_line + 1;
        if extends {
            self.last_line = place.line;
            self.bytes += bytes as u64 + 1;
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
            format!("{} ({bytes} bytes)", self.error)
        } else {
            format!(
                "{}; lines {} to {} ({bytes} bytes) read like one record broken by raw line breaks",
                self.error, self.first.line, self.last_line
            )
        };
        self.first.report(code, None, detail)
    }
}
