//! How well a session fits a query. A text that occurs in the name fits best, then one in the id,
//! the messages or the folder, then characters that lie scattered in name or folder; each of them
//! outweighs all that is behind it.

use std::borrow::Cow;

use memchr::memmem;

use super::fuzzy;
use super::pattern::{GaveUp, units};
use super::query::{Wanted, Word, normalized};
use super::search::Candidate;

/// What parts one way of fitting from the next.
const STEP: f64 = 1_000_000.0;
const IN_TEXT: f64 = STEP;
const SCATTERED: f64 = 2.0 * STEP;

/// How well the candidate fits, the lower the better; `None` if it does not.
///
/// # Errors
/// When the pattern takes too many steps on the candidate's texts.
pub(super) fn score(candidate: &Candidate, wanted: &Wanted) -> Result<Option<f64>, GaveUp> {
    match wanted {
        Wanted::Anything => Ok(Some(0.0)),
        Wanted::Pattern(pattern) => {
            let finds = |text: &str| pattern.occurs_in(&units(text));
            if let Some(name) = candidate.name()
                && finds(name)?
            {
                return Ok(Some(0.0));
            }
            for text in [candidate.id(), candidate.text(), candidate.cwd()] {
                if finds(text)? {
                    return Ok(Some(IN_TEXT));
                }
            }
            Ok(None)
        }
        Wanted::All(words) => Ok(words
            .iter()
            .try_fold(0.0, |sum, word| Some(sum + word_score(candidate, word)?))),
    }
}

fn word_score(candidate: &Candidate, word: &Word) -> Option<f64> {
    match word {
        Word::Phrase(phrase) => {
            let name = normalized(candidate.lower_name());
            literal(candidate, phrase, &name, |text| normalized(text).into())
        }
        Word::Loose(typed) => {
            let word = typed.to_lowercase();
            literal(candidate, &word, candidate.lower_name(), Cow::Borrowed)
                .or_else(|| scattered(candidate, &word))
        }
    }
}

/// The text occurs as it is. `of` gives what of a text is looked through.
fn literal<'a>(
    candidate: &'a Candidate,
    wanted: &str,
    name: &str,
    of: impl Fn(&'a str) -> Cow<'a, str>,
) -> Option<f64> {
    let finder = memmem::Finder::new(wanted);
    let occurs = |text: &str| finder.find(text.as_bytes()).is_some();
    if occurs(name) {
        return fuzzy::score(&fuzzy::units(wanted), &fuzzy::units(name));
    }
    let found = occurs(candidate.lower_id())
        || occurs(&of(candidate.lower_text()))
        || occurs(&of(candidate.lower_cwd()));
    found.then_some(IN_TEXT)
}

fn scattered(candidate: &Candidate, word: &str) -> Option<f64> {
    let word = fuzzy::units(word);
    [candidate.lower_name(), candidate.lower_cwd()]
        .into_iter()
        .filter_map(|text| fuzzy::score(&word, &fuzzy::units(text)))
        .min_by(f64::total_cmp)
        .map(|score| SCATTERED + score)
}
