//! Inputs that grow: a pattern repeated, and how the steps grow with it.

use crate::{parse_in_chunks, read_everything, steps};

/// Steps that a small input may take whatever it is.
const ANY: u64 = 400_000;

/// A file made of a beginning, a pattern repeated and an end. In the pattern, `#` stands for the
/// number of the repetition, `@` for the one before and `%` for half of it.
#[derive(Clone, Copy, Debug)]
pub struct Family<'a> {
    /// Stands once at the start.
    pub beginning: &'a [u8],
    /// Stands over and over.
    pub pattern: &'a [u8],
    /// Stands once at the end.
    pub end: &'a [u8],
}

impl Family<'_> {
    /// The file with the pattern repeated this often.
    pub fn file(&self, times: usize) -> Vec<u8> {
        let mut file = self.beginning.to_vec();
        for number in 1..=times {
            for &byte in self.pattern {
                match byte {
                    b'#' => file.extend(number.to_string().bytes()),
                    b'@' => file.extend((number - 1).to_string().bytes()),
                    b'%' => file.extend((number / 2).to_string().bytes()),
                    _ => file.push(byte),
                }
            }
        }
        file.extend(self.end);
        file
    }

    /// The steps that reading everything takes.
    pub fn steps(&self, times: usize) -> u64 {
        let file = self.file(times);
        steps::count(|| {
            if let Some(session) = parse_in_chunks(&file, &[]) {
                read_everything(&session);
            }
        })
    }
}

/// Whether doubling an input takes about twice the steps: sorting takes a little more, the square
/// of the input would take four times as many.
pub fn is_linear(once: u64, twice: u64) -> bool {
    twice <= once * 5 / 2 + ANY
}
