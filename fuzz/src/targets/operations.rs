//! Any operations on any session: what the property tests of the same name see to.

use pi_session::Session;

use crate::operation::{Step, Trial};

const MOST_STEPS: usize = 16;
const STEP: usize = 4;

/// The last byte says how many groups of four bytes before it are operations: so a session is an
/// input.
pub fn operations(input: &[u8]) {
    let Some((&count, rest)) = input.split_last() else {
        return;
    };
    let length = STEP * (usize::from(count) % MOST_STEPS + 1);
    let (bytes, steps) = rest.split_at(rest.len().saturating_sub(length));
    let Ok(session) = Session::parse(bytes) else {
        return;
    };
    let mut trial = Trial::new(session);
    for &step in steps.as_chunks::<STEP>().0 {
        trial.take(Step::of(step));
    }
    trial.end();
}
