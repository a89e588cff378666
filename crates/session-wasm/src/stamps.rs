//! New ids and times, which the core has no source for.

use js_sys::{Date, Math};
use pi_session::Stamps;

/// One time for one operation, and ids from random bits. JavaScript is asked before the operation starts, so nothing
/// runs in the midst of it.
pub(crate) struct Now {
    time: f64,
    state: u64,
}

impl Now {
    pub(crate) fn new() -> Self {
        let bits = |shift: u32| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "below 2^32 and not negative"
            )]
            let bits = (Math::random() * 4_294_967_296.0) as u64;
            bits << shift
        };
        Now {
            time: Date::now(),
            state: bits(0) | bits(32),
        }
    }

    /// The next 64 random bits (`SplitMix64`).
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

impl Stamps for Now {
    fn short_id(&mut self) -> String {
        format!("{:08x}", self.bits() >> 32)
    }

    /// A UUID of version 7: the time, then chance.
    fn long_id(&mut self) -> String {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a conversion that saturates"
        )]
        let time = self.time as u64;
        let (first, last) = (self.bits(), self.bits());
        format!(
            "{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}",
            (time >> 16) & 0xffff_ffff,
            time & 0xffff,
            first & 0xfff,
            0x8000 | ((first >> 16) & 0x3fff),
            last & 0xffff_ffff_ffff
        )
    }

    fn now(&mut self) -> f64 {
        self.time
    }
}
