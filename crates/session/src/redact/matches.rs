//! Stretches of one text that rules have matched, and how those that overlap become one.

/// How much a match says about what it is; of two over one stretch the greater names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Found again, since it is a secret elsewhere.
    Again,
    /// Its surroundings tell.
    Context,
    /// Its own shape tells.
    Token,
}

/// A stretch of a text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: &'static str,
    pub(super) rank: Rank,
}

/// Sorts matches by place, and joins those that overlap.
pub(super) fn joined(mut matches: Vec<Match>) -> Vec<Match> {
    matches.retain(|found| found.start < found.end);
    matches.sort_by_key(|found| (found.start, std::cmp::Reverse(found.end)));
    let mut out: Vec<Match> = Vec::with_capacity(matches.len());
    for found in matches {
        match out.last_mut() {
            Some(last) if found.start < last.end => {
                if found.rank > last.rank {
                    last.kind = found.kind;
                    last.rank = found.rank;
                }
                last.end = last.end.max(found.end);
            }
            _ => out.push(found),
        }
    }
    out
}
