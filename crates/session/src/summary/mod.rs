//! What goes into a summary: of a branch that is left, of a conversation that grows too long, of one
//! that went wrong. Which entries and messages, which files, and where to cut. Asking a model for
//! the summary belongs elsewhere, and appending it in `append`.

mod branch;
mod compaction;
mod files;
mod report;

pub use branch::{BranchEntries, BranchSummary};
pub use compaction::{Compaction, KEEP_RECENT_TOKENS};
pub use files::FileLists;
pub use report::BugReport;

pub(crate) use files::FileOperations;

/// Tokens of the context window that are kept free for the prompt and the reply.
pub const RESERVE_TOKENS: f64 = 16_384.0;

#[cfg(test)]
mod tests;
