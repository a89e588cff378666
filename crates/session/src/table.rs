//! The records of a session, with the ids by which they name each other. It grows by a record at a
//! time, be it read from a file or appended later.

use crate::EntryIndex;
use crate::doctor::Place;
use crate::entry::{EntryKind, Role};
use crate::ids::{IdNumber, Ids, NONE};
use crate::json::{Kind, Raw};
use crate::reader::{Envelope, Field, timestamp};
use crate::record::{Flags, Record};

#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) records: Vec<Record>,
    pub(crate) ids: Ids,
    pub(crate) call_ids: Ids,
    /// Tool calls: the assistant's record and the call's id.
    pub(crate) calls: Vec<(u32, IdNumber)>,
    /// Tool results: the result's record and the id of the call that it answers.
    pub(crate) results: Vec<(u32, IdNumber)>,
}

/// Where a record lies, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) offset: u64,
    pub(crate) length: u32,
}

impl Table {
    /// Takes an entry in; its place must be free (below 2^32 entries).
    pub(crate) fn push(
        &mut self,
        envelope: &Envelope<'_>,
        kind: EntryKind,
        span: Span,
        place: Place,
    ) -> EntryIndex {
        let index = u32::try_from(self.records.len()).unwrap_or(NONE);
        let message = &envelope.message;
        let mut flags = Flags::default();
        let id = intern(&mut self.ids, envelope.field(Field::Id));
        let parent = intern(&mut self.ids, envelope.field(Field::ParentId));
        flags.set(Flags::OWN_ID, id != NONE);
        flags.set(Flags::OWN_PARENT, envelope.field(Field::ParentId).is_some());
        let mut role = Role::Unknown;
        if kind == EntryKind::Message {
            let name = message.role.and_then(Raw::as_str);
            role = name.as_deref().map_or(Role::Unknown, Role::of);
            let stop = message.stop_reason.filter(|reason| reason.truthy());
            let stopped_early = stop.is_some_and(|reason| {
                !matches!(reason.as_str().as_deref(), Some("stop" | "toolUse"))
            });
            flags.set(Flags::TEXT, message.has_text);
            flags.set(Flags::STOPPED_EARLY, stopped_early);
            flags.set(Flags::USAGE, message.usage == Some(Kind::Object));
            match role {
                Role::Assistant => {
                    for call in &message.calls {
                        let call = intern(&mut self.call_ids, Some(*call));
                        if call != NONE {
                            self.calls.push((index, call));
                        }
                    }
                }
                Role::ToolResult => {
                    let call = intern(&mut self.call_ids, message.tool_call_id);
                    self.results.push((index, call));
                }
                _ => {}
            }
        }
        let plain = match kind {
            EntryKind::Unknown => false,
            EntryKind::Message => message.role.is_some(),
            _ => id != NONE && flags.has(Flags::OWN_PARENT),
        };
        flags.set(Flags::PLAIN, plain);
        let (content_start, content_end) = message.content_span;
        self.records.push(Record {
            offset: span.offset,
            line_offset: place.byte_offset,
            length: span.length,
            line: place.line,
            id,
            parent,
            timestamp: envelope
                .field(Field::Timestamp)
                .and_then(timestamp)
                .unwrap_or(f64::NAN),
            kind,
            role,
            flags,
            content_start: u32::try_from(content_start).unwrap_or(0),
            content_length: u32::try_from(content_end - content_start).unwrap_or(0),
        });
        EntryIndex::new(index)
    }

    /// Takes the last record away again.
    pub(crate) fn pop(&mut self) -> Option<Record> {
        let record = self.records.pop()?;
        let index = u32::try_from(self.records.len()).unwrap_or(NONE);
        self.calls.truncate(first_from(&self.calls, index));
        self.results.truncate(first_from(&self.results, index));
        if record.id != NONE {
            self.ids.set_record(record.id, NONE);
        }
        Some(record)
    }

    /// The place that a diagnostic about an entry names.
    pub(crate) fn place(&self, entry: EntryIndex) -> Place {
        let record = &self.records[entry.get()];
        Place {
            line: record.line,
            byte_offset: record.line_offset,
        }
    }

    /// The entry with this id.
    pub(crate) fn find(&self, id: &str) -> Option<EntryIndex> {
        EntryIndex::from_raw(self.ids.record(self.ids.number(id)?))
    }
}

fn first_from(list: &[(u32, IdNumber)], index: u32) -> usize {
    list.partition_point(|&(record, _)| record < index)
}

/// The number of an id that can name something (a string that is not empty), else [`NONE`].
fn intern(ids: &mut Ids, id: Option<Raw<'_>>) -> IdNumber {
    id.and_then(Raw::as_str)
        .filter(|id| !id.is_empty())
        .and_then(|id| ids.intern(&id))
        .unwrap_or(NONE)
}
