//! Who somebody is: email addresses, and homes in paths.

use super::alphabet::is_word;
use super::matches::{Match, Rank};

/// Users that name nobody.
const NOBODY: &[&str] = &[
    "runner",
    "node",
    "vscode",
    "codespace",
    "vagrant",
    "ubuntu",
    "linuxbrew",
    "runneradmin",
    "public",
    "default",
    "shared",
    "user",
    "username",
    "root",
    "all users",
    "default user",
    "you",
    "guest",
    "me",
    "name",
    "youruser",
    "your-name",
    "yourname",
    "debian",
    "ec2-user",
    "admin",
    "git",
    "pi",
    "deploy",
    "circleci",
    "gitpod",
    "sandbox",
    "app",
    "appuser",
    "jovyan",
    "containeradmin",
    "containeruser",
];

pub(super) fn emails(text: &[u8], out: &mut Vec<Match>) {
    let mut done = 0;
    let escaped = memchr::memmem::find_iter(text, b"%40").map(|at| (at, 3));
    let signs: Vec<_> = memchr::memchr_iter(b'@', text)
        .map(|at| (at, 1))
        .chain(escaped)
        .collect();
    for (at, sign) in signs {
        if at < done {
            continue;
        }
        let local = text[done..at]
            .iter()
            .rev()
            .take(64)
            .take_while(|&&byte| {
                byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte) || byte >= 0x80
            })
            .count();
        let mut start = at - local;
        while start < at && b".-%+".contains(&text[start]) {
            start += 1;
        }
        // Behind a literal line break stands no “n…”.
        if start > 0 && text[start - 1] == b'\\' && matches!(text[start], b'n' | b't' | b'r') {
            start += 1;
        }
        let domain = &text[at + sign..text.len().min(at + sign + 255)];
        let mut length = domain
            .iter()
            .take_while(|&&byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
            .count();
        while length > 0 && b".-".contains(&domain[length - 1]) {
            length -= 1;
        }
        if is_email(text, start, at, sign, &domain[..length]) {
            let end = at + sign + length;
            out.push(Match {
                start,
                end,
                kind: "email",
                rank: Rank::Context,
            });
            done = end;
        }
    }
}

fn is_email(text: &[u8], start: usize, at: usize, sign: usize, domain: &[u8]) -> bool {
    let local = text[start..at].to_ascii_lowercase();
    let domain = domain.to_ascii_lowercase();
    let Some(dot) = memchr::memrchr(b'.', &domain) else {
        return false;
    };
    let top = &domain[dot + 1..];
    let before = start.checked_sub(1).map(|before| text[before]);
    let behind = text.get(at + sign + domain.len()).copied();
    let option = text[..start].ends_with(b"-u ") || text[..start].ends_with(b"--user ");
    // Behind the colon of an address stands a password.
    let word = text[..start]
        .iter()
        .rev()
        .take(128)
        .take_while(|byte| byte.is_ascii_graphic())
        .count();
    let in_address =
        memchr::memmem::find(&text[start - word..start], b"://").is_some() && sign == 1;
    let roles: &[&[u8]] = &[
        b"git",
        b"root",
        b"deploy",
        b"ubuntu",
        b"admin",
        b"ec2-user",
        b"debian",
        b"centos",
        b"hg",
        b"noreply",
        b"no-reply",
        b"donotreply",
        b"do-not-reply",
        b"actions",
        b"user",
        b"username",
        b"you",
        b"me",
        b"your",
        b"name",
    ];
    let reserved: &[&[u8]] = &[b"example.com", b"example.org", b"example.net"];
    let robots = [
        &b"noreply"[..],
        b"no-reply",
        b"[bot]",
        b"bot@",
        b"dependabot",
        b"renovate",
    ];
    let whole = &text[start..at + sign + domain.len()].to_ascii_lowercase();
    let files: &[&[u8]] = &[
        b"png",
        b"jpg",
        b"js",
        b"ts",
        b"json",
        b"svg",
        b"webp",
        b"css",
        b"service",
        b"local",
        b"internal",
        b"lan",
        b"test",
        b"localhost",
        b"invalid",
        b"example",
    ];
    !local.is_empty()
        && top.len() >= 2
        && top.iter().all(u8::is_ascii_alphabetic)
        && !domain.starts_with(b".")
        && memchr::memmem::find(&domain, b"..").is_none()
        && !roles.contains(&local.as_slice())
        && !files.contains(&top)
        && !reserved
            .iter()
            .any(|name| domain == *name || domain.ends_with(&[b".", *name].concat()))
        && (whole.ends_with(b"@users.noreply.github.com")
            || robots
                .iter()
                .all(|robot| memchr::memmem::find(whole, robot).is_none()))
        && memchr::memmem::find(whole, b"[bot]").is_none()
        && !matches!(before, Some(b'/' | b'@' | b']'))
        && !in_address
        && local.iter().any(|&byte| byte != b'x')
        && (option || !matches!(behind, Some(b':' | b'/' | b'@' | b'(')))
}

const ROOTS: &[&str] = &[
    "/home/",
    "/Users/",
    "\\Users\\",
    "\\\\Users\\\\",
    "\\users\\",
    "\\home\\",
    "/usr/home/",
    "/export/home/",
    "/u/home/",
];
/// As Pi names folders after paths.
const FOLDER_ROOTS: &[&str] = &["--home-", "--Users-", "-Users-"];

pub(super) fn homes(text: &[u8], out: &mut Vec<Match>) {
    for root in ROOTS {
        for at in memchr::memmem::find_iter(text, root.as_bytes()) {
            let start = at + root.len();
            let before = at.checked_sub(1).map(|before| text[before]);
            if root.starts_with('/')
                && before.is_some_and(|byte| is_word(byte) || b".-~}".contains(&byte))
                && !leads(text, at)
            {
                continue;
            }
            let backslash = root.starts_with('\\');
            let length = text[start..]
                .iter()
                .take(64)
                .take_while(|&&byte| is_word(byte) || b".-".contains(&byte) || byte >= 0x80)
                .count();
            let mut end = start + length;
            // Windows has spaces in names: one counts if the path goes on behind the next word.
            if (backslash || *root == "/Users/") && text.get(end) == Some(&b' ') {
                let more = text[end + 1..]
                    .iter()
                    .take(40)
                    .take_while(|&&byte| is_word(byte) || byte >= 0x80)
                    .count();
                let closing = if backslash { b'\\' } else { b'/' };
                if more > 0
                    && (backslash || text[end + 1].is_ascii_uppercase())
                    && text.get(end + 1 + more) == Some(&closing)
                {
                    end += 1 + more;
                }
            }
            while end > start && text[end - 1] == b'.' {
                end -= 1;
            }
            push(text, at, start..end, out);
        }
    }
    for root in FOLDER_ROOTS {
        for at in memchr::memmem::find_iter(text, root.as_bytes()) {
            let start = at + root.len();
            let length = text[start..]
                .iter()
                .take(64)
                .take_while(|&&byte| is_word(byte) || byte == b'.')
                .count();
            push(text, at, start..start + length, out);
        }
    }
}

/// Whether what stands before the path leads to homes: a drive, a volume, an option (`-I/home/…`).
fn leads(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(48)..at];
    let drive = matches!(before, [.., b'/', letter] if letter.is_ascii_alphabetic());
    let option =
        matches!(before, [.., b' ', b'-', letter] | [b'-', letter] if letter.is_ascii_uppercase());
    drive
        || option
        || before.ends_with(b"/var")
        || memchr::memmem::find(before, b"/Volumes/").is_some()
}

/// The finding holds the folders before the name: a name alone may be any word.
fn push(text: &[u8], start: usize, name: std::ops::Range<usize>, out: &mut Vec<Match>) {
    let end = name.end;
    let name = text[name].to_ascii_lowercase();
    let nobody = NOBODY.iter().any(|word| name == word.as_bytes());
    if name.is_empty()
        || nobody
        || !name
            .iter()
            .any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
    {
        return;
    }
    out.push(Match {
        start,
        end,
        kind: "home-path",
        rank: Rank::Context,
    });
}
