//! What is read from each file in `tests/fixtures`.

use expect_test::{Expect, expect};
use pi_session::{Filter, Session};

use crate::support::*;

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../../../tests/fixtures/", $name)).as_slice()
    };
}

const README: &str = include_str!("../../../../tests/fixtures/README.md");

/// The rows of the default filter, then what is wrong.
fn check(name: &str, bytes: &[u8], expected: Expect) {
    assert!(
        README.contains(&format!("| {name} |")),
        "{name} is not in the README"
    );
    let session = parse(bytes);
    assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
    let rows = rows(&session, &query(Filter::Default, ""));
    expected.assert_eq(&legible(&format!("{rows}---\n{}", diagnostics(&session))));
}

/// Characters that no source file should hold, escaped.
fn legible(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out.push('\n'),
            '\u{2028}'..='\u{202e}' => out.extend(character.escape_unicode()),
            control if control.is_control() => out.extend(control.escape_unicode()),
            other => out.push(other),
        }
    }
    out
}

#[test]
fn sound_files() {
    check(
        "everything.jsonl",
        fixture!("everything.jsonl"),
        expect![[r#"
        - [system] *
        [the question] user: How much salt is in the soup? *
        assistant: Let me look. *
        [bash: grep -c salt soup.md] *
        [read: soup.md:3-7] *
        assistant: **Two spoons.** The recipe says so in line 3. *
        [bash]: make soup *
        [reminder]: Taste before serving. *
        [compaction: 22k tokens] *
        [branch summary]: We looked at another recipe and came back. *
        user: And pepper? *
        assistant: overloaded_error: try again later *
        ---
    "#]],
    );
    check(
        "branches.jsonl",
        fixture!("branches.jsonl"),
        expect![[r#"
        user: Another beginning *
        - user: Name the boat
          assistant: Argo?
            - user: Something calmer
              [calm] assistant: Halcyon?
            - user: Something faster
              assistant: Swift?
                - user: Shorter
                  assistant: Dash.
                - user: Longer
                  assistant: Peregrine.
        ---
    "#]],
    );
    check(
        "compactions.jsonl",
        fixture!("compactions.jsonl"),
        expect![[r#"
            - [system] *
            user: one *
            assistant: two *
            user: three *
            [compaction: 9k tokens] *
            assistant: four *
            user: five *
            [compaction: 13k tokens] *
            user: six *
            ---
        "#]],
    );
    check(
        "version-1.jsonl",
        fixture!("version-1.jsonl"),
        expect![[r#"
        - user: one *
        user: two *
        [custom] *
        [compaction: 7k tokens] *
        user: three *
        ---
        migrated 1@0: version 1, without ids: its entries are one chain.
    "#]],
    );
    check(
        "version-2.jsonl",
        fixture!("version-2.jsonl"),
        expect![[r#"
        - user: one *
        [custom] *
        ---
        migrated 1@0: version 2.
    "#]],
    );
}

#[test]
fn damaged_files() {
    check(
        "torn.jsonl",
        fixture!("torn.jsonl"),
        expect![[r#"
        - user: one *
        assistant: two *
        ---
        torn-tail 4@739: the line ends inside a string, at byte 71 (70 bytes).
    "#]],
    );
    check(
        "glued.jsonl",
        fixture!("glued.jsonl"),
        expect![[r#"
        - user: one *
        user: two again *
        user: behind zeros *
        user: four *
        ---
        malformed-line 3@313: unexpected “{” at byte 91 of the line; 90 of 271 bytes are lost.
        recovered-record 3@313 b2: a record at byte 91 of the line.
        malformed-line 4@585: unexpected byte 0x00 at byte 1 of the line; 24 of 209 bytes are lost.
        recovered-record 4@585 c2: a record at byte 25 of the line.
        malformed-line 5@795: the line ends inside a string, at byte 143; lines 5 to 6 (177 bytes) read like one record broken by raw line breaks.
    "#]],
    );
    check(
        "no-header.jsonl",
        fixture!("no-header.jsonl"),
        expect![[r#"
        - user: one *
        assistant: two *
        ---
        missing-header 1@0
    "#]],
    );
    check(
        "mark-and-carriage-returns.jsonl",
        fixture!("mark-and-carriage-returns.jsonl"),
        expect![[r#"
            - user: one\u{2028}two\u{2029}three\u{85}four *
            assistant: five *
            ---
            byte-order-mark 1@0
        "#]],
    );
    check(
        "half-characters.jsonl",
        fixture!("half-characters.jsonl"),
        expect![[r#"
            - user: cut � and �� *
            assistant: fine 😀 *
            ---
            invalid-utf8 2@137 a
        "#]],
    );
}

#[test]
fn odd_files() {
    check(
        "tangled.jsonl",
        fixture!("tangled.jsonl"),
        expect![[r#"
        - user: a ring *
          user: of two *
          user: second *
          novelty *
          [stranger] *
            - [ls] *
              [ls: .] *
              user: go on *
            user: time
        user: my own parent
        user: no parent
        ---
        parent-cycle 2@137 a: the parent “b”.
        parent-cycle 4@493 self: the parent “self”.
        missing-parent 5@684 orphan: the parent “gone”.
        duplicate-id 6@873 twice: the id “twice”, again on line 7.
        unknown-type 8@1237 n: the type “novelty”.
        unknown-role 9@1333 o: the role “stranger”.
        not-an-object 10@1460: a number.
        bad-timestamp 11@1463 late: "2026-01-01T00?09.000Z".
        orphan-tool-result 12@1639 p
        unanswered-tool-call 13@1878 q
    "#]],
    );
    check(
        "odd-content.jsonl",
        fixture!("odd-content.jsonl"),
        expect![[r#"
            - user:  *
            user:  *
            [message] *
            [search: null] *
            [compaction: – tokens] *
            [7]:  *
            assistant: (aborted) *
            ---
            bad-shape 3@261 b: `message.content` is an object where text or blocks were expected.
            bad-shape 4@392 c: `message` is a string where an object was expected.
            bad-shape 5@491 d: `message.content` is a number where text or blocks were expected.
            bad-shape 6@662 e: `message.content` holds a block that is no object with a type.
            bad-shape 8@1372 g: `summary` is null where a string was expected.
            bad-shape 8@1372 g: `firstKeptEntryId` is a number where a string was expected.
            bad-shape 8@1372 g: `tokensBefore` is a string where a number was expected.
            missing-first-kept 8@1372 g
            bad-shape 9@1512 h: `customType` is a number where a string was expected.
            bad-shape 9@1512 h: `content` is an object where text or blocks were expected.
            bad-shape 10@1629 i: `targetId` is a number where a string was expected.
            bad-shape 10@1629 i: `label` is an array where a string was expected.
        "#]],
    );
    check(
        "hostile.jsonl",
        fixture!("hostile.jsonl"),
        expect![[r#"
        - user: <script>alert(1)</script> [link](javascript:alert(1)) ![i](data:text/html;base64,PHNjcmlwdD4=) \u{202e}gnp.exe\u{202c} *
        [<img src=x onerror=alert(1)>] assistant: # <script>alert(1)</script>  ```<b> <script>alert(1)</script> ```  [x](<javascript:alert(1)> "a\" onclick=alert(1)") *
        [<script>alert(1)</script>: {"path":"<img src=x onerror=alert(1)>"}] *
        user:  *
        <script>alert(1)</script> *
        [<img src=x onerror=alert(1)>]: <script>alert(1)</script> *
        [<script>alert(1)</script>] *
        ---
        unknown-type 6@1990 e: the type “<script>alert(1)</script>”.
        unknown-role 11@2735 j: the role “<script>alert(1)</script>”.
    "#]],
    );
}

#[test]
fn the_context_of_compactions() {
    let session = parse(fixture!("compactions.jsonl"));
    expect![[r#"
        s: compacted by k2
        a: compacted by k2
        b: compacted by k2
        c: shown
        k1: older than k2
        d: omitted by h
        f: replaced by g
        g: not a message
        h: not a message
        k2: shown
        i: shown
    "#]]
    .assert_eq(&outcomes(&session));
}

#[test]
fn files_of_others_are_refused() {
    for (name, bytes, found) in [
        (
            "claude-code.jsonl",
            fixture!("claude-code.jsonl"),
            "a Claude Code log (2 records)",
        ),
        (
            "codex.jsonl",
            fixture!("codex.jsonl"),
            "a Codex log (2 records)",
        ),
        (
            "pretty.json",
            fixture!("pretty.json"),
            "JSON over several lines",
        ),
    ] {
        assert!(
            README.contains(&format!("| {name} |")),
            "{name} is not in the README"
        );
        let error = Session::parse(bytes).expect_err("no session");
        assert!(error.message().contains(found), "{error}");
    }
}
