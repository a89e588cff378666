//! From the tree to what the model sees: path, compaction, context edits, messages, and for each
//! entry of the path that gives none the reason.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::entry::{Entry, EntryKind, Role};
use crate::ids::IdNumber;
use crate::json::{Kind, Raw, quote_into};
use crate::migrate::rename_role;
use crate::{EntryIndex, Session};

/// The context at a session's leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// Every entry from the root to the leaf, and what becomes of it.
    pub path: Vec<PathEntry>,
    /// The entries that make the context, in its order: the last compaction first, then what it
    /// keeps, then what follows it. Among them are some that give no message.
    pub entries: Vec<ContextEntry>,
    /// The thinking level at the leaf, by the whole path; `off` at first.
    pub thinking_level: String,
    /// The model at the leaf, by the whole path.
    pub model: Option<Model>,
}

/// A model, as entries name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The provider, if it is given as a string.
    pub provider: Option<String>,
    /// The model's id, if it is given as a string.
    pub model_id: Option<String>,
}

/// An entry that takes part in the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextEntry {
    /// The entry.
    pub entry: EntryIndex,
    /// The context edit that applies to it.
    pub edit: Option<EntryIndex>,
    /// Whether it is a compaction inside what a later one keeps: it gives no message.
    pub superseded: bool,
}

/// An entry of the path and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathEntry {
    /// The entry.
    pub entry: EntryIndex,
    /// What becomes of it.
    pub outcome: Outcome,
}

/// What becomes of an entry in the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It gives its messages, as they are.
    Shown,
    /// It gives its messages, with the content that this context edit gives it.
    Replaced(EntryIndex),
    /// It gives none.
    Absent(Reason),
}

/// Why an entry gives no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It lies before what the last compaction keeps.
    Compacted(EntryIndex),
    /// A system message in the kept range: the compaction carries the prompt.
    SystemBeforeCompaction(EntryIndex),
    /// A compaction in the kept range of a later one.
    OlderCompaction(EntryIndex),
    /// A context edit omits it.
    Omitted(EntryIndex),
    /// It has nothing to say.
    NoContent,
    /// Settings and bookkeeping are never messages.
    NotAMessage,
}

/// A message of the context as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectedMessage {
    /// Who speaks.
    pub role: Role,
    /// The message, as Pi's agent holds it.
    pub json: String,
}

impl Session {
    /// What the model sees at the leaf. Linear in the path.
    ///
    /// ```
    /// use pi_session::{Outcome, Reason, Session};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"Hello"}}
    /// {"type":"thinking_level_change","id":"b","parentId":"a","thinkingLevel":"high"}
    /// "#).unwrap();
    /// let context = session.context();
    /// assert_eq!(context.thinking_level, "high");
    /// let outcomes: Vec<Outcome> = context.path.iter().map(|step| step.outcome).collect();
    /// assert_eq!(outcomes, [Outcome::Shown, Outcome::Absent(Reason::NotAMessage)]);
    /// let messages: Vec<_> = context.entries.iter().flat_map(|entry| session.project(entry)).collect();
    /// assert_eq!(messages.len(), 1);
    /// assert_eq!(messages[0].json, r#"{"role":"user","content":"Hello"}"#);
    /// ```
    pub fn context(&self) -> Context {
        let path = self
            .leaf()
            .map(|leaf| self.tree().path(leaf))
            .unwrap_or_default();
        let (thinking_level, model) = self.settings(&path);
        let entries = self.context_entries(&path);
        let outcomes = self.outcomes(&path, &entries);
        Context {
            path: outcomes,
            entries,
            thinking_level,
            model,
        }
    }

    /// The messages that an entry of the context gives.
    pub fn project(&self, context: &ContextEntry) -> Vec<ProjectedMessage> {
        if context.superseded {
            return Vec::new();
        }
        let entry = self.entry(context.entry);
        let messages = messages(self, &entry);
        let Some(edit) = context.edit else {
            return messages;
        };
        match self.entry(edit).field("replacement") {
            Some(replacement) if replacement.is_null() => Vec::new(),
            Some(replacement) if replacement.kind() == Kind::Object => messages
                .into_iter()
                .map(|message| replace_content(message, replacement.get("content")))
                .collect(),
            _ => messages,
        }
    }

    fn settings(&self, path: &[EntryIndex]) -> (String, Option<Model>) {
        let mut thinking_level = "off".to_owned();
        // The last one of each decides: looked for from the end, so that little is parsed.
        let level = path
            .iter()
            .rev()
            .find(|index| self.kind(**index) == EntryKind::ThinkingLevelChange);
        if let Some(index) = level {
            thinking_level = self
                .entry(*index)
                .text("thinkingLevel")
                .unwrap_or_default()
                .into_owned();
        }
        let setter = path.iter().rev().find(|index| {
            self.kind(**index) == EntryKind::ModelChange
                || self.role(**index) == Some(Role::Assistant)
        });
        let model = setter.map(|index| self.model_of(*index));
        (thinking_level, model)
    }

    /// The model that a `model_change` or a reply names.
    pub(crate) fn model_of(&self, index: EntryIndex) -> Model {
        let entry = self.entry(index);
        let source = entry.message().map_or(entry.raw(), |message| message.raw());
        let name = if entry.kind() == EntryKind::ModelChange {
            "modelId"
        } else {
            "model"
        };
        let text = |name: &str| {
            source
                .get(name)
                .and_then(Raw::as_str)
                .map(std::borrow::Cow::into_owned)
        };
        Model {
            provider: text("provider"),
            model_id: text(name),
        }
    }

    fn context_entries(&self, path: &[EntryIndex]) -> Vec<ContextEntry> {
        let place = path
            .iter()
            .rposition(|index| self.kind(*index) == EntryKind::Compaction);
        let chosen: Vec<EntryIndex> = match place {
            None => path.to_vec(),
            Some(place) => {
                let compaction = path[place];
                let kept = self
                    .base()
                    .first_kept(compaction)
                    .and_then(|kept| path[..place].iter().position(|index| *index == kept))
                    .unwrap_or(place);
                let kept = path[kept..place]
                    .iter()
                    .copied()
                    .filter(|index| self.role(*index) != Some(Role::System));
                std::iter::once(compaction)
                    .chain(kept)
                    .chain(path[place + 1..].iter().copied())
                    .collect()
            }
        };
        let edits = self.edits(&chosen);
        chosen
            .into_iter()
            .enumerate()
            .map(|(at, entry)| ContextEntry {
                entry,
                edit: edits.get(&self.record(entry).id).copied(),
                superseded: at > 0 && self.kind(entry) == EntryKind::Compaction,
            })
            .collect()
    }

    /// The last context edit of each target.
    pub(crate) fn edits(
        &self,
        entries: &[EntryIndex],
    ) -> HashMap<IdNumber, EntryIndex, FxBuildHasher> {
        let ids = &self.base().table().ids;
        entries
            .iter()
            .filter(|index| self.kind(**index) == EntryKind::ContextEdit)
            .filter_map(|index| {
                let target = self.entry(*index).text("targetId")?;
                Some((ids.number(&target)?, *index))
            })
            .collect()
    }

    fn outcomes(&self, path: &[EntryIndex], entries: &[ContextEntry]) -> Vec<PathEntry> {
        let compaction = entries
            .first()
            .filter(|first| self.kind(first.entry) == EntryKind::Compaction)
            .map(|first| first.entry);
        let taking_part: HashMap<EntryIndex, &ContextEntry, FxBuildHasher> =
            entries.iter().map(|entry| (entry.entry, entry)).collect();
        let first_kept = compaction.and_then(|compaction| self.base().first_kept(compaction));
        let mut kept = false;
        path.iter()
            .map(|&entry| {
                kept = kept || Some(entry) == first_kept;
                let outcome = match (taking_part.get(&entry), compaction) {
                    (Some(context), _) => self.outcome(context, compaction),
                    (None, Some(compaction)) if kept => {
                        Outcome::Absent(Reason::SystemBeforeCompaction(compaction))
                    }
                    (None, Some(compaction)) => Outcome::Absent(Reason::Compacted(compaction)),
                    (None, None) => Outcome::Absent(Reason::NoContent),
                };
                PathEntry { entry, outcome }
            })
            .collect()
    }

    fn outcome(&self, context: &ContextEntry, compaction: Option<EntryIndex>) -> Outcome {
        if context.superseded {
            let newer = compaction.unwrap_or(context.entry);
            return Outcome::Absent(Reason::OlderCompaction(newer));
        }
        let entry = self.entry(context.entry);
        let speaks = match entry.kind() {
            EntryKind::Message => {
                if !entry
                    .field("message")
                    .is_some_and(|message| message.kind() == Kind::Object)
                {
                    return Outcome::Absent(Reason::NoContent);
                }
                true
            }
            EntryKind::BranchSummary => {
                if !entry.field("summary").is_some_and(Raw::truthy) {
                    return Outcome::Absent(Reason::NoContent);
                }
                true
            }
            EntryKind::CustomMessage | EntryKind::Compaction => true,
            _ => false,
        };
        if !speaks {
            return Outcome::Absent(Reason::NotAMessage);
        }
        let Some(edit) = context.edit else {
            return Outcome::Shown;
        };
        match self.entry(edit).field("replacement") {
            Some(replacement) if replacement.is_null() => Outcome::Absent(Reason::Omitted(edit)),
            Some(replacement) if replacement.kind() == Kind::Object && is_editable(&entry) => {
                Outcome::Replaced(edit)
            }
            _ => Outcome::Shown,
        }
    }
}

/// Whether a replacement changes what the entry gives.
pub(crate) fn is_editable(entry: &Entry<'_>) -> bool {
    match entry.kind() {
        EntryKind::CustomMessage => true,
        EntryKind::Message => entry
            .message()
            .is_some_and(|message| has_editable_content(message.role())),
        _ => false,
    }
}

fn has_editable_content(role: Role) -> bool {
    matches!(
        role,
        Role::User | Role::Assistant | Role::ToolResult | Role::Custom
    )
}

/// The messages that an entry gives where nothing edits it.
fn messages(session: &Session, entry: &Entry<'_>) -> Vec<ProjectedMessage> {
    match entry.kind() {
        EntryKind::Message => message(entry).into_iter().collect(),
        EntryKind::CustomMessage => {
            let mut object = ObjectText::new(Role::Custom);
            object.copy("customType", entry.field("customType"));
            match entry.field("content").filter(|content| !content.is_null()) {
                Some(content) => object.copy("content", Some(content)),
                None => object.text("content", "[]"),
            }
            object.copy("display", entry.field("display"));
            object.copy("details", entry.field("details"));
            vec![object.finish(session.timestamp(entry.index()))]
        }
        EntryKind::BranchSummary if entry.field("summary").is_some_and(Raw::truthy) => {
            vec![branch_summary(session, entry)]
        }
        EntryKind::Compaction => {
            let system = entry.field("systemMessage").filter(|value| value.truthy());
            let summary = compaction_summary(session, entry);
            system
                .map(|message| ProjectedMessage {
                    role: Role::System,
                    json: message.text().into_owned(),
                })
                .into_iter()
                .chain([summary])
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The summary of a branch that was left, as a message.
pub(crate) fn branch_summary(session: &Session, entry: &Entry<'_>) -> ProjectedMessage {
    let mut object = ObjectText::new(Role::BranchSummary);
    object.copy("summary", entry.field("summary"));
    object.copy("fromId", entry.field("fromId"));
    object.finish(session.timestamp(entry.index()))
}

/// The summary of a compaction as a message, without the prompt that it may carry.
pub(crate) fn compaction_summary(session: &Session, entry: &Entry<'_>) -> ProjectedMessage {
    let mut object = ObjectText::new(Role::CompactionSummary);
    object.copy("summary", entry.field("summary"));
    object.copy("tokensBefore", entry.field("tokensBefore"));
    object.finish(session.timestamp(entry.index()))
}

/// The message of a `message` entry as it stands, migrated.
pub(crate) fn stored_message(entry: &Entry<'_>) -> Option<ProjectedMessage> {
    let message = entry.message()?;
    let raw = message.raw();
    if raw.kind() != Kind::Object {
        return None;
    }
    let role = message.role();
    let mut json = String::new();
    if role == Role::Custom {
        rename_role(raw, &mut json);
    } else {
        json.push_str(&raw.text());
    }
    Some(ProjectedMessage { role, json })
}

fn message(entry: &Entry<'_>) -> Option<ProjectedMessage> {
    let projected = stored_message(entry)?;
    let empty = match projected.role {
        Role::System => "\"\"",
        Role::User | Role::Assistant | Role::ToolResult => "[]",
        _ => return Some(projected),
    };
    let content = entry.message().and_then(|message| message.field("content"));
    let missing = content.is_none_or(Raw::is_null);
    Some(if missing {
        with_member(&projected, "content", Some(empty))
    } else {
        projected
    })
}

pub(crate) fn replace_content(
    message: ProjectedMessage,
    content: Option<Raw<'_>>,
) -> ProjectedMessage {
    if !has_editable_content(message.role) {
        return message;
    }
    let blocks = matches!(message.role, Role::Assistant | Role::ToolResult);
    let text = content.map(|content| {
        if blocks && content.kind() == Kind::String {
            format!("[{{\"type\":\"text\",\"text\":{}}}]", content.text())
        } else {
            content.text().into_owned()
        }
    });
    with_member(&message, "content", text.as_deref())
}

/// The message with one member set to a JSON text, or taken away.
fn with_member(message: &ProjectedMessage, name: &str, value: Option<&str>) -> ProjectedMessage {
    let mut object = ObjectText::open(message.role);
    if let Some(raw) = Raw::parse(message.json.as_bytes()) {
        for (key, member) in raw.members().filter(|(key, _)| key != name) {
            object.copy(&key, Some(member));
        }
    }
    if let Some(value) = value {
        object.text(name, value);
    }
    object.close()
}

/// A JSON object being written.
pub(crate) struct ObjectText {
    role: Role,
    json: String,
}

impl ObjectText {
    pub(crate) fn open(role: Role) -> Self {
        Self {
            role,
            json: "{".to_owned(),
        }
    }

    pub(crate) fn new(role: Role) -> Self {
        let mut object = Self::open(role);
        let mut name = String::new();
        quote_into(role.as_str(), &mut name);
        object.text("role", &name);
        object
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        if self.json.len() > 1 {
            self.json.push(',');
        }
        quote_into(name, &mut self.json);
        self.json.push(':');
        self.json.push_str(value);
    }

    pub(crate) fn copy(&mut self, name: &str, value: Option<Raw<'_>>) {
        if let Some(value) = value {
            self.text(name, &value.text());
        }
    }

    fn finish(mut self, timestamp: Option<f64>) -> ProjectedMessage {
        let time = timestamp.map_or_else(
            || "null".to_owned(),
            |time| ryu_js::Buffer::new().format_finite(time).to_owned(),
        );
        self.text("timestamp", &time);
        self.close()
    }

    pub(crate) fn close(mut self) -> ProjectedMessage {
        self.json.push('}');
        ProjectedMessage {
            role: self.role,
            json: self.json,
        }
    }
}
