//! The branch that is left when the leaf moves elsewhere.

use super::{FileLists, FileOperations};
use crate::context::{self, ContextEntry, ProjectedMessage};
use crate::entry::{Entry, EntryKind, Role};
use crate::llm::estimate_tokens;
use crate::{EntryIndex, Session};

/// How full of the budget an earlier summary that no longer fits may still find it.
const SQUEEZE: f64 = 0.9;

/// The entries that moving the leaf leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchEntries {
    /// From below the common ancestor to the old leaf.
    pub entries: Vec<EntryIndex>,
    /// The deepest entry that both branches share.
    pub common_ancestor: Option<EntryIndex>,
}

/// What a summary of a branch is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchSummary {
    /// The newest messages that fit, oldest first.
    pub messages: Vec<ProjectedMessage>,
    /// The files of those messages, and those that earlier summaries of branches list.
    pub files: FileLists,
    /// What the messages take, by estimate.
    pub total_tokens: u64,
}

impl Session {
    /// The entries that are left behind when the leaf moves from one place to another. Compactions on
    /// the way end nothing.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"user","content":"one way"}}
    /// # {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"user","content":"another"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let target = session.find("b").unwrap();
    /// let left = session.entries_for_branch_summary(session.leaf(), target);
    /// assert_eq!(left.common_ancestor, session.find("a"));
    /// let summary = session.prepare_branch_summary(&left.entries, None);
    /// assert_eq!(summary.total_tokens, 2);
    /// ```
    pub fn entries_for_branch_summary(
        &self,
        old_leaf: Option<EntryIndex>,
        target: EntryIndex,
    ) -> BranchEntries {
        let tree = self.tree();
        let mut entries = Vec::new();
        let mut at = old_leaf;
        while let Some(entry) = at.filter(|&entry| !tree.is_ancestor(entry, target)) {
            entries.push(entry);
            at = tree.parent(entry);
        }
        entries.reverse();
        BranchEntries {
            entries,
            common_ancestor: at,
        }
    }

    /// What to summarise of these entries, oldest first: their messages without tool results, context
    /// edits applied, from the newest back until `token_budget` is full (`None` or 0: all of them).
    /// An earlier summary that no longer fits still comes in where there is some room.
    pub fn prepare_branch_summary(
        &self,
        entries: &[EntryIndex],
        token_budget: Option<f64>,
    ) -> BranchSummary {
        let mut files = FileOperations::default();
        for &entry in entries {
            if self.kind(entry) == EntryKind::BranchSummary {
                files.add_summary(self.entry(entry).raw());
            }
        }
        let edits = self.edits(entries);
        let budget = token_budget.filter(|budget| *budget > 0.0);
        let mut messages = Vec::new();
        let mut total = 0;
        for &index in entries.iter().rev() {
            let edit = edits.get(&self.record(index).id).copied();
            let Some(projected) = self.branch_message(index, edit) else {
                continue;
            };
            let Some(message) = projected.message() else {
                continue;
            };
            files.add_message(&message);
            let tokens = estimate_tokens(message.raw());
            if budget.is_some_and(|budget| figure(total + tokens) > budget) {
                let summary = matches!(
                    self.kind(index),
                    EntryKind::Compaction | EntryKind::BranchSummary
                );
                if summary && budget.is_some_and(|budget| figure(total) < budget * SQUEEZE) {
                    messages.push(projected);
                    total += tokens;
                }
                break;
            }
            messages.push(projected);
            total += tokens;
        }
        messages.reverse();
        BranchSummary {
            messages,
            files: files.lists(),
            total_tokens: total,
        }
    }

    /// What an entry says on its branch. Summaries of any age speak, and no edit reaches them.
    fn branch_message(
        &self,
        index: EntryIndex,
        edit: Option<EntryIndex>,
    ) -> Option<ProjectedMessage> {
        let entry: Entry<'_> = self.entry(index);
        match entry.kind() {
            EntryKind::BranchSummary => Some(context::branch_summary(self, &entry)),
            EntryKind::Compaction => Some(context::compaction_summary(self, &entry)),
            EntryKind::Message if self.role(index) == Some(Role::ToolResult) => None,
            EntryKind::Message if edit.is_none() => context::stored_message(&entry),
            EntryKind::Message | EntryKind::CustomMessage => {
                let alone = ContextEntry {
                    entry: index,
                    edit,
                    superseded: false,
                };
                self.project(&alone).into_iter().next()
            }
            _ => None,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "estimates stay far below 2^53")]
fn figure(tokens: u64) -> f64 {
    tokens as f64
}
