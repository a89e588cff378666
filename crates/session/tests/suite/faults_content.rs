//! Entries whose content is not what Pi writes: each shows, nothing reads as what it is not.

use expect_test::{Expect, expect};
use pi_session::{Block, Content, Filter, RowKind};

use crate::support::*;

/// The row of a session of one message, and what is said about it.
fn check(message_json: &str, expected: Expect) {
    let session = session(&[message("a", None, message_json)]);
    let rows = rows(&session, &query(Filter::Default, ""));
    expected.assert_eq(&format!("{rows}{}", diagnostics(&session)));
}

#[test]
fn content_of_the_wrong_type_reads_as_empty() {
    check(
        r#"{"role":"user","content":null}"#,
        expect![[r#"
        user:  *
    "#]],
    );
    check(
        r#"{"role":"user"}"#,
        expect![[r#"
        user:  *
    "#]],
    );
    check(
        r#"{"role":"user","content":7}"#,
        expect![[r#"
        user:  *
        bad-shape 2@90 a: `message.content` is a number where text or blocks were expected.
    "#]],
    );
    check(
        r#"{"role":"user","content":true}"#,
        expect![[r#"
        user:  *
        bad-shape 2@90 a: `message.content` is a boolean where text or blocks were expected.
    "#]],
    );
    check(
        r#"{"role":"user","content":{"text":"x"}}"#,
        expect![[r#"
        user:  *
        bad-shape 2@90 a: `message.content` is an object where text or blocks were expected.
    "#]],
    );
    check(
        r#"{"role":"user","content":[null,7,"x",[],{},{"type":7},{"type":"text","text":7}]}"#,
        expect![[r#"
            user: 7 *
            bad-shape 2@90 a: `message.content` holds a block that is no object with a type.
        "#]],
    );
    check(
        r#"{"role":"toolResult","toolName":"ls","content":7}"#,
        expect![[r#"
            [ls] *
            bad-shape 2@90 a: `message.content` is a number where text or blocks were expected.
            orphan-tool-result 2@90 a
        "#]],
    );
    check(
        r#"{"role":"custom","customType":"x","content":{}}"#,
        expect![[r#"
            [custom] *
            bad-shape 2@90 a: `message.content` is an object where text or blocks were expected.
        "#]],
    );
}

#[test]
fn content_of_the_wrong_type_can_be_looked_at_raw() {
    let session = session(&[
        message("a", None, r#"{"role":"user","content":{"text":"x"}}"#),
        message(
            "b",
            Some("a"),
            r#"{"role":"user","content":[7,{"type":"text"},{"type":"video","url":"u"}]}"#,
        ),
        message("c", Some("b"), r#"{"role":"user","content":null}"#),
    ]);
    let Content::Other(raw) = session.entry(find(&session, "a")).content() else {
        panic!("other content");
    };
    assert_eq!(raw.text(), r#"{"text":"x"}"#);
    let Content::Blocks(blocks) = session.entry(find(&session, "b")).content() else {
        panic!("blocks");
    };
    let texts: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            Block::Text { text } => format!("text {text:?}"),
            Block::Other(raw) => raw.text().into_owned(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["7", r#"text """#, r#"{"type":"video","url":"u"}"#]);
    assert_eq!(
        session.entry(find(&session, "c")).content(),
        Content::Missing
    );
}

#[test]
fn a_message_that_is_none_is_an_entry_all_the_same() {
    let odd = |field: &str| {
        let session = session(&[
            entry("message", "a", None, field),
            user("b", Some("a"), "next"),
        ]);
        format!(
            "{}{}{}",
            rows(&session, &query(Filter::Default, "")),
            outcomes(&session),
            diagnostics(&session)
        )
    };
    expect![[r#"
        - [message] *
        user: next *
        a: nothing to say
        b: shown
        bad-shape 2@90 a: `message` is missing where an object was expected.
    "#]]
    .assert_eq(&odd(""));
    expect![[r#"
        - [message] *
        user: next *
        a: nothing to say
        b: shown
        bad-shape 2@90 a: `message` is null where an object was expected.
    "#]]
    .assert_eq(&odd(r#""message":null"#));
    expect![[r#"
        - [message] *
        user: next *
        a: nothing to say
        b: shown
        bad-shape 2@90 a: `message` is a string where an object was expected.
    "#]]
    .assert_eq(&odd(r#""message":"hello""#));
    expect![[r#"
        - [message] *
        user: next *
        a: nothing to say
        b: shown
        bad-shape 2@90 a: `message` is an array where an object was expected.
    "#]]
    .assert_eq(&odd(r#""message":[{"role":"user"}]"#));
    expect![[r#"
        - [message] *
        user: next *
        a: shown
        b: shown
        bad-shape 2@90 a: `message.role` is missing where a string was expected.
    "#]]
    .assert_eq(&odd(r#""message":{"content":"hello"}"#));
    expect![[r#"
        - [7] *
        user: next *
        a: shown
        b: shown
        bad-shape 2@90 a: `message.role` is a number where a string was expected.
    "#]]
    .assert_eq(&odd(r#""message":{"role":7}"#));
    // Of equal keys the last one wins, here too.
    expect![[r#"
        - [message] *
        user: next *
        a: nothing to say
        b: shown
        bad-shape 2@90 a: `message` is null where an object was expected.
    "#]]
    .assert_eq(&odd(
        r#""message":{"role":"user","content":"hello"},"message":null"#,
    ));
}

#[test]
fn tool_arguments_may_be_anything() {
    let shown = |name: &str, arguments: &str| {
        let session = session(&[
            blocks("a", None, &tool_call("c", name, arguments)),
            tool_result("b", Some("a"), "c", "done"),
        ]);
        assert_eq!(session.diagnostics(), []);
        rows(&session, &query(Filter::Default, ""))
    };
    expect![[r#"
        [bash: ] *
    "#]]
    .assert_eq(&shown("bash", "null"));
    expect![[r#"
        [bash: ] *
    "#]]
    .assert_eq(&shown("bash", r#""ls -l""#));
    expect![[r#"
        [bash: 7] *
    "#]]
    .assert_eq(&shown("bash", r#"{"command":7}"#));
    expect![[r#"
        [read: a,b] *
    "#]]
    .assert_eq(&shown(
        "read",
        r#"{"path":null,"file_path":["a","b"],"offset":"x","limit":{}}"#,
    ));
    expect![[r#"
        [search: null] *
    "#]]
    .assert_eq(&shown("search", "null"));
    expect![[r#"
        [search: "text"] *
    "#]]
    .assert_eq(&shown("search", r#""text""#));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    expect![[r#"
        [search: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...] *
    "#]]
    .assert_eq(&shown("search", &deep));
    let nested = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    expect![[r#"
        [search: {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":...] *
    "#]]
    .assert_eq(&shown("search", &nested));
}

#[test]
fn a_reply_without_text_shows_why_it_ended() {
    let reply = |rest: &str| format!(r#"{{"role":"assistant","content":[],"usage":{{}},{rest}}}"#);
    check(
        &reply(r#""stopReason":"error","errorMessage":"overloaded\nplease wait""#),
        expect![[r#"
            assistant: overloaded please wait *
        "#]],
    );
    check(
        &reply(r#""stopReason":"aborted""#),
        expect![[r#"
        assistant: (aborted) *
    "#]],
    );
    check(
        &reply(r#""stopReason":"aborted","errorMessage":"Request was aborted""#),
        expect![[r#"
            assistant: (aborted) *
        "#]],
    );
    check(
        &reply(r#""stopReason":"error""#),
        expect![[r#"
        assistant: (no content) *
    "#]],
    );
    check(
        &reply(r#""stopReason":"length""#),
        expect![[r#"
        assistant: (no content) *
    "#]],
    );
    check(
        &reply(r#""stopReason":"novel reason""#),
        expect![[r#"
        assistant: (no content) *
    "#]],
    );
    check(
        &reply(r#""stopReason":{},"errorMessage":7"#),
        expect![[r#"
        assistant: (no content) *
    "#]],
    );
    let long = format!(
        r#""stopReason":"error","errorMessage":"{}""#,
        "x".repeat(200)
    );
    check(
        &reply(&long),
        expect![[r#"
        assistant: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx *
    "#]],
    );
    check(
        &reply(r#""stopReason":"stop""#),
        expect![[r#"
        assistant: (no content) *
    "#]],
    );
    check(
        r#"{"role":"assistant","content":null,"usage":{},"stopReason":"error","errorMessage":"no"}"#,
        expect![[r#"
            assistant: no *
        "#]],
    );
}

#[test]
fn a_reply_without_text_is_hidden_where_nothing_went_wrong() {
    let reply = |id: &str, parent, stop: &str, content: &str| {
        message(
            id,
            parent,
            &format!(
                r#"{{"role":"assistant","content":{content},"usage":{{}},"stopReason":{stop}}}"#
            ),
        )
    };
    let session = session(&[
        reply("a", None, "\"stop\"", "[]"),
        reply(
            "b",
            Some("a"),
            "\"toolUse\"",
            r#"[{"type":"thinking","thinking":"hm"}]"#,
        ),
        reply("c", Some("b"), "null", r#"" \u3000\n""#),
        reply("d", Some("c"), "\"\"", "null"),
        reply("e", Some("d"), "\"pending\"", "[]"),
        reply(
            "f",
            Some("e"),
            "\"stop\"",
            r#"[{"type":"text","text":"\u200b"}]"#,
        ),
        user("g", Some("f"), "next"),
    ]);
    let shown = session.rows(&query(Filter::Default, ""));
    let shown: Vec<_> = (0..shown.len()).map(|row| shown.entry(row)).collect();
    assert_eq!(ids(&session, &shown), "e f g");
    // Where one stands, one is seen.
    let session = at(&session, "b");
    let shown = session.rows(&query(Filter::Default, ""));
    let shown: Vec<_> = (0..shown.len()).map(|row| shown.entry(row)).collect();
    assert_eq!(ids(&session, &shown), "b e f g");
}

#[test]
fn kinds_tell_failures_apart() {
    let session = session(&[
        message(
            "a",
            None,
            r#"{"role":"assistant","content":[],"usage":{},"stopReason":"aborted"}"#,
        ),
        message(
            "b",
            Some("a"),
            r#"{"role":"toolResult","toolCallId":"x","content":[],"isError":true}"#,
        ),
        message(
            "c",
            Some("b"),
            r#"{"role":"toolResult","toolCallId":"x","content":[],"isError":false}"#,
        ),
        assistant("d", Some("c"), "fine"),
    ]);
    let rows = session.rows(&query(Filter::All, ""));
    let kinds: Vec<_> = (0..rows.len()).map(|row| rows.row(row).kind).collect();
    assert_eq!(
        kinds,
        [
            RowKind::AssistantError,
            RowKind::ToolError,
            RowKind::Tool,
            RowKind::Assistant
        ]
    );
}

#[test]
fn figures_that_are_none_are_not_zero() {
    let usage = |json: &str| {
        let session = session(&[message(
            "a",
            None,
            &format!(r#"{{"role":"assistant","content":"x","usage":{json}}}"#),
        )]);
        let usage = session
            .entry(find(&session, "a"))
            .message()
            .expect("a message")
            .usage();
        let Some(usage) = usage else {
            return format!("none\n{}", diagnostics(&session));
        };
        format!(
            "{:?} {:?} {:?} {:?} {:?} ${:?}",
            usage.input, usage.output, usage.cache_read, usage.cache_write, usage.total, usage.cost
        )
    };
    expect![[r#"
        none
        missing-usage 2@90 a
    "#]]
    .assert_eq(&usage("null"));
    expect![[r#"
        none
        missing-usage 2@90 a
    "#]]
    .assert_eq(&usage("[1]"));
    expect!["None None None None None $None"].assert_eq(&usage("{}"));
    expect!["None None None None Some(0.0) $None"].assert_eq(&usage(r#"{"input":null,"output":"12","cacheRead":-3,"cacheWrite":1e999,"totalTokens":0,"cost":7}"#));
    expect!["Some(1.0) Some(2.0) Some(3.0) Some(4.0) Some(10.0) $Some(0.5)"].assert_eq(&usage(r#"{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"total":0.5}}"#));
    // A missing total is the sum of its parts.
    expect!["None None None None None $Some(0.75)"].assert_eq(&usage(
        r#"{"cost":{"input":0.25,"output":0.5,"cacheRead":null}}"#,
    ));
    expect!["None None None None None $None"]
        .assert_eq(&usage(r#"{"cost":{"total":"x","input":-1}}"#));
}

#[test]
fn timestamps_that_are_none_are_absent() {
    let timed = |id: &str, parent: Option<&str>, time: &str| {
        user(id, parent, id).replace(&format!("\"{TIME}\""), time)
    };
    let session = session(&[
        timed("root", None, "\"yesterday\""),
        timed("late", Some("root"), "\"2026-01-01T00:00:09Z\""),
        timed("none", Some("root"), "null"),
        timed("early", Some("root"), "\"2026-01-01T00:00:02Z\""),
        timed("number", Some("root"), "1767225605000"),
        timed("far", Some("root"), "1e20"),
        timed("same", Some("root"), "\"2026-01-01T01:00:02+01:00\""),
    ]);
    // Those that can be read are sorted among the places that they hold; the others stay.
    expect![[r#"
        root
          early
          none
          same (leaf)
          number
          far
          late
    "#]]
    .assert_eq(&tree(&session));
    expect![[r#"
        bad-timestamp 2@90 root: "yesterday".
        bad-timestamp 4@331 none: null.
        bad-timestamp 7@691 far: 1e20.
    "#]]
    .assert_eq(&diagnostics(&session));
    let time = |id| session.timestamp(find(&session, id));
    assert_eq!(
        (time("root"), time("none"), time("far")),
        (None, None, None)
    );
    assert_eq!(
        (time("early"), time("number")),
        (Some(1_767_225_602_000.0), Some(1_767_225_605_000.0))
    );
    assert_eq!(
        session
            .entry(find(&session, "root"))
            .timestamp_text()
            .as_deref(),
        Some("yesterday")
    );
    // Summaries carry the entry's time into the context: none, rather than one of 1970.
    let line = entry(
        "branch_summary",
        "s",
        None,
        r#""fromId":"x","summary":"left""#,
    )
    .replace(TIME, "never");
    assert_eq!(
        projection(&crate::support::session(&[line])),
        "s: {\"role\":\"branchSummary\",\"summary\":\"left\",\"fromId\":\"x\",\"timestamp\":null}\n"
    );
}

#[test]
fn an_absent_timestamp_is_reported() {
    let line = r#"{"type":"custom","id":"a","parentId":null,"customType":"x"}"#;
    expect![[r#"
        a (leaf)
        ---
        bad-timestamp 2@90 a
    "#]]
    .assert_eq(&reading(&file(&[line])));
}

#[test]
fn hidden_thinking_is_marked_and_shows_no_ciphertext() {
    let session = session(&[blocks(
        "a",
        None,
        r#"{"type":"thinking","thinking":"","thinkingSignature":"AAAA"},{"type":"thinking","thinking":"[redacted]","redacted":true,"thinkingSignature":"BBBB"},{"type":"thinking","thinking":null},{"type":"text","text":"so"}"#,
    )]);
    let Content::Blocks(blocks) = session.entry(find(&session, "a")).content() else {
        panic!("blocks");
    };
    let thinking = |text: &'static str, redacted| Block::Thinking {
        text: text.into(),
        redacted,
    };
    assert_eq!(
        blocks,
        [
            thinking("", false),
            thinking("[redacted]", true),
            thinking("", false),
            Block::Text { text: "so".into() }
        ]
    );
    assert_eq!(
        rows(&session, &query(Filter::Default, "")),
        "assistant: so *\n"
    );
    assert_eq!(session.rows(&query(Filter::Default, "BBBB")).len(), 0);
}

#[test]
fn a_message_that_is_not_displayed_is_an_entry_and_in_the_context() {
    let session = session(&[entry(
        "custom_message",
        "a",
        None,
        r#""customType":"note","content":"psst","display":false"#,
    )]);
    expect![[r#"
        [note]: psst *
    "#]]
    .assert_eq(&rows(&session, &query(Filter::Default, "")));
    expect![[r#"
        a: {"role":"custom","customType":"note","content":"psst","display":false,"timestamp":1767225601000}
    "#]].assert_eq(&projection(&session));
    let entry = session.entry(find(&session, "a"));
    assert_eq!(
        entry
            .field("display")
            .and_then(pi_session::json::Raw::as_bool),
        Some(false)
    );
}

#[test]
fn a_subagents_transcript_stays_inside_its_result() {
    let inner = format!(
        "{},{}",
        user("x", None, "inner"),
        user("y", Some("x"), "inner")
    );
    let session = session(&[
        blocks("a", None, &tool_call("c", "task", "{}")),
        message(
            "b",
            Some("a"),
            &format!(
                r#"{{"role":"toolResult","toolCallId":"c","toolName":"task","content":[],"details":{{"entries":[{inner}]}},"nestedCalls":[{{"type":"toolCall","id":"n"}}],"isError":false}}"#
            ),
        ),
        user("d", Some("b"), "next"),
    ]);
    assert_eq!(session.diagnostics(), []);
    assert_eq!(session.entry_count(), 3);
    assert_eq!(session.find("x"), None);
    let result = session
        .entry(find(&session, "b"))
        .message()
        .expect("a message");
    let details = result
        .field("details")
        .and_then(|details| details.get("entries"))
        .expect("entries");
    assert_eq!(details.items().count(), 2);
    assert_eq!(session.rows(&query(Filter::Default, "inner")).len(), 0);
}

#[test]
fn what_an_edit_replaces_stays_in_its_entry() {
    let session = session(&[
        user("a", None, "the original"),
        entry(
            "context_edit",
            "b",
            Some("a"),
            r#""targetId":"a","replacement":{"content":"the edit"}"#,
        ),
    ]);
    assert_eq!(
        session.entry(find(&session, "a")).content(),
        Content::Text("the original".into())
    );
    assert_eq!(
        rows(&session, &query(Filter::Default, "")),
        "user: the original *\n"
    );
    expect![[r#"
        a: replaced by b
        b: not a message
    "#]]
    .assert_eq(&outcomes(&session));
    expect![[r#"
        a: {"role":"user","content":"the edit"}
    "#]]
    .assert_eq(&projection(&session));
}

#[test]
fn fields_of_the_wrong_type_are_named_by_their_path() {
    let shape = |kind: &str, rest: &str| {
        let session = session(&[user("t", None, "x"), entry(kind, "a", Some("t"), rest)]);
        // None of it may make the views stumble.
        let _ = rows(&session, &query(Filter::All, "x"));
        let _ = projection(&session);
        diagnostics(&session)
            .lines()
            .map(|line| line.replace(" 3@213 a", "") + "\n")
            .collect::<String>()
    };
    expect![[r#"
        bad-shape: `customType` is missing where a string was expected.
        bad-shape: `content` is a number where text or blocks were expected.
    "#]]
    .assert_eq(&shape("custom_message", r#""content":5"#));
    expect![[r#"
        bad-shape: `customType` is a number where a string was expected.
        bad-shape: `content` is an object where text or blocks were expected.
    "#]]
    .assert_eq(&shape(
        "custom_message",
        r#""customType":5,"content":{},"message":{"content":"x"}"#,
    ));
    expect![[r#"
        bad-shape: `fromId` is null where a string was expected.
        bad-shape: `summary` is a number where a string was expected.
        bad-shape: `usage` is an array where an object was expected.
    "#]]
    .assert_eq(&shape(
        "branch_summary",
        r#""fromId":null,"summary":7,"usage":[]"#,
    ));
    expect![[r#"
        bad-shape: `fromId` is missing where a string was expected.
        bad-shape: `summary` is missing where a string was expected.
    "#]]
    .assert_eq(&shape("branch_summary", ""));
    expect![[r#"
        bad-shape: `summary` is null where a string was expected.
        bad-shape: `firstKeptEntryId` is a number where a string was expected.
        bad-shape: `tokensBefore` is a string where a number was expected.
        bad-shape: `systemMessage` is a string where an object was expected.
        bad-shape: `usage` is a number where an object was expected.
        missing-first-kept
    "#]]
    .assert_eq(&shape(
        "compaction",
        r#""summary":null,"firstKeptEntryId":7,"tokensBefore":"9","systemMessage":"x","usage":1"#,
    ));
    expect![[r#"
        bad-shape: `targetId` is a number where a string was expected.
        bad-shape: `replacement` is a string where an object was expected.
    "#]]
    .assert_eq(&shape("context_edit", r#""targetId":7,"replacement":"x""#));
    expect![[r#"
        bad-shape: `provider` is an object where a string was expected.
        bad-shape: `modelId` is null where a string was expected.
    "#]]
    .assert_eq(&shape("model_change", r#""provider":{},"modelId":null"#));
    expect![[r#"
        bad-shape: `thinkingLevel` is a number where a string was expected.
    "#]]
    .assert_eq(&shape("thinking_level_change", r#""thinkingLevel":3"#));
    expect![[r#"
        bad-shape: `kind` is a number where a string was expected.
        bad-shape: `provider` is a number where a string was expected.
        bad-shape: `model` is a number where a string was expected.
        bad-shape: `usage` is a number where an object was expected.
    "#]]
    .assert_eq(&shape(
        "usage",
        r#""kind":1,"provider":2,"model":3,"usage":4"#,
    ));
    expect![[r#"
        bad-shape: `customType` is null where a string was expected.
    "#]]
    .assert_eq(&shape("custom", r#""customType":null"#));
    expect![[r#"
        bad-shape: `targetId` is an array where a string was expected.
        bad-shape: `label` is an object where a string was expected.
    "#]]
    .assert_eq(&shape("label", r#""targetId":["t"],"label":{}"#));
    expect![[r#"
        bad-shape: `name` is a number where a string was expected.
    "#]]
    .assert_eq(&shape("session_info", r#""name":7"#));
    expect![[r#"
        bad-shape: `message.content` holds a block that is no object with a type.
    "#]]
    .assert_eq(&shape(
        "message",
        r#""message":{"role":"user","content":["x"]}"#,
    ));
}

#[test]
fn an_id_that_is_no_text_is_replaced() {
    for id in ["5", "null", "\"\"", "{}"] {
        let line = user("a", None, "one").replace("\"id\":\"a\"", &format!("\"id\":{id}"));
        let session = session(&[line, user("b", None, "two")]);
        let first = session.entries().next().expect("an entry");
        assert_eq!(session.id(first).len(), 8, "{id}");
        assert_eq!(session.find(session.id(first)), Some(first));
        assert_eq!(session.diagnostics()[0].code.as_str(), "missing-id");
    }
}
