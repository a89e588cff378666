//! One pass over code that names its comments, strings, numbers and keywords.

use std::ops::Range;

use super::language::{Language, Syntax};

/// What a stretch of code is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Anything that gets no colour.
    Plain,
    Comment,
    String,
    Number,
    Keyword,
    /// The name of a member, in data.
    Name,
}

impl TokenKind {
    /// Its class, if it has a colour.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Comment => Some("code-comment"),
            Self::String => Some("code-string"),
            Self::Number => Some("code-number"),
            Self::Keyword => Some("code-keyword"),
            Self::Name => Some("code-name"),
        }
    }
}

/// A stretch of code of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// Bytes that may be searched in vain for the ends of strings. Then no more strings are sought.
const PATIENCE: usize = 500_000;

/// Splits code into tokens that, laid end to end, are the code.
pub fn tokens(code: &str, language: Language) -> Vec<Token> {
    let syntax = language.syntax();
    let mut out = Vec::new();
    let mut at = 0;
    let mut patience = PATIENCE;
    while at < code.len() {
        let (kind, len) = read(code, at, language, &syntax, &mut patience);
        push(&mut out, kind, at..at + len);
        at += len;
    }
    out
}

fn push(out: &mut Vec<Token>, kind: TokenKind, range: Range<usize>) {
    match out.last_mut() {
        Some(last) if last.kind == kind => last.range.end = range.end,
        _ => out.push(Token { kind, range }),
    }
}

/// Kind and length of what starts at `at`.
fn read(
    code: &str,
    at: usize,
    language: Language,
    syntax: &Syntax,
    patience: &mut usize,
) -> (TokenKind, usize) {
    let rest = &code[at..];
    let Some(first) = rest.chars().next() else {
        return (TokenKind::Plain, rest.len().max(1));
    };
    let before = code[..at].chars().next_back();
    if let Some(len) = comment(rest, before, syntax) {
        return (TokenKind::Comment, len);
    }
    if let Some(len) = string(rest, first, before, language, syntax, patience) {
        let is_name = language == Language::Json && rest[len..].trim_start().starts_with(':');
        let kind = if is_name {
            TokenKind::Name
        } else {
            TokenKind::String
        };
        return (kind, len);
    }
    if first.is_ascii_digit() {
        let len = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_'))
            .unwrap_or(rest.len());
        return (TokenKind::Number, len);
    }
    if is_word(first) {
        let len = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let kind = if is_keyword(&rest[..len], syntax) {
            TokenKind::Keyword
        } else {
            TokenKind::Plain
        };
        return (kind, len);
    }
    (TokenKind::Plain, first.len_utf8())
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn is_keyword(word: &str, syntax: &Syntax) -> bool {
    let mut keywords = syntax.keywords.split(' ');
    if syntax.ignores_case {
        keywords.any(|keyword| keyword.eq_ignore_ascii_case(word))
    } else {
        keywords.any(|keyword| keyword == word)
    }
}

fn comment(rest: &str, before: Option<char>, syntax: &Syntax) -> Option<usize> {
    if let Some((open, close)) = syntax.block_comment
        && let Some(body) = rest.strip_prefix(open)
    {
        return Some(
            body.find(close)
                .map_or(rest.len(), |end| open.len() + end + close.len()),
        );
    }
    let opens = !syntax.comment_opens_word || before.is_none_or(char::is_whitespace);
    let opens = opens
        && syntax
            .line_comments
            .iter()
            .any(|mark| rest.starts_with(mark));
    opens.then(|| rest.find('\n').unwrap_or(rest.len()))
}

fn string(
    rest: &str,
    first: char,
    before: Option<char>,
    language: Language,
    syntax: &Syntax,
    patience: &mut usize,
) -> Option<usize> {
    for quote in syntax.long_quotes {
        if let Some(body) = rest.strip_prefix(quote) {
            let end = closing(body, quote, true, patience)?;
            return Some(quote.len() + end + quote.len());
        }
    }
    if language == Language::Rust && first == '\'' {
        return rust_character(rest);
    }
    // An apostrophe inside a word is one, not a quote.
    if first == '\'' && before.is_some_and(is_word) && language != Language::Python {
        return None;
    }
    if syntax.quotes.contains(&first) {
        let mut buffer = [0; 4];
        let quote = first.encode_utf8(&mut buffer);
        let end = closing(&rest[1..], quote, false, patience)?;
        return Some(1 + end + 1);
    }
    None
}

/// Where the string ends. One that never ends is none: a stray quote would colour the rest of the file.
fn closing(body: &str, quote: &str, over_lines: bool, patience: &mut usize) -> Option<usize> {
    let bytes = body.as_bytes();
    let limit = bytes.len().min(*patience);
    let mut at = 0;
    while at < limit {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' if !over_lines => break,
            _ if bytes[at..].starts_with(quote.as_bytes()) => return Some(at),
            _ => at += 1,
        }
    }
    *patience = patience.saturating_sub(at);
    None
}

/// `'a'` and `'\n'` are characters, `'a` is a lifetime.
fn rust_character(rest: &str) -> Option<usize> {
    let body = &rest[1..];
    if body.starts_with('\\') {
        return body
            .bytes()
            .take(12)
            .skip(2)
            .position(|byte| byte == b'\'')
            .map(|end| end + 4);
    }
    let character = body.chars().next()?;
    let len = character.len_utf8();
    body[len..].starts_with('\'').then_some(len + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(language: &str, code: &str, expected: Expect) {
        let tokens = tokens(code, Language::named(language));
        let whole: String = tokens
            .iter()
            .map(|token| &code[token.range.clone()])
            .collect();
        assert_eq!(whole, code);
        let shown: String = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Plain)
            .map(|token| format!("{:?} {:?}\n", token.kind, &code[token.range.clone()]))
            .collect();
        expected.assert_eq(&shown);
    }

    #[test]
    fn script() {
        check(
            "ts",
            "const a = `x\n${b}`; // it's\nreturn \"q\\\"\" + 0xff /* c\nd */",
            expect![[r#"
                Keyword "const"
                String "`x\n${b}`"
                Comment "// it's"
                Keyword "return"
                String "\"q\\\"\""
                Number "0xff"
                Comment "/* c\nd */"
            "#]],
        );
    }

    #[test]
    fn rust_lifetimes_are_no_strings() {
        check(
            "rust",
            "fn f<'a>(x: &'a str) { 'b'; '\\n'; '\\u{1f}'; }",
            expect![[r#"
                Keyword "fn"
                String "'b'"
                String "'\\n'"
                String "'\\u{1f}'"
            "#]],
        );
    }

    #[test]
    fn shell_hashes_open_words() {
        check(
            "sh",
            "if [ $# -gt 1 ]; then # why\n echo 'a\nb' \"c\"",
            expect![[r##"
                Keyword "if"
                Number "1"
                Keyword "then"
                Comment "# why"
                String "'a\nb'"
                String "\"c\""
            "##]],
        );
    }

    #[test]
    fn python_and_sql_and_markup() {
        check(
            "py",
            "def f():\n  '''doc\n'''\n  return f'x' # y",
            expect![[r##"
                Keyword "def"
                String "'''doc\n'''"
                Keyword "return"
                String "'x'"
                Comment "# y"
            "##]],
        );
        check(
            "sql",
            "SELECT 'it' -- c\nfrom t",
            expect![[r#"
                Keyword "SELECT"
                String "'it'"
                Comment "-- c"
                Keyword "from"
            "#]],
        );
        check(
            "html",
            "<a href=\"x\"><!-- c --></a>",
            expect![[r#"
                String "\"x\""
                Comment "<!-- c -->"
            "#]],
        );
    }

    #[test]
    fn names_in_data_are_told_from_texts() {
        check(
            "json",
            "{\"a\" : \"b\", \"c\":[1, null]}",
            expect![[r#"
                Name "\"a\""
                String "\"b\""
                Name "\"c\""
                Number "1"
                Keyword "null"
            "#]],
        );
    }

    #[test]
    fn a_stray_quote_colours_nothing() {
        check("js", "don't \" \n x", expect![""]);
        check("js", "` never closed", expect![""]);
    }

    #[test]
    fn languages_of_paths() {
        for (path, language) in [
            ("/a/b.test.ts", Language::Script),
            ("Makefile", Language::Shell),
            ("C:\\x\\y.RS", Language::Rust),
            ("x.unknown", Language::Plain),
            ("", Language::Plain),
        ] {
            assert_eq!(Language::of_path(path), language, "{path}");
        }
    }

    #[test]
    fn unclosed_quotes_stay_cheap() {
        let code = "`a\\".repeat(30_000);
        assert!(!tokens(&code, Language::Script).is_empty());
    }
}
