//! Bytes that are no session: each is told apart, in words that say what was found.

use expect_test::{Expect, expect};
use pi_session::Session;

use crate::support::HEADER;

fn check(bytes: &[u8], expected: Expect) {
    let error = Session::parse(bytes).expect_err("no session");
    let message = error.message();
    let (found, advice) = message.split_once(" A Pi session is").expect("advice");
    assert!(advice.ends_with("~/.pi/agent/sessions."), "{advice}");
    assert_eq!(message, error.to_string());
    expected.assert_eq(&format!("{}: {found}", error.code().as_str()));
}

#[test]
fn nothing_at_all() {
    check(b"", expect!["empty: The file is empty: it has 0 bytes."]);
    check(
        b" \r\n\t\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like white space and nothing else."
        ],
    );
    check(
        b"\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like white space and nothing else."
        ],
    );
    check(
        "\u{a0}\n\u{feff}\n".as_bytes(),
        expect![
            "not-a-session: This is not a Pi session: it looks like white space and nothing else."
        ],
    );
    check(
        b"\xEF\xBB\xBF",
        expect![
            "not-a-session: This is not a Pi session: it looks like white space and nothing else."
        ],
    );
}

#[test]
fn other_kinds_of_files() {
    check(
        b"\x1F\x8B\x08\0\0\0\0\0",
        expect![
            "not-a-session: This is not a Pi session: it looks like gzip data; unpack it first."
        ],
    );
    check(
        b"PK\x03\x04\x14\0\0\0\x08\0",
        expect![
            "not-a-session: This is not a Pi session: it looks like a zip archive; unpack it and open the session.jsonl inside."
        ],
    );
    check(
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR",
        expect!["not-a-session: This is not a Pi session: it looks like a PNG image."],
    );
    check(
        b"\xFF\xD8\xFF\xE0\0\x10JFIF",
        expect!["not-a-session: This is not a Pi session: it looks like a JPEG image."],
    );
    check(
        b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n",
        expect!["not-a-session: This is not a Pi session: it looks like a PDF document."],
    );
    check(
        b"SQLite format 3\0\x10\0",
        expect!["not-a-session: This is not a Pi session: it looks like an SQLite database."],
    );
    check(
        b"\x7FELF\x02\x01\x01\0",
        expect!["not-a-session: This is not a Pi session: it looks like a program."],
    );
    check(
        b"\xFF\xFE{\0\"\0t\0",
        expect![
            "not-a-session: This is not a Pi session: it looks like UTF-16 text; save it as UTF-8."
        ],
    );
    check(
        b"{\0\"\0t\0y\0p\0e\0",
        expect!["not-a-session: This is not a Pi session: it looks like binary data."],
    );
    check(
        b"\x01\x02\x03\0\xFF\xFE\xFD",
        expect!["not-a-session: This is not a Pi session: it looks like binary data."],
    );
    check(
        b"caf\xE9 au lait\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like binary data, or text that is not UTF-8."
        ],
    );
    check(
        b"<!DOCTYPE html>\n<html><body></body></html>\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like a web page; save the session itself, or open the page and export from there."
        ],
    );
    check(
        b"\xEF\xBB\xBF  <HTML lang=en>",
        expect![
            "not-a-session: This is not a Pi session: it looks like a web page; save the session itself, or open the page and export from there."
        ],
    );
}

#[test]
fn text() {
    check(
        b"Dear diary,\ntoday nothing happened.\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like plain text, starting with “Dear diary,”."
        ],
    );
    check(
        b"id,name,price\n1,\"tea\",3\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like plain text, starting with “id,name,price”."
        ],
    );
    check(
        "\u{feff}Zeile mit Umlauten: \u{e4}\u{f6}\u{fc} \u{1f600}, und sie ist lang\n".as_bytes(),
        expect![
            "not-a-session: This is not a Pi session: it looks like plain text, starting with “Zeile mit Umlauten: äöü 😀, und sie ist ”."
        ],
    );
}

#[test]
fn json_that_is_no_session() {
    check(
        b"5\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON whose first line is a number."
        ],
    );
    check(
        b"null\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON whose first line is null."
        ],
    );
    check(
        b"\"text\"\n\"more\"\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON whose first line is a string."
        ],
    );
    check(
        b"[1,2]\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON whose first line is an array."
        ],
    );
    check(
        b"true",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON whose first line is a boolean."
        ],
    );
    check(
        b"{}\n{}\n",
        expect!["not-a-session: This is not a Pi session: it looks like empty JSON objects."],
    );
    check(
        br#"{"name":"x","version":"1.0.0","private":true,"scripts":{},"type":"module"}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON records of another tool, whose first one has the keys “name”, “version”, “private”, “scripts”."
        ],
    );
    // A header is one only with an id.
    check(
        br#"{"type":"session","version":3}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like a session header whose `id` is missing or no string."
        ],
    );
    check(
        br#"{"type":"session","id":7}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like a session header whose `id` is missing or no string."
        ],
    );
}

#[test]
fn pretty_printed_json() {
    check(
        b"{\n  \"type\": \"session\",\n  \"id\": \"s\"\n}\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON over several lines, where each line should hold one record."
        ],
    );
    // Some of its lines are JSON by themselves.
    check(
        b"[\n  \"a\",\n  1,\n  2\n]\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON over several lines, where each line should hold one record."
        ],
    );
    check(
        b"{\n}\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON over several lines, where each line should hold one record."
        ],
    );
}

#[test]
fn a_torn_first_line() {
    check(
        &HEADER.as_bytes()[..40],
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON that breaks off in its first line."
        ],
    );
    let mut torn = HEADER.as_bytes()[..40].to_vec();
    torn.extend(b"\n{\"k\":1}\n");
    check(
        &torn,
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON that breaks off in its first line."
        ],
    );
    check(
        b"{\"a\":1,\n{\"b\":2}\n{\"c\":3}\n",
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON that breaks off in its first line."
        ],
    );
}

#[test]
fn logs_of_other_tools() {
    // Claude Code: a message, a summary, a snapshot before the messages.
    let claude = r#"{"parentUuid":null,"isSidechain":false,"sessionId":"a","type":"user","message":{"role":"user","content":"hi"},"uuid":"b","timestamp":"2026-01-01T00:00:00Z"}"#;
    check(
        claude.as_bytes(),
        expect![
            "not-a-session: This is not a Pi session: it looks like a Claude Code log (1 record)."
        ],
    );
    check(
        br#"{"type":"summary","summary":"x","leafUuid":"y"}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like a Claude Code log (1 record)."
        ],
    );
    let snapshot = r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#;
    check(
        format!("{snapshot}\n{claude}\n").as_bytes(),
        expect![
            "not-a-session: This is not a Pi session: it looks like a Claude Code log (2 records)."
        ],
    );
    // Codex, today's and the first.
    check(br#"{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x","cwd":"/"}}"#, expect!["not-a-session: This is not a Pi session: it looks like a Codex log (1 record)."]);
    check(
        b"{\"id\":\"x\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"instructions\":null}\n{\"type\":\"message\",\"role\":\"user\",\"content\":[]}\n",
        expect!["not-a-session: This is not a Pi session: it looks like a Codex log (2 records)."],
    );
    check(
        br#"{"role":"user","content":"hi"}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON records of another tool, whose first one has the keys “role”, “content”."
        ],
    );
}

#[test]
fn pi_durable() {
    check(br#"{"format":1,"type":"commit","seq":1,"writes":[{"type":"conversation","value":{"id":1}}]}"#, expect!["unsupported-schema: This is the log of Pi Durable's conversations, which has another schema than a session of Pi's coding agent and cannot be shown."]);
    check(br#"{"format":1,"type":"document","seq":2,"ordinal":0,"payload":{"type":"document","id":3,"content":{}}}"#, expect!["unsupported-schema: This is the log of a Document or task of Pi Durable, which has another schema than a session of Pi's coding agent and cannot be shown."]);
    // A conversation id alone tells nothing.
    check(
        br#"{"conversationId":"x","text":"hi"}"#,
        expect![
            "not-a-session: This is not a Pi session: it looks like JSON records of another tool, whose first one has the keys “conversationId”, “text”."
        ],
    );
}
