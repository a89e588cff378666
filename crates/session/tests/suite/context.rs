//! From the tree to what the model sees: compaction, kept ranges, edits, missing content, state.

use expect_test::{Expect, expect};
use pi_session::{Model, Session};

use crate::support::*;

/// What becomes of each entry of the path, then the messages.
fn check(session: &Session, expected: Expect) {
    expected.assert_eq(&format!(
        "{}---\n{}",
        outcomes(session),
        projection(session)
    ));
}

fn system(id: &str, parent: Option<&str>, text: &str) -> String {
    message(
        id,
        parent,
        &format!(r#"{{"role":"system","content":"{text}"}}"#),
    )
}

fn compaction(id: &str, parent: &str, first_kept: &str, rest: &str) -> String {
    let rest = format!(
        r#""summary":"before {id}","firstKeptEntryId":"{first_kept}","tokensBefore":9{rest}"#
    );
    entry("compaction", id, Some(parent), &rest)
}

fn edit(id: &str, parent: &str, target: &str, replacement: &str) -> String {
    let rest = format!(r#""targetId":"{target}","replacement":{replacement}"#);
    entry("context_edit", id, Some(parent), &rest)
}

#[test]
fn without_a_compaction_the_path_is_the_context() {
    let session = session(&[
        system("s", None, "be kind"),
        user("a", Some("s"), "one"),
        user("side", Some("s"), "elsewhere"),
        entry("custom", "x", Some("a"), r#""customType":"x""#),
        assistant("b", Some("x"), "two"),
    ]);
    check(
        &session,
        expect![[r#"
        s: shown
        a: shown
        x: not a message
        b: shown
        ---
        s: {"role":"system","content":"be kind"}
        a: {"role":"user","content":"one"}
        b: {"role":"assistant","content":[{"type":"text","text":"two"}],"provider":"p","model":"m","usage":{},"stopReason":"stop"}
    "#]],
    );
    check(
        &at(&session, "side"),
        expect![[r#"
        s: shown
        side: shown
        ---
        s: {"role":"system","content":"be kind"}
        side: {"role":"user","content":"elsewhere"}
    "#]],
    );
    check(
        &session.with_leaf(None),
        expect![[r#"
        ---
    "#]],
    );
}

#[test]
fn a_compaction_comes_first_then_what_it_keeps_then_what_follows() {
    let session = session(&[
        system("s", None, "be kind"),
        user("a", Some("s"), "one"),
        user("b", Some("a"), "two"),
        system("t", Some("b"), "be brief"),
        user("c", Some("t"), "three"),
        compaction(
            "k",
            "c",
            "b",
            r#","systemMessage":{"role":"system","content":"be both"}"#,
        ),
        system("u", Some("k"), "be quick"),
        user("d", Some("u"), "four"),
    ]);
    check(
        &session,
        expect![[r#"
        s: compacted by k
        a: compacted by k
        b: shown
        t: system message, carried by k
        c: shown
        k: shown
        u: shown
        d: shown
        ---
        k: {"role":"system","content":"be both"}
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        b: {"role":"user","content":"two"}
        c: {"role":"user","content":"three"}
        u: {"role":"system","content":"be quick"}
        d: {"role":"user","content":"four"}
    "#]],
    );
    // Before the compaction nothing is compacted.
    check(
        &at(&session, "c"),
        expect![[r#"
        s: shown
        a: shown
        b: shown
        t: shown
        c: shown
        ---
        s: {"role":"system","content":"be kind"}
        a: {"role":"user","content":"one"}
        b: {"role":"user","content":"two"}
        t: {"role":"system","content":"be brief"}
        c: {"role":"user","content":"three"}
    "#]],
    );
}

#[test]
fn a_kept_range_may_start_with_a_system_message() {
    let session = session(&[
        user("a", None, "one"),
        system("s", Some("a"), "be kind"),
        user("b", Some("s"), "two"),
        compaction("k", "b", "s", ""),
    ]);
    check(
        &session,
        expect![[r#"
        a: compacted by k
        s: system message, carried by k
        b: shown
        k: shown
        ---
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        b: {"role":"user","content":"two"}
    "#]],
    );
}

#[test]
fn a_compaction_that_names_itself_keeps_nothing() {
    let session = session(&[
        user("a", None, "one"),
        compaction("k", "a", "k", ""),
        user("b", Some("k"), "two"),
    ]);
    assert_eq!(session.diagnostics(), []);
    check(
        &session,
        expect![[r#"
        a: compacted by k
        k: shown
        b: shown
        ---
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        b: {"role":"user","content":"two"}
    "#]],
    );
}

#[test]
fn a_label_can_start_the_kept_range() {
    let session = session(&[
        user("a", None, "one"),
        entry("label", "l", Some("a"), r#""targetId":"a","label":"x""#),
        user("b", Some("l"), "two"),
        compaction("k", "b", "l", ""),
    ]);
    assert_eq!(session.diagnostics(), []);
    check(
        &session,
        expect![[r#"
        a: compacted by k
        l: not a message
        b: shown
        k: shown
        ---
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        b: {"role":"user","content":"two"}
    "#]],
    );
}

#[test]
fn a_kept_entry_behind_the_compaction_keeps_nothing() {
    let session = session(&[
        user("a", None, "one"),
        compaction("k", "a", "b", ""),
        user("b", Some("k"), "two"),
    ]);
    assert_eq!(diagnostics(&session), "missing-first-kept 3@215 k\n");
    check(
        &session,
        expect![[r#"
        a: compacted by k
        k: shown
        b: shown
        ---
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        b: {"role":"user","content":"two"}
    "#]],
    );
}

#[test]
fn the_last_compaction_decides() {
    let session = session(&[
        system("s", None, "be kind"),
        user("a", Some("s"), "one"),
        compaction(
            "k",
            "a",
            "a",
            r#","systemMessage":{"role":"system","content":"older"}"#,
        ),
        user("b", Some("k"), "two"),
        // It has no system message, and drops those of its kept range all the same.
        compaction("l", "b", "a", ""),
        user("c", Some("l"), "three"),
    ]);
    check(
        &session,
        expect![[r#"
        s: compacted by l
        a: shown
        k: older than l
        b: shown
        l: shown
        c: shown
        ---
        l: {"role":"compactionSummary","summary":"before l","tokensBefore":9,"timestamp":1767225601000}
        a: {"role":"user","content":"one"}
        b: {"role":"user","content":"two"}
        c: {"role":"user","content":"three"}
    "#]],
    );
    check(
        &at(&session, "b"),
        expect![[r#"
        s: compacted by k
        a: shown
        k: shown
        b: shown
        ---
        k: {"role":"system","content":"older"}
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        a: {"role":"user","content":"one"}
        b: {"role":"user","content":"two"}
    "#]],
    );
}

#[test]
fn an_edit_to_null_omits_whatever_it_names() {
    let entries = [
        system("s", None, "be kind"),
        user("a", Some("s"), "one"),
        blocks("b", Some("a"), &tool_call("t", "ls", "{}")),
        tool_result("r", Some("b"), "t", "done"),
        message("x", Some("r"), r#"{"role":"bashExecution","command":"ls"}"#),
        entry(
            "custom_message",
            "m",
            Some("x"),
            r#""customType":"x","content":"hi","display":true"#,
        ),
        entry(
            "branch_summary",
            "y",
            Some("m"),
            r#""fromId":"a","summary":"left""#,
        ),
    ];
    for target in ["s", "a", "b", "r", "x", "m", "y"] {
        let mut entries = entries.to_vec();
        entries.push(edit("e", "y", target, "null"));
        let session = session(&entries);
        assert!(
            outcomes(&session).contains(&format!("{target}: omitted by e\n")),
            "{target}"
        );
        assert!(
            !projection(&session).contains(&format!("{target}: ")),
            "{target}"
        );
        assert_eq!(projection(&session).lines().count(), 6, "{target}");
    }
    // A compaction too, with the system message that it carries.
    let session = session(&[
        user("a", None, "one"),
        compaction(
            "k",
            "a",
            "a",
            r#","systemMessage":{"role":"system","content":"x"}"#,
        ),
        edit("e", "k", "k", "null"),
    ]);
    check(
        &session,
        expect![[r#"
        a: shown
        k: omitted by e
        e: not a message
        ---
        a: {"role":"user","content":"one"}
    "#]],
    );
}

#[test]
fn an_edit_replaces_the_content_of_four_roles() {
    let entries = [
        system("s", None, "be kind"),
        user("a", Some("s"), "one"),
        assistant("b", Some("a"), "two"),
        tool_result("r", Some("b"), "t", "done"),
        message("x", Some("r"), r#"{"role":"bashExecution","command":"ls"}"#),
        message(
            "h",
            Some("x"),
            r#"{"role":"custom","customType":"x","content":"hook"}"#,
        ),
        entry(
            "custom_message",
            "m",
            Some("h"),
            r#""customType":"x","content":"hi","display":true"#,
        ),
        entry(
            "branch_summary",
            "y",
            Some("m"),
            r#""fromId":"a","summary":"left""#,
        ),
    ];
    let edited = |target: &str, replacement: &str| {
        let mut entries = entries.to_vec();
        entries.push(edit("e", "y", target, replacement));
        let session = session(&entries);
        let starts = format!("{target}: ");
        let find = |text: String| {
            text.lines()
                .find_map(|line| line.strip_prefix(&starts).map(str::to_owned))
        };
        format!(
            "{}\n{}\n",
            find(outcomes(&session)).expect("an outcome"),
            find(projection(&session)).expect("a message")
        )
    };
    let text = r#"{"content":"new"}"#;
    expect![[r#"
        replaced by e
        {"role":"user","content":"new"}
    "#]]
    .assert_eq(&edited("a", text));
    expect![[r#"
        replaced by e
        {"role":"assistant","provider":"p","model":"m","usage":{},"stopReason":"stop","content":[{"type":"text","text":"new"}]}
    "#]].assert_eq(&edited("b", text));
    expect![[r#"
        replaced by e
        {"role":"toolResult","toolCallId":"t","toolName":"tool","isError":false,"content":[{"type":"text","text":"new"}]}
    "#]].assert_eq(&edited("r", text));
    expect![[r#"
        replaced by e
        {"role":"custom","customType":"x","content":"new"}
    "#]]
    .assert_eq(&edited("h", text));
    expect![[r#"
        replaced by e
        {"role":"custom","customType":"x","display":true,"timestamp":1767225601000,"content":"new"}
    "#]]
    .assert_eq(&edited("m", text));
    // The others stay as they are.
    expect![[r#"
        shown
        {"role":"system","content":"be kind"}
    "#]]
    .assert_eq(&edited("s", text));
    expect![[r#"
        shown
        {"role":"bashExecution","command":"ls"}
    "#]]
    .assert_eq(&edited("x", text));
    expect![[r#"
        shown
        {"role":"branchSummary","summary":"left","fromId":"a","timestamp":1767225601000}
    "#]]
    .assert_eq(&edited("y", text));
    // Blocks stay blocks; nothing stays nothing.
    let blocks = r#"{"content":[{"type":"text","text":"new"}]}"#;
    expect![[r#"
        replaced by e
        {"role":"user","content":[{"type":"text","text":"new"}]}
    "#]]
    .assert_eq(&edited("a", blocks));
    expect![[r#"
        replaced by e
        {"role":"assistant","provider":"p","model":"m","usage":{},"stopReason":"stop","content":[{"type":"text","text":"new"}]}
    "#]].assert_eq(&edited("b", blocks));
    expect![[r#"
        replaced by e
        {"role":"user","content":null}
    "#]]
    .assert_eq(&edited("a", r#"{"content":null}"#));
    expect![[r#"
        replaced by e
        {"role":"assistant","provider":"p","model":"m","usage":{},"stopReason":"stop","content":[{"type":"text","text":""}]}
    "#]].assert_eq(&edited("b", r#"{"content":""}"#));
    expect![[r#"
        replaced by e
        {"role":"user"}
    "#]]
    .assert_eq(&edited("a", "{}"));
    // A replacement of another shape replaces nothing.
    expect![[r#"
        shown
        {"role":"user","content":"one"}
    "#]]
    .assert_eq(&edited("a", "\"new\""));
}

#[test]
fn the_last_edit_of_a_target_applies_where_it_is_on_the_path() {
    let session = session(&[
        user("a", None, "one"),
        edit("e", "a", "a", r#"{"content":"first"}"#),
        edit("f", "e", "a", "null"),
        edit("g", "f", "a", r#"{"content":"third"}"#),
        user("side", Some("e"), "elsewhere"),
    ]);
    check(
        &at(&session, "g"),
        expect![[r#"
        a: replaced by g
        e: not a message
        f: not a message
        g: not a message
        ---
        a: {"role":"user","content":"third"}
    "#]],
    );
    check(
        &at(&session, "f"),
        expect![[r#"
        a: omitted by f
        e: not a message
        f: not a message
        ---
    "#]],
    );
    check(
        &at(&session, "side"),
        expect![[r#"
        a: replaced by e
        e: not a message
        side: shown
        ---
        a: {"role":"user","content":"first"}
        side: {"role":"user","content":"elsewhere"}
    "#]],
    );
    check(
        &at(&session, "a"),
        expect![[r#"
        a: shown
        ---
        a: {"role":"user","content":"one"}
    "#]],
    );
}

#[test]
fn an_edit_that_is_compacted_away_applies_no_more() {
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        edit("e", "a", "b", "null"),
        user("c", Some("b"), "three"),
        edit("f", "c", "b", "null"),
        compaction("k", "f", "b", ""),
        compaction("l", "f", "c", ""),
        // `b` is kept and its edit with it; then neither is.
    ]);
    check(
        &at(&session, "k"),
        expect![[r#"
        a: compacted by k
        b: omitted by f
        c: shown
        f: not a message
        k: shown
        ---
        k: {"role":"compactionSummary","summary":"before k","tokensBefore":9,"timestamp":1767225601000}
        c: {"role":"user","content":"three"}
    "#]],
    );
    check(
        &at(&session, "l"),
        expect![[r#"
        a: compacted by l
        b: compacted by l
        c: shown
        f: not a message
        l: shown
        ---
        l: {"role":"compactionSummary","summary":"before l","tokensBefore":9,"timestamp":1767225601000}
        c: {"role":"user","content":"three"}
    "#]],
    );
}

#[test]
fn missing_content_reads_as_empty() {
    let session = session(&[
        message(
            "s",
            None,
            r#"{"role":"system","content":null,"sections":{}}"#,
        ),
        message("a", Some("s"), r#"{"role":"user"}"#),
        message(
            "b",
            Some("a"),
            r#"{"role":"assistant","content":null,"usage":{}}"#,
        ),
        message(
            "r",
            Some("b"),
            r#"{"role":"toolResult","toolCallId":"t","content":null}"#,
        ),
        message(
            "h",
            Some("r"),
            r#"{"role":"custom","customType":"x","content":null}"#,
        ),
        message("x", Some("h"), r#"{"role":"bashExecution","content":null}"#),
        message("u", Some("x"), r#"{"role":"stranger","content":null}"#),
        entry(
            "custom_message",
            "m",
            Some("u"),
            r#""customType":"x","content":null"#,
        ),
        entry("custom_message", "n", Some("m"), r#""customType":"x""#),
        entry(
            "branch_summary",
            "y",
            Some("n"),
            r#""fromId":"a","summary":"""#,
        ),
        entry("branch_summary", "z", Some("y"), r#""fromId":"a""#),
        entry("compaction", "k", Some("z"), r#""firstKeptEntryId":"s""#),
    ]);
    check(
        &at(&session, "z"),
        expect![[r#"
        s: shown
        a: shown
        b: shown
        r: shown
        h: shown
        x: shown
        u: shown
        m: shown
        n: shown
        y: nothing to say
        z: nothing to say
        ---
        s: {"role":"system","sections":{},"content":""}
        a: {"role":"user","content":[]}
        b: {"role":"assistant","usage":{},"content":[]}
        r: {"role":"toolResult","toolCallId":"t","content":[]}
        h: {"role":"custom","customType":"x","content":null}
        x: {"role":"bashExecution","content":null}
        u: {"role":"stranger","content":null}
        m: {"role":"custom","customType":"x","content":[],"timestamp":1767225601000}
        n: {"role":"custom","customType":"x","content":[],"timestamp":1767225601000}
    "#]],
    );
    check(
        &session,
        expect![[r#"
        s: system message, carried by k
        a: shown
        b: shown
        r: shown
        h: shown
        x: shown
        u: shown
        m: shown
        n: shown
        y: nothing to say
        z: nothing to say
        k: shown
        ---
        k: {"role":"compactionSummary","timestamp":1767225601000}
        a: {"role":"user","content":[]}
        b: {"role":"assistant","usage":{},"content":[]}
        r: {"role":"toolResult","toolCallId":"t","content":[]}
        h: {"role":"custom","customType":"x","content":null}
        x: {"role":"bashExecution","content":null}
        u: {"role":"stranger","content":null}
        m: {"role":"custom","customType":"x","content":[],"timestamp":1767225601000}
        n: {"role":"custom","customType":"x","content":[],"timestamp":1767225601000}
    "#]],
    );
}

#[test]
fn content_of_another_type_goes_to_the_model_as_it_is() {
    let session = session(&[
        message("a", None, r#"{"role":"user","content":7}"#),
        message("b", Some("a"), r#"{"content":"no role"}"#),
        entry("message", "c", Some("b"), r#""message":"none""#),
    ]);
    check(
        &session,
        expect![[r#"
        a: shown
        b: shown
        c: nothing to say
        ---
        a: {"role":"user","content":7}
        b: {"content":"no role"}
    "#]],
    );
}

#[test]
fn state_comes_from_the_whole_path() {
    let session = session(&[
        user("a", None, "one"),
        entry(
            "thinking_level_change",
            "t",
            Some("a"),
            r#""thinkingLevel":"high""#,
        ),
        entry(
            "model_change",
            "m",
            Some("t"),
            r#""provider":"router","modelId":"virtual""#,
        ),
        assistant("b", Some("m"), "two"),
        compaction("k", "b", "b", ""),
        entry(
            "model_change",
            "n",
            Some("k"),
            r#""provider":7,"modelId":"later""#,
        ),
        entry(
            "thinking_level_change",
            "u",
            Some("a"),
            r#""thinkingLevel":"low""#,
        ),
    ]);
    let state = |id: &str| {
        let context = at(&session, id).context();
        (context.thinking_level, context.model)
    };
    let model = |provider: Option<&str>, model: &str| {
        Some(Model {
            provider: provider.map(str::to_owned),
            model_id: Some(model.to_owned()),
        })
    };
    assert_eq!(state("a"), ("off".to_owned(), None));
    assert_eq!(
        state("m"),
        ("high".to_owned(), model(Some("router"), "virtual"))
    );
    // The reply names the physical model.
    assert_eq!(state("b"), ("high".to_owned(), model(Some("p"), "m")));
    // What is compacted away still counts.
    assert_eq!(state("k"), state("b"));
    assert_eq!(state("n"), ("high".to_owned(), model(None, "later")));
    assert_eq!(state("u"), ("low".to_owned(), None));
    let context = session.with_leaf(None).context();
    assert_eq!(
        (context.thinking_level.as_str(), context.model),
        ("off", None)
    );
}
