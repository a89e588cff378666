//! Which tool call a tool result answers, on its branch.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::EntryIndex;
use crate::ids::{IdNumber, NONE};
use crate::tree::Tree;

/// By call id: an entry that makes such a call.
pub(crate) type LastCalls = HashMap<IdNumber, EntryIndex, FxBuildHasher>;

/// Tool calls and results, joined by the call's id.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// By result, in file order.
    answers: Vec<Answer>,
}

#[derive(Clone, Copy, Debug)]
struct Answer {
    result: u32,
    id: IdNumber,
    /// The nearest call before it with its id that no result before it answers.
    answered: u32,
    /// The nearest call before it with its id.
    nearest: u32,
}

/// What does not fit together.
pub(crate) struct Unmatched {
    pub(crate) orphan_results: Vec<EntryIndex>,
    /// Entries with a call that has no result anywhere, but for those that nothing follows.
    pub(crate) unanswered: Vec<EntryIndex>,
}

impl Calls {
    /// Joins them in one walk over the tree that takes back, on leaving a branch, what it noted on
    /// it. O(entries + calls).
    pub(crate) fn join(
        tree: &Tree,
        calls: &[(u32, IdNumber)],
        results: &[(u32, IdNumber)],
        id_count: usize,
        goes_on: impl Fn(EntryIndex) -> bool,
    ) -> (Self, Unmatched) {
        let mut state = Walk::new(id_count, calls.len());
        let mut answers: Vec<Answer> = Vec::with_capacity(results.len());
        // By the result's place in `results`, filled out of file order.
        answers.extend(results.iter().map(|&(result, id)| Answer {
            result,
            id,
            answered: NONE,
            nearest: NONE,
        }));
        let mut orphan_results = Vec::new();
        for (place, &index) in tree.order().iter().enumerate() {
            state.leave_branches(place);
            state.enter(tree.exit(index));
            let first = calls.partition_point(|&(record, _)| record < index.raw());
            for (number, &(record, id)) in calls.iter().enumerate().skip(first) {
                if record != index.raw() {
                    break;
                }
                state.call(number, id);
            }
            if let Ok(at) = results.binary_search_by_key(&index.raw(), |&(result, _)| result) {
                let answer = &mut answers[at];
                if let Some((answered, nearest)) = state.result(answer.id) {
                    answer.answered = record_of(calls, answered);
                    answer.nearest = record_of(calls, nearest);
                } else {
                    orphan_results.push(index);
                }
            }
        }
        let mut unanswered: Vec<EntryIndex> = calls
            .iter()
            .zip(&state.answered)
            .filter(|(_, answered)| !**answered)
            .map(|(&(record, _), _)| EntryIndex::new(record))
            .filter(|&index| goes_on(index))
            .collect();
        unanswered.dedup();
        orphan_results.sort_unstable();
        let unmatched = Unmatched {
            orphan_results,
            unanswered,
        };
        (Self { answers }, unmatched)
    }

    /// The entry whose call the result answers.
    pub(crate) fn answered(&self, result: EntryIndex) -> Option<EntryIndex> {
        EntryIndex::from_raw(self.answer(result)?.answered)
    }

    /// The entry whose call names the result: the nearest on its branch, else the last with that
    /// id, by [`Calls::last_by_id`].
    pub(crate) fn naming<'a>(
        &self,
        result: EntryIndex,
        last: impl FnOnce() -> &'a LastCalls,
    ) -> Option<EntryIndex> {
        let answer = self.answer(result)?;
        EntryIndex::from_raw(answer.nearest).or_else(|| last().get(&answer.id).copied())
    }

    /// By id: the entry with such a call for which `place` is greatest.
    pub(crate) fn last_by_id(
        calls: &[(u32, IdNumber)],
        place: impl Fn(EntryIndex) -> Option<u32>,
    ) -> LastCalls {
        let mut last: HashMap<IdNumber, (u32, EntryIndex), FxBuildHasher> = HashMap::default();
        for &(record, id) in calls {
            let entry = EntryIndex::new(record);
            if let Some(place) = place(entry) {
                let found = last.entry(id).or_insert((place, entry));
                *found = (*found).max((place, entry));
            }
        }
        last.into_iter()
            .map(|(id, (_, entry))| (id, entry))
            .collect()
    }

    fn answer(&self, result: EntryIndex) -> Option<Answer> {
        let at = self
            .answers
            .binary_search_by_key(&result.raw(), |answer| answer.result)
            .ok()?;
        Some(self.answers[at])
    }
}

fn record_of(calls: &[(u32, IdNumber)], number: u32) -> u32 {
    calls.get(number as usize).map_or(NONE, |call| call.0)
}

/// What is open on the branch that the walk stands on. Calls are numbers in the list of calls.
struct Walk {
    /// By id: the newest call without a result.
    open: Vec<u32>,
    /// By call: the open call with the same id below it.
    below: Vec<u32>,
    /// By id: the newest call.
    newest: Vec<u32>,
    answered: Vec<bool>,
    undo: Vec<Undo>,
    /// The branches that the walk is in: where each ends, and how much was noted before it.
    branches: Vec<(usize, usize)>,
}

enum Undo {
    Open(IdNumber, u32),
    Newest(IdNumber, u32),
}

impl Walk {
    fn new(ids: usize, calls: usize) -> Self {
        Self {
            open: vec![NONE; ids],
            below: vec![NONE; calls],
            newest: vec![NONE; ids],
            answered: vec![false; calls],
            undo: Vec::new(),
            branches: Vec::new(),
        }
    }

    fn leave_branches(&mut self, place: usize) {
        while let Some(&(end, noted)) = self.branches.last() {
            if end > place {
                break;
            }
            self.branches.pop();
            for undo in self.undo.drain(noted..).rev() {
                match undo {
                    Undo::Open(id, call) => self.open[id as usize] = call,
                    Undo::Newest(id, call) => self.newest[id as usize] = call,
                }
            }
        }
    }

    fn enter(&mut self, end: usize) {
        // A chain ends where its last entry does: one note serves all of it.
        if self.branches.last().is_none_or(|&(last, _)| last != end) {
            self.branches.push((end, self.undo.len()));
        }
    }

    fn call(&mut self, number: usize, id: IdNumber) {
        let number_raw = u32::try_from(number).unwrap_or(NONE);
        let open = std::mem::replace(&mut self.open[id as usize], number_raw);
        self.below[number] = open;
        self.undo.push(Undo::Open(id, open));
        let newest = std::mem::replace(&mut self.newest[id as usize], number_raw);
        self.undo.push(Undo::Newest(id, newest));
    }

    /// The open call that a result answers, if any, and the newest; `None` when there is no call.
    fn result(&mut self, id: IdNumber) -> Option<(u32, u32)> {
        let newest = *self.newest.get(id as usize).filter(|call| **call != NONE)?;
        let open = self.open[id as usize];
        if open != NONE {
            self.open[id as usize] = self.below[open as usize];
            self.undo.push(Undo::Open(id, open));
            self.answered[open as usize] = true;
        }
        Some((open, newest))
    }
}
