//! How many tokens messages take, estimated from their length, and how large the context is.

use crate::context::{Context, ProjectedMessage};
use crate::entry::{EntryKind, Message, Role};
use crate::json::Raw;
use crate::json::coerce::length;
use crate::system::SystemState;
use crate::{EntryIndex, Session};

/// UTF-16 units to a token.
const UNITS_A_TOKEN: usize = 4;
/// What an image counts, in UTF-16 units.
const IMAGE_UNITS: usize = 4_800;

/// How many tokens a message takes: a quarter of its UTF-16 units, rounded up. A part of the wrong
/// type counts nothing.
///
/// ```
/// use pi_session::{estimate_tokens, json::Raw};
/// let message = br#"{"role":"user","content":[{"type":"text","text":"hello"},{"type":"image"}]}"#;
/// assert_eq!(estimate_tokens(Raw::parse(message).unwrap()), 1_202);
/// ```
pub fn estimate_tokens(message: Raw<'_>) -> u64 {
    let message = super::view(message);
    let units = match message.role() {
        Role::System => {
            let tools = message.field("toolsAdded").filter(|tools| tools.truthy());
            content_units(message.field("content"))
                + message.field("sections").map_or(0, section_units)
                + tools.map_or(0, json_units)
        }
        Role::User | Role::Custom | Role::ToolResult => content_units(message.field("content")),
        Role::Assistant => message
            .field("content")
            .into_iter()
            .flat_map(Raw::items)
            .map(reply_units)
            .sum(),
        Role::BashExecution => length(message.field("command")) + length(message.field("output")),
        Role::BranchSummary | Role::CompactionSummary => length(message.field("summary")),
        _ => 0,
    };
    units.div_ceil(UNITS_A_TOKEN) as u64
}

fn content_units(content: Option<Raw<'_>>) -> usize {
    let Some(content) = content else { return 0 };
    if content.string_source().is_some() {
        return length(Some(content));
    }
    let blocks = content.items();
    blocks
        .map(|block| match block_type(block).as_deref() {
            Some("text") => length(block.get("text")),
            Some("image") => IMAGE_UNITS,
            _ => 0,
        })
        .sum()
}

fn reply_units(block: Raw<'_>) -> usize {
    match block_type(block).as_deref() {
        Some("text") => length(block.get("text")),
        Some("thinking") => length(block.get("thinking")),
        Some("toolCall") => {
            length(block.get("name")) + block.get("arguments").map_or(0, json_units)
        }
        _ => 0,
    }
}

fn block_type(block: Raw<'_>) -> Option<std::borrow::Cow<'_, str>> {
    block.get("type").and_then(Raw::as_str)
}

fn section_units(sections: Raw<'_>) -> usize {
    let mut last = hashbrown::HashMap::<_, _, rustc_hash::FxBuildHasher>::default();
    for (name, text) in sections.members() {
        last.insert(name, length(Some(text)));
    }
    last.into_values().sum()
}

fn json_units(value: Raw<'_>) -> usize {
    crate::text::utf16_length(&value.stringify())
}

/// How large the context at a leaf is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContextSize {
    /// Tokens.
    pub tokens: f64,
    /// The reply whose own count this builds on; `None` where all of it is estimated, as it is after
    /// a compaction or context edit until the next reply.
    pub counted_at: Option<EntryIndex>,
}

impl Session {
    /// How many tokens the context at the leaf takes: what the last reply reports plus an estimate of
    /// what follows it; where a compaction or context edit came after that reply, or there is none,
    /// an estimate of everything. Linear in the path.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// assert_eq!(session.context_size().tokens, 2.0);
    /// assert_eq!(session.context_size().counted_at, None);
    /// ```
    pub fn context_size(&self) -> ContextSize {
        self.size_of(&self.context())
    }

    pub(crate) fn size_of(&self, context: &Context) -> ContextSize {
        let invalid = context.path.iter().rev().find_map(|part| {
            let kind = self.kind(part.entry);
            let invalidates = matches!(kind, EntryKind::ContextEdit | EntryKind::Compaction);
            invalidates.then(|| self.tree().depth(part.entry))
        });
        let mut trailing = 0;
        for part in context.entries.iter().rev() {
            // Nothing before the last edit or compaction counts.
            if invalid.is_some_and(|depth| self.tree().depth(part.entry) <= depth) {
                break;
            }
            for message in self.project(part).iter().rev() {
                let Some(message) = message.message() else {
                    continue;
                };
                if let Some(tokens) = counted_usage(&message) {
                    return ContextSize {
                        tokens: tokens + as_figure(trailing),
                        counted_at: Some(part.entry),
                    };
                }
                trailing += estimate_tokens(message.raw());
            }
        }
        let messages = context.entries.iter().flat_map(|part| self.project(part));
        ContextSize {
            tokens: as_figure(estimate_all(messages)),
            counted_at: None,
        }
    }
}

/// All messages estimated, the system messages as the one that they add up to.
fn estimate_all(messages: impl Iterator<Item = ProjectedMessage>) -> u64 {
    let mut tokens = 0;
    let mut system = Vec::new();
    for projected in messages {
        match projected.message() {
            Some(message) if message.role() == Role::System => system.push(projected),
            Some(message) => tokens += estimate_tokens(message.raw()),
            None => {}
        }
    }
    tokens + SystemState::replay(&system).map_or(0, |state| system_tokens(&state))
}

/// How many tokens the system prompt and tools take at a point.
pub(super) fn system_tokens(state: &SystemState) -> u64 {
    state.units().div_ceil(UNITS_A_TOKEN) as u64
}

#[expect(clippy::cast_precision_loss, reason = "estimates stay far below 2^53")]
pub(super) fn as_figure(tokens: u64) -> f64 {
    tokens as f64
}

/// The tokens that a finished reply reports for its whole context: its total, else the sum of the
/// four parts, where that is a number above 0.
pub(super) fn counted_usage(message: &Message<'_>) -> Option<f64> {
    if message.role() != Role::Assistant {
        return None;
    }
    if matches!(message.stop_reason().as_deref(), Some("aborted" | "error")) {
        return None;
    }
    let usage = message.field("usage")?;
    let tokens = match usage.get("totalTokens").filter(|total| total.truthy()) {
        Some(total) => total.as_f64()?,
        None => ["input", "output", "cacheRead", "cacheWrite"]
            .into_iter()
            .try_fold(0.0, |sum, part| {
                let part = usage.get(part)?;
                Some(sum + if part.is_null() { 0.0 } else { part.as_f64()? })
            })?,
    };
    (tokens > 0.0 && tokens.is_finite()).then_some(tokens)
}
