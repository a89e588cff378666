//! The one error of the crate.

use std::fmt;

/// What kind of failure a [`SessionError`] is. The texts are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The bytes are no Pi session.
    NotASession,
    /// There are no bytes at all.
    Empty,
    /// An id that names no entry.
    UnknownEntry,
    /// An argument of the wrong shape.
    BadArgument,
    /// An entry that is not on the path to the leaf.
    NotOnBranch,
    /// An entry whose content cannot be edited.
    NotEditable,
    /// A session id that Pi would not take.
    BadId,
    /// A file of Pi's, but of another kind.
    UnsupportedSchema,
    /// An archive or an exported page that cannot be unpacked, or holds nothing of Pi's.
    BadArchive,
}

impl ErrorCode {
    /// The code's stable text, such as `not-a-session`.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::NotASession => "not-a-session",
            ErrorCode::Empty => "empty",
            ErrorCode::UnknownEntry => "unknown-entry",
            ErrorCode::BadArgument => "bad-argument",
            ErrorCode::NotOnBranch => "not-on-branch",
            ErrorCode::NotEditable => "not-editable",
            ErrorCode::BadId => "bad-id",
            ErrorCode::UnsupportedSchema => "unsupported-schema",
            ErrorCode::BadArchive => "bad-archive",
        }
    }
}

/// Why something could not be done: what was found, where, and what to do.
///
/// ```
/// use pi_session::{ErrorCode, Session};
/// let error = Session::parse(b"id,name\n1,x\n").unwrap_err();
/// assert_eq!(error.code(), ErrorCode::NotASession);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    code: ErrorCode,
    message: String,
}

impl SessionError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// An id that names no entry of the session.
    pub fn unknown_entry(id: &str) -> Self {
        Self::new(
            ErrorCode::UnknownEntry,
            format!("No entry has the id “{id}”. Ids are listed by getEntries()."),
        )
    }

    /// An argument that the call cannot take.
    pub fn bad_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadArgument, message)
    }

    /// Something that cannot be unpacked.
    pub(crate) fn bad_archive(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadArchive, message)
    }

    /// What kind of failure it is.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Full sentences.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SessionError {}
