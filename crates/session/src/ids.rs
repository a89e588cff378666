//! Ids as small numbers: each distinct id text is kept once.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The number of a distinct id text.
pub(crate) type IdNumber = u32;

/// No id, no record.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    text: String,
    spans: Vec<(u32, u32)>,
    numbers: HashTable<IdNumber>,
    /// By id number: the last record that has the id, [`NONE`] for one that is only referred to.
    records: Vec<u32>,
}

impl Ids {
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(crate) fn text(&self, number: IdNumber) -> &str {
        let (start, length) = self.spans[number as usize];
        &self.text[start as usize..(start + length) as usize]
    }

    pub(crate) fn number(&self, id: &str) -> Option<IdNumber> {
        self.numbers
            .find(hash(id), |&number| self.text(number) == id)
            .copied()
    }

    /// The number of an id, given one if it is new. `None` once the ids fill 4 GB.
    pub(crate) fn intern(&mut self, id: &str) -> Option<IdNumber> {
        if let Some(number) = self.number(id) {
            return Some(number);
        }
        let start = u32::try_from(self.text.len()).ok()?;
        let length = u32::try_from(id.len()).ok()?;
        start.checked_add(length)?;
        let number = u32::try_from(self.spans.len()).ok()?;
        self.text.push_str(id);
        self.spans.push((start, length));
        self.records.push(NONE);
        let (text, spans) = (&self.text, &self.spans);
        self.numbers.insert_unique(hash(id), number, |&number| {
            let (start, length) = spans[number as usize];
            hash(&text[start as usize..(start + length) as usize])
        });
        Some(number)
    }

    /// The last record with this id.
    pub(crate) fn record(&self, number: IdNumber) -> u32 {
        self.records[number as usize]
    }

    /// Makes `record` the one that the id names; gives the one before, or [`NONE`].
    pub(crate) fn set_record(&mut self, number: IdNumber, record: u32) -> u32 {
        std::mem::replace(&mut self.records[number as usize], record)
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(id.as_bytes());
    hasher.finish()
}

/// An id for an entry that has none: a function of the header's id and the record's number, so
/// that links survive a reload. `attempt` makes another one when the first is taken.
pub(crate) fn made_id(header_id: &str, record_number: u32, attempt: u32) -> String {
    // FNV-1a, written out since the result is part of people's links and must never change.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    header_id.bytes().for_each(&mut feed);
    record_number.to_le_bytes().into_iter().for_each(&mut feed);
    attempt.to_le_bytes().into_iter().for_each(&mut feed);
    let folded = hash ^ hash >> 32;
    format!("{:08x}", folded & 0xFFFF_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_a_text() {
        let mut ids = Ids::default();
        let a = ids.intern("a").expect("room");
        let b = ids.intern("").expect("room");
        assert_eq!(ids.intern("a"), Some(a));
        assert_ne!(a, b);
        assert_eq!((ids.text(a), ids.text(b)), ("a", ""));
        assert_eq!(ids.record(a), NONE);
        assert_eq!(ids.set_record(a, 7), NONE);
        assert_eq!(ids.set_record(a, 9), 7);
        assert_eq!(ids.number("b"), None);
    }

    #[test]
    fn made_ids_never_change() {
        let id = made_id("d703a1a9-1b7b-4fb1-b512-c9738b1fe617", 1, 0);
        assert_eq!(id, made_id("d703a1a9-1b7b-4fb1-b512-c9738b1fe617", 1, 0));
        assert_eq!(id.len(), 8);
        assert_ne!(id, made_id("d703a1a9-1b7b-4fb1-b512-c9738b1fe617", 2, 0));
        assert_ne!(id, made_id("d703a1a9-1b7b-4fb1-b512-c9738b1fe617", 1, 1));
    }
}
