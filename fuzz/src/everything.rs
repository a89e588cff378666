//! Asking for all that a session can tell, part by part, so that the steps of each can be counted
//! alone. Each part is linear in the bytes, but for what is looked at through a window.

use pi_session::json::{Raw, Tape};
use pi_session::{
    EntryIndex, Filter, KEEP_RECENT_TOKENS, NewSession, RowQuery, Scope, Session, SessionReader,
    Stamps, SystemState, convert_to_llm, estimate_tokens, serialize_conversation,
};

/// A part of the work: its name, and the work.
pub type Part = (&'static str, fn(&Session));

/// All that is asked once a session has been read.
pub const PARTS: [Part; 9] = [
    ("diagnostics", diagnostics),
    ("entries", entries),
    ("rows", rows),
    ("search", search),
    ("context", context),
    ("statistics", statistics),
    ("summaries", summaries),
    ("export", export),
    ("growing", growing),
];

/// Rows that are looked at from the start, the middle and the end.
const WINDOW: usize = 50;

/// Reads a session in chunks of these lengths, over and over.
pub fn parse_in_chunks(bytes: &[u8], lengths: &[u8]) -> Option<Session> {
    let mut reader = SessionReader::new();
    let mut rest = bytes;
    let mut lengths = lengths.iter().cycle();
    let mut fill = false;
    while !rest.is_empty() {
        let length = lengths
            .next()
            .map_or(rest.len(), |length| 1 + usize::from(*length));
        let (chunk, behind) = rest.split_at(length.min(rest.len()));
        if fill {
            reader.push_with(chunk.len(), |target, at| {
                target.copy_from_slice(&chunk[at..at + target.len()]);
            });
        } else {
            reader.push(chunk);
        }
        fill = !fill;
        rest = behind;
    }
    reader.finish().ok()
}

/// Every part.
pub fn read_everything(session: &Session) {
    for (_, part) in PARTS {
        part(session);
    }
}

fn diagnostics(session: &Session) {
    for diagnostic in session.diagnostics() {
        assert!(!diagnostic.message().is_empty());
        if let Some(entry) = diagnostic.entry {
            let _ = session.entry(entry).json();
        }
    }
}

fn entries(session: &Session) {
    for entry in session.entries() {
        look_at(session, entry);
    }
}

fn look_at(session: &Session, index: EntryIndex) {
    let entry = session.entry(index);
    let json = entry.json();
    let value = Raw::parse(json.as_bytes()).expect("an entry is JSON");
    let _ = (value.stringify(), Tape::new(value).len());
    let _ = (
        entry.content(),
        entry.type_name(),
        entry.parent_id(),
        entry.timestamp_text(),
    );
    if let Some(message) = entry.message() {
        let _ = (
            message.usage(),
            message.stop_reason(),
            message.role_name(),
            message.timestamp(),
        );
    }
    let _ = (
        session.label(index),
        session.call_of(index),
        session.timestamp(index),
        session.location(index),
    );
    assert_eq!(session.find(session.id(index)), Some(index));
}

fn rows(session: &Session) {
    for filter in Filter::ALL_MODES {
        look_at_rows(session, &query(filter, ""));
    }
    let folded = session.tree().roots().iter().copied().take(1).collect();
    look_at_rows(
        session,
        &RowQuery {
            folded,
            ..RowQuery::default()
        },
    );
    let everywhere = session.entries().collect();
    look_at_rows(
        session,
        &RowQuery {
            folded: everywhere,
            ..RowQuery::default()
        },
    );
}

fn search(session: &Session) {
    for words in ["a b", "message", "\u{e9}"] {
        let counts = session.row_counts(words);
        for (filter, count) in Filter::ALL_MODES.into_iter().zip(counts) {
            let query = query(filter, words);
            assert_eq!(count, session.rows(&query).len());
            look_at_rows(session, &query);
        }
    }
}

fn query(filter: Filter, words: &str) -> RowQuery {
    RowQuery {
        filter,
        query: words.to_owned(),
        folded: Vec::new(),
    }
}

fn look_at_rows(session: &Session, query: &RowQuery) {
    let rows = session.rows(query);
    let end = rows.len().saturating_sub(WINDOW);
    for start in [0, rows.len() / 2, end] {
        for row in start..rows.len().min(start + WINDOW) {
            let drawn = rows.row(row);
            assert!(drawn.text.is_char_boundary(drawn.who_len));
            let _ = (
                rows.parent(row),
                rows.first_child(row),
                rows.segment_start(row, row % 2 == 0),
            );
        }
    }
}

fn context(session: &Session) {
    let context = session.context();
    let messages: Vec<_> = context
        .entries
        .iter()
        .flat_map(|entry| session.project(entry))
        .collect();
    let values: Vec<Raw<'_>> = messages
        .iter()
        .filter_map(|message| Raw::parse(message.json.as_bytes()))
        .collect();
    assert_eq!(values.len(), messages.len(), "a message is JSON");
    for &value in &values {
        let _ = (estimate_tokens(value), convert_to_llm(value));
    }
    let _ = serialize_conversation(values.iter().copied());
    let _ = SystemState::replay(&messages);
    let _ = session.context_size();
}

fn statistics(session: &Session) {
    for scope in [Scope::File, Scope::Branch, Scope::Own] {
        let _ = (
            session.stats(scope),
            session.files(scope),
            session.tool_stats(scope),
        );
        let _ = (
            session.cost_by_model(scope),
            session.cache_misses(scope),
            session.cache_waste(scope),
        );
    }
}

fn summaries(session: &Session) {
    if let Some(&target) = session.tree().roots().first() {
        let left = session.entries_for_branch_summary(session.leaf(), target);
        for budget in [None, Some(1_000.0)] {
            let summary = session.prepare_branch_summary(&left.entries, budget);
            let _ = (summary.prompt(None), summary.stored("x"));
        }
    }
    for keep in [0.0, KEEP_RECENT_TOKENS] {
        if let Some(compaction) = session.prepare_compaction(keep) {
            let _ = compaction.prompts(Some("x"));
        }
    }
    let _ = session.prepare_bug_report(1_000.0).prompt(None);
}

fn export(session: &Session) {
    assert_eq!(
        session.source().map(<[u8]>::len).sum::<usize>() as u64,
        session.byte_len()
    );
    let _ = (session.to_jsonl(), session.branch_to_jsonl(session.leaf()));
    let options = NewSession {
        cwd: "/".to_owned(),
        id: None,
        parent_session: None,
    };
    let mut stamps = Counted(0);
    let _ = session.fork(&options, &mut stamps);
    if let Some(leaf) = session.leaf() {
        let _ = session.create_branched_session(leaf, &options, &mut stamps);
    }
}

/// A few edits, all that follows from them, and back.
fn growing(session: &Session) {
    let mut edited = session.clone();
    let mut stamps = Counted(0);
    let message = Raw::parse(br#"{"role":"user","content":"a b"}"#).expect("JSON");
    for _ in 0..3 {
        let _ = edited.append_message(message, &mut stamps);
        let _ = (edited.tree().leaves(), edited.leaf());
    }
    let _ = (edited.rows(&RowQuery::default()).len(), edited.context());
    let written = edited.to_jsonl();
    assert!(written.len() as u64 >= session.byte_len() || edited.appended().count() > 0);
    while edited.undo() {}
    assert_eq!(edited.to_jsonl(), session.to_jsonl(), "undone");
    while edited.redo() {}
    assert_eq!(edited.to_jsonl(), written, "and done again");
}

/// Ids and times, one after the other.
struct Counted(u32);

impl Stamps for Counted {
    fn short_id(&mut self) -> String {
        self.0 += 1;
        format!("{:08x}", self.0)
    }

    fn long_id(&mut self) -> String {
        self.0 += 1;
        format!("fuzz-{:08x}", self.0)
    }

    fn now(&mut self) -> f64 {
        1_767_225_600_000.0 + f64::from(self.0)
    }
}
