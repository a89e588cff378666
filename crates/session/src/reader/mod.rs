//! Bytes in chunks to a session: lines, the index, what is damaged, what is no session.
//!
//! Each complete line is walked once, when its last byte arrives. What needs the whole file (ids,
//! parents, migration, the tree) comes in [`SessionReader::finish`].

mod builder;
mod damage;
mod envelope;
mod shape;
mod sniff;

pub(crate) use builder::{Built, HeaderRecord, timestamp};
pub(crate) use damage::recovered_header;
pub(crate) use envelope::{Envelope, Field, Scanned, scan};

use crate::bytes::LineBuffer;
use crate::{Session, SessionError};

/// Reads a session that comes in chunks, of any size and cut anywhere.
///
/// About 1 MB a call serves best: enough to be fast, little enough to keep a page alive.
///
/// ```
/// use pi_session::SessionReader;
/// let mut reader = SessionReader::new();
/// reader.push(br#"{"type":"session","version":3,"id":"s","#);
/// reader.push(br#""timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#);
/// let session = reader.finish().unwrap();
/// assert_eq!(session.header().id, "s");
/// ```
#[derive(Debug)]
pub struct SessionReader {
    buffer: LineBuffer,
    builder: builder::Builder,
}

impl Default for SessionReader {
    fn default() -> Self {
        Self::new()
    }
}

impl SessionReader {
    /// A reader of bytes whose number is not known.
    pub fn new() -> Self {
        Self::with_size_hint(0)
    }

    /// A reader of about `bytes` bytes: with a size known, no more memory is taken than needed.
    pub fn with_size_hint(bytes: u64) -> Self {
        Self {
            buffer: LineBuffer::new(bytes),
            builder: builder::Builder::default(),
        }
    }

    /// Takes a chunk in. O(chunk), plus the length of a line that ends in it.
    pub fn push(&mut self, chunk: &[u8]) {
        self.buffer.push(chunk, |line| self.builder.line(&line));
    }

    /// Takes a chunk of `length` bytes that `fill` writes straight into the reader's memory. It is
    /// called once or more with a piece to fill and that piece's offset in the chunk.
    pub fn push_with(&mut self, length: usize, fill: impl FnMut(&mut [u8], usize)) {
        self.buffer
            .fill(length, fill, |line| self.builder.line(&line));
    }

    /// How many bytes have come.
    pub fn bytes_read(&self) -> u64 {
        self.buffer.length()
    }

    /// How many entries have been found so far.
    pub fn entries_read(&self) -> usize {
        self.builder.records()
    }

    /// Ends the file: resolves ids and parents, migrates, builds the tree, collects the diagnostics.
    ///
    /// # Errors
    /// When the bytes are no Pi session; the message says what they are instead.
    pub fn finish(self) -> Result<Session, SessionError> {
        let mut builder = self.builder;
        let bytes = self.buffer.finish(|line| builder.line(&line));
        if let Some(error) = builder.refusal(&bytes) {
            return Err(error);
        }
        Ok(Session::build(bytes, builder.finish()))
    }
}
