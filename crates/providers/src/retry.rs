//! Whether to try again, and when. The clock and the dice are the caller's.

use std::time::Duration;

use crate::{Failure, http_date};

/// How often to try, and how long to wait between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryPolicy {
    /// Requests in all, the first included.
    pub attempts: u32,
    /// The longest wait after the first failure; it doubles with each further one.
    pub first: Duration,
    /// No wait is longer. A server that asks for more is not asked again: a person should not sit
    /// before a page that does nothing.
    pub longest: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 4,
            first: Duration::from_secs(1),
            longest: Duration::from_mins(1),
        }
    }
}

impl RetryPolicy {
    /// How long to wait before the next request, after `failed` of them; `None` to give up.
    ///
    /// `asked` is what the server asks for (see [`retry_after`]), `chance` a random number from 0 to 1:
    /// pages that failed together should not come back together.
    ///
    /// ```
    /// use pi_providers::{Failure, FailureKind, RetryPolicy};
    /// use std::time::Duration;
    /// let policy = RetryPolicy::default();
    /// let busy = Failure::new(FailureKind::RateLimit);
    /// assert_eq!(policy.wait(1, &busy, None, 1.0), Some(Duration::from_secs(1)));
    /// assert_eq!(policy.wait(3, &busy, None, 0.0), Some(Duration::from_secs(2)));
    /// assert_eq!(policy.wait(4, &busy, None, 0.0), None);
    /// let asked = Some(Duration::from_secs(9));
    /// assert_eq!(policy.wait(1, &busy, asked, 0.0), asked);
    /// let wrong_key = Failure::new(FailureKind::WrongKey);
    /// assert_eq!(policy.wait(1, &wrong_key, None, 0.0), None);
    /// ```
    pub fn wait(
        &self,
        failed: u32,
        failure: &Failure,
        asked: Option<Duration>,
        chance: f64,
    ) -> Option<Duration> {
        if failed >= self.attempts || !failure.kind.passes() {
            return None;
        }
        if let Some(asked) = asked {
            return (asked <= self.longest).then_some(asked);
        }
        let doubled = 2_u32.saturating_pow(failed.saturating_sub(1));
        let most = self.first.saturating_mul(doubled).min(self.longest);
        let chance = if chance.is_finite() {
            chance.clamp(0.0, 1.0)
        } else {
            1.0
        };
        Some(most.mul_f64(0.5 + chance / 2.0))
    }
}

/// How long a server asks to wait: `retry-after-ms` if it makes sense, else `retry-after`, which is
/// seconds or a date. `now` is the time in milliseconds since 1970.
///
/// ```
/// use pi_providers::retry_after;
/// use std::time::Duration;
/// let now = 784_111_777_000.0;
/// assert_eq!(retry_after(None, Some("Sun, 06 Nov 1994 08:49:47 GMT"), now), Some(Duration::from_secs(10)));
/// assert_eq!(retry_after(Some("250"), Some("3"), now), Some(Duration::from_millis(250)));
/// assert_eq!(retry_after(None, Some("soon"), now), None);
/// ```
pub fn retry_after(milliseconds: Option<&str>, header: Option<&str>, now: f64) -> Option<Duration> {
    let milliseconds = milliseconds.and_then(|text| duration(text, 1000.0));
    let header = header.map(str::trim);
    milliseconds
        .or_else(|| header.and_then(|text| duration(text, 1.0)))
        .or_else(|| {
            // Seconds of years up to 9999 are exact.
            #[allow(clippy::cast_precision_loss)]
            let date = http_date::parse(header?)? as f64;
            Duration::try_from_secs_f64((date - now / 1000.0).max(0.0)).ok()
        })
}

fn duration(text: &str, a_second: f64) -> Option<Duration> {
    let text = text.trim();
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = plain.then(|| text.parse().ok()).flatten()?;
    Duration::try_from_secs_f64(number / a_second).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureKind;

    #[test]
    fn waits_grow_and_are_bounded() {
        let policy = RetryPolicy {
            attempts: u32::MAX,
            ..RetryPolicy::default()
        };
        let broken = Failure::new(FailureKind::Dropped);
        for failed in 1..100 {
            let [least, most] =
                [0.0, 1.0].map(|chance| policy.wait(failed, &broken, None, chance).unwrap());
            assert!(least * 2 == most && most <= policy.longest, "{failed}");
        }
        assert_eq!(
            policy.wait(99, &broken, None, f64::NAN),
            Some(policy.longest)
        );
        assert_eq!(policy.wait(1, &broken, None, -7.0), Some(policy.first / 2));
    }

    #[test]
    fn who_asks_for_an_hour_is_not_asked_again() {
        let busy = Failure::new(FailureKind::Overloaded);
        let policy = RetryPolicy::default();
        assert_eq!(
            policy.wait(1, &busy, Some(Duration::from_secs(3600)), 0.0),
            None
        );
        assert_eq!(
            policy.wait(1, &busy, Some(Duration::ZERO), 0.0),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn what_makes_no_sense_asks_for_nothing() {
        for text in [
            "",
            "-1",
            "NaN",
            "inf",
            "1e400",
            "99999999999999999999999999",
            "1.2.3",
        ] {
            assert_eq!(retry_after(Some(text), Some(text), 0.0), None, "{text}");
        }
        let past = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(retry_after(None, past, 9e14), Some(Duration::ZERO));
        assert_eq!(retry_after(None, past, f64::INFINITY), Some(Duration::ZERO));
        assert_eq!(
            retry_after(Some("x"), Some(" 1.5 "), 0.0),
            Some(Duration::from_millis(1500))
        );
    }
}
