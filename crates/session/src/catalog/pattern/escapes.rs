//! What backslashes and brackets stand for in a pattern.

use super::classes::{self, Ranges};
use super::groups::name_before_bracket;
use super::parse::{Parser, Term, byte};
use super::{One, Op, PatternError, Way, canonical};

impl Parser<'_> {
    /// Behind a backslash.
    pub(super) fn escape(&mut self, way: Way) -> Result<Term, PatternError> {
        let one = |one| Ok(Term::Atom(vec![Op::One(one, way)]));
        match self.peek() {
            None => return Err(PatternError::OpenEscape),
            Some(edge @ (b'b' | b'B')) => {
                self.at += 1;
                return Ok(Term::Assertion(vec![Op::Edge(edge == b'b')]));
            }
            Some(b'1'..=b'9') => {
                let start = self.at;
                let number = self
                    .number()
                    .and_then(|number| usize::try_from(number).ok());
                if let Some(number) = number.filter(|&number| number <= self.groups.count) {
                    return Ok(Term::Atom(vec![Op::Same(2 * (number - 1), way)]));
                }
                self.at = start;
            }
            Some(b'k') if !self.groups.names.is_empty() => {
                self.at += 1;
                if !self.eat(b'<') {
                    return Err(PatternError::NoSuchGroup);
                }
                let rest = &self.units[self.at..];
                let name = name_before_bracket(rest).ok_or(PatternError::NoSuchGroup)?;
                let number = self.groups.number(name).ok_or(PatternError::NoSuchGroup)?;
                self.at += name.len() + 1;
                return Ok(Term::Atom(vec![Op::Same(2 * (number - 1), way)]));
            }
            Some(_) => {}
        }
        match self.set_of_escape() {
            Some(ranges) => {
                let set = self.sets.add(&ranges, false);
                one(One::Of(set))
            }
            None => one(One::Unit(canonical(self.unit_of_escape(false)))),
        }
    }

    fn set_of_escape(&mut self) -> Option<Ranges> {
        let ranges = classes::named(*self.units.get(self.at)?)?;
        self.at += 1;
        Some(ranges)
    }

    /// The unit that an escape stands for, behind its backslash.
    fn unit_of_escape(&mut self, in_set: bool) -> u16 {
        const BACKSLASH: u16 = 0x5C;
        let start = self.at;
        let Some(unit) = self.next() else {
            return BACKSLASH;
        };
        match byte(unit) {
            b't' => 0x09,
            b'n' => 0x0A,
            b'v' => 0x0B,
            b'f' => 0x0C,
            b'r' => 0x0D,
            b'b' if in_set => 0x08,
            b'0'..=b'7' => {
                self.at = start;
                self.octal()
            }
            b'x' => self.hexadecimal(2).unwrap_or(unit),
            b'u' => self.hexadecimal(4).unwrap_or(unit),
            b'c' => {
                let letter = self.peek().filter(|&letter| {
                    letter.is_ascii_alphabetic()
                        || in_set && (letter.is_ascii_digit() || letter == b'_')
                });
                if let Some(letter) = letter {
                    self.at += 1;
                    return u16::from(letter % 32);
                }
                // The backslash stands for itself, and so does what follows.
                self.at = start;
                BACKSLASH
            }
            _ => unit,
        }
    }

    /// Up to three digits, up to 255.
    fn octal(&mut self) -> u16 {
        let mut number = 0_u16;
        for _ in 0..3 {
            let Some(digit @ b'0'..=b'7') = self.peek() else {
                break;
            };
            let longer = number * 8 + u16::from(digit - b'0');
            if longer > 255 {
                break;
            }
            number = longer;
            self.at += 1;
        }
        number
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u16> {
        let units = self.units.get(self.at..self.at + digits)?;
        let mut number = 0_u16;
        for &unit in units {
            let digit = char::from(byte(unit)).to_digit(16)?;
            number = number << 4 | u16::try_from(digit).ok()?;
        }
        self.at += digits;
        Some(number)
    }

    /// Behind an opening bracket: the number of the set.
    pub(super) fn set(&mut self) -> Result<usize, PatternError> {
        let negated = self.eat(b'^');
        let mut ranges = Ranges::new();
        loop {
            if self.eat(b']') {
                return Ok(self.sets.add(&ranges, negated));
            }
            let first = self.member()?;
            let dash = self.at;
            let is_range = self.eat(b'-') && !matches!(self.peek(), None | Some(b']'));
            if !is_range {
                self.at = dash;
                ranges.extend(first);
                continue;
            }
            let last = self.member()?;
            match (&first[..], &last[..]) {
                (&[(first, one)], &[(other, last)]) if first == one && other == last => {
                    if first > last {
                        return Err(PatternError::Backwards);
                    }
                    ranges.push((first, last));
                }
                // With a set at one of its ends it is no range, and the dash a member.
                _ => {
                    ranges.extend(first);
                    ranges.extend(last);
                    ranges.push((0x2D, 0x2D));
                }
            }
        }
    }

    /// One member of a set: a unit, or all that an escape stands for.
    fn member(&mut self) -> Result<Ranges, PatternError> {
        let unit = self.next().ok_or(PatternError::OpenSet)?;
        if byte(unit) != b'\\' {
            return Ok(vec![(unit, unit)]);
        }
        match self.peek() {
            None => return Err(PatternError::OpenEscape),
            Some(b'k') if !self.groups.names.is_empty() => return Err(PatternError::NoSuchGroup),
            Some(_) => {}
        }
        if let Some(ranges) = self.set_of_escape() {
            return Ok(ranges);
        }
        let unit = self.unit_of_escape(true);
        Ok(vec![(unit, unit)])
    }
}
