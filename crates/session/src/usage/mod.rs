//! What a session used: messages and tokens in total, cost by model, the cache's misses, tools and
//! files. All of it over the whole file or a part of it.
//!
//! A figure that is missing or no sensible number counts 0, and a cost without a total is the sum
//! of its parts. How large a *context* is belongs in `llm`.

mod cache;
mod cost;
mod tools;

pub use cache::{CacheMiss, CacheWaste};
pub use cost::ModelCost;
pub use tools::ToolStats;

use crate::entry::{EntryKind, Role, Usage};
use crate::json::Raw;
use crate::summary::{FileLists, FileOperations};
use crate::{EntryIndex, Session, time};

/// The entries that figures are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All of them.
    #[default]
    File,
    /// Those from the root to the leaf.
    Branch,
    /// Those that were copied from the session that this one was taken from: the ones older than
    /// this session.
    Inherited,
    /// Those that were not.
    Own,
}

/// Tokens and dollars, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Tokens in, without those from the cache.
    pub input: f64,
    /// Tokens out, thinking included.
    pub output: f64,
    /// Tokens read from the cache.
    pub cache_read: f64,
    /// Tokens written to the cache.
    pub cache_write: f64,
    /// Dollars.
    pub cost: f64,
}

impl Totals {
    /// All tokens.
    pub fn tokens(&self) -> f64 {
        self.input + self.output + self.cache_read + self.cache_write
    }

    fn add(&mut self, usage: &Usage) {
        self.input += usage.input.unwrap_or(0.0);
        self.output += usage.output.unwrap_or(0.0);
        self.cache_read += usage.cache_read.unwrap_or(0.0);
        self.cache_write += usage.cache_write.unwrap_or(0.0);
        self.cost += usage.cost.unwrap_or(0.0);
    }
}

/// How much was said, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Messages of the person.
    pub user_messages: usize,
    /// Replies of the model.
    pub assistant_messages: usize,
    /// Tool calls in those replies.
    pub tool_calls: usize,
    /// Results of tools.
    pub tool_results: usize,
    /// Messages of any role.
    pub total_messages: usize,
    /// The usage of replies, tools and summaries, and what was used besides.
    pub usage: Totals,
}

impl Session {
    /// The entries of a scope, in file order; those of a branch from its root.
    pub fn scope(&self, scope: Scope) -> Vec<EntryIndex> {
        match scope {
            Scope::File => self.entries().collect(),
            Scope::Branch => self
                .leaf()
                .map(|leaf| self.tree().path(leaf))
                .unwrap_or_default(),
            Scope::Inherited => self.copied(true),
            Scope::Own => self.copied(false),
        }
    }

    /// The entries that were copied from the session that this one was taken from, or the others.
    fn copied(&self, copied: bool) -> Vec<EntryIndex> {
        let header = self.header();
        let start = header
            .timestamp
            .as_deref()
            .filter(|_| header.parent_session.is_some())
            .and_then(time::parse);
        let is_older = |entry: EntryIndex| {
            start.is_some_and(|start| self.timestamp(entry).is_some_and(|time| time < start))
        };
        self.entries()
            .filter(|&entry| is_older(entry) == copied)
            .collect()
    }

    /// Counts and totals. Linear in the entries.
    ///
    /// ```
    /// use pi_session::{Scope, Session};
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[],"usage":{"input":5,"cost":{"input":0.5}}}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let stats = session.stats(Scope::File);
    /// assert_eq!((stats.total_messages, stats.usage.input, stats.usage.cost), (2, 5.0, 0.5));
    /// ```
    pub fn stats(&self, scope: Scope) -> Stats {
        let mut stats = Stats::default();
        for entry in self.scope(scope) {
            if let Some(usage) = self.usage_of(entry).and_then(Usage::of) {
                stats.usage.add(&usage);
            }
            let Some(role) = self.role(entry) else {
                continue;
            };
            stats.total_messages += 1;
            match role {
                Role::User => stats.user_messages += 1,
                Role::ToolResult => stats.tool_results += 1,
                Role::Assistant => {
                    stats.assistant_messages += 1;
                    stats.tool_calls += self.tool_calls(entry).count();
                }
                _ => {}
            }
        }
        stats
    }

    /// The files that tool calls in the scope read and changed.
    ///
    /// ```
    /// use pi_session::{Scope, Session};
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"b","parentId":null,"timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"toolCall","name":"read","arguments":{"path":"a.rs"}}]}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// assert_eq!(session.files(Scope::Branch).read, ["a.rs"]);
    /// ```
    pub fn files(&self, scope: Scope) -> FileLists {
        let mut files = FileOperations::default();
        for entry in self.scope(scope) {
            if matches!(self.role(entry), Some(Role::Assistant | Role::ToolResult))
                && let Some(message) = self.entry(entry).message()
            {
                files.add_message(&message);
            }
        }
        files.lists()
    }

    /// The usage that an entry carries, whatever its shape; only where an entry of its kind may
    /// carry one that counts.
    fn usage_of(&self, index: EntryIndex) -> Option<Raw<'_>> {
        let holder = match self.kind(index) {
            EntryKind::Usage | EntryKind::BranchSummary | EntryKind::Compaction => {
                self.entry(index).raw()
            }
            EntryKind::Message => match self.role(index)? {
                Role::Assistant | Role::ToolResult => self.entry(index).message()?.raw(),
                _ => return None,
            },
            _ => return None,
        };
        holder.get("usage").filter(|usage| usage.truthy())
    }

    /// The tool calls of a reply.
    fn tool_calls(&self, reply: EntryIndex) -> impl Iterator<Item = Raw<'_>> {
        let content = self.base().message_content(reply);
        let blocks = content.into_iter().flat_map(Raw::items);
        blocks
            .filter(|block| block.get("type").and_then(Raw::as_str).as_deref() == Some("toolCall"))
    }
}

#[cfg(test)]
mod tests;
