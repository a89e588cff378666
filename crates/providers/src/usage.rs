//! What a reply used, counted as Pi counts: tokens in without those from the cache, tokens out with
//! thinking. What a token costs is not known here.

use pi_session::json::Raw;

/// Tokens of one reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens in, neither read from the cache nor written to it.
    pub input: u64,
    /// Tokens out, thinking included.
    pub output: u64,
    /// Tokens read from the cache.
    pub cache_read: u64,
    /// Tokens written to the cache.
    pub cache_write: u64,
}

/// Dollars for each kind of token.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// For tokens in.
    pub input: f64,
    /// For tokens out.
    pub output: f64,
    /// For reading the cache.
    pub cache_read: f64,
    /// For writing the cache.
    pub cache_write: f64,
}

impl Usage {
    /// All tokens.
    pub fn total(&self) -> u64 {
        [self.input, self.output, self.cache_read, self.cache_write]
            .into_iter()
            .fold(0, u64::saturating_add)
    }

    /// The usage as an entry holds it.
    ///
    /// ```
    /// # use pi_providers::{Cost, Usage};
    /// let usage = Usage { input: 7, output: 2, ..Usage::default() };
    /// assert_eq!(
    ///     usage.json(&Cost { input: 0.5, ..Cost::default() }),
    ///     r#"{"input":7,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":9,"cost":{"input":0.5,"output":0,"cacheRead":0,"cacheWrite":0,"total":0.5}}"#,
    /// );
    /// ```
    pub fn json(&self, cost: &Cost) -> String {
        let total = cost.input + cost.output + cost.cache_read + cost.cache_write;
        format!(
            r#"{{"input":{},"output":{},"cacheRead":{},"cacheWrite":{},"totalTokens":{},"cost":{{"input":{},"output":{},"cacheRead":{},"cacheWrite":{},"total":{total}}}}}"#,
            self.input,
            self.output,
            self.cache_read,
            self.cache_write,
            self.total(),
            cost.input,
            cost.output,
            cost.cache_read,
            cost.cache_write,
        )
    }
}

/// A count of tokens; `None` for what is missing or makes no sense.
pub(crate) fn count(object: Option<Raw<'_>>, name: &str) -> Option<u64> {
    /// No window is nearly as large, and every whole number up to here is a double.
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let number = object?.get(name)?.as_f64()?;
    // In range by the check.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (0.0..=LARGEST).contains(&number).then_some(number as u64)
}
