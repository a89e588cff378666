//! Pi session files: JSONL to an in-memory tree and its projections.
//!
//! Pi is a coding agent that keeps a conversation as JSON lines whose entries form a branching
//! tree. This crate reads such files, whole or in chunks, however damaged; answers what is in
//! them; and keeps every byte. It knows no file system, no clock and no JavaScript.
//!
//! ```
//! use pi_session::{Filter, RowQuery, Session};
//! let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
//! {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
//! "#).unwrap();
//! let rows = session.rows(&RowQuery { filter: Filter::All, ..RowQuery::default() });
//! assert_eq!(rows.row(0).text, "user: Hello");
//! ```

mod append;
mod base;
mod bundle;
mod bytes;
mod calls;
mod catalog;
mod check;
mod comparison;
mod context;
mod doctor;
mod entry;
mod error;
mod export;
mod header;
mod ids;
pub mod json;
mod llm;
mod migrate;
mod reader;
mod record;
mod redact;
mod repair;
mod rows;
mod session;
mod stamp;
mod summary;
mod system;
mod table;
mod text;
mod time;
mod tree;
mod usage;

pub use append::{Stamps, SummaryFields};
pub use bundle::{Bundle, BundleReader, BundledSession, Container, LeftOut};
pub use catalog::{
    Candidate, Found, PatternError, Query, QueryError, SessionInfo, Sort, Thread, ThreadedRow,
    search, threads,
};
pub use comparison::{Comparison, ContextState, NamedChanges};
pub use context::{Context, ContextEntry, Model, Outcome, PathEntry, ProjectedMessage, Reason};
pub use doctor::{Code, Diagnostic, Severity};
pub use entry::{Block, Content, Entry, EntryIndex, EntryKind, Message, Role, Usage};
pub use error::{ErrorCode, SessionError};
pub use export::{NewSession, directory_name, file_name};
pub use header::Header;
pub use llm::{ContextPoint, ContextSize, convert_to_llm, estimate_tokens, serialize_conversation};
pub use reader::SessionReader;
pub use redact::{Finding, FindingSearch, Findings, RedactOptions, Redacted, Redaction};
pub use repair::{PiReading, Repair, Repaired};
pub use rows::{Filter, Gutter, Row, RowKind, RowQuery, Rows};
pub use session::{Label, Location, Session};
pub use stamp::Stamp;
pub use summary::{
    BranchEntries, BranchSummary, BugReport, Compaction, CompactionPrompts, DIGEST_TOKENS,
    FileLists, KEEP_RECENT_TOKENS, Prompt, RESERVE_TOKENS,
};
pub use system::SystemState;
pub use tree::Tree;
pub use usage::{CacheMiss, CacheWaste, ModelCost, Scope, Stats, ToolStats, Totals};
