//! Small sessions from lines, and readable pictures of what was read.

use std::fmt::Write as _;

use pi_session::{EntryIndex, Filter, Outcome, Reason, RowQuery, Session};

pub(crate) const HEADER: &str =
    r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}"#;
pub(crate) const TIME: &str = "2026-01-01T00:00:01.000Z";

/// An entry's line; `rest` holds its further members.
pub(crate) fn entry(kind: &str, id: &str, parent: Option<&str>, rest: &str) -> String {
    let parent = parent.map_or_else(|| "null".to_owned(), |parent| format!("\"{parent}\""));
    let comma = if rest.is_empty() { "" } else { "," };
    format!(
        r#"{{"type":"{kind}","id":"{id}","parentId":{parent},"timestamp":"{TIME}"{comma}{rest}}}"#
    )
}

pub(crate) fn message(id: &str, parent: Option<&str>, message: &str) -> String {
    entry("message", id, parent, &format!(r#""message":{message}"#))
}

pub(crate) fn user(id: &str, parent: Option<&str>, text: &str) -> String {
    message(
        id,
        parent,
        &format!(r#"{{"role":"user","content":"{text}"}}"#),
    )
}

pub(crate) fn assistant(id: &str, parent: Option<&str>, text: &str) -> String {
    blocks(id, parent, &format!(r#"{{"type":"text","text":"{text}"}}"#))
}

/// An assistant message with these blocks of content.
pub(crate) fn blocks(id: &str, parent: Option<&str>, blocks: &str) -> String {
    message(
        id,
        parent,
        &format!(
            r#"{{"role":"assistant","content":[{blocks}],"provider":"p","model":"m","usage":{{}},"stopReason":"stop"}}"#
        ),
    )
}

pub(crate) fn tool_call(call: &str, name: &str, arguments: &str) -> String {
    format!(r#"{{"type":"toolCall","id":"{call}","name":"{name}","arguments":{arguments}}}"#)
}

pub(crate) fn tool_result(id: &str, parent: Option<&str>, call: &str, text: &str) -> String {
    message(
        id,
        parent,
        &format!(
            r#"{{"role":"toolResult","toolCallId":"{call}","toolName":"tool","content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#
        ),
    )
}

/// The lines of a file, each with its line break.
pub(crate) fn lines<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    let mut file = String::new();
    for line in lines {
        file.push_str(line.as_ref());
        file.push('\n');
    }
    file.into_bytes()
}

/// A header and these entries.
pub(crate) fn file<S: AsRef<str>>(entries: &[S]) -> Vec<u8> {
    let mut file = lines(&[HEADER]);
    file.extend(lines(entries));
    file
}

pub(crate) fn parse(bytes: &[u8]) -> Session {
    Session::parse(bytes).expect("a session")
}

pub(crate) fn session<S: AsRef<str>>(entries: &[S]) -> Session {
    parse(&file(entries))
}

pub(crate) fn find(session: &Session, id: &str) -> EntryIndex {
    session.find(id).expect("an entry with this id")
}

pub(crate) fn at(session: &Session, id: &str) -> Session {
    session.with_leaf(session.find(id))
}

pub(crate) fn ids(session: &Session, entries: &[EntryIndex]) -> String {
    let ids: Vec<_> = entries.iter().map(|index| session.id(*index)).collect();
    ids.join(" ")
}

/// The tree, a line an entry, each one step right of its parent; the leaf is marked.
pub(crate) fn tree(session: &Session) -> String {
    let tree = session.tree();
    let mut out = String::new();
    let mut stack: Vec<EntryIndex> = tree.roots().iter().rev().copied().collect();
    while let Some(index) = stack.pop() {
        for _ in 0..tree.depth(index) {
            out.push_str("  ");
        }
        out.push_str(session.id(index));
        if session.leaf() == Some(index) {
            out.push_str(" (leaf)");
        }
        out.push('\n');
        stack.extend(tree.children(index).iter().rev());
    }
    out
}

/// The diagnostics: code, line, byte offset, entry, text.
pub(crate) fn diagnostics(session: &Session) -> String {
    let mut out = String::new();
    for diagnostic in session.diagnostics() {
        let _ = write!(out, "{}", diagnostic.code.as_str());
        if let (Some(line), Some(offset)) = (diagnostic.line, diagnostic.byte_offset) {
            let _ = write!(out, " {line}@{offset}");
        }
        if let Some(index) = diagnostic.entry {
            let _ = write!(out, " {}", session.id(index));
        }
        let message = diagnostic.message();
        if let Some((_, found)) = message.split_once(" Found: ") {
            let _ = write!(out, ": {found}");
        }
        out.push('\n');
    }
    out
}

/// What was read: the tree and the diagnostics.
pub(crate) fn reading(bytes: &[u8]) -> String {
    let session = parse(bytes);
    format!("{}---\n{}", tree(&session), diagnostics(&session))
}

pub(crate) fn query(filter: Filter, query: &str) -> RowQuery {
    RowQuery {
        filter,
        query: query.to_owned(),
        folded: Vec::new(),
    }
}

/// The rows as a text tree would draw them.
pub(crate) fn rows(session: &Session, query: &RowQuery) -> String {
    let rows = session.rows(query);
    let mut out = String::new();
    for row in (0..rows.len()).map(|row| rows.row(row)) {
        for _ in 0..row.drawn_indent {
            out.push_str("  ");
        }
        if row.folded {
            out.push_str("+ ");
        } else if row.foldable {
            out.push_str("- ");
        }
        if let Some(label) = row.label {
            let _ = write!(out, "[{label}] ");
        }
        out.push_str(&row.text);
        if row.on_active_path {
            out.push_str(" *");
        }
        out.push('\n');
    }
    out
}

/// The path to the leaf, and what becomes of each of its entries.
pub(crate) fn outcomes(session: &Session) -> String {
    let mut out = String::new();
    for step in session.context().path {
        let _ = write!(out, "{}: ", session.id(step.entry));
        let _ = match step.outcome {
            Outcome::Shown => write!(out, "shown"),
            Outcome::Replaced(edit) => write!(out, "replaced by {}", session.id(edit)),
            Outcome::Absent(reason) => match reason {
                Reason::Compacted(by) => write!(out, "compacted by {}", session.id(by)),
                Reason::SystemBeforeCompaction(by) => {
                    write!(out, "system message, carried by {}", session.id(by))
                }
                Reason::OlderCompaction(by) => write!(out, "older than {}", session.id(by)),
                Reason::Omitted(by) => write!(out, "omitted by {}", session.id(by)),
                Reason::NoContent => write!(out, "nothing to say"),
                Reason::NotAMessage => write!(out, "not a message"),
                _ => write!(out, "another reason"),
            },
        };
        out.push('\n');
    }
    out
}

/// The messages of the context, a line each: the entry and the message's JSON.
pub(crate) fn projection(session: &Session) -> String {
    let mut out = String::new();
    for entry in &session.context().entries {
        for message in session.project(entry) {
            let _ = writeln!(out, "{}: {}", session.id(entry.entry), message.json);
        }
    }
    out
}
