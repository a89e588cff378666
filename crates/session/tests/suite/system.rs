//! The system prompt and tools at a point: what system messages add up to, and a compaction that
//! carries it.

use pi_session::json::Raw;
use pi_session::{Session, Stamps, SummaryFields, SystemState};

use crate::support::{message, session, user};

struct Counted(u32);

impl Stamps for Counted {
    fn short_id(&mut self) -> String {
        self.0 += 1;
        format!("{:08x}", self.0)
    }

    fn long_id(&mut self) -> String {
        format!("long-{}", self.0)
    }

    fn now(&mut self) -> f64 {
        1_767_225_600_000.0
    }
}

/// A chain of system messages, each given by its members besides the role.
fn after(messages: &[&str]) -> Session {
    let mut parent: Option<String> = None;
    let lines: Vec<String> = messages
        .iter()
        .enumerate()
        .map(|(number, members)| {
            let id = format!("s{number}");
            let json = format!(r#"{{"role":"system",{members},"timestamp":1}}"#);
            let line = message(&id, parent.as_deref(), &json);
            parent = Some(id);
            line
        })
        .collect();
    session(&lines)
}

fn replay(session: &Session) -> Option<SystemState> {
    let context = session.context();
    let messages: Vec<_> = context
        .entries
        .iter()
        .flat_map(|entry| session.project(entry))
        .collect();
    SystemState::replay(&messages)
}

#[test]
fn a_section_set_again_keeps_its_place_and_a_removed_one_loses_it() {
    let session = after(&[
        r#""content":"one","sections":{"a":"1","b":{"x":2},"c":"3"}"#,
        r#""content":"","sections":{"a":"4","b":null}"#,
        r#""content":[{"type":"text","text":"two"},{"type":"image"},{"type":"text","text":"\ud83d"}],"sections":{"b":"5","never":null}"#,
    ]);
    let state = replay(&session).expect("a state");
    assert_eq!(state.content, "one\n\ntwo\n\u{fffd}");
    let sections: Vec<_> = state.sections().collect();
    assert_eq!(
        sections,
        [("a", r#""4""#), ("c", r#""3""#), ("b", r#""5""#)]
    );
    assert_eq!(state.tools().count(), 0);
}

#[test]
fn tools_come_and_go_by_name() {
    let session = after(&[
        r#""content":"","toolsAdded":[{"name":"read"},{"name":"bash","x":1},7,{"name":8}]"#,
        r#""content":"","toolsRemoved":[{"name":"read"},{"name":"none"}],"toolsAdded":[{"name":"bash","x":2},{"name":"edit"}]"#,
    ]);
    let state = replay(&session).expect("a state");
    let tools: Vec<_> = state.tools().collect();
    assert_eq!(
        tools,
        [
            ("bash", r#"{"name":"bash","x":2}"#),
            ("edit", r#"{"name":"edit"}"#)
        ]
    );
    assert_eq!(
        replay(&crate::support::session(&[user("a", None, "one")])),
        None
    );
}

#[test]
fn a_compaction_carries_prompt_sections_and_tools() {
    let mut session = after(&[
        r#""content":"one \ud83d","sections":{"a \"b\"":"1","c":[2]},"toolsAdded":[{"name":"read"},{"name":"bash"}]"#,
    ]);
    let entry = session
        .append_compaction("said", None, 7.0, SummaryFields::default(), &mut Counted(0))
        .expect("a compaction");
    let carried = session.entry(entry).field("systemMessage");
    assert_eq!(
        carried
            .map(|message| message.text().into_owned())
            .as_deref(),
        Some(
            r#"{"role":"system","content":"one \ud83d","sections":{"a \"b\"":"1","c":[2]},"toolsAdded":[{"name":"read"},{"name":"bash"}],"timestamp":1767225600000}"#
        )
    );
    // What it carries adds up to the same.
    let state = replay(&session).expect("a state");
    assert_eq!(state.sections().count(), 2);
    assert_eq!(state.tools().count(), 2);
}

#[test]
fn a_text_that_replaces_is_stored_as_a_block_where_pi_wants_blocks() {
    let mut session = session(&[
        user("a", None, "one"),
        crate::support::assistant("b", Some("a"), "two"),
    ]);
    let text = Raw::parse(br#"{"content":"three \ud83d"}"#).expect("JSON");
    let edit = |session: &mut Session, target: &str| {
        let entry = session
            .append_context_edit(target, text, &mut Counted(session.entry_count() as u32))
            .expect("an edit");
        let replacement = session.entry(entry).field("replacement");
        replacement.expect("a replacement").text().into_owned()
    };
    assert_eq!(edit(&mut session, "a"), r#"{"content":"three \ud83d"}"#);
    assert_eq!(
        edit(&mut session, "b"),
        r#"{"content":[{"type":"text","text":"three \ud83d"}]}"#
    );
}
