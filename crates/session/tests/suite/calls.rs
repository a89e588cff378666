//! Which call a tool result answers.

use expect_test::{Expect, expect};
use pi_session::{Filter, Session};

use crate::support::*;

/// Each result and the entry whose call it answers.
fn answers(session: &Session) -> String {
    session
        .entries()
        .filter(|&index| session.role(index) == Some(pi_session::Role::ToolResult))
        .map(|index| {
            let call = session.call_of(index).map(|call| session.id(call));
            format!("{} -> {}\n", session.id(index), call.unwrap_or("nothing"))
        })
        .collect()
}

fn check(entries: &[String], expected: Expect) {
    expected.assert_eq(&answers(&session(entries)));
}

fn calls(calls: &[(&str, &str)]) -> String {
    let calls: Vec<_> = calls
        .iter()
        .map(|(id, path)| tool_call(id, "read", &format!(r#"{{"path":"{path}"}}"#)))
        .collect();
    calls.join(",")
}

#[test]
fn parallel_calls_are_answered_in_any_order() {
    check(
        &[
            blocks("a", None, &calls(&[("x", "1"), ("y", "2"), ("z", "3")])),
            tool_result("z1", Some("a"), "z", "3"),
            tool_result("x1", Some("z1"), "x", "1"),
        ],
        expect![[r#"
            z1 -> a
            x1 -> a
        "#]],
    );
}

#[test]
fn a_result_without_a_call_stands_alone() {
    check(
        &[
            tool_result("r", None, "x", "before its call"),
            blocks("a", Some("r"), &calls(&[("x", "1")])),
            tool_result("s", Some("a"), "other", "never called"),
        ],
        expect![[r#"
            r -> nothing
            s -> nothing
        "#]],
    );
}

#[test]
fn an_id_used_again_names_the_nearest_call() {
    // Some providers count their calls from 0 in every turn.
    let entries = [
        blocks("a", None, &calls(&[("0", "first")])),
        tool_result("ar", Some("a"), "0", "1"),
        blocks("b", Some("ar"), &calls(&[("0", "second")])),
        tool_result("br", Some("b"), "0", "2"),
        // A branch beside the second turn.
        user("c", Some("ar"), "go on"),
        tool_result("cr", Some("c"), "0", "late"),
    ];
    check(
        &entries,
        expect![[r#"
        ar -> a
        br -> b
        cr -> nothing
    "#]],
    );
    // The row of a result that answers nothing still shows the nearest call of that name.
    expect![[r#"
        - [read: first] *
          - user: go on *
            [read: first] *
          [read: second]
    "#]]
    .assert_eq(&rows(&session(&entries), &query(Filter::All, "")));
}

#[test]
fn calls_left_open_are_answered_from_the_newest_on() {
    check(
        &[
            blocks("a", None, &calls(&[("0", "first")])),
            blocks("b", Some("a"), &calls(&[("0", "second")])),
            tool_result("r", Some("b"), "0", "2"),
            tool_result("s", Some("r"), "0", "1"),
            tool_result("t", Some("s"), "0", "none"),
        ],
        expect![[r#"
            r -> b
            s -> a
            t -> nothing
        "#]],
    );
}

#[test]
fn branches_do_not_answer_for_each_other() {
    let entries = [
        blocks("a", None, &calls(&[("x", "shared")])),
        tool_result("b", Some("a"), "x", "here"),
        tool_result("c", Some("a"), "x", "and here"),
        user("d", None, "another root"),
        tool_result("e", Some("d"), "x", "not here"),
    ];
    check(
        &entries,
        expect![[r#"
        b -> a
        c -> a
        e -> nothing
    "#]],
    );
    // As a last resort its row shows the last such call anywhere, as Pi's does.
    expect![[r#"
        - user: another root *
          [read: shared] *
        [read: shared]
        [read: shared]
    "#]]
    .assert_eq(&rows(&session(&entries), &query(Filter::All, "")));
}

#[test]
fn a_call_that_gave_way_to_a_later_entry_is_none() {
    let entries = [
        blocks("a", None, &calls(&[("x", "1")])),
        tool_result("r", Some("a"), "x", "1"),
        user("a", None, "took its place"),
    ];
    check(
        &entries,
        expect![[r#"
        r -> nothing
    "#]],
    );
    expect![[r#"
        - user: took its place *
        [tool]
    "#]]
    .assert_eq(&rows(&session(&entries), &query(Filter::All, "")));
}

#[test]
fn a_result_without_an_id_answers_nothing() {
    for id in ["null", "7", "\"\""] {
        let result = tool_result("r", Some("a"), "@", "x").replace("\"@\"", id);
        let call = tool_call("@", "read", "{}").replace("\"@\"", id);
        let session = session(&[blocks("a", None, &call), result]);
        assert_eq!(answers(&session), "r -> nothing\n", "{id}");
    }
}
