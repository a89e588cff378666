//! Sessions and reports that come packed: Pi's bug-report zip, any zip of sessions, gzip, the page that Pi exports,
//! `crashes.json`.
//!
//! Here is what a bundle is and how it is opened. How each container is unpacked stands in a file of its own; none of
//! them trusts a number that it reads. What a session is, the reader of sessions knows.

mod base64;
mod container;
mod crc;
mod gzip;
mod inflate;
mod limits;
mod member;
mod open;
mod page;
mod zip;

pub use container::Container;
pub use open::BundleReader;

use crate::{Session, SessionError};

/// What came out of an archive, an exported page or a file of crashes. Reports are JSON texts, valid but otherwise as
/// they came.
///
/// ```
/// use pi_session::Bundle;
/// let bundle = Bundle::open(br#"[{"timestamp":"2026-01-01T00:00:00Z","message":"Out of memory"}]"#).unwrap();
/// assert!(bundle.crashes.unwrap().contains("Out of memory"));
/// assert!(bundle.sessions.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// `report.json`: environment, model, provider, settings.
    pub report: Option<String>,
    /// `diagnostics.json`: the assistant's turns that failed, by entry id.
    pub diagnostics: Option<String>,
    /// The crashes, an array: those of a `crashes.json`, else those that the diagnostics list.
    pub crashes: Option<String>,
    /// `summary.md`, which stands in for a transcript.
    pub summary: Option<String>,
    /// The sessions, in the order in which they lie in the archive.
    pub sessions: Vec<BundledSession>,
    /// What is none of all this.
    pub left_out: Vec<LeftOut>,
}

/// A session of a [`Bundle`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundledSession {
    /// Its name in the archive, with its folders; empty where nothing names it.
    pub name: String,
    /// The session. That of an exported page stands at the page's leaf.
    pub session: Session,
}

/// A file of an archive that is of no use here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name in the archive.
    pub name: String,
    /// Why, in a sentence.
    pub reason: String,
}

impl Bundle {
    /// Opens what is packed; a plain session file counts as a bundle of one.
    ///
    /// # Errors
    /// When the bytes are damaged, want more than is unpacked here, or hold nothing of Pi's. The code is always
    /// [`BadArchive`](crate::ErrorCode::BadArchive).
    pub fn open(bytes: &[u8]) -> Result<Self, SessionError> {
        let mut reader = BundleReader::new(bytes)?;
        while reader.step()? {}
        reader.finish()
    }

    /// Whether there is something of a report, with or without a session.
    pub fn has_report(&self) -> bool {
        self.report.is_some()
            || self.diagnostics.is_some()
            || self.crashes.is_some()
            || self.summary.is_some()
    }
}
