//! Patterns by example; what each finds was printed by `new RegExp(pattern, "i").test(text)`.

use super::*;

fn finds(pattern: &str, text: &str) -> Option<bool> {
    let pattern = Pattern::parse(pattern).ok()?;
    Some(pattern.occurs_in(&units(text)).expect("within the steps"))
}

#[test]
fn finds_what_javascript_finds() {
    for (pattern, text, expected) in PRINTED {
        assert_eq!(finds(pattern, text), *expected, "/{pattern}/i in {text:?}");
    }
}

#[test]
fn says_what_is_wrong() {
    for (pattern, expected) in [
        ("(a", PatternError::OpenGroup),
        ("a)", PatternError::UnopenedGroup),
        ("[a", PatternError::OpenSet),
        ("a\\", PatternError::OpenEscape),
        ("[\\", PatternError::OpenEscape),
        ("*a", PatternError::NothingToRepeat),
        ("a**", PatternError::NothingToRepeat),
        ("(?<=a)*", PatternError::NothingToRepeat),
        ("a{2,1}", PatternError::Backwards),
        ("[z-a]", PatternError::Backwards),
        ("(?i:a)", PatternError::UnknownGroup),
        ("(?<1>a)", PatternError::GroupName),
        ("(?<a>.)(?<a>.)", PatternError::GroupName),
        ("(?<a>.)\\k<b>", PatternError::NoSuchGroup),
        (&"(".repeat(200), PatternError::TooLarge),
        (&"a".repeat(5000), PatternError::TooLarge),
    ] {
        let error = Pattern::parse(pattern).expect_err(pattern);
        assert_eq!(error, expected, "{pattern}");
        assert!(error.to_string().ends_with('.'));
    }
}

#[test]
fn gives_up_in_time() {
    let text = units(&"a".repeat(60));
    for pattern in [
        "(a+)+b",
        "(a*)*b",
        "(?:a|a)*b",
        "(a|aa)+$^",
        "(?=(a+)+b)",
        "(.*)*\\1x",
    ] {
        let pattern = Pattern::parse(pattern).expect(pattern);
        assert_eq!(pattern.occurs_in(&text), Err(GaveUp));
    }
    // A text of a few megabytes is no reason to.
    let long = units(&"ab ".repeat(1_000_000));
    for (pattern, expected) in [
        ("x", Ok(false)),
        ("b a.*$", Ok(true)),
        ("(?:ab )*$", Ok(true)),
        ("\\bb|x", Ok(false)),
        ("(\\w+\\s*)+x", Err(GaveUp)),
    ] {
        let pattern = Pattern::parse(pattern).expect(pattern);
        assert_eq!(pattern.occurs_in(&long), expected);
    }
}

const PRINTED: &[(&str, &str, Option<bool>)] = &[
    ("salt", "Fix the SALT", Some(true)),
    ("^fix", "Fix", Some(true)),
    ("fix$", "a fix", Some(true)),
    ("fix$", "fix\u{a}", Some(false)),
    ("^b", "a\u{a}b", Some(false)),
    ("a.c", "abc", Some(true)),
    ("a.c", "a\u{a}c", Some(false)),
    ("a.c", "a\u{2028}c", Some(false)),
    ("a|b|", "zzz", Some(true)),
    ("(?:ab|cd)+e", "abcdabe", Some(true)),
    ("a{2}", "aa", Some(true)),
    ("a{2,}b", "ab aab", Some(true)),
    ("a{,2}", "a{,2}", Some(true)),
    ("a{2", "xa{2", Some(true)),
    ("{", "{", Some(true)),
    ("}", "]}", Some(true)),
    ("]", "]", Some(true)),
    ("x{0}y", "y", Some(true)),
    ("a{0,0}b", "b", Some(true)),
    ("[a-c]+$", "xcab", Some(true)),
    ("[^a-c]", "abc", Some(false)),
    ("[^]", "\u{a}", Some(true)),
    ("[]", "a", Some(false)),
    ("[]a]", "a]", Some(false)),
    ("[\\w-.]+$", "a-.", Some(true)),
    ("[a-]", "-", Some(true)),
    ("[-a]", "-", Some(true)),
    ("[\\d-x]", "-", Some(true)),
    ("[\\b]", "\u{8}", Some(true)),
    ("\\bword\\b", "a word.", Some(true)),
    ("\\Bord", "word", Some(true)),
    ("\\d\\D\\s\\S\\w\\W", "1a \u{a0}_-", Some(false)),
    ("\\d\\D\\s\\S\\w\\W", "1a x_-", Some(true)),
    ("\\x41\\u0042", "ab", Some(true)),
    ("\\x4", "x4", Some(true)),
    ("\\u12", "u12", Some(true)),
    ("\\cJ", "\u{a}", Some(true)),
    ("\\c1", "\\c1", Some(true)),
    ("[\\c1]", "\u{11}", Some(true)),
    ("\\0", "\u{0}", Some(true)),
    ("\\101", "a", Some(true)),
    ("\\8", "8", Some(true)),
    ("(a)\\1", "aA", Some(true)),
    ("(a)\\2", "a\u{2}", Some(true)),
    ("\\1(a)", "a", Some(true)),
    ("(?:(a)|b)*\\1$", "ab", Some(true)),
    ("(z)((a+)?(b+)?(c))*\\3x", "zaacbbbcacx", Some(false)),
    ("(?<x>a)\\k<x>", "aa", Some(true)),
    ("\\k<x>", "k<x>", Some(true)),
    ("(?=a)b", "ab", Some(false)),
    ("(?=a)ab", "ab", Some(true)),
    ("(?!a)b", "ab", Some(true)),
    ("(?=(a+))\\1b", "aab", Some(true)),
    ("(?=(a+))a\\1b", "aab", Some(false)),
    ("(?<=\\$)\\d+", "$42", Some(true)),
    ("(?<!\\$)\\b\\d+", "$42", Some(false)),
    ("(?<=(\\d+)(\\d+))$", "1053", Some(true)),
    ("(?<=\\1(a))b", "aab", Some(true)),
    ("(?<=^|x)y", "zy", Some(false)),
    ("(?=a)*b", "b", Some(true)),
    ("(?=a){2}a", "a", Some(true)),
    ("a+?b", "aaab", Some(true)),
    ("<.+?>x", "<a><b>x", Some(true)),
    ("(a*)*", "b", Some(true)),
    ("(a*)+$", "b", Some(true)),
    ("(?:a*?)*b", "aab", Some(true)),
    ("(?:){3}a", "a", Some(true)),
    ("(a?)*?$", "aa", Some(true)),
    ("(?:a|ab)(?:c|bcd)(?:d*)$", "abcd", Some(true)),
    ("ſ", "s", Some(false)),
    ("s", "ſ", Some(false)),
    ("\\u212a", "k", Some(false)),
    ("k", "\u{212a}", Some(false)),
    ("ß", "SS", Some(false)),
    ("ß", "ẞ", Some(false)),
    ("ẞ", "ß", Some(false)),
    ("σ", "ς", Some(true)),
    ("Σ", "ς", Some(true)),
    ("[σ]", "ς", Some(true)),
    ("[^σ]", "ς", Some(false)),
    ("é", "É", Some(true)),
    ("µ", "Μ", Some(true)),
    ("ǆ", "ǅ", Some(true)),
    ("İ", "i", Some(false)),
    ("ı", "I", Some(false)),
    ("[à-ý]", "Ý", Some(true)),
    ("\\w", "é", Some(false)),
    ("[\\W]", "k", Some(false)),
    ("[^\\W]", "ſ", Some(false)),
    ("😀", "a😀", Some(true)),
    ("^.$", "😀", Some(false)),
    ("^..$", "😀", Some(true)),
    ("[😀]$", "😁x😀", Some(true)),
    ("\\ud83d", "😀", Some(true)),
    ("đ", "Đ", Some(true)),
    ("tiếng việt", "TIẾNG VIỆT", Some(true)),
    ("a\\/b", "a/b", Some(true)),
    ("\\-", "-", Some(true)),
    ("(?:x|y|z){2,3}w", "xyzxw", Some(true)),
    ("^(?:(\\w)(?!.*\\1))+$", "abca", Some(false)),
    ("^(?:(\\w)(?!.*\\1))+$", "abcd", Some(true)),
    ("(?<!a(?=b))b", "ab", Some(false)),
    ("(?<=(?=b))b", "ab", Some(true)),
    ("\\bfoo.*bar\\b", "FOO x bar.", Some(true)),
    ("a{1000000000000}", "a", Some(false)),
    ("(?:a{0,2}){3}b$", "aaaaaab", Some(true)),
    ("(a{2}){2}$", "aaaa", Some(true)),
    ("((a)|(b))*?c\\2", "abc", Some(true)),
    ("[a-z]{2}\\d{3}", "AB123", Some(true)),
    ("a**", "a", None),
    ("(", "a", None),
    ("(?<=a)+", "a", None),
    ("(?<=ab{2,}?)c", "abbbc", Some(true)),
    ("(?<=(?:ab)*)c", "ababc", Some(true)),
    ("(?<=\\b.)x", "ax", Some(true)),
    ("\\s", "\u{feff}", Some(true)),
    ("\\S", "\u{180e}", Some(true)),
    ("[^\\s\\S]", "a", Some(false)),
    ("[\\s\\S]", "a", Some(true)),
    ("(?<a>.)(?<b>.)\\k<b>\\k<a>", "abba", Some(true)),
    ("^a*?$", "aaaa", Some(true)),
    ("^a??$", "a", Some(true)),
    ("(?:^|,)b(?:,|$)", "a,b,c", Some(true)),
];
