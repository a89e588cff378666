//! Secrets that are known by now, to be found wherever they stand again.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::matches::{Match, Rank};

/// A shorter text, or one of letters alone, may be any word: it goes only where a rule found it.
const LEAST: usize = 8;

/// Distinct texts, sorted.
#[derive(Debug, Default)]
pub(super) struct Known {
    values: Vec<(String, &'static str)>,
    /// For each text, the longest other that it begins with.
    shorter: Vec<Option<u32>>,
    beginnings: HashSet<[u8; LEAST], FxBuildHasher>,
}

/// Whether a secret is looked for everywhere.
pub(super) fn is_distinct(value: &str) -> bool {
    value.len() >= LEAST
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && value.bytes().any(|byte| !byte.is_ascii_alphabetic())
}

impl Known {
    pub(super) fn new(values: impl Iterator<Item = (String, &'static str)>) -> Self {
        let mut values: Vec<_> = values.filter(|(value, _)| is_distinct(value)).collect();
        values.sort_by(|left, right| left.0.cmp(&right.0));
        values.dedup_by(|left, right| left.0 == right.0);
        let mut shorter: Vec<Option<u32>> = Vec::with_capacity(values.len());
        for (index, (value, _)) in values.iter().enumerate() {
            let mut candidate = index
                .checked_sub(1)
                .and_then(|before| u32::try_from(before).ok());
            while let Some(place) = candidate
                && !value.starts_with(&values[place as usize].0)
            {
                candidate = shorter[place as usize];
            }
            shorter.push(candidate);
        }
        let beginnings = values
            .iter()
            .filter_map(|(value, _)| beginning(value.as_bytes()))
            .collect();
        Self {
            values,
            shorter,
            beginnings,
        }
    }

    /// Where known secrets stand in `text`.
    pub(super) fn find(&self, text: &str, out: &mut Vec<Match>) {
        if self.values.is_empty() {
            return;
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(eight) = bytes.get(at..).and_then(beginning) {
            if self.beginnings.contains(&eight)
                && let Some((length, kind)) = self.longest(&bytes[at..])
            {
                out.push(Match {
                    start: at,
                    end: at + length,
                    kind,
                    rank: Rank::Again,
                });
            }
            at += 1;
        }
    }

    /// The longest known secret that `text` begins with: of those not above it in order, the last
    /// one shares most with it, and each shorter one that fits is a beginning of that.
    fn longest(&self, text: &[u8]) -> Option<(usize, &'static str)> {
        let after = self
            .values
            .partition_point(|(value, _)| value.as_bytes() <= text);
        let mut candidate = after
            .checked_sub(1)
            .and_then(|before| u32::try_from(before).ok());
        while let Some(place) = candidate {
            let (value, kind) = &self.values[place as usize];
            if text.starts_with(value.as_bytes()) {
                return Some((value.len(), kind));
            }
            candidate = self.shorter[place as usize];
        }
        None
    }
}

fn beginning(bytes: &[u8]) -> Option<[u8; LEAST]> {
    bytes.get(..LEAST)?.try_into().ok()
}
