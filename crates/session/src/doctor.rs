//! What is wrong with a file: the diagnostics that every load ends with.
//!
//! Nothing is dropped in silence: whatever the reader skips, mends or takes otherwise than Pi
//! would is said here, with its line and byte. Finding the problems is the business of the modules
//! that meet them; this one says what each means.

use std::fmt;

use crate::EntryIndex;

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is lost or unclear.
    Info,
    /// The view had to choose; Pi may read the file otherwise.
    Warning,
    /// Something of the file cannot be shown.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal $severity:ident $about:literal,)*) => {
        /// The kind of a problem. The texts are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code's stable text, such as `torn-tail`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// How much a problem of this kind matters.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// What is wrong and what the view does about it.
            pub fn about(self) -> &'static str {
                match self { $(Code::$variant => $about,)* }
            }
        }
    };
}

codes! {
    /// A line that is no JSON.
    MalformedLine = "malformed-line" Error "The line is not valid JSON; it is skipped.",
    /// A last line that stops in the middle.
    TornTail = "torn-tail" Warning "The last line stops in the middle, as when a write was cut off; everything before it is shown.",
    /// A byte-order mark at the start.
    ByteOrderMark = "byte-order-mark" Warning "The file starts with a byte-order mark; it is skipped here, but Pi refuses such a file.",
    /// Bytes that are no UTF-8.
    InvalidUtf8 = "invalid-utf8" Warning "The line holds bytes that are not UTF-8; each bad sequence is shown as U+FFFD.",
    /// A line that is JSON, but no object.
    NotAnObject = "not-an-object" Warning "The line is JSON, but not an object, so it is no entry.",
    /// An entry without an id.
    MissingId = "missing-id" Warning "The entry has no id; it is given one, and follows the entry before it where it names no parent.",
    /// Several entries with one id.
    DuplicateId = "duplicate-id" Warning "A later entry has the same id and takes this one's place in the tree.",
    /// A parent that is not in the file.
    MissingParent = "missing-parent" Warning "The parent is not in the file; the entry is shown as a root.",
    /// An entry that is its own ancestor.
    ParentCycle = "parent-cycle" Warning "The entry is its own ancestor; the link to its parent is cut and it is shown as a root.",
    /// A timestamp that cannot be read.
    BadTimestamp = "bad-timestamp" Warning "The timestamp is missing or cannot be read; the entry keeps its place in file order.",
    /// An entry type that this version does not know.
    UnknownType = "unknown-type" Info "The type is not known here; the entry is kept as it is and shown as raw JSON.",
    /// A message role that this version does not know.
    UnknownRole = "unknown-role" Info "The role is not known here; the message is kept as it is and left out of the context.",
    /// A field of the wrong type.
    BadShape = "bad-shape" Warning "A field has another type than Pi writes; it is treated as if it were empty.",
    /// A file of a version that came after this viewer.
    NewerVersion = "newer-version" Warning "The file says that it is newer than version 3; it is read as version 3.",
    /// A file of version 1 or 2.
    Migrated = "migrated" Info "The file is of an older version; it is read as Pi migrates it. The bytes stay as they are.",
    /// A label or context edit whose target is not in the file.
    MissingTarget = "missing-target" Warning "The entry that this one refers to is not in the file; it has no effect.",
    /// A compaction that keeps from an entry that is not there.
    MissingFirstKept = "missing-first-kept" Warning "The first kept entry is not on this branch, so the compaction keeps nothing that came before it.",
    /// No header at all.
    MissingHeader = "missing-header" Warning "The file has no session header; Pi would refuse it. Its entries are shown.",
    /// A header behind other records.
    HeaderNotFirst = "header-not-first" Warning "The session header is not the first record; Pi would refuse the file.",
    /// A second header.
    RepeatedHeader = "repeated-header" Warning "Another session header stands here, as when two files were joined; it is no entry.",
    /// A record found behind a torn one.
    RecoveredRecord = "recovered-record" Warning "A whole record was found behind damage on the same line and is shown; Pi skips the line.",
    /// A tool result whose call is not on its branch.
    OrphanToolResult = "orphan-tool-result" Warning "No tool call before it on its branch has this id; the result is shown alone.",
    /// A tool call without a result.
    UnansweredToolCall = "unanswered-tool-call" Info "The tool call has no result on this branch.",
    /// An assistant message without usage.
    MissingUsage = "missing-usage" Info "The message has no usage figures; it counts as nothing in the totals.",
}

/// What is found of a header that cannot be used.
pub(crate) const NAMELESS_HEADER: &str = "a session header whose `id` is no string";

/// One problem of a file.
///
/// ```
/// use pi_session::{Code, Session};
/// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","cwd":"/"}
/// {"type":"message","id":"a","parentId":"gone","message":{"role":"user","content":"Hello"}}
/// "#).unwrap();
/// let problem = session.diagnostics().iter().find(|problem| problem.code == Code::MissingParent).unwrap();
/// assert_eq!((problem.line, problem.entry), (Some(2), session.find("a")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of problem it is.
    pub code: Code,
    /// The line, from 1.
    pub line: Option<u32>,
    /// Where the line's first byte lies in the file.
    pub byte_offset: Option<u64>,
    /// The entry, where the problem belongs to one.
    pub entry: Option<EntryIndex>,
    /// What was found: a reason, a field's path, a name.
    pub(crate) detail: Option<Box<str>>,
}

impl Diagnostic {
    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What was found, what is wrong with it and what the view does about it.
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.about())?;
        if let Some(detail) = &self.detail {
            write!(f, " Found: {detail}.")?;
        }
        Ok(())
    }
}

/// The place that a diagnostic names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) byte_offset: u64,
}

impl Place {
    pub(crate) fn report(
        self,
        code: Code,
        entry: Option<EntryIndex>,
        detail: impl Into<Option<String>>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            line: Some(self.line),
            byte_offset: Some(self.byte_offset),
            entry,
            detail: detail.into().map(String::into_boxed_str),
        }
    }
}
