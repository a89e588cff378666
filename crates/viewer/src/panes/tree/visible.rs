//! Text in which nothing hides: characters that show nothing, or that change the order of what is shown,
//! are written out. Pure text.

use std::borrow::Cow;
use std::fmt::Write;

/// A row shows no more characters than this; no screen is so wide.
const MOST_CHARACTERS: usize = 400;

/// The text with its hidden characters written out, cut to what a row can show.
pub fn visible(text: &str) -> Cow<'_, str> {
    let end = text
        .char_indices()
        .nth(MOST_CHARACTERS)
        .map_or(text.len(), |(end, _)| end);
    let text = &text[..end];
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if !is_hidden(character) {
            out.push(character);
            continue;
        }
        match picture(character) {
            Some(picture) => out.push(picture),
            // Writing to a string never fails.
            None => drop(write!(out, "⟨U+{:04X}⟩", u32::from(character))),
        }
    }
    Cow::Owned(out)
}

/// Controls have pictures of their own: ␀ to ␟, and ␡.
fn picture(character: char) -> Option<char> {
    match u32::from(character) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code),
        0x7f => Some('␡'),
        _ => None,
    }
}

/// Joiners and variation selectors are left alone: scripts and emoji need them.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // Soft hyphen, Arabic letter mark, zero-width space, marks of direction.
        | '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        // Line and paragraph separators, embeddings, overrides, isolates, invisible operators.
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        // Fillers, the byte order mark, annotations, tags, selectors beyond the first sixteen.
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in [
            "",
            "Xin chào",
            "日本語 ✓",
            "👩\u{200d}💻 ❤\u{fe0f}",
            "سلام",
            "नमस्ते",
        ] {
            assert!(
                matches!(visible(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }

    #[test]
    fn controls_and_marks_of_direction_are_written_out() {
        assert_eq!(visible("a\u{1b}[31mb\0"), "a␛[31mb␀");
        assert_eq!(visible("exe\u{202e}gpj.a"), "exe⟨U+202E⟩gpj.a");
        assert_eq!(visible("\u{feff}x\u{200b}y\u{7f}"), "⟨U+FEFF⟩x⟨U+200B⟩y␡");
        assert_eq!(visible("\u{e0041}"), "⟨U+E0041⟩");
    }

    #[test]
    fn long_text_is_cut() {
        let text = "é".repeat(10_000);
        assert_eq!(visible(&text).chars().count(), 400);
    }
}
