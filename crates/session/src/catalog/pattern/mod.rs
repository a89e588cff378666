//! Regular expressions in JavaScript's syntax, without a flag but `i`: whether one occurs in a
//! text. Matching takes a bounded number of steps, so that no pattern stops a page.
//!
//! The regular expressions that Rust's libraries offer know no such bound, or refuse lookarounds
//! and references, or weigh a quarter of what the viewer weighs.
//!
//! A pattern becomes a flat program (`parse`), which a machine with a stack of its own runs (`run`).
//! Both the pattern and the texts are in UTF-16 units, as JavaScript's are without the flag `u`, and
//! both are brought into one case beforehand: a character is what `toUpperCase` makes of it.

mod classes;
mod error;
mod escapes;
mod groups;
mod parse;
mod run;

pub use error::PatternError;

use classes::Set;

/// A pattern that has been read.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    program: Vec<Op>,
    sets: Vec<Set>,
    /// How many numbers the program keeps: the ends of groups, counts and starts of loops.
    slots: usize,
}

/// The pattern took too many steps on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GaveUp;

/// One step of a program. Jumps are relative to the step that makes them.
#[derive(Clone, Debug, PartialEq)]
enum Op {
    /// One unit.
    One(One, Way),
    /// As many units as there are, or as few.
    Run(One, Way, Times),
    /// Goes on here, and after a failure there.
    Fork {
        other: isize,
    },
    Jump(isize),
    /// Notes the position.
    Save(usize),
    /// A loop begins: no turn so far.
    Begin(Loop),
    /// Another turn or the end.
    Turn {
        of: Loop,
        times: Times,
        end: isize,
    },
    /// A turn begins: the groups within forget what they hold.
    Enter {
        of: Loop,
        groups: (usize, usize),
    },
    /// A turn is done; one that was not needed must have got on.
    Again {
        of: Loop,
        least: u32,
        turn: isize,
    },
    Start,
    End,
    /// The edge of a word, or anything but that.
    Edge(bool),
    /// What a group holds, once more.
    Same(usize, Way),
    /// What follows must match here, or must not, and takes up nothing.
    Look {
        negative: bool,
        past: isize,
    },
    /// The end of it.
    Seen {
        negative: bool,
    },
    Found,
}

/// What one unit may be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum One {
    Unit(u16),
    /// One of this set.
    Of(usize),
}

/// Which way the text is walked: back, inside of a look behind.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Forth,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Times {
    least: u32,
    /// `u32::MAX` for no end.
    most: u32,
    greedy: bool,
}

/// Where a loop keeps its count; the start of its turn is kept in the slot behind.
type Loop = usize;

/// A text in UTF-16 units, in one case.
pub(super) fn units(text: &str) -> Vec<u16> {
    if text.is_ascii() {
        let upper = |byte: u8| u16::from(byte.to_ascii_uppercase());
        text.bytes().map(upper).collect()
    } else {
        text.encode_utf16().map(canonical).collect()
    }
}

/// What stands for a unit and all that differ from it in case alone.
fn canonical(unit: u16) -> u16 {
    if let Ok(byte) = u8::try_from(unit)
        && byte.is_ascii()
    {
        return u16::from(byte.to_ascii_uppercase());
    }
    let Some(character) = char::from_u32(u32::from(unit)) else {
        return unit;
    };
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        // ASCII stands for nothing but ASCII.
        (Some(one), None) if !one.is_ascii() => u16::try_from(u32::from(one)).unwrap_or(unit),
        _ => unit,
    }
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn parse(pattern: &str) -> Result<Self, PatternError> {
        parse::parse(pattern)
    }

    /// Whether the pattern matches somewhere in a text, which [`units`] made.
    pub(super) fn occurs_in(&self, text: &[u16]) -> Result<bool, GaveUp> {
        run::occurs(self, text)
    }
}

#[cfg(test)]
mod tests;
