//! All rules over one text.

use super::matches::{Match, joined};
use super::text::Folded;
use super::{Sorts, commands, keys, lines, named, people, tokens, urls};

/// What a placeholder begins with.
pub(super) const MARK: &str = "<redacted:";

/// The secrets of one text, in order, none overlapping another. Linear in the text.
pub(super) fn find(text: &str, sorts: Sorts) -> Vec<Match> {
    // Nothing shorter is a secret, and most strings of a session are shorter than this.
    if text.len() < 5 {
        return Vec::new();
    }
    let folded = Folded::new(text);
    let bytes = &folded.bytes;
    let mut out = Vec::new();
    tokens::find(bytes, |at| folded.begins(at), &mut out);
    named::find(bytes, &mut out);
    commands::find(bytes, &mut out);
    lines::find(bytes, &mut out);
    urls::find(bytes, &mut out);
    keys::find(bytes, &mut out);
    if sorts.emails {
        people::emails(bytes, &mut out);
    }
    if sorts.homes {
        people::homes(bytes, &mut out);
    }
    out.retain(|found| found.start < found.end);
    for found in &mut out {
        *found = whole_characters(text, folded.unfold(*found));
    }
    clear_of_marks(text, joined(out))
}

/// A value that stands under a name of its own, as in a tool's arguments.
pub(super) fn find_under(name: &str, text: &str) -> Option<Match> {
    named::under(name, text.as_bytes())
}

/// A rule counts bytes; a stretch begins and ends with whole characters.
fn whole_characters(text: &str, mut found: Match) -> Match {
    while !text.is_char_boundary(found.start) {
        found.start -= 1;
    }
    while !text.is_char_boundary(found.end) {
        found.end += 1;
    }
    found
}

/// Without the matches that touch what has been redacted already.
pub(super) fn clear_of_marks(text: &str, mut matches: Vec<Match>) -> Vec<Match> {
    let marks = marks(text);
    if !marks.is_empty() {
        matches.retain(|found| {
            let before = marks.partition_point(|mark| mark.end <= found.start);
            marks.get(before).is_none_or(|mark| mark.start >= found.end)
        });
    }
    matches
}

/// A placeholder that stands in a text.
pub(super) struct Mark<'a> {
    start: usize,
    end: usize,
    pub(super) kind: &'a str,
    pub(super) number: u32,
}

/// The placeholders in a text.
pub(super) fn marks(text: &str) -> Vec<Mark<'_>> {
    memchr::memmem::find_iter(text.as_bytes(), MARK.as_bytes())
        .filter_map(|start| {
            let rest = &text.as_bytes()[start + MARK.len()..];
            let length = rest
                .iter()
                .take(64)
                .take_while(|byte| {
                    byte.is_ascii_lowercase() || byte.is_ascii_digit() || **byte == b'-'
                })
                .count();
            if rest.get(length) != Some(&b'>') {
                return None;
            }
            let from = start + MARK.len();
            let (kind, number) = text[from..from + length].rsplit_once('-')?;
            Some(Mark {
                start,
                end: from + length + 1,
                kind,
                number: number.parse().ok()?,
            })
        })
        .collect()
}

/// How often a text is looked at again. Each look needs a new finding beside an older one.
const LOOKS: usize = 8;

/// Looks again at `text` with placeholders where `matches` are, until `look` finds nothing more:
/// what stands right beside a secret may be one only when that is gone.
pub(super) fn settled(
    text: &str,
    mut matches: Vec<Match>,
    look: impl Fn(&str) -> Vec<Match>,
) -> Vec<Match> {
    for _ in 0..LOOKS {
        if matches.is_empty() {
            break;
        }
        let mut replaced = String::with_capacity(text.len());
        // Ends of placeholders, and where the text goes on there.
        let mut ends = Vec::with_capacity(matches.len());
        let mut at = 0;
        for found in &matches {
            replaced.push_str(&text[at..found.start]);
            replaced.push_str(MARK);
            replaced.push_str(found.kind);
            replaced.push_str("-1>");
            at = found.end;
            ends.push((replaced.len(), at));
        }
        replaced.push_str(&text[at..]);
        let more = clear_of_marks(&replaced, joined(look(&replaced)));
        if more.is_empty() {
            break;
        }
        for found in more {
            let before = ends.partition_point(|end| end.0 <= found.start);
            let (from, to) = before.checked_sub(1).map_or((0, 0), |before| ends[before]);
            let start = to + (found.start - from);
            matches.push(Match {
                start,
                end: start + (found.end - found.start),
                ..found
            });
        }
        matches = joined(matches);
    }
    matches
}
