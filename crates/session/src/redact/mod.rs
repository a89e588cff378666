//! Secrets in a session: where they are, and a copy of the file without them.
//!
//! [`Session::findings`] looks for them in steps, so that a page stays alive; what it finds can be
//! looked at and kept one by one; [`Findings::redaction`] writes the copy. [`Session::redact`] does
//! all of it at once. Which shapes count stands in the files of rules (`tokens`, `named`,
//! `commands`, `urls`, `keys`, `people`); nothing is a finding for its randomness alone.
//!
//! The copy is a valid session with the same tree. A line that is no JSON is left out, since nobody
//! can say what it holds; whole records that were recovered from it stay, each on a line of its own.

mod alphabet;
mod commands;
mod find;
mod keys;
mod known;
mod leave_out;
mod lines;
mod matches;
mod named;
mod people;
mod search;
mod text;
mod tokens;
mod urls;
mod walk;
mod write;

use std::ops::Range;

pub use search::FindingSearch;
pub use write::Redaction;

use crate::Session;

/// What to look for, and what to leave out whatever it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box to tick")]
pub struct RedactOptions {
    /// Leave out images.
    pub images: bool,
    /// Leave out thinking, with its signatures.
    pub thinking: bool,
    /// Leave out what tools and commands gave.
    pub tool_output: bool,
    /// Leave out the system prompt and the descriptions of tools.
    pub system_prompt: bool,
    /// Leave out all entries that are not on the path to the leaf.
    pub other_branches: bool,
    /// Email addresses are no findings.
    pub keep_emails: bool,
    /// Home folders are no findings.
    pub keep_home_paths: bool,
    /// Placeholders of findings that stay as they are, such as `<redacted:email-1>`.
    pub allow: Vec<String>,
}

/// Which rules apply.
#[derive(Clone, Copy, Debug)]
struct Sorts {
    emails: bool,
    homes: bool,
}

/// A secret and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is, such as `github-token`.
    pub kind: &'static str,
    /// What stands for it in the copy, such as `<redacted:github-token-1>`: the same for the same
    /// secret in the whole file.
    pub placeholder: String,
    /// The line, from 1.
    pub line: u32,
    /// The entry's id, where the line is an entry with one.
    pub entry_id: Option<String>,
    /// A JSON Pointer to the string within its line; at most 64 steps of it.
    pub path: String,
    /// Whether it stands in a member's key, which the pointer then ends in.
    pub in_key: bool,
    /// UTF-16 units of the string's text.
    pub range: Range<usize>,
    /// Bytes of the file ([`Session::to_jsonl`]).
    pub bytes: Range<u64>,
}

/// All secrets of a session, in file order.
#[derive(Clone, Debug)]
pub struct Findings {
    session: Session,
    options: RedactOptions,
    list: Vec<Finding>,
}

impl Findings {
    /// The findings.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// Begins the copy, in which the findings whose placeholder is in `allow` stay, as well as those
    /// that the options allow.
    pub fn redaction(&self, allow: &[String]) -> Redaction<'_> {
        Redaction::new(self, allow)
    }
}

/// A copy without secrets, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// The copy.
    pub bytes: Vec<u8>,
    /// What was found, with places in the session that it was made of; also what was allowed.
    pub findings: Vec<Finding>,
}

impl Session {
    /// Begins a search for secrets.
    ///
    /// ```
    /// use pi_session::{RedactOptions, Session};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/w"}
    /// {"type":"session_info","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","name":"ask mai@nhatrang.dev"}
    /// "#).unwrap();
    /// let mut search = session.findings(&RedactOptions::default());
    /// while search.step(1 << 20) {} // a page draws between two steps
    /// let findings = search.finish();
    /// let finding = &findings.list()[0];
    /// assert_eq!((finding.path.as_str(), finding.range.clone()), ("/name", 4..20));
    ///
    /// let mut copy = findings.redaction(&[]);
    /// while copy.step(1 << 20) {}
    /// assert!(copy.finish().ends_with(b"\"name\":\"ask <redacted:email-1>\"}\n"));
    /// ```
    pub fn findings(&self, options: &RedactOptions) -> FindingSearch {
        FindingSearch::new(self, options)
    }

    /// A copy without secrets, at once.
    ///
    /// ```
    /// use pi_session::{RedactOptions, Session};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/home/mai/work"}
    /// "#).unwrap();
    /// let redacted = session.redact(&RedactOptions::default());
    /// assert!(redacted.bytes.ends_with(b"\"cwd\":\"<redacted:home-path-1>/work\"}\n"));
    /// ```
    pub fn redact(&self, options: &RedactOptions) -> Redacted {
        let findings = self.findings(options).finish();
        let bytes = findings.redaction(&[]).finish();
        Redacted {
            bytes,
            findings: findings.list,
        }
    }
}
