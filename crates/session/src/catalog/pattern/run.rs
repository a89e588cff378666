//! The machine that runs a pattern's program over a text: it tries, notes what else could be tried,
//! and comes back to that when it fails.

use super::classes::{Set, is_word};
use super::{GaveUp, One, Op, Pattern, Times, Way};

/// Steps on any text, and more for each of its units.
const STEPS: usize = 5_000_000;
const STEPS_PER_UNIT: usize = 32;
/// What may be noted at once, at 16 bytes each.
const NOTES: usize = 1 << 22;

/// What a slot holds that nothing was put into.
const EMPTY: u32 = u32::MAX;

/// Whether the pattern matches somewhere in the text.
pub(super) fn occurs(pattern: &Pattern, text: &[u16]) -> Result<bool, GaveUp> {
    // Positions are kept in 32 bits.
    if u32::try_from(text.len()).is_err() {
        return Err(GaveUp);
    }
    let mut machine = Machine {
        program: &pattern.program,
        sets: &pattern.sets,
        text,
        slots: vec![EMPTY; pattern.slots],
        notes: Vec::new(),
        looks: Vec::new(),
        steps_left: text
            .len()
            .saturating_mul(STEPS_PER_UNIT)
            .saturating_add(STEPS),
    };
    let first = match pattern.program.first() {
        Some(&Op::One(One::Unit(unit), _)) => Some(unit),
        _ => None,
    };
    let mut start = 0;
    while start <= text.len() {
        if let Some(first) = first {
            match text[start..].iter().position(|&unit| unit == first) {
                Some(further) => start += further,
                None => return Ok(false),
            }
        }
        if machine.matches_at(start)? {
            return Ok(true);
        }
        start += 1;
    }
    Ok(false)
}

struct Machine<'a> {
    program: &'a [Op],
    sets: &'a [Set],
    text: &'a [u16],
    slots: Vec<u32>,
    notes: Vec<Note>,
    /// Where, among the notes, the looks lie that are under way.
    looks: Vec<usize>,
    steps_left: usize,
}

/// What to do when what was tried fails: the last note first.
#[derive(Clone, Copy)]
enum Note {
    /// Go on there.
    Try { step: u32, at: u32 },
    /// Go on there with one unit less of a run, unless it has reached its least.
    Shorter { step: u32, at: u32, least: u32 },
    /// Go on with one unit more of the run.
    Longer { step: u32, at: u32, left: u32 },
    /// Put a slot's old value back.
    Restore { slot: u32, value: u32 },
    /// A look has failed: go on behind it if that is what it is for.
    Look { past: u32, at: u32 },
}

/// Stands for no step.
const NOWHERE: u32 = u32::MAX;

/// Where the machine stands: the step, and the position in the text.
type State = (usize, usize);

impl Machine<'_> {
    fn matches_at(&mut self, start: usize) -> Result<bool, GaveUp> {
        let mut state = (0, start);
        loop {
            self.spend(1)?;
            let (step, at) = state;
            let next = match &self.program[step] {
                Op::Found => return Ok(true),
                op => self.run(op, step, at)?,
            };
            match next {
                Some(next) => state = next,
                None => match self.back()? {
                    Some(other) => state = other,
                    None => return Ok(false),
                },
            }
        }
    }

    fn spend(&mut self, steps: usize) -> Result<(), GaveUp> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(GaveUp)?;
        Ok(())
    }

    fn note(&mut self, note: Note) -> Result<(), GaveUp> {
        if self.notes.len() == NOTES {
            return Err(GaveUp);
        }
        self.notes.push(note);
        Ok(())
    }

    fn set(&mut self, slot: usize, value: u32) -> Result<(), GaveUp> {
        let old = std::mem::replace(&mut self.slots[slot], value);
        if old == value {
            return Ok(());
        }
        self.note(Note::Restore {
            slot: narrow(slot),
            value: old,
        })
    }

    /// Takes one step; `None` if it fails.
    fn run(&mut self, op: &Op, step: usize, at: usize) -> Result<Option<State>, GaveUp> {
        let go = |condition: bool| condition.then_some((step + 1, at));
        Ok(match *op {
            Op::One(one, way) => self.one(one, way, at).map(|at| (step + 1, at)),
            Op::Run(one, way, times) => self.many(one, way, times, (step, at))?,
            Op::Fork { other } => {
                self.note(Note::Try {
                    step: narrow(jump(step, other)),
                    at: narrow(at),
                })?;
                go(true)
            }
            Op::Jump(by) => Some((jump(step, by), at)),
            Op::Save(slot) => {
                self.set(slot, narrow(at))?;
                go(true)
            }
            Op::Begin(of) => {
                self.set(of, 0)?;
                go(true)
            }
            Op::Turn { of, times, end } => {
                let (done, end) = (self.slots[of], jump(step, end));
                if done < times.least {
                    go(true)
                } else if done >= times.most {
                    Some((end, at))
                } else {
                    let (first, second) = if times.greedy {
                        (step + 1, end)
                    } else {
                        (end, step + 1)
                    };
                    self.note(Note::Try {
                        step: narrow(second),
                        at: narrow(at),
                    })?;
                    Some((first, at))
                }
            }
            Op::Enter { of, groups } => {
                self.spend(groups.1 - groups.0)?;
                self.set(of + 1, narrow(at))?;
                for slot in groups.0..groups.1 {
                    self.set(slot, EMPTY)?;
                }
                go(true)
            }
            Op::Again { of, least, turn } => {
                let done = self.slots[of];
                if done >= least && self.slots[of + 1] == narrow(at) {
                    return Ok(None);
                }
                // One short of "no end", which a count never reaches.
                self.set(of, done.saturating_add(1).min(u32::MAX - 1))?;
                Some((jump(step, turn), at))
            }
            Op::Start => go(at == 0),
            Op::End => go(at == self.text.len()),
            Op::Edge(wanted) => {
                let word = |place: Option<usize>| {
                    place
                        .and_then(|place| self.text.get(place))
                        .is_some_and(|&unit| is_word(unit))
                };
                go((word(at.checked_sub(1)) != word(Some(at))) == wanted)
            }
            Op::Same(slot, way) => self.same(slot, way, at)?.map(|at| (step + 1, at)),
            Op::Look { negative, past } => {
                self.looks.push(self.notes.len());
                self.note(Note::Look {
                    past: if negative {
                        narrow(jump(step, past))
                    } else {
                        NOWHERE
                    },
                    at: narrow(at),
                })?;
                go(true)
            }
            Op::Seen { negative } => self.seen(negative)?.map(|at| (step + 1, at)),
            Op::Found => None,
        })
    }

    /// One unit; gives the position behind it.
    fn one(&self, one: One, way: Way, at: usize) -> Option<usize> {
        let (place, behind) = match way {
            Way::Forth => (at, at + 1),
            Way::Back => (at.checked_sub(1)?, at.checked_sub(1)?),
        };
        let unit = *self.text.get(place)?;
        let fits = match one {
            One::Unit(wanted) => unit == wanted,
            One::Of(set) => self.sets[set].has(unit),
        };
        fits.then_some(behind)
    }

    fn many(
        &mut self,
        one: One,
        way: Way,
        times: Times,
        (step, start): State,
    ) -> Result<Option<State>, GaveUp> {
        let wanted = if times.greedy {
            times.most
        } else {
            times.least
        };
        let (mut at, mut least, mut count) = (start, start, 0);
        while count < wanted {
            let Some(behind) = self.one(one, way, at) else {
                break;
            };
            at = behind;
            count += 1;
            if count == times.least {
                least = at;
            }
        }
        self.spend(count as usize)?;
        if count < times.least {
            return Ok(None);
        }
        let at_least = count == times.least;
        if times.greedy && !at_least {
            self.note(Note::Shorter {
                step: narrow(step),
                at: narrow(at),
                least: narrow(least),
            })?;
        } else if !times.greedy && times.most > times.least {
            self.note(Note::Longer {
                step: narrow(step),
                at: narrow(at),
                left: times.most - times.least,
            })?;
        }
        Ok(Some((step + 1, at)))
    }

    /// What a group holds, once more; nothing where it holds nothing.
    fn same(&mut self, slot: usize, way: Way, at: usize) -> Result<Option<usize>, GaveUp> {
        let (start, end) = (self.slots[slot], self.slots[slot + 1]);
        if start == EMPTY || end == EMPTY {
            return Ok(Some(at));
        }
        let held = &self.text[start as usize..end as usize];
        let length = held.len();
        let (from, behind) = match way {
            Way::Forth => (Some(at), at + length),
            Way::Back => (at.checked_sub(length), at.saturating_sub(length)),
        };
        let found = from.and_then(|from| self.text.get(from..from + length));
        let fits = found == Some(held);
        self.spend(length)?;
        Ok(fits.then_some(behind))
    }

    /// The end of a look: back to where it began. Nothing in it is tried another way.
    fn seen(&mut self, negative: bool) -> Result<Option<usize>, GaveUp> {
        let Some(look) = self.looks.pop() else {
            return Ok(None);
        };
        self.spend(self.notes.len() - look)?;
        let Note::Look { at, .. } = self.notes[look] else {
            return Ok(None);
        };
        if negative {
            while self.notes.len() > look {
                if let Some(Note::Restore { slot, value }) = self.notes.pop() {
                    self.slots[slot as usize] = value;
                }
            }
            return Ok(None);
        }
        // What groups in it hold is forgotten only if what follows fails.
        let mut kept = look;
        for place in look..self.notes.len() {
            if matches!(self.notes[place], Note::Restore { .. }) {
                self.notes.swap(kept, place);
                kept += 1;
            }
        }
        self.notes.truncate(kept);
        Ok(Some(at as usize))
    }

    /// What else there is to try.
    fn back(&mut self) -> Result<Option<State>, GaveUp> {
        while let Some(note) = self.notes.pop() {
            self.spend(1)?;
            match note {
                Note::Restore { slot, value } => self.slots[slot as usize] = value,
                Note::Try { step, at } => return Ok(Some((step as usize, at as usize))),
                Note::Look { past, at } => {
                    self.looks.pop();
                    if past != NOWHERE {
                        return Ok(Some((past as usize, at as usize)));
                    }
                }
                Note::Shorter { step, at, least } => {
                    let at = self.shorter(step as usize + 1, at, least);
                    if at != least {
                        self.notes.push(Note::Shorter { step, at, least });
                    }
                    return Ok(Some((step as usize + 1, at as usize)));
                }
                Note::Longer { step, at, left } => {
                    let Op::Run(one, way, _) = self.program[step as usize] else {
                        continue;
                    };
                    if let Some(behind) = self.one(one, way, at as usize) {
                        if left > 1 {
                            self.notes.push(Note::Longer {
                                step,
                                at: narrow(behind),
                                left: left - 1,
                            });
                        }
                        return Ok(Some((step as usize + 1, behind)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The next shorter end of a run, or the next at which the step behind it has a chance.
    fn shorter(&self, next: usize, at: u32, least: u32) -> u32 {
        // One less is one step towards the least, in either direction.
        if least > at {
            return at + 1;
        }
        let Some(&Op::One(One::Unit(wanted), Way::Forth)) = self.program.get(next) else {
            return at - 1;
        };
        let ends = &self.text[least as usize..at as usize];
        let found = ends.iter().rposition(|&unit| unit == wanted);
        least + found.map_or(0, narrow)
    }
}

fn jump(step: usize, by: isize) -> usize {
    step.saturating_add_signed(by)
}

/// Steps and slots are few, and the text is short enough.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
