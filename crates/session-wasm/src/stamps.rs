//! New ids and times, which the core has no source for.

use js_sys::{Date, Math};
use pi_session::Stamp;

/// One time for one operation, and random bits for its ids. JavaScript is asked before the operation starts, so
/// nothing runs in the midst of it.
pub(crate) fn now() -> Stamp {
    let bits = |shift: u32| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 2^32 and not negative"
        )]
        let bits = (Math::random() * 4_294_967_296.0) as u64;
        bits << shift
    };
    Stamp {
        now: Date::now(),
        seed: bits(0) | bits(32),
    }
}
