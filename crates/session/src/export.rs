//! A session as bytes again, whole or in part, and new sessions taken from one.
//!
//! What no operation touched is written as it was read.

use std::borrow::Cow;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::append::{Stamps, fresh_id};
use crate::entry::EntryKind;
use crate::ids::made_id;
use crate::json::{Raw, quote_into};
use crate::migrate::Version;
use crate::record::Flags;
use crate::{EntryIndex, ErrorCode, Session, SessionError, time};

/// What a new session says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewSession {
    /// The working directory.
    pub cwd: String,
    /// The id; a new one where none is given.
    pub id: Option<String>,
    /// The path of the session that it is taken from.
    pub parent_session: Option<String>,
}

impl Session {
    /// A session without entries.
    ///
    /// # Errors
    /// `bad-id` if an id is given that Pi would not take.
    pub fn create(options: &NewSession, stamps: &mut impl Stamps) -> Result<Self, SessionError> {
        let mut text = header(options, stamps)?;
        text.push('\n');
        Self::parse(text.as_bytes())
    }

    /// The file: the bytes that were read, then what was appended, a line each. An edited file of
    /// version 1 or 2 is written whole, as version 3. Unedited, it is [`Session::source`].
    pub fn to_jsonl(&self) -> Vec<u8> {
        let mut out: Vec<u8> = Vec::new();
        let appended = self.base().appended();
        let migrated = self.base().version() != Version::Three && !appended.is_empty();
        if migrated {
            out.extend(self.header().json.as_bytes());
            out.push(b'\n');
            for entry in self.all_entries(self.base().read_count()) {
                push_line(&mut out, &self.entry(entry).json());
            }
        } else {
            for piece in self.source() {
                out.extend(piece);
            }
            if !appended.is_empty() && out.last().is_some_and(|&byte| byte != b'\n') {
                out.push(b'\n');
            }
        }
        for line in appended {
            push_line(&mut out, line);
        }
        out
    }

    /// The path to `leaf` as a session file of its own, each entry a child of the one before.
    /// Lines keep their text but for their `parentId`; bytes that are no UTF-8 become U+FFFD.
    ///
    /// ```
    /// use pi_session::Session;
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]}}
    /// {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":[{"type":"text","text":"Good day"}]}}
    /// "#).unwrap();
    /// let branch = Session::parse(&session.branch_to_jsonl(session.find("c"))).unwrap();
    /// let ids: Vec<&str> = branch.entries().map(|entry| branch.id(entry)).collect();
    /// assert_eq!(ids, ["a", "c"]);
    /// ```
    pub fn branch_to_jsonl(&self, leaf: Option<EntryIndex>) -> Vec<u8> {
        let mut out = Vec::new();
        // The lines below are those of version 3, whatever the file said.
        push_line(&mut out, &with_member(&self.own_header(), "version", "3"));
        let mut parent: Option<&str> = None;
        for entry in leaf.map(|leaf| self.tree().path(leaf)).unwrap_or_default() {
            let json = self.entry(entry).json();
            push_line(&mut out, &with_parent(&json, parent, None));
            parent = Some(self.id(entry));
        }
        out
    }

    /// A new session that holds the path to `leaf`: label entries are left out, what follows them
    /// is chained on, and the labels that still have their target come last. This session stays.
    ///
    /// # Errors
    /// `bad-id` if an id is given that Pi would not take, or `stamps` gives only ids that are taken.
    ///
    /// ```
    /// # struct Counted(u32);
    /// # impl Stamps for Counted {
    /// #     fn short_id(&mut self) -> String { self.0 += 1; format!("{:08x}", self.0) }
    /// #     fn long_id(&mut self) -> String { format!("00000000-0000-7000-8000-{:012x}", self.0) }
    /// #     fn now(&mut self) -> f64 { 1_767_225_600_000.0 }
    /// # }
    /// # use pi_session::{NewSession, Session, Stamps};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]}}
    /// {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":[{"type":"text","text":"Good day"}]}}
    /// "#).unwrap();
    /// let options = NewSession { cwd: "/work".to_owned(), ..NewSession::default() };
    /// let leaf = session.find("b").unwrap();
    /// let branched = session.create_branched_session(leaf, &options, &mut Counted(0)).unwrap();
    /// assert_eq!(branched.header().cwd.as_deref(), Some("/work"));
    /// assert_eq!(branched.entry_count(), 2);
    /// ```
    pub fn create_branched_session(
        &self,
        leaf: EntryIndex,
        options: &NewSession,
        stamps: &mut impl Stamps,
    ) -> Result<Self, SessionError> {
        let mut out = Vec::new();
        push_line(&mut out, &header(options, stamps)?);
        let path = self.tree().path(leaf);
        let survivors: Vec<EntryIndex> = path
            .iter()
            .copied()
            .filter(|&entry| self.kind(entry) != EntryKind::Label)
            .collect();
        let mut parent: Option<&str> = None;
        for &entry in &survivors {
            let json = self.entry(entry).json();
            let kept = self.surviving_first_kept(entry, &path);
            push_line(&mut out, &with_parent(&json, parent, kept));
            parent = Some(self.id(entry));
        }
        let mut labels: Vec<_> = survivors
            .iter()
            .filter_map(|&entry| Some((self.base().label(self.record(entry).id)?, entry)))
            .collect();
        labels.sort_by_key(|(label, _)| label.order);
        let mut made: HashSet<String, FxBuildHasher> = HashSet::default();
        let mut parent = parent.map(str::to_owned);
        for (label, target) in labels {
            let taken = |id: &str| self.find(id).is_some() || made.contains(id);
            let id = fresh_id(stamps, taken)?;
            let line = self.copied_label(label.entry, target, parent.as_deref(), &id);
            push_line(&mut out, &line);
            made.insert(id.clone());
            parent = Some(id);
        }
        Self::parse(&out)
    }

    /// A new session with every entry of this one, migrated. This session stays.
    ///
    /// # Errors
    /// `bad-id` if an id is given that Pi would not take.
    pub fn fork(
        &self,
        options: &NewSession,
        stamps: &mut impl Stamps,
    ) -> Result<Self, SessionError> {
        let mut out = Vec::new();
        push_line(&mut out, &header(options, stamps)?);
        for entry in self.all_entries(self.base().records().len()) {
            push_line(&mut out, &self.entry(entry).json());
        }
        Self::parse(&out)
    }

    /// The header of a copy that is to be the same session: Pi opens no file without one.
    pub(crate) fn own_header(&self) -> Cow<'_, str> {
        let header = &self.header().json;
        if !header.is_empty() {
            return header.into();
        }
        let first = self.entries().find_map(|entry| self.timestamp(entry));
        let mut json = "{\"type\":\"session\",\"version\":3,\"id\":".to_owned();
        quote_into(&made_id("", 0, 0), &mut json);
        json.push_str(",\"timestamp\":");
        quote_into(&time::format(first.unwrap_or(0.0)), &mut json);
        json.push_str(",\"cwd\":\"\"}");
        json.into()
    }

    /// The entries among the first records, also those that a later one with their id replaces.
    pub(crate) fn all_entries(&self, records: usize) -> impl Iterator<Item = EntryIndex> {
        (0..records)
            .map(|index| EntryIndex::new(u32::try_from(index).unwrap_or(u32::MAX)))
            .filter(|&entry| !self.record(entry).flags.has(Flags::FOREIGN))
    }

    /// Where a compaction on `path` keeps from, if it named a label that is left out.
    fn surviving_first_kept(&self, entry: EntryIndex, path: &[EntryIndex]) -> Option<&str> {
        if self.kind(entry) != EntryKind::Compaction {
            return None;
        }
        let kept = self.base().first_kept(entry)?;
        let depth = self.tree().depth(kept) as usize;
        if self.kind(kept) != EntryKind::Label || path.get(depth) != Some(&kept) {
            return None;
        }
        let survivor = path[depth..]
            .iter()
            .find(|&&entry| self.kind(entry) != EntryKind::Label)?;
        Some(self.id(*survivor))
    }

    fn copied_label(
        &self,
        label: EntryIndex,
        target: EntryIndex,
        parent: Option<&str>,
        id: &str,
    ) -> String {
        let entry = self.entry(label);
        let mut line = "{\"type\":\"label\",\"id\":".to_owned();
        quote_into(id, &mut line);
        line.push_str(",\"parentId\":");
        match parent {
            Some(parent) => quote_into(parent, &mut line),
            None => line.push_str("null"),
        }
        for name in ["timestamp", "label"] {
            if let Some(value) = entry.field(name) {
                line.push(',');
                quote_into(name, &mut line);
                line.push(':');
                line.push_str(&value.text());
            }
        }
        line.push_str(",\"targetId\":");
        quote_into(self.id(target), &mut line);
        line.push('}');
        line
    }
}

/// The name that Pi gives a session's file: its time and its id.
///
/// ```
/// assert_eq!(
///     pi_session::file_name("2026-01-01T10:00:00.000Z", "abc"),
///     "2026-01-01T10-00-00-000Z_abc.jsonl"
/// );
/// ```
pub fn file_name(timestamp: &str, id: &str) -> String {
    format!("{}_{id}.jsonl", timestamp.replace([':', '.'], "-"))
}

/// The name of the folder in which Pi keeps the sessions of a working directory.
///
/// ```
/// assert_eq!(pi_session::directory_name("/home/me/work"), "--home-me-work--");
/// ```
pub fn directory_name(cwd: &str) -> String {
    let path = cwd.strip_prefix(['/', '\\']).unwrap_or(cwd);
    format!("--{}--", path.replace(['/', '\\', ':'], "-"))
}

fn header(options: &NewSession, stamps: &mut impl Stamps) -> Result<String, SessionError> {
    let id = match &options.id {
        Some(id) => {
            check_session_id(id)?;
            id.clone()
        }
        None => stamps.long_id(),
    };
    let mut json = "{\"type\":\"session\",\"version\":3,\"id\":".to_owned();
    quote_into(&id, &mut json);
    json.push_str(",\"timestamp\":");
    quote_into(&time::format(stamps.now()), &mut json);
    json.push_str(",\"cwd\":");
    quote_into(&options.cwd, &mut json);
    if let Some(parent) = &options.parent_session {
        json.push_str(",\"parentSession\":");
        quote_into(parent, &mut json);
    }
    json.push('}');
    Ok(json)
}

/// Pi names files by session ids, so it takes only some.
fn check_session_id(id: &str) -> Result<(), SessionError> {
    let outer = |byte: &u8| byte.is_ascii_alphanumeric();
    let inner = |byte: &u8| outer(byte) || b"._-".contains(byte);
    let bytes = id.as_bytes();
    if bytes.first().is_some_and(outer)
        && bytes.last().is_some_and(outer)
        && bytes.iter().all(inner)
    {
        return Ok(());
    }
    Err(SessionError::new(
        ErrorCode::BadId,
        format!(
            "“{}” is no session id. One has letters, digits, “-”, “_” and “.”, and starts and ends \
             with a letter or digit.",
            crate::text::utf16_prefix(id, 80)
        ),
    ))
}

pub(crate) fn push_line(out: &mut Vec<u8>, line: &str) {
    out.extend(line.as_bytes());
    out.push(b'\n');
}

/// An entry's JSON with another parent, and where it is given another first kept entry. All else
/// keeps its bytes.
fn with_parent(json: &str, parent: Option<&str>, first_kept: Option<&str>) -> String {
    let mut value = "null".to_owned();
    if let Some(parent) = parent {
        value.clear();
        quote_into(parent, &mut value);
    }
    let json = with_member(json, "parentId", &value);
    let Some(first_kept) = first_kept else {
        return json;
    };
    value.clear();
    quote_into(first_kept, &mut value);
    with_member(&json, "firstKeptEntryId", &value)
}

/// An object's JSON with one member's value replaced in place, or added last. Of equal keys it is
/// the last that counts.
pub(crate) fn with_member(json: &str, name: &str, value: &str) -> String {
    let old = Raw::parse(json.as_bytes()).and_then(|object| object.get(name));
    if let Some(old) = old {
        let start = old.bytes().as_ptr().addr() - json.as_ptr().addr();
        let end = start + old.bytes().len();
        return format!("{}{value}{}", &json[..start], &json[end..]);
    }
    let open = json.trim_end().strip_suffix('}').unwrap_or(json);
    let comma = if open.trim_end().ends_with('{') {
        ""
    } else {
        ","
    };
    let mut member = String::new();
    quote_into(name, &mut member);
    format!("{open}{comma}{member}:{value}}}")
}
