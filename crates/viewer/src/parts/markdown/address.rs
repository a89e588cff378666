//! Which addresses may be links, and when a link must show where it leads.

/// Whether an address may become a link: `http`, `https` and `mailto`, plainly spelt.
pub(super) fn may_link(address: &str) -> bool {
    let is_plain = address.chars().all(|character| {
        !character.is_control() && !character.is_whitespace() && !reorders(character)
    });
    let starts = |prefix: &str| {
        address
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            && address.len() > prefix.len()
    };
    is_plain && (starts("http://") || starts("https://") || starts("mailto:"))
}

fn reorders(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}'..='\u{200f}' | '\u{feff}')
}

/// Whether a link's words look like an address, but not like the one it leads to.
pub(super) fn is_misleading(words: &str, address: &str) -> bool {
    let words = words.trim();
    let said = bare(words.trim_end_matches('…').trim_end_matches("..."));
    let is_said = bare(address).strip_prefix(said).is_some_and(|rest| {
        rest.is_empty() || said.contains('/') || rest.starts_with(['/', '?', '#', ':'])
    });
    looks_like_address(words) && !is_said
}

fn looks_like_address(words: &str) -> bool {
    if words.contains(char::is_whitespace) {
        return words.contains("://");
    }
    if words.contains("://") || words.to_ascii_lowercase().starts_with("www.") {
        return true;
    }
    let host = words.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let top = host.rsplit('.').next().unwrap_or_default();
    host.contains('.')
        && (2..=12).contains(&top.len())
        && top.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The address without what people leave out when they write it.
fn bare(address: &str) -> &str {
    let mut bare = address.trim();
    for prefix in ["https://", "http://", "mailto:", "www."] {
        if let Some(start) = bare.get(..prefix.len())
            && start.eq_ignore_ascii_case(prefix)
        {
            bare = &bare[prefix.len()..];
        }
    }
    bare.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_schemes_link() {
        for address in [
            "https://a.example/?q=\"'<>",
            "HTTP://a.example",
            "mailto:a@b.example",
        ] {
            assert!(may_link(address), "{address}");
        }
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "vbscript:x",
            "data:text/html,<script>",
            "file:///etc/passwd",
            "//evil.example",
            "src/auth.ts",
            "#top",
            "",
            "https://",
            "\u{1}https://a.example",
            "https://a.example/\u{202e}gpj",
            "https :\t//a",
            "blob:https://a",
        ] {
            assert!(!may_link(address), "{address:?}");
        }
    }

    #[test]
    fn words_that_name_another_place_mislead() {
        for (words, address, expected) in [
            ("click here", "https://evil.example", false),
            ("https://bank.example", "https://evil.example", true),
            ("bank.example", "https://evil.example/bank.example", true),
            ("bank.example", "https://bank.example.evil.example", true),
            ("bank.example", "https://bank.example@evil.example", true),
            ("example.com/a", "https://www.example.com/a/", false),
            ("https://example.com/", "https://example.com", false),
            ("auth.ts", "https://github.com/x/auth.ts", true),
            ("v1.2", "https://example.com/v1.2", false),
        ] {
            assert_eq!(is_misleading(words, address), expected, "{words} {address}");
        }
    }
}
