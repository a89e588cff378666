//! Operations: whatever is done to a session, it stays a forest, can be written and read again, and
//! can be taken back.

use pi_session::Session;
use proptest::prelude::*;

use super::operation::{Step, Trial};
use super::{damaged_bytes, session_bytes};

/// Bytes that a failing test shows as text.
struct Text(Vec<u8>);

impl std::fmt::Debug for Text {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in self.0.split_inclusive(|&byte| byte == b'\n') {
            write!(formatter, "\n  {}", line.escape_ascii())?;
        }
        Ok(())
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any::<[u8; 4]>().prop_map(Step::of), 1..14)
}

fn run(bytes: &[u8], steps: Vec<Step>) {
    let Ok(session) = Session::parse(bytes) else {
        return;
    };
    let mut trial = Trial::new(session);
    for step in steps {
        trial.take(step);
    }
    trial.end();
}

proptest! {
    #[test]
    fn any_operations_on_a_sound_session(bytes in session_bytes().prop_map(Text), steps in steps()) {
        run(&bytes.0, steps);
    }

    #[test]
    fn any_operations_on_a_damaged_session(bytes in damaged_bytes().prop_map(Text), steps in steps()) {
        run(&bytes.0, steps);
    }
}
