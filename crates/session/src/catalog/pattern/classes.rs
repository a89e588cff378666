//! Sets of units: what stands between brackets, and what `\w` and the like stand for.

use super::canonical;

/// A set of units in one case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Set {
    /// Sorted, apart from each other.
    ranges: Vec<(u16, u16)>,
    /// The same for ASCII, a bit each.
    ascii: u128,
    /// Whether it holds what the ranges do not.
    negated: bool,
}

impl Set {
    pub(super) fn has(&self, unit: u16) -> bool {
        let listed = if unit < 128 {
            self.ascii >> unit & 1 == 1
        } else {
            let after = self.ranges.partition_point(|&(first, _)| first <= unit);
            after > 0 && self.ranges[after - 1].1 >= unit
        };
        listed != self.negated
    }
}

/// Ranges of units as they were written.
pub(super) type Ranges = Vec<(u16, u16)>;

const WORD: [(u16, u16); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const DIGIT: [(u16, u16); 1] = [(0x30, 0x39)];
const SPACE: [(u16, u16); 10] = [
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const LINE_ENDS: [(u16, u16); 3] = [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

/// What a letter behind a backslash stands for, if for several units.
pub(super) fn named(letter: u16) -> Option<Ranges> {
    match u8::try_from(letter).ok()? {
        b'w' => Some(WORD.to_vec()),
        b'W' => Some(others(&WORD)),
        b'd' => Some(DIGIT.to_vec()),
        b'D' => Some(others(&DIGIT)),
        b's' => Some(SPACE.to_vec()),
        b'S' => Some(others(&SPACE)),
        _ => None,
    }
}

/// What the dot stands for.
pub(super) fn dot() -> Ranges {
    others(&LINE_ENDS)
}

/// Whether words are made of it.
pub(super) fn is_word(unit: u16) -> bool {
    WORD.iter()
        .any(|&(first, last)| (first..=last).contains(&unit))
}

/// All units but those in sorted ranges.
fn others(ranges: &[(u16, u16)]) -> Ranges {
    let mut others = Vec::with_capacity(ranges.len() + 1);
    let mut next = 0_u16;
    for &(first, last) in ranges {
        if first > next {
            others.push((next, first - 1));
        }
        next = last.saturating_add(1);
    }
    others.push((next, u16::MAX));
    others
}

/// Makes sets, each distinct one once.
#[derive(Default)]
pub(super) struct Sets {
    sets: Vec<Set>,
    /// What stands for each unit, made when first wanted.
    canonical: Vec<u16>,
}

impl Sets {
    pub(super) fn into_inner(self) -> Vec<Set> {
        self.sets
    }

    /// The number of the set that holds what `ranges` do, or all else.
    pub(super) fn add(&mut self, ranges: &[(u16, u16)], negated: bool) -> usize {
        let ranges = self.in_one_case(ranges);
        let mut ascii = 0;
        for &(first, last) in &ranges {
            for unit in first..=last.min(127) {
                ascii |= 1_u128 << unit;
            }
        }
        let set = Set {
            ranges,
            ascii,
            negated,
        };
        if let Some(number) = self.sets.iter().position(|other| *other == set) {
            return number;
        }
        self.sets.push(set);
        self.sets.len() - 1
    }

    fn in_one_case(&mut self, ranges: &[(u16, u16)]) -> Ranges {
        if self.canonical.is_empty() {
            self.canonical = (0..=u16::MAX).map(canonical).collect();
        }
        let mut held = vec![false; self.canonical.len()];
        for &(first, last) in ranges {
            for &unit in &self.canonical[usize::from(first)..=usize::from(last)] {
                held[usize::from(unit)] = true;
            }
        }
        let mut ranges: Ranges = Vec::new();
        for (unit, _) in (0..=u16::MAX).zip(held).filter(|(_, held)| *held) {
            match ranges.last_mut() {
                Some((_, last)) if unit > 0 && *last == unit - 1 => *last = unit,
                _ => ranges.push((unit, unit)),
            }
        }
        ranges
    }
}
