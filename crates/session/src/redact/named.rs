//! Secrets that their name tells: `PASSWORD=…`, `"apiKey": "…"`, `--token …`, headers, cookies.
//!
//! A name is looked up by how it ends. What stands behind it must still look like a value: code
//! that fetches a secret, types, and placeholders hold none.

use super::alphabet::{is_word, mixed, says_placeholder, varied};
use super::matches::{Match, Rank};

/// A value that is longer is looked at no further.
const LONG: usize = 16 << 10;
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
    "psk",
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
    "presharedkey",
    "recoverycode",
    "csrf",
    "sessionkey",
    "sessid",
    "webhooksecret",
    "cookie",
    "jwt",
    "bearer",
    "connectionkey",
    "adminkey",
    "keybase",
    "keydata",
    "_pat",
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
    if HARMLESS.iter().any(&holds) {
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
    for (at, byte) in text.iter().enumerate() {
        if at < done || !b"=: ,|>?\t".contains(byte) {
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
#[expect(
    clippy::too_many_lines,
    reason = "one decision after another about one value"
)]
fn value_at(text: &[u8], at: usize) -> Option<Vec<Match>> {
    let name = name_before(text, at)?;
    let before = text[..name.start].last().copied();
    let address = matches!(before, Some(b'?' | b'&'));
    let called = &text[name.clone()];
    let sort = match classify(called) {
        None if address
            && QUERY
                .iter()
                .any(|word| called.to_ascii_lowercase().ends_with(word.as_bytes())) =>
        {
            Name::Key
        }
        // So a cookie is called; under other spellings the id of a session opens nothing.
        None if called == b"sessionid" => Name::Key,
        sort => sort?,
    };
    // A resource's name has many colons.
    if before == Some(b':') && text[at] == b':' {
        return None;
    }
    let flag = text[..name.start].ends_with(b"--") || text[..name.start].ends_with(b" -");
    let cell =
        matches!(text[at], b' ' | b',' | b'|' | b'>' | b'?' | b'\t') && !(text[at] == b' ' && flag);
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
    let line = match before {
        None | Some(b'\n') => true,
        Some(b' ') => {
            text[..name.start].ends_with(b"export ") || text[..name.start].ends_with(b"-e ")
        }
        _ => false,
    };
    let tight = text[at] == b'=' && gap == 0;
    match sort {
        _ if text[at] == b'?' && !text[at - 1..].starts_with(b"??") => return None,
        Name::Authorization | Name::Cookies if cell => return None,
        Name::Authorization => return Some(vec![authorization(text, start)?]),
        Name::Cookies => return Some(cookies(text, start)),
        Name::Password | Name::Key => {}
    }
    let mut quote = opening_quote(text, start);
    // A quoted value of code may be quoted in itself: "\"…\"".
    if quote.is_some_and(|(_, length)| length == 1) && text[start + 1..].starts_with(b"\\\"") {
        start += 1;
        quote = opening_quote(text, start);
    }
    let (start, end) = if let Some((quote, length)) = quote {
        quoted(text, start + length, quote)?
    } else {
        let stops: &[u8] = if address {
            b"&#\"'`<> \t\r\n\\)"
        } else if line && tight {
            b" \t\r\n\"'`"
        } else {
            b" \t\r\n\"'`,;&)<>|\\"
        };
        (start, start + value_length(text, start, stops))
    };
    let value = &text[start..end];
    if cell {
        let tag = before == Some(b'<') && text[at] == b'>' && text.get(end) == Some(&b'<');
        let listed = text[at] == b','
            && quote.is_some()
            && before.is_some_and(|byte| b"\"'".contains(&byte));
        // Beside a name, with nothing that says it is its value, only what looks drawn counts.
        let drawn = match sort {
            Name::Password if tag || listed => is_password(value, true, quote.is_some() || tag),
            Name::Password if text[at] == b' ' => {
                value.len() >= 8
                    && mixed(value)
                    && is_password(value, quote.is_some(), quote.is_some())
            }
            _ => {
                is_key(value, tag || listed)
                    && !matches!(text[at], b',' if !listed)
                    && (text[at] != b'>' || tag)
            }
        };
        return drawn.then(|| vec![found(start, end, sort)]);
    }
    let setting = (line && tight) || address || flag || quote.is_some();
    let secret = match sort {
        Name::Password => is_password(value, setting, quote.is_some()),
        _ => is_key(value, setting),
    };
    secret.then(|| vec![found(start, end, sort)])
}

fn found(start: usize, end: usize, sort: Name) -> Match {
    let kind = if sort == Name::Password {
        "password"
    } else {
        "secret"
    };
    Match {
        start,
        end,
        kind,
        rank: Rank::Context,
    }
}

/// Whether a member of this name holds a secret.
pub(super) fn is_secret(name: &[u8]) -> bool {
    matches!(classify(name), Some(Name::Password | Name::Key))
}

/// Whether a value that stands beside its name is a secret.
pub(super) fn is_value(name: &[u8], value: &[u8]) -> bool {
    match classify(name) {
        Some(Name::Password) => is_password(value, true, true) && !value.contains(&b' '),
        Some(Name::Key) => is_key(value, true),
        _ => name == b"session" && is_key(value, false),
    }
}

/// Names that tell a secret only in the query of an address.
const QUERY: &[&str] = &["code", "sig", "signature", "key", "hash", "ticket"];

/// The name that ends right before the separator at `at`, quotes and spaces between them or not.
fn name_before(text: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let mut end = at;
    while end > 0
        && at - end < 4
        && matches!(
            text[end - 1],
            b' ' | b'"' | b'\'' | b'\\' | b'`' | b']' | b'?' | b'|'
        )
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

/// The length of a value without quotes. Only what holds no further names may be long: each of
/// them begins a walk of its own.
fn value_length(text: &[u8], start: usize, stops: &[u8]) -> usize {
    let near = &text[..text.len().min(start + 1024)];
    let length = run_until(near, start, stops);
    let names = |&byte: &u8| byte == b'=' || byte == b':';
    if length < 1024 || near[start..].iter().any(names) {
        return length;
    }
    run_until(text, start, stops)
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
pub(super) fn is_reference(value: &[u8]) -> bool {
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
    if value.len() < 4 || value.len() >= LONG || is_reference(value) || is_ciphertext(value) {
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

/// Sealed and encrypted values begin so; they are safe as they are.
fn is_ciphertext(value: &[u8]) -> bool {
    let sealed =
        value.starts_with(b"AgA") || value.starts_with(b"AgB") || value.starts_with(b"AQICAH");
    value.starts_with(b"ENC[") || value.starts_with(b"vault:v") || (sealed && value.len() > 100)
}

fn is_key(value: &[u8], setting: bool) -> bool {
    let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"_-.+/=~%:|!@#^*".contains(&byte);
    value.len() >= if setting { 8 } else { 16 }
        && value.len() < LONG
        && !is_reference(value)
        && (value.iter().all(plain)
            || (setting
                && value.len() >= 24
                && value.iter().all(u8::is_ascii_graphic)
                && !is_code(&value[..12])))
        && !is_ciphertext(value)
        && memchr::memmem::find(value, b"env.").is_none()
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
