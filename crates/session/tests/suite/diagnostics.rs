//! Every code of the format doctor: where it is reported, and for which entry.

use expect_test::{Expect, expect};
use pi_session::{Code, Session, Severity};

use crate::support::*;

/// A file for each code, with the places at which the code is reported: line, byte offset, entry.
fn cases() -> Vec<(Code, Vec<u8>, &'static str)> {
    let a = user("a", None, "one");
    let b = assistant("b", Some("a"), "two");
    let line = |text: &str| file(&[&*a, text, &*b]);
    let behind = |text: &str| file(&[&*a, &*b, text]);
    let invalid = {
        let mut bytes = file(&[&*a, &user("c", Some("a"), "x@"), &*b]);
        let at = bytes
            .iter()
            .position(|&byte| byte == b'@')
            .expect("the mark");
        bytes[at] = 0xFF;
        bytes
    };
    let call = blocks("c", Some("b"), &tool_call("t", "ls", "{}"));
    vec![
        (Code::MalformedLine, line("{\"type\":oops}"), "3@215"),
        (Code::TornTail, behind("{\"type\":\"mess"), "4@427"),
        (
            Code::ByteOrderMark,
            [b"\xEF\xBB\xBF".to_vec(), line("")].concat(),
            "1@0",
        ),
        (Code::InvalidUtf8, invalid, "3@215 c"),
        (Code::NotAnObject, line("[]"), "3@215"),
        (
            Code::MissingId,
            line(r#"{"type":"custom","customType":"x","timestamp":0}"#),
            "3@215 9d712daf",
        ),
        (Code::DuplicateId, file(&[&*a, &*a, &*b]), "2@90 a"),
        (
            Code::MissingParent,
            behind(&user("c", Some("gone"), "x")),
            "4@427 c",
        ),
        (
            Code::ParentCycle,
            behind(&user("c", Some("c"), "x")),
            "4@427 c",
        ),
        (
            Code::BadTimestamp,
            behind(&user("c", Some("b"), "x").replace(TIME, "soon")),
            "4@427 c",
        ),
        (
            Code::UnknownType,
            behind(&entry("novelty", "c", Some("b"), "")),
            "4@427 c",
        ),
        (
            Code::UnknownRole,
            behind(&message("c", Some("b"), r#"{"role":"chorus"}"#)),
            "4@427 c",
        ),
        (
            Code::BadShape,
            behind(&entry("label", "c", Some("b"), r#""targetId":7"#)),
            "4@427 c",
        ),
        (
            Code::NewerVersion,
            lines(&[&HEADER.replace("\"version\":3", "\"version\":9"), &a]),
            "1@0",
        ),
        (
            Code::Migrated,
            lines(&[&HEADER.replace("\"version\":3", "\"version\":2"), &a]),
            "1@0",
        ),
        (
            Code::MissingTarget,
            behind(&entry(
                "label",
                "c",
                Some("b"),
                r#""targetId":"gone","label":"x""#,
            )),
            "4@427 c",
        ),
        (
            Code::MissingFirstKept,
            behind(&entry(
                "compaction",
                "c",
                Some("b"),
                r#""summary":"s","firstKeptEntryId":"gone","tokensBefore":1"#,
            )),
            "4@427 c",
        ),
        (Code::MissingHeader, lines(&[&a, &b]), "1@0"),
        (Code::HeaderNotFirst, lines(&[&*a, HEADER, &*b]), "2@125"),
        (Code::RepeatedHeader, line(HEADER), "3@215"),
        (
            Code::RecoveredRecord,
            line(&format!("{{\"type\":\"mess{}", user("c", Some("a"), "x"))),
            "3@215 c",
        ),
        (
            Code::OrphanToolResult,
            behind(&tool_result("c", Some("b"), "t", "x")),
            "4@427 c",
        ),
        (
            Code::UnansweredToolCall,
            file(&[&*a, &*b, &call, &user("d", Some("c"), "go on")]),
            "4@427 c",
        ),
        (
            Code::MissingUsage,
            behind(&message(
                "c",
                Some("b"),
                r#"{"role":"assistant","content":"x"}"#,
            )),
            "4@427 c",
        ),
    ]
}

fn places(session: &Session, code: Code) -> String {
    let places: Vec<String> = session
        .diagnostics()
        .iter()
        .filter(|diagnostic| diagnostic.code == code)
        .map(|diagnostic| {
            let line = diagnostic.line.expect("a line");
            let offset = diagnostic.byte_offset.expect("a byte offset");
            let entry = diagnostic
                .entry
                .map(|entry| format!(" {}", session.id(entry)));
            format!("{line}@{offset}{}", entry.unwrap_or_default())
        })
        .collect();
    places.join(", ")
}

#[test]
fn every_code_is_reported_where_its_problem_is() {
    let cases = cases();
    let covered: Vec<Code> = cases.iter().map(|case| case.0).collect();
    assert_eq!(covered, Code::ALL, "each code has its case, in order");
    for (code, bytes, expected) in cases {
        let session = parse(&bytes);
        assert_eq!(places(&session, code), expected, "{}", code.as_str());
        for diagnostic in session.diagnostics() {
            assert!(diagnostic.message().starts_with(diagnostic.code.about()));
            // The offset is that of the line's first byte.
            let offset =
                usize::try_from(diagnostic.byte_offset.expect("an offset")).expect("small");
            let lines_before = bytes[..offset]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            assert_eq!(diagnostic.line, u32::try_from(lines_before + 1).ok());
            assert!(offset == 0 || bytes[offset - 1] == b'\n');
        }
    }
}

#[test]
fn a_case_has_no_other_problem_than_its_own() {
    for (code, bytes, _) in cases() {
        let other: Vec<_> = parse(&bytes)
            .diagnostics()
            .iter()
            .map(|diagnostic| diagnostic.code)
            .filter(|other| *other != code)
            .collect();
        // A recovered record stands for bytes that were lost, too.
        let expected: &[Code] = if code == Code::RecoveredRecord {
            &[Code::MalformedLine]
        } else {
            &[]
        };
        assert_eq!(other, expected, "{}", code.as_str());
    }
}

#[test]
fn a_sound_file_has_no_problem() {
    let session = session(&[
        user("a", None, "one"),
        blocks("b", Some("a"), &tool_call("t", "ls", "{}")),
        tool_result("c", Some("b"), "t", "done"),
        assistant("d", Some("c"), "two"),
        entry(
            "model_change",
            "e",
            Some("d"),
            r#""provider":"p","modelId":"m""#,
        ),
        entry(
            "thinking_level_change",
            "f",
            Some("e"),
            r#""thinkingLevel":"high""#,
        ),
        entry(
            "compaction",
            "g",
            Some("f"),
            r#""summary":"s","firstKeptEntryId":"d","tokensBefore":9"#,
        ),
        entry(
            "branch_summary",
            "h",
            Some("g"),
            r#""fromId":"a","summary":"s","details":null,"fromHook":true"#,
        ),
        entry(
            "custom_message",
            "i",
            Some("h"),
            r#""customType":"x","content":[],"display":true"#,
        ),
        entry("custom", "j", Some("i"), r#""customType":"x""#),
        entry("label", "k", Some("j"), r#""targetId":"a","label":"start""#),
        entry("label", "l", Some("k"), r#""targetId":"a""#),
        entry("session_info", "m", Some("l"), r#""name":"n""#),
        entry("session_info", "n", Some("m"), ""),
        entry(
            "context_edit",
            "o",
            Some("n"),
            r#""targetId":"a","replacement":null"#,
        ),
        entry(
            "usage",
            "p",
            Some("o"),
            r#""kind":"k","provider":"p","model":"m","usage":{}"#,
        ),
        message("q", Some("p"), r#"{"role":"system","content":"x"}"#),
        message(
            "r",
            Some("q"),
            r#"{"role":"bashExecution","command":"ls","output":"","exitCode":0}"#,
        ),
        message(
            "s",
            Some("r"),
            r#"{"role":"custom","customType":"x","content":"y","display":true}"#,
        ),
        blocks("t", Some("s"), &tool_call("u", "ls", "{}")),
    ]);
    assert_eq!(diagnostics(&session), "");
}

#[test]
fn codes_and_severities_are_stable() {
    let list: String = Code::ALL
        .iter()
        .map(|code| format!("{} {}\n", code.severity().as_str(), code.as_str()))
        .collect();
    expect![[r#"
        error malformed-line
        warning torn-tail
        warning byte-order-mark
        warning invalid-utf8
        warning not-an-object
        warning missing-id
        warning duplicate-id
        warning missing-parent
        warning parent-cycle
        warning bad-timestamp
        info unknown-type
        info unknown-role
        warning bad-shape
        warning newer-version
        info migrated
        warning missing-target
        warning missing-first-kept
        warning missing-header
        warning header-not-first
        warning repeated-header
        warning recovered-record
        warning orphan-tool-result
        info unanswered-tool-call
        info missing-usage
    "#]]
    .assert_eq(&list);
    assert!(Severity::Info < Severity::Warning && Severity::Warning < Severity::Error);
}

#[test]
fn diagnostics_come_in_the_order_of_the_lines() {
    let bytes = lines(&[
        &*user("a", Some("gone"), "one"),
        "5",
        HEADER,
        &entry("label", "b", Some("a"), r#""targetId":"gone""#).replace(TIME, "soon"),
        "{\"type\":oops}",
        &user("a", Some("b"), "again"),
        "{",
    ]);
    check(
        &bytes,
        expect![[r#"
            duplicate-id 1@0 a: the id “a”, again on line 6.
            not-an-object 2@127: a number.
            header-not-first 3@129
            parent-cycle 4@219 b: the parent “a”.
            bad-timestamp 4@219 b: "soon".
            missing-target 4@219 b: the target “gone”.
            malformed-line 5@297: unexpected “o” at byte 9 of the line (13 bytes).
            torn-tail 7@437: the JSON ends early, at byte 2 of the line (1 byte).
        "#]],
    );
}

#[test]
fn a_call_without_a_result_is_fine_in_the_last_turn() {
    // Nothing came after it: the session may still be running.
    check(
        &file(&[blocks("a", None, &tool_call("t", "ls", "{}"))]),
        expect![],
    );
    // Bookkeeping is no turn.
    check(
        &file(&[
            blocks(
                "a",
                None,
                &(tool_call("t", "ls", "{}") + "," + &tool_call("u", "ls", "{}")),
            ),
            tool_result("b", Some("a"), "u", "done"),
            entry("label", "c", Some("b"), r#""targetId":"a","label":"x""#),
        ]),
        expect![],
    );
    // One branch answered it, another went on without.
    check(
        &file(&[
            blocks("a", None, &tool_call("t", "ls", "{}")),
            tool_result("b", Some("a"), "t", "done"),
            user("c", Some("a"), "never mind"),
        ]),
        expect![],
    );
    // Two calls of one reply without a result are one problem.
    check(
        &file(&[
            blocks(
                "a",
                None,
                &(tool_call("t", "ls", "{}") + "," + &tool_call("u", "ls", "{}")),
            ),
            user("b", Some("a"), "never mind"),
        ]),
        expect![[r#"
            unanswered-tool-call 2@90 a
        "#]],
    );
}

#[test]
fn texts_from_the_file_are_cut() {
    let (long, twice) = ("x".repeat(5000), "y".repeat(5000));
    let bytes = file(&[
        user("a", Some(&long), "one"),
        entry(&long, "b", None, ""),
        entry("label", "c", None, &format!(r#""targetId":"{long}""#)),
        message("d", None, &format!(r#"{{"role":"{long}"}}"#)),
        user(&twice, None, "two"),
        user(&twice, None, "two"),
        user("e", None, "x").replace(TIME, &long),
    ]);
    let session = parse(&bytes);
    assert_eq!(session.diagnostics().len(), 6);
    for diagnostic in session.diagnostics() {
        assert!(diagnostic.message().len() < 400, "{}", diagnostic.message());
    }
}

fn check(bytes: &[u8], expected: Expect) {
    expected.assert_eq(&diagnostics(&parse(bytes)));
}
