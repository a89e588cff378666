//! JSON strings: decoding to text, and quoting as `JSON.stringify` does.
//!
//! Works on a string's inner source (without its quotes), which the scanner has validated.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text of a string. Half of a surrogate pair and each invalid UTF-8 sequence read U+FFFD.
pub(crate) fn decode(inner: &[u8]) -> Cow<'_, str> {
    if memchr::memchr(b'\\', inner).is_none() {
        return match simdutf8::basic::from_utf8(inner) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(inner),
        };
    }
    let mut text = String::with_capacity(inner.len());
    let mut pending_high = None;
    pieces(inner, |piece| {
        match piece {
            Piece::Text(bytes) => {
                close_pair(&mut text, &mut pending_high);
                text.push_str(&String::from_utf8_lossy(bytes));
            }
            Piece::Unit(unit) => push_unit(&mut text, &mut pending_high, unit),
        }
        true
    });
    close_pair(&mut text, &mut pending_high);
    Cow::Owned(text)
}

/// Appends the UTF-16 units of a string to `units` until that holds `limit` of them.
pub(crate) fn decode_units(inner: &[u8], units: &mut Vec<u16>, limit: usize) {
    pieces(inner, |piece| {
        match piece {
            Piece::Text(bytes) => {
                // A unit takes at least one byte: what lies beyond cannot be wanted.
                let mut wanted = bytes.len().min((limit - units.len()) * 4);
                while wanted < bytes.len() && bytes[wanted] & 0xC0 == 0x80 {
                    wanted += 1;
                }
                let left = limit - units.len();
                units.extend(
                    String::from_utf8_lossy(&bytes[..wanted])
                        .encode_utf16()
                        .take(left),
                );
            }
            Piece::Unit(unit) => units.push(unit),
        }
        units.len() < limit
    });
}

/// Whether the string has anything but JavaScript's white space.
pub(crate) fn has_visible_text(inner: &[u8]) -> bool {
    // Nearly every text starts with a visible ASCII character.
    if inner
        .first()
        .is_some_and(|&byte| byte.is_ascii_graphic() && byte != b'\\')
    {
        return true;
    }
    let mut visible = false;
    pieces(inner, |piece| {
        visible = match piece {
            Piece::Text(bytes) => !crate::text::trim(&String::from_utf8_lossy(bytes)).is_empty(),
            Piece::Unit(unit) => {
                !char::from_u32(u32::from(unit)).is_some_and(crate::text::is_white_space)
            }
        };
        !visible
    });
    visible
}

enum Piece<'a> {
    Text(&'a [u8]),
    /// One UTF-16 unit, from an escape.
    Unit(u16),
}

/// Walks a string's plain runs and escapes until `each` says stop.
fn pieces<'a>(inner: &'a [u8], mut each: impl FnMut(Piece<'a>) -> bool) {
    let mut rest = inner;
    while !rest.is_empty() {
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        if plain > 0 && !each(Piece::Text(&rest[..plain])) {
            return;
        }
        rest = &rest[plain..];
        let (unit, length) = match rest {
            [] | [_] => return,
            [_, b'u', digits @ ..] => {
                let unit = digits.iter().take(4).fold(0_u16, |unit, &digit| {
                    let digit = char::from(digit).to_digit(16).unwrap_or(0);
                    unit << 4 | u16::try_from(digit).unwrap_or(0)
                });
                (unit, 6)
            }
            [_, b'b', ..] => (0x08, 2),
            [_, b'f', ..] => (0x0C, 2),
            [_, b'n', ..] => (0x0A, 2),
            [_, b'r', ..] => (0x0D, 2),
            [_, b't', ..] => (0x09, 2),
            [_, other, ..] => (u16::from(*other), 2),
        };
        if !each(Piece::Unit(unit)) {
            return;
        }
        rest = rest.get(length..).unwrap_or_default();
    }
}

fn push_unit(text: &mut String, pending_high: &mut Option<u16>, unit: u16) {
    if let Some(high) = pending_high.take() {
        if let Some(Ok(character)) = char::decode_utf16([high, unit]).next() {
            text.push(character);
            return;
        }
        text.push(char::REPLACEMENT_CHARACTER);
    }
    match unit {
        0xD800..0xDC00 => *pending_high = Some(unit),
        _ => text.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

fn close_pair(text: &mut String, pending_high: &mut Option<u16>) {
    if pending_high.take().is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

/// Appends `text` to `out` as a JSON string, quoted and escaped as `JSON.stringify` does.
///
/// ```
/// let mut out = String::new();
/// pi_session::json::quote_into("a\n\"b\"", &mut out);
/// assert_eq!(out, r#""a\n\"b\"""#);
/// ```
pub fn quote_into(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        quote_char(character, out);
    }
    out.push('"');
}

/// Requotes a string's source as `JSON.stringify(JSON.parse(…))` would: half of a surrogate pair
/// stays, as an escape.
pub(super) fn requote_into(inner: &[u8], out: &mut String) {
    let mut units = Vec::new();
    if memchr::memchr(b'\\', inner).is_none() {
        quote_into(&decode(inner), out);
        return;
    }
    decode_units(inner, &mut units, usize::MAX / 8);
    out.push('"');
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(character) => quote_char(character, out),
            Err(lone) => escape_unit(lone.unpaired_surrogate(), out),
        }
    }
    out.push('"');
}

fn quote_char(character: char, out: &mut String) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        control @ '\0'..' ' => escape_unit(control as u16, out),
        other => out.push(other),
    }
}

fn escape_unit(unit: u16, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "\\u{unit:04x}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_escapes_pairs_and_halves() {
        for (inner, expected) in [
            (r"plain", "plain"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r"\u0041\u00e9", "Aé"),
            (r"\ud83d\ude00", "😀"),
            (r"\udbff\udfff", "\u{10ffff}"),
            (r"\ud83d", "\u{fffd}"),
            (r"\ude00x", "\u{fffd}x"),
            (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
            (r"\ud83dx\ude00", "\u{fffd}x\u{fffd}"),
            (r"é\n", "é\n"),
        ] {
            assert_eq!(decode(inner.as_bytes()), expected, "{inner}");
        }
        assert_eq!(decode(b"a\xFFb"), "a\u{fffd}b");
        assert_eq!(decode(b"a\xE2\x82\\n"), "a\u{fffd}\n");
    }

    #[test]
    fn units_stop_at_the_limit() {
        let mut units = Vec::new();
        decode_units("é😀abc".as_bytes(), &mut units, 2);
        assert_eq!(units, [0xE9, 0xD83D]);
        let mut units = vec![1];
        decode_units(br"\ud83dabc", &mut units, 3);
        assert_eq!(units, [1, 0xD83D, u16::from(b'a')]);
    }

    #[test]
    fn white_space_is_javascripts() {
        for blank in [r"", r" \n\t", "\u{feff}\u{a0}\u{2028}", r"\ufeff\u3000"] {
            assert!(!has_visible_text(blank.as_bytes()), "{blank:?}");
        }
        for visible in ["x", " x", r"\u200b", r"\ud83d", "\u{85}", r#"\""#] {
            assert!(has_visible_text(visible.as_bytes()), "{visible:?}");
        }
    }
}
