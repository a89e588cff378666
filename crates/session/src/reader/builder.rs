//! Lines to records: the part of the index that grows with the file.

use super::damage::{BadRun, recover};
use super::envelope::{Envelope, Field, Scanned, scan};
use super::{shape, sniff};
use crate::bytes::{Line, Segments};
use crate::doctor::{Code, Diagnostic, NAMELESS_HEADER, Place};
use crate::entry::EntryKind;
use crate::ids::NONE;
use crate::json::{Raw, SyntaxError};
use crate::record::Flags;
use crate::table::{Span, Table};
use crate::{EntryIndex, SessionError, text, time};

pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where the header lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeaderRecord {
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) line: u32,
    pub(crate) line_offset: u64,
}

/// What reading gives, before anything is resolved.
#[derive(Debug, Default)]
pub(crate) struct Built {
    pub(crate) table: Table,
    pub(crate) header: Option<HeaderRecord>,
    /// The numbers, among all parsed values, of those that are no entries: headers, scalars.
    /// Version 1 counts them when it names an entry by number.
    pub(crate) gaps: Vec<u32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Default)]
pub(crate) struct Builder {
    built: Built,
    lines: u32,
    parsed: u32,
    /// Entries that stand before the header.
    before_header: usize,
    plain_entries: u32,
    bad_run: Option<BadRun>,
}

impl Builder {
    pub(crate) fn records(&self) -> usize {
        self.built.table.records.len()
    }

    pub(crate) fn line(&mut self, line: &Line<'_>) {
        self.lines = self.lines.saturating_add(1);
        let mut bytes = line.bytes;
        let mut offset = line.offset;
        let place = Place {
            line: self.lines,
            byte_offset: line.offset,
        };
        if offset == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes = &bytes[BYTE_ORDER_MARK.len()..];
            offset = BYTE_ORDER_MARK.len() as u64;
            self.report(place.report(Code::ByteOrderMark, None, None));
        }
        match scan(bytes) {
            Ok(scanned) => {
                self.end_bad_run(false);
                match scanned {
                    Scanned::Record(envelope) => self.record(&envelope, bytes, offset, place),
                    Scanned::Other(value) => {
                        let kind = value.kind().with_article();
                        self.report(place.report(Code::NotAnObject, None, kind.to_owned()));
                        if value.truthy() {
                            self.built.gaps.push(self.parsed);
                            self.parsed += 1;
                        }
                    }
                }
            }
            Err(_) if is_blank(bytes) => {}
            Err(error) => self.damaged(bytes, offset, place, error),
        }
    }

    fn damaged(&mut self, bytes: &[u8], offset: u64, place: Place, error: SyntaxError) {
        let found = recover(bytes);
        if found.is_empty() {
            let extended = self
                .bad_run
                .as_mut()
                .is_some_and(|run| run.extend(place, bytes.len()));
            if !extended {
                self.end_bad_run(false);
                self.bad_run = Some(BadRun::new(place, bytes.len(), error));
            }
            return;
        }
        self.end_bad_run(false);
        let mut lost = 0;
        let mut behind = 0;
        for record in found {
            lost += visible_bytes(&bytes[behind..record.start]);
            behind = record.end;
            let entries = self.built.table.records.len();
            self.record(
                &record.envelope,
                &bytes[record.start..record.end],
                offset + record.start as u64,
                place,
            );
            let entry = (self.built.table.records.len() > entries).then(|| entry_index(entries));
            let detail = format!(
                "a record at byte {} of the line",
                offset - place.byte_offset + record.start as u64 + 1
            );
            self.report(place.report(Code::RecoveredRecord, entry, detail));
        }
        lost += visible_bytes(&bytes[behind..]);
        if lost > 0 {
            let detail = format!("{error}; {lost} of {} bytes are lost", bytes.len());
            self.report(place.report(Code::MalformedLine, None, detail));
        }
    }

    fn end_bad_run(&mut self, last: bool) {
        if let Some(run) = self.bad_run.take() {
            self.report(run.report(last));
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.built.diagnostics.push(diagnostic);
    }

    /// Takes a record in; `bytes` are its line's, or its own if it was recovered.
    fn record(&mut self, envelope: &Envelope<'_>, bytes: &[u8], offset: u64, place: Place) {
        let ordinal = self.parsed;
        self.parsed += 1;
        let (Ok(length), Ok(index)) = (
            u32::try_from(bytes.len()),
            u32::try_from(self.built.table.records.len()),
        ) else {
            let detail = "a record of more than 4 GB".to_owned();
            self.report(place.report(Code::MalformedLine, None, detail));
            self.built.gaps.push(ordinal);
            return;
        };
        let type_name = envelope.field(Field::Type).and_then(Raw::as_str);
        let is_header = type_name.as_deref() == Some("session");
        if envelope.non_ascii && simdutf8::basic::from_utf8(bytes).is_err() {
            let entry = (!is_header).then(|| EntryIndex::new(index));
            self.report(place.report(Code::InvalidUtf8, entry, None));
        }
        if is_header {
            self.built.gaps.push(ordinal);
            self.header(envelope, offset, length, place);
            return;
        }
        let kind = type_name
            .as_deref()
            .map_or(EntryKind::Unknown, EntryKind::of);
        let entry = self
            .built
            .table
            .push(envelope, kind, Span { offset, length }, place);
        let plain = self.built.table.records[entry.get()]
            .flags
            .has(Flags::PLAIN);
        self.plain_entries += u32::from(plain);
        if kind == EntryKind::Unknown {
            let detail = match type_name {
                Some(name) => format!("the type “{}”", text::utf16_prefix(&name, 80)),
                None => "no type".to_owned(),
            };
            self.report(place.report(Code::UnknownType, Some(entry), detail));
        }
        let diagnostics = &mut self.built.diagnostics;
        shape::check(kind, envelope, |found| {
            diagnostics.push(place.report(Code::BadShape, Some(entry), found));
        });
    }

    fn header(&mut self, envelope: &Envelope<'_>, offset: u64, length: u32, place: Place) {
        let has_id = envelope
            .field(Field::Id)
            .is_some_and(|id| id.string_source().is_some());
        if !has_id {
            let detail = NAMELESS_HEADER.to_owned();
            self.report(place.report(Code::BadShape, None, detail));
            return;
        }
        if self.built.header.is_some() {
            self.report(place.report(Code::RepeatedHeader, None, None));
            return;
        }
        self.before_header = self.built.table.records.len();
        if self.parsed > 1 {
            self.report(place.report(Code::HeaderNotFirst, None, None));
        }
        self.built.header = Some(HeaderRecord {
            offset,
            length,
            line: place.line,
            line_offset: place.byte_offset,
        });
    }

    /// Why the bytes are no session, if they are none. To be asked when all lines have come.
    pub(crate) fn refusal(&self, bytes: &Segments) -> Option<SessionError> {
        if self.built.header.is_some() || self.plain_entries > 0 {
            return None;
        }
        Some(sniff::refusal(bytes, self.parsed, self.lines))
    }

    pub(crate) fn finish(mut self) -> Built {
        self.end_bad_run(true);
        let first = Place {
            line: 1,
            byte_offset: 0,
        };
        if self.built.header.is_none() {
            self.report(first.report(Code::MissingHeader, None, None));
        } else {
            for record in &mut self.built.table.records[..self.before_header] {
                let foreign = record.kind == EntryKind::Unknown && record.id == NONE;
                record.flags.set(Flags::FOREIGN, foreign);
            }
            self.disown_foreign();
        }
        self.built
    }

    /// What was said about records that turned out to be no entries belongs to no entry.
    fn disown_foreign(&mut self) {
        let records = &self.built.table.records[..self.before_header];
        for diagnostic in &mut self.built.diagnostics {
            let record = diagnostic.entry.and_then(|entry| records.get(entry.get()));
            if record.is_some_and(|record| record.flags.has(Flags::FOREIGN)) {
                let found = diagnostic.detail.as_deref().unwrap_or("a record");
                let detail = format!("{found}, before the header and without an id: no entry");
                diagnostic.entry = None;
                diagnostic.detail = Some(detail.into_boxed_str());
            }
        }
    }
}

/// Unix milliseconds of a `timestamp`, be it an ISO text or a number.
pub(crate) fn timestamp(value: Raw<'_>) -> Option<f64> {
    match value.as_str() {
        Some(text) => time::parse(&text),
        None => value.as_f64().and_then(time::clip),
    }
}

/// What `line.trim()` leaves nothing of.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    match bytes.first() {
        None => true,
        Some(byte) if byte.is_ascii_graphic() => false,
        Some(_) => text::trim(&String::from_utf8_lossy(bytes)).is_empty(),
    }
}

fn visible_bytes(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}

fn entry_index(records: usize) -> EntryIndex {
    EntryIndex::new(u32::try_from(records).unwrap_or(NONE))
}
