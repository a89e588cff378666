//! The place of an entry in its session.

/// The place of an entry in its session's index: file order, from 0. It stays the same for the
/// life of a session, and costs nothing to copy, compare and hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryIndex(u32);

impl EntryIndex {
    /// The entry at `index`.
    pub fn new(index: u32) -> Self {
        Self(index)
    }

    /// The index as a number.
    pub fn get(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn raw(self) -> u32 {
        self.0
    }

    pub(crate) fn from_raw(raw: u32) -> Option<Self> {
        (raw != crate::ids::NONE).then_some(Self(raw))
    }
}
