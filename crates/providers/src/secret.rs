//! Keys, which no message, log or error may hold.

use std::fmt;

/// A provider's key. It can be sent, and that is all: it has no `Display`, and its `Debug` hides it.
///
/// ```
/// # use pi_providers::Secret;
/// let key = Secret::new(" sk-1234 \n").unwrap();
/// assert_eq!(format!("{key:?}"), "Secret(hidden)");
/// assert_eq!(key.expose(), "sk-1234");
/// assert_eq!(key.hide_in("no such key: sk-1234"), "no such key: [key]");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Why a text can be no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyProblem {
    /// Nothing but white space.
    Empty,
    /// A character that no header may hold: a line break, a blank, a letter beyond ASCII.
    Character,
}

impl fmt::Display for KeyProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Empty => "There is no key. Paste the one that the provider gave you.",
            Self::Character => {
                "This is no key: it holds a blank, a line break or a character that is not plain ASCII. Copy the key again, alone."
            }
        })
    }
}

impl std::error::Error for KeyProblem {}

impl Secret {
    /// The key that was typed or pasted; white space around it is dropped.
    ///
    /// # Errors
    ///
    /// If nothing is left, or something that no header can carry.
    pub fn new(text: &str) -> Result<Self, KeyProblem> {
        let key = text.trim();
        if key.is_empty() {
            return Err(KeyProblem::Empty);
        }
        if key.bytes().any(|byte| !byte.is_ascii_graphic()) {
            return Err(KeyProblem::Character);
        }
        Ok(Self(key.to_owned()))
    }

    /// The key itself, to be put into a request and nowhere else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A text without the key, should it hold it.
    pub fn hide_in(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_no_key_is_refused_without_being_repeated() {
        assert_eq!(Secret::new(" \n"), Err(KeyProblem::Empty));
        for text in ["sk 1", "sk-1\nsk-2", "sk-é", "“sk-1”", "a\u{7f}b"] {
            let problem = Secret::new(text).unwrap_err();
            assert_eq!(problem, KeyProblem::Character, "{text:?}");
            assert!(!problem.to_string().contains(text));
        }
    }
}
