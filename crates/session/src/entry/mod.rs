//! Views of an entry, borrowed from its line: what it holds, whatever its shape.
//!
//! A view parses what it is asked for and nothing else. A field of the wrong type reads as if it
//! were missing; the raw JSON is always there.

mod content;
mod index;
mod kind;
mod message;

use std::borrow::Cow;

pub use content::{Block, Content};
pub use index::EntryIndex;
pub use kind::{EntryKind, Role};
pub use message::{Message, Usage};

use crate::base::Base;
use crate::json::Raw;
use crate::migrate;

/// One entry of a session.
///
/// ```
/// use pi_session::{Session, Content};
/// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
/// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
/// # "#;
/// let session = Session::parse(file).unwrap();
/// let entry = session.entry(session.leaf().unwrap());
/// assert_eq!(entry.id(), "a");
/// assert!(matches!(entry.content(), Content::Text(text) if text == "Hello"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    base: &'a Base,
    index: EntryIndex,
    raw: Raw<'a>,
}

impl<'a> Entry<'a> {
    pub(crate) fn new(base: &'a Base, index: EntryIndex) -> Self {
        Self {
            base,
            index,
            raw: base.raw(index),
        }
    }

    /// The entry's place in the session.
    pub fn index(&self) -> EntryIndex {
        self.index
    }

    /// The entry's id, after migration.
    pub fn id(&self) -> &'a str {
        self.base.id_text(self.base.record(self.index).id)
    }

    /// The id of the entry's parent as the file, or its migration, names it; it need not exist.
    pub fn parent_id(&self) -> Option<&'a str> {
        let parent = self.base.record(self.index).parent;
        (parent != crate::ids::NONE).then(|| self.base.id_text(parent))
    }

    /// The entry's type.
    pub fn kind(&self) -> EntryKind {
        self.base.record(self.index).kind
    }

    /// The type as the file writes it; empty if it has none.
    pub fn type_name(&self) -> Cow<'a, str> {
        self.text("type").unwrap_or_default()
    }

    /// The timestamp as the file writes it.
    pub fn timestamp_text(&self) -> Option<Cow<'a, str>> {
        self.text("timestamp")
    }

    /// The record as it stands in the file.
    pub fn raw(&self) -> Raw<'a> {
        self.raw
    }

    /// The entry's JSON as Pi holds it in memory: the source, or what migration makes of it.
    pub fn json(&self) -> Cow<'a, str> {
        let record = self.base.record(self.index);
        migrate::migrated_json(
            self.raw,
            record,
            self.base.version(),
            &self.base.table().ids,
            || {
                let kept = self.base.first_kept(self.index)?;
                Some(self.base.id_text(self.base.record(kept).id).to_owned())
            },
        )
    }

    /// One of the entry's own fields.
    pub fn field(&self, name: &str) -> Option<Raw<'a>> {
        self.raw.get(name)
    }

    /// One of the entry's own fields, if it is a string.
    pub fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.field(name)?.as_str()
    }

    /// One of the entry's own fields, if it is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.field(name)?.as_f64()
    }

    /// The usage that the entry's message reports, or the entry itself where it is no message.
    pub fn usage(&self) -> Option<Usage> {
        self.message().map_or_else(
            || Usage::of(self.field("usage")?),
            |message| message.usage(),
        )
    }

    /// The message, of a `message` entry that has one.
    pub fn message(&self) -> Option<Message<'a>> {
        if self.kind() != EntryKind::Message {
            return None;
        }
        Some(Message::new(
            self.field("message")?,
            self.base.record(self.index).role,
        ))
    }

    /// The content of a message or custom message.
    pub fn content(&self) -> Content<'a> {
        match self.kind() {
            EntryKind::Message => self
                .message()
                .map_or(Content::Missing, |message| message.content()),
            EntryKind::CustomMessage => Content::of(self.field("content")),
            _ => Content::Missing,
        }
    }
}
