//! The directory of a zip archive, read strictly: what two readers could understand in two ways is refused. Nothing is
//! unpacked here.
//!
//! An archive is read from its end: the end record points at the directory, which names the files and says where each
//! one lies. Zip64, where these numbers have eight bytes, is read too.

use super::inflate::Inflate;
use super::limits::{self, MOST_MEMBERS, MOST_NAME, grouped};
use super::member::{Member, Packed};
use crate::SessionError;

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

const END_LENGTH: usize = 22;
const LOCATOR_LENGTH: usize = 20;
const MOST_COMMENT: usize = 0xFFFF;

/// Flags of a file: its bytes are encrypted; its sizes follow it; its directory entry is hidden.
const ENCRYPTED: u16 = 1;
const SIZES_FOLLOW: u16 = 8;
const STRONGLY_ENCRYPTED: u16 = 1 << 6;
const HIDDEN: u16 = 1 << 13;

/// What the directory says of a file.
pub(super) struct Entry {
    /// As it stands in the archive, with `/` between folders.
    pub(super) name: String,
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) unpacked: u64,
    deflated: bool,
    /// Where its own header starts, and where the bytes behind it do.
    start: usize,
    data: usize,
}

impl Entry {
    pub(super) fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }

    fn end(&self) -> usize {
        // Both were checked against the archive's length.
        self.data + usize::try_from(self.packed).unwrap_or(0)
    }

    /// The file's bytes, to be unpacked.
    pub(super) fn open<'a>(&self, archive: &'a [u8]) -> Member<'a> {
        let bytes = archive.get(self.data..self.end()).unwrap_or_default();
        let packed = if self.deflated {
            Packed::Deflated(Inflate::new(bytes))
        } else {
            Packed::Stored(bytes)
        };
        Member::new(self.name.clone(), packed, self.crc, self.unpacked)
    }
}

/// Reads the directory: every file's place, checked against the archive, against its own header, against the others,
/// and against the limits.
pub(super) fn directory(bytes: &[u8]) -> Result<Vec<Entry>, SessionError> {
    let found = Directory::find(bytes)?;
    if found.count > MOST_MEMBERS {
        return Err(SessionError::bad_archive(format!(
            "The zip archive holds {} files; at most {} are read. Open the .jsonl files, or their folder, instead.",
            grouped(found.count),
            grouped(MOST_MEMBERS)
        )));
    }
    let mut rest = bytes.get(found.start..found.end).unwrap_or_default();
    let mut entries = Vec::new();
    let mut together: u64 = 0;
    for _ in 0..found.count {
        let at = found.end - rest.len();
        let (entry, after) = central(bytes, rest, at, found.start)?;
        limits::check(&quoted(&entry.name), entry.packed, entry.unpacked, together)?;
        together = together.saturating_add(entry.unpacked);
        entries.push(entry);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(damaged(
            found.end - rest.len(),
            &format!(
                "the directory goes on behind the {} files that the end record counts",
                grouped(found.count)
            ),
        ));
    }
    // At most `MOST_MEMBERS`, so sorting is bounded.
    entries.sort_by_key(|entry| entry.start);
    for pair in entries.windows(2) {
        if let [one, next] = pair
            && one.end() > next.start
        {
            return Err(damaged(
                next.start,
                &format!(
                    "{} begins inside {}, which ends at byte {}",
                    quoted(&next.name),
                    quoted(&one.name),
                    grouped(one.end() as u64)
                ),
            ));
        }
    }
    Ok(entries)
}

/// What the end record says: where the directory lies, and how many files it names.
struct Directory {
    count: u64,
    start: usize,
    end: usize,
}

impl Directory {
    fn find(bytes: &[u8]) -> Result<Self, SessionError> {
        let first = bytes.len().saturating_sub(END_LENGTH + MOST_COMMENT);
        let tail = bytes.get(first..).unwrap_or_default();
        let found = memchr::memmem::rfind_iter(tail, END).find_map(|at| {
            let record = tail.get(at..at + END_LENGTH)?;
            // Only a record whose comment ends with the file is one.
            let comment = usize::from(short(record, 20)?);
            (at + END_LENGTH + comment == tail.len()).then_some((first + at, record))
        });
        let Some((at, record)) = found else {
            return Err(SessionError::bad_archive(format!(
                "The zip archive has no end record in its {} bytes: it breaks off, or more was appended. Copy or download it again.",
                grouped(bytes.len() as u64)
            )));
        };
        let read = || {
            let (disk, start_disk) = (short(record, 4)?, short(record, 6)?);
            let (here, count) = (short(record, 8)?, short(record, 10)?);
            let (size, start) = (long(record, 12)?, long(record, 16)?);
            Some((disk, start_disk, here, count, size, start))
        };
        let (disk, start_disk, here, count, size, start) =
            read().ok_or_else(|| damaged(at, "the end record is cut off"))?;
        let is_64 = count == u16::MAX || size == u32::MAX || start == u32::MAX;
        if is_64 && let Some(end) = Self::find_64(bytes, at)? {
            return Ok(end);
        }
        if disk != 0 || start_disk != 0 || here != count {
            return Err(damaged(
                at,
                "the archive is one of several parts; join them first",
            ));
        }
        Self::at(u64::from(count), u64::from(size), u64::from(start), at)
    }

    /// The end record with eight bytes a number, which stands before the other one.
    fn find_64(bytes: &[u8], before: usize) -> Result<Option<Self>, SessionError> {
        let locator = before
            .checked_sub(LOCATOR_LENGTH)
            .and_then(|at| bytes.get(at..before))
            .filter(|locator| locator.starts_with(LOCATOR_64));
        let Some(locator) = locator else {
            return Ok(None);
        };
        let at = quad(locator, 8)
            .and_then(|at| usize::try_from(at).ok())
            .unwrap_or(usize::MAX);
        let wrong = || {
            damaged(
                before - LOCATOR_LENGTH,
                "the zip64 end record is not where it should be",
            )
        };
        let record = bytes
            .get(at..before - LOCATOR_LENGTH)
            .filter(|record| record.starts_with(END_64) && record.len() >= 56)
            .ok_or_else(wrong)?;
        let read = || {
            Some((
                quad(record, 4)?,
                quad(record, 24)?,
                quad(record, 32)?,
                quad(record, 40)?,
                quad(record, 48)?,
            ))
        };
        let (length, here, count, size, start) = read().ok_or_else(wrong)?;
        if length.checked_add(12) != Some(record.len() as u64) {
            return Err(wrong());
        }
        if here != count {
            return Err(damaged(
                at,
                "the archive is one of several parts; join them first",
            ));
        }
        Self::at(count, size, start, at).map(Some)
    }

    /// The directory must end where the end record, at `at`, starts.
    fn at(count: u64, size: u64, start: u64, at: usize) -> Result<Self, SessionError> {
        let place = usize::try_from(start)
            .ok()
            .filter(|_| start.checked_add(size) == Some(at as u64));
        let Some(start) = place else {
            return Err(damaged(
                at,
                &format!(
                    "the end record puts the directory of {} bytes at byte {}, where it does not end before this record",
                    grouped(size),
                    grouped(start)
                ),
            ));
        };
        // No entry takes less than 46 bytes.
        if count > size / 46 {
            return Err(damaged(
                at,
                &format!(
                    "the end record counts {} files in a directory of {} bytes",
                    grouped(count),
                    grouped(size)
                ),
            ));
        }
        Ok(Self {
            count,
            start,
            end: at,
        })
    }
}

/// One entry of the directory, and what follows it.
fn central<'a>(
    bytes: &[u8],
    rest: &'a [u8],
    at: usize,
    directory: usize,
) -> Result<(Entry, &'a [u8]), SessionError> {
    let cut = || damaged(at, "the directory is cut off");
    let record = rest.get(..46).ok_or_else(cut)?;
    if !record.starts_with(CENTRAL) {
        return Err(damaged(
            at,
            "no entry of the directory starts here, though one should",
        ));
    }
    let field = |at: usize| short(record, at).ok_or_else(cut);
    let number = |at: usize| long(record, at).ok_or_else(cut);
    let (flags, method, crc) = (field(8)?, field(10)?, number(16)?);
    let lengths = [field(28)?, field(30)?, field(32)?].map(usize::from);
    let [name_length, extra_length, comment_length] = lengths;
    let name = rest.get(46..46 + name_length).ok_or_else(cut)?;
    let extra = rest
        .get(46 + name_length..46 + name_length + extra_length)
        .ok_or_else(cut)?;
    let after = rest
        .get(46 + name_length + extra_length + comment_length..)
        .ok_or_else(cut)?;
    let raw_name = name;
    let name = checked_name(name, at)?;
    let shown = quoted(&name);

    if flags & (ENCRYPTED | STRONGLY_ENCRYPTED | HIDDEN) != 0 {
        return Err(SessionError::bad_archive(format!(
            "{shown} in the zip archive is encrypted, and no password is asked for here. Unpack it yourself and open what is inside."
        )));
    }
    let deflated = match method {
        0 => false,
        8 => true,
        other => {
            return Err(SessionError::bad_archive(format!(
                "{shown} in the zip archive is packed by method {other}{}; only stored (0) and deflated (8) files are read. Unpack it yourself and open what is inside.",
                method_name(other)
            )));
        }
    };
    let mut wide = Wide::find(extra);
    let mut grown = |short: u32| {
        if short == u32::MAX {
            wide.next()
                .ok_or_else(|| damaged(at, &format!("a zip64 number of {shown} is missing")))
        } else {
            Ok(u64::from(short))
        }
    };
    // In the order in which zip64 keeps them.
    let unpacked = grown(number(24)?)?;
    let packed = grown(number(20)?)?;
    let start = grown(number(42)?)?;
    if !deflated && packed != unpacked {
        return Err(damaged(
            at,
            &format!(
                "{shown} is stored as it is, but with two sizes: {} and {} bytes",
                grouped(packed),
                grouped(unpacked)
            ),
        ));
    }
    let claim = Claim {
        flags,
        method,
        crc,
        packed,
        unpacked,
        name: raw_name,
    };
    let (start, data) = local(bytes, start, directory, &claim, &shown)?;
    Ok((
        Entry {
            name,
            crc,
            packed,
            unpacked,
            deflated,
            start,
            data,
        },
        after,
    ))
}

/// What the directory claims of a file, for its own header to confirm.
struct Claim<'a> {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    unpacked: u64,
    name: &'a [u8],
}

/// Where a file's header and its bytes start, if both say the same as the directory and lie before it.
fn local(
    bytes: &[u8],
    start: u64,
    directory: usize,
    claim: &Claim<'_>,
    shown: &str,
) -> Result<(usize, usize), SessionError> {
    let body = bytes.get(..directory).unwrap_or_default();
    let outside = || {
        SessionError::bad_archive(format!(
            "The zip archive is damaged: its directory puts {shown} at byte {}, {} bytes long, which is not within the {} bytes before the directory. Copy or download it again.",
            grouped(start),
            grouped(claim.packed),
            grouped(directory as u64)
        ))
    };
    let start = usize::try_from(start).map_err(|_| outside())?;
    let end = start.checked_add(30).ok_or_else(outside)?;
    let record = body.get(start..end).ok_or_else(outside)?;
    if !record.starts_with(LOCAL) {
        return Err(damaged(
            start,
            &format!("the header of {shown} is not here, where the directory puts it"),
        ));
    }
    let read = || {
        let sums = (long(record, 14)?, long(record, 18)?, long(record, 22)?);
        Some((
            short(record, 6)?,
            short(record, 8)?,
            sums,
            short(record, 26)?,
            short(record, 28)?,
        ))
    };
    let (flags, method, (crc, packed, unpacked), name_length, extra_length) =
        read().ok_or_else(outside)?;
    let name_end = end + usize::from(name_length);
    let data = name_end + usize::from(extra_length);
    let data_end = usize::try_from(claim.packed)
        .ok()
        .and_then(|packed| data.checked_add(packed));
    if data_end.is_none_or(|data_end| data_end > body.len()) {
        return Err(outside());
    }
    let differs = |what: &str| {
        damaged(
            start,
            &format!("the header of {shown} gives it another {what} than the directory does"),
        )
    };
    if body.get(end..name_end) != Some(claim.name) {
        return Err(differs("name"));
    }
    if method != claim.method || flags & ENCRYPTED != claim.flags & ENCRYPTED {
        return Err(differs("packing method"));
    }
    if flags & SIZES_FOLLOW == 0 {
        let same = |short: u32, full: u64| short == u32::MAX || u64::from(short) == full;
        if !same(packed, claim.packed) || !same(unpacked, claim.unpacked) {
            return Err(differs("size"));
        }
        if crc != claim.crc {
            return Err(differs("checksum"));
        }
    }
    Ok((start, data))
}

/// The numbers of eight bytes in an entry's extra field.
struct Wide<'a>(&'a [u8]);

impl<'a> Wide<'a> {
    fn find(mut extra: &'a [u8]) -> Self {
        while let (Some(id), Some(length)) = (short(extra, 0), short(extra, 2)) {
            let end = 4 + usize::from(length);
            let Some(field) = extra.get(4..end) else {
                break;
            };
            if id == 1 {
                return Self(field);
            }
            extra = extra.get(end..).unwrap_or_default();
        }
        Self(&[])
    }

    fn next(&mut self) -> Option<u64> {
        let number = quad(self.0, 0)?;
        self.0 = self.0.get(8..)?;
        Some(number)
    }
}

/// A name that stays in the archive. Nothing is ever written by it, but who names files so means harm.
fn checked_name(bytes: &[u8], at: usize) -> Result<String, SessionError> {
    if bytes.len() > MOST_NAME {
        return Err(damaged(
            at,
            &format!(
                "a file's name has {} bytes; at most 4,096 are read",
                grouped(bytes.len() as u64)
            ),
        ));
    }
    let name = String::from_utf8_lossy(bytes).replace('\\', "/");
    let leads_out = name.starts_with('/')
        || name.split('/').any(|part| part == "..")
        || name.as_bytes().get(1) == Some(&b':');
    if name.is_empty() || name.contains('\0') || leads_out {
        let what = if leads_out {
            "leads out of the archive"
        } else {
            "is no name"
        };
        return Err(damaged(at, &format!("the name {} {what}", quoted(&name))));
    }
    Ok(name)
}

fn method_name(method: u16) -> &'static str {
    match method {
        9 => " (Deflate64)",
        12 => " (bzip2)",
        14 => " (LZMA)",
        20 | 93 => " (Zstandard)",
        95 => " (XZ)",
        99 => " (AES encryption)",
        _ => "",
    }
}

/// A name for a sentence: short, and without what would break it.
pub(super) fn quoted(name: &str) -> String {
    let shown: String = name
        .chars()
        .take(80)
        .map(|char| if char.is_control() { '\u{FFFD}' } else { char })
        .collect();
    let more = if shown.len() < name.len() { "…" } else { "" };
    format!("“{shown}{more}”")
}

fn damaged(at: usize, what: &str) -> SessionError {
    SessionError::bad_archive(format!(
        "The zip archive is damaged or was made to mislead: at byte {}, {what}. Copy or download it again, or unpack it yourself and open what is inside.",
        grouped(at as u64)
    ))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn quad(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
