use super::*;
use expect_test::{Expect, expect};
use std::fmt::Write as _;

/// A session of these entries, one below the other, a second apart.
fn session(entries: &[&str]) -> Session {
    session_under("", entries)
}

fn session_under(header: &str, entries: &[&str]) -> Session {
    let mut file = format!(
        r#"{{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:02Z","cwd":"/"{header}}}"#
    );
    for (place, entry) in entries.iter().enumerate() {
        let parent = match place {
            0 => "null".to_owned(),
            _ => format!("\"{}\"", place - 1),
        };
        let _ = write!(
            file,
            "\n{{\"id\":\"{place}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:0{place}Z\",{entry}}}"
        );
    }
    Session::parse(file.as_bytes()).expect("a session")
}

const USER: &str = r#""type":"message","message":{"role":"user","content":"hello"}"#;

fn reply(model: &str, usage: &str) -> String {
    format!(
        r#""type":"message","message":{{"role":"assistant","provider":"here","model":"{model}","timestamp":1000,"content":[null,{{"type":"toolCall","id":"c","name":"ls"}}],"usage":{usage}}}"#
    )
}

fn result(usage: &str) -> String {
    format!(
        r#""type":"message","message":{{"role":"toolResult","toolCallId":"c","toolName":"ls","isError":true,"content":[{{"type":"text","text":"é"}},{{"type":"image","data":"abc"}}],"usage":{usage}}}"#
    )
}

fn check(session: &Session, scope: Scope, expected: &Expect) {
    expected.assert_debug_eq(&session.stats(scope));
}

#[test]
fn totals_sum_all_that_carries_usage() {
    let one = r#"{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"cost":{"total":0.25}}"#;
    let session = session(&[
        USER,
        &reply("m", one),
        &result(one),
        &format!(r#""type":"usage","kind":"title","provider":"p","model":"m","usage":{one}"#),
        &format!(r#""type":"branch_summary","fromId":"root","summary":"s","usage":{one}"#),
        &format!(r#""type":"compaction","summary":"s","usage":{one}"#),
        &format!(r#""type":"custom","customType":"x","usage":{one}"#),
    ]);
    check(
        &session,
        Scope::File,
        &expect![[r"
            Stats {
                user_messages: 1,
                assistant_messages: 1,
                tool_calls: 1,
                tool_results: 1,
                total_messages: 3,
                usage: Totals {
                    input: 5.0,
                    output: 10.0,
                    cache_read: 15.0,
                    cache_write: 20.0,
                    cost: 1.25,
                },
            }
        "]],
    );
    assert_eq!(session.stats(Scope::File).usage.tokens().to_string(), "50");
}

#[test]
fn strange_figures_count_nothing() {
    for usage in [
        "null",
        "5",
        "[]",
        "{}",
        r#"{"input":"7","output":-4,"cacheRead":1e999,"cacheWrite":null,"cost":{"total":"1"}}"#,
    ] {
        let stats = session(&[&reply("m", usage)]).stats(Scope::File);
        assert_eq!(stats.usage, Totals::default(), "{usage}");
    }
    let parts = reply(
        "m",
        r#"{"input":2,"cost":{"input":0.5,"output":0.25,"cacheRead":"x"}}"#,
    );
    let stats = session(&[&parts]).stats(Scope::File);
    assert_eq!(stats.usage.cost.to_string(), "0.75");
    let odd = session(&[r#""type":"message","message":7"#, r#""type":"message""#]);
    assert_eq!(odd.stats(Scope::File).total_messages, 2);
    assert!(odd.tool_stats(Scope::File).is_empty());
}

#[test]
fn scopes_part_the_file() {
    let copied = session_under(
        r#","parentSession":"/old.jsonl""#,
        &[USER, USER, USER, USER],
    );
    let count = |session: &Session, scope| session.stats(scope).total_messages;
    assert_eq!(count(&copied, Scope::Inherited), 2);
    assert_eq!(count(&copied, Scope::Own), 2);
    let own = session(&[USER, USER, USER]);
    assert_eq!(count(&own, Scope::Inherited), 0);
    assert_eq!(count(&own, Scope::Own), 3);
    let at_start = own.with_leaf(own.find("0"));
    assert_eq!(count(&at_start, Scope::Branch), 1);
    assert_eq!(count(&at_start.with_leaf(None), Scope::Branch), 0);
    assert_eq!(count(&at_start, Scope::File), 3);
}

#[test]
fn costs_go_to_the_model_that_replied() {
    let cost = |dollars: &str| format!(r#"{{"input":1,"cost":{{"total":{dollars}}}}}"#);
    let session = session(&[
        &reply("cheap", &cost("1")),
        &reply("dear", &cost("2")),
        &reply("cheap", &cost("0.5")),
        &reply("asked\",\"responseModel\":\"answered", &cost("1.5")),
        &result(&cost("3")),
        &reply("idle", "{}"),
        r#""type":"usage","usage":{"input":1}"#,
    ]);
    let costs: Vec<String> = session
        .cost_by_model(Scope::File)
        .iter()
        .map(|cost| format!("{} {} {}", cost.key, cost.usage.cost, cost.usage.tokens()))
        .collect();
    expect![[r"
        Tools/summaries 3 1
        here/dear 2 1
        here/cheap 1.5 2
        here/answered 1.5 1
        undefined/undefined 0 1"]]
    .assert_eq(&costs.join("\n"));
}

#[test]
fn the_cache_misses_what_it_held_before() {
    let cached = r#"{"input":0,"cacheRead":5000,"cacheWrite":100,"cost":{"cacheRead":0.5}}"#;
    let missed = r#"{"input":5000,"cacheRead":100,"cost":{"input":5,"cacheRead":0.01}}"#;
    let nearly = r#"{"input":1000,"cacheRead":4100}"#;
    let silent = r#"{"input":5100}"#;
    let compaction = r#""type":"compaction","summary":"s""#;
    let warm = r#""type":"usage","kind":"cache_warm","provider":"here","model":"m","usage":{"input":5100}"#;
    let count = |entries: &[&str]| session(entries).cache_waste(Scope::File).miss_count;
    let [cached, missed, nearly, silent] =
        [cached, missed, nearly, silent].map(|usage| reply("m", usage));
    assert_eq!(count(&[&missed]), 0);
    assert_eq!(count(&[&cached, &missed]), 1);
    assert_eq!(count(&[&cached, &nearly]), 0);
    assert_eq!(count(&[&cached, compaction, &missed]), 0);
    assert_eq!(count(&[&silent, &silent]), 0);
    assert_eq!(count(&[&cached, &silent]), 1);
    assert_eq!(count(&[warm, &silent]), 1);
    assert_eq!(count(&[&cached, &reply("m", "null"), &silent]), 1);
    let session = session(&[
        &cached,
        &missed.replace("\"m\"", "\"n\"").replace("1000", "4000"),
    ]);
    expect![[r"
        [
            CacheMiss {
                entry: EntryIndex(
                    1,
                ),
                tokens: 5000.0,
                cost: 4.5,
                idle_ms: Some(
                    3000.0,
                ),
                model_changed: true,
            },
        ]
    "]]
    .assert_debug_eq(&session.cache_misses(Scope::File));
}

#[test]
fn tools_are_timed_and_weighed() {
    let session = session(&[
        &reply("m", "{}"),
        USER,
        &result("null"),
        r#""type":"message","message":{"role":"toolResult","toolCallId":"nobody","content":"abcd"}"#,
    ]);
    expect![[r#"
        [
            ToolStats {
                name: "ls",
                calls: 1,
                results: 1,
                errors: 1,
                time_ms: 2000.0,
                timed: 1,
                bytes: 5,
                tokens: 1201,
            },
            ToolStats {
                name: "",
                calls: 0,
                results: 1,
                errors: 0,
                time_ms: 0.0,
                timed: 0,
                bytes: 4,
                tokens: 1,
            },
        ]
    "#]]
    .assert_debug_eq(&session.tool_stats(Scope::File));
}
