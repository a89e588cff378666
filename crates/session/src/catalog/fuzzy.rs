//! How well a few characters fit a short text when they may lie scattered in it: the scores that
//! Pi ranks names and folders by. The lower, the better.

/// A text to be compared with others: lower-cased, in UTF-16 units.
pub(super) fn units(text: &str) -> Vec<u16> {
    text.to_lowercase().encode_utf16().collect()
}

/// How well the units of `query` fit `text`; `None` if they do not occur in it in this order.
///
/// Letters with digits behind them, or before them, are also tried the other way round.
pub(super) fn score(query: &[u16], text: &[u16]) -> Option<f64> {
    in_order(query, text).or_else(|| Some(in_order(&swapped(query)?, text)? + 5.0))
}

fn in_order(query: &[u16], text: &[u16]) -> Option<f64> {
    if query.is_empty() {
        return Some(0.0);
    }
    let mut best = score_of(text, scattered(query, text)?.into_iter());
    let whole = |start: usize| score_of(text, start..start + query.len());
    // Of all places where the query stands in one piece, the first is the best; but for those where
    // a word begins, of which again the first is.
    let (first, first_of_word) = whole_places(query, text);
    for start in [first, first_of_word].into_iter().flatten() {
        best = best.min(whole(start));
    }
    if query == text {
        best -= 100.0;
    }
    Some(best)
}

/// Each unit of the query at its first place behind the one before.
fn scattered(query: &[u16], text: &[u16]) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(query.len());
    let mut from = 0;
    for unit in query {
        let place = from + text.get(from..)?.iter().position(|other| other == unit)?;
        places.push(place);
        from = place + 1;
    }
    Some(places)
}

/// Units in a row count in favour, the more the longer; so does the beginning of a word. Gaps
/// count against, and a little does the distance from the start.
#[expect(
    clippy::cast_precision_loss,
    reason = "a text has far fewer than 2^53 units"
)]
fn score_of(text: &[u16], places: impl Iterator<Item = usize>) -> f64 {
    let mut score = 0.0;
    let mut expected = 0;
    let mut run = 0.0;
    for (nth, place) in places.enumerate() {
        if place == expected {
            run += 1.0;
            score -= run * 5.0;
        } else {
            run = 0.0;
            if nth > 0 {
                score += (place - expected) as f64 * 2.0;
            }
        }
        if begins_word(text, place) {
            score -= 10.0;
        }
        score += place as f64 * 0.1;
        expected = place + 1;
    }
    score
}

fn begins_word(text: &[u16], place: usize) -> bool {
    let Some(before) = place.checked_sub(1).map(|before| text[before]) else {
        return true;
    };
    char::from_u32(u32::from(before)).is_some_and(|before| {
        matches!(before, '-' | '_' | '.' | '/' | ':') || crate::text::is_white_space(before)
    })
}

/// The first place where the query stands in one piece, and the first of them where a word begins.
/// Knuth, Morris and Pratt's way: one step a unit, however the text repeats itself.
fn whole_places(query: &[u16], text: &[u16]) -> (Option<usize>, Option<usize>) {
    let (mut first, mut first_of_word) = (None, None);
    let borders = borders(query);
    let mut matched = 0;
    for (place, unit) in text.iter().enumerate() {
        while matched > 0 && query.get(matched) != Some(unit) {
            matched = borders[matched - 1];
        }
        if query[matched] == *unit {
            matched += 1;
        }
        if matched == query.len() {
            let start = place + 1 - matched;
            first = first.or(Some(start));
            if begins_word(text, start) {
                first_of_word = Some(start);
                break;
            }
        }
    }
    (first, first_of_word)
}

/// By prefix of the query: how much of its end is a beginning of the query too.
fn borders(query: &[u16]) -> Vec<usize> {
    let mut borders = vec![0; query.len()];
    let mut length = 0;
    for place in 1..query.len() {
        while length > 0 && query[length] != query[place] {
            length = borders[length - 1];
        }
        if query[length] == query[place] {
            length += 1;
        }
        borders[place] = length;
    }
    borders
}

/// `abc12` for `12abc`, and the other way round; `None` for anything else.
fn swapped(query: &[u16]) -> Option<Vec<u16>> {
    let letter = |unit: &u16| (u16::from(b'a')..=u16::from(b'z')).contains(unit);
    let digit = |unit: &u16| (u16::from(b'0')..=u16::from(b'9')).contains(unit);
    let middle = query
        .windows(2)
        .position(|pair| letter(&pair[0]) != letter(&pair[1]))?
        + 1;
    let (front, back) = query.split_at(middle);
    let sound = (front.iter().all(letter) && back.iter().all(digit))
        || (front.iter().all(digit) && back.iter().all(letter));
    sound.then(|| [back, front].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures printed by Pi's `fuzzyMatch`.
    #[test]
    fn scores_are_pis() {
        for (query, text, expected) in [
            ("", "abc", Some(0.0)),
            ("abc", "abc", Some(-139.7)),
            ("abc", "xabc", Some(-14.399_999_999_999_999)),
            (
                "opus",
                "openrouter openrouter/anthropic/claude-opus",
                Some(-23.8),
            ),
            ("ab", "a-b ab cab", Some(-22.8)),
            ("FIX", "prefix fix the suffix", Some(-22.6)),
            ("salt", "Fix the salt", Some(-36.199_999_999_999_996)),
            ("fs", "Fix the salt", Some(-10.2)),
            ("aa", "aaaa", Some(-24.9)),
            ("52gpt", "gpt52", Some(-179.0)),
            ("gpt52", "52-gpt", Some(-41.7)),
            ("gpt-5", "5gpt", None),
            ("xyz", "abc", None),
            ("abcd", "abc", None),
            ("e", "é", None),
            ("😀", "a 😀", Some(-14.5)),
            ("İ", "i̇", Some(-124.9)),
            ("a", "　a", Some(-9.9)),
            ("th", "T h", Some(-22.8)),
        ] {
            let score = score(&units(query), &units(text));
            assert_eq!(score, expected, "{query:?} in {text:?}");
        }
    }

    #[test]
    fn a_text_that_repeats_itself_takes_no_longer() {
        let text = vec![u16::from(b'a'); 1 << 20];
        let query = vec![u16::from(b'a'); 1 << 19];
        assert!(score(&query, &text).is_some());
    }
}
