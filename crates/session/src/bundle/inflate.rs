//! Deflated bytes, unpacked through a window of fixed size: what comes out is handed on piece by piece, and no input
//! makes this take more memory.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// At least the 32 KB that deflate looks back, and a power of two.
const WINDOW: usize = 1 << 16;

/// What is wrong with deflated bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// They end before their end mark.
    Short,
    /// They are no deflated bytes.
    Wrong,
}

/// A stream of deflated bytes.
pub(super) struct Inflate<'a> {
    engine: Box<DecompressorOxide>,
    window: Vec<u8>,
    at: usize,
    input: &'a [u8],
    done: bool,
}

impl<'a> Inflate<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        Self {
            engine: Box::default(),
            window: vec![0; WINDOW],
            at: 0,
            input,
            done: false,
        }
    }

    /// The next piece; `None` behind the last one.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Broken> {
        while !self.done {
            let (status, taken, given) =
                decompress(&mut self.engine, self.input, &mut self.window, self.at, 0);
            self.input = self.input.get(taken..).unwrap_or_default();
            let start = self.at;
            let end = start + given;
            self.at = if end == WINDOW { 0 } else { end };
            match status {
                TINFLStatus::Done => self.done = true,
                TINFLStatus::HasMoreOutput if given > 0 => {}
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                    return Err(Broken::Short);
                }
                _ => return Err(Broken::Wrong),
            }
            if given > 0 {
                return Ok(self.window.get(start..end));
            }
        }
        Ok(None)
    }

    /// What is left of the input; behind the last piece, what follows the stream.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.input
    }
}
