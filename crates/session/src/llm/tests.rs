use super::*;
use crate::Session;
use expect_test::{Expect, expect};
use std::fmt::Write as _;

fn check(message: &str, expected: &Expect) {
    let raw = Raw::parse(message.as_bytes()).expect("JSON");
    let text = convert_to_llm(raw).map_or_else(|| "nothing".to_owned(), |message| message.json);
    expected.assert_eq(&text);
    if text != "nothing" {
        Raw::parse(text.as_bytes()).expect("what comes out is JSON");
    }
}

#[test]
fn what_models_know_stays_as_it_is() {
    let reply = r#"{ "role":"assistant", "content":[], "x":1e999, "x":"\ud83d" }"#;
    check(
        reply,
        &expect![[r#"{ "role":"assistant", "content":[], "x":1e999, "x":"\ud83d" }"#]],
    );
    check(r#"{"role":"hookMessage"}"#, &expect!["nothing"]);
    check(r#"{"role":5}"#, &expect!["nothing"]);
    check("[]", &expect!["nothing"]);
}

#[test]
fn shell_runs_say_how_they_ended() {
    check(
        r#"{"role":"bashExecution","command":"a \"b\"","output":"","exitCode":2,"truncated":true,"fullOutputPath":"/tmp/o","timestamp":1}"#,
        &expect![[
            r#"{"role":"user","content":[{"type":"text","text":"Ran `a \"b\"`\n(no output)\n\nCommand exited with code 2\n\n[Output truncated. Full output: /tmp/o]"}],"timestamp":1}"#
        ]],
    );
    check(
        r#"{"role":"bashExecution","command":"a","output":"\ud83d","exitCode":2,"cancelled":true}"#,
        &expect![[
            r#"{"role":"user","content":[{"type":"text","text":"Ran `a`\n```\n\ud83d\n```\n\n(command cancelled)"}]}"#
        ]],
    );
    check(
        r#"{"role":"bashExecution","output":[1,null],"exitCode":-0}"#,
        &expect![[
            r#"{"role":"user","content":[{"type":"text","text":"Ran `undefined`\n```\n1,\n```"}]}"#
        ]],
    );
    check(
        r#"{"role":"bashExecution","command":"a","excludeFromContext":1}"#,
        &expect!["nothing"],
    );
}

#[test]
fn custom_messages_and_summaries_are_the_users() {
    check(
        r#"{"role":"custom","customType":"x","content":"plan","display":true,"timestamp":3}"#,
        &expect![[r#"{"role":"user","content":[{"type":"text","text":"plan"}],"timestamp":3}"#]],
    );
    check(
        r#"{"role":"custom","content":[{"type":"image"}]}"#,
        &expect![[r#"{"role":"user","content":[{"type":"image"}]}"#]],
    );
    check(r#"{"role":"custom"}"#, &expect![[r#"{"role":"user"}"#]]);
    check(
        r#"{"role":"branchSummary","summary":"went well","fromId":"a","timestamp":null}"#,
        &expect![[
            r#"{"role":"user","content":[{"type":"text","text":"The following is a summary of a branch that this conversation came back from:\n\n<summary>\nwent well</summary>"}],"timestamp":null}"#
        ]],
    );
    check(
        r#"{"role":"compactionSummary"}"#,
        &expect![[
            r#"{"role":"user","content":[{"type":"text","text":"The conversation history before this point was compacted into the following summary:\n\n<summary>\nundefined\n</summary>"}]}"#
        ]],
    );
}

#[test]
fn tokens_are_a_quarter_of_the_length() {
    for (message, expected) in [
        (r#"{"role":"user","content":"12345"}"#, 2),
        (r#"{"role":"user","content":"\ud83d\ude00\ud83d\ude00"}"#, 1),
        (
            r#"{"role":"user","content":[null,5,{"type":"text","text":["a","b","c","d","e"]},{"type":"text"}]}"#,
            2,
        ),
        (
            r#"{"role":"toolResult","content":[{"type":"image","data":"x"}]}"#,
            1_200,
        ),
        (r#"{"role":"assistant","content":"no blocks"}"#, 0),
        (
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"1234"},{"type":"toolCall","name":"ls","arguments":{"a": 1}}]}"#,
            4,
        ),
        (
            r#"{"role":"bashExecution","command":"1234","output":null}"#,
            1,
        ),
        (r#"{"role":"branchSummary","summary":"12345"}"#, 2),
        (
            r#"{"role":"system","content":"12","sections":{"a":"345","b":null,"a":"6"},"toolsAdded":[1]}"#,
            2,
        ),
        (r#"{"role":"elsewhere","content":"12345"}"#, 0),
        ("7", 0),
    ] {
        let raw = Raw::parse(message.as_bytes()).expect("JSON");
        assert_eq!(estimate_tokens(raw), expected, "{message}");
    }
}

/// A session of these entries, one below the other.
fn chain(entries: &[&str]) -> Session {
    let mut file =
        r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#
            .to_owned();
    for (place, entry) in entries.iter().enumerate() {
        let parent = match place {
            0 => "null".to_owned(),
            _ => format!("\"{}\"", place - 1),
        };
        let _ = write!(
            file,
            "\n{{\"id\":\"{place}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:01Z\",{entry}}}"
        );
    }
    Session::parse(file.as_bytes()).expect("a session")
}

#[test]
fn the_context_is_what_the_last_reply_counted_and_what_follows() {
    const ASKED: &str = r#""type":"message","message":{"role":"user","content":"12345678"}"#;
    const REPLY: &str = r#""type":"message","message":{"role":"assistant","content":[{"type":"text","text":"1234"}],"stopReason":"stop","usage":{"input":70,"output":30,"cacheRead":0,"cacheWrite":0}}"#;
    const FAILED: &str = r#""type":"message","message":{"role":"assistant","content":[],"stopReason":"error","usage":{"totalTokens":900}}"#;
    const EDIT: &str = r#""type":"context_edit","targetId":"0","replacement":null"#;
    const PROMPT: &str =
        r#""type":"message","message":{"role":"system","content":"1234","timestamp":1}"#;
    const STRANGE: &str = r#""type":"message","message":{"role":"assistant","usage":{"input":"70","totalTokens":1e999}}"#;
    const COMPACTION: &str = r#""type":"compaction","summary":"12345678","firstKeptEntryId":"1","tokensBefore":1,"systemMessage":{"role":"system","content":"abcd","timestamp":2}"#;
    for (entries, expected, counted) in [
        (&[][..], 0.0, false),
        (&[PROMPT, ASKED], 3.0, false),
        (&[ASKED, REPLY, ASKED], 102.0, true),
        (&[ASKED, REPLY, FAILED, ASKED, STRANGE], 102.0, true),
        (&[ASKED, REPLY, EDIT, ASKED], 3.0, false),
        (&[ASKED, EDIT, REPLY, ASKED], 102.0, true),
        (&[ASKED, REPLY, COMPACTION], 4.0, false),
        (&[ASKED, REPLY, COMPACTION, ASKED, REPLY], 100.0, true),
        (&[PROMPT, ASKED, PROMPT], 5.0, false),
    ] {
        let size = chain(entries).context_size();
        assert_eq!(
            (size.tokens, size.counted_at.is_some()),
            (expected, counted),
            "{entries:?}"
        );
    }
}

#[test]
fn points_say_what_changed_at_them() {
    const SETS: &str = r#""type":"model_change","provider":"p","modelId":"b""#;
    const COMPACTION: &str = r#""type":"compaction","summary":"s","firstKeptEntryId":"1""#;
    let reply = |model: &str| {
        format!(
            r#""type":"message","message":{{"role":"assistant","provider":"p","model":"{model}","content":[]}}"#
        )
    };
    let (a, b, c) = (reply("a"), reply("b"), reply("c"));
    let session = chain(&[&a, &a, SETS, &b, &b, SETS, COMPACTION, &b, &c]);
    let marks: Vec<(bool, bool)> = session
        .context_sizes()
        .iter()
        .map(|point| (point.model_changed, point.compacted))
        .collect();
    let changed: Vec<usize> = (0..marks.len()).filter(|&at| marks[at].0).collect();
    let compacted: Vec<usize> = (0..marks.len()).filter(|&at| marks[at].1).collect();
    assert_eq!((changed, compacted), (vec![2, 8], vec![6]));
}

#[test]
fn many_compactions_and_edits_take_no_longer_each() {
    const COUNT: usize = 30_000;
    let edit = r#""type":"context_edit","targetId":"0","replacement":null"#;
    let keeps_all = r#""type":"compaction","summary":"s","firstKeptEntryId":"0""#;
    let asked = r#""type":"message","message":{"role":"user","content":"12345678"}"#;
    let prompt = format!(
        r#""type":"message","message":{{"role":"system","timestamp":1,"content":"{}"}}"#,
        "x".repeat(100_000)
    );
    let mut entries = vec![prompt.as_str()];
    entries.extend([edit, asked].iter().cycle().take(COUNT));
    entries.extend([keeps_all, asked].iter().cycle().take(COUNT));
    let sizes = chain(&entries).context_sizes();
    assert_eq!(sizes.len(), 2 * COUNT + 1);
    let tokens: Vec<f64> = [0, 2, 2 * COUNT]
        .iter()
        .map(|&at| sizes[at].size.tokens)
        .collect();
    assert_eq!(tokens, [25_000.0, 2.0, 60_001.0]);
}
