//! The sizes along a branch are those at each of its entries.

use pi_session::{Scope, Session};
use proptest::prelude::*;
use proptest::sample::select;

use super::{damaged_bytes, session_bytes};
use crate::support::{HEADER, lines};

/// A long branch on which compactions and context edits name anything, before and behind them.
fn branch() -> impl Strategy<Value = Vec<u8>> {
    let place = || 0_u32..40;
    let text = || {
        select(vec![
            "",
            "one",
            "twelve units",
            "\\ud83d",
            "a longer text of its own",
        ])
    };
    let system = (text(), text(), any::<bool>(), any::<bool>()).prop_map(|(content, section, removes, dated)| {
        let tools = if removes { "toolsRemoved" } else { "toolsAdded" };
        let time = if dated { r#","timestamp":1"# } else { "" };
        format!(
            r#"{{"role":"system","content":[{{"type":"text","text":"{content}"}},{{"type":"text","text":"x"}}],"sections":{{"{section}":"{content}","b":null}},"{tools}":[{{"name":"{section}"}},{{"name":"read","about":"{content}"}}]{time}}}"#
        )
    });
    let replacement = prop_oneof![
        Just("null".to_owned()),
        Just("7".to_owned()),
        text().prop_map(|text| format!(r#"{{"content":"{text}, put in"}}"#)),
    ];
    let role = select(vec![
        "user",
        "toolResult",
        "custom",
        "bashExecution",
        "stranger",
    ]);
    let body = prop_oneof![
        4 => (role, text()).prop_map(|(role, text)| format!(
            r#""type":"message","message":{{"role":"{role}","content":"{text}","command":"{text}"}}"#
        )),
        1 => text().prop_map(|text| format!(r#""type":"custom_message","content":"{text}""#)),
        1 => text().prop_map(|text| format!(r#""type":"branch_summary","summary":"{text}""#)),
        3 => (text(), 0_u32..3, select(vec!["stop", "error"])).prop_map(|(text, usage, stop)| format!(
            r#""type":"message","message":{{"role":"assistant","model":"m{usage}","content":[{{"type":"text","text":"{text}"}}],"stopReason":"{stop}","usage":{{"totalTokens":{}}}}}"#,
            usage * 4_000
        )),
        2 => system.clone().prop_map(|system| format!(r#""type":"message","message":{system}"#)),
        2 => (place(), text(), prop_oneof![system, Just("null".to_owned()), Just(r#"{"role":"user","content":"odd"}"#.to_owned())]).prop_map(
            |(kept, text, system)| format!(
                r#""type":"compaction","summary":"{text}","firstKeptEntryId":"{kept}","systemMessage":{system}"#
            )
        ),
        4 => (place(), replacement).prop_map(|(target, replacement)| format!(
            r#""type":"context_edit","targetId":"{target}","replacement":{replacement}"#
        )),
    ];
    prop::collection::vec(body, 0..40).prop_map(|bodies| {
        let mut all = vec![HEADER.to_owned()];
        for (place, body) in bodies.iter().enumerate() {
            let parent = match place {
                0 => "null".to_owned(),
                _ => format!("\"{}\"", place - 1),
            };
            all.push(format!(r#"{{"id":"{place}","parentId":{parent},"timestamp":"2026-01-01T00:00:01.000Z",{body}}}"#));
        }
        lines(&all)
    })
}

proptest! {
    #[test]
    fn each_size_is_the_contexts_at_that_entry(bytes in prop_oneof![3 => branch(), 1 => session_bytes(), 1 => damaged_bytes()]) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let points = session.context_sizes();
        let path = session.leaf().map(|leaf| session.tree().path(leaf)).unwrap_or_default();
        let entries: Vec<_> = points.iter().map(|point| point.entry).collect();
        prop_assert_eq!(entries, path);
        for point in &points {
            let there = session.with_leaf(Some(point.entry));
            prop_assert_eq!(point.size, there.context_size(), "at {}", session.id(point.entry));
        }
        let missed: Vec<_> = points.iter().filter_map(|point| Some((point.entry, point.cache_missed?))).collect();
        let misses: Vec<_> = session.cache_misses(Scope::Branch).iter().map(|miss| (miss.entry, miss.tokens)).collect();
        prop_assert_eq!(missed, misses);
    }
}
