//! A valid JSON value in its source text.
//!
//! Looking a member up is one walk over the object's text; nothing is decoded before it is asked
//! for. Walking *down* level by level costs a walk a level: to visit everything, build a
//! [`Tape`](super::Tape).

use std::borrow::Cow;

use super::{Scanner, SyntaxError, decode, scan::StringSpan};

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number
    Number,
    /// A string
    String,
    /// An array
    Array,
    /// An object
    Object,
}

impl Kind {
    /// The kind's name in a sentence, with its article.
    pub fn with_article(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }

    pub(crate) fn of(first: u8) -> Self {
        match first {
            b'n' => Kind::Null,
            b't' | b'f' => Kind::Bool,
            b'"' => Kind::String,
            b'[' => Kind::Array,
            b'{' => Kind::Object,
            _ => Kind::Number,
        }
    }
}

/// A valid JSON value, borrowed from the text that holds it.
///
/// ```
/// use pi_session::json::Raw;
/// let value = Raw::parse(br#" {"a": 1, "a": "x\u0041"} "#).unwrap();
/// assert_eq!(value.get("a").and_then(Raw::as_str).unwrap(), "xA");
/// assert_eq!(value.stringify(), r#"{"a":"xA"}"#);
/// assert!(Raw::parse(b"{'a': 1}").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw<'a> {
    /// Never empty; starts at the value's first byte and ends behind its last.
    bytes: &'a [u8],
}

impl<'a> Raw<'a> {
    /// The value that `text` holds, if it is JSON as `JSON.parse` takes it.
    pub fn parse(text: &'a [u8]) -> Option<Self> {
        Self::check(text).ok()
    }

    pub(crate) fn check(text: &'a [u8]) -> Result<Self, SyntaxError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_white_space();
        let (start, end) = scanner.value()?;
        scanner.end()?;
        Ok(Self {
            bytes: &text[start..end],
        })
    }

    /// A value whose text the scanner has just walked.
    pub(crate) fn validated(bytes: &'a [u8]) -> Self {
        debug_assert!(!bytes.is_empty());
        Self { bytes }
    }

    /// The value's source.
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The value's source as text; invalid UTF-8 reads U+FFFD.
    pub fn text(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }

    /// What the value is.
    pub fn kind(self) -> Kind {
        Kind::of(self.bytes.first().copied().unwrap_or(b'n'))
    }

    /// An object's member; of equal keys the last. `None` for anything but an object.
    pub fn get(self, key: &str) -> Option<Raw<'a>> {
        let mut found = None;
        self.walk_members(|name, value| {
            let matches = if name.contains(&b'\\') {
                decode(name) == key
            } else {
                name == key.as_bytes()
            };
            if matches {
                found = Some(value);
            }
        });
        found
    }

    fn walk_members(self, mut each: impl FnMut(&'a [u8], Raw<'a>)) {
        if self.kind() != Kind::Object {
            return;
        }
        let mut scanner = Scanner::new(self.bytes);
        // The text is valid, so the walk cannot fail.
        let _ = scanner.object(|scanner, key| {
            let (start, end) = scanner.value()?;
            each(
                scanner.slice(key.start, key.end),
                Raw::validated(scanner.slice(start, end)),
            );
            Ok(())
        });
    }

    /// An object's members as they stand, equal keys included. Empty for anything but an object.
    pub fn members(self) -> Members<'a> {
        Members {
            scanner: Scanner::new(self.bytes),
            open: self.kind() == Kind::Object,
            started: false,
        }
    }

    /// An array's items. Empty for anything but an array.
    pub fn items(self) -> Items<'a> {
        Items {
            scanner: Scanner::new(self.bytes),
            open: self.kind() == Kind::Array,
            started: false,
        }
    }

    /// A string's source without its quotes.
    pub(crate) fn string_source(self) -> Option<&'a [u8]> {
        match self.bytes {
            [b'"', inner @ .., b'"'] => Some(inner),
            _ => None,
        }
    }

    /// A string's text; half of a surrogate pair reads U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        self.string_source().map(decode)
    }

    /// A number, as JavaScript reads it: the nearest double, infinite if out of range.
    pub fn as_f64(self) -> Option<f64> {
        if self.kind() == Kind::Number {
            std::str::from_utf8(self.bytes).ok()?.parse().ok()
        } else {
            None
        }
    }

    /// A boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.bytes {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }

    /// Whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether `if (value)` would hold in JavaScript.
    pub fn truthy(self) -> bool {
        match self.kind() {
            Kind::Null => false,
            Kind::Bool => self.bytes == b"true",
            Kind::Number => self.as_f64().is_some_and(|number| number != 0.0),
            Kind::String => self.bytes.len() > 2,
            Kind::Array | Kind::Object => true,
        }
    }

    /// Exactly `JSON.stringify(JSON.parse(text))`: integer-like keys first, JavaScript's numbers
    /// and escapes, of equal keys the last value in the first one's place.
    pub fn stringify(self) -> String {
        let mut out = String::new();
        self.stringify_into(&mut out);
        out
    }

    /// As [`Raw::stringify`], appended to `out`.
    pub fn stringify_into(self, out: &mut String) {
        super::stringify::stringify_into(self, out);
    }
}

/// The members of an object; see [`Raw::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    scanner: Scanner<'a>,
    open: bool,
    started: bool,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Raw<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if !self.open || !step(&mut self.scanner, &mut self.started, b'}') {
            self.open = false;
            return None;
        }
        let StringSpan { start, end, .. } = self.scanner.key().ok()?;
        let key = decode(self.scanner.slice(start, end));
        self.scanner.skip_white_space();
        let (start, end) = self.scanner.value().ok()?;
        Some((key, Raw::validated(self.scanner.slice(start, end))))
    }
}

/// The items of an array; see [`Raw::items`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    scanner: Scanner<'a>,
    open: bool,
    started: bool,
}

impl<'a> Iterator for Items<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.open || !step(&mut self.scanner, &mut self.started, b']') {
            self.open = false;
            return None;
        }
        let (start, end) = self.scanner.value().ok()?;
        Some(Raw::validated(self.scanner.slice(start, end)))
    }
}

/// Moves to the next child of a container whose text is valid; false at its end.
fn step(scanner: &mut Scanner<'_>, started: &mut bool, close: u8) -> bool {
    if *started {
        scanner.skip_white_space();
    }
    // The opening bracket the first time, a comma or the closing bracket later.
    if *started && scanner.peek() != Some(b',') {
        return false;
    }
    *started = true;
    scanner.advance();
    scanner.skip_white_space();
    scanner.peek().is_some_and(|byte| byte != close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Raw<'_> {
        Raw::parse(text.as_bytes()).expect("valid JSON")
    }

    #[test]
    fn looks_members_up_in_place() {
        let value = raw(r#"{ "a" : [1, {"b":2}] , "\u0062":"x", "a":null }"#);
        assert!(value.get("a").is_some_and(Raw::is_null));
        assert_eq!(value.get("b").and_then(Raw::as_str).as_deref(), Some("x"));
        assert_eq!(value.get("c"), None);
        assert_eq!(raw("[1]").get("a"), None);
        let keys: Vec<_> = value.members().map(|(key, _)| key.into_owned()).collect();
        assert_eq!(keys, ["a", "b", "a"]);
    }

    #[test]
    fn iterates_items() {
        let texts = |text: &'static str| -> Vec<String> {
            raw(text)
                .items()
                .map(|item| item.text().into_owned())
                .collect()
        };
        assert_eq!(
            texts(r#" [ 1 , "a" ,[2,3],{} ] "#),
            ["1", "\"a\"", "[2,3]", "{}"]
        );
        assert!(texts("[ ]").is_empty());
        assert!(texts("{}").is_empty());
        assert_eq!(raw("{ }").members().count(), 0);
    }

    #[test]
    fn truth_is_javascripts() {
        for (text, expected) in [
            ("null", false),
            ("false", false),
            ("true", true),
            ("0", false),
            ("-0", false),
            ("1e-999", false),
            ("1", true),
            ("\"\"", false),
            ("\" \"", true),
            ("[]", true),
            ("{}", true),
        ] {
            assert_eq!(raw(text).truthy(), expected, "{text}");
        }
    }
}
