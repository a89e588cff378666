//! Laws of what is packed: no bytes bring it down, and damage never shows as content.

use pi_session::Bundle;
use proptest::prelude::*;

use crate::archive::{deflated, gzip, stored, zip};
use crate::support::{HEADER, lines, user};

fn text() -> Vec<u8> {
    lines(&[
        HEADER,
        &user("a", None, "Hello hello hello hello"),
        &user("b", Some("a"), "Again"),
    ])
}

fn archives() -> [Vec<u8>; 3] {
    [
        zip(&[
            deflated("report.json", b"{\"session\":{}}"),
            deflated("session.jsonl", &text()),
        ])
        .bytes,
        zip(&[stored("one.jsonl", &text()), stored("note.txt", b"x")]).bytes,
        gzip(&text()),
    ]
}

proptest! {
    #[test]
    fn changed_bytes_give_a_refusal_or_the_same_session(
        which in 0_usize..3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = archives()[which].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        // Where the beginning changed, it is another kind of file.
        let packed = [&b"PK"[..], b"\x1F\x8B"].iter().any(|magic| bytes.starts_with(magic));
        if let Ok(bundle) = Bundle::open(&bytes) && packed {
            for one in bundle.sessions {
                prop_assert_eq!(one.session.source().collect::<Vec<_>>().concat(), text());
            }
        }
    }

    #[test]
    fn any_bytes_behind_a_magic_number_are_borne(
        magic in prop::sample::select(vec![&b"PK\x03\x04"[..], b"PK\x05\x06", b"\x1F\x8B\x08\0\0\0\0\0\0\0", b"<html><script id=\"session-data\">", b"["]),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let _ = Bundle::open(&[magic, &bytes].concat());
    }
}
