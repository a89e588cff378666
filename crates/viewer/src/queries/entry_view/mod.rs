//! An entry as plain owned data, ready to be shown. Entries of a session borrow from its bytes, so a
//! component cannot keep one; it keeps one of these. Each is read once and kept while it is near.
//!
//! Whatever the shape of the entry, reading gives a view: what is missing is `None`, what is of the
//! wrong type is missing, and what is unknown says its name.

mod cache;
mod content;
mod read;
mod tool;

use std::rc::Rc;

use pi_session::{EntryIndex, Usage};
use yew::AttrValue;

pub use cache::EntryViews;
pub use content::{Part, Skill, part_of_block};
pub use tool::{Edit, Ending, Tool, ToolCall, ToolResult};

use crate::parts::long_text::Kept;

/// An entry, ready to be shown.
#[derive(Debug)]
pub struct EntryView {
    /// When it was written, in Unix milliseconds.
    pub time: Option<f64>,
    /// What it holds.
    pub body: Body,
}

/// What an entry holds.
#[derive(Debug)]
pub enum Body {
    /// What a person wrote.
    User {
        /// The skill it invokes.
        skill: Option<Skill>,
        /// The rest.
        parts: Vec<Part>,
    },
    /// A reply of the model.
    Assistant(Turn),
    /// What a tool gave back.
    ToolResult(ToolResult),
    /// A shell command that a person ran.
    Shell(ShellRun),
    /// A message of an extension.
    Extension {
        kind: AttrValue,
        parts: Vec<Part>,
        is_hidden: bool,
    },
    /// The system prompt and tools, or changes of them.
    System(SystemPrompt),
    /// A summary that stands for what came before.
    Compaction(Compaction),
    /// A summary of a branch that was left.
    BranchSummary {
        summary: Kept,
        from: Option<EntryIndex>,
    },
    /// An edit of what the model sees.
    ContextEdit {
        target: Option<EntryIndex>,
        /// What stands in its place; `None` if it is left out.
        replacement: Option<Vec<Part>>,
    },
    /// Another model.
    ModelChange {
        provider: Option<AttrValue>,
        model: Option<AttrValue>,
    },
    /// Another thinking level.
    ThinkingLevelChange(Option<AttrValue>),
    /// The session's name; `None` if it is cleared.
    SessionName(Option<AttrValue>),
    /// A label; `None` if it is taken off.
    Label(Option<AttrValue>),
    /// State of an extension.
    ExtensionData(AttrValue),
    /// Usage outside the conversation.
    Usage(Option<AttrValue>),
    /// A type or role that this version does not know.
    Unknown(AttrValue),
}

/// A reply of the model.
#[derive(Debug)]
pub struct Turn {
    pub parts: Vec<Part>,
    pub model: Option<AttrValue>,
    pub usage: Option<Usage>,
    pub outcome: Outcome,
}

/// How a reply ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// As it should, or with a call of a tool.
    Complete,
    Error(Option<AttrValue>),
    Aborted(Option<AttrValue>),
    /// At the limit of its length.
    Length,
    /// In a way that this version does not know.
    Other(AttrValue),
}

/// A shell command that a person ran.
#[derive(Debug)]
pub struct ShellRun {
    pub command: Kept,
    pub output: Kept,
    pub exit_code: Option<i64>,
    pub is_cancelled: bool,
    pub is_truncated: bool,
    pub full_output: Option<AttrValue>,
    pub is_excluded: bool,
}

/// The system prompt and tools, or changes of them.
#[derive(Debug)]
pub struct SystemPrompt {
    pub text: Kept,
    /// By name; `None` for one that is removed.
    pub sections: Vec<(AttrValue, Option<Kept>)>,
    pub tools_added: Vec<AttrValue>,
    pub tools_removed: Vec<AttrValue>,
}

/// A summary that stands for what came before.
#[derive(Debug)]
pub struct Compaction {
    pub summary: Kept,
    pub tokens_before: Option<f64>,
    pub kept: KeptFrom,
    pub is_by_extension: bool,
}

/// Where the part that a compaction kept begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptFrom {
    Entry(EntryIndex),
    Nothing,
    Unknown,
}

/// Two views are the same only if they are the same value: entries never change.
#[derive(Clone)]
pub struct SharedView(pub Rc<EntryView>);

impl PartialEq for SharedView {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for SharedView {
    type Target = EntryView;

    fn deref(&self) -> &EntryView {
        &self.0
    }
}
