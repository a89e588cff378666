//! Any bytes: the copy is a session with the same entries, and redacting it again changes nothing.

use pi_session::{RedactOptions, Session};

/// A session, redacted twice.
pub fn redact(input: &[u8]) {
    let Ok(session) = Session::parse(input) else {
        return;
    };
    let options = RedactOptions::default();
    let redacted = session.redact(&options);
    let copy = Session::parse(&redacted.bytes).expect("a copy is a session");
    assert_eq!(copy.entry_count(), session.entry_count());
    assert_eq!(copy.redact(&options).bytes, redacted.bytes);
}
