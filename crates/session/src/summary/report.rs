//! What a bug report's summary is made from.

use crate::Session;
use crate::context::ProjectedMessage;
use crate::llm::estimate_tokens;

/// The part of the context window that the conversation may take.
const SHARE: f64 = 0.6;

/// What a bug report tells about a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BugReport {
    /// The newest messages of the context that fit, oldest first; the newest is always there.
    pub messages: Vec<ProjectedMessage>,
    /// How many messages the context has.
    pub message_count: usize,
}

impl Session {
    /// The messages of the context at the leaf that a model with this context window can be shown to
    /// write a bug report.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"It hangs"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// assert_eq!(session.prepare_bug_report(128_000.0).messages.len(), 1);
    /// ```
    pub fn prepare_bug_report(&self, context_window: f64) -> BugReport {
        let context = self.context();
        let all: Vec<ProjectedMessage> = context
            .entries
            .iter()
            .flat_map(|entry| self.project(entry))
            .collect();
        let message_count = all.len();
        let budget = (context_window * SHARE).floor();
        let mut tokens = 0.0;
        let mut messages = Vec::new();
        for projected in all.into_iter().rev() {
            let estimate = projected
                .message()
                .map_or(0, |message| estimate_tokens(message.raw()));
            #[expect(clippy::cast_precision_loss, reason = "estimates stay far below 2^53")]
            let next = tokens + estimate as f64;
            if !messages.is_empty() && next > budget {
                break;
            }
            messages.push(projected);
            tokens = next;
        }
        messages.reverse();
        BugReport {
            messages,
            message_count,
        }
    }
}
