//! Secrets that the form of a line or a sentence tells: a password piped into a command, an entry of
//! `.pgpass`, “the password is …”, a name in one member and its value in the next.

use super::alphabet::{is_word, mixed, says_placeholder};
use super::matches::{Match, Rank};
use super::named;

/// Commands that read a password from what is piped into them.
const PIPED: &[&str] = &[
    "--password-stdin",
    "sudo -S",
    "chpasswd",
    "--passphrase-fd 0",
];

/// What a password is called in sentences.
const WORDS: &[&str] = &[
    "password",
    "passphrase",
    "passcode",
    "passwort",
    "mật khẩu",
    "mat khau",
    "Mật khẩu",
    "contraseña",
    "mot de passe",
    "senha",
    "密码",
    "密碼",
    "パスワード",
    "пароль",
    "recovery code",
];
const CONNECTORS: &[&str] = &[
    " is ", " là ", " la ", ": ", "：", " lautet ", " ist ", " es ", " est ", " `", " \"", " '",
];

pub(super) fn find(text: &[u8], out: &mut Vec<Match>) {
    for command in PIPED {
        for at in memchr::memmem::find_iter(text, command.as_bytes()) {
            piped(text, at, out);
        }
    }
    for at in memchr::memmem::find_iter(text, b"htpasswd -") {
        last_word(text, at, out);
    }
    for at in memchr::memmem::find_iter(text, b" /user:") {
        share(text, at, out);
    }
    for at in memchr::memmem::find_iter(text, b"send \"") {
        let before = &text[at.saturating_sub(40)..at];
        if memchr::memmem::find(before, b"assword").is_some() {
            let start = at + 6;
            value(text, start, start + run(text, start, b"\"\\\n"), out);
        }
    }
    for at in memchr::memmem::find_iter(text, b"\"\r\n\r\n") {
        form_field(text, at, out);
    }
    sentences(text, out);
    pgpass(text, out);
    for name in ["value", "default"] {
        for at in memchr::memmem::find_iter(text, name.as_bytes()) {
            named_before(text, at, at + name.len(), out);
        }
    }
}

fn run(text: &[u8], start: usize, stops: &[u8]) -> usize {
    text.get(start..)
        .unwrap_or_default()
        .iter()
        .take(512)
        .take_while(|byte| !stops.contains(byte))
        .count()
}

fn value(text: &[u8], start: usize, end: usize, out: &mut Vec<Match>) {
    let value = text.get(start..end).unwrap_or_default();
    let reference = value.iter().any(|byte| b"$<>{} ".contains(byte)) || says_placeholder(value);
    if value.len() >= 4 && !reference && !value.eq_ignore_ascii_case(b"password") {
        out.push(Match {
            start,
            end,
            kind: "password",
            rank: Rank::Context,
        });
    }
}

/// `echo … | command`
fn piped(text: &[u8], at: usize, out: &mut Vec<Match>) {
    let from = at.saturating_sub(256);
    let before = &text[from..at];
    let Some(echo) = ["echo ", "printf "]
        .iter()
        .filter_map(|word| Some(memchr::memmem::rfind(before, word.as_bytes())? + word.len()))
        .max()
    else {
        return;
    };
    let mut start = from + echo;
    if text[start..].starts_with(b"-n ") {
        start += 3;
    }
    let quoted = matches!(text.get(start), Some(b'"' | b'\''));
    start += usize::from(quoted);
    let end = start + run(text, start, if quoted { b"\"'\n" } else { b" |\n" });
    let user =
        memchr::memchr(b':', &text[start..end]).filter(|_| text[at..].starts_with(b"chpasswd"));
    value(
        text,
        user.map_or(start, |colon| start + colon + 1),
        end,
        out,
    );
}

/// `htpasswd -b file user password`
fn last_word(text: &[u8], at: usize, out: &mut Vec<Match>) {
    let end = at + run(text, at, b"\n;|&\"`");
    let line = text[at..end].trim_ascii_end();
    let flags = run(line, 10, b" ");
    if !line[10..10 + flags].contains(&b'b') {
        return;
    }
    if let Some(space) = memchr::memrchr(b' ', line)
        && memchr::memchr_iter(b' ', line).count()
            >= 4 - usize::from(line[10..10 + flags].contains(&b'n'))
    {
        value(text, at + space + 1, at + line.len(), out);
    }
}

/// `net use Z: \\host\share password /user:name`
fn share(text: &[u8], at: usize, out: &mut Vec<Match>) {
    let before = &text[at.saturating_sub(256)..at];
    let Some(space) = memchr::memrchr(b' ', before) else {
        return;
    };
    let word = &before[space + 1..];
    if memchr::memmem::find(before, b"net use").is_some()
        && !word.starts_with(b"\\")
        && !word.ends_with(b":")
    {
        value(text, at - word.len(), at, out);
    }
}

/// A field of a multipart form: its name, an empty line, its value.
fn form_field(text: &[u8], at: usize, out: &mut Vec<Match>) {
    let length = text[..at]
        .iter()
        .rev()
        .take(64)
        .take_while(|&&byte| byte != b'"')
        .count();
    let name = &text[at - length..at];
    if text[..at - length].ends_with(b"name=\"") && named::is_secret(name) {
        let start = at + 5;
        value(text, start, start + run(text, start, b"\r\n"), out);
    }
}

/// “The password is …”
fn sentences(text: &[u8], out: &mut Vec<Match>) {
    for word in WORDS {
        let first = word.as_bytes()[0];
        let rest = &word.as_bytes()[1..];
        for at in memchr::memmem::find_iter(text, rest) {
            let Some(start) = at.checked_sub(1) else {
                continue;
            };
            if !text[start].eq_ignore_ascii_case(&first) {
                continue;
            }
            let from = at + rest.len();
            let near = &text[from..from + run(text, from, b"\n").min(64)];
            let connected = CONNECTORS
                .iter()
                .filter_map(|connector| {
                    Some((
                        memchr::memmem::find(near, connector.as_bytes())?,
                        connector.len(),
                    ))
                })
                .min();
            let Some((connector, length)) = connected else {
                continue;
            };
            let mut start = from + connector + length;
            while matches!(text.get(start), Some(b'`' | b'"' | b'\'' | b' ')) {
                start += 1;
            }
            let mut end = start + run(text, start, b" \t\r\n`\"',;<>()");
            while end > start && b".?".contains(&text[end - 1]) {
                end -= 1;
            }
            let word = &text[start..end];
            let plain = word
                .iter()
                .all(|byte| byte.is_ascii_graphic() && !b"/\\=[]{}@".contains(byte));
            // A date or a version begins with a digit and has few letters.
            let letters = word
                .iter()
                .filter(|byte| byte.is_ascii_alphabetic())
                .count();
            if word.len() >= 8 && plain && mixed(word) && letters >= 4 {
                value(text, start, end, out);
            }
        }
    }
}

/// `host:port:database:user:password`
fn pgpass(text: &[u8], out: &mut Vec<Match>) {
    for at in memchr::memmem::find_iter(text, b":5432:") {
        let start = at + 6;
        let end = start + run(text, start, b" \t\r\n\"'`");
        let mut colons = memchr::memchr_iter(b':', &text[start..end]);
        if let (Some(_), Some(user)) = (colons.next(), colons.next()) {
            value(text, start + user + 1, end, out);
        }
    }
}

/// `name: X` and then `value: …`; `key="X" value="…"`; `variable "X" { default = "…" }`
fn named_before(text: &[u8], at: usize, mut end: usize, out: &mut Vec<Match>) {
    if at > 0 && is_word(text[at - 1]) || text.get(end).is_some_and(|&byte| is_word(byte)) {
        return;
    }
    let skip = |mut at: usize, set: &[u8]| {
        while text.get(at).is_some_and(|byte| set.contains(byte)) {
            at += 1;
        }
        at
    };
    end = skip(end, b"\"'\\");
    let from = skip(end, b" ");
    if !matches!(text.get(from), Some(b':' | b'=')) {
        return;
    }
    let start = skip(from + 1, b" \"'\\");
    let stop = start + run(text, start, b"\"'\\\n\r ,}<>");
    let window = at.saturating_sub(160);
    let before = &text[window..at];
    let Some(name) = ["name", "key", "variable", "Name", "Key"]
        .iter()
        .filter_map(|word| Some(memchr::memmem::rfind(before, word.as_bytes())? + word.len()))
        .max()
    else {
        return;
    };
    let name = before[name..]
        .split(|&byte| !is_word(byte) && !b"-.".contains(&byte))
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let secret = named::is_value(name, &text[start..stop]);
    if secret {
        out.push(Match {
            start,
            end: stop,
            kind: "secret",
            rank: Rank::Context,
        });
    }
}
