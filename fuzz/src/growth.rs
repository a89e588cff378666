//! Inputs that grow: a pattern repeated, and how the steps of each part of the work grow with it.

use std::fmt;

use crate::everything::{PARTS, parse_in_chunks};
use crate::steps;
use crate::targets::read_markdown;

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

/// How many steps a part of the work takes for an input and for twice of it.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The part.
    pub part: &'static str,
    /// Steps for the input.
    pub once: u64,
    /// Steps for twice the input.
    pub twice: u64,
}

impl Growth {
    /// Whether doubling the input takes about twice the steps: sorting takes a little more, the
    /// square of the input would take four times as many.
    pub fn is_linear(&self) -> bool {
        self.twice <= self.once * 5 / 2 + ANY
    }

    /// By how much the steps grow.
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    pub fn factor(&self) -> f64 {
        self.twice as f64 / (self.once.max(1)) as f64
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, once, twice } = self;
        write!(
            formatter,
            "{part}: {once} steps, then {twice} for twice the input"
        )
    }
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

    /// How the steps of every part grow when the pattern is repeated twice as often.
    pub fn growth(&self, times: usize) -> Vec<Growth> {
        let (once, twice) = (self.steps(times), self.steps(2 * times));
        once.into_iter()
            .zip(twice)
            .map(|((part, once), (_, twice))| Growth { part, once, twice })
            .collect()
    }

    /// The steps of every part.
    fn steps(&self, times: usize) -> Vec<(&'static str, u64)> {
        let file = self.file(times);
        let mut parts = Vec::with_capacity(PARTS.len() + 2);
        let text = String::from_utf8_lossy(&file);
        parts.push(("markdown", steps::count(|| read_markdown(&text))));
        let mut session = None;
        let reading = steps::count(|| session = parse_in_chunks(&file, &[]));
        parts.push(("reading", reading));
        for (part, work) in PARTS {
            let steps = session
                .as_ref()
                .map_or(0, |session| steps::count(|| work(session)));
            parts.push((part, steps));
        }
        parts
    }
}
