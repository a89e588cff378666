//! The repaired copy of a file: one that Pi opens and reads as we do, with none of the problems that
//! can be mended. What cannot be known, such as a time that is missing, is left as it is.
//!
//! Also what Pi makes of the file as it stands, where that is something else than we make of it.

use std::borrow::Cow;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::doctor::{Code, Diagnostic, NAMELESS_HEADER};
use crate::export::{push_line, with_member};
use crate::ids::{NONE, made_id};
use crate::json::quote_into;
use crate::migrate::Version;
use crate::record::Flags;
use crate::{EntryIndex, Session};

/// A file that was mended, and all that was changed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was changed, in the order of the lines of the file that was read. Empty where there was
    /// nothing to mend: then the bytes are those of [`Session::to_jsonl`].
    pub changes: Vec<Repair>,
}

/// One change that a repair made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What was wrong.
    pub code: Code,
    /// On which line of the file that was read, from 1.
    pub line: Option<u32>,
    /// The line's first byte in that file.
    pub byte_offset: Option<u64>,
    /// The entry, where it belongs to one.
    pub entry: Option<EntryIndex>,
    /// What was done about it, a sentence.
    pub done: &'static str,
}

/// What Pi makes of a file that we read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PiReading {
    /// It opens the file, and shows or sends something else.
    Otherwise,
    /// It opens the file, and looks at some branch of it without end.
    Hangs,
    /// It does not open the file.
    Refuses,
}

impl Code {
    /// What a repair does about a problem of this kind; `None` where there is no mending it.
    pub fn repair(self) -> Option<&'static str> {
        Some(match self {
            Code::MalformedLine => "What is no JSON is left out.",
            Code::TornTail => "The torn last line is left out.",
            Code::ByteOrderMark => "The byte-order mark is left out.",
            Code::InvalidUtf8 => "Each sequence of bytes that is no UTF-8 is written as U+FFFD.",
            Code::NotAnObject => "The line is left out, since it is no entry.",
            Code::MissingId => {
                "The entry is given an id, and the entry before it as its parent where it names none."
            }
            Code::DuplicateId => {
                "The earlier entry is given an id of its own, or left out where both are the same to the byte."
            }
            Code::MissingParent => "The entry is made a root: its parent is null.",
            Code::ParentCycle => {
                "The entry is made a root, which ends the cycle: its parent is null."
            }
            Code::Migrated => "The file is written as version 3.",
            Code::MissingHeader => "A header is written, without a working directory.",
            Code::HeaderNotFirst => "The header is written as the first line.",
            Code::RepeatedHeader => "The later header is left out.",
            Code::RecoveredRecord => "The record is written on a line of its own.",
            _ => return None,
        })
    }

    /// Whether something is wrong with a file of which this is said. That it is of an older version
    /// is said as well, and nothing is wrong with that.
    pub fn is_problem(self) -> bool {
        self != Code::Migrated
    }

    /// What Pi makes of a file with this problem, where that is not what we make of it.
    pub fn in_pi(self) -> Option<(PiReading, &'static str)> {
        Some(match self {
            Code::ByteOrderMark | Code::MissingHeader | Code::HeaderNotFirst => {
                (PiReading::Refuses, "Pi does not open this file.")
            }
            Code::ParentCycle => (
                PiReading::Hangs,
                "Pi goes round this cycle without end when it stands on or below it.",
            ),
            Code::NotAnObject => (
                PiReading::Otherwise,
                "Pi takes any such value but null, false, 0 and an empty text for an entry, and stands nowhere if it comes last.",
            ),
            Code::MissingId => (
                PiReading::Otherwise,
                "Pi shows the entry as a root of its own that nothing can be below.",
            ),
            Code::DuplicateId => (
                PiReading::Otherwise,
                "Pi shows both entries, each with the later one's children.",
            ),
            Code::RecoveredRecord => (
                PiReading::Otherwise,
                "Pi skips the whole line, so that what hangs on the record stands apart.",
            ),
            Code::BadTimestamp => (
                PiReading::Otherwise,
                "Pi may show the entry elsewhere among its siblings.",
            ),
            _ => return None,
        })
    }
}

impl Session {
    /// A copy of the file that Pi opens and that has none of the problems that can be mended. The
    /// tree and the context stay as they are read here; lines without such a problem keep their
    /// bytes. What was appended is in it too.
    ///
    /// ```
    /// # use pi_session::Session;
    /// let torn = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// {"type":"custom","id":"a","parentId":"gone","timestamp":"2026-01-01T00:00:01Z","customType":"x"}
    /// {"type":"mess"#;
    /// let repaired = Session::parse(torn).unwrap().repaired();
    /// let codes: Vec<&str> = repaired.changes.iter().map(|change| change.code.as_str()).collect();
    /// assert_eq!(codes, ["missing-parent", "torn-tail"]);
    /// assert!(Session::parse(&repaired.bytes).unwrap().diagnostics().is_empty());
    /// ```
    pub fn repaired(&self) -> Repaired {
        let changes = self.repairs();
        let bytes = if changes.is_empty() {
            self.to_jsonl()
        } else {
            self.mended()
        };
        Repaired { bytes, changes }
    }

    /// Where Pi would read the file otherwise than it is read here, with what it makes of it, the
    /// worst first. Empty where both read the same.
    ///
    /// ```
    /// # use pi_session::{PiReading, Session};
    /// let marked = b"\xEF\xBB\xBF{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}\n";
    /// let session = Session::parse(marked).unwrap();
    /// let (_, reading, _) = session.read_otherwise_by_pi()[0];
    /// assert_eq!(reading, PiReading::Refuses);
    /// ```
    pub fn read_otherwise_by_pi(&self) -> Vec<(&Diagnostic, PiReading, &'static str)> {
        let mut found: Vec<_> = self
            .diagnostics()
            .iter()
            .filter_map(|diagnostic| {
                let (reading, about) = diagnostic.code.in_pi()?;
                Some((diagnostic, reading, about))
            })
            .collect();
        found.sort_by_key(|&(_, reading, _)| std::cmp::Reverse(reading));
        found
    }

    fn repairs(&self) -> Vec<Repair> {
        let mut repairs: Vec<Repair> = self
            .diagnostics()
            .iter()
            .filter_map(|diagnostic| {
                Some(Repair {
                    code: diagnostic.code,
                    line: diagnostic.line,
                    byte_offset: diagnostic.byte_offset,
                    entry: diagnostic.entry,
                    done: repair(diagnostic)?,
                })
            })
            .collect();
        // Records before the header that are no entries would become some behind it.
        let foreign = self.base().records().iter();
        repairs.extend(
            foreign
                .filter(|record| record.flags.has(Flags::FOREIGN))
                .map(|record| Repair {
                    code: Code::UnknownType,
                    line: Some(record.line),
                    byte_offset: Some(record.line_offset),
                    entry: None,
                    done: "The record, which stands before the header and is no entry, is left out.",
                }),
        );
        repairs.sort_by_key(|repair| (repair.byte_offset, repair.code));
        repairs
    }

    fn mended(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_line(&mut out, &self.own_header());
        let mut made = HashSet::default();
        for entry in self.all_entries(self.base().records().len()) {
            if let Some(line) = self.mended_line(entry, &mut made) {
                out.extend(line.as_ref());
                out.push(b'\n');
            }
        }
        out
    }

    /// The entry's line; `None` where the same line comes again.
    fn mended_line(
        &self,
        entry: EntryIndex,
        made: &mut HashSet<String, FxBuildHasher>,
    ) -> Option<Cow<'_, [u8]>> {
        let base = self.base();
        if entry.get() >= base.read_count() {
            // What was appended is sound, and of version 3.
            return Some(Cow::Borrowed(base.record_bytes(entry)));
        }
        let record = self.record(entry);
        let raw = base.raw(entry).bytes();
        let superseded = record.flags.has(Flags::SUPERSEDED);
        let last = base.find(self.id(entry));
        if superseded && last.is_some_and(|last| base.raw(last).bytes() == raw) {
            return None;
        }
        let gains_id = !record.flags.has(Flags::OWN_ID);
        let migrates = base.version() != Version::Three;
        let loses_parent = record.parent != NONE
            && if superseded {
                record.parent == record.id || base.find(base.id_text(record.parent)).is_none()
            } else {
                self.tree().parent(entry).is_none()
            };
        let is_sound = simdutf8::basic::from_utf8(raw).is_ok();
        if is_sound && !(superseded || gains_id || migrates || loses_parent) {
            return Some(Cow::Borrowed(base.record_bytes(entry)));
        }
        let mut json = self.entry(entry).json();
        if loses_parent {
            json = with_member(&json, "parentId", "null").into();
        }
        if superseded {
            let mut id = String::new();
            quote_into(&self.unused_id(entry, made), &mut id);
            json = with_member(&json, "id", &id).into();
        }
        Some(Cow::Owned(json.into_owned().into_bytes()))
    }

    /// An id that no entry has.
    fn unused_id(&self, entry: EntryIndex, made: &mut HashSet<String, FxBuildHasher>) -> String {
        let mut attempt = 0;
        loop {
            let id = made_id(&self.header().id, entry.raw(), attempt);
            if self.find(&id).is_none() && made.insert(id.clone()) {
                return id;
            }
            attempt += 1;
        }
    }
}

fn repair(diagnostic: &Diagnostic) -> Option<&'static str> {
    if diagnostic.detail.as_deref() == Some(NAMELESS_HEADER) {
        return Some("The header without an id is left out.");
    }
    diagnostic.code.repair()
}
