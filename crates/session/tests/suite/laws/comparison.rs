//! Comparing contexts: what is added and removed leads from one to the other, both ways.

use std::collections::BTreeSet;

use pi_session::{EntryIndex, Outcome, Role, Session};
use proptest::prelude::*;

use super::damaged_bytes;

fn sent(session: &Session, leaf: Option<EntryIndex>) -> BTreeSet<EntryIndex> {
    let there = session.with_leaf(leaf);
    let mut said = BTreeSet::new();
    for part in there.context().entries {
        let messages = session.for_model(&part);
        if messages.iter().any(|message| message.role != Role::System) {
            said.insert(part.entry);
        }
    }
    said
}

proptest! {
    #[test]
    fn what_is_added_and_removed_leads_from_one_to_the_other(
        bytes in damaged_bytes(),
        one in any::<prop::sample::Index>(),
        two in any::<prop::sample::Index>(),
    ) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let entries: Vec<_> = session.entries().map(Some).chain([None]).collect();
        let (one, two) = (*one.get(&entries), *two.get(&entries));
        let comparison = session.compare_contexts(one, two);
        let (before, after) = (sent(&session, one), sent(&session, two));
        let removed: BTreeSet<_> = comparison.removed.iter().copied().collect();
        let added: BTreeSet<_> = comparison.added.iter().copied().collect();
        prop_assert_eq!(&removed, &before.difference(&after).copied().collect());
        prop_assert_eq!(&added, &after.difference(&before).copied().collect());
        prop_assert_eq!(comparison.same + comparison.changed.len(), before.intersection(&after).count());
        let back = session.compare_contexts(two, one);
        prop_assert_eq!(&back.added, &comparison.removed);
        prop_assert_eq!(&back.removed, &comparison.added);
        prop_assert_eq!(back.same, comparison.same);
        prop_assert_eq!(&back.tools.added, &comparison.tools.removed);
        prop_assert_eq!((&back.before, &back.after), (&comparison.after, &comparison.before));
        let none = session.compare_contexts(one, one);
        prop_assert_eq!(none.same, before.len());
        prop_assert!(none.sections.is_empty() && none.tools.is_empty());
    }

    #[test]
    fn every_entry_reaches_the_model_or_is_absent_or_kept_from_it(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let context = session.context();
        for step in &context.path {
            let part = context.entries.iter().find(|part| part.entry == step.entry);
            let sent = part.map_or(0, |part| session.for_model(part).len());
            let role = session.role(step.entry);
            match step.outcome {
                Outcome::Absent(_) => prop_assert_eq!(sent, 0),
                _ if sent > 0 => {}
                _ => prop_assert!(matches!(role, Some(Role::BashExecution | Role::Unknown | Role::HookMessage))),
            }
        }
    }
}
