//! Damaged bytes and lines: what is whole is read, what is lost is said.

use expect_test::{Expect, expect};
use pi_session::{Code, Content, Session, SessionReader};

use crate::support::*;

fn check(bytes: &[u8], expected: Expect) {
    expected.assert_eq(&reading(bytes));
}

fn glue(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[test]
fn a_torn_last_line_is_flagged_and_the_rest_shows() {
    let mut bytes = file(&[user("a", None, "one"), user("b", Some("a"), "two")]);
    bytes.extend(&user("c", Some("b"), "three").as_bytes()[..90]);
    check(
        &bytes,
        expect![[r#"
        a
          b (leaf)
        ---
        torn-tail 4@339: the JSON ends early, at byte 91 of the line (90 bytes).
    "#]],
    );
    // Cut between two members, and right behind the record: that one is whole.
    let whole = file(&[user("a", None, "one")]);
    check(
        &whole[..whole.len() - 2],
        expect![[r#"
        ---
        torn-tail 2@90: the JSON ends early, at byte 124 of the line (123 bytes).
    "#]],
    );
    check(
        &whole[..whole.len() - 1],
        expect![[r#"
        a (leaf)
        ---
    "#]],
    );
    // A line break behind the torn line, or blank lines, make it no other thing.
    check(
        &glue(&[&whole[..whole.len() - 2], b"\n \n\n"]),
        expect![[r#"
        ---
        torn-tail 2@90: the JSON ends early, at byte 124 of the line (123 bytes).
    "#]],
    );
    // Whatever a bad last line is, it is the tail.
    check(
        &glue(&[&whole, b"Killed\n"]),
        expect![[r#"
        a (leaf)
        ---
        torn-tail 3@215: unexpected “K” at byte 1 of the line (6 bytes).
    "#]],
    );
}

#[test]
fn the_header_alone_and_torn_behind_it() {
    check(
        HEADER.as_bytes(),
        expect![[r#"
        ---
    "#]],
    );
    check(
        &glue(&[HEADER.as_bytes(), b"\n{\"ty"]),
        expect![[r#"
        ---
        torn-tail 2@90: the line ends inside a string, at byte 5 (4 bytes).
    "#]],
    );
}

#[test]
fn a_record_glued_behind_a_torn_one_is_recovered() {
    let torn = user("a", None, "torn away");
    let torn = &torn.as_bytes()[..100];
    let whole = user("b", None, "whole");
    let next = user("c", Some("b"), "next");
    let next = next.as_bytes();
    check(
        &glue(&[&file::<&str>(&[]), torn, whole.as_bytes(), b"\n", next]),
        expect![[r#"
            b
              c (leaf)
            ---
            malformed-line 2@90: the JSON ends early, at byte 227 of the line; 100 of 226 bytes are lost.
            recovered-record 2@90 b: a record at byte 101 of the line.
        "#]],
    );
    // Behind the last line too.
    check(
        &glue(&[&file::<&str>(&[]), torn, whole.as_bytes()]),
        expect![[r#"
            b (leaf)
            ---
            malformed-line 2@90: the JSON ends early, at byte 227 of the line; 100 of 226 bytes are lost.
            recovered-record 2@90 b: a record at byte 101 of the line.
        "#]],
    );
    // Two whole ones on one line: nothing is lost.
    check(
        &glue(&[&file::<&str>(&[]), whole.as_bytes(), next, b"\n"]),
        expect![[r#"
            b
              c (leaf)
            ---
            recovered-record 2@90 b: a record at byte 1 of the line.
            recovered-record 2@90 c: a record at byte 127 of the line.
        "#]],
    );
    // A whole one, then a torn one.
    check(
        &glue(&[
            &file::<&str>(&[]),
            whole.as_bytes(),
            &next[..30],
            b"\n",
            next,
        ]),
        expect![[r#"
            b
              c (leaf)
            ---
            malformed-line 2@90: something follows the record at byte 127 of the line; 30 of 156 bytes are lost.
            recovered-record 2@90 b: a record at byte 1 of the line.
        "#]],
    );
}

#[test]
fn a_record_behind_nul_bytes_is_recovered() {
    let nul = [0_u8; 16];
    let whole = user("b", None, "whole");
    check(
        &glue(&[&file::<&str>(&[]), &nul, whole.as_bytes(), b"\n"]),
        expect![[r#"
            b (leaf)
            ---
            malformed-line 2@90: unexpected byte 0x00 at byte 1 of the line; 16 of 142 bytes are lost.
            recovered-record 2@90 b: a record at byte 17 of the line.
        "#]],
    );
    // Nothing but NULs: a tail that was never written.
    check(
        &glue(&[&file(&[whole]), &nul]),
        expect![[r#"
        b (leaf)
        ---
        torn-tail 3@217: unexpected byte 0x00 at byte 1 of the line (16 bytes).
    "#]],
    );
}

#[test]
fn a_header_can_be_recovered() {
    let user = user("a", None, "one");
    check(
        &glue(&[
            b"{\"type\":\"sess",
            HEADER.as_bytes(),
            b"\n",
            user.as_bytes(),
        ]),
        expect![[r#"
            a (leaf)
            ---
            malformed-line 1@0: unexpected “t” at byte 16 of the line; 13 of 102 bytes are lost.
            recovered-record 1@0: a record at byte 14 of the line.
        "#]],
    );
}

#[test]
fn what_a_torn_record_carries_is_no_record_of_the_file() {
    // A subagent's transcript in the details of a torn tool result.
    let inner = format!(
        "{},{}",
        user("x", None, "inner"),
        user("y", Some("x"), "inner")
    );
    let torn = format!(
        r#"{{"type":"message","id":"b","parentId":"a","timestamp":"{TIME}","message":{{"role":"toolResult","details":{{"entries":[{inner},{{"type":"mess"#
    );
    check(
        &glue(&[&file(&[user("a", None, "one")]), torn.as_bytes()]),
        expect![[r#"
            a (leaf)
            ---
            torn-tail 3@215: the line ends inside a string, at byte 401 (400 bytes).
        "#]],
    );
}

#[test]
fn a_raw_line_break_in_a_string_spoils_its_lines_alone() {
    let broken = message(
        "b",
        Some("a"),
        "{\"role\":\"user\",\"content\":\"first\nsecond\nthird\"}",
    );
    let bytes = file(&[user("a", None, "one"), broken, user("c", Some("a"), "next")]);
    check(
        &bytes,
        expect![[r#"
        a
          c (leaf)
        ---
        malformed-line 3@215: the line ends inside a string, at byte 123; lines 3 to 5 (138 bytes) read like one record broken by raw line breaks.
    "#]],
    );
    // A blank line in the string is part of it.
    let broken = message(
        "b",
        Some("a"),
        "{\"role\":\"user\",\"content\":\"first\n\nthird\"}",
    );
    let bytes = file(&[user("a", None, "one"), broken, user("c", Some("a"), "next")]);
    check(
        &bytes,
        expect![[r#"
        a
          c (leaf)
        ---
        malformed-line 3@215: the line ends inside a string, at byte 123; lines 3 to 5 (132 bytes) read like one record broken by raw line breaks.
    "#]],
    );
    // Two lines that are each bad in themselves are two problems.
    let bytes = file(&[
        "}oops{".to_owned(),
        "]again[".to_owned(),
        user("a", None, "one"),
    ]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
        ---
        malformed-line 2@90: unexpected “}” at byte 1 of the line (6 bytes).
        malformed-line 3@97: unexpected “]” at byte 1 of the line (7 bytes).
    "#]],
    );
}

#[test]
fn lines_end_at_line_feeds_alone() {
    let text = "a\u{2028}b\u{2029}c\u{85}d";
    let session = session(&[user("a", None, text), user("b", Some("a"), "next")]);
    assert_eq!(session.diagnostics(), []);
    assert_eq!(
        session.entry(find(&session, "a")).content(),
        Content::Text(text.into())
    );
    assert_eq!(session.location(find(&session, "b")).line, 3);
    // A carriage return alone ends no line.
    let bytes = file(&[user("a", None, "one") + "\r" + &user("b", None, "two")]);
    check(
        &bytes,
        expect![[r#"
        a
        b (leaf)
        ---
        recovered-record 2@90 a: a record at byte 1 of the line.
        recovered-record 2@90 b: a record at byte 126 of the line.
    "#]],
    );
}

#[test]
fn carriage_returns_change_nothing() {
    let entries = [user("a", None, "one"), assistant("b", Some("a"), "two")];
    let unix = file(&entries);
    let dos: Vec<u8> = unix
        .iter()
        .flat_map(|&b| {
            if b == b'\n' {
                vec![b'\r', b'\n']
            } else {
                vec![b]
            }
        })
        .collect();
    let (unix, dos) = (parse(&unix), parse(&dos));
    assert_eq!(dos.diagnostics(), []);
    assert_eq!(tree(&unix), tree(&dos));
    for (unix_entry, dos_entry) in unix.entries().zip(dos.entries()) {
        assert_eq!(unix.entry(unix_entry).raw(), dos.entry(dos_entry).raw());
    }
    assert_eq!(unix.header(), dos.header());
}

#[test]
fn a_byte_order_mark_is_stripped() {
    let plain = file(&[user("a", None, "one")]);
    let bytes = glue(&[b"\xEF\xBB\xBF", &plain]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
        ---
        byte-order-mark 1@0
    "#]],
    );
    let session = parse(&bytes);
    assert_eq!(session.header().id, "s");
    assert_eq!(session.header(), parse(&plain).header());
    assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
    // Only at the start: later it is no JSON.
    check(
        &glue(&[
            &plain,
            b"\xEF\xBB\xBF",
            user("b", Some("a"), "two").as_bytes(),
        ]),
        expect![[r#"
            a
              b (leaf)
            ---
            malformed-line 3@215: unexpected byte 0xEF at byte 1 of the line; 3 of 126 bytes are lost.
            recovered-record 3@215 b: a record at byte 4 of the line.
        "#]],
    );
}

#[test]
fn half_a_surrogate_pair_reads_as_a_replacement() {
    let line = user("a", None, r"cut \ud83d here \ude00 and \ud83d\ude00");
    let session = session(std::slice::from_ref(&line));
    assert_eq!(session.diagnostics(), []);
    let entry = session.entry(find(&session, "a"));
    let text = "cut \u{fffd} here \u{fffd} and \u{1f600}";
    assert_eq!(entry.content(), Content::Text(text.into()));
    assert_eq!(entry.json(), line);
    assert_eq!(
        rows(&session, &query(pi_session::Filter::Default, "")),
        format!("user: {text} *\n")
    );
}

#[test]
fn invalid_utf8_reads_as_replacements_and_keeps_its_bytes() {
    let mut line = user("a", None, "caf@ au lait").into_bytes();
    let place = line
        .iter()
        .position(|&byte| byte == b'@')
        .expect("the mark");
    line[place] = 0xE9;
    let bytes = glue(&[&file::<&str>(&[]), &line, b"\n"]);
    check(
        &bytes,
        expect![[r#"
        a (leaf)
        ---
        invalid-utf8 2@90 a
    "#]],
    );
    let session = parse(&bytes);
    let entry = session.entry(find(&session, "a"));
    assert_eq!(entry.content(), Content::Text("caf\u{fffd} au lait".into()));
    assert_eq!(entry.raw().bytes(), line);
    assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
}

#[test]
fn invalid_utf8_in_the_header_belongs_to_no_entry() {
    let header = HEADER.replace("/w", "/caf@");
    let mut bytes = header.into_bytes();
    let place = bytes
        .iter()
        .position(|&byte| byte == b'@')
        .expect("the mark");
    bytes[place] = 0xE9;
    check(
        &bytes,
        expect![[r#"
        ---
        invalid-utf8 1@0
    "#]],
    );
    assert_eq!(parse(&bytes).header().cwd.as_deref(), Some("/caf\u{fffd}"));
}

#[test]
fn a_character_may_be_split_across_chunks() {
    let bytes = file(&[user("a", None, "\u{1f600}\u{20ac}\u{e9}")]);
    for size in 1..8 {
        let mut reader = SessionReader::new();
        for chunk in bytes.chunks(size) {
            reader.push(chunk);
        }
        let session = reader.finish().expect("a session");
        assert_eq!(session.diagnostics(), []);
        let content = session.entry(find(&session, "a")).content();
        assert_eq!(content, Content::Text("\u{1f600}\u{20ac}\u{e9}".into()));
    }
}

#[test]
fn a_partial_line_waits_for_its_end() {
    let bytes = file(&[user("a", None, "one"), user("b", Some("a"), "two")]);
    let mut reader = SessionReader::new();
    let (most, rest) = bytes.split_at(bytes.len() - 40);
    reader.push(most);
    assert_eq!(
        (reader.entries_read(), reader.bytes_read()),
        (1, most.len() as u64)
    );
    reader.push(&rest[..39]);
    assert_eq!(reader.entries_read(), 1);
    reader.push(&rest[39..]);
    assert_eq!(
        (reader.entries_read(), reader.bytes_read()),
        (2, bytes.len() as u64)
    );
}

#[test]
fn blank_lines_are_nothing() {
    let (a, b) = (user("a", None, "one"), user("b", Some("a"), "two"));
    let bytes = lines(&["", " \t", HEADER, "\r", &a, "\u{a0}\u{feff}", &b, "", ""]);
    let session = parse(&bytes);
    assert_eq!(session.diagnostics(), []);
    assert_eq!(session.location(find(&session, "b")).line, 7);
}

#[test]
fn javascripts_json_is_read_whole() {
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let line = entry(
        "custom",
        "a",
        None,
        &format!(
            r#""customType":"x","data":[1e999,-0,1e21,{{"k":1,"k":2}},{deep}],"data2":"\ud83d""#
        ),
    );
    let session = session(&[line]);
    assert_eq!(session.diagnostics(), []);
    let data = session
        .entry(find(&session, "a"))
        .field("data")
        .expect("data");
    let expected = format!("[null,0,1e+21,{{\"k\":2}},{deep}]");
    assert_eq!(data.stringify(), expected);
}

#[test]
fn every_line_that_is_no_record_is_named() {
    let bytes = file(&["null", "5", "\"x\"", "[1]", "false", "{", "nonsense"]);
    let codes: Vec<Code> = parse(&bytes).diagnostics().iter().map(|d| d.code).collect();
    use Code::{NotAnObject, TornTail};
    assert_eq!(
        codes,
        [
            NotAnObject,
            NotAnObject,
            NotAnObject,
            NotAnObject,
            NotAnObject,
            TornTail
        ]
    );
    assert!(Session::parse(&bytes).expect("a session").is_empty());
}
