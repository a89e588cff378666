//! Where to cut a long text: by lines and by characters, never inside a grapheme.
//! Says nothing about how the cut is shown: that is `long_text`'s.

use std::ops::Range;

use unicode_segmentation::GraphemeCursor;

/// How much of a text stands open before a person asks for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Lines at most.
    pub lines: usize,
    /// Bytes at most, wherever lines end.
    pub bytes: usize,
}

/// Which end of a text matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// Its beginning: files, lists, prose.
    #[default]
    Start,
    /// Its end: what a command said last.
    End,
}

/// Number of lines a person would count: a last line break opens no line.
pub fn line_count(text: &str) -> usize {
    let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
    breaks + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// The part of `text` that stays within `limits`; the whole when it does.
/// A cut that saves only a line or two is not made: the button would be as tall.
pub fn excerpt(text: &str, limits: Limits, keep: Keep) -> Range<usize> {
    let generous = Limits {
        lines: limits.lines + 2,
        ..limits
    };
    if text.len() <= limits.bytes && line_count(text) <= generous.lines {
        return 0..text.len();
    }
    match keep {
        Keep::Start => {
            let end = nth_line_end(text, limits.lines);
            if end <= limits.bytes {
                0..end
            } else {
                0..floor_grapheme(text, limits.bytes)
            }
        }
        Keep::End => {
            let start = nth_last_line_start(text, limits.lines);
            if text.len() - start <= limits.bytes {
                start..text.len()
            } else {
                floor_grapheme(text, text.len() - limits.bytes)..text.len()
            }
        }
    }
}

/// Bytes until the end of the nth line, its break left out.
fn nth_line_end(text: &str, lines: usize) -> usize {
    breaks(text)
        .nth(lines.saturating_sub(1))
        .unwrap_or(text.len())
}

fn nth_last_line_start(text: &str, lines: usize) -> usize {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.bytes()
        .enumerate()
        .rev()
        .filter(|(_, byte)| *byte == b'\n')
        .nth(lines.saturating_sub(1))
        .map_or(0, |(at, _)| at + 1)
}

fn breaks(text: &str) -> impl Iterator<Item = usize> {
    text.bytes()
        .enumerate()
        .filter(|(_, byte)| *byte == b'\n')
        .map(|(at, _)| at)
}

/// The last boundary between graphemes at or before `at`. Looks back a bounded way, so that one
/// character with a million accents costs no more than another; there a character boundary does.
pub fn floor_grapheme(text: &str, at: usize) -> usize {
    const REACH: usize = 256;
    if at >= text.len() {
        return text.len();
    }
    let at = text.floor_char_boundary(at);
    let from = text.floor_char_boundary(at.saturating_sub(REACH));
    let to = text.ceil_char_boundary((at + REACH).min(text.len()));
    let window = &text[from..to];
    let mut cursor = GraphemeCursor::new(at - from, window.len(), true);
    if !matches!(cursor.is_boundary(window, 0), Ok(false)) {
        return at;
    }
    match cursor.prev_boundary(window, 0) {
        // The start of the window is no boundary of the text.
        Ok(Some(boundary)) if boundary > 0 || from == 0 => from + boundary,
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Limits = Limits {
        lines: 3,
        bytes: 20,
    };

    fn check(text: &str, keep: Keep, expected: &str) {
        assert_eq!(&text[excerpt(text, SMALL, keep)], expected);
    }

    #[test]
    fn short_text_is_whole() {
        check("", Keep::Start, "");
        check("a\nb\nc\nd\ne\n", Keep::Start, "a\nb\nc\nd\ne\n");
        check("a\nb\nc\nd\ne", Keep::End, "a\nb\nc\nd\ne");
    }

    #[test]
    fn cut_by_lines() {
        check("1\n2\n3\n4\n5\n6\n", Keep::Start, "1\n2\n3");
        check("1\n2\n3\n4\n5\n6\n", Keep::End, "4\n5\n6\n");
        check("1\n2\n3\n4\n5\n6", Keep::End, "4\n5\n6");
    }

    #[test]
    fn cut_by_bytes() {
        check(
            "0123456789012345678901234",
            Keep::Start,
            "01234567890123456789",
        );
        check(
            "0123456789012345678901234",
            Keep::End,
            "56789012345678901234",
        );
    }

    #[test]
    fn never_inside_a_grapheme() {
        // A family of 18 bytes, then one that straddles the limit.
        check("👩‍👩‍👧👩‍👩‍👧", Keep::Start, "👩‍👩‍👧");
        check(
            "0123456789012345678e\u{301}xx",
            Keep::Start,
            "0123456789012345678",
        );
        check("ab🇻🇳🇻🇳🇻🇳", Keep::Start, "ab🇻🇳🇻🇳");
    }

    #[test]
    fn a_heap_of_accents_is_cut_at_a_character() {
        let text = format!("a{}", "\u{301}".repeat(100_000));
        let end = floor_grapheme(&text, 50_000);
        assert!(text.is_char_boundary(end));
        assert!(end > 49_000);
    }

    #[test]
    fn lines_are_counted_as_people_do() {
        for (text, count) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\nb", 2),
            ("\n", 1),
            ("\n\n", 2),
        ] {
            assert_eq!(line_count(text), count, "{text:?}");
        }
    }
}
