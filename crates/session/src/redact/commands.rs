//! Passwords on command lines, where a short option tells them: `mysql -p…`, `curl -u user:…`.
//!
//! Long options that name what they take are in `named`.

use super::matches::{Match, Rank};

/// How a command takes its password.
#[derive(Clone, Copy)]
enum Form {
    /// Right behind the option: `-pVALUE`.
    Joined,
    /// The next word.
    Next,
    /// Behind the colon (or the sign) of the next word.
    Behind(u8),
}

const COMMANDS: &[(&str, &str, Form)] = &[
    ("mysql", "-p", Form::Joined),
    ("mysqldump", "-p", Form::Joined),
    ("mysqladmin", "-p", Form::Joined),
    ("mariadb", "-p", Form::Joined),
    ("sshpass", "-p", Form::Next),
    ("sshpass", "-p", Form::Joined),
    ("curl", "-u", Form::Behind(b':')),
    ("curl", "--user", Form::Behind(b':')),
    ("curl", "--proxy-user", Form::Behind(b':')),
    ("docker login", "-p", Form::Next),
    ("podman login", "-p", Form::Next),
    ("helm registry login", "-p", Form::Next),
    ("oc login", "-p", Form::Next),
    ("az login", "-p", Form::Next),
    ("redis-cli", "-a", Form::Next),
    ("gh secret set", "--body", Form::Next),
    ("gh secret set", "-b", Form::Next),
    ("curl", "-b", Form::Behind(b'=')),
    ("curl", "--cookie", Form::Behind(b'=')),
    ("smbclient", "-U", Form::Behind(b'%')),
    ("ldapsearch", "-w", Form::Next),
    ("ldapmodify", "-w", Form::Next),
    ("mongo", "-p", Form::Next),
    ("mongosh", "-p", Form::Next),
    ("mongodump", "-p", Form::Next),
    ("sqlcmd", "-P", Form::Next),
    ("bcp", "-P", Form::Next),
    ("unzip", "-P", Form::Next),
    ("zip", "-P", Form::Next),
    ("7z", "-p", Form::Joined),
    ("ipmitool", "-P", Form::Next),
    ("mosquitto_pub", "-P", Form::Next),
    ("mosquitto_sub", "-P", Form::Next),
    ("http", "-a", Form::Behind(b':')),
    ("https", "-a", Form::Behind(b':')),
];

/// Words after which, with quotes or without, a password follows.
const BEFORE: &[&str] = &[
    "IDENTIFIED BY ",
    "identified by ",
    "WITH PASSWORD ",
    "with password ",
    " PASSWORD ",
    " pass:",
    "Bearer ",
    "bearer ",
];

pub(super) fn find(text: &[u8], out: &mut Vec<Match>) {
    let commands: Vec<_> = COMMANDS
        .iter()
        .filter(|row| memchr::memmem::find(text, row.0.as_bytes()).is_some())
        .collect();
    if !commands.is_empty() {
        for line in lines(text) {
            options(text, line, &commands, out);
        }
    }
    for before in BEFORE {
        for at in memchr::memmem::find_iter(text, before.as_bytes()) {
            let start = at + before.len();
            let (start, end) = word(text, start, text.len());
            let long = if before.eq_ignore_ascii_case("Bearer ") {
                16
            } else {
                4
            };
            push(text, start, end, long, out);
        }
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text)
        .chain(std::iter::once(text.len()))
        .map(move |end| {
            let line = start..end;
            start = end + 1;
            line
        })
}

fn options(
    text: &[u8],
    line: std::ops::Range<usize>,
    commands: &[&(&str, &str, Form)],
    out: &mut Vec<Match>,
) {
    // What no line of a shell is as long as is data.
    let limit = line.end.min(line.start + 8192);
    for &&(command, option, form) in commands {
        let Some(at) = memchr::memmem::find(&text[line.start..limit], command.as_bytes()) else {
            continue;
        };
        let from = line.start + at + command.len();
        if text.get(from) != Some(&b' ') {
            continue;
        }
        let mut at = from;
        while let Some(found) = memchr::memmem::find(&text[at..limit], option.as_bytes()) {
            let start = at + found;
            let behind = start + option.len();
            at = behind;
            if text[start - 1] != b' ' {
                continue;
            }
            let spaced = matches!(text.get(behind), Some(b' ' | b'='));
            match form {
                Form::Joined if !spaced => {
                    let (start, end) = word(text, behind, limit);
                    push(text, start, end, 3, out);
                }
                Form::Next if spaced => {
                    let (start, end) = word(text, behind + 1, limit);
                    push(text, start, end, 3, out);
                }
                Form::Behind(sign) => {
                    let (start, end) = word(text, behind + usize::from(spaced), limit);
                    if let Some(colon) = memchr::memchr(sign, &text[start..end]) {
                        push(text, start + colon + 1, end, 3, out);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The word at `start`, without its quotes.
fn word(text: &[u8], start: usize, limit: usize) -> (usize, usize) {
    let limit = limit.min(start + 4096).max(start);
    let Some(rest) = text.get(start..limit) else {
        return (start, start);
    };
    if let [b'\\', quote @ (b'"' | b'\''), rest @ ..] = rest {
        let end = rest
            .iter()
            .position(|byte| byte == quote || *byte == b'\\')
            .unwrap_or(rest.len());
        return (start + 2, start + 2 + end);
    }
    if let Some(&quote @ (b'"' | b'\'')) = rest.first() {
        let end = memchr::memchr(quote, &rest[1..]).unwrap_or(rest.len() - 1);
        return (start + 1, start + 1 + end);
    }
    let end = rest
        .iter()
        .position(|byte| b" \t\r\n\"'`|;)<>\\,".contains(byte))
        .unwrap_or(rest.len());
    (start, start + end)
}

fn push(text: &[u8], start: usize, end: usize, least: usize, out: &mut Vec<Match>) {
    let value = text.get(start..end).unwrap_or_default();
    let reference = value.starts_with(b"$")
        || value.starts_with(b"-")
        || value.starts_with(b"<")
        || super::named::is_reference(value)
        || value.eq_ignore_ascii_case(b"password")
        || value.iter().all(|&byte| b"*xX".contains(&byte));
    // Behind the word `Bearer` stands prose as well.
    let prose = least >= 16 && !super::alphabet::mixed(value);
    if value.len() >= least && !reference && !prose {
        out.push(Match {
            start,
            end,
            kind: if least >= 16 {
                "authorization"
            } else {
                "password"
            },
            rank: Rank::Context,
        });
    }
}
