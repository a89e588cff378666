use super::*;
use crate::{NewSession, RowQuery};
use expect_test::{Expect, expect};

/// Ids that count up, and a clock that ticks a second a call.
#[derive(Default)]
struct Counting(u32);

impl Stamps for Counting {
    fn short_id(&mut self) -> String {
        self.0 += 1;
        format!("{:08x}", self.0)
    }

    fn long_id(&mut self) -> String {
        self.0 += 1;
        format!("long-{}", self.0)
    }

    fn now(&mut self) -> f64 {
        1_767_225_600_000.0 + f64::from(self.0) * 1000.0
    }
}

fn raw(text: &str) -> Raw<'_> {
    Raw::parse(text.as_bytes()).expect("JSON")
}

fn check(session: &Session, expected: &Expect) {
    let text = String::from_utf8(session.to_jsonl()).expect("UTF-8");
    expected.assert_eq(&text.replace("\"timestamp\":\"2026-01-01T00:00:", "\"t\":\""));
    let again = Session::parse(text.as_bytes()).expect("what we write we read");
    assert_eq!(again.entry_count(), session.entry_count());
    assert_eq!(again.name(), session.name());
    assert!(
        again
            .diagnostics()
            .iter()
            .all(|d| d.code != crate::Code::MalformedLine)
    );
}

fn user(text: &str) -> String {
    format!(r#"{{"role":"user","content":"{text}"}}"#)
}

#[test]
fn entries_stand_below_the_leaf_and_move_it() {
    let mut stamps = Counting::default();
    let options = NewSession {
        cwd: "/w".into(),
        ..NewSession::default()
    };
    let mut session = Session::create(&options, &mut stamps).expect("created");
    let first = session
        .append_message(raw(&user("one")), &mut stamps)
        .expect("appended");
    session
        .append_session_info(" a\r\n\r\nb ", &mut stamps)
        .expect("appended");
    let id = session.id(first).to_owned();
    session.branch(&id).expect("there");
    session
        .append_label_change(&id, Some("start"), &mut stamps)
        .expect("appended");
    session
        .append_context_edit(&id, raw("null"), &mut stamps)
        .expect("appended");
    session
        .branch_with_summary(None, "gone", SummaryFields::default(), &mut stamps)
        .expect("appended");
    check(
        &session,
        &expect![[r#"
            {"type":"session","version":3,"id":"long-1","t":"01.000Z","cwd":"/w"}
            {"type":"message","id":"00000002","parentId":null,"t":"02.000Z","message":{"role":"user","content":"one"}}
            {"type":"session_info","id":"00000003","parentId":"00000002","t":"03.000Z","name":"a b"}
            {"type":"label","id":"00000004","parentId":"00000002","t":"04.000Z","targetId":"00000002","label":"start"}
            {"type":"context_edit","id":"00000005","parentId":"00000004","t":"05.000Z","targetId":"00000002","replacement":null}
            {"type":"branch_summary","id":"00000006","parentId":null,"t":"06.000Z","fromId":"00000005","summary":"gone"}
        "#]],
    );
    assert_eq!(session.tree().roots().len(), 2);
    assert_eq!(
        session.label(first).map(|label| label.text).as_deref(),
        Some("start")
    );
    assert_eq!(session.rows(&RowQuery::default()).len(), 2);
}

#[test]
fn what_fails_changes_nothing() {
    let mut stamps = Counting::default();
    let mut session = Session::create(&NewSession::default(), &mut stamps).expect("created");
    let root = session
        .append_message(raw(&user("a")), &mut stamps)
        .expect("ok");
    let root = session.id(root).to_owned();
    let change = session
        .append_model_change("p", "m", &mut stamps)
        .expect("ok");
    let change = session.id(change).to_owned();
    let before = session.to_jsonl();
    let leaf = session.leaf();
    let fails = |code: &str, result: Result<EntryIndex, SessionError>| {
        assert_eq!(result.expect_err("refused").code().as_str(), code);
    };
    fails(
        "unknown-entry",
        session.append_label_change("no", None, &mut stamps),
    );
    fails(
        "unknown-entry",
        session.append_context_edit("no", raw("null"), &mut stamps),
    );
    fails(
        "not-editable",
        session.append_context_edit(&change, raw("null"), &mut stamps),
    );
    fails(
        "bad-argument",
        session.append_context_edit(&root, raw("{}"), &mut stamps),
    );
    fails(
        "bad-argument",
        session.append_message(raw("[]"), &mut stamps),
    );
    let fields = SummaryFields::default();
    fails(
        "unknown-entry",
        session.branch_with_summary(Some("no"), "", fields, &mut stamps),
    );
    assert!(session.branch("no").is_err());
    assert_eq!(session.to_jsonl(), before);
    assert_eq!(session.leaf(), leaf);
    session = session.with_leaf(None);
    let result = session.append_context_edit(&root, raw("null"), &mut stamps);
    assert_eq!(result.expect_err("refused").code(), ErrorCode::NotOnBranch);
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let mut stamps = Counting::default();
    let mut session = Session::create(&NewSession::default(), &mut stamps).expect("created");
    assert!(!session.undo());
    let root = session
        .append_message(raw(&user("a")), &mut stamps)
        .expect("ok");
    let root_id = session.id(root).to_owned();
    let mut states = vec![(session.to_jsonl(), session.leaf())];
    session
        .append_label_change(&root_id, Some("x"), &mut stamps)
        .expect("ok");
    states.push((session.to_jsonl(), session.leaf()));
    session
        .append_session_info("name", &mut stamps)
        .expect("ok");
    states.push((session.to_jsonl(), session.leaf()));
    let kept = session.clone();
    for state in states.iter().rev().skip(1) {
        assert!(session.undo());
        assert_eq!((session.to_jsonl(), session.leaf()), *state);
    }
    assert_eq!((session.name(), session.label(root)), (None, None));
    assert_eq!(kept.name(), Some("name"), "a clone stays as it was");
    for state in states.iter().skip(1) {
        assert!(session.redo());
        assert_eq!((session.to_jsonl(), session.leaf()), *state);
    }
    assert!(!session.redo());
    assert_eq!(session.name(), Some("name"));
    session.undo();
    session
        .append_session_info("other", &mut stamps)
        .expect("ok");
    assert!(!session.can_redo(), "an edit ends what could be redone");
}

#[test]
fn an_edited_old_file_is_written_as_version_three() {
    let mut session = Session::parse(
        br#"{"type":"session","id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/"}
{"type":"message","timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"}}
{"type":"compaction","timestamp":"2025-01-01T00:00:02Z","summary":"x","firstKeptEntryIndex":1,"tokensBefore":5}"#,
    )
    .expect("a session");
    session
        .append_session_info("n", &mut Counting::default())
        .expect("ok");
    check(
        &session,
        &expect![[r#"
            {"type":"session","id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/","version":3}
            {"type":"message","timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"},"id":"8b679a41","parentId":null}
            {"type":"compaction","timestamp":"2025-01-01T00:00:02Z","summary":"x","tokensBefore":5,"id":"9d712daf","parentId":"8b679a41","firstKeptEntryId":"8b679a41"}
            {"type":"session_info","id":"00000001","parentId":"9d712daf","t":"01.000Z","name":"n"}
        "#]],
    );
}

#[test]
fn a_branch_goes_into_a_session_of_its_own_without_its_labels() {
    let mut stamps = Counting(100);
    let session = Session::parse(
        br#"{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/"}
{"type":"message","id":"a","parentId":null,"timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"}}
{"type":"label","id":"l","parentId":"a","timestamp":"2025-01-01T00:00:02Z","targetId":"b","label":"late"}
{"type":"message","id":"b", "parentId" : "l" ,"timestamp":"2025-01-01T00:00:03Z","message":{"role":"user","content":"b"}}
{"type":"compaction","id":"c","parentId":"b","timestamp":"2025-01-01T00:00:04Z","summary":"x","firstKeptEntryId":"l","tokensBefore":5}
{"type":"message","id":"d","parentId":"a","timestamp":"2025-01-01T00:00:05Z","message":{"role":"user","content":"d"}}
"#,
    )
    .expect("a session");
    let options = NewSession {
        cwd: "/".into(),
        id: Some("new".into()),
        parent_session: Some("/old.jsonl".into()),
    };
    let leaf = session.find("c").expect("there");
    let branched = session
        .create_branched_session(leaf, &options, &mut stamps)
        .expect("created");
    check(
        &branched,
        &expect![[r#"
        {"type":"session","version":3,"id":"new","timestamp":"2026-01-01T00:01:40.000Z","cwd":"/","parentSession":"/old.jsonl"}
        {"type":"message","id":"a","parentId":null,"timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"}}
        {"type":"message","id":"b", "parentId" : "a" ,"timestamp":"2025-01-01T00:00:03Z","message":{"role":"user","content":"b"}}
        {"type":"compaction","id":"c","parentId":"b","timestamp":"2025-01-01T00:00:04Z","summary":"x","firstKeptEntryId":"b","tokensBefore":5}
        {"type":"label","id":"00000065","parentId":"c","timestamp":"2025-01-01T00:00:02Z","label":"late","targetId":"b"}
    "#]],
    );
    let bad = NewSession {
        id: Some("-x".into()),
        ..options
    };
    let refused = session.fork(&bad, &mut stamps).expect_err("refused");
    assert_eq!(refused.code(), ErrorCode::BadId);
}

/// A record before the header that is no entry has no place in a file that is written anew.
#[test]
fn what_stands_before_the_header_is_left_out_of_a_file_written_anew() {
    let mut session = Session::parse(
        br#"{"odd":1}
{"type":"session","version":2,"id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/"}
{"type":"message","id":"a","parentId":null,"timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"}}
"#,
    )
    .expect("a session");
    session
        .append_session_info("n", &mut Counting::default())
        .expect("ok");
    check(
        &session,
        &expect![[r#"
            {"type":"session","version":2,"id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/","version":3}
            {"type":"message","id":"a","parentId":null,"timestamp":"2025-01-01T00:00:01Z","message":{"role":"user","content":"a"}}
            {"type":"session_info","id":"00000001","parentId":"a","t":"01.000Z","name":"n"}
        "#]],
    );
}

/// The role of version 2 is nobody's in version 3, whether it was appended or read.
#[test]
fn an_appended_hook_message_is_what_it_will_be_read_as() {
    let mut stamps = Counting::default();
    let mut session = Session::create(&NewSession::default(), &mut stamps).expect("created");
    let entry = session
        .append_message(raw(r#"{"role":"hookMessage","content":"x"}"#), &mut stamps)
        .expect("ok");
    let again = Session::parse(&session.to_jsonl()).expect("a session");
    assert_eq!(session.role(entry), Some(Role::Unknown));
    assert_eq!(again.role(entry), session.role(entry));
}

/// Gives one id, whatever is asked.
struct Stuck(&'static str);

impl Stamps for Stuck {
    fn short_id(&mut self) -> String {
        self.0.to_owned()
    }

    fn long_id(&mut self) -> String {
        self.0.to_owned()
    }

    fn now(&mut self) -> f64 {
        0.0
    }
}

#[test]
fn ids_that_are_taken_or_empty_are_refused() {
    let mut session = Session::create(&NewSession::default(), &mut Stuck("s")).expect("created");
    let entry = session
        .append_message(raw(&user("a")), &mut Stuck("a"))
        .expect("ok");
    session
        .append_label_change("a", Some("x"), &mut Stuck("b"))
        .expect("ok");
    let before = session.clone();
    for id in ["a", "b", ""] {
        let refused = session.append_session_info("n", &mut Stuck(id));
        assert_eq!(refused.expect_err("refused").code(), ErrorCode::BadId);
        let options = NewSession {
            id: Some("new".into()),
            ..NewSession::default()
        };
        let refused = session.create_branched_session(entry, &options, &mut Stuck(id));
        assert_eq!(refused.expect_err("refused").code(), ErrorCode::BadId);
    }
    assert_eq!(session, before);
    assert!(!session.redo());
    assert_eq!(session, before, "nothing to do is nothing done");
}
