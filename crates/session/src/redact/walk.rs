//! The values of a file, line by line, and the strings of a value with their paths.
//!
//! A line that is no JSON counts for the whole records that were recovered from it, the header among
//! them, and for nothing else.

use crate::json::{Kind, Raw, Tape};
use crate::reader::recovered_header;
use crate::{EntryIndex, Session};

/// Where a walk over a file stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    segment: usize,
    at: usize,
    offset: u64,
    line: u32,
    record: usize,
    /// Whether the header has been passed.
    headed: bool,
}

/// One line of a file.
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: u32,
    pub(super) offset: u64,
    /// With its line break, if it has one.
    pub(super) bytes: &'a [u8],
    /// Whether the line itself is JSON, or blank.
    pub(super) sound: bool,
    pub(super) values: Vec<Value<'a>>,
}

/// A JSON value of a line.
pub(super) struct Value<'a> {
    pub(super) raw: Raw<'a>,
    /// In the file.
    pub(super) offset: u64,
    pub(super) entry: Option<EntryIndex>,
}

impl Walk {
    pub(super) fn next<'a>(&mut self, session: &'a Session) -> Option<Line<'a>> {
        let rest = loop {
            let segment = session.source().nth(self.segment)?;
            match segment.get(self.at..) {
                Some(rest) if !rest.is_empty() => break rest,
                _ => {
                    self.segment += 1;
                    self.at = 0;
                }
            }
        };
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let bytes = &rest[..length];
        let offset = self.offset;
        let end = offset + length as u64;
        self.at += length;
        self.offset = end;
        self.line += 1;
        let skipped = if offset == 0 && bytes.starts_with(b"\xEF\xBB\xBF") {
            3
        } else {
            0
        };
        let first = self.record;
        let records = session.base().records();
        while records
            .get(self.record)
            .is_some_and(|record| record.offset < end)
        {
            self.record += 1;
        }
        let entry = |index: usize| u32::try_from(index).ok().map(EntryIndex::new);
        let text = &bytes[skipped..];
        let whole = Raw::parse(text);
        let sound = whole.is_some() || text.trim_ascii().is_empty();
        let header = (!self.headed && !session.header().json.is_empty())
            .then(|| self.header_of(text, whole))
            .flatten();
        let values = match whole {
            Some(raw) => vec![Value {
                offset: offset + distance(bytes, raw.bytes()),
                raw,
                entry: (first < self.record).then(|| entry(first)).flatten(),
            }],
            None => header
                .map(|raw| Value {
                    offset: offset + distance(bytes, raw.bytes()),
                    raw,
                    entry: None,
                })
                .into_iter()
                .chain((first..self.record).filter_map(|index| {
                    let record = &records[index];
                    let start = usize::try_from(record.offset.checked_sub(offset)?).ok()?;
                    let raw = Raw::parse(bytes.get(start..start + record.length as usize)?)?;
                    Some(Value {
                        offset: offset + distance(bytes, raw.bytes()),
                        raw,
                        entry: entry(index),
                    })
                }))
                .collect(),
        };
        Some(Line {
            number: self.line,
            offset,
            bytes,
            sound,
            values,
        })
    }

    /// The header, where this line is no JSON and it was recovered from it.
    fn header_of<'a>(&mut self, line: &'a [u8], whole: Option<Raw<'a>>) -> Option<Raw<'a>> {
        if let Some(raw) = whole {
            let kind = raw.get("type").and_then(Raw::as_str);
            self.headed = kind.as_deref() == Some("session");
            return None;
        }
        let header = recovered_header(line);
        self.headed = header.is_some();
        header
    }
}

/// How far into `outer` its part `inner` begins.
pub(super) fn distance(outer: &[u8], inner: &[u8]) -> u64 {
    (inner.as_ptr().addr() - outer.as_ptr().addr()) as u64
}

/// A container that is open around a value.
struct Open {
    end: usize,
    array: bool,
    /// Items, or keys and values, so far.
    count: usize,
    /// The key of the member that the walk is in.
    key: Option<usize>,
}

/// A string of a value.
pub(super) struct Text<'a, 'p> {
    /// Its source without quotes.
    pub(super) inner: &'a [u8],
    /// Where that begins in the value.
    pub(super) start: usize,
    pub(super) key: bool,
    path: &'p Path<'a>,
}

/// The way from a value to a place in it.
struct Path<'a> {
    tape: Tape<'a>,
    open: Vec<Open>,
}

/// A path shows so many steps, and no more: values may nest a million deep.
const STEPS: usize = 64;

/// Visits each string of `value` but those in `left_out` (stretches of its source, ascending) and
/// those that are no text: ids, signatures, the data of images.
pub(super) fn strings<'a>(
    value: Raw<'a>,
    left_out: &[std::ops::Range<usize>],
    mut visit: impl FnMut(&Text<'a, '_>),
) {
    let mut path = Path {
        tape: Tape::new(value),
        open: Vec::new(),
    };
    let mut left_out = left_out.iter().peekable();
    for index in 0..path.tape.len() {
        let node = path.tape.node(index);
        let raw = path.tape.raw(index);
        while path.open.last().is_some_and(|open| open.end <= index) {
            path.open.pop();
        }
        if let Some(open) = path.open.last_mut() {
            if node.key {
                open.key = Some(index);
            } else {
                open.count += 1;
            }
        }
        let start = usize::try_from(distance(value.bytes(), raw.bytes())).unwrap_or(usize::MAX);
        while left_out.next_if(|range| range.end <= start).is_some() {}
        let absent = left_out.peek().is_some_and(|range| range.start <= start);
        match node.kind {
            Kind::Array | Kind::Object => path.open.push(Open {
                end: path.tape.subtree(index).end,
                array: node.kind == Kind::Array,
                count: 0,
                key: None,
            }),
            Kind::String if !absent => {
                let inner = raw.string_source().unwrap_or_default();
                if inner.is_empty() || (!node.key && path.is_no_text(inner)) {
                    continue;
                }
                visit(&Text {
                    inner,
                    start: start + 1,
                    key: node.key,
                    path: &path,
                });
            }
            _ => {}
        }
    }
}

impl Text<'_, '_> {
    /// The name of the member whose value this is.
    pub(super) fn name(&self) -> Option<String> {
        (!self.key).then(|| self.path.name()).flatten()
    }

    /// A JSON Pointer (RFC 6901) to the string; to the member if it is a key.
    pub(super) fn pointer(&self) -> String {
        let mut out = String::new();
        for open in self.path.open.iter().take(STEPS) {
            out.push('/');
            match open.key {
                _ if open.array => out.push_str(&open.count.saturating_sub(1).to_string()),
                Some(key) => {
                    let key = self.path.tape.raw(key).as_str().unwrap_or_default();
                    out.push_str(&key.replace('~', "~0").replace('/', "~1"));
                }
                None => {}
            }
        }
        if self.path.open.len() > STEPS {
            out.push_str("/…");
        }
        out
    }
}

/// What providers encrypt or sign, and want back as it was.
const SIGNATURES: &[&[u8]] = &[
    b"\"thinkingSignature\"",
    b"\"textSignature\"",
    b"\"thoughtSignature\"",
    b"\"signature\"",
    b"\"encrypted_content\"",
    b"\"encryptedContent\"",
    b"\"redactedThinking\"",
];

/// What makes the tree, and names of the format's own.
const STRUCTURE: &[&[u8]] = &[
    b"\"type\"",
    b"\"id\"",
    b"\"parentId\"",
    b"\"timestamp\"",
    b"\"targetId\"",
    b"\"fromId\"",
    b"\"firstKeptEntryId\"",
    b"\"role\"",
    b"\"toolCallId\"",
    b"\"stopReason\"",
    b"\"api\"",
    b"\"mimeType\"",
];

impl Path<'_> {
    fn key(&self, open: Option<&Open>) -> Option<&[u8]> {
        Some(self.tape.raw(open?.key?).bytes())
    }

    fn name(&self) -> Option<String> {
        let key = self.open.last()?.key?;
        self.tape
            .raw(key)
            .as_str()
            .map(std::borrow::Cow::into_owned)
    }

    fn is_no_text(&self, inner: &[u8]) -> bool {
        let Some(key) = self.key(self.open.last()) else {
            return false;
        };
        SIGNATURES.contains(&key) && inner.len() >= 16 && !inner.contains(&b' ')
            || SIGNATURES[..3].contains(&key)
            || (self.is_structure() && STRUCTURE.contains(&key))
            || (key == b"\"data\"" && is_data(inner))
    }

    /// Whether the member is one of an entry, its message, or a block of that.
    fn is_structure(&self) -> bool {
        match self.open.as_slice() {
            [_] => true,
            [entry, _] => self.key(Some(entry)) == Some(b"\"message\""),
            [entry, message, _, _] => {
                self.key(Some(entry)) == Some(b"\"message\"")
                    && self.key(Some(message)) == Some(b"\"content\"")
            }
            _ => false,
        }
    }
}

/// Whether a string is nothing but a long run of base64.
fn is_data(inner: &[u8]) -> bool {
    inner.len() >= 64
        && inner
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte))
}
