//! What is secret in an address: the password before the host, a token as user, a webhook's path.
//!
//! Tokens and signatures in a query are named, so `named` finds them.

use super::alphabet::{mixed, says_placeholder, varied};
use super::matches::{Match, Rank};

const LONG: usize = 2048;

/// Beginnings of addresses of which all that follows is secret, and how many pieces stay.
const WEBHOOKS: &[(&str, usize)] = &[
    ("hooks.slack.com/services/", 2),
    ("hooks.slack.com/workflows/", 2),
    ("hooks.slack.com/triggers/", 2),
    ("discord.com/api/webhooks/", 1),
    ("discordapp.com/api/webhooks/", 1),
    ("webhook.office.com/webhookb2/", 0),
    ("outlook.office.com/webhook/", 0),
    ("hooks.zapier.com/hooks/catch/", 1),
    ("maker.ifttt.com/use/", 0),
];

pub(super) fn find(text: &[u8], out: &mut Vec<Match>) {
    for at in memchr::memmem::find_iter(text, b"://") {
        let start = at + 3;
        let rest = &text[start..text.len().min(start + LONG)];
        let end = rest
            .iter()
            .position(|byte| b" \t\r\n\"'`<>/?#\\".contains(byte))
            .unwrap_or(rest.len());
        // A password may hold a slash that nobody escaped; a later `@` then still ends it.
        let authority = &rest[..end];
        let Some(sign) = memchr::memrchr(b'@', authority) else {
            continue;
        };
        let user = &authority[..sign];
        // Sentry's addresses hold a key that is made to be public.
        if !user.contains(&b':') && memchr::memmem::find(&authority[sign..], b"sentry").is_some() {
            continue;
        }
        let (from, to) = match memchr::memchr(b':', user) {
            Some(colon) if is_password(&user[colon + 1..]) => (start + colon + 1, start + sign),
            Some(colon) if is_token(&user[..colon]) => (start, start + colon),
            None if is_token(user) => (start, start + sign),
            _ => continue,
        };
        out.push(Match {
            start: from,
            end: to,
            kind: "url-password",
            rank: Rank::Context,
        });
    }
    for &(beginning, kept) in WEBHOOKS {
        for at in memchr::memmem::find_iter(text, beginning.as_bytes()) {
            let start = at + beginning.len();
            let rest = &text[start..text.len().min(start + LONG)];
            let end = rest
                .iter()
                .position(|byte| b" \t\r\n\"'`<>\\?)|,".contains(byte))
                .unwrap_or(rest.len());
            let path = &rest[..end];
            let from = match kept {
                0 => 0,
                _ => memchr::memchr_iter(b'/', path)
                    .nth(kept - 1)
                    .map_or(path.len(), |slash| slash + 1),
            };
            if path.len() >= from + 8 && !says_placeholder(path) && mixed(path) {
                out.push(Match {
                    start: start + from,
                    end: start + path.len(),
                    kind: "webhook",
                    rank: Rank::Token,
                });
            }
        }
    }
}

fn is_password(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    let words: &[&[u8]] = &[
        b"password",
        b"pass",
        b"passwd",
        b"pw",
        b"pwd",
        b"secret",
        b"token",
        b"x-oauth-basic",
    ];
    let port = value.len() <= 5 && value.iter().all(u8::is_ascii_digit);
    value.len() >= 3
        && !port
        && !words.contains(&lower.as_slice())
        && !says_placeholder(value)
        && !value.iter().any(|byte| b"${}[]()".contains(byte))
        && !value.iter().all(|byte| b"*xX.".contains(byte))
}

fn is_token(value: &[u8]) -> bool {
    value.len() >= 16 && mixed(value) && varied(value)
}
