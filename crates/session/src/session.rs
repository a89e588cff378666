//! A session: its bytes and their index, immutable and cheap to clone, with a leaf of its own.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::append::History;
use crate::base::Base;
use crate::bytes::Segments;
use crate::calls::LastCalls;
use crate::doctor::Diagnostic;
use crate::entry::{Entry, EntryKind, Role};
use crate::header::Header;
use crate::ids::NONE;
use crate::reader::Built;
use crate::record::Record;
use crate::rows::Flattened;
use crate::tree::Tree;
use crate::{EntryIndex, SessionError, SessionReader};

/// A session that has been read.
///
/// Cloning shares everything. Moving the leaf gives another session over the same bytes, so two of
/// them are equal when they share their bytes and stand at the same leaf.
///
/// ```
/// use pi_session::Session;
/// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
/// {"type":"session_info","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","name":"Fix the salt"}
/// "#).unwrap();
/// assert_eq!(session.name(), Some("Fix the salt"));
/// assert_eq!(session.leaf().map(|leaf| session.id(leaf)), Some("a"));
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    base: Rc<Base>,
    overlay: Rc<Overlay>,
    history: Rc<History>,
}

/// What stands on top of what was read: the leaf, and what follows from it.
#[derive(Debug, Default)]
struct Overlay {
    leaf: Option<EntryIndex>,
    flattened: OnceCell<Flattened>,
    last_calls: OnceCell<LastCalls>,
}

impl Overlay {
    fn at(leaf: Option<EntryIndex>) -> Rc<Self> {
        Rc::new(Self {
            leaf,
            ..Self::default()
        })
    }
}

/// Where an entry lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, from 1.
    pub line: u32,
    /// The entry's first byte.
    pub byte_offset: u64,
    /// Bytes, without the line break.
    pub byte_length: u64,
}

/// A label as it stands after all changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The label, never empty.
    pub text: String,
    /// When it was last set, in Unix milliseconds.
    pub timestamp: Option<f64>,
    /// The `label` entry that set it last.
    pub entry: EntryIndex,
}

impl Session {
    /// Reads a whole file.
    ///
    /// # Errors
    /// When the bytes are no Pi session; see [`SessionReader::finish`].
    pub fn parse(bytes: &[u8]) -> Result<Self, SessionError> {
        let mut reader = SessionReader::with_size_hint(bytes.len() as u64);
        reader.push(bytes);
        reader.finish()
    }

    pub(crate) fn build(bytes: Segments, built: Built) -> Self {
        let base = Base::build(bytes, built);
        let leaf = base.last_entry();
        Self {
            base: Rc::new(base),
            overlay: Overlay::at(leaf),
            history: Rc::default(),
        }
    }

    /// What an operation changes. Copies what others hold.
    pub(crate) fn parts_mut(&mut self) -> (&mut Base, &mut History) {
        (
            Rc::make_mut(&mut self.base),
            Rc::make_mut(&mut self.history),
        )
    }

    pub(crate) fn stand_at(&mut self, leaf: Option<EntryIndex>) {
        self.overlay = Overlay::at(leaf);
    }

    pub(crate) fn base(&self) -> &Base {
        &self.base
    }

    /// The tree's rows in order, before any filter.
    pub(crate) fn flattened(&self) -> &Flattened {
        self.overlay
            .flattened
            .get_or_init(|| Flattened::new(self.base.tree(), self.overlay.leaf))
    }

    /// By call id: the last call in the order of the rows.
    pub(crate) fn last_calls(&self) -> &LastCalls {
        self.overlay.last_calls.get_or_init(|| {
            let flattened = self.flattened();
            self.base.last_calls(|entry| {
                let in_tree = self.record(entry).in_tree();
                in_tree.then(|| flattened.place(entry))
            })
        })
    }

    /// Whether both share their bytes and stand at the same leaf.
    pub fn ptr_eq(&self, other: &Session) -> bool {
        Rc::ptr_eq(&self.base, &other.base) && self.overlay.leaf == other.overlay.leaf
    }

    /// The header, empty where the file has none.
    pub fn header(&self) -> &Header {
        self.base.header()
    }

    /// The name that the last `session_info` gives.
    pub fn name(&self) -> Option<&str> {
        self.base.name()
    }

    /// The length of the file in bytes.
    pub fn byte_len(&self) -> u64 {
        self.base.bytes().length()
    }

    /// The file's bytes, in pieces, exactly as they came.
    pub fn source(&self) -> impl Iterator<Item = &[u8]> {
        self.base.bytes().iter()
    }

    /// How many entries there are; of several with one id the last counts.
    pub fn entry_count(&self) -> usize {
        self.base.entry_count()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.base.entry_count() == 0
    }

    /// The entries in file order; of several with one id the last.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = EntryIndex> {
        let count = u32::try_from(self.base.records().len()).unwrap_or(NONE);
        (0..count)
            .filter(|&index| self.base.records()[index as usize].in_tree())
            .map(EntryIndex::new)
    }

    /// The entry with this id. O(1).
    pub fn find(&self, id: &str) -> Option<EntryIndex> {
        self.base.find(id)
    }

    /// The entry's id. O(1).
    pub fn id(&self, index: EntryIndex) -> &str {
        self.base.id_text(self.record(index).id)
    }

    /// The entry, parsed as far as it is looked at.
    pub fn entry(&self, index: EntryIndex) -> Entry<'_> {
        Entry::new(&self.base, index)
    }

    /// The entry's type. O(1).
    pub fn kind(&self, index: EntryIndex) -> EntryKind {
        self.record(index).kind
    }

    /// Who speaks, for a message. O(1).
    pub fn role(&self, index: EntryIndex) -> Option<Role> {
        let record = self.record(index);
        (record.kind == EntryKind::Message).then_some(record.role)
    }

    /// When the entry was written, in Unix milliseconds; `None` where that cannot be read. O(1).
    pub fn timestamp(&self, index: EntryIndex) -> Option<f64> {
        Some(self.record(index).timestamp).filter(|time| !time.is_nan())
    }

    /// Where the entry lies in the file; an appended one is on line 0, behind the last byte. O(1).
    pub fn location(&self, index: EntryIndex) -> Location {
        let record = self.record(index);
        Location {
            line: record.line,
            byte_offset: record.offset,
            byte_length: u64::from(record.length),
        }
    }

    /// The entries that were appended since the file was read, oldest first.
    pub fn appended(&self) -> impl DoubleEndedIterator<Item = EntryIndex> {
        let first = u32::try_from(self.base.read_count()).unwrap_or(NONE);
        let end = u32::try_from(self.base.records().len()).unwrap_or(NONE);
        (first..end).map(EntryIndex::new)
    }

    /// Whether [`Session::undo`] has something to take back.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether [`Session::redo`] has something to append again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Where the session stands: the last entry of the file, until it is moved.
    pub fn leaf(&self) -> Option<EntryIndex> {
        self.overlay.leaf
    }

    /// The same session standing at another leaf; `None` is before the first entry.
    #[must_use]
    pub fn with_leaf(&self, leaf: Option<EntryIndex>) -> Self {
        if leaf == self.overlay.leaf {
            return self.clone();
        }
        Self {
            overlay: Overlay::at(leaf),
            ..self.clone()
        }
    }

    /// The tree of the entries.
    pub fn tree(&self) -> &Tree {
        self.base.tree()
    }

    /// The entry's label, if it has one. O(1).
    pub fn label(&self, index: EntryIndex) -> Option<Label> {
        let label = self.base.label(self.record(index).id)?.entry;
        Some(Label {
            text: self.entry(label).text("label")?.into_owned(),
            timestamp: self.timestamp(label),
            entry: label,
        })
    }

    /// The assistant entry whose tool call this result answers: the nearest earlier call with its
    /// id on its branch that no other result answers.
    pub fn call_of(&self, result: EntryIndex) -> Option<EntryIndex> {
        self.base.calls().answered(result)
    }

    /// The problems of the file, in the order of its lines.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.base.diagnostics()
    }

    pub(crate) fn record(&self, index: EntryIndex) -> &Record {
        &self.base.records()[index.get()]
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.ptr_eq(other)
    }
}

impl Eq for Session {}
