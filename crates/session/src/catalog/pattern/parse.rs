//! A pattern's text to its program, by the grammar that browsers keep for old pages: what would
//! make no sense stands for itself where it can.

use super::classes::{self, Sets};
use super::groups::Groups;
use super::{Loop, One, Op, Pattern, PatternError, Times, Way, canonical};

/// Units of a pattern, and groups within groups. Nobody types more.
const LONGEST: usize = 4000;
const DEEPEST: usize = 100;

type Code = Vec<Op>;

pub(super) fn parse(pattern: &str) -> Result<Pattern, PatternError> {
    let units: Vec<u16> = pattern.encode_utf16().take(LONGEST + 1).collect();
    if units.len() > LONGEST {
        return Err(PatternError::TooLarge);
    }
    let groups = Groups::of(&units)?;
    let mut parser = Parser {
        units: &units,
        at: 0,
        depth: 0,
        slots: 2 * groups.count,
        groups,
        opened: 0,
        sets: Sets::default(),
    };
    let mut program = parser.alternatives(Way::Forth)?;
    if parser.at < units.len() {
        return Err(PatternError::UnopenedGroup);
    }
    program.push(Op::Found);
    Ok(Pattern {
        program,
        sets: parser.sets.into_inner(),
        slots: parser.slots,
    })
}

pub(super) struct Parser<'a> {
    pub(super) units: &'a [u16],
    pub(super) at: usize,
    depth: usize,
    pub(super) groups: Groups,
    /// How many groups have begun that keep what they match.
    opened: usize,
    slots: usize,
    pub(super) sets: Sets,
}

/// A part of a pattern, and whether it may be repeated.
pub(super) enum Term {
    Atom(Code),
    Assertion(Code),
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.units.get(self.at).map(|&unit| byte(unit))
    }

    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn eat_all(&mut self, wanted: &str) -> bool {
        let rest = &self.units[self.at..];
        let found = rest.len() >= wanted.len()
            && wanted
                .bytes()
                .zip(rest)
                .all(|(wanted, &unit)| byte(unit) == wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    pub(super) fn next(&mut self) -> Option<u16> {
        let unit = self.units.get(self.at).copied();
        self.at += usize::from(unit.is_some());
        unit
    }

    /// What stands between bars, up to the end of the group.
    fn alternatives(&mut self, way: Way) -> Result<Code, PatternError> {
        let mut branches = vec![self.sequence(way)?];
        while self.eat(b'|') {
            branches.push(self.sequence(way)?);
        }
        let last = branches.pop().unwrap_or_default();
        // Before each but the last a fork, behind it a jump to the end.
        let mut left: usize = branches
            .iter()
            .map(|branch| branch.len() + 2)
            .sum::<usize>()
            + last.len();
        let mut code = Vec::with_capacity(left);
        for branch in branches {
            code.push(Op::Fork {
                other: distance(branch.len() + 2),
            });
            left -= branch.len() + 2;
            code.extend(branch);
            code.push(Op::Jump(distance(left + 1)));
        }
        code.extend(last);
        Ok(code)
    }

    fn sequence(&mut self, way: Way) -> Result<Code, PatternError> {
        let mut terms = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            let groups_before = self.opened;
            let code = match self.term(way)? {
                Term::Assertion(code) => code,
                Term::Atom(code) => match self.times()? {
                    Some(times) => self.repeated(code, way, times, groups_before),
                    None => code,
                },
            };
            terms.push(code);
        }
        if way == Way::Back {
            terms.reverse();
        }
        Ok(terms.concat())
    }

    fn term(&mut self, way: Way) -> Result<Term, PatternError> {
        let start = self.at;
        let Some(unit) = self.next() else {
            return Ok(Term::Atom(Vec::new()));
        };
        let one = match byte(unit) {
            b'^' => return Ok(Term::Assertion(vec![Op::Start])),
            b'$' => return Ok(Term::Assertion(vec![Op::End])),
            b'(' => return self.group(way),
            b'*' | b'+' | b'?' => return Err(PatternError::NothingToRepeat),
            b'{' => {
                self.at = start;
                if self.count().is_some() {
                    return Err(PatternError::NothingToRepeat);
                }
                self.at = start + 1;
                One::Unit(unit)
            }
            b'.' => One::Of(self.sets.add(&classes::dot(), false)),
            b'[' => One::Of(self.set()?),
            b'\\' => return self.escape(way),
            _ => One::Unit(canonical(unit)),
        };
        Ok(Term::Atom(vec![Op::One(one, way)]))
    }

    /// Behind an opening parenthesis.
    fn group(&mut self, way: Way) -> Result<Term, PatternError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(PatternError::TooLarge);
        }
        let looks = [
            ("?=", false, Way::Forth),
            ("?!", true, Way::Forth),
            ("?<=", false, Way::Back),
            ("?<!", true, Way::Back),
        ];
        let term = if let Some((_, negative, of)) =
            looks.into_iter().find(|(mark, ..)| self.eat_all(mark))
        {
            let body = self.alternatives(of)?;
            let mut code = Vec::with_capacity(body.len() + 2);
            code.push(Op::Look {
                negative,
                past: distance(body.len() + 2),
            });
            code.extend(body);
            code.push(Op::Seen { negative });
            match of {
                Way::Forth => Term::Atom(code),
                Way::Back => Term::Assertion(code),
            }
        } else if self.eat_all("?:") {
            Term::Atom(self.alternatives(way)?)
        } else {
            if self.eat_all("?<") {
                while self.next().is_some_and(|unit| byte(unit) != b'>') {}
            } else if self.peek() == Some(b'?') {
                return Err(PatternError::UnknownGroup);
            }
            let (start, end) = (2 * self.opened, 2 * self.opened + 1);
            self.opened += 1;
            let (first, last) = match way {
                Way::Forth => (start, end),
                Way::Back => (end, start),
            };
            let mut code = vec![Op::Save(first)];
            code.extend(self.alternatives(way)?);
            code.push(Op::Save(last));
            Term::Atom(code)
        };
        self.depth -= 1;
        if self.eat(b')') {
            Ok(term)
        } else {
            Err(PatternError::OpenGroup)
        }
    }

    /// A count behind a term, if there is one.
    fn times(&mut self) -> Result<Option<Times>, PatternError> {
        let (least, most) = if self.eat(b'*') {
            (0, u32::MAX)
        } else if self.eat(b'+') {
            (1, u32::MAX)
        } else if self.eat(b'?') {
            (0, 1)
        } else if let Some(count) = self.count() {
            count
        } else {
            return Ok(None);
        };
        if least > most {
            return Err(PatternError::Backwards);
        }
        let greedy = !self.eat(b'?');
        Ok(Some(Times {
            least,
            most,
            greedy,
        }))
    }

    /// `{2}`, `{2,}` or `{2,3}`; where it is none of these nothing is taken.
    fn count(&mut self) -> Option<(u32, u32)> {
        let start = self.at;
        let count = self.count_or_less();
        if count.is_none() {
            self.at = start;
        }
        count
    }

    fn count_or_less(&mut self) -> Option<(u32, u32)> {
        if !self.eat(b'{') {
            return None;
        }
        let least = self.number()?;
        let most = if !self.eat(b',') {
            least
        } else if self.peek() == Some(b'}') {
            u32::MAX
        } else {
            self.number()?
        };
        self.eat(b'}').then_some((least, most))
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            let before = number.unwrap_or(0_u32);
            number = Some(
                before
                    .saturating_mul(10)
                    .saturating_add(u32::from(digit - b'0')),
            );
        }
        number
    }

    fn repeated(&mut self, code: Code, way: Way, times: Times, groups_before: usize) -> Code {
        if times.most == 0 {
            return Vec::new();
        }
        if let [Op::One(one, _)] = code[..] {
            return vec![Op::Run(one, way, times)];
        }
        let of: Loop = self.slots;
        self.slots += 2;
        let end = distance(code.len() + 3);
        let mut looped = vec![
            Op::Begin(of),
            Op::Turn { of, times, end },
            Op::Enter {
                of,
                groups: (2 * groups_before, 2 * self.opened),
            },
        ];
        let turn = -distance(code.len() + 2);
        looped.extend(code);
        looped.push(Op::Again {
            of,
            least: times.least,
            turn,
        });
        looped
    }
}

/// The unit as a byte; 0 for what is no ASCII.
pub(super) fn byte(unit: u16) -> u8 {
    u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(0)
}

/// How far a jump goes.
fn distance(steps: usize) -> isize {
    isize::try_from(steps).unwrap_or(isize::MAX)
}
