//! Every operation that adds an entry, and undo and redo.
//!
//! The bytes that were read never change: an entry that is added stands behind them, as a child of
//! the leaf, and becomes the leaf. An operation that fails changes nothing. The rules, and the fields
//! that are written, are Pi's (`SessionManager`, version 1.6.0).

use std::rc::Rc;

use crate::entry::{EntryKind, Role};
use crate::json::{Kind, Raw, quote_into};
use crate::reader::{Scanned, scan};
use crate::system::SystemState;
use crate::{EntryIndex, ErrorCode, Session, SessionError, text, time};

/// Where new ids and times come from: the core has neither clock nor chance.
///
/// ```
/// use pi_session::json::Raw;
/// use pi_session::{Session, Stamps};
///
/// struct Counted(u32);
/// impl Stamps for Counted {
///     fn short_id(&mut self) -> String {
///         self.0 += 1;
///         format!("{:08x}", self.0)
///     }
///     fn long_id(&mut self) -> String {
///         format!("00000000-0000-7000-8000-{:012x}", self.0)
///     }
///     fn now(&mut self) -> f64 {
///         1_767_225_600_000.0
///     }
/// }
///
/// let mut session = Session::parse(br#"{"type":"session","version":3,"id":"s","cwd":"/"}"#).unwrap();
/// let message = Raw::parse(br#"{"role":"user","content":"Hello"}"#).unwrap();
/// let entry = session.append_message(message, &mut Counted(0)).unwrap();
/// assert_eq!(session.id(entry), "00000001");
/// assert_eq!(session.leaf(), Some(entry));
/// assert!(session.to_jsonl().ends_with(br#"{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"Hello"}}
/// "#));
/// ```
pub trait Stamps {
    /// A new short id, eight hexadecimal digits.
    fn short_id(&mut self) -> String;
    /// A new long id, a UUID, for when short ones keep colliding.
    fn long_id(&mut self) -> String;
    /// The time, in Unix milliseconds.
    fn now(&mut self) -> f64;
}

/// How often a short id may be taken before a long one is.
const SHORT_ATTEMPTS: usize = 100;

/// What stands beside the bytes: how the session came to where it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The leaf before each entry that was appended.
    leaves: Vec<Option<EntryIndex>>,
    /// What was undone, last first: the line, and the leaf before it.
    undone: Vec<(Rc<str>, Option<EntryIndex>)>,
}

impl History {
    pub(crate) fn can_undo(&self) -> bool {
        !self.leaves.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// The optional parts of a summary that stands for other entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct SummaryFields<'a> {
    /// What the maker of the summary wants to keep with it, such as lists of files.
    pub details: Option<Raw<'a>>,
    /// Whether an extension made it.
    pub from_hook: Option<bool>,
    /// What making it cost.
    pub usage: Option<Raw<'a>>,
}

impl Session {
    /// Appends a message.
    ///
    /// # Errors
    /// `bad-argument` if the message is no object. (This, and running out of room for a new entry,
    /// is how every operation here may fail, besides what it says itself.)
    pub fn append_message(
        &mut self,
        message: Raw<'_>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        if message.kind() != Kind::Object {
            return Err(SessionError::bad_argument(format!(
                "A message is an object with a role; found {}.",
                message.kind().with_article()
            )));
        }
        let mut line = self.line(EntryKind::Message, stamps)?;
        line.raw("message", Some(message));
        self.add(line)
    }

    /// Appends a change of the thinking level.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_thinking_level_change(
        &mut self,
        level: &str,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let mut line = self.line(EntryKind::ThinkingLevelChange, stamps)?;
        line.text("thinkingLevel", level);
        self.add(line)
    }

    /// Appends a change of the model.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_model_change(
        &mut self,
        provider: &str,
        model_id: &str,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let mut line = self.line(EntryKind::ModelChange, stamps)?;
        line.text("provider", provider);
        line.text("modelId", model_id);
        self.add(line)
    }

    /// Appends usage that belongs to no message. An empty note is left out.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_usage(
        &mut self,
        kind: &str,
        provider: &str,
        model: &str,
        usage: Raw<'_>,
        note: Option<&str>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let mut line = self.line(EntryKind::Usage, stamps)?;
        line.text("kind", kind);
        line.text("provider", provider);
        line.text("model", model);
        line.raw("usage", Some(usage));
        if let Some(note) = note.filter(|note| !note.is_empty()) {
            line.text("note", note);
        }
        self.add(line)
    }

    /// Appends a compaction, with the system prompt and tools as they stand. Without
    /// `first_kept_entry_id` it names itself, and so keeps nothing.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_compaction(
        &mut self,
        summary: &str,
        first_kept_entry_id: Option<&str>,
        tokens_before: f64,
        fields: SummaryFields<'_>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let context = self.context();
        let messages: Vec<_> = context
            .entries
            .iter()
            .flat_map(|entry| self.project(entry))
            .collect();
        let system = SystemState::replay(&messages);
        let mut line = self.line(EntryKind::Compaction, stamps)?;
        line.text("summary", summary);
        let own_id = line.id.clone();
        line.text("firstKeptEntryId", first_kept_entry_id.unwrap_or(&own_id));
        line.json("tokensBefore", &crate::json::number_text(tokens_before));
        line.summary_fields(fields);
        if let Some(system) = system {
            line.json("systemMessage", &system.to_json(line.time));
        }
        self.add(line)
    }

    /// Appends state of an extension.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_custom_entry(
        &mut self,
        custom_type: &str,
        data: Option<Raw<'_>>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let mut line = self.line(EntryKind::Custom, stamps)?;
        line.text("customType", custom_type);
        line.raw("data", data);
        self.add(line)
    }

    /// Appends a message of an extension: a text or blocks.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_custom_message_entry(
        &mut self,
        custom_type: &str,
        content: Raw<'_>,
        display: bool,
        details: Option<Raw<'_>>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let mut line = self.line(EntryKind::CustomMessage, stamps)?;
        line.text("customType", custom_type);
        line.raw("content", Some(content));
        line.json("display", if display { "true" } else { "false" });
        line.raw("details", details);
        self.add(line)
    }

    /// Appends the session's name: line breaks become a blank, an empty name clears it.
    ///
    /// # Errors
    /// See [`Session::append_message`].
    pub fn append_session_info(
        &mut self,
        name: &str,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let pieces: Vec<&str> = split_lines(name);
        let mut line = self.line(EntryKind::SessionInfo, stamps)?;
        line.text("name", text::trim(&pieces.join(" ")));
        self.add(line)
    }

    /// Appends a context edit: the target's content is replaced (`{"content": …}`), or with null
    /// left out.
    ///
    /// # Errors
    /// `unknown-entry`, `not-on-branch` if the target is not on the path to the leaf, `not-editable`
    /// if it is no user, assistant, tool result or custom message, `bad-argument` if the
    /// replacement is neither null nor has a text or blocks as content.
    ///
    /// ```
    /// # struct Counted(u32);
    /// # impl Stamps for Counted {
    /// #     fn short_id(&mut self) -> String { self.0 += 1; format!("{:08x}", self.0) }
    /// #     fn long_id(&mut self) -> String { format!("00000000-0000-7000-8000-{:012x}", self.0) }
    /// #     fn now(&mut self) -> f64 { 1_767_225_600_000.0 }
    /// # }
    /// # use pi_session::{Session, Stamps, json::Raw};
    /// let mut session = Session::parse(br#"{"type":"session","version":3,"id":"s","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"Hello"}}"#).unwrap();
    /// let replacement = Raw::parse(br#"{"content":"Good day"}"#).unwrap();
    /// session.append_context_edit("a", replacement, &mut Counted(0)).unwrap();
    /// let context = session.context();
    /// assert_eq!(session.project(&context.entries[0])[0].json, r#"{"role":"user","content":"Good day"}"#);
    /// ```
    pub fn append_context_edit(
        &mut self,
        target_id: &str,
        replacement: Raw<'_>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let content = replacement.get("content");
        let valid = replacement.is_null()
            || content.is_some_and(|content| matches!(content.kind(), Kind::String | Kind::Array));
        if !valid {
            return Err(SessionError::bad_argument(
                "A replacement is null, to leave the entry out, or an object whose `content` is a \
                 text or an array of blocks.",
            ));
        }
        let target = self.must_find(target_id)?;
        self.must_be_on_branch(target)?;
        let role = self.role(target);
        let editable = self.kind(target) == EntryKind::CustomMessage
            || matches!(role, Some(Role::User | Role::Assistant | Role::ToolResult));
        if !editable {
            return Err(SessionError::new(
                ErrorCode::NotEditable,
                format!(
                    "The entry “{target_id}” is a {} and has no content that the model sees and \
                     that could be edited. Only user, assistant, tool result and custom messages do.",
                    self.entry(target).type_name()
                ),
            ));
        }
        let mut line = self.line(EntryKind::ContextEdit, stamps)?;
        line.text("targetId", target_id);
        let blocks = matches!(role, Some(Role::Assistant | Role::ToolResult));
        match content.filter(|content| blocks && content.kind() == Kind::String) {
            Some(text) => {
                let block = format!(
                    "{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}",
                    text.text()
                );
                line.json("replacement", &block);
            }
            None => line.raw("replacement", Some(replacement)),
        }
        self.add(line)
    }

    /// Appends a label for an entry; none, or an empty one, clears it.
    ///
    /// # Errors
    /// `unknown-entry`.
    pub fn append_label_change(
        &mut self,
        target_id: &str,
        label: Option<&str>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        self.must_find(target_id)?;
        let mut line = self.line(EntryKind::Label, stamps)?;
        line.text("targetId", target_id);
        if let Some(label) = label {
            line.text("label", label);
        }
        self.add(line)
    }

    /// Moves the leaf to `branch_from` (`None`: before the first entry) and appends a summary of the
    /// branch that was left.
    ///
    /// # Errors
    /// `unknown-entry`.
    pub fn branch_with_summary(
        &mut self,
        branch_from: Option<&str>,
        summary: &str,
        fields: SummaryFields<'_>,
        stamps: &mut impl Stamps,
    ) -> Result<EntryIndex, SessionError> {
        let leaf = branch_from.map(|id| self.must_find(id)).transpose()?;
        let from = self.leaf().map_or("root", |leaf| self.id(leaf)).to_owned();
        let mut line = self
            .with_leaf(leaf)
            .line(EntryKind::BranchSummary, stamps)?;
        line.text("fromId", &from);
        line.text("summary", summary);
        line.summary_fields(fields);
        self.add(line)
    }

    /// Moves the leaf to an entry. Nothing is appended: Pi opens the file at its last entry again.
    ///
    /// # Errors
    /// `unknown-entry`.
    pub fn branch(&mut self, id: &str) -> Result<(), SessionError> {
        let leaf = self.must_find(id)?;
        *self = self.with_leaf(Some(leaf));
        Ok(())
    }

    /// Takes the last appended entry back, and the leaf to where it was before. False where there
    /// is none.
    ///
    /// ```
    /// # struct Counted(u32);
    /// # impl Stamps for Counted {
    /// #     fn short_id(&mut self) -> String { self.0 += 1; format!("{:08x}", self.0) }
    /// #     fn long_id(&mut self) -> String { format!("00000000-0000-7000-8000-{:012x}", self.0) }
    /// #     fn now(&mut self) -> f64 { 1_767_225_600_000.0 }
    /// # }
    /// # use pi_session::{Session, Stamps};
    /// let file = br#"{"type":"session","version":3,"id":"s","cwd":"/"}
    /// "#;
    /// let mut session = Session::parse(file).unwrap();
    /// session.append_session_info("A name", &mut Counted(0)).unwrap();
    /// assert_eq!(session.name(), Some("A name"));
    /// assert!(session.undo());
    /// assert_eq!(session.name(), None);
    /// assert_eq!(session.to_jsonl(), file);
    /// assert!(session.redo());
    /// assert_eq!(session.name(), Some("A name"));
    /// ```
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        let (base, history) = self.parts_mut();
        let Some(leaf) = history.leaves.pop() else {
            return false;
        };
        if let Some(line) = base.pop() {
            history.undone.push((line, leaf));
        }
        self.stand_at(leaf);
        true
    }

    /// Appends what was undone last again. False where there is none.
    pub fn redo(&mut self) -> bool {
        if !self.can_redo() {
            return false;
        }
        let (base, history) = self.parts_mut();
        let Some((line, leaf)) = history.undone.pop() else {
            return false;
        };
        let entry = match scan(line.as_bytes()) {
            Ok(Scanned::Record(envelope)) => {
                let kind = Raw::validated(line.as_bytes()).get("type");
                let kind = kind.and_then(Raw::as_str).unwrap_or_default();
                base.append(&line, &envelope, EntryKind::of(&kind))
            }
            _ => return false,
        };
        history.leaves.push(leaf);
        self.stand_at(Some(entry));
        true
    }

    fn must_find(&self, id: &str) -> Result<EntryIndex, SessionError> {
        self.find(id).ok_or_else(|| SessionError::unknown_entry(id))
    }

    fn must_be_on_branch(&self, entry: EntryIndex) -> Result<(), SessionError> {
        if self
            .leaf()
            .is_some_and(|leaf| self.tree().is_ancestor(entry, leaf))
        {
            return Ok(());
        }
        Err(SessionError::new(
            ErrorCode::NotOnBranch,
            format!(
                "The entry “{}” is not on the branch that ends at the leaf. Move the leaf to a \
                 branch that holds it first.",
                self.id(entry)
            ),
        ))
    }

    /// The start of a new entry's line: a child of the leaf with a new id.
    fn line(&self, kind: EntryKind, stamps: &mut impl Stamps) -> Result<EntryLine, SessionError> {
        let id = fresh_id(stamps, |id| self.find(id).is_some())?;
        let time = stamps.now();
        let parent = self.leaf().map(|leaf| self.id(leaf));
        Ok(EntryLine::new(kind, id, parent, time))
    }

    fn add(&mut self, line: EntryLine) -> Result<EntryIndex, SessionError> {
        let kind = line.kind;
        let line: Rc<str> = line.finish().into();
        let Ok(Scanned::Record(envelope)) = scan(line.as_bytes()) else {
            return Err(SessionError::bad_argument(
                "An argument is no JSON value; give text that JSON.parse takes.",
            ));
        };
        let leaf = self.leaf();
        let (base, history) = self.parts_mut();
        let entry = base.append(&line, &envelope, kind);
        history.leaves.push(leaf);
        history.undone.clear();
        self.stand_at(Some(entry));
        Ok(entry)
    }
}

/// A new id that is not taken: a short one, and after many tries a long one.
///
/// # Errors
/// `bad-id` if even that is taken, or empty.
pub(crate) fn fresh_id(
    stamps: &mut impl Stamps,
    taken: impl Fn(&str) -> bool,
) -> Result<String, SessionError> {
    let is_good = |id: &String| !id.is_empty() && !taken(id);
    let short = (0..SHORT_ATTEMPTS).map(|_| stamps.short_id()).find(is_good);
    if let Some(id) = short {
        return Ok(id);
    }
    let id = stamps.long_id();
    if is_good(&id) {
        return Ok(id);
    }
    Err(SessionError::new(
        ErrorCode::BadId,
        format!("The new id “{id}” is empty or taken already; give another."),
    ))
}

/// `name.split(/[\r\n]+/)`, but for empty pieces inside, which that cannot give.
fn split_lines(name: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(at) = rest.find(['\r', '\n']) {
        pieces.push(&rest[..at]);
        rest = rest[at..].trim_start_matches(['\r', '\n']);
    }
    pieces.push(rest);
    pieces
}

/// The JSON of an entry that is being made.
struct EntryLine {
    kind: EntryKind,
    id: String,
    time: f64,
    json: String,
}

impl EntryLine {
    fn new(kind: EntryKind, id: String, parent: Option<&str>, time: f64) -> Self {
        let mut line = Self {
            kind,
            json: "{".to_owned(),
            id: String::new(),
            time,
        };
        line.text("type", kind.as_str());
        line.text("id", &id);
        match parent {
            Some(parent) => line.text("parentId", parent),
            None => line.json("parentId", "null"),
        }
        line.text("timestamp", &time::format(time));
        line.id = id;
        line
    }

    fn json(&mut self, name: &str, value: &str) {
        if self.json.len() > 1 {
            self.json.push(',');
        }
        quote_into(name, &mut self.json);
        self.json.push(':');
        self.json.push_str(value);
    }

    fn text(&mut self, name: &str, value: &str) {
        let mut quoted = String::with_capacity(value.len() + 2);
        quote_into(value, &mut quoted);
        self.json(name, &quoted);
    }

    /// A value as it came, on one line.
    fn raw(&mut self, name: &str, value: Option<Raw<'_>>) {
        if let Some(value) = value {
            let text = value.text();
            if text.contains('\n') {
                self.json(name, &value.stringify());
            } else {
                self.json(name, &text);
            }
        }
    }

    fn summary_fields(&mut self, fields: SummaryFields<'_>) {
        self.raw("details", fields.details);
        self.raw("usage", fields.usage);
        if let Some(from_hook) = fields.from_hook {
            self.json("fromHook", if from_hook { "true" } else { "false" });
        }
    }

    fn finish(mut self) -> String {
        self.json.push('}');
        self.json
    }
}

#[cfg(test)]
mod tests;
