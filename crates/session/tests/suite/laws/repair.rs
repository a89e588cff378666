//! The repaired copy: mended once and for all, and read as the file was.

use pi_session::{EntryIndex, Session};
use proptest::prelude::*;

use super::damaged_bytes;

/// What an entry hangs on and says, whatever its place in the file.
fn told(
    session: &Session,
    entry: EntryIndex,
) -> (String, Option<String>, Option<f64>, Vec<String>) {
    let parent = session.tree().parent(entry);
    let there = session.with_leaf(Some(entry));
    let mut messages = Vec::new();
    for part in there.context().entries {
        messages.extend(
            session
                .project(&part)
                .into_iter()
                .map(|message| message.json),
        );
    }
    (
        session.id(entry).to_owned(),
        parent.map(|parent| session.id(parent).to_owned()),
        session.timestamp(entry),
        messages,
    )
}

proptest! {
    #[test]
    fn a_repaired_file_has_nothing_to_repair_and_says_the_same(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let repaired = session.repaired();
        let again = Session::parse(&repaired.bytes).expect("what was repaired opens");
        let left: Vec<_> = again.diagnostics().iter().filter(|found| found.code.repair().is_some()).collect();
        prop_assert!(left.is_empty(), "{left:?}\n{}", String::from_utf8_lossy(&repaired.bytes));
        if repaired.changes.is_empty() {
            prop_assert_eq!(&repaired.bytes, &bytes);
        }
        let twice = again.repaired();
        prop_assert!(twice.changes.is_empty());
        prop_assert_eq!(twice.bytes, repaired.bytes);

        prop_assert_eq!(again.name(), session.name());
        let leaf = |session: &Session| session.leaf().map(|leaf| session.id(leaf).to_owned());
        prop_assert_eq!(leaf(&again), leaf(&session));
        let kept: Vec<_> = again.entries().filter(|&entry| session.find(again.id(entry)).is_some()).collect();
        prop_assert_eq!(kept.len(), session.entry_count());
        for (entry, mended) in session.entries().zip(kept) {
            prop_assert_eq!(told(&again, mended), told(&session, entry));
            let label = |session: &Session, entry| session.label(entry).map(|label| (label.text, label.timestamp));
            prop_assert_eq!(label(&again, mended), label(&session, entry));
        }
    }

    #[test]
    fn every_line_that_needs_no_mending_keeps_its_bytes(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let repaired = session.repaired();
        if repaired.changes.iter().any(|change| change.code.as_str() == "migrated") {
            return Ok(());
        }
        let lines: Vec<&[u8]> = repaired.bytes.split(|&byte| byte == b'\n').collect();
        for entry in session.entries() {
            if repaired.changes.iter().any(|change| change.entry == Some(entry)) {
                continue;
            }
            let place = session.location(entry);
            let from = usize::try_from(place.byte_offset).expect("an offset");
            let length = usize::try_from(place.byte_length).expect("a length");
            prop_assert!(lines.contains(&&bytes[from..from + length]));
        }
    }
}
