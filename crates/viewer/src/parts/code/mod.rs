//! Code as coloured text. The colouring is light on purpose: comments, strings, numbers and keywords
//! of a language's family, found in one pass. It is no parser and never changes the text.

mod language;
mod tokens;

use std::borrow::Cow;

use yew::AttrValue;

pub use language::Language;
use tokens::tokens;

use super::styled::Styled;

/// Longer code is shown plain: colour costs an element a token.
const LONGEST_COLOURED: usize = 60_000;

/// Code as text with classes.
pub fn styled(code: &AttrValue, language: Language) -> Styled {
    if language == Language::Plain || code.len() > LONGEST_COLOURED {
        return Styled::plain(code.clone());
    }
    let spans = tokens(code, language)
        .into_iter()
        .filter_map(|token| Some((token.range, Cow::Borrowed(token.kind.class()?))))
        .collect();
    Styled {
        text: code.clone(),
        spans,
    }
}
