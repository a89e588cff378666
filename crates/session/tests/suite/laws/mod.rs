//! Laws that hold for every file, on files made at random: sound, odd and damaged.

mod bundle;
mod comparison;
mod context;
mod json;
mod operation;
mod operations;
mod reading;
mod redaction;
mod repair;
mod rows;
mod sizes;
mod tree;

use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{HEADER, lines};

/// Ids: few, so that entries refer to each other, repeat and form cycles.
fn id() -> impl Strategy<Value = String> {
    select((b'a'..=b'l').collect::<Vec<_>>()).prop_map(|letter| char::from(letter).to_string())
}

fn json_id() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => id().prop_map(|id| format!("\"{id}\"")),
        1 => select(vec!["null", "7", "\"\"", "\"\\u0061\""]).prop_map(str::to_owned),
    ]
}

fn parent() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => id().prop_map(|id| format!("\"{id}\"")),
        3 => Just("null".to_owned()),
        1 => select(vec!["\"gone\"", "[]", "\"\""]).prop_map(str::to_owned),
    ]
}

fn timestamp() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0_u32..5).prop_map(|second| format!("\"2026-01-01T00:00:0{second}.000Z\"")),
        1 => select(vec!["\"soon\"", "null", "1767225602000", "1e999"]).prop_map(str::to_owned),
    ]
}

/// A value where the format has another.
fn odd() -> impl Strategy<Value = String> {
    select(vec![
        "null",
        "7",
        "-0",
        "true",
        "\"\"",
        "\"text\"",
        "\"\\ud83d\"",
        "[]",
        "[1,[]]",
        "{}",
        r#"{"a":{"b":1}}"#,
    ])
    .prop_map(str::to_owned)
}

fn content() -> impl Strategy<Value = String> {
    let block = prop_oneof![
        4 => select(vec!["", "one", " ", "two\\nthree", "\\u001b[1mx"])
            .prop_map(|text| format!(r#"{{"type":"text","text":"{text}"}}"#)),
        2 => (id(), odd()).prop_map(|(id, arguments)| {
            format!(r#"{{"type":"toolCall","id":"{id}","name":"read","arguments":{arguments}}}"#)
        }),
        1 => Just(r#"{"type":"thinking","thinking":"hm"}"#.to_owned()),
        1 => odd(),
    ];
    prop_oneof![
        3 => prop::collection::vec(block, 0..4).prop_map(|blocks| format!("[{}]", blocks.join(","))),
        2 => select(vec!["\"one\"", "\"\"", "\"Two three\""]).prop_map(str::to_owned),
        1 => odd(),
    ]
}

fn message() -> impl Strategy<Value = String> {
    let role = select(vec![
        "user",
        "user",
        "user",
        "assistant",
        "assistant",
        "assistant",
        "toolResult",
        "toolResult",
        "system",
        "bashExecution",
        "custom",
        "hookMessage",
        "branchSummary",
        "stranger",
    ]);
    let stop = select(vec![
        "\"stop\"",
        "\"toolUse\"",
        "\"error\"",
        "\"aborted\"",
        "null",
        "7",
    ]);
    prop_oneof![
        12 => (role, content(), stop, id(), any::<bool>()).prop_map(|(role, content, stop, call, usage)| {
            let usage = if usage { r#","usage":{"input":1}"# } else { "" };
            format!(
                r#""message":{{"role":"{role}","content":{content},"stopReason":{stop},"toolCallId":"{call}","command":"ls"{usage}}}"#
            )
        }),
        1 => odd().prop_map(|odd| format!(r#""message":{odd}"#)),
    ]
}

/// The type of an entry and its own members.
fn body() -> impl Strategy<Value = (String, String)> {
    let of = |kind: &'static str| move |members: String| (kind.to_owned(), members);
    let replacement = prop_oneof![
        Just("null".to_owned()),
        content().prop_map(|content| format!(r#"{{"content":{content}}}"#)),
        odd(),
    ];
    prop_oneof![
        16 => message().prop_map(of("message")),
        2 => content().prop_map(|content| format!(r#""customType":"x","content":{content}"#)).prop_map(of("custom_message")),
        2 => (id(), odd()).prop_map(|(from, summary)| format!(r#""fromId":"{from}","summary":{summary}"#)).prop_map(of("branch_summary")),
        3 => (id(), 0_u32..9, odd()).prop_map(|(kept, number, system)| {
            format!(r#""summary":"s","firstKeptEntryId":"{kept}","firstKeptEntryIndex":{number},"tokensBefore":1,"systemMessage":{system}"#)
        }).prop_map(of("compaction")),
        3 => (id(), replacement).prop_map(|(target, replacement)| format!(r#""targetId":"{target}","replacement":{replacement}"#)).prop_map(of("context_edit")),
        2 => (id(), odd()).prop_map(|(target, label)| format!(r#""targetId":"{target}","label":{label}"#)).prop_map(of("label")),
        1 => odd().prop_map(|value| format!(r#""modelId":{value}"#)).prop_map(of("model_change")),
        1 => odd().prop_map(|value| format!(r#""thinkingLevel":{value}"#)).prop_map(of("thinking_level_change")),
        1 => odd().prop_map(|value| format!(r#""usage":{value}"#)).prop_map(of("usage")),
        1 => odd().prop_map(|value| format!(r#""customType":{value}"#)).prop_map(of("custom")),
        1 => odd().prop_map(|value| format!(r#""name":{value}"#)).prop_map(of("session_info")),
        1 => odd().prop_map(|value| format!(r#""x":{value}"#)).prop_map(of("novelty")),
    ]
}

fn entry() -> impl Strategy<Value = String> {
    (json_id(), parent(), timestamp(), body(), 0_u32..30).prop_map(
        |(id, parent, timestamp, (kind, members), bare)| {
            // Now and then what version 1 writes: neither id nor parent.
            let link = if bare == 0 {
                String::new()
            } else {
                format!(r#""id":{id},"parentId":{parent},"#)
            };
            format!(r#"{{"type":"{kind}",{link}"timestamp":{timestamp},{members}}}"#)
        },
    )
}

fn header() -> impl Strategy<Value = String> {
    select(vec!["3", "3", "3", "3", "2", "1", "9", "\"3\"", "null"])
        .prop_map(|version| HEADER.replace("\"version\":3", &format!("\"version\":{version}")))
}

/// The bytes of a session, most of it sound.
fn session_bytes() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        30 => entry(),
        1 => header(),
        1 => odd(),
        1 => Just(String::new()),
        // Two records on one line, or one torn in the middle.
        1 => (entry(), entry()).prop_map(|(one, two)| one + &two),
        1 => (entry(), 1_usize..40, entry()).prop_map(|(one, cut, two)| format!("{}{two}", &one[..cut.min(one.len())])),
        1 => (entry(), 1_usize..60).prop_map(|(one, cut)| one[..cut.min(one.len())].to_owned()),
    ];
    (header(), prop::collection::vec(line, 0..24), any::<bool>()).prop_map(
        |(header, mut all, torn)| {
            all.insert(0, header);
            let mut bytes = lines(&all);
            if torn {
                bytes.pop();
            }
            bytes
        },
    )
}

/// A session with bytes changed, put in and taken out.
fn damaged_bytes() -> impl Strategy<Value = Vec<u8>> {
    let special = select(b"\"\\{}[],:\n\r\0 \xFF\xEF0-tn".to_vec());
    let change = (
        any::<prop::sample::Index>(),
        0_u8..3,
        prop_oneof![special, any::<u8>()],
    );
    (session_bytes(), prop::collection::vec(change, 0..6)).prop_map(|(mut bytes, changes)| {
        for (place, what, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.drain(at..bytes.len().min(at + usize::from(byte)))),
            }
        }
        bytes
    })
}
