//! Opens a bundle step by step, so that a page stays alive meanwhile: what is inside is told by its content, and the
//! parts of Pi's report by their names.

use super::container::Container;
use super::gzip::Gunzip;
use super::limits::{MOST_BYTES, MOST_TEXT, MOST_TIMES, SMALL, grouped};
use super::member::Member;
use super::zip::{self, Entry, quoted};
use super::{Bundle, BundledSession, LeftOut, page};
use crate::json::{Kind, Raw};
use crate::{SessionError, SessionReader};

/// About as much is unpacked in a step.
const STEP: u64 = 1 << 20;

/// Opens what is packed, a part at a time.
///
/// ```
/// use pi_session::BundleReader;
/// let session = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#;
/// let mut reader = BundleReader::new(session).unwrap();
/// while reader.step().unwrap() {
///     // Let the page have its turn; show `reader.bytes_read()`.
/// }
/// assert_eq!(reader.finish().unwrap().sessions[0].session.header().id, "s");
/// ```
pub struct BundleReader<'a> {
    bytes: &'a [u8],
    is_zip: bool,
    /// What is still to be unpacked of an archive.
    entries: std::vec::IntoIter<Entry>,
    current: Option<Current<'a>>,
    piece: Vec<u8>,
    bytes_done: u64,
    bundle: Bundle,
}

/// A file that is being read.
struct Current<'a> {
    name: String,
    source: Source<'a>,
    sink: Sink,
    packed: u64,
}

/// Where a file's bytes come from.
enum Source<'a> {
    Plain(&'a [u8]),
    Gzip(Gunzip<'a>),
    Member(Member<'a>),
}

impl Source<'_> {
    fn next(&mut self, out: &mut Vec<u8>) -> Result<bool, SessionError> {
        match self {
            Self::Plain(bytes) => {
                let (piece, rest) = bytes.split_at(bytes.len().min(1 << 16));
                out.clear();
                out.extend_from_slice(piece);
                *bytes = rest;
                Ok(!piece.is_empty())
            }
            Self::Gzip(gzip) => gzip.next(out),
            Self::Member(member) => member.next(out),
        }
    }
}

/// What becomes of a file's bytes.
enum Sink {
    /// Too few have come to tell.
    Unknown(Vec<u8>),
    /// Lines, perhaps of a session.
    Lines(Box<SessionReader>),
    /// To be read whole.
    Whole(Part, Vec<u8>),
    /// Of no use, and why.
    LeftOut(&'static str),
}

/// A file that is read whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Report,
    Diagnostics,
    Crashes,
    Summary,
    Page,
    /// An array: crashes, or a session whose first line is odd.
    Array,
}

impl Part {
    /// The part of a report that a file of an archive is, by its name.
    fn named(name: &str) -> Option<Self> {
        match name.rsplit('/').next()? {
            "report.json" => Some(Self::Report),
            "diagnostics.json" => Some(Self::Diagnostics),
            "crashes.json" => Some(Self::Crashes),
            "summary.md" => Some(Self::Summary),
            _ => None,
        }
    }
}

impl<'a> BundleReader<'a> {
    /// Looks at what the bytes are; of an archive, reads the directory.
    ///
    /// # Errors
    /// When an archive's directory is damaged, or names what is not unpacked here.
    pub fn new(bytes: &'a [u8]) -> Result<Self, SessionError> {
        let mut reader = Self {
            bytes,
            is_zip: false,
            entries: Vec::new().into_iter(),
            current: None,
            piece: Vec::new(),
            bytes_done: 0,
            bundle: Bundle::default(),
        };
        let source = match Container::of(bytes) {
            Some(Container::Zip) => {
                reader.is_zip = true;
                reader.entries = zip::directory(bytes)?.into_iter();
                return Ok(reader);
            }
            Some(Container::Gzip) => Source::Gzip(Gunzip::new(bytes)),
            _ => Source::Plain(bytes),
        };
        reader.current = Some(Current {
            name: String::new(),
            source,
            sink: Sink::Unknown(Vec::new()),
            packed: bytes.len() as u64,
        });
        Ok(reader)
    }

    /// How many of the packed bytes have been gone through.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_done.min(self.bytes.len() as u64)
    }

    /// About how many bytes it unpacks to, as the packed ones claim. A claim of more than is ever
    /// unpacked is no reason to believe it.
    pub fn size_hint(&self) -> u64 {
        let length = self.bytes.len() as u64;
        let most = SMALL.max(length.saturating_mul(MOST_TIMES));
        self.claimed_size().min(most).min(MOST_BYTES)
    }

    fn claimed_size(&self) -> u64 {
        if self.is_zip {
            let sizes = self.entries.as_slice().iter().map(|entry| entry.unpacked);
            return sizes.fold(0, u64::saturating_add);
        }
        let length = self.bytes.len() as u64;
        match (Container::of(self.bytes), self.bytes.last_chunk::<4>()) {
            (Some(Container::Gzip), Some(size)) => length.max(u64::from(u32::from_le_bytes(*size))),
            _ => length,
        }
    }

    /// Unpacks some more; `false` when all is done.
    ///
    /// # Errors
    /// When what is packed is damaged, or wants more than is unpacked here.
    pub fn step(&mut self) -> Result<bool, SessionError> {
        let Some(mut current) = self.current.take() else {
            let Some(entry) = self.entries.next() else {
                return Ok(false);
            };
            self.open(&entry);
            return Ok(true);
        };
        let mut given: u64 = 0;
        while given < STEP {
            if matches!(current.sink, Sink::LeftOut(_)) || !current.source.next(&mut self.piece)? {
                self.bytes_done = self.bytes_done.saturating_add(current.packed);
                self.settle(current)?;
                return Ok(true);
            }
            given += self.piece.len() as u64;
            take(&mut current, &self.piece, self.is_zip)?;
        }
        self.current = Some(current);
        Ok(true)
    }

    /// What came out.
    ///
    /// # Errors
    /// When that is nothing of Pi's.
    pub fn finish(self) -> Result<Bundle, SessionError> {
        let mut bundle = self.bundle;
        if bundle.crashes.is_none() {
            let diagnostics = bundle.diagnostics.as_deref().unwrap_or_default();
            let crashes = Raw::parse(diagnostics.as_bytes()).and_then(|all| all.get("crashes"));
            let crashes = crashes.filter(|crashes| crashes.kind() == Kind::Array);
            bundle.crashes = crashes.map(|crashes| crashes.text().into_owned());
        }
        if bundle.has_report() || !bundle.sessions.is_empty() {
            return Ok(bundle);
        }
        let found = match bundle.left_out.as_slice() {
            [] => "It is empty.".to_owned(),
            [only] => format!("Its one file is {}. {}", quoted(&only.name), only.reason),
            [first, ..] => format!(
                "Of its {} files the first is {}. {}",
                grouped(bundle.left_out.len() as u64),
                quoted(&first.name),
                first.reason
            ),
        };
        Err(SessionError::bad_archive(format!(
            "The zip archive holds no Pi session and no bug report. {found} Pi keeps its sessions as .jsonl files in ~/.pi/agent/sessions."
        )))
    }

    fn open(&mut self, entry: &Entry) {
        let name = entry.name.clone();
        // What a Mac adds beside every file.
        if entry.is_folder() || name.starts_with("__MACOSX/") {
            return;
        }
        let sink = match Part::named(&name) {
            Some(part) => Sink::Whole(part, Vec::new()),
            None => Sink::Unknown(Vec::new()),
        };
        self.current = Some(Current {
            name,
            source: Source::Member(entry.open(self.bytes)),
            sink,
            packed: entry.packed,
        });
    }

    fn settle(&mut self, current: Current<'_>) -> Result<(), SessionError> {
        let Current { name, sink, .. } = current;
        let (part, bytes) = match decided(sink, &name, self.is_zip) {
            Sink::Lines(reader) => return self.keep_session(name, *reader),
            Sink::LeftOut(reason) => {
                let error = SessionError::bad_archive(reason);
                return self.refuse(name, &error);
            }
            Sink::Whole(part, bytes) => (part, bytes),
            // It has just been decided.
            Sink::Unknown(bytes) => (Part::Array, bytes),
        };
        match part {
            Part::Page => match page::session(&bytes) {
                Ok(session) => self.bundle.sessions.push(BundledSession { name, session }),
                Err(error) => return self.refuse(name, &error),
            },
            Part::Summary => {
                let text = String::from_utf8_lossy(without_mark(&bytes)).into_owned();
                self.keep(name, text, |bundle| &mut bundle.summary);
            }
            Part::Array | Part::Crashes => match json_of(&bytes, are_crashes) {
                Some(json) => self.keep(name, json, |bundle| &mut bundle.crashes),
                None if part == Part::Array => {
                    let mut reader = SessionReader::with_size_hint(bytes.len() as u64);
                    reader.push(&bytes);
                    return self.keep_session(name, reader);
                }
                None => self.leave_out(name, "It is no list of crashes as Pi writes it."),
            },
            Part::Report => match json_of(&bytes, is_report) {
                Some(json) => self.keep(name, json, |bundle| &mut bundle.report),
                None => self.leave_out(name, "It is no bug report as Pi writes it."),
            },
            Part::Diagnostics => match json_of(&bytes, are_diagnostics) {
                Some(json) => self.keep(name, json, |bundle| &mut bundle.diagnostics),
                None => self.leave_out(name, "It is no list of failed turns as Pi writes it."),
            },
        }
        Ok(())
    }

    fn keep_session(&mut self, name: String, reader: SessionReader) -> Result<(), SessionError> {
        match reader.finish() {
            Ok(session) => {
                self.bundle.sessions.push(BundledSession { name, session });
                Ok(())
            }
            Err(error) => self.refuse(name, &error),
        }
    }

    /// One file of many is left out; where it is all there is, that is the answer.
    fn refuse(&mut self, name: String, error: &SessionError) -> Result<(), SessionError> {
        if !self.is_zip {
            return Err(SessionError::bad_archive(error.message()));
        }
        self.leave_out(name, error.message());
        Ok(())
    }

    fn leave_out(&mut self, name: String, reason: &str) {
        let reason = reason.to_owned();
        self.bundle.left_out.push(LeftOut { name, reason });
    }

    /// Of several parts of one kind the first counts.
    fn keep(&mut self, name: String, text: String, place: fn(&mut Bundle) -> &mut Option<String>) {
        let place = place(&mut self.bundle);
        if place.is_some() {
            self.leave_out(
                name,
                "The archive has another one of this name, which is shown.",
            );
        } else {
            *place = Some(text);
        }
    }
}

fn take(current: &mut Current<'_>, piece: &[u8], is_zip: bool) -> Result<(), SessionError> {
    match &mut current.sink {
        Sink::Lines(reader) => reader.push(piece),
        Sink::LeftOut(_) => {}
        Sink::Whole(part, bytes) => {
            if bytes.len() as u64 + piece.len() as u64 > MOST_TEXT && *part != Part::Page {
                return Err(SessionError::bad_archive(format!(
                    "{} has more than {} bytes; no report or list of crashes has. Unpack the archive yourself and look at it in an editor.",
                    if current.name.is_empty() {
                        "The file".to_owned()
                    } else {
                        quoted(&current.name)
                    },
                    grouped(MOST_TEXT)
                )));
            }
            bytes.extend_from_slice(piece);
        }
        Sink::Unknown(bytes) => {
            bytes.extend_from_slice(piece);
            if bytes.len() >= Container::LOOKED_AT {
                let sink = std::mem::replace(&mut current.sink, Sink::LeftOut(""));
                current.sink = decided(sink, &current.name, is_zip);
            }
        }
    }
    Ok(())
}

/// What becomes of a file, by its first bytes.
fn decided(sink: Sink, name: &str, is_zip: bool) -> Sink {
    let Sink::Unknown(bytes) = sink else {
        return sink;
    };
    match Container::of(&bytes) {
        Some(Container::Page) => Sink::Whole(Part::Page, bytes),
        Some(Container::Array) => Sink::Whole(Part::Array, bytes),
        Some(Container::Zip | Container::Gzip) => Sink::LeftOut(
            "This is an archive within an archive, and such are not opened. Unpack it and open it by itself.",
        ),
        None if is_zip && !may_be_lines(&bytes, name) => Sink::LeftOut("It is no session."),
        None => {
            let mut reader = Box::new(SessionReader::new());
            reader.push(&bytes);
            Sink::Lines(reader)
        }
    }
}

/// Whether a file of an archive is worth reading as a session: by its first byte, or by what it claims to be.
fn may_be_lines(bytes: &[u8], name: &str) -> bool {
    let text = without_mark(bytes);
    let first = text
        .iter()
        .find(|byte| !byte.is_ascii_whitespace() && **byte != 0);
    first == Some(&b'{')
        || [".jsonl", ".ndjson"]
            .into_iter()
            .any(|ending| name.ends_with(ending))
}

/// The text of a JSON value that passes.
fn json_of(bytes: &[u8], passes: fn(Raw<'_>) -> bool) -> Option<String> {
    let value = Raw::parse(without_mark(bytes)).filter(|value| passes(*value))?;
    Some(value.text().into_owned())
}

fn is_report(value: Raw<'_>) -> bool {
    ["environment", "session"].into_iter().any(|key| {
        value
            .get(key)
            .is_some_and(|member| member.kind() == Kind::Object)
    })
}

fn are_diagnostics(value: Raw<'_>) -> bool {
    ["assistant", "crashes"].into_iter().any(|key| {
        value
            .get(key)
            .is_some_and(|member| member.kind() == Kind::Array)
    })
}

/// Crashes are objects with a time and a message; an empty list could be anything.
fn are_crashes(value: Raw<'_>) -> bool {
    let is_crash = |item: Raw<'_>| {
        ["timestamp", "message"].into_iter().all(|key| {
            item.get(key)
                .is_some_and(|member| member.kind() == Kind::String)
        })
    };
    value.items().any(is_crash)
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}
