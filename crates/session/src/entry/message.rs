//! A message inside an entry: role, content, and the figures of an assistant's reply.

use std::borrow::Cow;

use super::{Content, Role};
use crate::json::Raw;
use crate::reader::timestamp;

/// A message.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    raw: Raw<'a>,
    role: Role,
}

impl<'a> Message<'a> {
    pub(crate) fn new(raw: Raw<'a>, role: Role) -> Self {
        Self { raw, role }
    }

    /// The message as it stands in the file.
    pub fn raw(&self) -> Raw<'a> {
        self.raw
    }

    /// Who speaks, after migration.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The role as the file writes it; empty if it has none.
    pub fn role_name(&self) -> Cow<'a, str> {
        self.text("role").unwrap_or_default()
    }

    /// The content.
    pub fn content(&self) -> Content<'a> {
        Content::of(self.field("content"))
    }

    /// One of the message's fields.
    pub fn field(&self, name: &str) -> Option<Raw<'a>> {
        self.raw.get(name)
    }

    /// One of the message's fields, if it is a string.
    pub fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.field(name)?.as_str()
    }

    /// One of the message's fields, if it is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.field(name)?.as_f64()
    }

    /// Whether one of the message's fields is true as JavaScript sees it.
    pub fn flag(&self, name: &str) -> bool {
        self.field(name).is_some_and(Raw::truthy)
    }

    /// Why the model stopped.
    pub fn stop_reason(&self) -> Option<Cow<'a, str>> {
        self.text("stopReason")
    }

    /// What the reply cost.
    pub fn usage(&self) -> Option<Usage> {
        self.field("usage").and_then(Usage::of)
    }

    /// When the message was made, in Unix milliseconds.
    pub fn timestamp(&self) -> Option<f64> {
        self.field("timestamp").and_then(timestamp)
    }
}

/// The figures of a `usage` object, in tokens and dollars. One that is missing, of the wrong type,
/// negative or infinite is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens in, without those from the cache.
    pub input: Option<f64>,
    /// Tokens out, thinking included.
    pub output: Option<f64>,
    /// Tokens read from the cache.
    pub cache_read: Option<f64>,
    /// Tokens written to the cache.
    pub cache_write: Option<f64>,
    /// All tokens, as the file says.
    pub total: Option<f64>,
    /// Dollars; the sum of its parts where the file has no total.
    pub cost: Option<f64>,
}

impl Usage {
    pub(crate) fn of(raw: Raw<'_>) -> Option<Self> {
        if raw.kind() != crate::json::Kind::Object {
            return None;
        }
        let figure = |from: Raw<'_>, name: &str| {
            from.get(name)
                .and_then(Raw::as_f64)
                .filter(|number| number.is_finite() && *number >= 0.0)
        };
        let cost = raw.get("cost").and_then(|cost| {
            figure(cost, "total").or_else(|| {
                ["input", "output", "cacheRead", "cacheWrite"]
                    .into_iter()
                    .filter_map(|part| figure(cost, part))
                    .reduce(|sum, part| sum + part)
            })
        });
        Some(Self {
            input: figure(raw, "input"),
            output: figure(raw, "output"),
            cache_read: figure(raw, "cacheRead"),
            cache_write: figure(raw, "cacheWrite"),
            total: figure(raw, "totalTokens"),
            cost,
        })
    }
}
