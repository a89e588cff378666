//! The validating scanner: walks one JSON text and says where its values lie.
//!
//! It accepts exactly what `JSON.parse` accepts, decodes nothing and keeps no
//! tree, so that a line costs little more than reading it once.

use std::fmt;

use wide::u8x16;

/// Why a text is no JSON, and the byte at which that showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) at: usize,
    pub(crate) problem: Problem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The text ends before its value does; the sign of a torn write.
    End,
    /// The text ends inside a string.
    EndInString,
    /// A byte that cannot stand here.
    Unexpected(u8),
    /// A control character inside a string, such as a raw line break or NUL.
    Control(u8),
    /// A backslash before something that is no escape.
    Escape,
    /// A value is complete and something stands behind it.
    Trailing,
}

impl SyntaxError {
    /// Whether the text just stops, as after a write that was cut off.
    pub(crate) fn is_torn(self) -> bool {
        matches!(self.problem, Problem::End | Problem::EndInString)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.at + 1;
        match self.problem {
            Problem::End => write!(f, "the JSON ends early, at byte {column} of the line"),
            Problem::EndInString => {
                write!(f, "the line ends inside a string, at byte {column}")
            }
            Problem::Unexpected(byte) if byte.is_ascii_graphic() => {
                write!(
                    f,
                    "unexpected “{}” at byte {column} of the line",
                    char::from(byte)
                )
            }
            Problem::Unexpected(byte) => {
                write!(
                    f,
                    "unexpected byte 0x{byte:02X} at byte {column} of the line"
                )
            }
            Problem::Control(byte) => write!(
                f,
                "a raw control character 0x{byte:02X} inside a string at byte {column} of the line"
            ),
            Problem::Escape => {
                write!(
                    f,
                    "an unknown escape in a string at byte {column} of the line"
                )
            }
            Problem::Trailing => {
                write!(
                    f,
                    "something follows the record at byte {column} of the line"
                )
            }
        }
    }
}

type Scan<T> = Result<T, SyntaxError>;

/// A string's place in the text, without its quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StringSpan {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) escaped: bool,
}

/// A cursor over one JSON text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bits of all string bytes seen, so that a line of pure ASCII needs no UTF-8 check.
    high: u8,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            high: 0,
        }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        &self.bytes[start..end]
    }

    /// Whether any string so far may hold bytes outside ASCII.
    pub(crate) fn saw_non_ascii(&self) -> bool {
        self.high >= 0x80
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    #[inline]
    pub(crate) fn skip_white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Succeeds when nothing but white space is left.
    pub(crate) fn end(&mut self) -> Scan<()> {
        self.skip_white_space();
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(self.error(Problem::Trailing))
        }
    }

    #[inline]
    pub(crate) fn expect(&mut self, byte: u8) -> Scan<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    /// Walks an object's members: `member` gets the scanner before each value and must consume it.
    /// The scanner stands on the opening brace.
    #[inline]
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, StringSpan) -> Scan<()>,
    ) -> Scan<()> {
        self.expect(b'{')?;
        self.skip_white_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let key = self.key()?;
            self.skip_white_space();
            member(self, key)?;
            self.skip_white_space();
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    self.skip_white_space();
                }
                Some(b'}') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// Walks an array's items: `item` gets the scanner before each value and must consume it.
    /// The scanner stands on the opening bracket.
    #[inline]
    pub(crate) fn array(&mut self, mut item: impl FnMut(&mut Self) -> Scan<()>) -> Scan<()> {
        self.expect(b'[')?;
        self.skip_white_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.skip_white_space();
            item(self)?;
            self.skip_white_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// A member's key and its colon.
    #[inline]
    pub(crate) fn key(&mut self) -> Scan<StringSpan> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected());
        }
        let key = self.string()?;
        self.skip_white_space();
        self.expect(b':')?;
        Ok(key)
    }

    /// A string; the scanner stands on its opening quote.
    ///
    /// 16 bytes a step: each gives a mask of the bytes that matter, and the walk goes from one to
    /// the next, so that text full of escapes costs little more than plain text.
    #[inline]
    pub(crate) fn string(&mut self) -> Scan<StringSpan> {
        let start = self.at + 1;
        let mut escaped = false;
        let mut at = start;
        let mut seen = u8x16::splat(0);
        while let Some(block) = self.bytes.get(at..).and_then(|rest| rest.first_chunk()) {
            let (low, high) = halves(block);
            seen |= low | high;
            let mut special = special_bytes(low) | special_bytes(high) << 16;
            let base = at;
            at += LANES;
            while special != 0 {
                let place = base + special.trailing_zeros() as usize;
                match self.bytes[place] {
                    b'"' => {
                        self.note_high(seen);
                        self.at = place + 1;
                        return Ok(StringSpan {
                            start,
                            end: place,
                            escaped,
                        });
                    }
                    b'\\' => {
                        escaped = true;
                        let end = place + self.escape_length(place)?;
                        if end >= base + LANES {
                            at = end;
                            break;
                        }
                        special &= u32::MAX << (end - base);
                    }
                    control => return Err(Self::error_at(place, Problem::Control(control))),
                }
            }
        }
        self.note_high(seen);
        self.string_tail(start, at, escaped)
    }

    #[inline]
    fn note_high(&mut self, seen: u8x16) {
        self.high |= u8::from(seen.to_bitmask() != 0) << 7;
    }

    /// What is left of a string in the last bytes of the text.
    fn string_tail(&mut self, start: usize, from: usize, escaped: bool) -> Scan<StringSpan> {
        let mut escaped = escaped;
        self.at = from;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    let end = self.at;
                    self.at += 1;
                    return Ok(StringSpan {
                        start,
                        end,
                        escaped,
                    });
                }
                b'\\' => {
                    escaped = true;
                    self.at += self.escape_length(self.at)?;
                }
                0..0x20 => return Err(self.error(Problem::Control(byte))),
                _ => {
                    self.high |= byte;
                    self.at += 1;
                }
            }
        }
        Err(self.error(Problem::EndInString))
    }

    /// Any value; gives its first byte's and its end's place. The scanner stands on its first byte.
    #[inline]
    pub(crate) fn value(&mut self) -> Scan<(usize, usize)> {
        let start = self.at;
        match self.peek() {
            Some(b'{' | b'[') => self.container()?,
            _ => self.scalar()?,
        }
        Ok((start, self.at))
    }

    #[inline]
    pub(crate) fn scalar(&mut self) -> Scan<()> {
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal(b"true"),
            Some(b'f') => self.literal(b"false"),
            Some(b'n') => self.literal(b"null"),
            _ => Err(self.unexpected()),
        }
    }

    /// An object or array of any depth: a loop with one bit a level, never recursion.
    fn container(&mut self) -> Scan<()> {
        let mut nesting = Nesting::default();
        loop {
            self.skip_white_space();
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    self.skip_white_space();
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                    } else {
                        nesting.push(true);
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.skip_white_space();
                    if self.peek() == Some(b']') {
                        self.at += 1;
                    } else {
                        nesting.push(false);
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            loop {
                let Some(in_object) = nesting.top() else {
                    return Ok(());
                };
                self.skip_white_space();
                match (self.peek(), in_object) {
                    (Some(b','), true) => {
                        self.at += 1;
                        self.skip_white_space();
                        self.key()?;
                        break;
                    }
                    (Some(b','), false) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.at += 1;
                        nesting.pop();
                    }
                    _ => return Err(self.unexpected()),
                }
            }
        }
    }

    fn number(&mut self) -> Scan<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.unexpected()),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.required_digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.required_digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) {
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
    }

    fn required_digits(&mut self) -> Scan<()> {
        let start = self.at;
        self.digits();
        if self.at == start {
            Err(self.unexpected())
        } else {
            Ok(())
        }
    }

    fn literal(&mut self, word: &'static [u8]) -> Scan<()> {
        for &byte in word {
            self.expect(byte)?;
        }
        Ok(())
    }

    /// How many bytes the escape at `backslash` takes.
    #[inline]
    fn escape_length(&self, backslash: usize) -> Scan<usize> {
        match self.bytes.get(backslash + 1) {
            Some(b'n' | b'"' | b'\\' | b't' | b'r' | b'/' | b'b' | b'f') => Ok(2),
            other => self.long_escape(backslash, other.copied()),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_escape(&self, backslash: usize, letter: Option<u8>) -> Scan<usize> {
        match letter {
            Some(b'u') => {
                let digits = self.bytes[backslash + 2..].iter().take(4);
                let valid = digits.clone().all(u8::is_ascii_hexdigit);
                match (valid, digits.len()) {
                    (true, 4) => Ok(6),
                    (true, _) => Err(Self::error_at(self.bytes.len(), Problem::EndInString)),
                    (false, _) => Err(Self::error_at(backslash, Problem::Escape)),
                }
            }
            Some(_) => Err(Self::error_at(backslash, Problem::Escape)),
            None => Err(Self::error_at(self.bytes.len(), Problem::EndInString)),
        }
    }

    /// What a walk returns to end early.
    pub(crate) fn stop(&self) -> SyntaxError {
        self.error(Problem::Trailing)
    }

    fn unexpected(&self) -> SyntaxError {
        self.error(self.peek().map_or(Problem::End, Problem::Unexpected))
    }

    fn error(&self, problem: Problem) -> SyntaxError {
        Self::error_at(self.at, problem)
    }

    fn error_at(at: usize, problem: Problem) -> SyntaxError {
        SyntaxError { at, problem }
    }
}

/// Bytes that one step looks at.
const LANES: usize = 32;

#[inline]
fn halves(block: &[u8; LANES]) -> (u8x16, u8x16) {
    let mut low = [0; 16];
    let mut high = [0; 16];
    low.copy_from_slice(&block[..16]);
    high.copy_from_slice(&block[16..]);
    (u8x16::new(low), u8x16::new(high))
}

/// A mask with a bit for each byte that is a quote, a backslash or below 0x20.
#[inline]
fn special_bytes(bytes: u8x16) -> u32 {
    let quote = bytes.simd_eq(u8x16::splat(b'"'));
    let backslash = bytes.simd_eq(u8x16::splat(b'\\'));
    let control = bytes.min(u8x16::splat(0x1F)).simd_eq(bytes);
    (quote | backslash | control).to_bitmask()
}

/// Open containers, one bit each: set for an object.
#[derive(Default)]
struct Nesting {
    full: Vec<u64>,
    word: u64,
    depth: usize,
}

impl Nesting {
    #[inline]
    fn push(&mut self, object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.full.push(self.word);
        }
        self.word = self.word << 1 | u64::from(object);
        self.depth += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.depth -= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.word = self.full.pop().unwrap_or_default();
        } else {
            self.word >>= 1;
        }
    }

    #[inline]
    fn top(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.word & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: Result<(), Problem>) {
        let mut scanner = Scanner::new(text.as_bytes());
        scanner.skip_white_space();
        let result = scanner.value().and_then(|_| scanner.end());
        assert_eq!(result.map_err(|error| error.problem), expected, "{text:?}");
    }

    #[test]
    fn accepts_what_json_parse_accepts() {
        for text in [
            "null",
            " \t\r\n{}",
            "[[],{},[{}]]",
            r#"{"a":1,"a":2}"#,
            r#""\ud83d""#,
            "1e999",
            "-0",
            "1E+2",
            r#"{"a":[1,{"b":[true,false,null,"x\"y"]}],"c":-1.5e-3}"#,
            "\"\u{2028}\u{7f}\"",
        ] {
            check(text, Ok(()));
        }
    }

    #[test]
    fn refuses_what_json_parse_refuses() {
        use Problem::{Control, End, EndInString, Escape, Trailing, Unexpected};
        for (text, problem) in [
            ("", End),
            ("{", End),
            ("[1", End),
            ("[1,]", Unexpected(b']')),
            ("{,}", Unexpected(b',')),
            (r#"{"a"}"#, Unexpected(b'}')),
            (r#"{"a":1,}"#, Unexpected(b'}')),
            ("01", Trailing),
            ("1.", End),
            ("-", End),
            ("+1", Unexpected(b'+')),
            ("tru", End),
            ("nulL", Unexpected(b'L')),
            ("\"a\nb\"", Control(b'\n')),
            ("\"\0\"", Control(0)),
            ("\"abc", EndInString),
            (r#""\"#, EndInString),
            (r#""\u12"#, EndInString),
            (r#""\x""#, Escape),
            (r#""\u12g4""#, Escape),
            ("{} {}", Trailing),
            ("[}", Unexpected(b'}')),
            ("NaN", Unexpected(b'N')),
            ("'a'", Unexpected(b'\'')),
            ("[1 2]", Unexpected(b'2')),
        ] {
            check(text, Err(problem));
        }
    }

    #[test]
    fn depth_is_bounded_by_the_text_alone() {
        let depth = 1_000_000;
        let mut text = String::with_capacity(depth * 12);
        for level in 0..depth {
            text.push_str(if level % 3 == 0 { "[" } else { "{\"a\":" });
        }
        text.push('1');
        for level in (0..depth).rev() {
            text.push(if level % 3 == 0 { ']' } else { '}' });
        }
        check(&text, Ok(()));
        text.pop();
        check(&text, Err(Problem::End));
    }

    proptest! {
        #[test]
        fn walks_strings_as_bytes_do(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "a", "é", "0123456789abcdef", "\\n", "\\u00e9", "\\\\", "\\\"", "\u{1}", "\\x", "\\u12", "\"",
            ]), 0..40),
        ) {
            let text = format!("\"{}\"", pieces.concat());
            let fast = Scanner::new(text.as_bytes()).string();
            let slow = Scanner::new(text.as_bytes()).string_tail(1, 1, false);
            match (fast, slow) {
                (Ok(fast), Ok(slow)) => {
                    prop_assert_eq!((fast.start, fast.end, fast.escaped), (slow.start, slow.end, slow.escaped));
                }
                (fast, slow) => prop_assert_eq!(fast.err(), slow.err()),
            }
        }
    }
}
