//! Redaction: the copy reads as the session does, holds no secret, and is what redacting it gives.

use pi_session::json::{Kind, Raw, Tape};
use pi_session::{RedactOptions, Session};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{HEADER, entry};

/// Pieces of texts: secrets of each sort, what stands around them, and what looks like one.
fn piece() -> impl Strategy<Value = String> {
    let fixed = select(vec![
        "ghp_a7Kd92LmQx4Vb8Zt1Rw6Yp3Hn5Jc0Fs9GuEoAi",
        "sk-ant-api03-Qx4Vb8Zt1Rw6Yp3Hn5Jc0Fs9GuEoAi7Kd92Lm",
        "AKIAQ7XM2LZP4VB8ZT1R",
        "mai@nhatrang.dev",
        "/home/mai/work",
        "C:\\Users\\mai",
        "https://mai:geheim42x@host.dev/",
        "PASSWORD=geheim42x",
        "password: ",
        "--token ",
        "Cookie: session=",
        "Authorization: Bearer ",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
        "-----END PRIVATE KEY-----",
        "<redacted:email-1>",
        "<redacted:",
        "geheim42x",
        "\u{1b}[31m",
        "\\n",
        "\n",
        " ",
        "=",
        ":",
        "\"",
        "@",
        "é😀",
        "d41d8cd98f00b204e9800998ecf8427e",
    ])
    .prop_map(str::to_owned);
    prop_oneof![8 => fixed, 1 => "[ -~]{0,12}", 1 => any::<String>()]
}

fn session() -> impl Strategy<Value = String> {
    let text = || prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.concat());
    prop::collection::vec((text(), text(), 0_usize..4), 1..6).prop_map(|entries| {
        let mut out = format!("{HEADER}\n");
        for (index, (text, key, back)) in entries.iter().enumerate() {
            let quoted = |text: &str| serde_json::to_string(text).unwrap();
            let parent = index.checked_sub(back + 1).map(|parent| parent.to_string());
            let data = format!(
                r#""customType":"t","data":{{{}:{}}}"#,
                quoted(key),
                quoted(text)
            );
            out.push_str(&entry(
                "custom",
                &index.to_string(),
                parent.as_deref(),
                &data,
            ));
            out.push('\n');
        }
        out
    })
}

/// All strings of a file, decoded.
fn strings(file: &[u8]) -> Vec<String> {
    let mut out = Vec::new();
    for line in file
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let tape = Tape::new(Raw::parse(line).unwrap());
        for node in 0..tape.len() {
            if tape.node(node).kind == Kind::String {
                out.push(tape.raw(node).as_str().unwrap().into_owned());
            }
        }
    }
    out
}

fn shape(session: &Session) -> Vec<(String, Option<String>)> {
    let parent = |entry| {
        session
            .tree()
            .parent(entry)
            .map(|parent| session.id(parent).to_owned())
    };
    session
        .entries()
        .map(|entry| (session.id(entry).to_owned(), parent(entry)))
        .collect()
}

/// A text that is looked for everywhere: long enough, and no plain word.
fn distinct(text: &str) -> bool {
    text.len() >= 8
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
        && text.bytes().any(|byte| !byte.is_ascii_alphabetic())
}

proptest! {
    #[test]
    fn a_copy_is_the_same_session_without_secrets(file in session()) {
        let session = Session::parse(file.as_bytes()).unwrap();
        let redacted = session.redact(&RedactOptions::default());
        let copy = Session::parse(&redacted.bytes).unwrap();
        prop_assert_eq!(shape(&session), shape(&copy));
        prop_assert_eq!(copy.diagnostics(), session.diagnostics());

        let texts = strings(&redacted.bytes);
        for finding in &redacted.findings {
            let range = usize::try_from(finding.bytes.start).unwrap()..usize::try_from(finding.bytes.end).unwrap();
            let source = format!("\"{}\"", &file[range]);
            let secret = Raw::parse(source.as_bytes()).unwrap().as_str().unwrap().into_owned();
            prop_assert_eq!(secret.encode_utf16().count(), finding.range.len());
            if distinct(&secret) {
                prop_assert!(!texts.iter().any(|text| text.contains(&secret)), "{secret:?} in {texts:?}");
            }
        }
    }

    #[test]
    fn redacting_a_copy_changes_nothing(file in session()) {
        let copy = Session::parse(file.as_bytes()).unwrap().redact(&RedactOptions::default()).bytes;
        let again = Session::parse(&copy).unwrap().redact(&RedactOptions::default()).bytes;
        prop_assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&copy));
    }
}
