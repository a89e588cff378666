//! gzip: members one behind the other, each with its header, its deflated bytes, and the sum and size of what they
//! unpack to.

use super::crc::Crc;
use super::inflate::{Broken, Inflate};
use super::limits::{self, grouped};
use crate::SessionError;

const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const HEADER_SUM: u8 = 2;
const RESERVED: u8 = 0xE0;

/// A gzip file, unpacked piece by piece.
pub(super) struct Gunzip<'a> {
    length: usize,
    /// What no member has taken.
    rest: &'a [u8],
    member: Option<(Inflate<'a>, Crc, u32)>,
    unpacked: u64,
}

impl<'a> Gunzip<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            length: bytes.len(),
            rest: bytes,
            member: None,
            unpacked: 0,
        }
    }

    /// How many bytes have been taken in.
    fn taken(&self) -> u64 {
        let rest = self
            .member
            .as_ref()
            .map_or(self.rest, |(inflate, ..)| inflate.rest());
        (self.length - rest.len()) as u64
    }

    /// Moves to the next piece; `false` behind the last one.
    pub(super) fn next(&mut self, out: &mut Vec<u8>) -> Result<bool, SessionError> {
        loop {
            if self.member.is_none() {
                let is_first = self.rest.len() == self.length;
                // What tapes and disks append.
                if !is_first && self.rest.iter().all(|&byte| byte == 0) {
                    return Ok(false);
                }
                let at = self.length - self.rest.len();
                self.rest = header(self.rest, at)?;
                self.member = Some((Inflate::new(self.rest), Crc::new(), 0));
            }
            let Some((inflate, crc, size)) = &mut self.member else {
                return Ok(false);
            };
            let (taken, length) = (self.length - inflate.rest().len(), self.length);
            let piece = inflate
                .next()
                .map_err(|broken| damaged(broken, taken, length))?;
            if let Some(piece) = piece {
                self.unpacked += piece.len() as u64;
                crc.take(piece);
                // The size is kept modulo 2^32.
                *size = size.wrapping_add(u32::try_from(piece.len()).unwrap_or(0));
                out.clear();
                out.extend_from_slice(piece);
                limits::check("the gzip file", self.taken(), self.unpacked, 0)?;
                return Ok(true);
            }
            self.rest = trailer(inflate.rest(), length, *crc, *size)?;
            self.member = None;
        }
    }
}

/// Checks a member's header and steps over it.
fn header(bytes: &[u8], at: usize) -> Result<&[u8], SessionError> {
    let cut = || {
        SessionError::bad_archive(format!(
            "The gzip file breaks off in the header at byte {}: it is not whole. Copy or download it again.",
            grouped(at as u64)
        ))
    };
    let wrong = |found: String| {
        SessionError::bad_archive(format!(
            "The gzip file is damaged: at byte {} {found}. Make it again with `gzip`.",
            grouped(at as u64)
        ))
    };
    let magic = bytes.get(..2).ok_or_else(cut)?;
    if magic != b"\x1F\x8B" {
        return Err(wrong("something follows that is not gzip".to_owned()));
    }
    let [_, _, method, flags, ..] = *bytes.get(..10).ok_or_else(cut)? else {
        return Err(cut());
    };
    if method != 8 {
        return Err(wrong(format!(
            "stands the packing method {method}, and only deflate (8) is known"
        )));
    }
    if flags & RESERVED != 0 {
        return Err(wrong(format!(
            "stand flags that nobody has defined ({flags:#04x})"
        )));
    }
    let mut rest = bytes.get(10..).ok_or_else(cut)?;
    if flags & EXTRA != 0 {
        let (length, after) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
        rest = after
            .get(usize::from(u16::from_le_bytes(*length))..)
            .ok_or_else(cut)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let end = memchr::memchr(0, rest).ok_or_else(cut)?;
            rest = rest.get(end + 1..).ok_or_else(cut)?;
        }
    }
    if flags & HEADER_SUM != 0 {
        rest = rest.get(2..).ok_or_else(cut)?;
    }
    Ok(rest)
}

/// Checks what stands behind a member and steps over it.
fn trailer(rest: &[u8], length: usize, crc: Crc, size: u32) -> Result<&[u8], SessionError> {
    let at = length - rest.len();
    let Some((sums, after)) = rest.split_first_chunk::<8>() else {
        return Err(damaged(Broken::Short, at, length));
    };
    let sums = u64::from_le_bytes(*sums);
    let [found, found_size] = [sums, sums >> 32].map(|sum| sum & u64::from(u32::MAX));
    if found != u64::from(crc.value()) || found_size != u64::from(size) {
        return Err(SessionError::bad_archive(format!(
            "The gzip file is damaged: what it unpacks to has the checksum {:08x} and {} bytes, and at byte {} it says {found:08x} and {} bytes. Copy or download it again.",
            crc.value(),
            grouped(u64::from(size)),
            grouped(at as u64),
            grouped(found_size)
        )));
    }
    Ok(after)
}

fn damaged(broken: Broken, taken: usize, length: usize) -> SessionError {
    SessionError::bad_archive(match broken {
        Broken::Short => format!(
            "The gzip file breaks off at byte {}: it is not whole. Copy or download it again.",
            grouped(length as u64)
        ),
        Broken::Wrong => format!(
            "The gzip file is damaged near byte {} of {}: what stands there is no deflated data. Copy or download it again.",
            grouped(taken as u64),
            grouped(length as u64)
        ),
    })
}
