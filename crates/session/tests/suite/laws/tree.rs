//! The tree: every entry once, no cycle, paths and ancestors agree.

use std::collections::HashSet;

use pi_session::{EntryIndex, Role, Session};
use proptest::prelude::*;

use super::damaged_bytes;

proptest! {
    #[test]
    fn roots_and_children_part_the_entries(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let tree = session.tree();
        let entries: HashSet<EntryIndex> = session.entries().collect();
        prop_assert_eq!(entries.len(), session.entry_count());
        let mut seen = HashSet::new();
        for &root in tree.roots() {
            prop_assert_eq!(tree.parent(root), None);
            prop_assert!(seen.insert(root));
        }
        for &parent in &entries {
            for &child in tree.children(parent) {
                prop_assert_eq!(tree.parent(child), Some(parent));
                prop_assert!(seen.insert(child), "an entry has one place");
            }
            let times: Vec<_> = tree.children(parent).iter().filter_map(|&child| session.timestamp(child)).collect();
            prop_assert!(times.is_sorted());
        }
        prop_assert_eq!(seen, entries);
        prop_assert!(tree.roots().is_sorted());
    }

    #[test]
    fn paths_depths_and_ancestors_agree(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let tree = session.tree();
        let entries: Vec<EntryIndex> = session.entries().collect();
        for &index in &entries {
            let path = tree.path(index);
            prop_assert_eq!(tree.depth(index) as usize + 1, path.len());
            prop_assert_eq!(path.last(), Some(&index));
            prop_assert!(tree.roots().contains(&path[0]));
            for pair in path.windows(2) {
                prop_assert_eq!(tree.parent(pair[1]), Some(pair[0]));
            }
            for &other in &entries {
                prop_assert_eq!(tree.is_ancestor(other, index), path.contains(&other));
            }
            let leaf = tree.newest_leaf(index);
            prop_assert!(tree.children(leaf).is_empty());
            prop_assert!(tree.is_ancestor(index, leaf));
        }
        let leaves = entries.iter().filter(|&&index| tree.children(index).is_empty()).count();
        prop_assert_eq!(tree.leaves(), leaves);
        let forks = entries.iter().filter(|&&index| tree.children(index).len() > 1).count();
        prop_assert_eq!(tree.branch_points(), forks);
    }

    #[test]
    fn ids_name_entries(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        for index in session.entries() {
            prop_assert!(!session.id(index).is_empty());
            prop_assert_eq!(session.find(session.id(index)), Some(index));
            prop_assert_eq!(session.entry(index).id(), session.id(index));
        }
        prop_assert_eq!(session.find("no such id"), None);
        if let Some(leaf) = session.leaf() {
            prop_assert_eq!(session.entries().next_back(), Some(leaf));
        }
        prop_assert_eq!(session.leaf().is_none(), session.is_empty());
    }

    #[test]
    fn a_result_answers_a_call_before_it_on_its_branch(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        for result in session.entries() {
            let Some(call) = session.call_of(result) else { continue };
            prop_assert_eq!(session.role(result), Some(Role::ToolResult));
            prop_assert_eq!(session.role(call), Some(Role::Assistant));
            prop_assert!(call != result && session.tree().is_ancestor(call, result));
            let id = session.entry(result).message().expect("a message").text("toolCallId").expect("an id");
            let content = session.entry(call).content();
            let pi_session::Content::Blocks(blocks) = content else {
                return Err(TestCaseError::fail("a call in no blocks"));
            };
            let called = blocks.iter().any(|block| matches!(block, pi_session::Block::ToolCall { id: called, .. } if *called == id));
            prop_assert!(called);
        }
    }
}
