//! What a person can change in a session, and what that does to the view of it. The loaded bytes
//! never change: an edit appends an entry, takes one back, or moves the leaf. Ids and times come in.

use pi_session::json::{Raw, quote_into};
use pi_session::{
    Block, Content, EntryIndex, EntryKind, Role, Session, SessionError, Stamp, SummaryFields,
};
use yew::AttrValue;

use super::View;

/// A change to the session in view.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Give an entry a label; an empty one clears it.
    Label(EntryIndex, AttrValue),
    /// Name the session; an empty name clears it.
    Name(AttrValue),
    /// Leave an entry out of what the model sees from here on.
    Omit(EntryIndex),
    /// Put a text in an entry's place in what the model sees from here on.
    Replace(EntryIndex, AttrValue),
    /// Append a user message.
    Message(AttrValue),
    /// Move the leaf as Pi does when somebody goes on from an entry: to the entry, or, from a message
    /// that a person wrote, to what stands before it, with the text to write anew. With a summary of
    /// the branch that is left, if there is one to keep.
    ContinueFrom(EntryIndex, Option<AttrValue>),
    /// Move the leaf back to where Pi opens the file.
    MoveBack,
    /// Take the last appended entry back.
    Undo,
    /// Append again what was taken back last.
    Redo,
}

impl Edit {
    /// The session after the edit. The one given stays as it is.
    ///
    /// # Errors
    /// Those of the core's operation.
    pub fn apply(&self, session: &Session, mut stamp: Stamp) -> Result<Session, SessionError> {
        let mut session = session.clone();
        let id = |session: &Session, entry: EntryIndex| session.id(entry).to_owned();
        match self {
            Self::Label(entry, label) => {
                let (id, label) = (id(&session, *entry), label.trim());
                let label = Some(label).filter(|label| !label.is_empty());
                session.append_label_change(&id, label, &mut stamp)?;
            }
            Self::Name(name) => {
                session.append_session_info(name, &mut stamp)?;
            }
            Self::Omit(entry) => {
                let id = id(&session, *entry);
                session.append_context_edit(&id, value("null")?, &mut stamp)?;
            }
            Self::Replace(entry, text) => {
                let id = id(&session, *entry);
                let replacement = format!("{{\"content\":{}}}", quoted(text));
                session.append_context_edit(&id, value(&replacement)?, &mut stamp)?;
            }
            Self::Message(text) => {
                let message = format!(
                    "{{\"role\":\"user\",\"content\":[{{\"type\":\"text\",\"text\":{}}}],\"timestamp\":{}}}",
                    quoted(text),
                    stamp.now.floor()
                );
                session.append_message(value(&message)?, &mut stamp)?;
            }
            Self::ContinueFrom(entry, summary) => {
                let leaf = continue_from(&session, *entry).leaf;
                match summary {
                    Some(summary) => keep_summary(&mut session, *entry, leaf, summary, stamp)?,
                    None => session = session.with_leaf(leaf),
                }
            }
            Self::MoveBack => session = session.with_leaf(leaf_in_file(&session)),
            Self::Undo => {
                session.undo();
            }
            Self::Redo => {
                session.redo();
            }
        }
        Ok(session)
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote_into(text, &mut out);
    out
}

fn value(text: &str) -> Result<Raw<'_>, SessionError> {
    Raw::parse(text.as_bytes())
        .ok_or_else(|| SessionError::bad_argument("The text made for this edit is no JSON."))
}

/// Appends the summary of the branch that is left at the new leaf. Where nothing is left, the leaf moves
/// and nothing is appended; where what is left says nothing, the summary says that, as Pi's does.
fn keep_summary(
    session: &mut Session,
    target: EntryIndex,
    leaf: Option<EntryIndex>,
    summary: &str,
    mut stamp: Stamp,
) -> Result<(), SessionError> {
    let left = session.entries_for_branch_summary(session.leaf(), target);
    if left.entries.is_empty() {
        *session = session.with_leaf(leaf);
        return Ok(());
    }
    let prepared = session.prepare_branch_summary(&left.entries, None);
    let stored = if prepared.messages.is_empty() {
        "No content to summarize".to_owned()
    } else {
        prepared.stored(summary)
    };
    let list = |paths: &[String]| {
        let paths: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
        paths.join(",")
    };
    let details = format!(
        "{{\"readFiles\":[{}],\"modifiedFiles\":[{}]}}",
        list(&prepared.files.read),
        list(&prepared.files.modified)
    );
    let fields = SummaryFields {
        details: Some(value(&details)?),
        ..SummaryFields::default()
    };
    let leaf = leaf.map(|leaf| session.id(leaf).to_owned());
    session.branch_with_summary(leaf.as_deref(), &stored, fields, &mut stamp)?;
    Ok(())
}

/// What is summarised without a model when the leaf moves: `None` where there is nothing to tell.
pub fn digest_of_what_is_left(session: &Session, target: EntryIndex) -> Option<String> {
    let left = session.entries_for_branch_summary(session.leaf(), target);
    session.digest(&left.entries)
}

/// Where going on from an entry leads.
pub struct Continuation {
    /// The leaf then; none is the place before the first entry.
    pub leaf: Option<EntryIndex>,
    /// What a person wrote there, to be written anew.
    pub draft: Option<String>,
}

/// Where going on from an entry leads, by Pi's rules.
pub fn continue_from(session: &Session, entry: EntryIndex) -> Continuation {
    let is_written =
        session.role(entry) == Some(Role::User) || session.kind(entry) == EntryKind::CustomMessage;
    // Going to where one stands is no move.
    if !is_written || session.leaf() == Some(entry) {
        return Continuation {
            leaf: Some(entry),
            draft: None,
        };
    }
    let text = match session.entry(entry).content() {
        Content::Text(text) => text.into_owned(),
        Content::Blocks(blocks) => blocks
            .into_iter()
            .filter_map(|block| match block {
                Block::Text { text } => Some(text.into_owned()),
                _ => None,
            })
            .collect(),
        Content::Missing | Content::Other(_) => String::new(),
    };
    Continuation {
        leaf: session.tree().parent(entry),
        draft: Some(text),
    }
}

/// Where Pi stands when it opens the file: at its last entry.
pub fn leaf_in_file(session: &Session) -> Option<EntryIndex> {
    session.entries().next_back()
}

/// Whether the leaf stands where a file does not keep it.
pub fn is_moved(session: &Session) -> bool {
    session.leaf() != leaf_in_file(session)
}

/// Whether an entry was appended here and is in no file yet.
pub fn is_pending(session: &Session, entry: EntryIndex) -> bool {
    session
        .appended()
        .next()
        .is_some_and(|first| first <= entry)
}

/// Whether what the model sees of an entry can be edited.
pub fn is_editable(session: &Session, entry: EntryIndex) -> bool {
    let role = session.role(entry);
    session.kind(entry) == EntryKind::CustomMessage
        || matches!(role, Some(Role::User | Role::Assistant | Role::ToolResult))
}

/// Keeps the view true after an edit. A view of the leaf's branch follows the leaf; entries that were
/// taken back are in view no more. Says whether the edit went to a branch that is not in view.
pub fn follow(before: &Session, after: &Session, view: &mut View) -> bool {
    let last = leaf_in_file(after);
    let is_there = |entry: &EntryIndex| last.is_some_and(|last| *entry <= last);
    let followed = view.leaf == before.leaf();
    if followed || !view.leaf.as_ref().is_some_and(is_there) {
        view.leaf = after.leaf();
    }
    view.target = view.target.filter(is_there).or(after.leaf());
    view.visited = view.visited.filter(is_there).or(after.leaf());
    if !view.folded.iter().all(is_there) {
        std::rc::Rc::make_mut(&mut view.folded).retain(is_there);
    }
    !followed && after.entry_count() > before.entry_count()
}
