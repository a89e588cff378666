//! Operations on a session, picked by numbers, and what holds after each. Nothing here makes
//! numbers, so that the property tests and the fuzz target `operations` try the same.

#![allow(
    unreachable_pub,
    reason = "the crate of the fuzz targets includes this file"
)]

use std::fmt::Write as _;

use pi_session::json::Raw;
use pi_session::{
    EntryIndex, EntryKind, ErrorCode, Filter, NewSession, RowQuery, Scope, Session, SessionError,
    Stamps, SummaryFields,
};

/// What can be done to a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Message,
    ThinkingLevel,
    Model,
    Usage,
    Compaction,
    Custom,
    CustomMessage,
    Info,
    ContextEdit,
    Label,
    BranchWithSummary,
    Branch,
    ResetLeaf,
    Undo,
    Redo,
    Branched,
    Fork,
}

use Operation as O;

const OPERATIONS: [Operation; 24] = [
    O::Message,
    O::Message,
    O::Message,
    O::ThinkingLevel,
    O::Model,
    O::Usage,
    O::Compaction,
    O::Custom,
    O::CustomMessage,
    O::Info,
    O::ContextEdit,
    O::ContextEdit,
    O::Label,
    O::Label,
    O::BranchWithSummary,
    O::Branch,
    O::Branch,
    O::ResetLeaf,
    O::Undo,
    O::Undo,
    O::Redo,
    O::Redo,
    O::Branched,
    O::Fork,
];

/// JSON that an operation may be given: sound, odd, over lines, not quite text.
const VALUES: [&[u8]; 22] = [
    br#"{"role":"user","content":"one"}"#,
    br#"{"role":"user","content":[{"type":"text","text":"two\nthree"}]}"#,
    br#"{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"read","arguments":{"path":"x"}}],"usage":{"input":5,"output":2,"totalTokens":7},"stopReason":"toolUse"}"#,
    br#"{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"one"}]}"#,
    br#"{"role":"system","prompt":{"a":"b"},"tools":[{"name":"read"}]}"#,
    br#"{"role":"custom","customType":"x","content":"two"}"#,
    br#"{"role":"hookMessage","content":7}"#,
    br#"{"role":"bashExecution","command":"ls","output":"x"}"#,
    b"{\n  \"role\": \"user\",\r\n  \"content\": [\n]\n}",
    br#"{"content":"one"}"#,
    br#"{"content":[]}"#,
    br#"{"content":[{"type":"text","text":"x"},7,null]}"#,
    br#"{"content":{"a":1}}"#,
    b"{}",
    b"null",
    b"7",
    b"\"text \\ud83d\"",
    b"[1,[2]]",
    b"\"\"",
    b"{\"role\":\"user\",\"content\":\"not \xFF text\"}",
    b"{\"role\":\"user\",\"content\":\"a\xE2\x80\xA8b\"}",
    br#"{"id":"a","parentId":"b","type":"session","__proto__":{"role":"user"}}"#,
];

const TEXTS: [&str; 10] = [
    "one",
    "",
    "a\r\n\r\nb",
    "  x\t",
    "\u{feff}",
    "\"quoted\\\"",
    "\u{0}\u{1f}",
    "high",
    "two \u{1f600}",
    "\u{2028}",
];

/// One operation and the numbers that pick what it is given.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    operation: Operation,
    target: u8,
    value: u8,
    stamp: u8,
}

impl Step {
    pub fn of([operation, target, value, stamp]: [u8; 4]) -> Self {
        Self {
            operation: OPERATIONS[usize::from(operation) % OPERATIONS.len()],
            target,
            value,
            stamp,
        }
    }

    fn json(self) -> Raw<'static> {
        Raw::parse(VALUES[usize::from(self.value) % VALUES.len()]).expect("JSON")
    }

    fn text(self) -> &'static str {
        TEXTS[usize::from(self.value) % TEXTS.len()]
    }

    fn fields(self) -> SummaryFields<'static> {
        SummaryFields {
            details: (self.value.is_multiple_of(3)).then(|| self.json()),
            from_hook: (self.value % 5 < 2).then_some(self.value.is_multiple_of(2)),
            usage: (self.value.is_multiple_of(4)).then(|| self.json()),
        }
    }

    /// The entry that this number picks.
    fn entry(self, session: &Session) -> Option<EntryIndex> {
        let entries: Vec<_> = session.entries().collect();
        entries
            .get(usize::from(self.target) % (entries.len() + 1))
            .copied()
    }

    /// The id that this number picks; beyond the last there is one that is nobody's.
    fn id(self, session: &Session) -> String {
        let entry = self.entry(session);
        entry.map_or("nobody", |entry| session.id(entry)).to_owned()
    }
}

/// Ids and times: fresh as a rule, else taken, empty or unreadable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chance {
    Fresh,
    /// Short ids are taken, long ones are not.
    Collides,
    /// Every id is taken.
    Exhausted,
    Empty,
    /// The clock gives what is no time.
    Lost,
}

struct Numbered {
    chance: Chance,
    taken: String,
    next: u32,
}

impl Stamps for Numbered {
    fn short_id(&mut self) -> String {
        self.next += 1;
        match self.chance {
            Chance::Fresh | Chance::Lost => format!("n{:07x}", self.next),
            Chance::Collides | Chance::Exhausted => self.taken.clone(),
            Chance::Empty => String::new(),
        }
    }

    fn long_id(&mut self) -> String {
        self.next += 1;
        match self.chance {
            Chance::Exhausted => self.taken.clone(),
            Chance::Empty => String::new(),
            _ => format!("long-{:07x}", self.next),
        }
    }

    fn now(&mut self) -> f64 {
        match (self.chance, self.next % 3) {
            (Chance::Lost, 0) => f64::NAN,
            (Chance::Lost, 1) => -1e300,
            (Chance::Lost, _) => 9e15,
            _ => 1_767_225_600_000.0 + f64::from(self.next) * 1000.0,
        }
    }
}

/// What undo gives back.
#[derive(Clone, PartialEq, Debug)]
struct State {
    file: Vec<u8>,
    leaf: Option<EntryIndex>,
}

impl State {
    fn of(session: &Session) -> Self {
        Self {
            file: session.to_jsonl(),
            leaf: session.leaf(),
        }
    }
}

/// A session under trial, and all that it must be able to give back.
pub struct Trial {
    session: Session,
    stamps: Numbered,
    /// How it was before each appended entry.
    done: Vec<State>,
    /// For each undo: how it was before the entry, and with it.
    undone: Vec<(State, State)>,
    /// Clones, and what they told when they were made.
    clones: Vec<(Session, String)>,
}

impl Trial {
    pub fn new(session: Session) -> Self {
        hold(&session);
        Self {
            stamps: Numbered {
                chance: Chance::Fresh,
                taken: String::new(),
                next: 0,
            },
            done: Vec::new(),
            undone: Vec::new(),
            clones: Vec::new(),
            session,
        }
    }

    /// Does one step, and sees what must hold.
    pub fn take(&mut self, step: Step) {
        self.clones
            .push((self.session.clone(), picture(&self.session)));
        self.stamps.chance = match step.stamp {
            0..200 => Chance::Fresh,
            200..220 => Chance::Collides,
            220..230 => Chance::Exhausted,
            230..240 => Chance::Empty,
            _ => Chance::Lost,
        };
        self.stamps.taken = self
            .session
            .entries()
            .next()
            .map_or_else(String::new, |entry| self.session.id(entry).to_owned());
        match step.operation {
            O::Branch | O::ResetLeaf => self.move_leaf(step),
            O::Undo => self.undo(),
            O::Redo => self.redo(),
            O::Branched => self.branched(step),
            O::Fork => self.fork(step),
            _ => self.append(step),
        }
        hold(&self.session);
    }

    /// Everything taken back and done again; no clone has noticed anything.
    pub fn end(mut self) {
        let newest = self.session.appended().next_back();
        let last = newest.map(|entry| picture(&self.session.with_leaf(Some(entry))));
        let times = self.done.len();
        for _ in 0..times {
            self.undo();
        }
        assert!(!self.session.undo(), "nothing is left to undo");
        assert_eq!(self.session.appended().count(), 0);
        let source = self.session.source().collect::<Vec<_>>().concat();
        assert_eq!(self.session.to_jsonl(), source, "the original bytes");
        hold(&self.session);
        for _ in 0..times {
            self.redo();
        }
        if let Some(last) = last {
            same(&picture(&self.session), &last);
        }
        for (clone, told) in &self.clones {
            same(&picture(clone), told);
        }
    }

    fn move_leaf(&mut self, step: Step) {
        let before = State::of(&self.session);
        if step.operation == O::ResetLeaf {
            self.session = self.session.with_leaf(None);
            assert_eq!(self.session.leaf(), None);
        } else {
            let id = step.id(&self.session);
            let target = self.session.find(&id);
            let outcome = self.session.branch(&id);
            assert_eq!(outcome.is_ok(), target.is_some());
            assert_eq!(self.session.leaf(), target.or(before.leaf));
        }
        assert_eq!(self.session.to_jsonl(), before.file);
    }

    fn undo(&mut self) {
        let (before, shared) = (State::of(&self.session), self.session.clone());
        let Some(expected) = self.done.pop() else {
            assert!(!self.session.undo());
            assert!(self.session == shared, "nothing changed");
            return;
        };
        assert!(self.session.undo());
        assert_eq!(State::of(&self.session), expected);
        assert!(self.session.can_redo());
        let taken_back = picture(&self.session);
        // And there and back again.
        assert!(self.session.redo());
        assert_eq!(self.session.to_jsonl(), before.file);
        assert!(self.session.undo());
        same(&picture(&self.session), &taken_back);
        self.undone.push((expected, before));
    }

    fn redo(&mut self) {
        let shared = self.session.clone();
        let Some((earlier, later)) = self.undone.pop() else {
            assert!(!self.session.can_redo());
            assert!(!self.session.redo());
            assert!(self.session == shared, "nothing changed");
            return;
        };
        assert!(self.session.redo());
        assert_eq!(self.session.to_jsonl(), later.file);
        assert_eq!(self.session.leaf(), self.session.appended().next_back());
        self.done.push(earlier);
    }

    fn append(&mut self, step: Step) {
        let before = self.session.clone();
        let could_redo = before.can_redo();
        let mut parent = before.leaf();
        let target = step.id(&before);
        if step.operation == O::BranchWithSummary {
            parent = before.find(&target);
        }
        match self.perform(step, &target) {
            Err(error) => {
                assert!(self.session == before, "a failed call changes nothing");
                assert_eq!(self.session.can_redo(), could_redo);
                assert!(!error.message().is_empty());
                assert!(
                    may_fail(step.operation, self.stamps.chance, error.code()),
                    "{step:?}: {error}"
                );
            }
            Ok(entry) => {
                let session = &self.session;
                assert_eq!(session.entry_count(), before.entry_count() + 1);
                assert_eq!(session.entries().next_back(), Some(entry));
                assert_eq!(session.appended().next_back(), Some(entry));
                assert_eq!(session.leaf(), Some(entry));
                assert_eq!(session.tree().parent(entry), parent);
                assert_eq!(session.find(session.id(entry)), Some(entry));
                assert_eq!(before.find(session.id(entry)), None);
                assert!(!session.can_redo(), "an edit ends what could be redone");
                self.done.push(State::of(&before));
                self.undone.clear();
            }
        }
    }

    fn perform(&mut self, step: Step, target: &str) -> Result<EntryIndex, SessionError> {
        let (value, text, fields) = (step.json(), step.text(), step.fields());
        let given = !step.value.is_multiple_of(3);
        let (session, stamps) = (&mut self.session, &mut self.stamps);
        match step.operation {
            O::Message => session.append_message(value, stamps),
            O::ThinkingLevel => session.append_thinking_level_change(text, stamps),
            O::Model => session.append_model_change(text, "m", stamps),
            O::Usage => session.append_usage("k", "p", text, value, given.then_some(text), stamps),
            O::Compaction => {
                let tokens = f64::from(step.target) / if given { 2.0 } else { 0.0 };
                session.append_compaction(text, given.then_some(target), tokens, fields, stamps)
            }
            O::Custom => session.append_custom_entry(text, given.then_some(value), stamps),
            O::CustomMessage => {
                session.append_custom_message_entry(text, value, given, fields.details, stamps)
            }
            O::Info => session.append_session_info(text, stamps),
            O::ContextEdit => session.append_context_edit(target, value, stamps),
            O::Label => session.append_label_change(target, given.then_some(text), stamps),
            O::BranchWithSummary => {
                let from = self.session.find(target).map(|_| target);
                self.session
                    .branch_with_summary(from, text, fields, &mut self.stamps)
            }
            _ => unreachable!("it appends nothing"),
        }
    }

    fn new_session(step: Step) -> NewSession {
        NewSession {
            cwd: step.text().to_owned(),
            id: ["x", "-x", ""]
                .get(usize::from(step.value) % 5)
                .map(|id| (*id).to_owned()),
            parent_session: (step.value.is_multiple_of(2)).then(|| "/old.jsonl".to_owned()),
        }
    }

    fn fork(&mut self, step: Step) {
        let options = Self::new_session(step);
        let before = self.session.clone();
        let outcome = before.fork(&options, &mut self.stamps);
        assert!(self.session == before);
        let fork = match outcome {
            Ok(fork) => fork,
            Err(error) => return assert_eq!(error.code(), ErrorCode::BadId),
        };
        assert_eq!(fork.header().cwd.as_deref(), Some(&*options.cwd));
        assert_eq!(fork.header().parent_session, options.parent_session);
        // Every entry, one for one: only the header is another.
        assert_eq!(entries(&fork), entries(&before));
        assert_eq!(fork.leaf(), fork.entries().next_back());
        hold(&fork);
        self.go_on_with(step, fork);
    }

    fn branched(&mut self, step: Step) {
        let before = self.session.clone();
        let Some(leaf) = step.entry(&before) else {
            return;
        };
        let options = Self::new_session(step);
        let outcome = before.create_branched_session(leaf, &options, &mut self.stamps);
        assert!(self.session == before);
        let branched = match outcome {
            Ok(branched) => branched,
            Err(error) => return assert_eq!(error.code(), ErrorCode::BadId),
        };
        let kept: Vec<EntryIndex> = before
            .tree()
            .path(leaf)
            .into_iter()
            .filter(|&entry| before.kind(entry) != EntryKind::Label)
            .collect();
        let copies: Vec<EntryIndex> = branched.entries().collect();
        assert!(copies.len() >= kept.len());
        let mut parent = None;
        for &copy in &copies {
            assert_eq!(branched.tree().parent(copy), parent, "one chain");
            parent = Some(copy);
        }
        for (&entry, &copy) in kept.iter().zip(&copies) {
            assert_eq!(before.id(entry), branched.id(copy));
            assert_eq!(before.kind(entry), branched.kind(copy));
            assert_eq!(members(&before, entry), members(&branched, copy));
            let label = |session: &Session, entry| {
                session
                    .label(entry)
                    .map(|label| (label.text, label.timestamp))
            };
            assert_eq!(label(&before, entry), label(&branched, copy));
        }
        for &copy in &copies[kept.len()..] {
            assert_eq!(branched.kind(copy), EntryKind::Label);
            assert_eq!(before.find(branched.id(copy)), None, "a new id");
        }
        hold(&branched);
        self.go_on_with(step, branched);
    }

    /// Now and then the new session is the one to go on with.
    fn go_on_with(&mut self, step: Step, session: Session) {
        if step.target.is_multiple_of(2) {
            self.session = session;
            self.done.clear();
            self.undone.clear();
        }
    }
}

/// Which errors an operation may give.
fn may_fail(operation: Operation, chance: Chance, code: ErrorCode) -> bool {
    match code {
        ErrorCode::BadId => matches!(chance, Chance::Exhausted | Chance::Empty | Chance::Collides),
        ErrorCode::BadArgument => matches!(operation, O::Message | O::ContextEdit),
        ErrorCode::UnknownEntry => matches!(operation, O::ContextEdit | O::Label),
        ErrorCode::NotOnBranch | ErrorCode::NotEditable => operation == O::ContextEdit,
        _ => false,
    }
}

/// What holds for every session at any time.
fn hold(session: &Session) {
    forest(session);
    written(session);
    branch_written(session);
    windows(session);
}

/// Every entry once, below its parent, and no cycle.
fn forest(session: &Session) {
    let tree = session.tree();
    let mut seen = 0;
    let mut stack: Vec<EntryIndex> = tree.roots().to_vec();
    for &root in tree.roots() {
        assert_eq!(tree.parent(root), None);
    }
    while let Some(entry) = stack.pop() {
        seen += 1;
        assert!(seen <= session.entry_count(), "an entry has one place");
        for &child in tree.children(entry) {
            assert_eq!(tree.parent(child), Some(entry));
            assert_eq!(tree.depth(child), tree.depth(entry) + 1);
            stack.push(child);
        }
    }
    assert_eq!(seen, session.entry_count(), "every entry has a place");
    for entry in session.appended() {
        assert!(
            tree.parent(entry) < Some(entry),
            "a parent comes before its child"
        );
    }
}

/// What is written begins with what was read, and reads as what is held.
fn written(session: &Session) {
    let (source, file) = (
        session.source().collect::<Vec<_>>().concat(),
        session.to_jsonl(),
    );
    let is_old = session.header().version.is_none_or(|version| version < 3.0)
        && !session.header().json.is_empty();
    if session.appended().count() == 0 {
        assert_eq!(file, source);
    } else if !is_old {
        assert!(file.starts_with(&source), "untouched bytes stay");
    }
    let again = Session::parse(&file).expect("what we write we read");
    assert_eq!(again.leaf(), again.entries().next_back());
    assert_eq!(again.appended().count(), 0);
    // What is no entry is not written into a migrated file, so places may differ; the order does not.
    let leaf = session.leaf().map(|leaf| {
        let place = session.entries().position(|entry| entry == leaf);
        let place = place.expect("the leaf is an entry");
        again.entries().nth(place).expect("every entry is written")
    });
    same(&picture(&again.with_leaf(leaf)), &picture(session));
}

/// The branch in view, as a file of its own, is a chain of the same entries.
fn branch_written(session: &Session) {
    let path = session
        .leaf()
        .map(|leaf| session.tree().path(leaf))
        .unwrap_or_default();
    let written = session.branch_to_jsonl(session.leaf());
    let branch = Session::parse(&written).expect("what is written is a session");
    assert!(!branch.header().json.is_empty());
    let copies: Vec<EntryIndex> = branch.entries().collect();
    assert_eq!(copies.len(), path.len());
    for (at, (&copy, &entry)) in copies.iter().zip(&path).enumerate() {
        assert_eq!(branch.id(copy), session.id(entry));
        assert_eq!(
            branch.tree().parent(copy),
            at.checked_sub(1).map(|above| copies[above])
        );
        assert_eq!(members(&branch, copy), members(session, entry));
    }
}

/// Rows through a window are those of the whole.
fn windows(session: &Session) {
    let query = RowQuery {
        filter: Filter::All,
        folded: session
            .tree()
            .roots()
            .iter()
            .copied()
            .skip(1)
            .take(1)
            .collect(),
        ..RowQuery::default()
    };
    let rows = session.rows(&query);
    let whole: Vec<_> = (0..rows.len()).map(|row| rows.row(row)).collect();
    let fresh = session.rows(&query);
    for (window, rows) in whole.chunks(3).enumerate().rev() {
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(&fresh.row(window * 3 + at), row);
        }
    }
}

/// An entry's own members, but for those that a copy changes.
fn members(session: &Session, entry: EntryIndex) -> Vec<(String, String)> {
    let json = session.entry(entry).json();
    let object = Raw::parse(json.as_bytes()).expect("JSON");
    object
        .members()
        .filter(|(key, _)| key != "parentId" && key != "firstKeptEntryId")
        .map(|(key, value)| (key.into_owned(), value.text().into_owned()))
        .collect()
}

/// The entries as text, and their labels.
fn entries(session: &Session) -> Vec<String> {
    let tree = session.tree();
    session
        .entries()
        .map(|index| {
            let entry = session.entry(index);
            let label = session.label(index);
            let parent = tree.parent(index).map(|parent| session.id(parent));
            let label = label.map(|label| {
                (
                    label.text,
                    label.timestamp,
                    session.id(label.entry).to_owned(),
                )
            });
            let call = session.call_of(index).map(|call| session.id(call));
            format!(
                "{} {:?} {parent:?} {:?} {label:?} {call:?} {}",
                entry.id(),
                entry.kind(),
                session.timestamp(index),
                entry.json()
            )
        })
        .collect()
}

/// Compares two pictures; one line of them says enough of a difference.
fn same(found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// What a session tells, but for where its entries lie: they are named by their ids.
fn picture(session: &Session) -> String {
    let indexed = indexed_picture(session);
    let mut pieces = indexed.split("EntryIndex(");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (index, rest) = piece.split_once(')').expect("an index in brackets");
        let index = EntryIndex::new(index.trim().parse().expect("a number"));
        out.push_str(session.id(index));
        out.push_str(rest);
    }
    out
}

fn indexed_picture(session: &Session) -> String {
    let mut out = entries(session).join("\n");
    let _ = writeln!(
        out,
        "\n{} {:?} {:?}",
        session.header().json,
        session.name(),
        session.leaf()
    );
    for filter in Filter::ALL_MODES {
        let rows = session.rows(&RowQuery {
            filter,
            query: "o".to_owned(),
            ..RowQuery::default()
        });
        for row in 0..rows.len() {
            let _ = writeln!(out, "{:?}", rows.row(row));
        }
    }
    let context = session.context();
    for entry in &context.entries {
        let _ = writeln!(out, "{entry:?} {:?}", session.project(entry));
    }
    let _ = writeln!(
        out,
        "{:?} {:?} {:?}",
        context.path, context.model, context.thinking_level
    );
    for scope in [Scope::File, Scope::Branch] {
        let _ = writeln!(
            out,
            "{:?} {:?} {:?}",
            session.stats(scope),
            session.files(scope),
            session.cost_by_model(scope)
        );
    }
    let _ = writeln!(
        out,
        "{:?} {:?}",
        session.context_size(),
        session.prepare_compaction(10.0)
    );
    out
}
