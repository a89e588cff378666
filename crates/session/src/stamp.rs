//! Ids and times of an operation, made from what the caller brings: the core has neither clock nor chance.

use crate::Stamps;

/// When an operation is done, and the chance from which its ids come. The same stamp gives the same ids.
///
/// ```
/// use pi_session::{Stamp, Stamps};
/// let mut stamp = Stamp { now: 0.0, seed: 7 };
/// assert_eq!(stamp.short_id(), (Stamp { now: 1.0, seed: 7 }).short_id());
/// assert_eq!(stamp.long_id().len(), 36);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stamp {
    /// Unix milliseconds.
    pub now: f64,
    /// Random bits.
    pub seed: u64,
}

impl Stamp {
    /// The next 64 random bits (`SplitMix64`).
    fn bits(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

impl Stamps for Stamp {
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
        let time = self.now as u64;
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
        self.now
    }
}
