//! What the fuzz targets share: reading everything of a session, counting steps, growing inputs.

pub mod growth;
pub mod steps;

use pi_session::json::{Raw, Tape};
use pi_session::{
    EntryIndex, Filter, KEEP_RECENT_TOKENS, RowQuery, Scope, Session, SessionReader, SystemState,
    convert_to_llm, estimate_tokens, serialize_conversation,
};

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

/// Asks for all that a session can tell: linear in its bytes, but for what is looked at through a
/// window.
pub fn read_everything(session: &Session) {
    for diagnostic in session.diagnostics() {
        assert!(!diagnostic.message().is_empty());
        if let Some(entry) = diagnostic.entry {
            let _ = session.entry(entry).json();
        }
    }
    for entry in session.entries() {
        look_at(session, entry);
    }
    let folded = session.tree().roots().iter().copied().take(1).collect();
    let mut queries: Vec<RowQuery> = Vec::new();
    for filter in Filter::ALL_MODES {
        for query in ["", "a b"] {
            queries.push(RowQuery {
                filter,
                query: query.to_owned(),
                folded: Vec::new(),
            });
        }
    }
    queries.push(RowQuery {
        folded,
        ..RowQuery::default()
    });
    for query in &queries {
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
    let counts = session.row_counts("a b");
    assert_eq!(counts[0], session.rows(&queries[1]).len());
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
    summarise(session);
    assert_eq!(
        session.source().map(<[u8]>::len).sum::<usize>() as u64,
        session.byte_len()
    );
}

fn summarise(session: &Session) {
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
    let _ = session.context_size();
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
    let _ = (session.to_jsonl(), session.branch_to_jsonl(session.leaf()));
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
