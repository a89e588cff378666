//! What a row is about, for whoever draws it.

use crate::entry::{EntryKind, Role};
use crate::json::Raw;
use crate::{EntryIndex, Session};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowKind {
    /// The person speaks.
    User,
    /// The model speaks.
    Assistant,
    /// The model failed or was stopped.
    AssistantError,
    /// A tool gave something back.
    Tool,
    /// A tool failed.
    ToolError,
    /// The person ran a shell command.
    Shell,
    /// An extension speaks.
    Custom,
    /// The system prompt.
    System,
    /// A summary of a branch.
    Summary,
    /// A compaction.
    Compaction,
    /// Settings and bookkeeping.
    Setting,
    /// A type or role that is not known.
    Unknown,
}

impl RowKind {
    pub(super) fn of(session: &Session, entry: EntryIndex) -> Self {
        let record = session.record(entry);
        match record.kind {
            EntryKind::Message => match record.role {
                Role::User => RowKind::User,
                Role::Assistant => {
                    if record.flags.has(crate::record::Flags::STOPPED_EARLY) {
                        RowKind::AssistantError
                    } else {
                        RowKind::Assistant
                    }
                }
                Role::ToolResult => {
                    let message = session.entry(entry).field("message");
                    let failed = message
                        .and_then(|message| message.get("isError"))
                        .is_some_and(Raw::truthy);
                    if failed {
                        RowKind::ToolError
                    } else {
                        RowKind::Tool
                    }
                }
                Role::BashExecution => RowKind::Shell,
                Role::Custom => RowKind::Custom,
                Role::System => RowKind::System,
                Role::BranchSummary => RowKind::Summary,
                Role::CompactionSummary => RowKind::Compaction,
                Role::HookMessage | Role::Unknown => RowKind::Unknown,
            },
            EntryKind::CustomMessage => RowKind::Custom,
            EntryKind::BranchSummary => RowKind::Summary,
            EntryKind::Compaction => RowKind::Compaction,
            EntryKind::ContextEdit
            | EntryKind::ModelChange
            | EntryKind::ThinkingLevelChange
            | EntryKind::Usage
            | EntryKind::Custom
            | EntryKind::Label
            | EntryKind::SessionInfo => RowKind::Setting,
            EntryKind::Unknown => RowKind::Unknown,
        }
    }
}
