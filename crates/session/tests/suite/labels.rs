//! Labels and names: the last write wins, empty clears.

use pi_session::{Filter, Session};

use crate::support::*;

fn label(id: &str, target: &str, label: &str, second: u32) -> String {
    entry(
        "label",
        id,
        Some("a"),
        &format!(r#""targetId":"{target}"{label}"#),
    )
    .replace(TIME, &format!("2026-01-01T00:00:{second:02}.000Z"))
}

fn labelled(entries: &[String]) -> Session {
    let mut all = vec![user("a", None, "one"), user("b", Some("a"), "two")];
    all.extend_from_slice(entries);
    session(&all)
}

fn text(session: &Session, id: &str) -> Option<String> {
    session.label(find(session, id)).map(|label| label.text)
}

#[test]
fn the_last_label_wins_wherever_it_stands() {
    let session = labelled(&[
        label("l1", "a", r#","label":"first""#, 1),
        label("l2", "b", r#","label":"other""#, 2),
        label("l3", "a", r#","label":"second""#, 3),
    ]);
    assert_eq!(text(&session, "a").as_deref(), Some("second"));
    assert_eq!(text(&session, "b").as_deref(), Some("other"));
    let set = session.label(find(&session, "a")).expect("a label");
    assert_eq!(
        (set.entry, set.timestamp),
        (find(&session, "l3"), Some(1_767_225_603_000.0))
    );
    // The whole file counts, not the branch: the label's place in the tree means nothing.
    assert_eq!(text(&at(&session, "b"), "a").as_deref(), Some("second"));
}

#[test]
fn absent_null_and_empty_clear() {
    for clear in ["", r#","label":null"#, r#","label":"""#] {
        let session = labelled(&[
            label("l1", "a", r#","label":"x""#, 1),
            label("l2", "a", clear, 2),
        ]);
        assert_eq!(text(&session, "a"), None, "{clear:?}");
        assert_eq!(session.row_counts("")[3], 0);
        assert!(!rows(&session, &query(Filter::All, "")).contains("[x]"));
    }
    let session = labelled(&[
        label("l1", "a", r#","label":"x""#, 1),
        label("l2", "a", "", 2),
        label("l3", "a", r#","label":"y""#, 3),
    ]);
    assert_eq!(text(&session, "a").as_deref(), Some("y"));
}

#[test]
fn a_label_that_is_no_text_changes_nothing() {
    for odd in ["7", "true", "{}", "[]"] {
        let odd = label("l2", "a", &format!(r#","label":{odd}"#), 2);
        let session = labelled(&[label("l1", "a", r#","label":"x""#, 1), odd.clone()]);
        assert_eq!(text(&session, "a").as_deref(), Some("x"), "{odd}");
        assert_eq!(text(&labelled(&[odd]), "a"), None);
    }
}

#[test]
fn a_label_may_be_put_on_anything_that_is_an_entry() {
    let session = labelled(&[
        label("l1", "a", r#","label":"x""#, 1),
        label("l2", "l1", r#","label":"on a label""#, 2),
        // The target may come later in the file, or never.
        label("l3", "c", r#","label":"ahead""#, 3),
        label("l4", "gone", r#","label":"lost""#, 4),
        user("c", Some("b"), "three"),
    ]);
    assert_eq!(text(&session, "l1").as_deref(), Some("on a label"));
    assert_eq!(text(&session, "c").as_deref(), Some("ahead"));
    assert_eq!(session.row_counts("")[3], 3);
    assert_eq!(
        diagnostics(&session),
        "missing-target 7@677 l4: the target “gone”.\n"
    );
}

#[test]
fn the_last_name_wins_trimmed() {
    let named = |names: &[&str]| {
        let entries: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(at, name)| entry("session_info", &format!("n{at}"), None, name))
            .collect();
        session(&entries).name().map(str::to_owned)
    };
    assert_eq!(named(&[]), None);
    assert_eq!(
        named(&[r#""name":" Fix the salt\n""#]).as_deref(),
        Some("Fix the salt")
    );
    assert_eq!(
        named(&[r#""name":"one""#, r#""name":"two""#]).as_deref(),
        Some("two")
    );
    assert_eq!(named(&[r#""name":"one""#, r#""name":"""#]), None);
    assert_eq!(
        named(&[r#""name":"one""#, r#""name":" \ufeff\u3000""#]),
        None
    );
    assert_eq!(named(&[r#""name":"one""#, ""]), None);
    assert_eq!(named(&[r#""name":"one""#, r#""name":7"#]), None);
    assert_eq!(named(&[r#""name":"a\nb""#]).as_deref(), Some("a\nb"));
}
