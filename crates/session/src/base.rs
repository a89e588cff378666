//! What a session is made of: the bytes that were read, what was appended to them, and the index
//! over both. The public face of it is [`crate::Session`]; what is wrong with it is found in `check`.

use std::cell::OnceCell;
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::bytes::Segments;
use crate::calls::{Calls, LastCalls, Unmatched};
use crate::doctor::{Code, Diagnostic, Place};
use crate::entry::{EntryKind, Role};
use crate::header::Header;
use crate::ids::{IdNumber, NONE};
use crate::json::Raw;
use crate::migrate::{self, Version};
use crate::reader::{Built, Envelope};
use crate::record::{Flags, Record};
use crate::rows::SearchTexts;
use crate::table::{Span, Table};
use crate::tree::{BrokenLink, Tree};
use crate::{EntryIndex, check, text};

#[derive(Clone, Debug)]
pub(crate) struct Base {
    bytes: Rc<Segments>,
    /// The lines that were appended, without their line breaks; their records follow those read.
    appended: Vec<Rc<str>>,
    table: Table,
    entry_count: usize,
    links: OnceCell<Rc<Links>>,
    labels: Labels,
    name: Option<String>,
    header: Header,
    version: Version,
    /// For version 1: the numbers of parsed values that are no entries.
    gaps: Rc<Vec<u32>>,
    diagnostics: Rc<Vec<Diagnostic>>,
    search_texts: OnceCell<Rc<SearchTexts>>,
}

/// What follows from the records: the tree, and which result answers which call.
#[derive(Debug)]
pub(crate) struct Links {
    tree: Tree,
    calls: Calls,
}

/// What does not link up; only what was read is searched for it.
pub(crate) struct Loose {
    pub(crate) links: Vec<BrokenLink>,
    pub(crate) calls: Unmatched,
}

/// By target: the entry that set its label last, and when it was first set.
type Labels = HashMap<IdNumber, LabelState, FxBuildHasher>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelState {
    pub(crate) entry: EntryIndex,
    /// Orders labels by when they were first set, or set again after they were cleared.
    pub(crate) order: u32,
}

impl Base {
    pub(crate) fn build(bytes: Segments, built: Built) -> Self {
        let Built {
            mut table,
            header: header_record,
            gaps,
            mut diagnostics,
        } = built;
        let (header, version) = Header::read(&bytes, header_record, &mut diagnostics);
        let mut without_id = Vec::new();
        migrate::migrate(
            &mut table.records,
            &mut table.ids,
            version,
            &header.id,
            |index| without_id.push(entry_index(index)),
        );
        for entry in without_id {
            diagnostics.push(
                table
                    .place(entry)
                    .report(Code::MissingId, Some(entry), None),
            );
        }
        let entry_count = name_records(&mut table, &mut diagnostics);
        let (links, loose) = Links::build(&table);
        let mut base = Self {
            bytes: Rc::new(bytes),
            appended: Vec::new(),
            table,
            entry_count,
            links: OnceCell::from(Rc::new(links)),
            labels: HashMap::default(),
            name: None,
            header,
            version,
            gaps: Rc::new(gaps),
            diagnostics: Rc::default(),
            search_texts: OnceCell::new(),
        };
        base.resolve_state();
        check::check(&base, &loose, &mut diagnostics);
        diagnostics.sort_by_key(|diagnostic| (diagnostic.byte_offset, diagnostic.code));
        base.diagnostics = Rc::new(diagnostics);
        base
    }

    /// Takes an entry in behind all others. `line` is its JSON, `envelope` the walk over it.
    /// O(1) but for what follows from all records, which is made again when it is asked for.
    pub(crate) fn append(
        &mut self,
        line: &Rc<str>,
        envelope: &Envelope<'_>,
        kind: EntryKind,
    ) -> EntryIndex {
        let span = Span {
            offset: self.bytes.length(),
            length: u32::try_from(line.len()).unwrap_or(NONE),
        };
        let place = Place {
            line: 0,
            byte_offset: self.bytes.length(),
        };
        let entry = self.table.push(envelope, kind, span, place);
        self.appended.push(Rc::clone(line));
        let record = &mut self.table.records[entry.get()];
        if record.role == Role::HookMessage {
            // A name of version 2; what is appended is version 3.
            record.role = Role::Unknown;
        }
        let id = record.id;
        self.table.ids.set_record(id, entry.raw());
        self.entry_count += 1;
        self.apply_state(entry);
        self.forget_what_follows();
        entry
    }

    /// Takes the last appended entry away again, and gives its line.
    pub(crate) fn pop(&mut self) -> Option<Rc<str>> {
        let line = self.appended.pop()?;
        let record = self.table.pop()?;
        self.entry_count -= 1;
        if matches!(record.kind, EntryKind::Label | EntryKind::SessionInfo) {
            self.resolve_state();
        }
        self.forget_what_follows();
        Some(line)
    }

    fn forget_what_follows(&mut self) {
        self.links = OnceCell::new();
        self.search_texts = OnceCell::new();
    }

    /// Labels and name: the last write wins, empty clears.
    fn resolve_state(&mut self) {
        self.labels.clear();
        self.name = None;
        for index in 0..self.table.records.len() {
            self.apply_state(entry_index(index));
        }
    }

    fn apply_state(&mut self, entry: EntryIndex) {
        let record = self.record(entry);
        if record.flags.has(Flags::FOREIGN) {
            return;
        }
        match record.kind {
            EntryKind::SessionInfo => {
                let name = self.raw(entry).get("name").and_then(Raw::as_str);
                let name = text::trim(name.as_deref().unwrap_or_default()).to_owned();
                self.name = Some(name).filter(|name| !name.is_empty());
            }
            EntryKind::Label => {
                let raw = self.raw(entry);
                let target = raw.get("targetId").and_then(Raw::as_str);
                let Some(target) = target.and_then(|id| self.table.ids.number(&id)) else {
                    return;
                };
                match raw.get("label") {
                    Some(label) if label.string_source().is_some_and(|text| !text.is_empty()) => {
                        let order = self
                            .labels
                            .get(&target)
                            .map_or(entry.raw(), |label| label.order);
                        self.labels.insert(target, LabelState { entry, order });
                    }
                    // What is neither text nor empty is no label, and clears none.
                    Some(label) if label.truthy() => {}
                    _ => {
                        self.labels.remove(&target);
                    }
                }
            }
            _ => {}
        }
    }

    /// The entry from which a compaction keeps; itself where it keeps nothing.
    pub(crate) fn first_kept(&self, compaction: EntryIndex) -> Option<EntryIndex> {
        let raw = self.raw(compaction);
        if self.version == Version::One
            && let Some(number) = raw.get("firstKeptEntryIndex").and_then(Raw::as_f64)
        {
            // Migration goes from the first entry to the last: a later one has no id yet.
            return self.numbered(number).filter(|kept| *kept <= compaction);
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
        let record = self.table.records.get(index as usize)?;
        record.in_tree().then(|| EntryIndex::new(index))
    }

    pub(crate) fn find(&self, id: &str) -> Option<EntryIndex> {
        self.table.find(id)
    }

    /// The last entry of all: where a session stands when it is opened.
    pub(crate) fn last_entry(&self) -> Option<EntryIndex> {
        self.table
            .records
            .iter()
            .rposition(|record| !record.flags.has(Flags::FOREIGN))
            .map(entry_index)
    }

    /// How many records were read; those behind them were appended.
    pub(crate) fn read_count(&self) -> usize {
        self.table.records.len() - self.appended.len()
    }

    /// The record as it stands in the file, or as it was appended.
    pub(crate) fn raw(&self, index: EntryIndex) -> Raw<'_> {
        Raw::validated(self.record_bytes(index).trim_ascii())
    }

    /// The record's bytes as they came, white space around it included.
    pub(crate) fn record_bytes(&self, index: EntryIndex) -> &[u8] {
        if let Some(appended) = index.get().checked_sub(self.read_count()) {
            return self.appended[appended].as_bytes();
        }
        let record = self.record(index);
        self.bytes.slice(record.offset, record.length)
    }

    /// The content of a message, without a walk over the rest of its record.
    pub(crate) fn message_content(&self, index: EntryIndex) -> Option<Raw<'_>> {
        let record = self.record(index);
        let start = record.content_start as usize;
        let end = start + record.content_length as usize;
        let content = self.record_bytes(index).get(start..end)?;
        (!content.is_empty()).then(|| Raw::validated(content))
    }

    pub(crate) fn bytes(&self) -> &Segments {
        &self.bytes
    }

    pub(crate) fn appended(&self) -> &[Rc<str>] {
        &self.appended
    }

    pub(crate) fn record(&self, index: EntryIndex) -> &Record {
        &self.table.records[index.get()]
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.table.records
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn entry_count(&self) -> usize {
        self.entry_count
    }

    pub(crate) fn id_text(&self, number: IdNumber) -> &str {
        if number == NONE {
            ""
        } else {
            self.table.ids.text(number)
        }
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn links(&self) -> &Links {
        self.links
            .get_or_init(|| Rc::new(Links::build(&self.table).0))
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.links().tree
    }

    pub(crate) fn calls(&self) -> &Calls {
        &self.links().calls
    }

    /// By call id: the entry with such a call for which `place` is greatest.
    pub(crate) fn last_calls(&self, place: impl Fn(EntryIndex) -> Option<u32>) -> LastCalls {
        Calls::last_by_id(&self.table.calls, place)
    }

    /// The state of the label that the entry with this id has.
    pub(crate) fn label(&self, id: IdNumber) -> Option<LabelState> {
        self.labels.get(&id).copied()
    }

    pub(crate) fn search_texts(&self) -> &SearchTexts {
        self.search_texts
            .get_or_init(|| Rc::new(SearchTexts::new(self)))
    }
}

impl Links {
    fn build(table: &Table) -> (Self, Loose) {
        let (tree, broken) = Tree::build(&table.records, &table.ids);
        let goes_on = later_turns(&tree, &table.records);
        let (calls, unmatched) = Calls::join(
            &tree,
            &table.calls,
            &table.results,
            table.call_ids.len(),
            |index| goes_on[index.get()],
        );
        let loose = Loose {
            links: broken,
            calls: unmatched,
        };
        (Self { tree, calls }, loose)
    }
}

/// Lets each id name its last record; gives the number of distinct ids.
fn name_records(table: &mut Table, diagnostics: &mut Vec<Diagnostic>) -> usize {
    let mut count = 0;
    for index in 0..table.records.len() {
        let record = &table.records[index];
        if record.flags.has(Flags::FOREIGN) || record.id == NONE {
            continue;
        }
        let line = record.line;
        let before = table.ids.set_record(record.id, entry_index(index).raw());
        let Some(before) = EntryIndex::from_raw(before) else {
            count += 1;
            continue;
        };
        let earlier = &mut table.records[before.get()];
        earlier.flags.set(Flags::SUPERSEDED, true);
        let id = text::utf16_prefix(table.ids.text(earlier.id), 80);
        let detail = format!("the id “{id}”, again on line {line}");
        diagnostics.push(
            table
                .place(before)
                .report(Code::DuplicateId, Some(before), detail),
        );
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

fn entry_index(index: usize) -> EntryIndex {
    EntryIndex::new(u32::try_from(index).unwrap_or(NONE))
}
