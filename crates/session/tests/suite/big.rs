//! Sessions of extreme shapes: all of them open, and everything can be asked of them.
//!
//! None of this could end if a step grew with the square of its input: that would be 10^12 steps.
//! How steps grow is counted by `fuzz/`, in the binary `growth`.

use std::fmt::Write as _;

use pi_session::json::{Raw, Tape};
use pi_session::{Filter, Outcome, Session};

use crate::support::*;

const WINDOW: usize = 40;

/// A header and `count` entries, written without a string of its own for each.
fn many(count: usize, mut entry: impl FnMut(&mut String, usize)) -> Session {
    let mut text = String::with_capacity(count * 160);
    text.push_str(HEADER);
    text.push('\n');
    for number in 0..count {
        entry(&mut text, number);
        text.push('\n');
    }
    parse(text.as_bytes())
}

/// Writes a user's message `n{number}` below `parent`.
fn said(text: &mut String, number: usize, parent: Option<usize>) {
    let _ = write!(text, r#"{{"type":"message","id":"n{number}","parentId":"#);
    let _ = match parent {
        Some(parent) => write!(text, "\"n{parent}\""),
        None => write!(text, "null"),
    };
    let _ = write!(
        text,
        r#","timestamp":"{TIME}","message":{{"role":"user","content":"m{number}"}}}}"#
    );
}

/// Looks at the start, the middle and the end of the rows, in every filter and in a search; then
/// folds, and asks for the context and the diagnostics.
fn look_around(session: &Session) {
    for filter in Filter::ALL_MODES {
        for text in ["", "m9 user"] {
            let rows = session.rows(&query(filter, text));
            let middle = rows.len() / 2;
            let windows = [0, middle, rows.len().saturating_sub(WINDOW)];
            for row in windows.into_iter().flat_map(|start| start..start + WINDOW) {
                if row < rows.len() {
                    assert!(!rows.row(row).text.is_empty());
                }
            }
        }
        let _ = session.row_counts("m9");
    }
    let first = session.tree().roots()[0];
    let folded = session.rows(&pi_session::RowQuery {
        folded: vec![first],
        ..query(Filter::All, "")
    });
    assert!(
        folded
            .row_of(first)
            .is_some_and(|row| folded.is_folded(row))
    );
    let context = session.context();
    for entry in context.entries.iter().rev().take(WINDOW) {
        assert_eq!(session.project(entry).len(), 1);
    }
    assert!(
        context
            .path
            .iter()
            .all(|step| step.outcome == Outcome::Shown)
    );
    assert_eq!(session.diagnostics(), []);
}

#[test]
fn a_chain_of_1_000_000_entries() {
    let count = 1_000_000;
    let session = many(count, |text, number| {
        said(text, number, number.checked_sub(1))
    });
    let leaf = session.leaf().expect("a leaf");
    assert_eq!(session.entry_count(), count);
    assert_eq!(session.tree().depth(leaf) as usize, count - 1);
    assert_eq!(session.tree().path(leaf).len(), count);
    assert_eq!(
        session
            .rows(&query(Filter::Default, ""))
            .row(count - 1)
            .indent,
        0
    );
    look_around(&session);
    // Moving the leaf to the middle and folding the end of the chain.
    let half = at(&session, "n500000");
    assert_eq!(half.context().path.len(), 500_001);
    assert_eq!(half.rows(&query(Filter::Default, "n")).len(), 0);
    assert_eq!(session.tree().newest_leaf(find(&session, "n0")), leaf);
}

#[test]
fn version_1_with_300_000_entries() {
    // As many ids of 32 bits as must collide, so that some are made anew.
    let count = 300_000;
    let line = format!(
        r#"{{"type":"message","timestamp":"{TIME}","message":{{"role":"user","content":"m9"}}}}"#
    );
    let header = HEADER.replace("\"version\":3,", "");
    let text = header + "\n" + &(line + "\n").repeat(count);
    let session = parse(text.as_bytes());
    assert_eq!(session.entry_count(), count);
    let leaf = session.leaf().expect("a leaf");
    assert_eq!(session.tree().depth(leaf) as usize, count - 1);
    assert_eq!(diagnostics(&session).lines().count(), 1);
}

#[test]
fn a_chain_written_backwards() {
    let count = 200_000;
    let session = many(count, |text, number| {
        said(text, number, (number + 1 < count).then_some(number + 1));
    });
    assert_eq!(
        session.tree().depth(find(&session, "n0")) as usize,
        count - 1
    );
    // The leaf is the root.
    assert_eq!(session.context().path.len(), 1);
    look_around(&session);
}

#[test]
fn siblings_in_their_100_000() {
    let count = 100_000;
    let session = many(count, |text, number| {
        said(text, number, (number > 0).then_some(0))
    });
    assert_eq!(
        session.tree().children(find(&session, "n0")).len(),
        count - 1
    );
    let rows = session.rows(&query(Filter::Default, ""));
    // The leaf's branch comes first.
    assert_eq!(rows.entry(1), session.leaf().expect("a leaf"));
    assert_eq!(rows.set_size(1), count - 1);
    look_around(&session);
    // As many roots.
    let session = many(count, |text, number| said(text, number, None));
    assert_eq!(session.tree().roots().len(), count);
    look_around(&session);
}

#[test]
fn branch_points_nested_50_000_deep() {
    // Each entry of a chain has a short branch beside the next.
    let count = 100_000;
    let session = many(count, |text, number| {
        said(
            text,
            number,
            number.checked_sub(if number % 2 == 0 { 2 } else { 1 }),
        );
    });
    assert_eq!(session.tree().branch_points(), 49_999);
    let rows = session.rows(&query(Filter::Default, ""));
    let deepest = (0..rows.len()).map(|row| rows.drawn_indent(row)).max();
    assert_eq!(deepest, Some(50_000));
    look_around(&session);
}

#[test]
fn a_ring_of_200_000() {
    let count = 200_000;
    let session = many(count, |text, number| {
        said(text, number, Some((number + 1) % count))
    });
    assert_eq!(
        diagnostics(&session),
        "parent-cycle 2@90 n0: the parent “n1”.\n"
    );
    assert_eq!(session.tree().path(find(&session, "n1")).len(), count);
    assert_eq!(session.rows(&query(Filter::Default, "")).len(), count);
}

#[test]
fn one_line_of_100_megabytes() {
    let length = 100 << 20;
    let mut text = String::with_capacity(length + 1000);
    text.push_str(HEADER);
    text.push('\n');
    text.push_str(r#"{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":[{"type":"image","mimeType":"image/png","data":""#);
    text.extend(std::iter::repeat_n('A', length));
    text.push_str("\"},{\"type\":\"text\",\"text\":\"m9 below\"}]}}\n");
    text.push_str(&user("b", Some("a"), "m9 next"));
    let session = parse(text.as_bytes());
    assert_eq!(session.entry_count(), 2);
    assert_eq!(
        session.rows(&query(Filter::Default, "")).row(0).text,
        "user: m9 below"
    );
    let content = session.entry(find(&session, "a")).content();
    let pi_session::Content::Blocks(blocks) = content else {
        panic!("blocks");
    };
    assert!(
        matches!(&blocks[0], pi_session::Block::Image { data: Some(data), .. } if data.bytes().len() == length + 2)
    );
    look_around(&session);
}

#[test]
fn a_torn_line_of_100_megabytes_of_beginnings() {
    // A line made of what a record might start with: the search for whole records stays linear.
    let start = r#"{"type":"message","message":{"role":"user","content":["#;
    let mut text = HEADER.to_owned() + "\n" + &user("a", None, "one") + "\n";
    while text.len() < 100 << 20 {
        text.push_str(start);
    }
    let session = parse(text.as_bytes());
    assert_eq!(session.entry_count(), 1);
    assert_eq!(session.diagnostics().len(), 1);
}

#[test]
fn bookkeeping_entries_in_their_250_000() {
    let count = 250_000;
    let session = many(count + 1, |text, number| {
        if number == 0 {
            said(text, 0, None);
        } else {
            let parent = number - 1;
            let _ = write!(
                text,
                r#"{{"type":"custom","id":"n{number}","parentId":"n{parent}","timestamp":"{TIME}","customType":"tick","data":{{"n":{number}}}}}"#
            );
        }
    });
    assert_eq!(session.row_counts(""), [1, 1, 1, 0, count + 1]);
    let rows = session.rows(&query(Filter::Default, ""));
    assert_eq!(
        rows.nearest_visible(session.leaf().expect("a leaf")),
        Some(0)
    );
    let context = session.context();
    let messages: usize = context
        .entries
        .iter()
        .map(|entry| session.project(entry).len())
        .sum();
    assert_eq!((context.path.len(), messages), (count + 1, 1));
    assert_eq!(session.rows(&query(Filter::All, "tick")).len(), count);
    assert_eq!(session.diagnostics(), []);
}

#[test]
fn arguments_1_000_000_deep() {
    let depth = 1_000_000;
    let deep: String = (0..depth)
        .map(|level| if level % 2 == 0 { "[" } else { r#"{"a":"# })
        .chain(["1"])
        .collect::<String>()
        + &(0..depth)
            .rev()
            .map(|level| if level % 2 == 0 { ']' } else { '}' })
            .collect::<String>();
    let session = session(&[
        blocks(
            "a",
            None,
            &tool_call("t", "search", &format!(r#"{{"q":{deep}}}"#)),
        ),
        tool_result("b", Some("a"), "t", "m9"),
        user("c", Some("b"), &format!("m9\",\"details\":{deep},\"x\":\"")),
        entry(
            "custom",
            "d",
            Some("c"),
            &format!(r#""customType":"x","data":{deep}"#),
        ),
    ]);
    assert_eq!(session.diagnostics(), []);
    let rows = session.rows(&query(Filter::Default, ""));
    assert_eq!(
        rows.row(0).text,
        r#"[search: {"q":[{"a":[{"a":[{"a":[{"a":[{"a":[{"a"...]"#
    );
    let content = session.entry(find(&session, "a")).content();
    let pi_session::Content::Blocks(blocks) = content else {
        panic!("blocks");
    };
    let [
        pi_session::Block::ToolCall {
            arguments: Some(arguments),
            ..
        },
    ] = &*blocks
    else {
        panic!("a call");
    };
    let query = arguments.get("q").expect("the query");
    assert_eq!(query.stringify(), deep);
    assert_eq!(Tape::new(query).len(), depth + depth / 2 + 1);
    assert_eq!(
        session.entry(find(&session, "d")).json().len(),
        session.entry(find(&session, "d")).raw().bytes().len()
    );
    assert_eq!(
        session
            .context()
            .entries
            .iter()
            .map(|entry| session.project(entry).len())
            .sum::<usize>(),
        3
    );
}

#[test]
fn an_object_of_1_000_000_keys() {
    let count = 1_000_000;
    let mut object = String::from("{");
    for key in (0..count).rev() {
        let _ = write!(object, "\"{key}\":{key},");
    }
    object.push_str("\"last\":0,\"7\":\"again\"}");
    let raw = Raw::parse(object.as_bytes()).expect("JSON");
    let text = raw.stringify();
    assert!(text.starts_with(r#"{"0":0,"1":1,"#) && text.ends_with(r#","last":0}"#));
    assert!(text.contains(r#""7":"again","#));
    assert_eq!(raw.members().count(), count + 2);
}

#[test]
fn calls_and_results_in_their_100_000() {
    // One reply with all the calls, all with one id; and as many results for it in a chain.
    let count = 100_000;
    let calls: Vec<String> = (0..count)
        .map(|_| r#"{"type":"toolCall","id":"t","name":"ls"}"#.to_owned())
        .collect();
    let mut lines = vec![blocks("n0", None, &calls.join(","))];
    for number in 1..=count {
        let parent = format!("n{}", number - 1);
        lines.push(tool_result(&format!("n{number}"), Some(&parent), "t", "m9"));
    }
    let session = session(&lines);
    let call = find(&session, "n0");
    assert!(
        session
            .entries()
            .skip(1)
            .all(|result| session.call_of(result) == Some(call))
    );
    assert_eq!(session.diagnostics(), []);
    assert_eq!(session.rows(&query(Filter::Default, "m9")).len(), count);
}

#[test]
fn orphan_results_in_their_100_000() {
    // Each root's result names a call that is on the other branch.
    let count = 100_000;
    let mut lines = Vec::new();
    for number in 0..count {
        lines.push(blocks(
            &format!("c{number}"),
            None,
            r#"{"type":"toolCall","id":"t","name":"ls"}"#,
        ));
        lines.push(tool_result(&format!("r{number}"), None, "t", "x"));
    }
    let session = session(&lines);
    let rows = session.rows(&query(Filter::Default, ""));
    assert_eq!(rows.len(), count);
    assert!((0..count).all(|row| rows.row(row).text == "[ls: .]"));
    assert_eq!(session.diagnostics().len(), count);
}

#[test]
fn one_entry_labelled_and_edited_100_000_times() {
    let count = 100_000;
    let session = many(count + 1, |text, number| {
        let parent = number.wrapping_sub(1);
        let _ = match number {
            0 => return said(text, 0, None),
            _ if number % 2 == 0 => write!(
                text,
                r#"{{"type":"label","id":"n{number}","parentId":"n{parent}","timestamp":"{TIME}","targetId":"n0","label":"l{number}"}}"#
            ),
            _ => write!(
                text,
                r#"{{"type":"context_edit","id":"n{number}","parentId":"n{parent}","timestamp":"{TIME}","targetId":"n0","replacement":{{"content":"e{number}"}}}}"#
            ),
        };
    });
    assert_eq!(
        session
            .label(find(&session, "n0"))
            .map(|label| label.text)
            .as_deref(),
        Some("l100000")
    );
    assert_eq!(
        projection(&session),
        "n0: {\"role\":\"user\",\"content\":\"e99999\"}\n"
    );
    assert_eq!(
        session
            .rows(&query(Filter::LabeledOnly, "l100000 user"))
            .len(),
        1
    );
}

#[test]
fn damaged_lines_in_their_1_000_000() {
    let mut text = HEADER.to_owned() + "\n";
    text.push_str(&"}\n".repeat(1_000_000));
    let session = parse(text.as_bytes());
    assert_eq!(session.diagnostics().len(), 1_000_000);
    let mut text = HEADER.to_owned() + "\n";
    text.push_str(&"{\n".repeat(1_000_000));
    let session = parse(text.as_bytes());
    assert_eq!(session.diagnostics().len(), 1);
    // One id, a million times.
    let line = user("a", None, "x") + "\n";
    let text = HEADER.to_owned() + "\n" + &line.repeat(200_000);
    let session = parse(text.as_bytes());
    assert_eq!(
        (session.entry_count(), session.diagnostics().len()),
        (1, 199_999)
    );
}
