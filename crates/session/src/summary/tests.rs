use super::*;
use crate::{Content, EntryIndex, Session};
use expect_test::{Expect, expect};
use std::fmt::Write as _;

const HEADER: &str =
    r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#;

/// A session of these lines, `id parent fields`: a user's message where the fields are a bare word.
fn session(lines: &[&str]) -> Session {
    let mut file = HEADER.to_owned();
    for line in lines {
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().unwrap_or_default();
        let (id, parent, fields) = (next(), next(), next());
        let parent = match parent {
            "-" => "null".to_owned(),
            parent => format!("\"{parent}\""),
        };
        let fields = if fields.contains('"') {
            fields.to_owned()
        } else {
            format!(r#""type":"message","message":{{"role":"user","content":"{fields}"}}"#)
        };
        let _ = write!(
            file,
            "\n{{\"id\":\"{id}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:01Z\",{fields}}}"
        );
    }
    Session::parse(file.as_bytes()).expect("a session")
}

fn ids(session: &Session, entries: &[EntryIndex]) -> String {
    let ids: Vec<_> = entries.iter().map(|&entry| session.id(entry)).collect();
    ids.join(" ")
}

/// Who says what: texts or summaries, joined.
fn words(messages: &[crate::ProjectedMessage]) -> String {
    let words: Vec<String> = messages
        .iter()
        .map(|projected| {
            let message = projected.message().expect("JSON");
            let text = match message.content() {
                Content::Missing => message.text("summary").unwrap_or_default().into_owned(),
                content => content.text().into_owned(),
            };
            format!("{}:{text}", projected.role.as_str())
        })
        .collect();
    words.join(" ")
}

const CALLS: &str = r#""type":"message","message":{"role":"assistant","content":[{"type":"toolCall","name":"read","arguments":{"path":"b"}},{"type":"toolCall","name":"edit","arguments":{"path":"c"}},{"type":"toolCall","name":"read","arguments":{"path":"c"}},{"type":"toolCall","name":"write","arguments":{"path":5}}]}"#;
const RESULT: &str = r#""type":"message","message":{"role":"toolResult","content":"done","nestedCalls":{"calls":[{"name":"write","arguments":{"path":"n"}}]}}"#;

#[test]
fn what_is_left_behind_ends_at_the_common_ancestor() {
    let session = session(&["a - x", "b a x", "c b x", "d a x", "e - x"]);
    let find = |id: &str| session.find(id).expect("an entry");
    for (old, target, entries, ancestor) in [
        ("c", "d", "b c", Some("a")),
        ("c", "b", "c", Some("b")),
        ("b", "c", "", Some("b")),
        ("c", "c", "", Some("c")),
        ("c", "e", "a b c", None),
    ] {
        let left = session.entries_for_branch_summary(Some(find(old)), find(target));
        assert_eq!(ids(&session, &left.entries), entries, "{old} to {target}");
        assert_eq!(
            left.common_ancestor.map(|entry| session.id(entry)),
            ancestor
        );
    }
    let nothing = session.entries_for_branch_summary(None, find("a"));
    assert_eq!(nothing, BranchEntries::default());
}

fn check_branch(lines: &[&str], budget: f64, expected: &Expect) {
    let session = session(lines);
    let entries: Vec<EntryIndex> = session.entries().collect();
    let summary = session.prepare_branch_summary(&entries, Some(budget));
    expected.assert_eq(&format!(
        "{} tokens: {}{}",
        summary.total_tokens,
        words(&summary.messages),
        summary.files.blocks()
    ));
}

#[test]
fn a_branch_is_told_without_results_and_with_its_edits() {
    let lines = [
        "a - goal1234",
        &format!("b a {CALLS}"),
        &format!("c b {RESULT}"),
        r#"d c "type":"custom_message","customType":"x","content":"note","display":true"#,
        "e d secret",
        r#"f e "type":"context_edit","targetId":"e","replacement":null"#,
        r#"g f "type":"context_edit","targetId":"a","replacement":{"content":"aim"}"#,
        r#"h g "type":"branch_summary","fromId":"q","summary":"went","details":{"readFiles":["r",7],"modifiedFiles":["m"]}"#,
        r#"i h "type":"branch_summary","fromId":"q","summary":"hook","fromHook":true,"details":{"readFiles":["not"]}"#,
        r#"j i "type":"compaction","summary":"short","firstKeptEntryId":"a","tokensBefore":1,"details":{"readFiles":["neither"]}"#,
        r#"k j "type":"custom","customType":"x""#,
    ];
    check_branch(
        &lines,
        0.0,
        &expect![[r"
            22 tokens: user:aim assistant: custom:note branchSummary:went branchSummary:hook compactionSummary:short

            <read-files>
            b
            r
            </read-files>

            <modified-files>
            c
            m
            </modified-files>"]],
    );
}

#[test]
fn the_newest_that_fits_is_told_and_a_summary_squeezed_in() {
    let messages = ["a - 12345678", "b a 12345678", "c b 12345678"];
    check_branch(
        &messages,
        4.0,
        &expect!["4 tokens: user:12345678 user:12345678"],
    );
    check_branch(&messages, 3.9, &expect!["2 tokens: user:12345678"]);
    check_branch(&messages, 1.0, &expect!["0 tokens: "]);
    let summary = r#"a - "type":"branch_summary","fromId":"q","summary":"12345678901234567890""#;
    check_branch(
        &[summary, "b a 12345678"],
        3.0,
        &expect!["7 tokens: branchSummary:12345678901234567890 user:12345678"],
    );
    check_branch(
        &[summary, "b a 12345678"],
        2.2,
        &expect!["2 tokens: user:12345678"],
    );
}

fn check_compaction(lines: &[&str], keep: f64, expected: &Expect) {
    let session = session(lines);
    let text = session.prepare_compaction(keep).map_or_else(
        || "nothing".to_owned(),
        |compaction| {
            format!(
                "from {}, {} tokens before, split {}, after {:?}\nhistory {}\nturn {}{}",
                session.id(compaction.first_kept),
                compaction.tokens_before,
                compaction.splits_turn,
                compaction.previous.map(|entry| session.id(entry)),
                words(&compaction.messages),
                words(&compaction.turn_prefix),
                compaction.files.blocks()
            )
        },
    );
    expected.assert_eq(&text);
}

#[test]
fn the_cut_keeps_the_newest_and_parts_turns_only_at_replies() {
    let reply = r#""type":"message","message":{"role":"assistant","content":[{"type":"text","text":"12345678"}]}"#;
    let lines = [
        r#"p - "type":"message","message":{"role":"system","content":"prompt"}"#,
        "a p 12345678",
        &format!("b a {reply}"),
        "c b 12345678",
        &format!("d c {CALLS}"),
        &format!("e d {RESULT}"),
        &format!("f e {reply}"),
    ];
    check_compaction(
        &lines,
        1.0,
        &expect![[r"
            from f, 25 tokens before, split true, after None
            history user:12345678 assistant:12345678
            turn user:12345678 assistant: toolResult:done

            <read-files>
            b
            </read-files>

            <modified-files>
            c
            n
            </modified-files>"]],
    );
    // The result alone is more than what is to be kept: its call stays with it.
    check_compaction(
        &lines[..6],
        1.0,
        &expect![[r"
            from d, 23 tokens before, split true, after None
            history user:12345678 assistant:12345678
            turn user:12345678"]],
    );
    check_compaction(
        &lines[..4],
        2.0,
        &expect![[r"
            from c, 6 tokens before, split false, after None
            history user:12345678 assistant:12345678
            turn "]],
    );
    check_compaction(&lines, 1_000.0, &expect!["nothing"]);
    check_compaction(&[], 0.0, &expect!["nothing"]);
}

#[test]
fn an_earlier_compaction_is_carried_on() {
    let compaction = r#""type":"compaction","summary":"before","firstKeptEntryId":"b","tokensBefore":1,"details":{"readFiles":["old"]}"#;
    let lines = [
        "a - gone",
        "b a kept",
        &format!("c b {compaction}"),
        "d c new1",
        "e d last",
    ];
    check_compaction(
        &lines,
        1.0,
        &expect![[r#"
            from e, 5 tokens before, split false, after Some("c")
            history user:kept user:new1
            turn 

            <read-files>
            old
            </read-files>"#]],
    );
    check_compaction(&lines[..3], 1.0, &expect!["nothing"]);
}

#[test]
fn a_failed_attempt_that_was_taken_out_is_cut_off() {
    let failed =
        r#""type":"message","message":{"role":"assistant","content":[],"stopReason":"error"}"#;
    let omit = r#""type":"context_edit","targetId":"c","replacement":null"#;
    let lines = [
        "a - 1234",
        "b a 12345678",
        &format!("c b {failed}"),
        &format!("d c {omit}"),
    ];
    check_compaction(
        &lines,
        1.0,
        &expect![[r"
            from c, 3 tokens before, split true, after None
            history user:1234
            turn user:12345678"]],
    );
    let replace = r#"e d "type":"context_edit","targetId":"a","replacement":{"content":"1"}"#;
    let and_more: Vec<&str> = lines.iter().copied().chain([replace]).collect();
    check_compaction(
        &and_more,
        1.0,
        &expect![[r"
            from b, 3 tokens before, split false, after None
            history user:1
            turn "]],
    );
}

#[test]
fn a_report_shows_the_newest_and_never_nothing() {
    let session = session(&["a - 12345678", "b a 12345678", "c b 12345678"]);
    for (window, expected) in [(0.0, 1), (6.0, 1), (7.0, 2), (100.0, 3), (f64::NAN, 3)] {
        let report = session.prepare_bug_report(window);
        assert_eq!(report.messages.len(), expected, "{window}");
        assert_eq!(report.message_count, 3);
    }
}

#[test]
fn a_model_is_asked_for_what_it_can_know() {
    let compaction =
        r#""type":"compaction","summary":"before","firstKeptEntryId":"a","tokensBefore":1"#;
    let lines = [
        "a - one",
        "b a two",
        &format!("c b {compaction}"),
        "d c three",
        "e d four",
    ];
    let later = session(&lines)
        .prepare_compaction(1.0)
        .expect("a compaction");
    let prompts = later.prompts(Some(" the salt "));
    let history = prompts.history.expect("a history").text;
    assert!(history.starts_with(
        "<conversation>\n[User]: one\n\n[User]: two\n\n[User]: three\n</conversation>\n\n<previous-summary>\nbefore\n</previous-summary>\n\n"
    ));
    assert!(history.ends_with("\n\nPay special attention to this: the salt"));
    assert!(history.contains("## Critical Context"));
    assert_eq!(prompts.turn_prefix, None);
    assert_eq!(later.stored(Some("now"), None), "now");
    assert_eq!(later.stored(None, None), "before");

    let first = session(&lines[..2])
        .prepare_compaction(1.0)
        .expect("a compaction");
    let history = first.prompts(None).history.expect("a history").text;
    assert!(!history.contains("previous-summary"), "{history}");

    let reply = r#""type":"message","message":{"role":"assistant","content":[{"type":"text","text":"12345678"}]}"#;
    let parted = session(&["a - one", &format!("b a {reply}")])
        .prepare_compaction(1.0)
        .expect("a compaction");
    let prompts = parted.prompts(None);
    assert_eq!(prompts.history, None);
    assert!(
        prompts
            .turn_prefix
            .is_some_and(|prompt| prompt.text.contains("## Original Request"))
    );
    assert!(parted.stored(None, Some("asked")).ends_with("\n\nasked"));

    let report = session(&["a - 12345678", "b a it hangs"]).prepare_bug_report(0.0);
    let prompt = report.prompt(Some("slow"));
    assert!(prompt.text.starts_with(
        "These are the last 1 of 2 messages.\n\n<conversation>\n[User]: it hangs\n</conversation>\n\n<user-report>\nslow\n</user-report>\n\n"
    ));
    assert_eq!(BranchSummary::default().prompt(None), None);
    let files = FileLists {
        read: vec!["r".to_owned()],
        modified: Vec::new(),
    };
    let branch = BranchSummary {
        files,
        ..BranchSummary::default()
    };
    let stored = branch.stored("went well");
    assert!(
        stored.ends_with("\n\nwent well\n\n<read-files>\nr\n</read-files>"),
        "{stored}"
    );
}
