//! Secrets that their name tells: `PASSWORD=…`, `"apiKey": "…"`, `--token …`, headers, cookies.
//!
//! A name is looked up by how it ends. What stands behind it must still look like a value: code
//! that fetches a secret, types, and placeholders hold none.

use super::alphabet::{is_word, mixed, says_placeholder, varied};
use super::matches::{Match, Rank};

/// A value that is longer is looked at no further.
const LONG: usize = 4096;
const LONGEST_NAME: usize = 64;

/// How much a name says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    /// Any value is secret.
    Password,
    /// A value that looks drawn is.
    Key,
    Authorization,
    Cookies,
}

const PASSWORDS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passwort",
    "pwd",
    "pass",
    "passcode",
    "pgpassword",
    "_pw",
];
const KEYS: &[&str] = &[
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "authkey",
    "accountkey",
    "sharedaccesskey",
    "signingkey",
    "encryptionkey",
    "masterkey",
    "appkey",
    "applicationkey",
    "credential",
    "credentials",
    "auth",
    "secretaccesskey",
    "clientsecret",
    "licensekey",
    "license_key",
    "_key",
    "-key",
    "signature",
    "sig",
    "presharedkey",
    "recoverycode",
    "csrf",
    "sessionkey",
    "sessionid",
    "sessid",
    "webhooksecret",
    "cookie",
    "jwt",
    "bearer",
    "connectionkey",
    "adminkey",
];
/// Names that end like those of secrets and name none.
const HARMLESS: &[&str] = &[
    "public",
    "publishable",
    "sitekey",
    "primary_key",
    "foreign_key",
    "sort_key",
    "partition_key",
    "cachekey",
    "cache_key",
    "cache-key",
    "nexttoken",
    "next_token",
    "pagetoken",
    "page_token",
    "continuation",
    "synctoken",
    "canceltoken",
    "cancellationtoken",
    "maxtoken",
    "object_key",
    "idempotency",
    "s3_key",
    "row_key",
    "thinkingsignature",
    "textsignature",
    "thoughtsignature",
    "unique_key",
    "group_key",
    "translation_key",
    "ssh_key",
    "host_key",
    "hostkey",
    "bypass",
    "compass",
    "keyid",
    "cursor",
    "groupkey",
    "sort-key",
    "starttoken",
    "encrypted",
];

fn classify(name: &[u8]) -> Option<Name> {
    let lower = name.to_ascii_lowercase();
    let plain: Vec<u8> = lower
        .iter()
        .copied()
        .filter(|byte| !b"-_.".contains(byte))
        .collect();
    let ends = |words: &[&str]| {
        words
            .iter()
            .any(|word| lower.ends_with(word.as_bytes()) || plain.ends_with(word.as_bytes()))
    };
    let holds = |word: &&str| {
        memchr::memmem::find(&lower, word.as_bytes()).is_some()
            || memchr::memmem::find(&plain, word.as_bytes()).is_some()
    };
    if HARMLESS.iter().any(|word| holds(&word)) {
        return None;
    }
    if lower.ends_with(b"authorization") {
        return Some(Name::Authorization);
    }
    if lower == b"cookie" || lower == b"set-cookie" {
        return Some(Name::Cookies);
    }
    if ends(PASSWORDS) {
        return Some(Name::Password);
    }
    ends(KEYS).then_some(Name::Key)
}

/// All named secrets of `text`.
pub(super) fn find(text: &[u8], out: &mut Vec<Match>) {
    let mut done = 0;
    for at in memchr::memchr3_iter(b'=', b':', b' ', text) {
        if at < done {
            continue;
        }
        let Some(value) = value_at(text, at) else {
            continue;
        };
        for found in value {
            done = done.max(found.end);
            out.push(found);
        }
    }
}

/// The secrets behind the separator at `at`.
fn value_at(text: &[u8], at: usize) -> Option<Vec<Match>> {
    let name = name_before(text, at)?;
    let sort = classify(&text[name.clone()])?;
    let flag = text[..name.start].ends_with(b"--") || text[..name.start].ends_with(b" -");
    if text[at] == b' ' && !flag {
        return None;
    }
    let mut start = at + 1;
    let spaces = |from: usize| {
        text[from..]
            .iter()
            .take_while(|&&byte| byte == b' ' || byte == b'\t')
            .count()
    };
    if text[at] == b':' && text.get(start) == Some(&b'=') {
        start += 1;
    }
    let gap = spaces(start);
    start += gap;
    if text
        .get(start)
        .is_some_and(|&byte| byte == b'=' || byte == b':')
    {
        return None;
    }
    if text.get(start) == Some(&b'>') {
        start += 1 + spaces(start + 1);
    }
    let before = text[..name.start].last().copied();
    let line = match before {
        None | Some(b'\n') => true,
        Some(b' ') => {
            text[..name.start].ends_with(b"export ") || text[..name.start].ends_with(b"-e ")
        }
        _ => false,
    };
    let tight = text[at] == b'=' && gap == 0;
    let address = matches!(before, Some(b'?' | b'&'));
    match sort {
        Name::Authorization => return Some(vec![authorization(text, start)?]),
        Name::Cookies => return Some(cookies(text, start)),
        Name::Password | Name::Key => {}
    }
    let quote = opening_quote(text, start);
    let (start, end) = match quote {
        Some((quote, length)) => quoted(text, start + length, quote)?,
        None => {
            let stops: &[u8] = if address {
                b"&#\"'`<> \t\r\n\\)"
            } else if line && tight {
                b" \t\r\n\"'`"
            } else {
                b" \t\r\n\"'`,;&)<>|\\"
            };
            (start, start + run_until(text, start, stops))
        }
    };
    let value = &text[start..end];
    let setting = (line && tight) || address || flag || quote.is_some();
    let secret = match sort {
        Name::Password => is_password(value, setting, quote.is_some()),
        _ => is_key(value, setting),
    };
    secret.then(|| {
        vec![Match {
            start,
            end,
            kind: if sort == Name::Password {
                "password"
            } else {
                "secret"
            },
            rank: Rank::Context,
        }]
    })
}

/// The name that ends right before the separator at `at`, quotes and spaces between them or not.
fn name_before(text: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let mut end = at;
    while end > 0
        && at - end < 4
        && matches!(text[end - 1], b' ' | b'"' | b'\'' | b'\\' | b'`' | b']')
    {
        end -= 1;
    }
    let length = text[..end]
        .iter()
        .rev()
        .take(LONGEST_NAME)
        .take_while(|&&byte| is_word(byte) || b"-.".contains(&byte))
        .count();
    let mut start = end - length;
    while start < end && b"-.".contains(&text[start]) {
        start += 1;
    }
    (start < end).then_some(start..end)
}

fn opening_quote(text: &[u8], at: usize) -> Option<(u8, usize)> {
    match text.get(at..)? {
        [quote @ (b'"' | b'\'' | b'`'), ..] => Some((*quote, 1)),
        [b'\\', quote @ (b'"' | b'\''), ..] => Some((*quote, 2)),
        _ => None,
    }
}

/// What lies between quotes on one line.
fn quoted(text: &[u8], start: usize, quote: u8) -> Option<(usize, usize)> {
    let rest = &text[start..text.len().min(start + LONG)];
    let end = rest
        .iter()
        .position(|&byte| byte == quote || byte == b'\n')?;
    let mut end = start + end;
    if text[..end].ends_with(b"\\") {
        end -= 1;
    }
    (end > start).then_some((start, end))
}

fn run_until(text: &[u8], start: usize, stops: &[u8]) -> usize {
    text[start..]
        .iter()
        .take(LONG)
        .take_while(|&&byte| !stops.contains(&byte))
        .count()
}

const NO_PASSWORDS: &[&str] = &[
    "password",
    "passwd",
    "pass",
    "secret",
    "token",
    "string",
    "text",
    "none",
    "null",
    "true",
    "false",
    "undefined",
    "required",
    "optional",
    "hidden",
    "str",
    "bool",
    "nil",
    "bytes",
    "any",
    "unknown",
    "input",
    "value",
    "prompt",
    "env",
    "file",
    "stdin",
    "test",
    "foo",
    "bar",
    "default",
    "empty",
    "number",
    "object",
    "yes",
    "no",
    "masked",
    "removed",
    "user",
    "username",
    "pwd",
    "key",
    "apikey",
    "api_key",
];

/// Whether a value names, fetches or stands for a secret and is none.
fn is_reference(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    NO_PASSWORDS.iter().any(|word| lower == word.as_bytes())
        || says_placeholder(value)
        || value.starts_with(b"$")
        || value.starts_with(b"<")
        || value.starts_with(b"%")
        || value.starts_with(b"{{")
        || value.starts_with(b"@")
        || value
            .iter()
            .all(|&byte| b"*x.-_#X0".contains(&byte) || byte >= 0x80)
        || memchr::memmem::find(value, b"${").is_some()
        || memchr::memmem::find(value, b"{{").is_some()
        || memchr::memmem::find(value, b"://").is_some()
        || memchr::memmem::find(value, b"<redacted:").is_some()
}

/// Whether a value reads as code: a call, an index, names joined by dots.
fn is_code(value: &[u8]) -> bool {
    value.iter().any(|byte| b"()[]{}$".contains(byte))
        || value
            .iter()
            .all(|&byte| byte.is_ascii_alphabetic() || b"_.?!:*/-".contains(&byte))
}

fn is_password(value: &[u8], setting: bool, quoted: bool) -> bool {
    if value.len() < 4 || value.len() >= LONG || is_reference(value) {
        return false;
    }
    if quoted {
        // A sentence between quotes is a label or a message.
        return !value.contains(&b' ') || value.iter().any(u8::is_ascii_digit);
    }
    if setting {
        return !value.contains(&b'(');
    }
    !is_code(value)
}

fn is_key(value: &[u8], setting: bool) -> bool {
    let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"_-.+/=~%:|!@#^*".contains(&byte);
    value.len() >= if setting { 8 } else { 16 }
        && value.len() < LONG
        && !is_reference(value)
        && value.iter().all(plain)
        && mixed(value)
        && varied(value)
}

/// What follows the scheme of an `Authorization` header.
fn authorization(text: &[u8], start: usize) -> Option<Match> {
    let mut at = start;
    while matches!(
        text.get(at),
        Some(b'"' | b'\'' | b'`' | b'\\' | b' ' | b'[')
    ) {
        at += 1;
    }
    let word = run_until(text, at, b" \"'`\\,\r\n");
    let schemes: &[&[u8]] = &[
        b"bearer",
        b"basic",
        b"token",
        b"apikey",
        b"key",
        b"splunk",
        b"genie",
        b"negotiate",
    ];
    if schemes.contains(&text[at..at + word].to_ascii_lowercase().as_slice()) {
        at += word;
        while text.get(at) == Some(&b' ') {
            at += 1;
        }
    }
    let end = at + run_until(text, at, b" \"'`\\,;\r\n)<>");
    let value = &text[at..end];
    let drawn = value.len() >= 8 && !is_reference(value) && !is_code(value);
    drawn.then_some(Match {
        start: at,
        end,
        kind: "authorization",
        rank: Rank::Context,
    })
}

/// The values of cookies that stand for a session, and of all that are long.
fn cookies(text: &[u8], start: usize) -> Vec<Match> {
    let end = start + run_until(text, start, b"\r\n");
    let mut out = Vec::new();
    let mut at = start;
    while at < end {
        let stop = at + run_until(&text[..end], at, b";\"'\\");
        let pair = &text[at..stop];
        if let Some(equals) = memchr::memchr(b'=', pair) {
            let name = pair[..equals].to_ascii_lowercase();
            let value = &pair[equals + 1..];
            let attribute = [
                &b"path"[..],
                b"domain",
                b"expires",
                b"max-age",
                b"samesite",
                b"theme",
                b"lang",
                b"locale",
            ]
            .contains(&name.trim_ascii());
            let session = [
                "sess",
                "sid",
                "auth",
                "token",
                "jwt",
                "csrf",
                "xsrf",
                "remember",
                "login",
                "user_session",
                "key",
            ]
            .iter()
            .any(|word| memchr::memmem::find(&name, word.as_bytes()).is_some());
            let drawn = if session {
                value.len() >= 6
            } else {
                value.len() >= 20 && mixed(value)
            };
            if !attribute && drawn && !is_reference(value) {
                out.push(Match {
                    start: at + equals + 1,
                    end: stop,
                    kind: "cookie",
                    rank: Rank::Context,
                });
            }
        }
        at = stop + 1;
    }
    out
}

/// A whole value under `name`.
pub(super) fn under(name: &str, value: &[u8]) -> Option<Match> {
    let sort = classify(name.as_bytes())?;
    let (kind, secret) = match sort {
        Name::Password => ("password", is_password(value, true, true)),
        Name::Key => ("secret", is_key(value, true)),
        // Those come with words around them, which the rules for texts know.
        Name::Authorization => {
            let found = authorization(value, 0)?;
            return (found.end == value.len()).then_some(found);
        }
        Name::Cookies => return None,
    };
    secret.then_some(Match {
        start: 0,
        end: value.len(),
        kind,
        rank: Rank::Context,
    })
}
