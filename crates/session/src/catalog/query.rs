//! What a person types to find a session: words, `"phrases"`, or `re:` and a pattern.

use super::pattern::{Pattern, PatternError};
use crate::text;

/// A query that has been read.
///
/// ```
/// use pi_session::Query;
/// assert!(Query::parse("salt \"per request\"").is_ok());
/// let error = Query::parse("re:salt(").unwrap_err();
/// assert_eq!(error.to_string(), "The pattern ends inside of a group; it needs a closing parenthesis.");
/// ```
#[derive(Clone, Debug)]
pub struct Query(pub(super) Wanted);

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// Nothing: every session will do.
    Anything,
    /// All of these.
    All(Vec<Word>),
    Pattern(Box<Pattern>),
}

/// One thing that must occur.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// A word, as it was typed; its characters may lie scattered in a name.
    Loose(String),
    /// A phrase, lower-cased, each run of white space a blank.
    Phrase(String),
}

/// Why a pattern can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// Nothing follows `re:`.
    EmptyPattern,
    /// What follows is not JavaScript's syntax.
    Pattern(PatternError),
}

impl std::fmt::Display for QueryError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            QueryError::EmptyPattern => out.write_str("A pattern is missing behind “re:”."),
            QueryError::Pattern(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for QueryError {}

impl Query {
    /// Reads what was typed.
    ///
    /// # Errors
    /// When it begins with `re:` and what follows is no regular expression.
    pub fn parse(typed: &str) -> Result<Self, QueryError> {
        let typed = text::trim(typed);
        if typed.is_empty() {
            return Ok(Query(Wanted::Anything));
        }
        let Some(pattern) = typed.strip_prefix("re:") else {
            return Ok(Query(Wanted::All(words(typed))));
        };
        let pattern = text::trim(pattern);
        if pattern.is_empty() {
            return Err(QueryError::EmptyPattern);
        }
        let pattern = Pattern::parse(pattern).map_err(QueryError::Pattern)?;
        Ok(Query(Wanted::Pattern(Box::new(pattern))))
    }

    /// Whether it finds every session.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Wanted::Anything)
    }
}

/// Words and quoted phrases; where a quote is not closed, quotes are characters like others.
fn words(typed: &str) -> Vec<Word> {
    let loose = |text: &str| {
        text::words(text)
            .map(|word| Word::Loose(word.to_owned()))
            .collect()
    };
    let pieces: Vec<&str> = typed.split('"').collect();
    if pieces.len().is_multiple_of(2) {
        return loose(typed);
    }
    let mut words: Vec<Word> = Vec::new();
    for (nth, piece) in pieces.into_iter().enumerate() {
        if nth.is_multiple_of(2) {
            words.extend::<Vec<_>>(loose(piece));
        } else {
            words.push(Word::Phrase(normalized(&piece.to_lowercase())));
        }
    }
    words.retain(|word| *word != Word::Phrase(String::new()));
    words
}

/// The text with each run of white space as one blank, and none at its ends.
pub(super) fn normalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text::words(text) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_phrases() {
        let loose = |text: &str| Word::Loose(text.to_owned());
        let phrase = |text: &str| Word::Phrase(text.to_owned());
        for (typed, expected) in [
            ("Foo  bar", vec![loose("Foo"), loose("bar")]),
            (
                "foo\"Node\n CVE\"bar",
                vec![loose("foo"), phrase("node cve"), loose("bar")],
            ),
            ("\"\" \" \"", vec![]),
            ("say \"hi", vec![loose("say"), loose("\"hi")]),
        ] {
            assert_eq!(words(typed), expected, "{typed}");
        }
    }

    #[test]
    fn patterns_are_read() {
        assert_eq!(Query::parse(" re: ").unwrap_err(), QueryError::EmptyPattern);
        assert!(Query::parse(" \u{feff}").is_ok_and(|query| query.is_empty()));
        assert!(Query::parse("re: a|b ").is_ok_and(|query| !query.is_empty()));
        assert!(Query::parse("RE:(").is_ok());
    }
}
