//! One compact record a line: what the tree, the filters and the doctor need without parsing.

use crate::entry::{EntryKind, Role};
use crate::ids::IdNumber;

/// What the index keeps of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Where the record's first byte lies in the file.
    pub(crate) offset: u64,
    /// Where its line's first byte lies; another place only for a recovered record.
    pub(crate) line_offset: u64,
    /// Bytes, without the line break.
    pub(crate) length: u32,
    /// From 1.
    pub(crate) line: u32,
    pub(crate) id: IdNumber,
    /// The parent's id, [`crate::ids::NONE`] where none is named.
    pub(crate) parent: IdNumber,
    /// Unix milliseconds; not a number where it cannot be read.
    pub(crate) timestamp: f64,
    pub(crate) kind: EntryKind,
    /// [`Role::Unknown`] for anything but a message.
    pub(crate) role: Role,
    pub(crate) flags: Flags,
    /// Where a message's content starts in the record, and how long it is; 0 bytes for none.
    pub(crate) content_start: u32,
    pub(crate) content_length: u32,
}

/// Facts of one bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    /// The content has visible text.
    pub(crate) const TEXT: Flags = Flags(1);
    /// `stopReason` is there and neither `stop` nor `toolUse`.
    pub(crate) const STOPPED_EARLY: Flags = Flags(1 << 1);
    /// The file gives an id.
    pub(crate) const OWN_ID: Flags = Flags(1 << 2);
    /// The file has a `parentId`, be it null.
    pub(crate) const OWN_PARENT: Flags = Flags(1 << 3);
    /// A later entry with the same id took this one's place.
    pub(crate) const SUPERSEDED: Flags = Flags(1 << 4);
    /// There is a `usage` object.
    pub(crate) const USAGE: Flags = Flags(1 << 5);
    /// Plainly an entry of Pi's, even without a header.
    pub(crate) const PLAIN: Flags = Flags(1 << 6);
    /// No entry at all: another record that stands before the header.
    pub(crate) const FOREIGN: Flags = Flags(1 << 7);

    pub(crate) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub(crate) fn set(&mut self, flag: Flags, on: bool) {
        if on {
            self.0 |= flag.0;
        } else {
            self.0 &= !flag.0;
        }
    }
}

impl Record {
    /// Whether the record is a node of the tree.
    pub(crate) fn in_tree(&self) -> bool {
        !self.flags.has(Flags::SUPERSEDED) && !self.flags.has(Flags::FOREIGN)
    }
}
