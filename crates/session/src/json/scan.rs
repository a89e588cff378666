//! The validating scanner: walks one JSON text and says where its values lie.
//!
//! It accepts exactly what `JSON.parse` accepts, decodes nothing and keeps no
//! tree, so that a line costs little more than reading it once.

use std::fmt;

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
    #[inline]
    pub(crate) fn string(&mut self) -> Scan<StringSpan> {
        let start = self.at + 1;
        let mut escaped = false;
        self.at = start;
        loop {
            self.at = self.find_special(self.at);
            match self.peek() {
                Some(b'"') => {
                    let end = self.at;
                    self.at += 1;
                    return Ok(StringSpan {
                        start,
                        end,
                        escaped,
                    });
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(control) => return Err(self.error(Problem::Control(control))),
                None => return Err(self.error(Problem::EndInString)),
            }
        }
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

    /// The scanner stands on the backslash.
    fn escape(&mut self) -> Scan<()> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(())
            }
            Some(b'u') => {
                for offset in 2..6 {
                    match self.bytes.get(self.at + offset) {
                        Some(digit) if digit.is_ascii_hexdigit() => {}
                        Some(_) => return Err(self.error(Problem::Escape)),
                        None => {
                            self.at = self.bytes.len();
                            return Err(self.error(Problem::EndInString));
                        }
                    }
                }
                self.at += 6;
                Ok(())
            }
            Some(_) => Err(self.error(Problem::Escape)),
            None => {
                self.at = self.bytes.len();
                Err(self.error(Problem::EndInString))
            }
        }
    }

    /// The place of the next quote, backslash or control character, or the end.
    ///
    /// Two words decide most keys and ids; long text goes 32 bytes a step in a loop that the
    /// compiler turns into vector instructions.
    #[inline]
    fn find_special(&mut self, from: usize) -> usize {
        let mut at = from;
        for _ in 0..2 {
            let Some(word) = self.bytes[at..].first_chunk::<8>() else {
                return self.find_special_bytewise(at);
            };
            let word = u64::from_le_bytes(*word);
            self.high |= u8::from(word & HIGH_BITS != 0) << 7;
            let special = special_bytes(word);
            if special != 0 {
                return at + (special.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
        while let Some(block) = self.bytes[at..].first_chunk::<32>() {
            let mut special = 0_u8;
            let mut high = 0_u8;
            for &byte in block {
                special |= u8::from(byte == b'"') | u8::from(byte == b'\\') | u8::from(byte < 0x20);
                high |= byte;
            }
            self.high |= high;
            if special != 0 {
                break;
            }
            at += 32;
        }
        while let Some(word) = self.bytes[at..].first_chunk::<8>() {
            let word = u64::from_le_bytes(*word);
            self.high |= u8::from(word & HIGH_BITS != 0) << 7;
            let special = special_bytes(word);
            if special != 0 {
                return at + (special.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
        self.find_special_bytewise(at)
    }

    fn find_special_bytewise(&mut self, from: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = self.bytes.get(at) {
            if byte == b'"' || byte == b'\\' || byte < 0x20 {
                break;
            }
            self.high |= byte;
            at += 1;
        }
        at
    }

    fn unexpected(&self) -> SyntaxError {
        self.error(self.peek().map_or(Problem::End, Problem::Unexpected))
    }

    fn error(&self, problem: Problem) -> SyntaxError {
        SyntaxError {
            at: self.at.min(self.bytes.len()),
            problem,
        }
    }
}

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is a quote, a backslash or below 0x20. Bits above the lowest
/// set one may be wrong (a borrow), so only the lowest counts.
#[inline]
fn special_bytes(word: u64) -> u64 {
    let quote = word ^ (LOW_BITS * b'"' as u64);
    let backslash = word ^ (LOW_BITS * b'\\' as u64);
    let is_quote = quote.wrapping_sub(LOW_BITS) & !quote;
    let is_backslash = backslash.wrapping_sub(LOW_BITS) & !backslash;
    let is_control = word.wrapping_sub(LOW_BITS * 0x20) & !word;
    (is_quote | is_backslash | is_control) & HIGH_BITS
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
        fn finds_the_first_special_byte(bytes in prop::collection::vec(any::<u8>(), 0..200), plain in 0_usize..120) {
            let mut text = vec![b'a'; plain];
            text.extend(bytes);
            let expected = text.iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20).unwrap_or(text.len());
            prop_assert_eq!(Scanner::new(&text).find_special(0), expected);
        }
    }
}
