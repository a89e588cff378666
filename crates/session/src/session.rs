//! A session: its bytes and their index, immutable and cheap to clone, with a leaf of its own.

use std::cell::OnceCell;
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::bytes::Segments;
use crate::calls::{Calls, LastCalls};
use crate::doctor::{Code, Diagnostic, Place};
use crate::entry::{Entry, EntryKind, Role};
use crate::header::Header;
use crate::ids::{IdNumber, Ids, NONE};
use crate::json::Raw;
use crate::migrate::{self, Version};
use crate::reader::Built;
use crate::record::{Flags, Record};
use crate::rows::{Flattened, SearchTexts};
use crate::tree::{BrokenLink, Tree};
use crate::{EntryIndex, SessionError, SessionReader, text};

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
}

/// What was read: never changes.
#[derive(Debug)]
pub(crate) struct Base {
    bytes: Segments,
    records: Vec<Record>,
    ids: Ids,
    entry_count: usize,
    tree: Tree,
    calls: Calls,
    labels: HashMap<IdNumber, u32, FxBuildHasher>,
    name: Option<String>,
    header: Header,
    version: Version,
    /// For version 1: the numbers of parsed values that are no entries.
    gaps: Vec<u32>,
    diagnostics: Vec<Diagnostic>,
    search_texts: OnceCell<SearchTexts>,
}

/// What stands on top of what was read: the leaf, and what follows from it.
#[derive(Debug)]
struct Overlay {
    leaf: Option<EntryIndex>,
    flattened: OnceCell<Flattened>,
    last_calls: OnceCell<LastCalls>,
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
            overlay: Rc::new(Overlay {
                leaf,
                flattened: OnceCell::new(),
                last_calls: OnceCell::new(),
            }),
        }
    }

    pub(crate) fn base(&self) -> &Base {
        &self.base
    }

    /// The tree's rows in order, before any filter.
    pub(crate) fn flattened(&self) -> &Flattened {
        self.overlay
            .flattened
            .get_or_init(|| Flattened::new(&self.base.tree, self.overlay.leaf))
    }

    /// By call id: the last call in the order of the rows.
    pub(crate) fn last_calls(&self) -> &LastCalls {
        self.overlay.last_calls.get_or_init(|| {
            let flattened = self.flattened();
            self.base.calls.last_by_id(|entry| {
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
        &self.base.header
    }

    /// The name that the last `session_info` gives.
    pub fn name(&self) -> Option<&str> {
        self.base.name.as_deref()
    }

    /// The length of the file in bytes.
    pub fn byte_len(&self) -> u64 {
        self.base.bytes.length()
    }

    /// The file's bytes, in pieces, exactly as they came.
    pub fn source(&self) -> impl Iterator<Item = &[u8]> {
        self.base.bytes.iter()
    }

    /// How many entries there are; of several with one id the last counts.
    pub fn entry_count(&self) -> usize {
        self.base.entry_count
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.base.entry_count == 0
    }

    /// The entries in file order; of several with one id the last.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = EntryIndex> {
        let count = u32::try_from(self.base.records.len()).unwrap_or(NONE);
        (0..count)
            .filter(|&index| self.base.records[index as usize].in_tree())
            .map(EntryIndex::new)
    }

    /// The entry with this id. O(1).
    pub fn find(&self, id: &str) -> Option<EntryIndex> {
        let number = self.base.ids.number(id)?;
        EntryIndex::from_raw(self.base.ids.record(number))
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

    /// Where the entry lies in the file. O(1).
    pub fn location(&self, index: EntryIndex) -> Location {
        let record = self.record(index);
        Location {
            line: record.line,
            byte_offset: record.offset,
            byte_length: u64::from(record.length),
        }
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
            base: Rc::clone(&self.base),
            overlay: Rc::new(Overlay {
                leaf,
                flattened: OnceCell::new(),
                last_calls: OnceCell::new(),
            }),
        }
    }

    /// The tree of the entries.
    pub fn tree(&self) -> &Tree {
        &self.base.tree
    }

    /// The entry's label, if it has one. O(1).
    pub fn label(&self, index: EntryIndex) -> Option<Label> {
        let &label = self.base.labels.get(&self.record(index).id)?;
        let label = EntryIndex::new(label);
        Some(Label {
            text: self.entry(label).text("label")?.into_owned(),
            timestamp: self.timestamp(label),
            entry: label,
        })
    }

    /// The assistant entry whose tool call this result answers: the nearest earlier call with its
    /// id on its branch that no other result answers.
    pub fn call_of(&self, result: EntryIndex) -> Option<EntryIndex> {
        self.base.calls.answered(result)
    }

    /// The problems of the file, in the order of its lines.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.base.diagnostics
    }

    pub(crate) fn record(&self, index: EntryIndex) -> &Record {
        &self.base.records[index.get()]
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.ptr_eq(other)
    }
}

impl Eq for Session {}

impl Base {
    fn build(bytes: Segments, built: Built) -> Self {
        let Built {
            mut records,
            mut ids,
            header: header_record,
            gaps,
            call_ids,
            calls,
            results,
            mut diagnostics,
        } = built;
        let (header, version) = Header::read(&bytes, header_record, &mut diagnostics);
        migrate::migrate(&mut records, &mut ids, version, &header.id, |index| {
            let record_index = EntryIndex::new(u32::try_from(index).unwrap_or(NONE));
            diagnostics.push(Diagnostic {
                code: Code::MissingId,
                line: None,
                byte_offset: None,
                entry: Some(record_index),
                detail: None,
            });
        });
        for diagnostic in &mut diagnostics {
            if let (None, Some(entry)) = (diagnostic.line, diagnostic.entry) {
                let record = &records[entry.get()];
                diagnostic.line = Some(record.line);
                diagnostic.byte_offset = Some(record.line_offset);
            }
        }
        let entry_count = name_records(&mut records, &mut ids, &mut diagnostics);
        let (tree, broken) = Tree::build(&records, &ids);
        let goes_on = later_turns(&tree, &records);
        let (calls, unmatched) = Calls::join(&tree, calls, &results, call_ids.len(), |index| {
            goes_on[index.get()]
        });
        let mut base = Self {
            bytes,
            records,
            ids,
            entry_count,
            tree,
            calls,
            labels: HashMap::default(),
            name: None,
            header,
            version,
            gaps,
            diagnostics,
            search_texts: OnceCell::new(),
        };
        for link in broken {
            let (code, index) = match link {
                BrokenLink::Missing(index) => (Code::MissingParent, index),
                BrokenLink::Cycle(index) => (Code::ParentCycle, index),
            };
            let parent = base.ids.text(base.records[index.get()].parent);
            let detail = format!("the parent “{}”", text::utf16_prefix(parent, 80));
            base.report(code, index, Some(detail));
        }
        for index in unmatched.orphan_results {
            base.report(Code::OrphanToolResult, index, None);
        }
        for index in unmatched.unanswered {
            base.report(Code::UnansweredToolCall, index, None);
        }
        base.resolve_state();
        base.check_references();
        base.diagnostics
            .sort_by_key(|diagnostic| (diagnostic.byte_offset, diagnostic.code));
        base
    }

    pub(crate) fn report(&mut self, code: Code, index: EntryIndex, detail: Option<String>) {
        let record = &self.records[index.get()];
        let place = Place {
            line: record.line,
            byte_offset: record.line_offset,
        };
        self.diagnostics
            .push(place.report(code, Some(index), detail));
    }

    /// Labels and name: the last write wins, empty clears.
    fn resolve_state(&mut self) {
        for index in 0..self.records.len() {
            let record = &self.records[index];
            if record.flags.has(Flags::FOREIGN) {
                continue;
            }
            let raw_index = u32::try_from(index).unwrap_or(NONE);
            let raw = self.raw(EntryIndex::new(raw_index));
            match record.kind {
                EntryKind::SessionInfo => {
                    let name = raw.get("name").and_then(Raw::as_str).unwrap_or_default();
                    let name = text::trim(&name);
                    self.name = (!name.is_empty()).then(|| name.to_owned());
                }
                EntryKind::Label => {
                    let target = raw.get("targetId").and_then(Raw::as_str);
                    let Some(target) = target.and_then(|id| self.ids.number(&id)) else {
                        continue;
                    };
                    match raw.get("label") {
                        Some(label) if label.string_source().is_some_and(|s| !s.is_empty()) => {
                            self.labels.insert(target, raw_index);
                        }
                        Some(label) if label.truthy() => {}
                        _ => {
                            self.labels.remove(&target);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Says what refers to entries that are not there, and what lacks its figures.
    fn check_references(&mut self) {
        for index in 0..self.records.len() {
            let record = &self.records[index];
            let entry = EntryIndex::new(u32::try_from(index).unwrap_or(NONE));
            if !record.in_tree() {
                continue;
            }
            if record.timestamp.is_nan() {
                let found = self.raw(entry).get("timestamp");
                let detail = found.map(|value| text::utf16_prefix(&value.text(), 80));
                self.report(Code::BadTimestamp, entry, detail);
            }
            let record = &self.records[index];
            match record.kind {
                EntryKind::Label | EntryKind::ContextEdit => {
                    let target = self.raw(entry).get("targetId").and_then(Raw::as_str);
                    let found = target.as_deref().and_then(|id| self.find(id));
                    if let (Some(target), None) = (target, found) {
                        let detail = format!("the target “{}”", text::utf16_prefix(&target, 80));
                        self.report(Code::MissingTarget, entry, Some(detail));
                    }
                }
                EntryKind::Compaction => {
                    let kept = self.first_kept(entry);
                    let on_path = kept.is_some_and(|kept| self.tree.is_ancestor(kept, entry));
                    if !on_path {
                        self.report(Code::MissingFirstKept, entry, None);
                    }
                }
                EntryKind::Message => {
                    let flags = record.flags;
                    match record.role {
                        Role::Assistant if !flags.has(Flags::USAGE) => {
                            self.report(Code::MissingUsage, entry, None);
                        }
                        Role::Unknown => {
                            let message = self.raw(entry).get("message");
                            if let Some(role) =
                                message.and_then(|m| m.get("role")).and_then(Raw::as_str)
                            {
                                let role = text::utf16_prefix(&role, 80);
                                let detail = format!("the role “{role}”");
                                self.report(Code::UnknownRole, entry, Some(detail));
                            }
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// The entry from which a compaction keeps; itself where it keeps nothing.
    pub(crate) fn first_kept(&self, compaction: EntryIndex) -> Option<EntryIndex> {
        let raw = self.raw(compaction);
        if self.version == Version::One
            && let Some(number) = raw.get("firstKeptEntryIndex").and_then(Raw::as_f64)
        {
            return self.numbered(number);
        }
        self.find(&raw.get("firstKeptEntryId").and_then(Raw::as_str)?)
    }

    /// The entry that version 1 calls by this number, counting every parsed value.
    fn numbered(&self, number: f64) -> Option<EntryIndex> {
        if number.fract() != 0.0 || !(0.0..f64::from(NONE)).contains(&number) {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked above"
        )]
        let number = number as u32;
        let gaps = self.gaps.partition_point(|&gap| gap < number);
        if self.gaps.get(gaps) == Some(&number) {
            return None;
        }
        let index = number - u32::try_from(gaps).unwrap_or(number);
        let record = self.records.get(index as usize)?;
        record.in_tree().then(|| EntryIndex::new(index))
    }

    fn find(&self, id: &str) -> Option<EntryIndex> {
        EntryIndex::from_raw(self.ids.record(self.ids.number(id)?))
    }

    fn last_entry(&self) -> Option<EntryIndex> {
        let last = self
            .records
            .iter()
            .rposition(|record| !record.flags.has(Flags::FOREIGN))?;
        Some(EntryIndex::new(u32::try_from(last).ok()?))
    }

    /// The record as it stands in the file.
    pub(crate) fn raw(&self, index: EntryIndex) -> Raw<'_> {
        let record = &self.records[index.get()];
        let bytes = self.bytes.slice(record.offset, record.length);
        Raw::validated(bytes.trim_ascii())
    }

    /// The content of a message, without a walk over the rest of its record.
    pub(crate) fn message_content(&self, index: EntryIndex) -> Option<Raw<'_>> {
        let record = &self.records[index.get()];
        let start = record.offset + u64::from(record.content_start);
        let content = self.bytes.slice(start, record.content_length);
        (!content.is_empty()).then(|| Raw::validated(content))
    }

    pub(crate) fn record(&self, index: EntryIndex) -> &Record {
        &self.records[index.get()]
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(crate) fn ids(&self) -> &Ids {
        &self.ids
    }

    pub(crate) fn id_text(&self, number: IdNumber) -> &str {
        if number == NONE {
            ""
        } else {
            self.ids.text(number)
        }
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Whether the entry with this id has a label.
    pub(crate) fn labels(&self, id: IdNumber) -> bool {
        self.labels.contains_key(&id)
    }

    pub(crate) fn search_texts(&self) -> &SearchTexts {
        self.search_texts.get_or_init(|| SearchTexts::new(self))
    }
}

/// Lets each id name its last record; gives the number of distinct ids.
fn name_records(records: &mut [Record], ids: &mut Ids, diagnostics: &mut Vec<Diagnostic>) -> usize {
    let mut count = 0;
    for index in 0..records.len() {
        let record = &records[index];
        if record.flags.has(Flags::FOREIGN) || record.id == NONE {
            continue;
        }
        let raw = u32::try_from(index).unwrap_or(NONE);
        let before = ids.set_record(record.id, raw);
        if before == NONE {
            count += 1;
            continue;
        }
        let earlier = &mut records[before as usize];
        earlier.flags.set(Flags::SUPERSEDED, true);
        let place = Place {
            line: earlier.line,
            byte_offset: earlier.line_offset,
        };
        let id = text::utf16_prefix(ids.text(earlier.id), 80);
        let detail = format!("the id “{id}”, again on line {}", records[index].line);
        diagnostics.push(place.report(Code::DuplicateId, Some(EntryIndex::new(before)), detail));
    }
    count
}

/// By entry: whether a later turn follows it, so that a call without a result will get none.
fn later_turns(tree: &Tree, records: &[Record]) -> Vec<bool> {
    let mut follows = vec![false; records.len()];
    for &index in tree.order().iter().rev() {
        let turn = matches!(records[index.get()].role, Role::User | Role::Assistant);
        if let Some(parent) = tree.parent(index) {
            follows[parent.get()] |= turn || follows[index.get()];
        }
    }
    follows
}
