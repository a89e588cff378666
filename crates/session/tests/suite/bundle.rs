//! What is packed: bug reports, zips of sessions, gzip, exported pages, crashes. And what is made to harm.

use expect_test::expect;
use pi_session::{Bundle, ErrorCode};

use crate::archive::{File, Zip, deflated, gzip, stored, zip};
use crate::support::{HEADER, assistant, lines, user};

const REPORT: &str = r#"{"schemaVersion":1,"id":"r1","environment":{"version":"1.6.0"},"session":{"id":"s","included":true}}"#;
const DIAGNOSTICS: &str = r#"{"schemaVersion":1,"assistant":[{"entryId":"gone"}],"crashes":[{"timestamp":"2026","message":"boom"}]}"#;

fn session() -> Vec<u8> {
    lines(&[
        HEADER,
        &user("a", None, "Hello"),
        &assistant("b", Some("a"), "Hi"),
        &assistant("c", Some("a"), "Ho"),
    ])
}

fn report() -> Vec<File> {
    vec![
        deflated("report.json", REPORT.as_bytes()),
        deflated("diagnostics.json", DIAGNOSTICS.as_bytes()),
        deflated("session.jsonl", &session()),
        deflated("summary.md", b"# It broke\n"),
    ]
}

fn refusal(bytes: &[u8]) -> String {
    let error = Bundle::open(bytes).expect_err("a refusal");
    assert_eq!(error.code(), ErrorCode::BadArchive);
    error.message().to_owned()
}

/// The archive with the bytes at a place replaced.
fn patched(mut archive: Zip, at: usize, with: &[u8]) -> Vec<u8> {
    archive.bytes[at..at + with.len()].copy_from_slice(with);
    archive.bytes
}

#[test]
fn a_bug_report_opens() {
    let bundle = Bundle::open(&zip(&report()).bytes).unwrap();
    assert_eq!(bundle.report.as_deref(), Some(REPORT));
    assert_eq!(bundle.diagnostics.as_deref(), Some(DIAGNOSTICS));
    assert_eq!(
        bundle.crashes.as_deref(),
        Some(r#"[{"timestamp":"2026","message":"boom"}]"#)
    );
    assert_eq!(bundle.summary.as_deref(), Some("# It broke\n"));
    assert_eq!(bundle.sessions.len(), 1);
    assert_eq!(bundle.sessions[0].name, "session.jsonl");
    assert_eq!(
        bundle.sessions[0]
            .session
            .source()
            .collect::<Vec<_>>()
            .concat(),
        session()
    );
    assert!(bundle.left_out.is_empty());
}

#[test]
fn a_zip_may_hold_several_sessions_and_more() {
    let bundle = Bundle::open(
        &zip(&[
            stored("sessions/", b""),
            stored("__MACOSX/._one.jsonl", b"\0\0"),
            deflated("sessions\\one.jsonl", &session()),
            stored("two", &session()),
            stored("note.txt", b"hello"),
            stored("bad.jsonl", b"hello"),
            deflated("old.zip", &zip(&report()).bytes),
            deflated("page.html", &page(r#""b""#)),
            deflated("report.json", b"[]"),
        ])
        .bytes,
    )
    .unwrap();
    let names: Vec<_> = bundle
        .sessions
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["sessions/one.jsonl", "two", "page.html"]);
    assert_eq!(bundle.report, None);
    let left_out: Vec<_> = bundle
        .left_out
        .iter()
        .map(|one| format!("{}: {}", one.name, one.reason))
        .collect();
    expect![[r#"
        note.txt: It is no session.
        bad.jsonl: This is not a Pi session: it looks like plain text, starting with “hello”. A Pi session is a .jsonl file whose first line is {"type":"session",…}; Pi keeps them in ~/.pi/agent/sessions.
        old.zip: This is an archive within an archive, and such are not opened. Unpack it and open it by itself.
        report.json: It is no bug report as Pi writes it."#]]
    .assert_eq(&left_out.join("\n"));
}

#[test]
fn gzip_opens_whatever_it_holds() {
    for bytes in [
        gzip(&session()),
        [gzip(&session()[..50]), gzip(&session()[50..])].concat(),
        [gzip(&session()), vec![0; 100]].concat(),
    ] {
        let bundle = Bundle::open(&bytes).unwrap();
        assert_eq!(bundle.sessions[0].session.entry_count(), 3);
    }
    assert_eq!(
        Bundle::open(&gzip(&page(r#""b""#))).unwrap().sessions.len(),
        1
    );
    let long = lines(&[HEADER, &user("a", None, &"word ".repeat(1_000_000))]);
    assert_eq!(
        Bundle::open(&gzip(&long)).unwrap().sessions[0]
            .session
            .byte_len(),
        long.len() as u64
    );
}

#[test]
fn crashes_stand_alone() {
    let crashes =
        "\n[{\"timestamp\":\"2026-01-01T00:00:00Z\",\"message\":\"boom\",\"stack\":null}]\n";
    for bytes in [
        crashes.as_bytes().to_vec(),
        gzip(crashes.as_bytes()),
        zip(&[stored("crashes.json", crashes.as_bytes())]).bytes,
    ] {
        assert_eq!(
            Bundle::open(&bytes).unwrap().crashes.as_deref(),
            Some(crashes.trim())
        );
    }
    expect!["This is not a Pi session: it looks like JSON whose first line is an array. A Pi session is a .jsonl file whose first line is {\"type\":\"session\",…}; Pi keeps them in ~/.pi/agent/sessions."]
        .assert_eq(&refusal(b"[1,2]"));
}

/// A page as Pi writes it, with a leaf.
fn page(leaf: &str) -> Vec<u8> {
    let json = format!(
        r#"{{"header":{HEADER},"entries":[{},{},{}],"leafId":{leaf}}}"#,
        user("a", None, "Ă ✓"),
        assistant("b", Some("a"), "Hi"),
        assistant("c", Some("a"), "Ho")
    );
    format!("<!DOCTYPE html>\n<html><style>#session-data {{}}</style>\n<script id=\"session-data\" type=\"application/json\">{}</script><script>getElementById('session-data')</script></html>", base64(json.as_bytes())).into_bytes()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group
            .iter()
            .fold(0, |bits, &byte| bits << 8 | usize::from(byte))
            << (8 * (3 - group.len()));
        for at in 0..4 {
            out.push(if at > group.len() {
                '='
            } else {
                char::from(LETTERS[bits >> (18 - 6 * at) & 63])
            });
        }
    }
    out
}

#[test]
fn an_exported_page_stands_at_its_own_leaf() {
    for (leaf, expected) in [
        ("\"b\"", "b"),
        ("\"c\"", "c"),
        ("null", "c"),
        ("\"gone\"", "c"),
    ] {
        let session = &Bundle::open(&page(leaf)).unwrap().sessions[0].session;
        assert_eq!(
            session.leaf().map(|leaf| session.id(leaf)),
            Some(expected),
            "{leaf}"
        );
        assert_eq!(session.entry_count(), 3);
        assert!(session.diagnostics().is_empty());
    }
}

#[test]
fn pages_that_hold_no_session_are_told_apart() {
    let with = |data: &str| format!("<html><script type='x' id='session-data'>{data}</script>");
    let found = [
        "<!doctype html><p>session-data</p>".to_owned(),
        with("!"),
        with(&base64(b"{\"entries\":")),
        with(&base64(b"{\"entries\":{}}")),
        with(&base64(b"{\"entries\":[]}")),
        with("e30="),
        "<html><script id=\"session-data\">e30=".to_owned(),
    ]
    .map(|page| refusal(page.as_bytes()));
    expect![[r#"
        This is a web page, but none that Pi exported: it has no element “session-data” with a session in it. Open the session's .jsonl file, or the page that Pi's /export wrote.
        The page that Pi exported is damaged: at byte 41, stands something that is no base64, or it breaks off. Save or download the page again.
        The page that Pi exported is damaged: at byte 41, the session's JSON makes no sense from its byte 11 on. Save or download the page again.
        The page that Pi exported is damaged: at byte 41, stands JSON without a list of entries. Save or download the page again.
        The page holds no session that can be shown. The file is empty: it has 0 bytes. A Pi session is a .jsonl file whose first line is {"type":"session",…}; Pi keeps them in ~/.pi/agent/sessions.
        The page that Pi exported is damaged: at byte 41, stands JSON without a list of entries. Save or download the page again.
        This is a web page, but none that Pi exported: it has no element “session-data” with a session in it. Open the session's .jsonl file, or the page that Pi's /export wrote."#]].assert_eq(&found.join("\n"));
}

#[test]
fn raw_json_in_a_page_keeps_one_line_a_record() {
    let page = format!(
        "<html><script id='session-data'>{{\"header\":{HEADER},\"entries\":[{{\n\"type\":\"custom\",\r\n\"id\":\"a\",\"parentId\":null}}]}}</script>"
    );
    assert_eq!(
        Bundle::open(page.as_bytes()).unwrap().sessions[0]
            .session
            .entry_count(),
        1
    );
}

#[test]
fn archives_made_to_harm_are_refused_in_words() {
    let one = || zip(&[deflated("session.jsonl", &session())]);
    let file = || deflated("session.jsonl", &session());
    let (local, central, end) = (0, one().directory, one().end);
    let zeros = vec![0; 40 << 20];
    let mut overlapping = zip(&[file(), file()]);
    let second = overlapping.directory + 46 + 13 + 42;
    overlapping.bytes[second..second + 4].copy_from_slice(&0_u32.to_le_bytes());
    let found = [
        ("empty", zip(&[]).bytes),
        ("nothing of Pi's", zip(&[stored("a.txt", b"hello")]).bytes),
        ("zip in zip", zip(&[stored("a.zip", &one().bytes)]).bytes),
        ("bomb", zip(&[deflated("session.jsonl", &zeros)]).bytes),
        (
            "ten gigabytes from ten megabytes",
            zip(&[File {
                packed: vec![0; 10 << 20],
                unpacked: u32::MAX - 1,
                ..file()
            }])
            .bytes,
        ),
        (
            "many that make too much",
            zip(&(0..11)
                .map(|at| File {
                    packed: vec![0; 1 << 20],
                    unpacked: 100 << 20,
                    ..deflated(&format!("{at}.jsonl"), b"")
                })
                .collect::<Vec<_>>())
            .bytes,
        ),
        (
            "bomb with a lying size",
            zip(&[File {
                unpacked: 100,
                ..deflated("session.jsonl", &zeros)
            }])
            .bytes,
        ),
        (
            "too small a size",
            zip(&[File {
                unpacked: 10,
                ..file()
            }])
            .bytes,
        ),
        (
            "too large a size",
            zip(&[File {
                unpacked: 10_000,
                ..file()
            }])
            .bytes,
        ),
        ("checksum", zip(&[File { crc: 1, ..file() }]).bytes),
        (
            "two sizes of a stored file",
            zip(&[File {
                unpacked: 1,
                ..stored("a.jsonl", b"{}")
            }])
            .bytes,
        ),
        (
            "no deflate",
            zip(&[File {
                packed: vec![0xFF; 20],
                ..file()
            }])
            .bytes,
        ),
        (
            "bytes behind the deflated ones",
            zip(&[File {
                packed: [file().packed, vec![0; 5]].concat(),
                ..file()
            }])
            .bytes,
        ),
        (
            "size in one header only",
            patched(one(), local + 18, &1_u32.to_le_bytes()),
        ),
        (
            "checksum in one header only",
            patched(one(), local + 14, &1_u32.to_le_bytes()),
        ),
        (
            "method in one header only",
            patched(one(), local + 8, &0_u16.to_le_bytes()),
        ),
        ("name in one header only", patched(one(), local + 30, b"S")),
        ("encrypted", zip(&[File { flags: 1, ..file() }]).bytes),
        (
            "unknown method",
            zip(&[File {
                method: 93,
                ..file()
            }])
            .bytes,
        ),
        (
            "no method",
            zip(&[File {
                method: 777,
                ..file()
            }])
            .bytes,
        ),
        ("overlap", overlapping.bytes),
        (
            "header outside",
            patched(one(), central + 42, &u32::MAX.wrapping_sub(5).to_le_bytes()),
        ),
        (
            "header elsewhere",
            patched(one(), central + 42, &3_u32.to_le_bytes()),
        ),
        (
            "data outside",
            patched(one(), central + 20, &9999_u32.to_le_bytes()),
        ),
        (
            "directory elsewhere",
            patched(one(), end + 16, &7_u32.to_le_bytes()),
        ),
        ("no directory", patched(one(), central, b"XX")),
        ("too many counted", patched(one(), end + 8, &[9, 0, 9, 0])),
        ("too few counted", patched(one(), end + 8, &[0, 0, 0, 0])),
        ("parts", patched(one(), end + 4, &[1, 0])),
        ("more behind it", [one().bytes, vec![1, 2, 3]].concat()),
        ("up", zip(&[stored("../session.jsonl", &session())]).bytes),
        (
            "up by backslash",
            zip(&[stored("a\\..\\..\\session.jsonl", &session())]).bytes,
        ),
        (
            "root",
            zip(&[stored("/etc/session.jsonl", &session())]).bytes,
        ),
        (
            "drive",
            zip(&[stored("C:\\session.jsonl", &session())]).bytes,
        ),
        ("no name", zip(&[stored("", &session())]).bytes),
        (
            "NUL in a name",
            zip(&[stored("a\0.jsonl", &session())]).bytes,
        ),
        (
            "long name",
            zip(&[stored(&"x".repeat(5000), &session())]).bytes,
        ),
        (
            "zip64 number missing",
            patched(one(), central + 24, &u32::MAX.to_le_bytes()),
        ),
        (
            "very many files",
            zip(&(0..10_001)
                .map(|at| stored(&at.to_string(), b""))
                .collect::<Vec<_>>())
            .bytes,
        ),
        ("gzip bomb", gzip(&zeros)),
        ("gzip in gzip", gzip(&gzip(&session()))),
        (
            "gzip with more behind it",
            [gzip(&session()), b"more".to_vec()].concat(),
        ),
        ("gzip method", b"\x1F\x8B\x07\0\0\0\0\0\0\0".to_vec()),
        ("gzip flags", b"\x1F\x8B\x08\xE0\0\0\0\0\0\0".to_vec()),
        ("empty file", Vec::new()),
    ]
    .map(|(name, bytes)| format!("{name}: {}\n", refusal(&bytes)));
    expect![[r#"
        empty: The zip archive holds no Pi session and no bug report. It is empty. Pi keeps its sessions as .jsonl files in ~/.pi/agent/sessions.
        nothing of Pi's: The zip archive holds no Pi session and no bug report. Its one file is “a.txt”. It is no session. Pi keeps its sessions as .jsonl files in ~/.pi/agent/sessions.
        zip in zip: The zip archive holds no Pi session and no bug report. Its one file is “a.zip”. This is an archive within an archive, and such are not opened. Unpack it and open it by itself. Pi keeps its sessions as .jsonl files in ~/.pi/agent/sessions.
        bomb: The archive asks for more than it may: “session.jsonl” unpacks to 41,943,040 bytes or more, from 40,745 packed ones; at most 200 times the packed size is unpacked. If it is to be trusted, unpack it yourself and open the .jsonl file inside.
        ten gigabytes from ten megabytes: The archive asks for more than it may: “session.jsonl” unpacks to 4,294,967,294 bytes or more, from 10,485,760 packed ones; at most 200 times the packed size is unpacked. If it is to be trusted, unpack it yourself and open the .jsonl file inside.
        many that make too much: The archive asks for more than it may: “10.jsonl” unpacks to 104,857,600 bytes or more, from 1,048,576 packed ones, which makes 1,153,433,600 bytes of all its files; at most 1,073,741,824 are unpacked. If it is to be trusted, unpack it yourself and open the .jsonl file inside.
        bomb with a lying size: The zip archive is damaged or was made to mislead: “session.jsonl” unpacks to more than the 100 bytes that its header gives. Unpacking was stopped there.
        too small a size: The zip archive is damaged or was made to mislead: “session.jsonl” unpacks to more than the 10 bytes that its header gives. Unpacking was stopped there.
        too large a size: The zip archive is damaged: “session.jsonl” unpacks to 639 bytes, and its header gives 10,000. Copy or download it again.
        checksum: The zip archive is damaged: “session.jsonl” has the checksum 0d1a2bd8, and its header gives 00000001. Copy or download it again.
        two sizes of a stored file: The zip archive is damaged or was made to mislead: at byte 39, “a.jsonl” is stored as it is, but with two sizes: 2 and 1 bytes. Copy or download it again, or unpack it yourself and open what is inside.
        no deflate: The zip archive is damaged: “session.jsonl” is no deflated data behind its first 0 bytes. Copy or download the archive again.
        bytes behind the deflated ones: The zip archive is damaged: “session.jsonl” is unpacked 5 bytes before its packed bytes end. Copy or download it again.
        size in one header only: The zip archive is damaged or was made to mislead: at byte 0, the header of “session.jsonl” gives it another size than the directory does. Copy or download it again, or unpack it yourself and open what is inside.
        checksum in one header only: The zip archive is damaged or was made to mislead: at byte 0, the header of “session.jsonl” gives it another checksum than the directory does. Copy or download it again, or unpack it yourself and open what is inside.
        method in one header only: The zip archive is damaged or was made to mislead: at byte 0, the header of “session.jsonl” gives it another packing method than the directory does. Copy or download it again, or unpack it yourself and open what is inside.
        name in one header only: The zip archive is damaged or was made to mislead: at byte 0, the header of “session.jsonl” gives it another name than the directory does. Copy or download it again, or unpack it yourself and open what is inside.
        encrypted: “session.jsonl” in the zip archive is encrypted, and no password is asked for here. Unpack it yourself and open what is inside.
        unknown method: “session.jsonl” in the zip archive is packed by method 93 (Zstandard); only stored (0) and deflated (8) files are read. Unpack it yourself and open what is inside.
        no method: “session.jsonl” in the zip archive is packed by method 777; only stored (0) and deflated (8) files are read. Unpack it yourself and open what is inside.
        overlap: The zip archive is damaged or was made to mislead: at byte 0, “session.jsonl” begins inside “session.jsonl”, which ends at byte 254. Copy or download it again, or unpack it yourself and open what is inside.
        header outside: The zip archive is damaged: its directory puts “session.jsonl” at byte 4,294,967,290, 211 bytes long, which is not within the 254 bytes before the directory. Copy or download it again.
        header elsewhere: The zip archive is damaged or was made to mislead: at byte 3, the header of “session.jsonl” is not here, where the directory puts it. Copy or download it again, or unpack it yourself and open what is inside.
        data outside: The zip archive is damaged: its directory puts “session.jsonl” at byte 0, 9,999 bytes long, which is not within the 254 bytes before the directory. Copy or download it again.
        directory elsewhere: The zip archive is damaged or was made to mislead: at byte 313, the end record puts the directory of 59 bytes at byte 7, where it does not end before this record. Copy or download it again, or unpack it yourself and open what is inside.
        no directory: The zip archive is damaged or was made to mislead: at byte 254, no entry of the directory starts here, though one should. Copy or download it again, or unpack it yourself and open what is inside.
        too many counted: The zip archive is damaged or was made to mislead: at byte 313, the end record counts 9 files in a directory of 59 bytes. Copy or download it again, or unpack it yourself and open what is inside.
        too few counted: The zip archive is damaged or was made to mislead: at byte 254, the directory goes on behind the 0 files that the end record counts. Copy or download it again, or unpack it yourself and open what is inside.
        parts: The zip archive is damaged or was made to mislead: at byte 313, the archive is one of several parts; join them first. Copy or download it again, or unpack it yourself and open what is inside.
        more behind it: The zip archive has no end record in its 338 bytes: it breaks off, or more was appended. Copy or download it again.
        up: The zip archive is damaged or was made to mislead: at byte 685, the name “../session.jsonl” leads out of the archive. Copy or download it again, or unpack it yourself and open what is inside.
        up by backslash: The zip archive is damaged or was made to mislead: at byte 690, the name “a/../../session.jsonl” leads out of the archive. Copy or download it again, or unpack it yourself and open what is inside.
        root: The zip archive is damaged or was made to mislead: at byte 687, the name “/etc/session.jsonl” leads out of the archive. Copy or download it again, or unpack it yourself and open what is inside.
        drive: The zip archive is damaged or was made to mislead: at byte 685, the name “C:/session.jsonl” leads out of the archive. Copy or download it again, or unpack it yourself and open what is inside.
        no name: The zip archive is damaged or was made to mislead: at byte 669, the name “” is no name. Copy or download it again, or unpack it yourself and open what is inside.
        NUL in a name: The zip archive is damaged or was made to mislead: at byte 677, the name “a�.jsonl” is no name. Copy or download it again, or unpack it yourself and open what is inside.
        long name: The zip archive is damaged or was made to mislead: at byte 5,669, a file's name has 5,000 bytes; at most 4,096 are read. Copy or download it again, or unpack it yourself and open what is inside.
        zip64 number missing: The zip archive is damaged or was made to mislead: at byte 254, a zip64 number of “session.jsonl” is missing. Copy or download it again, or unpack it yourself and open what is inside.
        very many files: The zip archive holds 10,001 files; at most 10,000 are read. Open the .jsonl files, or their folder, instead.
        gzip bomb: The archive asks for more than it may: the gzip file unpacks to 16,842,752 bytes or more, from 16,393 packed ones; at most 200 times the packed size is unpacked. If it is to be trusted, unpack it yourself and open the .jsonl file inside.
        gzip in gzip: This is an archive within an archive, and such are not opened. Unpack it and open it by itself.
        gzip with more behind it: The gzip file is damaged: at byte 240 something follows that is not gzip. Make it again with `gzip`.
        gzip method: The gzip file is damaged: at byte 0 stands the packing method 7, and only deflate (8) is known. Make it again with `gzip`.
        gzip flags: The gzip file is damaged: at byte 0 stand flags that nobody has defined (0xe0). Make it again with `gzip`.
        empty file: The file is empty: it has 0 bytes. A Pi session is a .jsonl file whose first line is {"type":"session",…}; Pi keeps them in ~/.pi/agent/sessions.
    "#]].assert_eq(&found.concat());
}

#[test]
fn zip64_is_read() {
    // Sizes of eight bytes in the directory, and an end record of its own.
    let file = stored("session.jsonl", &session());
    let size = u64::from(file.unpacked);
    let extra = [&[1, 0, 16, 0][..], &size.to_le_bytes(), &size.to_le_bytes()].concat();
    let mut archive = zip(&[File { extra, ..file }]);
    let at = archive.directory;
    archive.bytes[at + 20..at + 28].copy_from_slice(&[0xFF; 8]);
    let end = archive.end;
    let tail = archive.bytes.split_off(end);
    let mut bytes = archive.bytes;
    bytes.extend_from_slice(b"PK\x06\x06");
    bytes.extend_from_slice(&44_u64.to_le_bytes());
    bytes.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [1, 1, (end - at) as u64, at as u64] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    bytes.extend_from_slice(&(end as u64).to_le_bytes());
    bytes.extend_from_slice(&[1, 0, 0, 0]);
    bytes.extend_from_slice(&tail[..8]);
    bytes.extend_from_slice(&[0xFF; 12]);
    bytes.extend_from_slice(&[0, 0]);
    assert_eq!(Bundle::open(&bytes).unwrap().sessions.len(), 1);
}

#[test]
fn sizes_may_follow_a_file() {
    let mut archive = zip(&[File {
        flags: 8,
        ..deflated("session.jsonl", &session())
    }]);
    archive.bytes[14..26].fill(0);
    assert_eq!(Bundle::open(&archive.bytes).unwrap().sessions.len(), 1);
}

#[test]
fn a_cut_anywhere_is_told() {
    let archive = zip(&report()).bytes;
    let packed = gzip(&session());
    for bytes in [&archive, &packed] {
        for length in 0..bytes.len() {
            refusal(&bytes[..length]);
        }
    }
    let page = page("\"b\"");
    let element = memchr(&page, b"</script");
    for length in 0..element {
        refusal(&page[..length]);
    }
}

fn memchr(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len())
        .position(|window| window == part)
        .unwrap()
}
