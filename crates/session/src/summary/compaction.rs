//! Where to cut a conversation that has grown too long, and what of it to summarise.

use std::borrow::Cow;

use super::{FileLists, FileOperations};
use crate::context::{ContextEntry, ProjectedMessage};
use crate::entry::{EntryKind, Role};
use crate::json::Raw;
use crate::llm::estimate_tokens;
use crate::{EntryIndex, Session};

/// How many of the newest tokens a compaction keeps as they are, about.
pub const KEEP_RECENT_TOKENS: f64 = 20_000.0;

/// What a compaction is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Compaction {
    /// The first entry that stays as it is.
    pub first_kept: EntryIndex,
    /// What to summarise. Of a turn that is cut only the turns before it.
    pub messages: Vec<ProjectedMessage>,
    /// The beginning of the turn that is cut, to be summarised by itself.
    pub turn_prefix: Vec<ProjectedMessage>,
    /// Whether the cut parts a turn.
    pub splits_turn: bool,
    /// The size of the context, before.
    pub tokens_before: f64,
    /// The compaction whose summary is to be carried on.
    pub previous: Option<EntryIndex>,
    /// That summary, if it is a text.
    pub previous_summary: Option<String>,
    /// The files of what is summarised, and those that the compaction before lists.
    pub files: FileLists,
}

impl Session {
    /// Prepares a compaction at the leaf that keeps about `keep_recent_tokens`
    /// ([`KEEP_RECENT_TOKENS`]). `None` where there is nothing to summarise, or the leaf is a
    /// compaction itself. Linear in the path.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"user","content":"More"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let compaction = session.prepare_compaction(1.0).unwrap();
    /// assert_eq!(session.id(compaction.first_kept), "b");
    /// assert_eq!(compaction.messages.len(), 1);
    /// ```
    pub fn prepare_compaction(&self, keep_recent_tokens: f64) -> Option<Compaction> {
        if self.kind(self.leaf()?) == EntryKind::Compaction {
            return None;
        }
        let context = self.context();
        let parts: Vec<Part> = context
            .entries
            .iter()
            .map(|context| Part::new(self, context))
            .collect();
        let first = parts.first().filter(|part| part.is_compaction());
        let previous = first.filter(|part| !part.messages.is_empty());
        let start = usize::from(previous.is_some());
        let cut = Cut::find(self, &parts, start, keep_recent_tokens)?;
        let history = cut.turn_start.unwrap_or(cut.first_kept);
        let messages = conversation(&parts[start..history]);
        let turn_prefix = conversation(&parts[history..cut.first_kept]);
        if messages.is_empty() && turn_prefix.is_empty() {
            return None;
        }
        let mut files = FileOperations::default();
        let previous = previous.map(|part| part.entry);
        let previous_entry = previous.map(|previous| self.entry(previous));
        if let Some(entry) = previous_entry {
            files.add_summary(entry.raw());
        }
        let previous_summary = previous_entry.and_then(|entry| entry.text("summary"));
        for message in messages.iter().chain(&turn_prefix) {
            if let Some(message) = message.message() {
                files.add_message(&message);
            }
        }
        Some(Compaction {
            first_kept: parts[cut.first_kept].entry,
            messages,
            turn_prefix,
            splits_turn: cut.turn_start.is_some(),
            tokens_before: self.size_of(&context).tokens,
            previous,
            previous_summary: previous_summary.map(Cow::into_owned),
            files: files.lists(),
        })
    }
}

/// The messages of these entries but for prompts and summaries that a compaction carries.
fn conversation(parts: &[Part]) -> Vec<ProjectedMessage> {
    parts
        .iter()
        .filter(|part| !part.is_compaction())
        .flat_map(|part| &part.messages)
        .filter(|message| message.role != Role::System)
        .cloned()
        .collect()
}

/// An entry of the context with its messages.
struct Part {
    entry: EntryIndex,
    kind: EntryKind,
    messages: Vec<ProjectedMessage>,
    tokens: u64,
}

impl Part {
    fn new(session: &Session, context: &ContextEntry) -> Self {
        let messages = session.project(context);
        let tokens = messages
            .iter()
            .filter_map(ProjectedMessage::message)
            .map(|message| estimate_tokens(message.raw()))
            .sum();
        Self {
            entry: context.entry,
            kind: session.kind(context.entry),
            messages,
            tokens,
        }
    }

    fn is_compaction(&self) -> bool {
        self.kind == EntryKind::Compaction
    }

    /// Whether what is kept may start here. Never at a result, which follows its call.
    fn may_start(&self) -> bool {
        self.starts_turn() || self.speaks_as(|role| role == Role::Assistant)
    }

    fn starts_turn(&self) -> bool {
        self.speaks_as(|role| {
            matches!(
                role,
                Role::User
                    | Role::BashExecution
                    | Role::Custom
                    | Role::BranchSummary
                    | Role::CompactionSummary
            )
        })
    }

    fn speaks_as(&self, accepts: impl Fn(Role) -> bool) -> bool {
        !self.is_compaction() && self.messages.iter().any(|message| accepts(message.role))
    }

    /// Whether a context edit took away all that the entry would say.
    fn is_omitted(&self, session: &Session) -> bool {
        self.messages.is_empty() && self.would_speak(session)
    }

    fn would_speak(&self, session: &Session) -> bool {
        match self.kind {
            EntryKind::Message | EntryKind::CustomMessage | EntryKind::Compaction => true,
            EntryKind::BranchSummary => {
                let summary = session.entry(self.entry).field("summary");
                summary.is_some_and(Raw::truthy)
            }
            _ => false,
        }
    }
}

/// Places among the entries of the context.
struct Cut {
    first_kept: usize,
    /// Where the turn starts that the cut parts.
    turn_start: Option<usize>,
}

impl Cut {
    fn find(session: &Session, parts: &[Part], start: usize, keep: f64) -> Option<Self> {
        let possible: Vec<usize> = (start..parts.len())
            .filter(|&place| parts[place].may_start())
            .collect();
        let mut first_kept = *possible.first()?;
        if let Some(full) = full_at(parts, start, keep) {
            // Results that are too long by themselves keep the call before them.
            let next = possible.partition_point(|&place| place < full);
            first_kept = *possible.get(next).or(possible.last())?;
            if is_failed_attempt(session, &parts[first_kept + 1..]) {
                first_kept += 1;
            }
        }
        // What says nothing stays with what follows it.
        while first_kept > start {
            let before = &parts[first_kept - 1];
            if before.is_compaction() || !before.messages.is_empty() {
                break;
            }
            first_kept -= 1;
        }
        let turn_start = if parts[first_kept].starts_turn() {
            None
        } else {
            parts[start..=first_kept]
                .iter()
                .rposition(Part::starts_turn)
                .map(|place| start + place)
        };
        Some(Self {
            first_kept,
            turn_start,
        })
    }
}

/// Where, counted from the end, the tokens to keep are full.
fn full_at(parts: &[Part], start: usize, keep: f64) -> Option<usize> {
    let mut tokens = 0.0;
    (start..parts.len()).rev().find(|&place| {
        #[expect(clippy::cast_precision_loss, reason = "estimates stay far below 2^53")]
        let own = parts[place].tokens as f64;
        tokens += own;
        own > 0.0 && tokens >= keep
    })
}

/// Whether all that follows is an attempt that failed and was taken out of the context again: then
/// nothing of it needs the entry before it.
fn is_failed_attempt(session: &Session, suffix: &[Part]) -> bool {
    let omitted: hashbrown::HashSet<_, rustc_hash::FxBuildHasher> = suffix
        .iter()
        .filter(|part| part.is_omitted(session))
        .map(|part| session.id(part.entry))
        .collect();
    let replaces_another = suffix
        .iter()
        .filter(|part| part.kind == EntryKind::ContextEdit)
        .any(|part| {
            let edit = session.entry(part.entry);
            let omits = edit.field("replacement").is_some_and(Raw::is_null);
            !omits
                && !edit
                    .text("targetId")
                    .is_some_and(|id| omitted.contains(&*id))
        });
    let attempted = suffix
        .iter()
        .any(|part| session.role(part.entry) == Some(Role::Assistant) && part.is_omitted(session));
    let all_gone = suffix.iter().all(|part| {
        !part.is_compaction() && (part.is_omitted(session) || !part.would_speak(session))
    });
    attempted && all_gone && !replaces_another
}
