//! Versions 1 and 2, read as Pi migrates them to 3. The bytes stay as they are.

use expect_test::{Expect, expect};
use pi_session::{Role, Session};

use crate::support::*;

const V1: &str = r#"{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w","provider":"p","modelId":"m","thinkingLevel":"low"}"#;
const V2: &str = r#"{"type":"session","version":2,"id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}"#;

/// A record as version 1 writes it.
fn record(kind: &str, rest: &str) -> String {
    format!(r#"{{"type":"{kind}","timestamp":"{TIME}",{rest}}}"#)
}

fn said(text: &str) -> String {
    record(
        "message",
        &format!(r#""message":{{"role":"user","content":"{text}"}}"#),
    )
}

fn compaction(first_kept: &str) -> String {
    record(
        "compaction",
        &format!(r#""summary":"s","firstKeptEntryIndex":{first_kept},"tokensBefore":1"#),
    )
}

/// The path by texts and kinds, for ids that are made.
fn outline(session: &Session) -> String {
    let names: Vec<String> = session
        .entries()
        .map(|index| {
            let entry = session.entry(index);
            match entry.message() {
                Some(message) => message.content().text().into_owned(),
                None => entry.type_name().into_owned(),
            }
        })
        .collect();
    let mut out = outcomes(session);
    for (index, name) in session.entries().zip(&names) {
        out = out.replace(session.id(index), name);
    }
    out
}

fn check_kept(records: &[String], expected: Expect) {
    let mut file = vec![V1.to_owned()];
    file.extend_from_slice(records);
    let session = parse(&lines(&file));
    let codes: Vec<_> = session
        .diagnostics()
        .iter()
        .map(|d| d.code.as_str())
        .collect();
    expected.assert_eq(&format!("{}{}\n", outline(&session), codes.join(" ")));
}

#[test]
fn version_1_is_one_chain_in_file_order() {
    let bytes = lines(&[V1, &said("one"), &said("two"), &said("three")]);
    let session = parse(&bytes);
    let header = session.header();
    assert_eq!(header.version, None);
    assert_eq!(
        (
            header.provider.as_deref(),
            header.model_id.as_deref(),
            header.thinking_level.as_deref()
        ),
        (Some("p"), Some("m"), Some("low"))
    );
    assert_eq!(
        header.json,
        V1.replace("\"low\"}", "\"low\",\"version\":3}")
    );
    assert_eq!(
        diagnostics(&session),
        "migrated 1@0: version 1, without ids: its entries are one chain.\n"
    );
    let entries: Vec<_> = session.entries().collect();
    assert_eq!(session.tree().path(entries[2]), entries);
    assert_eq!(session.leaf(), Some(entries[2]));
    for &entry in &entries {
        assert_eq!(session.id(entry).len(), 8);
        assert!(
            session
                .id(entry)
                .bytes()
                .all(|byte| byte.is_ascii_hexdigit())
        );
        assert_eq!(session.find(session.id(entry)), Some(entry));
    }
    // The entry as Pi holds it; the record as the file has it.
    let (first, second) = (session.id(entries[0]), session.id(entries[1]));
    let entry = session.entry(entries[1]);
    assert_eq!(
        entry.json(),
        said("two").replace(
            "\"}}",
            &format!("\"}},\"id\":\"{second}\",\"parentId\":\"{first}\"}}")
        )
    );
    assert_eq!(entry.raw().text(), said("two"));
    assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
}

#[test]
fn made_ids_are_the_same_at_every_load_and_for_every_chunking() {
    let bytes = lines(&[V1, &said("one"), &said("two")]);
    let ids = |session: &Session| {
        session
            .entries()
            .map(|index| session.id(index).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&parse(&bytes)), ids(&parse(&bytes)));
    // They are part of people's links: these two never change.
    assert_eq!(ids(&parse(&bytes)), ["2e6f23e0", "1225ba88"]);
}

#[test]
fn version_1_ignores_ids_that_stand_there() {
    let odd = said("one").replace("\"timestamp\"", r#""id":"mine","parentId":"x","timestamp""#);
    let session = parse(&lines(&[V1, &odd, &said("two")]));
    assert_eq!(session.find("mine"), None);
    let first = session.entries().next().expect("an entry");
    let id = session.id(first);
    assert_eq!(
        session.entry(first).json(),
        said("one").replace("\"}}", &format!("\"}},\"id\":\"{id}\",\"parentId\":null}}"))
    );
}

#[test]
fn a_kept_number_counts_records_with_the_header() {
    let records = |number: &str| {
        vec![
            said("one"),
            said("two"),
            said("three"),
            compaction(number),
            said("four"),
        ]
    };
    // 0 is the header: nothing is kept.
    check_kept(
        &records("0"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    check_kept(
        &records("1"),
        expect![[r#"
        one: shown
        two: shown
        three: shown
        compaction: shown
        four: shown
        migrated
    "#]],
    );
    check_kept(
        &records("3"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: shown
        compaction: shown
        four: shown
        migrated
    "#]],
    );
    // Itself, something behind it, something that is not there: nothing is kept.
    check_kept(
        &records("4"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated
    "#]],
    );
    check_kept(
        &records("5"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    check_kept(
        &records("99"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    check_kept(
        &records("-1"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    check_kept(
        &records("1.5"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    check_kept(
        &records("1e999"),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated missing-first-kept
    "#]],
    );
    // No number at all: not even a migration.
    check_kept(
        &records("\"1\""),
        expect![[r#"
        one: compacted by compaction
        two: compacted by compaction
        three: compacted by compaction
        compaction: shown
        four: shown
        migrated bad-shape missing-first-kept
    "#]],
    );
}

#[test]
fn a_kept_number_counts_what_parses_and_nothing_else() {
    // Lines that do not parse, blank ones and values that JavaScript takes for false count nothing;
    // other values do, and so do later headers.
    check_kept(
        &[
            "{\"torn".to_owned(),
            said("one"),
            String::new(),
            said("two"),
            compaction("2"),
        ],
        expect![[r#"
            one: compacted by compaction
            two: shown
            compaction: shown
            migrated malformed-line
        "#]],
    );
    check_kept(
        &[
            "null".to_owned(),
            "0".to_owned(),
            said("one"),
            said("two"),
            compaction("2"),
        ],
        expect![[r#"
            one: compacted by compaction
            two: shown
            compaction: shown
            migrated not-an-object not-an-object
        "#]],
    );
    check_kept(
        &["7".to_owned(), said("one"), said("two"), compaction("2")],
        expect![[r#"
            one: shown
            two: shown
            compaction: shown
            migrated not-an-object
        "#]],
    );
    check_kept(
        &["[]".to_owned(), said("one"), said("two"), compaction("1")],
        expect![[r#"
            one: compacted by compaction
            two: compacted by compaction
            compaction: shown
            migrated not-an-object missing-first-kept
        "#]],
    );
    check_kept(
        &[
            said("one"),
            V1.to_owned(),
            said("two"),
            said("three"),
            compaction("3"),
        ],
        expect![[r#"
            one: compacted by compaction
            two: shown
            three: shown
            compaction: shown
            migrated repeated-header
        "#]],
    );
    check_kept(
        &[said("one"), V1.to_owned(), said("two"), compaction("2")],
        expect![[r#"
            one: compacted by compaction
            two: compacted by compaction
            compaction: shown
            migrated repeated-header missing-first-kept
        "#]],
    );
}

#[test]
fn the_kept_number_becomes_an_id() {
    let session = parse(&lines(&[V1, &said("one"), &said("two"), &compaction("2")]));
    let entries: Vec<_> = session.entries().collect();
    let json = session.entry(entries[2]).json().into_owned();
    assert!(!json.contains("firstKeptEntryIndex"), "{json}");
    assert!(
        json.contains(&format!(
            "\"firstKeptEntryId\":\"{}\"",
            session.id(entries[1])
        )),
        "{json}"
    );
    // Out of range: the number goes all the same, and no id comes.
    let session = parse(&lines(&[V1, &said("one"), &compaction("0")]));
    let json = session
        .entry(session.leaf().expect("a leaf"))
        .json()
        .into_owned();
    assert!(!json.contains("firstKept"), "{json}");
}

#[test]
fn version_2_renames_a_role() {
    let hook = message(
        "a",
        None,
        r#"{"role":"hookMessage","customType":"x","content":"hi","display":true}"#,
    );
    let bytes = lines(&[V2, &*hook, &user("b", Some("a"), "one")]);
    let session = parse(&bytes);
    assert_eq!(diagnostics(&session), "migrated 1@0: version 2.\n");
    let entry = session.entry(find(&session, "a"));
    assert_eq!(entry.message().expect("a message").role(), Role::Custom);
    assert_eq!(entry.json(), hook.replace("hookMessage", "custom"));
    assert_eq!(
        session.entry(find(&session, "b")).json(),
        user("b", Some("a"), "one")
    );
    assert_eq!(session.header().json, V2.replace("}", ",\"version\":3}"));
    expect![[r#"
        a: {"role":"custom","customType":"x","content":"hi","display":true}
        b: {"role":"user","content":"one"}
    "#]]
    .assert_eq(&projection(&session));
    expect![[r#"
        - [custom] *
        user: one *
    "#]]
    .assert_eq(&rows(&session, &query(pi_session::Filter::Default, "")));
    assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
    // Version 1 gets both.
    let session = parse(&lines(&[
        V1,
        &record("message", r#""message":{"role":"hookMessage"}"#),
    ]));
    assert_eq!(
        session.role(session.leaf().expect("a leaf")),
        Some(Role::Custom)
    );
}

#[test]
fn entries_without_ids_under_a_newer_header_are_chained() {
    // A fork of a version 1 file, made by a later Pi.
    let bytes = file(&[
        said("one"),
        said("two"),
        user("a", None, "three"),
        said("four"),
    ]);
    let session = parse(&bytes);
    let outline = tree(&session);
    let ids: Vec<_> = session.entries().map(|index| session.id(index)).collect();
    assert_eq!(
        outline,
        format!("{}\n  {}\na\n  {} (leaf)\n", ids[0], ids[1], ids[3])
    );
    let codes: Vec<_> = session
        .diagnostics()
        .iter()
        .map(|d| (d.code.as_str(), d.line))
        .collect();
    assert_eq!(
        codes,
        [
            ("missing-id", Some(2)),
            ("missing-id", Some(3)),
            ("missing-id", Some(5))
        ]
    );
}

#[test]
fn a_made_id_never_takes_one_that_the_file_gives() {
    let plain = parse(&file(&[said("one")]));
    let made = plain.id(plain.leaf().expect("a leaf")).to_owned();
    let session = parse(&file(&[said("one"), user(&made, None, "two")]));
    assert_eq!(session.entry_count(), 2);
    let first = session.entries().next().expect("an entry");
    assert_ne!(session.id(first), made);
    assert_eq!(session.entry(find(&session, &made)).content().text(), "two");
}
