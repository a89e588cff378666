//! What goes into a summary: of a branch that is left, of a conversation that grows too long, of one
//! that went wrong. Which entries and messages, which files, where to cut, and what to ask. Sending
//! it to a model belongs elsewhere, and appending what comes back in `append`.

mod branch;
mod compaction;
mod digest;
mod files;
mod prompt;
mod report;

pub use branch::{BranchEntries, BranchSummary};
pub use compaction::{Compaction, KEEP_RECENT_TOKENS};
pub use digest::DIGEST_TOKENS;
pub use files::FileLists;
pub use prompt::{CompactionPrompts, Prompt};
pub use report::BugReport;

pub(crate) use files::FileOperations;

/// Tokens of the context window that are kept free for the prompt and the reply.
pub const RESERVE_TOKENS: f64 = 16_384.0;

#[cfg(test)]
mod tests;
