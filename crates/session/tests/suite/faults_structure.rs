//! Files whose records do not fit together: all of them show, and what was chosen is said.

use expect_test::{Expect, expect};
use pi_session::{EntryKind, Filter, Role, Session};

use crate::support::*;

fn check(bytes: &[u8], expected: Expect) {
    expected.assert_eq(&reading(bytes));
}

fn check_context(session: &Session, expected: Expect) {
    expected.assert_eq(&outcomes(session));
}

fn compaction(id: &str, parent: &str, first_kept: &str) -> String {
    let rest =
        format!(r#""summary":"before","firstKeptEntryId":"{first_kept}","tokensBefore":1200"#);
    entry("compaction", id, Some(parent), &rest)
}

#[test]
fn without_a_header_entries_show() {
    let bytes = lines(&[user("a", None, "one"), assistant("b", Some("a"), "two")]);
    check(
        &bytes,
        expect![[r#"
        a
          b (leaf)
        ---
        missing-header 1@0
    "#]],
    );
    let session = parse(&bytes);
    assert_eq!(session.header(), &pi_session::Header::default());
    // One plain entry is enough, wherever it stands.
    let bytes = lines(&["{\"k\":1}", &user("a", None, "one")]);
    check(
        &bytes,
        expect![[r#"
        80ddc1f7
        a (leaf)
        ---
        missing-id 1@0 80ddc1f7
        bad-timestamp 1@0 80ddc1f7
        unknown-type 1@0 80ddc1f7: no type.
        missing-header 1@0
    "#]],
    );
}

#[test]
fn a_header_behind_other_records_is_used() {
    let (a, b) = (user("a", None, "one"), user("b", Some("a"), "two"));
    check(
        &lines(&[&*a, HEADER, &b]),
        expect![[r#"
        a
          b (leaf)
        ---
        header-not-first 2@125
    "#]],
    );
    // What stands before it and is no entry at all is none; what has an id is.
    check(
        &lines(&[
            r#"{"type":"title","title":"x"}"#,
            r#"{"type":"note","id":"n"}"#,
            HEADER,
            &a,
        ]),
        expect![[r#"
            n
            a (leaf)
            ---
            unknown-type 1@0: the type “title”, before the header and without an id: no entry.
            bad-timestamp 2@29 n
            unknown-type 2@29 n: the type “note”.
            header-not-first 3@54
        "#]],
    );
    // Behind a damaged line it still is the first record.
    check(
        &lines(&["{\"type\":\"sess", HEADER, &a]),
        expect![[r#"
        a (leaf)
        ---
        malformed-line 1@0: the line ends inside a string, at byte 14 (13 bytes).
    "#]],
    );
    // Values that JavaScript takes for false are no records to Pi.
    check(
        &lines(&["null", HEADER, &a]),
        expect![[r#"
        a (leaf)
        ---
        not-an-object 1@0: null.
    "#]],
    );
    check(
        &lines(&["7", HEADER, &a]),
        expect![[r#"
        a (leaf)
        ---
        not-an-object 1@0: a number.
        header-not-first 2@2
    "#]],
    );
}

#[test]
fn later_headers_are_boundaries() {
    let second = HEADER
        .replace("\"id\":\"s\"", "\"id\":\"t\"")
        .replace("/w", "/elsewhere");
    let bytes = lines(&[
        HEADER,
        &user("a", None, "one"),
        &second,
        &user("b", None, "two"),
    ]);
    check(
        &bytes,
        expect![[r#"
        a
        b (leaf)
        ---
        repeated-header 3@215
    "#]],
    );
    let session = parse(&bytes);
    assert_eq!(
        (
            session.header().id.as_str(),
            session.header().cwd.as_deref()
        ),
        ("s", Some("/w"))
    );
    // One without an id is no header.
    let bytes = lines(&[
        HEADER,
        r#"{"type":"session","version":3}"#,
        &user("a", None, "one"),
    ]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
        ---
        bad-shape 2@90: a session header whose `id` is no string.
    "#]],
    );
}

#[test]
fn unknown_types_stay_in_the_chain() {
    let session = session(&[
        user("a", None, "one"),
        entry("title_change", "b", Some("a"), r#""title":"x""#),
        entry("service_tier_change", "c", Some("b"), r#""tier":"fast""#),
        entry("leaf", "d", Some("c"), r#""entryId":"a""#),
        assistant("e", Some("d"), "two"),
    ]);
    expect![[r#"
        a
          b
            c
              d
                e (leaf)
    "#]]
    .assert_eq(&tree(&session));
    expect![[r#"
        unknown-type 3@215 b: the type “title_change”.
        unknown-type 4@314 c: the type “service_tier_change”.
        unknown-type 5@422 d: the type “leaf”.
    "#]]
    .assert_eq(&diagnostics(&session));
    expect![[r#"
        - user: one *
        title_change *
        service_tier_change *
        leaf *
        assistant: two *
    "#]]
    .assert_eq(&rows(&session, &query(Filter::Default, "")));
    let entry = session.entry(find(&session, "c"));
    assert_eq!(entry.kind(), EntryKind::Unknown);
    assert_eq!(entry.type_name(), "service_tier_change");
    assert_eq!(entry.json(), entry.raw().text());
    check_context(
        &session,
        expect![[r#"
        a: shown
        b: not a message
        c: not a message
        d: not a message
        e: shown
    "#]],
    );
}

#[test]
fn a_record_without_a_type_is_an_entry_all_the_same() {
    let line = format!(r#"{{"id":"a","parentId":null,"timestamp":"{TIME}"}}"#);
    check(
        &file(&[line, user("b", Some("a"), "one")]),
        expect![[r#"
        a
          b (leaf)
        ---
        unknown-type 2@90 a: no type.
    "#]],
    );
    let line = format!(r#"{{"type":7,"id":"a","parentId":null,"timestamp":"{TIME}"}}"#);
    check(
        &file(&[line, user("b", Some("a"), "one")]),
        expect![[r#"
        a
          b (leaf)
        ---
        unknown-type 2@90 a: no type.
    "#]],
    );
    check(
        &file(&["{}"]),
        expect![[r#"
        8b679a41 (leaf)
        ---
        missing-id 2@90 8b679a41
        bad-timestamp 2@90 8b679a41
        unknown-type 2@90 8b679a41: no type.
    "#]],
    );
}

#[test]
fn unknown_roles_are_kept() {
    let session = session(&[
        message(
            "a",
            None,
            r#"{"role":"narrator","content":"Once upon a time"}"#,
        ),
        user("b", Some("a"), "one"),
    ]);
    let entry = session.entry(find(&session, "a"));
    let message = entry.message().expect("a message");
    assert_eq!(
        (message.role(), &*message.role_name()),
        (Role::Unknown, "narrator")
    );
    expect![[r#"
        unknown-role 2@90 a: the role “narrator”.
    "#]]
    .assert_eq(&diagnostics(&session));
    expect![[r#"
        - [narrator] *
        user: one *
    "#]]
    .assert_eq(&rows(&session, &query(Filter::Default, "")));
}

#[test]
fn versions_that_are_none_of_ours_are_read_as_three() {
    let with = |version: &str| {
        let header = HEADER.replace("\"version\":3", &format!("\"version\":{version}"));
        let hook = r#"{"role":"hookMessage","customType":"x","content":"hi"}"#;
        let session = parse(&lines(&[header, message("a", None, hook)]));
        let role = session.role(find(&session, "a"));
        format!("{role:?}\n{}", diagnostics(&session))
    };
    expect![[r#"
        Some(Unknown)
        unknown-role 2@90 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("3"));
    expect![[r#"
        Some(Unknown)
        newer-version 1@0: version 4.
        unknown-role 2@90 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("4"));
    expect![[r#"
        Some(Unknown)
        newer-version 1@0: version 1e999.
        unknown-role 2@94 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("1e999"));
    expect![[r#"
        Some(Unknown)
        bad-shape 1@0: `version` is a string where a number was expected; it is read as 3.
        unknown-role 2@92 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("\"3\""));
    expect![[r#"
        Some(Unknown)
        bad-shape 1@0: `version` is a string where a number was expected; it is read as 3.
        unknown-role 2@92 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("\"2\""));
    expect![[r#"
        Some(Unknown)
        bad-shape 1@0: `version` is a boolean where a number was expected; it is read as 3.
        unknown-role 2@93 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("true"));
    expect![[r#"
        Some(Unknown)
        bad-shape 1@0: `version` is an array where a number was expected; it is read as 3.
        unknown-role 2@92 a: the role “hookMessage”.
    "#]]
    .assert_eq(&with("[2]"));
    expect![[r#"
        Some(Custom)
        migrated 1@0: version 2.
    "#]]
    .assert_eq(&with("2"));
}

#[test]
fn scalar_lines_leave_the_leaf_where_it_was() {
    let bytes = lines(&[HEADER, &user("a", None, "one"), "17", "\"x\"", "null", "[]"]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
        ---
        not-an-object 3@215: a number.
        not-an-object 4@218: a string.
        not-an-object 5@222: null.
        not-an-object 6@227: an array.
    "#]],
    );
}

#[test]
fn of_entries_with_one_id_the_last_stands_in_the_tree() {
    let bytes = file(&[
        user("a", None, "first"),
        user("b", Some("a"), "below"),
        user("a", None, "second"),
        user("a", None, "third"),
    ]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
          b
        ---
        duplicate-id 2@90 a: the id “a”, again on line 4.
        duplicate-id 4@343 a: the id “a”, again on line 5.
    "#]],
    );
    let session = parse(&bytes);
    assert_eq!(session.entry_count(), 2);
    assert_eq!(session.entries().count(), 2);
    // The earlier ones can still be reached.
    let texts: Vec<_> = session
        .diagnostics()
        .iter()
        .filter_map(|diagnostic| diagnostic.entry)
        .map(|index| session.entry(index).content().text().into_owned())
        .collect();
    assert_eq!(texts, ["first", "second"]);
    for diagnostic in session.diagnostics() {
        let earlier = diagnostic.entry.expect("an entry");
        assert_eq!(session.tree().path(earlier), [earlier]);
        assert!(session.tree().is_ancestor(earlier, earlier));
        assert!(!session.tree().is_ancestor(find(&session, "a"), earlier));
        assert!(
            session
                .rows(&query(Filter::All, ""))
                .row_of(earlier)
                .is_none()
        );
        let stands_there = session.with_leaf(Some(earlier));
        assert_eq!(stands_there.rows(&query(Filter::All, "")).len(), 2);
        assert_eq!(stands_there.row_counts("")[4], 2);
        assert_eq!(stands_there.context().path.len(), 1);
    }
}

#[test]
fn a_duplicate_may_take_its_children_along() {
    // The second `a` hangs below the first one's child: a cycle once they are one node.
    let bytes = file(&[
        user("a", None, "first"),
        user("b", Some("a"), "below"),
        user("a", Some("b"), "second"),
    ]);
    check(
        &bytes,
        expect![[r#"
        b
          a (leaf)
        ---
        duplicate-id 2@90 a: the id “a”, again on line 4.
        parent-cycle 3@217 b: the parent “a”.
    "#]],
    );
}

#[test]
fn broken_links_make_roots() {
    // Its own parent.
    check(
        &file(&[user("a", Some("a"), "one"), user("b", Some("a"), "two")]),
        expect![[r#"
            a
              b (leaf)
            ---
            parent-cycle 2@90 a: the parent “a”.
        "#]],
    );
    // A cycle of two, with a branch that leads into it.
    check(
        &file(&[
            user("a", Some("b"), "one"),
            user("b", Some("a"), "two"),
            user("c", Some("b"), "three"),
        ]),
        expect![[r#"
            a
              b
                c (leaf)
            ---
            parent-cycle 2@90 a: the parent “b”.
        "#]],
    );
    // A parent that is not there, and one that comes later in the file.
    check(
        &file(&[
            user("a", Some("gone"), "one"),
            user("b", Some("c"), "two"),
            user("c", None, "three"),
        ]),
        expect![[r#"
            a
            c (leaf)
              b
            ---
            missing-parent 2@90 a: the parent “gone”.
        "#]],
    );
    // A parent that is no id at all.
    let line = entry("custom", "a", None, r#""customType":"x""#)
        .replace("\"parentId\":null", "\"parentId\":5");
    check(
        &file(&[line]),
        expect![[r#"
        a (leaf)
        ---
        bad-shape 2@90 a: `parentId` is a number where a string was expected.
    "#]],
    );
}

#[test]
fn several_cycles_are_each_cut_once() {
    let ring = |from: usize, to: usize| {
        (from..to).map(move |number| {
            let parent = if number + 1 == to { from } else { number + 1 };
            user(&format!("n{number}"), Some(&format!("n{parent}")), "x")
        })
    };
    let bytes = file(
        &ring(0, 3)
            .chain(ring(3, 4))
            .chain(ring(4, 9))
            .collect::<Vec<_>>(),
    );
    check(
        &bytes,
        expect![[r#"
        n0
          n2
            n1
        n3
        n4
          n8 (leaf)
            n7
              n6
                n5
        ---
        parent-cycle 2@90 n0: the parent “n1”.
        parent-cycle 5@462 n3: the parent “n3”.
        parent-cycle 6@586 n4: the parent “n5”.
    "#]],
    );
}

#[test]
fn several_roots_are_no_problem() {
    let bytes = file(&[
        user("a", None, "one"),
        user("b", None, "two"),
        user("c", Some("a"), "three"),
    ]);
    check(
        &bytes,
        expect![[r#"
        a
          c (leaf)
        b
        ---
    "#]],
    );
}

#[test]
fn a_kept_entry_that_is_not_there_keeps_nothing() {
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        compaction("c", "b", "gone"),
        user("d", Some("c"), "three"),
    ]);
    expect![[r#"
        missing-first-kept 4@339 c
    "#]]
    .assert_eq(&diagnostics(&session));
    check_context(
        &session,
        expect![[r#"
        a: compacted by c
        b: compacted by c
        c: shown
        d: shown
    "#]],
    );
}

#[test]
fn a_kept_entry_on_another_branch_keeps_nothing() {
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        user("other", Some("a"), "elsewhere"),
        compaction("c", "b", "other"),
    ]);
    expect![[r#"
        missing-first-kept 5@473 c
    "#]]
    .assert_eq(&diagnostics(&session));
    check_context(
        &session,
        expect![[r#"
        a: compacted by c
        b: compacted by c
        c: shown
    "#]],
    );
}

#[test]
fn a_kept_label_that_a_fork_dropped_keeps_nothing() {
    // The label `l` stood between `a` and `b`; a fork left it out and re-chained.
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        compaction("c", "b", "l"),
        user("d", Some("c"), "three"),
        entry("label", "m", Some("d"), r#""targetId":"a","label":"start""#),
    ]);
    expect![[r#"
        missing-first-kept 4@339 c
    "#]]
    .assert_eq(&diagnostics(&session));
    check_context(
        &session,
        expect![[r#"
        a: compacted by c
        b: compacted by c
        c: shown
        d: shown
        m: not a message
    "#]],
    );
}

#[test]
fn an_older_compaction_in_the_kept_range_is_seen_and_not_counted() {
    let session = session(&[
        user("a", None, "one"),
        user("b", Some("a"), "two"),
        compaction("c", "b", "b"),
        user("d", Some("c"), "three"),
        compaction("e", "d", "b"),
        user("f", Some("e"), "four"),
    ]);
    assert_eq!(session.diagnostics(), []);
    check_context(
        &session,
        expect![[r#"
        a: compacted by e
        b: shown
        c: older than e
        d: shown
        e: shown
        f: shown
    "#]],
    );
    assert_eq!(session.row_counts("")[0], 6);
}

#[test]
fn a_branch_summary_shows_wherever_it_says_it_comes_from() {
    for from in ["a", "root", "unknown", ""] {
        let session = session(&[
            user("a", None, "one"),
            entry(
                "branch_summary",
                "b",
                Some("a"),
                &format!(r#""fromId":"{from}","summary":"left""#),
            ),
        ]);
        assert_eq!(session.diagnostics(), [], "{from:?}");
        assert_eq!(tree(&session), "a\n  b (leaf)\n");
        assert_eq!(
            rows(&session, &query(Filter::Default, "")),
            "- user: one *\n[branch summary]: left *\n"
        );
    }
}

#[test]
fn a_parent_session_is_text() {
    let header = HEADER.replace("\"cwd\"", r#""parentSession":"/gone/<b>.jsonl","cwd""#);
    let session = parse(&lines(&[header]));
    assert_eq!(
        session.header().parent_session.as_deref(),
        Some("/gone/<b>.jsonl")
    );
    assert_eq!(session.diagnostics(), []);
}

#[test]
fn header_fields_of_the_wrong_type_are_as_if_missing() {
    let header = r#"{"type":"session","id":"s","version":3,"timestamp":7,"cwd":null,"parentSession":{},"provider":[],"modelId":1,"thinkingLevel":true}"#;
    let session = parse(header.as_bytes());
    let header = session.header();
    assert_eq!(
        (
            &header.timestamp,
            &header.cwd,
            &header.parent_session,
            &header.provider,
            &header.model_id,
            &header.thinking_level
        ),
        (&None, &None, &None, &None, &None, &None)
    );
}
