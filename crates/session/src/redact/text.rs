//! From a string's source to the text that rules read, and back from places in the text.
//!
//! Rules read a text without its terminal colours, since those may stand inside a token.

use std::borrow::Cow;

use super::alphabet::is_word;
use super::matches::Match;

/// A text without escape sequences of terminals, and where they were.
pub(super) struct Folded<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// Places in `bytes`, ascending, and how much was taken out up to there.
    cuts: Vec<(usize, usize)>,
}

impl<'a> Folded<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut cuts = Vec::new();
        if memchr::memchr(0x1B, bytes).is_none() {
            return Self {
                bytes: Cow::Borrowed(bytes),
                cuts,
            };
        }
        let mut kept = Vec::with_capacity(bytes.len());
        let mut at = 0;
        let mut removed = 0;
        while let Some(found) = memchr::memchr(0x1B, &bytes[at..]) {
            kept.extend_from_slice(&bytes[at..at + found]);
            at += found;
            let length = sequence(&bytes[at..]);
            removed += length;
            at += length;
            cuts.push((kept.len(), removed));
        }
        kept.extend_from_slice(&bytes[at..]);
        Self {
            bytes: Cow::Owned(kept),
            cuts,
        }
    }

    /// Whether a word may begin here.
    pub(super) fn begins(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| self.bytes[before]) else {
            return true;
        };
        if !is_word(before) || self.cuts.binary_search_by_key(&at, |cut| cut.0).is_ok() {
            return true;
        }
        let earlier = |back: usize| at.checked_sub(back).map(|place| self.bytes[place]);
        // `\n` and `%3D` written out are no letters of the word.
        let colour = before == b'm' && {
            let numbers = self.bytes[..at - 1]
                .iter()
                .rev()
                .take(16)
                .take_while(|byte| byte.is_ascii_digit() || **byte == b';')
                .count();
            earlier(numbers + 2) == Some(b'[')
        };
        colour
            || (matches!(before, b'n' | b'r' | b't') && earlier(2) == Some(b'\\'))
            || (earlier(3) == Some(b'%')
                && before.is_ascii_hexdigit()
                && earlier(2).is_some_and(|byte| byte.is_ascii_hexdigit()))
    }

    /// The place in the whole text of a stretch of the folded one.
    pub(super) fn unfold(&self, found: Match) -> Match {
        let place = |at: usize| {
            let cut = self.cuts.partition_point(|cut| cut.0 <= at);
            at + cut.checked_sub(1).map_or(0, |cut| self.cuts[cut].1)
        };
        Match {
            start: place(found.start),
            end: place(found.end - 1) + 1,
            ..found
        }
    }
}

/// How long the escape sequence is that `bytes` begin with.
fn sequence(bytes: &[u8]) -> usize {
    if bytes.get(1) != Some(&b'[') {
        return 1;
    }
    let parameters = bytes[2..]
        .iter()
        .take(32)
        .take_while(|byte| (0x20..0x40).contains(*byte))
        .count();
    match bytes.get(2 + parameters) {
        Some(0x40..0x7F) => 3 + parameters,
        _ => 1,
    }
}

/// A place in a string: in its source, and in UTF-16 units of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) source: usize,
    pub(super) unit: usize,
}

/// Where the `offsets` into a string's text, ascending, lie. `inner` is its source without quotes.
pub(super) fn places(inner: &[u8], offsets: &[usize]) -> Vec<Place> {
    let mut out = Vec::with_capacity(offsets.len());
    let mut text = 0;
    let mut place = Place::default();
    let mut rest = offsets.iter().peekable();
    while place.source < inner.len() {
        while rest.next_if(|&&offset| offset <= text).is_some() {
            out.push(place);
        }
        if rest.peek().is_none() {
            return out;
        }
        let step = step(&inner[place.source..]);
        text += step.text;
        place.source += step.source;
        place.unit += step.units;
    }
    out.extend(rest.map(|_| place));
    out
}

struct Step {
    source: usize,
    text: usize,
    units: usize,
}

/// One character of a string's text, as [`decode`](crate::json::decode) gives it.
fn step(source: &[u8]) -> Step {
    if source[0] == b'\\' {
        return escape(source);
    }
    if source[0].is_ascii() {
        return Step {
            source: 1,
            text: 1,
            units: 1,
        };
    }
    let piece = &source[..source.len().min(4)];
    // What stands behind a character may be cut off here, but the first one is whole.
    let chunk = piece.utf8_chunks().next();
    let first = chunk
        .as_ref()
        .and_then(|chunk| chunk.valid().chars().next());
    if let Some(character) = first {
        let length = character.len_utf8();
        return Step {
            source: length,
            text: length,
            units: character.len_utf16(),
        };
    }
    let bad = chunk.map_or(1, |chunk| chunk.invalid().len().max(1));
    Step {
        source: bad,
        text: 3,
        units: 1,
    }
}

fn escape(source: &[u8]) -> Step {
    let Some(unit) = unit(source) else {
        return Step {
            source: source.len().min(2),
            text: 1,
            units: 1,
        };
    };
    let text = match unit {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0xD800..0xDC00 => {
            let low = unit_of(source.get(6..));
            if low.is_some_and(|low| (0xDC00..0xE000).contains(&low)) {
                return Step {
                    source: 12,
                    text: 4,
                    units: 2,
                };
            }
            3
        }
        _ => 3,
    };
    Step {
        source: 6,
        text,
        units: 1,
    }
}

fn unit_of(source: Option<&[u8]>) -> Option<u16> {
    source.and_then(unit)
}

/// The unit of a `\u` escape.
fn unit(source: &[u8]) -> Option<u16> {
    let digits = source.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_agree_with_decoding() {
        for inner in [
            &b"plain"[..],
            br#"a\n\"b\\"#,
            br"\u0041\u00e9\u20ac\ud83d\ude00x\ud83d y\ude00",
            "é€😀".as_bytes(),
            b"a\xFFb\xE2\x82c\xF0\x9F",
        ] {
            let text = crate::json::decode(inner);
            let mut offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            offsets.push(text.len());
            let places = places(inner, &offsets);
            assert_eq!(places.len(), offsets.len());
            for (place, &offset) in places.iter().zip(&offsets) {
                assert_eq!(crate::json::decode(&inner[..place.source]), text[..offset]);
                assert_eq!(place.unit, text[..offset].encode_utf16().count());
            }
        }
    }
}
