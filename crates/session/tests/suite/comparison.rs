//! The difference between the contexts at two leaves.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use pi_session::{Comparison, EntryIndex, NamedChanges, Session};

use crate::support::{HEADER, lines};

const FILE: &[&str] = &[
    HEADER,
    r#"{"type":"message","id":"prompt","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"system","content":"Be brief.","sections":{"rules":"one","place":"here"},"toolsAdded":[{"name":"read"},{"name":"bash"}],"timestamp":1}}"#,
    r#"{"type":"message","id":"asked","parentId":"prompt","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"Hello"}}"#,
    r#"{"type":"message","id":"hidden","parentId":"asked","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"bashExecution","command":"pwd","output":"/","excludeFromContext":true}}"#,
    r#"{"type":"message","id":"said","parentId":"hidden","timestamp":"2026-01-01T00:00:04.000Z","message":{"role":"assistant","provider":"p","model":"m","content":[{"type":"text","text":"Hi"}]}}"#,
    r#"{"type":"message","id":"prompt2","parentId":"said","timestamp":"2026-01-01T00:00:05.000Z","message":{"role":"system","content":"","sections":{"rules":"two","place":null,"new":"x"},"toolsRemoved":[{"name":"bash"}],"toolsAdded":[{"name":"ls"}],"timestamp":2}}"#,
    r#"{"type":"context_edit","id":"edit","parentId":"prompt2","timestamp":"2026-01-01T00:00:06.000Z","targetId":"asked","replacement":{"content":"Good day"}}"#,
    r#"{"type":"thinking_level_change","id":"level","parentId":"edit","timestamp":"2026-01-01T00:00:07.000Z","thinkingLevel":"high"}"#,
    r#"{"type":"compaction","id":"short","parentId":"level","timestamp":"2026-01-01T00:00:08.000Z","summary":"It went well","firstKeptEntryId":"said","tokensBefore":10,"systemMessage":{"role":"system","content":"Be brief.","timestamp":3}}"#,
    r#"{"type":"message","id":"other","parentId":"said","timestamp":"2026-01-01T00:00:09.000Z","message":{"role":"user","content":"Another way"}}"#,
];

fn told(session: &Session, comparison: &Comparison) -> String {
    let ids = |entries: &[EntryIndex]| {
        let ids: Vec<_> = entries.iter().map(|&entry| session.id(entry)).collect();
        ids.join(" ")
    };
    let names = |changes: &NamedChanges| {
        format!(
            "+[{}] -[{}] ~[{}]",
            changes.added.join(" "),
            changes.removed.join(" "),
            changes.changed.join(" ")
        )
    };
    let mut out = format!(
        "+[{}] -[{}] ~[{}] ={}\n",
        ids(&comparison.added),
        ids(&comparison.removed),
        ids(&comparison.changed),
        comparison.same
    );
    let _ = writeln!(out, "sections {}", names(&comparison.sections));
    let _ = writeln!(out, "tools {}", names(&comparison.tools));
    for state in [&comparison.before, &comparison.after] {
        let model = state
            .model
            .as_ref()
            .and_then(|model| model.model_id.as_deref());
        let prompt = state.system.as_ref().map(|system| system.content.as_str());
        let _ = writeln!(
            out,
            "{} {model:?} {prompt:?} {}",
            state.thinking_level, state.size.tokens
        );
    }
    out
}

fn check(before: &str, after: &str, expected: &Expect) {
    let session = Session::parse(&lines(FILE)).expect("a session");
    let comparison = session.compare_contexts(session.find(before), session.find(after));
    expected.assert_eq(&told(&session, &comparison));
}

#[test]
fn a_branch_against_what_came_before_it() {
    check(
        "",
        "said",
        &expect![[r#"
        +[asked said] -[] ~[] =0
        sections +[rules place] -[] ~[]
        tools +[read bash] -[] ~[]
        off None None 0
        off Some("m") Some("Be brief.") 17
    "#]],
    );
    check(
        "said",
        "said",
        &expect![[r#"
        +[] -[] ~[] =2
        sections +[] -[] ~[]
        tools +[] -[] ~[]
        off Some("m") Some("Be brief.") 17
        off Some("m") Some("Be brief.") 17
    "#]],
    );
    check(
        "said",
        "level",
        &expect![[r#"
        +[] -[] ~[asked] =1
        sections +[new] -[place] ~[rules]
        tools +[ls] -[bash] ~[]
        off Some("m") Some("Be brief.") 17
        high Some("m") Some("Be brief.") 15
    "#]],
    );
}

#[test]
fn a_compaction_against_the_branch_it_compacts_and_another_branch() {
    check(
        "said",
        "short",
        &expect![[r#"
        +[short] -[asked] ~[] =1
        sections +[] -[rules place] ~[]
        tools +[] -[read bash] ~[]
        off Some("m") Some("Be brief.") 17
        high Some("m") Some("Be brief.") 7
    "#]],
    );
    check(
        "short",
        "other",
        &expect![[r#"
        +[asked other] -[short] ~[] =1
        sections +[rules place] -[] ~[]
        tools +[read bash] -[] ~[]
        high Some("m") Some("Be brief.") 7
        off Some("m") Some("Be brief.") 20
    "#]],
    );
}
