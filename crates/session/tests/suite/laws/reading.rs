//! Reading: no input panics, chunks do not matter, bytes come back.

use std::fmt::Write as _;

use pi_session::{Filter, RowQuery, Session, SessionError, SessionReader};
use proptest::prelude::*;

use super::{damaged_bytes, session_bytes};
use crate::support::{HEADER, diagnostics, outcomes, projection, tree};

/// All that can be asked of a session, as text.
fn everything(session: &Session) -> String {
    let mut out = tree(session) + &diagnostics(session);
    let _ = writeln!(out, "{:?} {:?}", session.header(), session.name());
    for index in session.entries() {
        let entry = session.entry(index);
        let _ = writeln!(
            out,
            "{} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?}",
            entry.id(),
            entry.parent_id(),
            session.location(index),
            session.timestamp(index),
            session.label(index),
            session.call_of(index),
            entry.json(),
            entry.content(),
            entry.message().and_then(|message| message.usage()),
        );
    }
    for filter in Filter::ALL_MODES {
        for text in ["", "one", "o u"] {
            let query = RowQuery {
                filter,
                query: text.to_owned(),
                folded: Vec::new(),
            };
            let rows = session.rows(&query);
            for row in 0..rows.len() {
                let _ = writeln!(out, "{:?}", rows.row(row));
            }
        }
    }
    out + &outcomes(session) + &projection(session)
}

fn result(parsed: Result<Session, SessionError>) -> String {
    match parsed {
        Ok(session) => everything(&session),
        Err(error) => format!("{}: {error}", error.code().as_str()),
    }
}

fn read(
    bytes: &[u8],
    cuts: &[prop::sample::Index],
    fill: bool,
    hint: u64,
) -> Result<Session, SessionError> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    cuts.sort_unstable();
    cuts.push(bytes.len());
    let mut reader = SessionReader::with_size_hint(hint);
    let mut from = 0;
    for to in cuts {
        let chunk = &bytes[from..to];
        if fill {
            reader.push_with(chunk.len(), |target, at| {
                target.copy_from_slice(&chunk[at..at + target.len()]);
            });
        } else {
            reader.push(chunk);
        }
        from = to;
    }
    assert_eq!(reader.bytes_read(), bytes.len() as u64);
    reader.finish()
}

proptest! {
    #[test]
    fn where_a_file_is_cut_changes_nothing(
        bytes in damaged_bytes(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        fill: bool,
        hint in prop_oneof![Just(0), Just(10), 0_u64..4000],
    ) {
        prop_assert_eq!(result(read(&bytes, &cuts, fill, hint)), result(Session::parse(&bytes)));
    }

    #[test]
    fn the_source_is_what_came_in(bytes in damaged_bytes()) {
        if let Ok(session) = Session::parse(&bytes) {
            prop_assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes.clone());
            prop_assert_eq!(session.byte_len(), bytes.len() as u64);
        }
    }

    #[test]
    fn any_bytes_behind_a_header_come_back(tail in prop::collection::vec(any::<u8>(), 0..400)) {
        let bytes = [HEADER.as_bytes(), b"\n", &tail].concat();
        let session = Session::parse(&bytes).expect("a header makes a session");
        let _ = everything(&session);
        prop_assert_eq!(session.source().collect::<Vec<_>>().concat(), bytes);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = result(Session::parse(&bytes));
    }

    #[test]
    fn a_record_lies_where_it_is_said_to(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        for index in session.entries() {
            let place = session.location(index);
            let start = usize::try_from(place.byte_offset).expect("small");
            let end = start + usize::try_from(place.byte_length).expect("small");
            prop_assert_eq!(bytes[start..end].trim_ascii(), session.entry(index).raw().bytes());
            let line = bytes[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
            prop_assert_eq!(place.line as usize, line);
        }
    }

    #[test]
    fn diagnostics_point_at_lines_and_entries(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let mut before = 0;
        for diagnostic in session.diagnostics() {
            let (Some(line), Some(offset)) = (diagnostic.line, diagnostic.byte_offset) else {
                return Err(TestCaseError::fail("a problem without a place"));
            };
            prop_assert!(offset >= before);
            before = offset;
            let start = usize::try_from(offset).expect("small");
            prop_assert!(start == 0 || bytes[start - 1] == b'\n');
            prop_assert_eq!(line as usize, bytes[..start].iter().filter(|&&byte| byte == b'\n').count() + 1);
            if let Some(index) = diagnostic.entry {
                prop_assert_eq!(session.location(index).line, line);
            }
        }
    }

    #[test]
    fn a_sound_line_is_never_lost(bytes in session_bytes()) {
        // Every line that is an object of another type than a header is an entry, shown or replaced.
        let session = Session::parse(&bytes).expect("a header makes a session");
        let sound = bytes
            .split(|&byte| byte == b'\n')
            .filter_map(pi_session::json::Raw::parse)
            .filter(|value| value.kind() == pi_session::json::Kind::Object)
            .filter(|value| value.get("type").and_then(pi_session::json::Raw::as_str).as_deref() != Some("session"))
            .count();
        let replaced = session.diagnostics().iter().filter(|d| d.code.as_str() == "duplicate-id").count();
        let recovered = session.diagnostics().iter().filter(|d| d.code.as_str() == "recovered-record" && d.entry.is_some()).count();
        prop_assert_eq!(session.entry_count() + replaced, sound + recovered);
    }
}
