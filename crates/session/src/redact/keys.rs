//! Private keys: PEM blocks, also those that are cut off, and the private lines of other forms.

use super::matches::{Match, Rank};

pub(super) fn find(text: &[u8], out: &mut Vec<Match>) {
    let mut done = 0;
    for at in memchr::memmem::find_iter(text, b"-----BEGIN ") {
        if at < done {
            continue;
        }
        let label = &text[at + 11..text.len().min(at + 11 + 64)];
        let Some(label_end) = memchr::memmem::find(label, b"-----") else {
            continue;
        };
        let label = &label[..label_end];
        if memchr::memmem::find(label, b"PRIVATE KEY").is_none() {
            continue;
        }
        let body = at + 11 + label_end + 5;
        let end = pem_end(text, body);
        done = end;
        if body_length(&text[body..end]) >= 16 {
            out.push(key(at, end));
        }
    }
    for at in memchr::memmem::find_iter(text, b"Private-Lines: ") {
        // The number of lines, then so many of base64.
        let start = at + b"Private-Lines: ".len();
        let digits = text[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let mut end = start + digits;
        let from = end;
        while end < text.len()
            && (text[end].is_ascii_alphanumeric() || b"+/=\r\n\\".contains(&text[end]))
        {
            end += 1;
            // A line of another field begins with a name and a colon.
            if text.get(end) == Some(&b'\n') && next_line_is_field(text, end + 1) {
                break;
            }
        }
        if end > from + 16 {
            out.push(key(from, end));
        }
    }
}

fn key(start: usize, end: usize) -> Match {
    Match {
        start,
        end,
        kind: "private-key",
        rank: Rank::Token,
    }
}

fn next_line_is_field(text: &[u8], at: usize) -> bool {
    let word = text[at..]
        .iter()
        .take(40)
        .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-')
        .count();
    text.get(at + word) == Some(&b':')
}

/// Behind `-----END …-----`, or where what could be a key's text ends.
fn pem_end(text: &[u8], body: usize) -> usize {
    let mut at = body;
    let mut last = body;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(b"-----END ") {
            let label = &rest[9..rest.len().min(9 + 64)];
            return memchr::memmem::find(label, b"-----").map_or(at + 9, |end| at + 9 + end + 5);
        }
        let byte = text[at];
        if byte.is_ascii_alphanumeric() || b"+/=".contains(&byte) {
            at += 1;
            last = at;
        } else if b" \t\r\n\\\"',:-|>#*.+".contains(&byte) {
            at += 1;
        } else {
            break;
        }
    }
    last
}

fn body_length(body: &[u8]) -> usize {
    body.iter()
        .take(64)
        .filter(|byte| byte.is_ascii_alphanumeric())
        .count()
}
