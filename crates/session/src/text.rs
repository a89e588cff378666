//! JavaScript's ideas about text that the format depends on: white space, trimming,
//! lengths and cuts in UTF-16 units.

/// Whether JavaScript's `trim` and `\s` take the character for white space.
pub(crate) fn is_white_space(character: char) -> bool {
    matches!(
        character,
        '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

/// `String.prototype.trim`.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_white_space)
}

/// The words of a query: `text.split(/\s+/).filter(Boolean)`.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_white_space).filter(|word| !word.is_empty())
}

/// `String.prototype.length`: UTF-16 units.
pub(crate) fn utf16_length(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.encode_utf16().count()
    }
}

/// `text.slice(0, units)`; half of a surrogate pair at the cut reads U+FFFD.
pub(crate) fn utf16_prefix(text: &str, units: usize) -> String {
    if text.is_ascii() {
        return text[..text.len().min(units)].to_owned();
    }
    let kept: Vec<u16> = text.encode_utf16().take(units).collect();
    String::from_utf16_lossy(&kept)
}

/// Row text: line breaks and tabs become spaces, then trimmed.
pub(crate) fn one_line(text: &str) -> String {
    trim(&text.replace(['\n', '\t'], " ")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_count_utf16_units() {
        assert_eq!(utf16_length("a😀é"), 4);
        assert_eq!(utf16_prefix("a😀é", 3), "a😀");
        assert_eq!(utf16_prefix("a😀é", 2), "a\u{fffd}");
        assert_eq!(utf16_prefix("abc", 9), "abc");
    }

    #[test]
    fn trims_as_javascript_does() {
        assert_eq!(trim("\u{feff} a\u{85} \u{2029}"), "a\u{85}");
        assert_eq!(one_line("\n a\tb\r\n"), "a b");
        assert_eq!(words(" a\u{a0}b  c ").collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
