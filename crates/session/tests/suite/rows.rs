//! Rows: filters, indentation, folds, texts. The rules are those of Pi's tree selector; what is
//! expected here was compared with it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use pi_session::{Filter, RowQuery, Session};

use crate::support::*;

fn check(session: &Session, filter: Filter, expected: Expect) {
    expected.assert_eq(&rows(session, &query(filter, "")));
}

/// Everything about the rows but their texts.
fn shape(session: &Session, query: &RowQuery) -> String {
    let rows = session.rows(query);
    let mut out = String::new();
    for row in (0..rows.len()).map(|row| rows.row(row)) {
        let _ = write!(
            out,
            "{} {}/{}",
            session.id(row.entry),
            row.indent,
            row.drawn_indent
        );
        for (name, holds) in [
            ("connector", row.show_connector),
            ("last", row.is_last),
            ("virtual", row.is_virtual_root_child),
            ("active", row.on_active_path),
            ("foldable", row.foldable),
            ("folded", row.folded),
        ] {
            if holds {
                let _ = write!(out, " {name}");
            }
        }
        for gutter in row.gutters {
            let _ = write!(
                out,
                " {}{}",
                gutter.position,
                if gutter.show { '|' } else { '.' }
            );
        }
        out.push('\n');
    }
    out
}

fn folding(session: &Session, filter: Filter, folded: &[&str]) -> RowQuery {
    RowQuery {
        filter,
        query: String::new(),
        folded: folded.iter().map(|id| find(session, id)).collect(),
    }
}

/// One entry of each kind and role.
fn everything() -> Session {
    session(&[
        message("sys", None, r#"{"role":"system","content":"be kind"}"#),
        entry(
            "model_change",
            "mod",
            Some("sys"),
            r#""provider":"p","modelId":"m-1""#,
        ),
        entry(
            "thinking_level_change",
            "thi",
            Some("mod"),
            r#""thinkingLevel":"high""#,
        ),
        user("use", Some("thi"), "Hello"),
        blocks(
            "cal",
            Some("use"),
            &tool_call("t", "ls", r#"{"path":"src"}"#),
        ),
        tool_result("res", Some("cal"), "t", "main.rs"),
        assistant("ass", Some("res"), "Hi"),
        message(
            "bas",
            Some("ass"),
            r#"{"role":"bashExecution","command":"ls -l","output":"x"}"#,
        ),
        message(
            "cus",
            Some("bas"),
            r#"{"role":"custom","customType":"x","content":"hook"}"#,
        ),
        message(
            "bra",
            Some("cus"),
            r#"{"role":"branchSummary","summary":"x"}"#,
        ),
        message(
            "com",
            Some("bra"),
            r#"{"role":"compactionSummary","summary":"x"}"#,
        ),
        entry(
            "custom_message",
            "msg",
            Some("com"),
            r#""customType":"note","content":[{"type":"text","text":"psst"},{"type":"image"}],"display":true"#,
        ),
        entry(
            "branch_summary",
            "sum",
            Some("msg"),
            r#""fromId":"root","summary":"we left""#,
        ),
        entry(
            "compaction",
            "kom",
            Some("sum"),
            r#""summary":"x","firstKeptEntryId":"ass","tokensBefore":12500"#,
        ),
        entry(
            "context_edit",
            "omi",
            Some("kom"),
            r#""targetId":"ass","replacement":null"#,
        ),
        entry(
            "context_edit",
            "rep",
            Some("omi"),
            r#""targetId":"use","replacement":{"content":"x"}"#,
        ),
        entry(
            "usage",
            "usa",
            Some("rep"),
            r#""kind":"k","provider":"p","model":"m","usage":{}"#,
        ),
        entry(
            "custom",
            "sta",
            Some("usa"),
            r#""customType":"pi.virtual-model-state","data":{}"#,
        ),
        entry(
            "label",
            "lab",
            Some("sta"),
            r#""targetId":"use","label":"start""#,
        ),
        entry("label", "cle", Some("lab"), r#""targetId":"ass""#),
        entry("session_info", "inf", Some("cle"), r#""name":"Salt""#),
        entry("session_info", "emp", Some("inf"), r#""name":"""#),
    ])
}

#[test]
fn each_filter_shows_its_kinds() {
    let session = everything();
    assert_eq!(session.diagnostics(), []);
    check(
        &session,
        Filter::Default,
        expect![[r#"
        - [system] *
        [start] user: Hello *
        [ls: src] *
        assistant: Hi *
        [bash]: ls -l *
        [custom] *
        [branchSummary] *
        [compactionSummary] *
        [note]: psst *
        [branch summary]: we left *
        [compaction: 13k tokens] *
    "#]],
    );
    check(
        &session,
        Filter::NoTools,
        expect![[r#"
        - [system] *
        [start] user: Hello *
        assistant: Hi *
        [bash]: ls -l *
        [custom] *
        [branchSummary] *
        [compactionSummary] *
        [note]: psst *
        [branch summary]: we left *
        [compaction: 13k tokens] *
    "#]],
    );
    check(
        &session,
        Filter::UserOnly,
        expect![[r#"
        [start] user: Hello *
    "#]],
    );
    check(
        &session,
        Filter::LabeledOnly,
        expect![[r#"
        [start] user: Hello *
    "#]],
    );
    check(
        &session,
        Filter::All,
        expect![[r#"
        - [system] *
        [model: m-1] *
        [thinking: high] *
        [start] user: Hello *
        [ls: src] *
        assistant: Hi *
        [bash]: ls -l *
        [custom] *
        [branchSummary] *
        [compactionSummary] *
        [note]: psst *
        [branch summary]: we left *
        [compaction: 13k tokens] *
        [context omit: ass] *
        [context replace: use] *
        [custom: pi.virtual-model-state] *
        [label: start] *
        [label: (cleared)] *
        [title: Salt] *
        [title: empty] *
    "#]],
    );
    assert_eq!(session.row_counts(""), [11, 10, 1, 1, 20]);
}

#[test]
fn filters_have_names() {
    for filter in Filter::ALL_MODES {
        assert_eq!(Filter::from_name(filter.as_str()), Some(filter));
    }
    assert_eq!(Filter::from_name("Default"), None);
}

#[test]
fn usage_is_never_shown() {
    let session = session(&[
        user("a", None, "one"),
        entry(
            "usage",
            "u",
            Some("a"),
            r#""kind":"k","provider":"p","model":"m","usage":{}"#,
        ),
        entry("label", "l", Some("u"), r#""targetId":"u","label":"x""#),
    ]);
    assert_eq!(session.row_counts(""), [1, 1, 1, 0, 2]);
    assert_eq!(at(&session, "u").row_counts(""), [1, 1, 1, 0, 2]);
}

/// ```text
/// a - b - c - d - e
///     |    \- f - g - h
///      \- i - j (leaf)
/// ```
fn branching() -> Session {
    session(&[
        user("a", None, "a"),
        assistant("b", Some("a"), "b"),
        user("c", Some("b"), "c"),
        assistant("d", Some("c"), "d"),
        user("e", Some("d"), "e"),
        assistant("f", Some("c"), "f"),
        user("g", Some("f"), "g"),
        assistant("h", Some("g"), "h"),
        user("i", Some("b"), "i"),
        assistant("j", Some("i"), "j"),
    ])
}

#[test]
fn a_chain_is_flat_and_branches_go_one_step_in() {
    let session = branching();
    expect![[r#"
        a 0/0 last active foldable
        b 0/0 last active
        i 1/1 connector active foldable
        j 2/2 last active 0|
        c 1/1 connector last foldable
        d 2/2 connector foldable 0.
        e 3/3 last 0. 1|
        f 2/2 connector last foldable 0.
        g 3/3 last 0. 1.
        h 3/3 last 0. 1.
    "#]]
    .assert_eq(&shape(&session, &query(Filter::Default, "")));
    // The branch that holds the leaf comes first, at every level.
    expect![[r#"
        a 0/0 last active foldable
        b 0/0 last active
        c 1/1 connector active foldable
        f 2/2 connector active foldable 0|
        g 3/3 last active 0| 1|
        h 3/3 last 0| 1|
        d 2/2 connector last foldable 0|
        e 3/3 last 0| 1.
        i 1/1 connector last foldable
        j 2/2 last 0.
    "#]]
    .assert_eq(&shape(&at(&session, "g"), &query(Filter::Default, "")));
    // Without a leaf the order is that of time.
    expect![[r#"
        a 0/0 last foldable
        b 0/0 last
        c 1/1 connector foldable
        d 2/2 connector foldable 0|
        e 3/3 last 0| 1|
        f 2/2 connector last foldable 0|
        g 3/3 last 0| 1.
        h 3/3 last 0| 1.
        i 1/1 connector last foldable
        j 2/2 last 0.
    "#]]
    .assert_eq(&shape(
        &session.with_leaf(None),
        &query(Filter::Default, ""),
    ));
}

#[test]
fn hidden_entries_hand_their_children_up() {
    let session = branching();
    expect![[r#"
        a 0/0 last active foldable
        i 1/1 connector active
        c 1/1 connector last foldable
        e 2/2 connector 0.
        g 2/2 connector last 0.
    "#]]
    .assert_eq(&shape(&session, &query(Filter::UserOnly, "")));
    // A hidden branch point at the root leaves several roots.
    expect![[r#"
        b 0/0 last active foldable
        j 1/1 connector active
        d 1/1 connector
        f 1/1 connector last foldable
        h 2/2 last 0.
    "#]]
    .assert_eq(&shape(&session, &query(Filter::Default, "assistant")));
    let rows = session.rows(&query(Filter::UserOnly, ""));
    let row = |id: &str| rows.nearest_visible(find(&session, id));
    assert_eq!((row("j"), row("b"), row("h")), (Some(1), Some(0), Some(4)));
    assert_eq!(rows.row_of(find(&session, "j")), None);
    // Where no ancestor is visible, the last row.
    let rows = session.rows(&query(Filter::Default, "assistant"));
    assert_eq!(
        rows.nearest_visible(find(&session, "a")),
        rows.len().checked_sub(1)
    );
    let rows = session.rows(&query(Filter::Default, "nothing like it"));
    assert_eq!(rows.nearest_visible(find(&session, "a")), None);
}

#[test]
fn several_roots_stand_like_the_children_of_a_branch_point() {
    let session = session(&[
        user("a", None, "a"),
        user("b", Some("a"), "b"),
        user("c", None, "c"),
        user("d", Some("c"), "d"),
        user("e", Some("c"), "e"),
        user("f", Some("e"), "f"),
    ]);
    expect![[r#"
        c 1/0 connector virtual active foldable
        e 2/1 connector active foldable
        f 3/2 last active 0|
        d 2/1 connector last
        a 1/0 connector last virtual foldable
        b 2/1 last
    "#]]
    .assert_eq(&shape(&session, &query(Filter::Default, "")));
    expect![[r#"
        a 1/0 connector virtual active foldable
        b 2/1 last active
        c 1/0 connector last virtual foldable
        d 2/1 connector
        e 2/1 connector last foldable
        f 3/2 last 0.
    "#]]
    .assert_eq(&shape(&at(&session, "b"), &query(Filter::Default, "")));
}

#[test]
fn folds_hide_what_is_below() {
    let session = branching();
    let folded = |ids: &[&str]| shape(&session, &folding(&session, Filter::Default, ids));
    expect![[r#"
        a 0/0 last active foldable
        b 0/0 last active
        i 1/1 connector active foldable
        j 2/2 last active 0|
        c 1/1 connector last folded
    "#]]
    .assert_eq(&folded(&["c"]));
    // A fold below a fold does not matter; the order of folds neither.
    assert_eq!(folded(&["c"]), folded(&["f", "c"]));
    assert_eq!(folded(&["i", "c", "c"]), folded(&["c", "i"]));
    // Folding follows the raw chain: also from an entry that has no row.
    expect![[r#"
        a 0/0 last active
    "#]]
    .assert_eq(&shape(
        &session,
        &folding(&session, Filter::UserOnly, &["b"]),
    ));
    expect![[r#"
        a 0/0 last active folded
    "#]]
    .assert_eq(&folded(&["a"]));
    // Indices of nothing are nothing.
    let nowhere = RowQuery {
        folded: vec![pi_session::EntryIndex::new(9_999)],
        ..RowQuery::default()
    };
    assert_eq!(session.rows(&nowhere).len(), 10);
}

#[test]
fn rows_know_their_family() {
    let session = branching();
    let rows = session.rows(&RowQuery::default());
    let row = |id: &str| rows.row_of(find(&session, id)).expect("a row");
    assert_eq!(rows.parent(row("c")), Some(row("b")));
    assert_eq!(rows.parent(row("a")), None);
    assert_eq!(rows.first_child(row("b")), Some(row("i")));
    assert_eq!(rows.first_child(row("h")), None);
    assert_eq!(
        (rows.position_in_set(row("i")), rows.set_size(row("i"))),
        (1, 2)
    );
    assert_eq!(
        (rows.position_in_set(row("c")), rows.set_size(row("c"))),
        (2, 2)
    );
    assert_eq!(
        (rows.position_in_set(row("a")), rows.set_size(row("a"))),
        (1, 1)
    );
    // Branch segments: up to where this one starts, then to the one before; down to the next.
    assert_eq!(rows.segment_start(row("h"), true), row("f"));
    assert_eq!(rows.segment_start(row("f"), true), row("c"));
    assert_eq!(rows.segment_start(row("c"), true), row("a"));
    assert_eq!(rows.segment_start(row("a"), true), row("a"));
    assert_eq!(rows.segment_start(row("a"), false), row("i"));
    assert_eq!(rows.segment_start(row("c"), false), row("d"));
    assert_eq!(rows.segment_start(row("g"), false), row("h"));
}

#[test]
fn who_speaks_is_a_prefix_of_the_text() {
    let session = everything();
    let rows = session.rows(&query(Filter::All, ""));
    let who: Vec<_> = (0..rows.len())
        .map(|row| rows.row(row))
        .map(|row| row.text[..row.who_len].to_owned())
        .filter(|who| !who.is_empty())
        .collect();
    assert_eq!(
        who,
        [
            "user: ",
            "assistant: ",
            "[bash]: ",
            "[note]: ",
            "[branch summary]: "
        ]
    );
}

#[test]
fn texts_are_one_line_without_colours() {
    let text = |content: &str| {
        let session = session(&[user("a", None, content)]);
        session.rows(&RowQuery::default()).row(0).text
    };
    assert_eq!(text(r"  one\n\ttwo\r\nthree  "), "user: one  two\r three");
    assert_eq!(
        text(r"\u001b[31mred\u001b[0m, \u001b[38;5;1mtoo\u001b[m"),
        "user: red, too"
    );
    // Other escape sequences are left to whoever shows the row.
    assert_eq!(
        text(r"\u001b]8;;http://x\u0007link\u001b[2Aup"),
        "user: \u{1b}]8;;http://x\u{7}link\u{1b}[2Aup"
    );
    // The first 200 UTF-16 units of a message; half of a pair at the cut reads U+FFFD.
    let long = format!("{}\u{1f600}\u{1f600}", "x".repeat(197));
    assert_eq!(
        text(&long),
        format!("user: {}\u{1f600}\u{fffd}", "x".repeat(197))
    );
    assert_eq!(text("<b>&amp;</b>"), "user: <b>&amp;</b>");
}

#[test]
fn a_tool_result_shows_its_call() {
    let text = |name: &str, arguments: &str| {
        let session = session(&[
            blocks("a", None, &tool_call("t", name, arguments)),
            tool_result("b", Some("a"), "t", "x"),
        ]);
        let rows = session.rows(&query(Filter::Default, ""));
        rows.row(rows.len() - 1).text
    };
    for (name, arguments, expected) in [
        ("read", r#"{"path":"a.rs"}"#, "[read: a.rs]"),
        (
            "read",
            r#"{"file_path":"a.rs","offset":5}"#,
            "[read: a.rs:5]",
        ),
        (
            "read",
            r#"{"path":"a.rs","offset":5,"limit":10}"#,
            "[read: a.rs:5-14]",
        ),
        ("read", r#"{"path":"a.rs","limit":10}"#, "[read: a.rs:1-10]"),
        ("read", r#"{"path":"a.rs","offset":null}"#, "[read: a.rs]"),
        ("write", r#"{"path":"a.rs","content":"x"}"#, "[write: a.rs]"),
        ("edit", r#"{"path":"a.rs"}"#, "[edit: a.rs]"),
        ("bash", r#"{"command":"ls\n -l"}"#, "[bash: ls  -l]"),
        ("grep", r#"{"pattern":"x|y"}"#, "[grep: /x|y/ in .]"),
        (
            "grep",
            r#"{"pattern":"x","path":"src"}"#,
            "[grep: /x/ in src]",
        ),
        (
            "find",
            r#"{"pattern":"*.rs","path":""}"#,
            "[find: *.rs in .]",
        ),
        ("ls", "{}", "[ls: .]"),
        (
            "task",
            r#"{"b":1,"2":-0,"1":1e21}"#,
            r#"[task: {"1":1e+21,"2":0,"b":1}]"#,
        ),
        ("task", r#"{"x":"\ud83d"}"#, r#"[task: {"x":"\ud83d"}]"#),
    ] {
        assert_eq!(text(name, arguments), expected);
    }
    let fifty = "x".repeat(50);
    assert_eq!(
        text("bash", &format!(r#"{{"command":"{fifty}"}}"#)),
        format!("[bash: {fifty}]")
    );
    assert_eq!(
        text("bash", &format!(r#"{{"command":"{fifty}y"}}"#)),
        format!("[bash: {fifty}...]")
    );
    let args = format!(r#"{{"k":"{}"}}"#, "x".repeat(40));
    assert_eq!(
        text("task", &args),
        format!(r#"[task: {{"k":"{}...]"#, "x".repeat(34))
    );
}

#[test]
fn rows_are_equal_when_they_are_the_same_result() {
    let session = branching();
    let rows = session.rows(&RowQuery::default());
    assert_eq!(rows, rows.clone());
    assert_ne!(rows, session.rows(&RowQuery::default()));
    assert!(!rows.is_empty());
}
