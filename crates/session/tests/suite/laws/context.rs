//! The context: every entry of the path is in it or absent for a reason.

use std::collections::HashMap;

use pi_session::json::{Kind, Raw};
use pi_session::{EntryKind, Outcome, Reason, Role, Session};
use proptest::prelude::*;

use super::damaged_bytes;

fn at_any_leaf() -> impl Strategy<Value = (Vec<u8>, prop::sample::Index)> {
    (damaged_bytes(), any::<prop::sample::Index>())
}

fn parse((bytes, leaf): &(Vec<u8>, prop::sample::Index)) -> Option<Session> {
    let session = Session::parse(bytes).ok()?;
    let entries: Vec<_> = session.entries().collect();
    let leaf = *entries.get(leaf.index(entries.len() + 1).checked_sub(1)?)?;
    Some(session.with_leaf(Some(leaf)))
}

proptest! {
    #[test]
    fn every_entry_of_the_path_is_accounted_for(input in at_any_leaf()) {
        let Some(session) = parse(&input) else { return Ok(()) };
        let context = session.context();
        let path: Vec<_> = context.path.iter().map(|step| step.entry).collect();
        prop_assert_eq!(&path, &session.tree().path(session.leaf().expect("a leaf")));
        let taking_part: HashMap<_, _> = context.entries.iter().map(|entry| (entry.entry, entry)).collect();
        prop_assert_eq!(taking_part.len(), context.entries.len());
        for entry in taking_part.keys() {
            prop_assert!(path.contains(entry));
        }
        for step in &context.path {
            let messages = taking_part.get(&step.entry).map_or(0, |entry| session.project(entry).len());
            match step.outcome {
                Outcome::Shown => prop_assert!(messages > 0),
                Outcome::Replaced(edit) => {
                    prop_assert_eq!(messages, 1);
                    prop_assert_eq!(taking_part[&step.entry].edit, Some(edit));
                }
                Outcome::Absent(reason) => {
                    prop_assert_eq!(messages, 0);
                    let outside = matches!(reason, Reason::Compacted(_) | Reason::SystemBeforeCompaction(_));
                    prop_assert_eq!(taking_part.contains_key(&step.entry), !outside);
                }
            }
        }
    }

    #[test]
    fn the_last_compaction_comes_first(input in at_any_leaf()) {
        let Some(session) = parse(&input) else { return Ok(()) };
        let context = session.context();
        let path: Vec<_> = context.path.iter().map(|step| step.entry).collect();
        let last = path.iter().rposition(|&entry| session.kind(entry) == EntryKind::Compaction);
        let entries: Vec<_> = context.entries.iter().map(|entry| entry.entry).collect();
        let Some(last) = last else {
            prop_assert_eq!(entries, path);
            return Ok(());
        };
        prop_assert_eq!(entries.first(), Some(&path[last]));
        for (at, entry) in context.entries.iter().enumerate() {
            prop_assert_eq!(entry.superseded, at > 0 && session.kind(entry.entry) == EntryKind::Compaction);
        }
        // What is kept and what follows stand in the order of the path.
        let places: Vec<_> = entries[1..]
            .iter()
            .map(|entry| path.iter().position(|other| other == entry).expect("on the path"))
            .collect();
        prop_assert!(places.is_sorted());
        prop_assert!(path[last + 1..].iter().all(|entry| entries.contains(entry)));
        for &place in &places {
            prop_assert!(place > last || session.role(path[place]) != Some(Role::System));
        }
    }

    #[test]
    fn messages_are_json_objects_of_their_role(input in at_any_leaf()) {
        let Some(session) = parse(&input) else { return Ok(()) };
        for entry in &session.context().entries {
            for message in session.project(entry) {
                let value = Raw::parse(message.json.as_bytes());
                let Some(value) = value else {
                    return Err(TestCaseError::fail(format!("no JSON: {}", message.json)));
                };
                let system = session.kind(entry.entry) == EntryKind::Compaction && message.role == Role::System;
                prop_assert!(system || value.kind() == Kind::Object);
                if message.role != Role::Unknown && !system {
                    let role = value.get("role").and_then(Raw::as_str);
                    prop_assert_eq!(role.as_deref(), Some(message.role.as_str()));
                }
            }
        }
    }

    #[test]
    fn an_edit_is_the_last_for_its_target(input in at_any_leaf()) {
        let Some(session) = parse(&input) else { return Ok(()) };
        let context = session.context();
        for entry in &context.entries {
            let last = context
                .entries
                .iter()
                .rev()
                .map(|other| other.entry)
                .filter(|&other| session.kind(other) == EntryKind::ContextEdit)
                .find(|&other| session.entry(other).text("targetId").as_deref() == Some(session.id(entry.entry)));
            prop_assert_eq!(entry.edit, last);
        }
    }
}
