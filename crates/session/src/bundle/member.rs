//! A file of a zip archive, unpacked piece by piece and held to what the directory says of it.

use super::crc::Crc;
use super::inflate::{Broken, Inflate};
use super::limits::grouped;
use super::zip::quoted;
use crate::SessionError;

/// Handed on at once of what is stored as it is.
const PIECE: usize = 1 << 16;

/// How a file's bytes lie in the archive.
pub(super) enum Packed<'a> {
    Stored(&'a [u8]),
    Deflated(Inflate<'a>),
}

/// A file that is being unpacked.
pub(super) struct Member<'a> {
    name: String,
    packed: Packed<'a>,
    crc: Crc,
    given: u64,
    wanted_crc: u32,
    wanted: u64,
}

impl<'a> Member<'a> {
    pub(super) fn new(name: String, packed: Packed<'a>, wanted_crc: u32, wanted: u64) -> Self {
        Self {
            name,
            packed,
            crc: Crc::new(),
            given: 0,
            wanted_crc,
            wanted,
        }
    }

    /// Moves to the next piece; `false` behind the last one.
    pub(super) fn next(&mut self, out: &mut Vec<u8>) -> Result<bool, SessionError> {
        let piece = match &mut self.packed {
            Packed::Stored(bytes) => {
                let (piece, rest) = bytes.split_at(bytes.len().min(PIECE));
                *bytes = rest;
                Some(piece).filter(|piece| !piece.is_empty())
            }
            Packed::Deflated(inflate) => inflate
                .next()
                .map_err(|broken| damaged(&self.name, self.given, broken))?,
        };
        let Some(piece) = piece else {
            self.check()?;
            return Ok(false);
        };
        self.given += piece.len() as u64;
        self.crc.take(piece);
        if self.given > self.wanted {
            return Err(SessionError::bad_archive(format!(
                "The zip archive is damaged or was made to mislead: {} unpacks to more than the {} bytes that its header gives. Unpacking was stopped there.",
                quoted(&self.name),
                grouped(self.wanted)
            )));
        }
        out.clear();
        out.extend_from_slice(piece);
        Ok(true)
    }

    fn check(&self) -> Result<(), SessionError> {
        let left = match &self.packed {
            Packed::Stored(bytes) => bytes.len(),
            Packed::Deflated(inflate) => inflate.rest().len(),
        };
        let found = if self.given != self.wanted {
            format!(
                "unpacks to {} bytes, and its header gives {}",
                grouped(self.given),
                grouped(self.wanted)
            )
        } else if left > 0 {
            format!(
                "is unpacked {} bytes before its packed bytes end",
                grouped(left as u64)
            )
        } else if self.crc.value() != self.wanted_crc {
            format!(
                "has the checksum {:08x}, and its header gives {:08x}",
                self.crc.value(),
                self.wanted_crc
            )
        } else {
            return Ok(());
        };
        Err(SessionError::bad_archive(format!(
            "The zip archive is damaged: {} {found}. Copy or download it again.",
            quoted(&self.name)
        )))
    }
}

fn damaged(name: &str, given: u64, broken: Broken) -> SessionError {
    let what = match broken {
        Broken::Short => "breaks off",
        Broken::Wrong => "is no deflated data",
    };
    SessionError::bad_archive(format!(
        "The zip archive is damaged: {} {what} behind its first {} bytes. Copy or download the archive again.",
        quoted(name),
        grouped(given)
    ))
}
