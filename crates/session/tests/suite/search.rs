//! The search of the tree: which words find which entries.

use pi_session::{Filter, Session};

use crate::support::*;

/// The ids of the rows that a query leaves, nothing filtered.
fn found(session: &Session, text: &str) -> String {
    let rows = session.rows(&query(Filter::All, text));
    let found: Vec<_> = (0..rows.len()).map(|row| rows.entry(row)).collect();
    ids(session, &found)
}

fn one(line: String) -> Session {
    session(&[line])
}

#[test]
fn every_word_must_occur_in_any_order_and_case() {
    let session = session(&[
        user("a", None, "The Salt is missing"),
        user("b", Some("a"), "salt \u{c4}pfel"),
    ]);
    for (text, expected) in [
        ("", "a b"),
        (" \t\u{a0}\n", "a b"),
        ("salt", "a b"),
        ("SALT", "a b"),
        ("missing  salt", "a"),
        ("\u{e4}pfel", "b"),
        ("user", "a b"),
        ("user the", "a"),
        ("salt pepper", ""),
        ("alt", "a b"),
        // A word is looked for within one entry's text.
        ("missingsalt", ""),
    ] {
        assert_eq!(found(&session, text), expected, "{text:?}");
    }
}

#[test]
fn each_kind_has_its_text() {
    let cases = [
        (
            message("a", None, r#"{"role":"system","content":"be kind"}"#),
            "system kind",
            "label",
        ),
        (
            message(
                "a",
                None,
                r#"{"role":"toolResult","toolName":"ls","content":[{"type":"text","text":"main.rs"}]}"#,
            ),
            "toolresult main.rs",
            "ls",
        ),
        (
            message(
                "a",
                None,
                r#"{"role":"bashExecution","command":"make","output":"done"}"#,
            ),
            "bashexecution make",
            "done",
        ),
        (
            message(
                "a",
                None,
                r#"{"role":"custom","customType":"note","content":"psst"}"#,
            ),
            "custom psst",
            "note",
        ),
        (
            blocks(
                "a",
                None,
                r#"{"type":"text","text":"so"},{"type":"thinking","thinking":"hm"}"#,
            ),
            "assistant so",
            "hm",
        ),
        (
            entry(
                "custom_message",
                "a",
                None,
                r#""customType":"note","content":"psst""#,
            ),
            "note psst",
            "custom",
        ),
        (
            entry(
                "branch_summary",
                "a",
                None,
                r#""fromId":"frm","summary":"we left""#,
            ),
            "branch summary left",
            "frm",
        ),
        (
            entry(
                "compaction",
                "a",
                None,
                r#""summary":"before","tokensBefore":7"#,
            ),
            "compaction",
            "before",
        ),
        (
            entry(
                "model_change",
                "a",
                None,
                r#""provider":"prov","modelId":"m-1""#,
            ),
            "model m-1",
            "prov",
        ),
        (
            entry(
                "thinking_level_change",
                "a",
                None,
                r#""thinkingLevel":"high""#,
            ),
            "thinking high",
            "level",
        ),
        (
            entry("session_info", "a", None, r#""name":"Salt""#),
            "title salt",
            "session",
        ),
        (
            entry("custom", "a", None, r#""customType":"state","data":"deep""#),
            "custom state",
            "deep",
        ),
        (
            entry("label", "a", None, r#""targetId":"tgt","label":"start""#),
            "label start",
            "tgt",
        ),
        (
            entry(
                "context_edit",
                "a",
                None,
                r#""targetId":"tgt","replacement":null"#,
            ),
            "context edit omit tgt",
            "replace",
        ),
        (
            entry(
                "context_edit",
                "a",
                None,
                r#""targetId":"tgt","replacement":{"content":"new"}"#,
            ),
            "context edit replace tgt",
            "omit",
        ),
    ];
    for (line, finds, misses) in cases {
        let session = one(line);
        let session = session.with_leaf(session.leaf());
        assert_eq!(found(&session, finds), "a", "{finds}");
        assert_eq!(found(&session, misses), "", "{misses}");
        // Ids and times are no text.
        assert_eq!(found(&session, "2026"), "", "{finds}");
    }
}

#[test]
fn of_a_message_the_first_200_units_count() {
    let padded = |padding: usize| format!("{}needle", "x".repeat(padding));
    assert_eq!(found(&one(user("a", None, &padded(194))), "needle"), "a");
    assert_eq!(found(&one(user("a", None, &padded(195))), "needle"), "");
    // An emoji is two units; blocks are counted together.
    let emoji = format!("{}needle", "\u{1f600}".repeat(97));
    assert_eq!(found(&one(user("a", None, &emoji)), "needle"), "a");
    assert_eq!(
        found(&one(user("a", None, &format!("x{emoji}"))), "needle"),
        ""
    );
    let parts = format!(
        r#"{{"type":"text","text":"{}"}},{{"type":"image"}},{{"type":"text","text":"needle"}}"#,
        "z".repeat(194)
    );
    assert_eq!(found(&one(blocks("a", None, &parts)), "needle"), "a");
    assert_eq!(
        found(
            &one(blocks("a", None, &parts.replacen('z', "zz", 1))),
            "needle"
        ),
        ""
    );
}

#[test]
fn some_texts_count_whole() {
    let long = format!("{} needle", "x".repeat(5000));
    for line in [
        message(
            "a",
            None,
            &format!(r#"{{"role":"bashExecution","command":"{long}"}}"#),
        ),
        entry(
            "custom_message",
            "a",
            None,
            &format!(r#""customType":"x","content":"{long}""#),
        ),
        entry(
            "branch_summary",
            "a",
            None,
            &format!(r#""fromId":"x","summary":"{long}""#),
        ),
        entry("session_info", "a", None, &format!(r#""name":"{long}""#)),
        entry(
            "label",
            "a",
            None,
            &format!(r#""targetId":"x","label":"{long}""#),
        ),
    ] {
        assert_eq!(found(&one(line), "needle"), "a");
    }
    // The blocks of a custom message are cut as those of a message are.
    let line = entry(
        "custom_message",
        "a",
        None,
        &format!(r#""customType":"x","content":[{{"type":"text","text":"{long}"}}]"#),
    );
    assert_eq!(found(&one(line), "needle"), "");
}

#[test]
fn a_label_is_found_on_what_it_labels() {
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        entry(
            "label",
            "l",
            Some("b"),
            r#""targetId":"a","label":"Turning Point""#,
        ),
        entry("label", "m", Some("l"), r#""targetId":"b","label":"gone""#),
        entry("label", "n", Some("m"), r#""targetId":"b""#),
    ]);
    assert_eq!(found(&session, "turning"), "a l");
    // Words of the label and of the text together.
    assert_eq!(found(&session, "point one"), "a");
    assert_eq!(found(&session, "gone"), "m");
}

#[test]
fn unknown_types_have_no_text() {
    let session = session(&[
        entry("novelty", "a", None, r#""title":"x""#),
        user("b", Some("a"), "novelty"),
    ]);
    assert_eq!(found(&session, "novelty"), "b");
}

#[test]
fn a_search_works_inside_a_filter() {
    let session = session(&[
        user("a", None, "salt"),
        assistant("b", Some("a"), "salt"),
        blocks("c", Some("b"), &tool_call("t", "ls", "{}")),
        tool_result("d", Some("c"), "t", "salt"),
        user("e", Some("d"), "pepper"),
        entry("label", "f", Some("e"), r#""targetId":"b","label":"salt""#),
    ]);
    assert_eq!(session.row_counts("salt"), [3, 2, 1, 1, 4]);
    for (filter, count) in Filter::ALL_MODES
        .into_iter()
        .zip(session.row_counts("salt"))
    {
        assert_eq!(session.rows(&query(filter, "salt")).len(), count);
    }
}

#[test]
fn an_entry_that_gave_way_is_not_found() {
    let session = session(&[user("a", None, "first"), user("a", None, "second")]);
    assert_eq!(found(&session, "first"), "");
    assert_eq!(found(&session, "second"), "a");
}
