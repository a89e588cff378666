//! The characters that secrets are made of, and whether a run of them looks drawn by chance.
//!
//! Chance alone makes no finding: it only keeps `ghp_xxxxxxxx` and words from being one.

/// A set of ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    Digit,
    Hex,
    /// Lower case and digits.
    Lower,
    /// Upper case and digits.
    Upper,
    Alnum,
    /// Letters, digits, `_` and `-`.
    Base64Url,
    /// The above and `.`.
    Dotted,
    /// The above and `~`.
    Tilde,
    /// Both sorts of base64, padding, and its escape in an address.
    Base64,
    /// As crypt(3) writes.
    Crypt,
}

impl Alphabet {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Alphabet::Digit => byte.is_ascii_digit(),
            Alphabet::Hex => byte.is_ascii_hexdigit(),
            Alphabet::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Alphabet::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Alphabet::Alnum => byte.is_ascii_alphanumeric(),
            Alphabet::Base64Url => byte.is_ascii_alphanumeric() || b"_-".contains(&byte),
            Alphabet::Dotted => byte.is_ascii_alphanumeric() || b"_-.".contains(&byte),
            Alphabet::Tilde => byte.is_ascii_alphanumeric() || b"_-.~".contains(&byte),
            Alphabet::Base64 => byte.is_ascii_alphanumeric() || b"_-+/=%".contains(&byte),
            Alphabet::Crypt => byte.is_ascii_alphanumeric() || b"./".contains(&byte),
        }
    }

    /// How many characters of this alphabet `text` begins with, but no more than `limit`.
    pub(super) fn run(self, text: &[u8], limit: usize) -> usize {
        text.iter()
            .take(limit)
            .take_while(|&&byte| self.has(byte))
            .count()
    }
}

/// A letter, a digit or `_`.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a long run looks drawn: many different characters, and not one of them over and over.
/// A run of up to seven characters says nothing, and passes.
pub(super) fn varied(run: &[u8]) -> bool {
    if run.len() < 8 {
        return true;
    }
    let mut seen = [false; 256];
    let (mut different, mut same, mut steps) = (0, 1, 1);
    let (mut longest_same, mut longest_steps) = (1, 1);
    for (index, &byte) in run.iter().enumerate() {
        different += usize::from(!std::mem::replace(&mut seen[usize::from(byte)], true));
        let before = index.checked_sub(1).map(|before| run[before]);
        same = if before == Some(byte) { same + 1 } else { 1 };
        let step = before.is_some_and(|before| before.wrapping_add(1) == byte);
        steps = if step { steps + 1 } else { 1 };
        longest_same = longest_same.max(same);
        longest_steps = longest_steps.max(steps);
    }
    let wanted = if run.len() < 16 { 5 } else { 8 };
    different >= wanted && longest_same < 6 && longest_steps < 8 && !says_placeholder(run)
}

/// Whether the text itself says that it stands for something else.
pub(super) fn says_placeholder(text: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "example",
        "xxxx",
        "your",
        "changeme",
        "change-me",
        "change_me",
        "placeholder",
        "redacted",
        "insert",
        "replace",
        "dummy",
        "sample",
        "fake",
        "0000000",
        "1234567890",
        "****",
        "...",
        "abcdef0123",
        "todo",
    ];
    let lower = text[..text.len().min(256)].to_ascii_lowercase();
    WORDS
        .iter()
        .any(|word| memchr::memmem::find(&lower, word.as_bytes()).is_some())
}

/// Whether a value has digits and letters, or both cases beyond a capital: no plain word.
pub(super) fn mixed(value: &[u8]) -> bool {
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = value
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        .count();
    let upper = value
        .iter()
        .skip(1)
        .filter(|byte| byte.is_ascii_uppercase())
        .count();
    let lower = value
        .iter()
        .filter(|byte| byte.is_ascii_lowercase())
        .count();
    (digits > 0 && letters > 0) || (value.len() >= 16 && upper > 3 && lower > 3)
}
