//! Prompts that were paid again although the request before had just put them into the cache.

use super::{Scope, cost::model_key};
use crate::entry::{EntryKind, Role};
use crate::json::Raw;
use crate::{EntryIndex, Session};

/// Up to so many tokens a miss is only where the cache happens to break.
const NOISE_TOKENS: f64 = 1_024.0;

/// A reply whose prompt the cache should have held and did not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CacheMiss {
    /// The reply.
    pub entry: EntryIndex,
    /// The tokens that were paid again.
    pub tokens: f64,
    /// The dollars that they cost more than from the cache.
    pub cost: f64,
    /// How long after the request before, in milliseconds; caches forget. `None` where a time is
    /// missing.
    pub idle_ms: Option<f64>,
    /// Whether another model was asked than before, which has a cache of its own.
    pub model_changed: bool,
}

/// All misses together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CacheWaste {
    /// The tokens that were paid again.
    pub missed_tokens: f64,
    /// The dollars that they cost more than from the cache.
    pub missed_cost: f64,
    /// How often that happened.
    pub miss_count: usize,
}

impl Session {
    /// The misses of the cache, in order. A compaction or a branch summary makes a new prompt that
    /// no cache can hold, and providers that never report a cache have none to miss.
    ///
    /// ```
    /// use pi_session::{Scope, Session};
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"assistant","usage":{"input":10,"cacheWrite":5000}}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","usage":{"input":6000}}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// assert_eq!(session.cache_misses(Scope::File)[0].tokens, 5010.0);
    /// assert_eq!(session.cache_waste(Scope::File).miss_count, 1);
    /// ```
    pub fn cache_misses(&self, scope: Scope) -> Vec<CacheMiss> {
        let mut before: Option<Request> = None;
        let mut misses = Vec::new();
        for index in self.scope(scope) {
            let entry = self.entry(index);
            match entry.kind() {
                EntryKind::Compaction | EntryKind::BranchSummary => before = None,
                EntryKind::Usage if entry.text("kind").as_deref() == Some("cache_warm") => {
                    let warmed = Request::of(entry.raw(), self.timestamp(index), true);
                    before = warmed.or(before);
                }
                EntryKind::Message if self.role(index) == Some(Role::Assistant) => {
                    let Some(message) = entry.message() else {
                        continue;
                    };
                    let reported = before.as_ref().is_some_and(|before| before.reported_cache);
                    let request = Request::of(message.raw(), message.timestamp(), reported);
                    if let (Some(before), Some(request)) = (&before, &request) {
                        misses.extend(request.miss(before, index));
                    }
                    before = request.or(before);
                }
                _ => {}
            }
        }
        misses
    }

    /// The misses of the cache added up.
    pub fn cache_waste(&self, scope: Scope) -> CacheWaste {
        let mut waste = CacheWaste::default();
        for miss in self.cache_misses(scope) {
            waste.missed_tokens += miss.tokens;
            waste.missed_cost += miss.cost;
            waste.miss_count += 1;
        }
        waste
    }
}

/// A request to a model that sent a prompt.
struct Request {
    model: String,
    time: Option<f64>,
    usage: Prompt,
    /// Whether this model's provider reports what its cache does, by this request or an earlier one.
    reported_cache: bool,
}

impl Request {
    /// The request that a reply, or a warming of the cache, stands for; `None` where it sent nothing.
    fn of(holder: Raw<'_>, time: Option<f64>, reported_cache: bool) -> Option<Self> {
        let usage = Prompt::of(holder.get("usage"));
        (usage.tokens() > 0.0).then(|| Self {
            model: model_key(holder, holder.get("model")),
            time,
            reported_cache: reported_cache || usage.cached() > 0.0,
            usage,
        })
    }

    fn miss(&self, before: &Request, entry: EntryIndex) -> Option<CacheMiss> {
        let usage = &self.usage;
        if usage.cached() == 0.0 && !before.reported_cache {
            return None;
        }
        let tokens = before.usage.tokens().min(usage.tokens()) - usage.cache_read;
        if tokens <= NOISE_TOKENS {
            return None;
        }
        let rate = |cost: f64, tokens: f64| if tokens > 0.0 { cost / tokens } else { 0.0 };
        let paid = rate(
            usage.input_cost + usage.cache_write_cost,
            usage.input + usage.cache_write,
        );
        let read = rate(usage.cache_read_cost, usage.cache_read);
        let idle = self.time.zip(before.time);
        Some(CacheMiss {
            entry,
            tokens,
            cost: tokens * (paid - read).max(0.0),
            idle_ms: idle.map(|(now, then)| (now - then).max(0.0)),
            model_changed: self.model != before.model,
        })
    }
}

/// The tokens of a prompt, and what they cost.
struct Prompt {
    input: f64,
    cache_read: f64,
    cache_write: f64,
    input_cost: f64,
    cache_read_cost: f64,
    cache_write_cost: f64,
}

impl Prompt {
    fn of(usage: Option<Raw<'_>>) -> Self {
        let cost = usage.and_then(|usage| usage.get("cost"));
        let figure = |from: Option<Raw<'_>>, name: &str| {
            let number = from.and_then(|from| from.get(name)?.as_f64());
            number
                .filter(|number| number.is_finite() && *number >= 0.0)
                .unwrap_or(0.0)
        };
        Self {
            input: figure(usage, "input"),
            cache_read: figure(usage, "cacheRead"),
            cache_write: figure(usage, "cacheWrite"),
            input_cost: figure(cost, "input"),
            cache_read_cost: figure(cost, "cacheRead"),
            cache_write_cost: figure(cost, "cacheWrite"),
        }
    }

    fn tokens(&self) -> f64 {
        self.input + self.cache_read + self.cache_write
    }

    fn cached(&self) -> f64 {
        self.cache_read + self.cache_write
    }
}
