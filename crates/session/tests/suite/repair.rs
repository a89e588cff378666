//! What the repaired copy of each damaged file is, and what is said of it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use pi_session::Session;

use crate::support::*;

fn check(bytes: &[u8], expected: &Expect) {
    let session = parse(bytes);
    let repaired = session.repaired();
    let mut out = String::from_utf8(repaired.bytes).expect("UTF-8");
    out = out
        .replace(HEADER, "HEADER")
        .replace(TIME, "TIME")
        .replace('\r', "␍");
    out.push_str("---\n");
    for change in repaired.changes {
        let (line, entry) = (
            change.line.unwrap_or(0),
            change.entry.map(|entry| session.id(entry)),
        );
        let _ = writeln!(
            out,
            "{line} {} {} {}",
            change.code.as_str(),
            entry.unwrap_or("-"),
            change.done
        );
    }
    for (found, reading, about) in session.read_otherwise_by_pi() {
        let _ = writeln!(out, "Pi: {} {reading:?} {about}", found.code.as_str());
    }
    expected.assert_eq(&out);
}

#[test]
fn damage_is_taken_out_and_the_rest_keeps_its_bytes() {
    let a = user("a", None, "one");
    let b = user("b", Some("a"), "two");
    let mut bytes = b"\xEF\xBB\xBF".to_vec();
    bytes.extend(file(&[
        &format!("{a}\r"),
        "",
        "{oops",
        "7",
        &format!("{{\"type\":\"mess{b}"),
        "{\"type\":\"me",
    ]));
    bytes.pop();
    check(
        &bytes,
        &expect![[r#"
        HEADER
        {"type":"message","id":"a","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"one"}}␍
        {"type":"message","id":"b","parentId":"a","timestamp":"TIME","message":{"role":"user","content":"two"}}
        ---
        1 byte-order-mark - The byte-order mark is left out.
        4 malformed-line - What is no JSON is left out.
        5 not-an-object - The line is left out, since it is no entry.
        6 malformed-line - What is no JSON is left out.
        6 recovered-record b The record is written on a line of its own.
        7 torn-tail - The torn last line is left out.
        Pi: byte-order-mark Refuses Pi does not open this file.
        Pi: not-an-object Otherwise Pi takes any such value but null, false, 0 and an empty text for an entry, and stands nowhere if it comes last.
        Pi: recovered-record Otherwise Pi skips the whole line, so that what hangs on the record stands apart.
    "#]],
    );
}

#[test]
fn links_and_ids_are_mended() {
    let a = user("a", None, "one");
    check(
        &file(&[
            &user("a", Some("gone"), "earlier"),
            &a,
            &a,
            &user("b", Some("b"), "self"),
            &user("c", Some("d"), "round"),
            &user("d", Some("c"), "about"),
            r#"{"type":"custom","customType":"x","timestamp":0}"#,
            &user("e", Some("lost"), "x"),
        ]),
        &expect![[r#"
            HEADER
            {"type":"message","id":"8b679a41","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"earlier"}}
            {"type":"message","id":"a","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"one"}}
            {"type":"message","id":"b","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"self"}}
            {"type":"message","id":"c","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"round"}}
            {"type":"message","id":"d","parentId":"c","timestamp":"TIME","message":{"role":"user","content":"about"}}
            {"type":"custom","customType":"x","timestamp":0,"id":"f743b091","parentId":"d"}
            {"type":"message","id":"e","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"x"}}
            ---
            2 duplicate-id a The earlier entry is given an id of its own, or left out where both are the same to the byte.
            3 duplicate-id a The earlier entry is given an id of its own, or left out where both are the same to the byte.
            5 parent-cycle b The entry is made a root, which ends the cycle: its parent is null.
            6 parent-cycle c The entry is made a root, which ends the cycle: its parent is null.
            8 missing-id f743b091 The entry is given an id, and the entry before it as its parent where it names none.
            9 missing-parent e The entry is made a root: its parent is null.
            Pi: parent-cycle Hangs Pi goes round this cycle without end when it stands on or below it.
            Pi: parent-cycle Hangs Pi goes round this cycle without end when it stands on or below it.
            Pi: duplicate-id Otherwise Pi shows both entries, each with the later one's children.
            Pi: duplicate-id Otherwise Pi shows both entries, each with the later one's children.
            Pi: missing-id Otherwise Pi shows the entry as a root of its own that nothing can be below.
        "#]],
    );
}

#[test]
fn the_header_comes_first_and_once() {
    let a = user("a", None, "one");
    check(
        &lines(&[
            r#"{"type":"title","x":1}"#,
            r#"{"type":"session"}"#,
            &a,
            HEADER,
            HEADER,
        ]),
        &expect![[r#"
            HEADER
            {"type":"message","id":"a","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"one"}}
            ---
            1 unknown-type - The record, which stands before the header and is no entry, is left out.
            2 bad-shape - The header without an id is left out.
            4 header-not-first - The header is written as the first line.
            5 repeated-header - The later header is left out.
            Pi: header-not-first Refuses Pi does not open this file.
        "#]],
    );
    check(
        &lines(&[&a]),
        &expect![[r#"
        {"type":"session","version":3,"id":"80ddc1f7","timestamp":"TIME","cwd":""}
        {"type":"message","id":"a","parentId":null,"timestamp":"TIME","message":{"role":"user","content":"one"}}
        ---
        1 missing-header - A header is written, without a working directory.
        Pi: missing-header Refuses Pi does not open this file.
    "#]],
    );
}

#[test]
fn old_files_are_written_as_of_today() {
    let header = HEADER.replace("\"version\":3", "\"version\":2");
    check(
        &lines(&[
            header.as_str(),
            &user("a", None, "x").replace("\"user\"", "\"hookMessage\""),
        ]),
        &expect![[r#"
            {"type":"session","version":2,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w","version":3}
            {"type":"message","id":"a","parentId":null,"timestamp":"TIME","message":{"role":"custom","content":"x"}}
            ---
            1 migrated - The file is written as version 3.
        "#]],
    );
}

#[test]
fn what_is_sound_is_given_back_to_the_byte() {
    let mut bytes = file(&[&user("a", None, "one"), "", " "]);
    bytes.extend(user("b", Some("a"), "two").bytes());
    let repaired = parse(&bytes).repaired();
    assert_eq!((repaired.bytes, repaired.changes), (bytes, vec![]));
}

#[test]
fn what_is_no_problem_is_told_apart() {
    for code in pi_session::Code::ALL {
        assert_eq!(code.is_problem(), code.as_str() != "migrated");
    }
    let old = HEADER.replace("\"version\":3", "\"version\":2");
    let session = Session::parse(old.as_bytes()).expect("a session");
    assert!(
        session
            .diagnostics()
            .iter()
            .all(|found| !found.code.is_problem())
    );
}
