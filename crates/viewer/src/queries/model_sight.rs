//! What the model sees at a leaf, message by message, and what of the branch it does not see, and why.

use pi_session::{
    Block, Content, EntryIndex, EntryKind, Message, Outcome, Reason, Role, Session, SystemState,
    convert_to_llm, estimate_tokens,
};

use crate::parts::cut::floor_grapheme;

/// Bytes of a message that its row shows.
const EXCERPT: usize = 160;

/// Who speaks in a message, in the order of their words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The prompt.
    System,
    /// A command that the person ran.
    Shell,
    /// An extension.
    Custom,
    /// The summary of a branch.
    Summary,
    /// The summary of a compaction.
    Compaction,
}

/// A message that the model sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// The entry that it comes from.
    pub entry: EntryIndex,
    /// Who speaks.
    pub speaker: Speaker,
    /// The tool that answers, where one does.
    pub tool: Option<String>,
    /// How it begins.
    pub excerpt: String,
    /// Its tokens, by estimate.
    pub tokens: u64,
    /// Whether a context edit gave it other content.
    pub is_replaced: bool,
}

/// Why an entry gives the model nothing, in the order of the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Before what the last compaction keeps.
    Compacted,
    /// A system message that the compaction carries.
    SystemBeforeCompaction,
    /// A compaction inside what a later one keeps.
    OlderCompaction,
    /// A context edit omits it.
    Omitted,
    /// Nothing to say.
    NoContent,
    /// A setting or the like.
    NotAMessage,
    /// A command that the person kept from the model.
    KeptBack,
    /// A role that nobody sends.
    UnknownRole,
}

/// An entry of the branch that the model does not see.
#[derive(Clone, PartialEq, Debug)]
pub struct LeftOut {
    /// The entry.
    pub entry: EntryIndex,
    /// Why.
    pub why: Why,
}

/// What the model sees at a leaf.
#[derive(Clone, PartialEq, Default)]
pub struct Sight {
    /// Its messages, in order.
    pub seen: Vec<Seen>,
    /// The entries that give none, in the order of the branch.
    pub left_out: Vec<LeftOut>,
    /// The prompt and tools.
    pub system: Option<SystemState>,
    /// Tokens of it all.
    pub tokens: f64,
    /// Whether a reply counted them.
    pub is_counted: bool,
}

impl Sight {
    /// What the model sees at a leaf. Linear in its branch.
    pub fn at(session: &Session, leaf: Option<EntryIndex>) -> Self {
        let session = session.with_leaf(leaf);
        let context = session.context();
        let mut seen = Vec::new();
        let mut system = Vec::new();
        // Entries that give messages of which none reaches the model.
        let mut kept_back = Vec::new();
        for part in &context.entries {
            let before = seen.len();
            let projected = session.project(part);
            for message in &projected {
                if let Some(view) = message.message()
                    && convert_to_llm(view.raw()).is_some()
                {
                    seen.push(Seen {
                        entry: part.entry,
                        speaker: speaker(message.role),
                        tool: view.text("toolName").map(|name| line_of(&name)),
                        excerpt: excerpt(&view),
                        tokens: estimate_tokens(view.raw()),
                        is_replaced: false,
                    });
                }
            }
            if seen.len() == before {
                kept_back.extend(projected.first().map(|message| (part.entry, message.role)));
            }
            system.extend(
                projected
                    .into_iter()
                    .filter(|message| message.role == Role::System),
            );
        }
        let mut kept_back = kept_back.into_iter().peekable();
        let mut left_out = Vec::new();
        let mut replaced = Vec::new();
        for part in &context.path {
            match part.outcome {
                Outcome::Absent(reason) => left_out.push(LeftOut {
                    entry: part.entry,
                    why: why(reason),
                }),
                Outcome::Replaced(_) => replaced.push(part.entry),
                Outcome::Shown => {}
            }
            if let Some((entry, role)) = kept_back.next_if(|(entry, _)| *entry == part.entry) {
                let why = match role {
                    Role::BashExecution => Why::KeptBack,
                    _ => Why::UnknownRole,
                };
                left_out.push(LeftOut { entry, why });
            }
        }
        let mut replaced = replaced.into_iter().peekable();
        for seen in &mut seen {
            seen.is_replaced = replaced.next_if_eq(&seen.entry).is_some();
        }
        let size = session.context_size();
        Self {
            seen,
            left_out,
            system: SystemState::replay(&system),
            tokens: size.tokens,
            is_counted: size.counted_at.is_some(),
        }
    }
}

fn speaker(role: Role) -> Speaker {
    match role {
        Role::Assistant => Speaker::Assistant,
        Role::System => Speaker::System,
        Role::BashExecution => Speaker::Shell,
        Role::Custom => Speaker::Custom,
        Role::BranchSummary => Speaker::Summary,
        Role::CompactionSummary => Speaker::Compaction,
        _ => Speaker::User,
    }
}

/// Who speaks in an entry, where that is one of them.
pub fn speaker_of(session: &Session, entry: EntryIndex) -> Option<Speaker> {
    match session.kind(entry) {
        EntryKind::Message => match session.role(entry)? {
            Role::Unknown => None,
            role => Some(speaker(role)),
        },
        EntryKind::CustomMessage => Some(Speaker::Custom),
        EntryKind::BranchSummary => Some(Speaker::Summary),
        EntryKind::Compaction => Some(Speaker::Compaction),
        _ => None,
    }
}

fn why(reason: Reason) -> Why {
    match reason {
        Reason::Compacted(_) => Why::Compacted,
        Reason::SystemBeforeCompaction(_) => Why::SystemBeforeCompaction,
        Reason::OlderCompaction(_) => Why::OlderCompaction,
        Reason::Omitted(_) => Why::Omitted,
        Reason::NotAMessage => Why::NotAMessage,
        _ => Why::NoContent,
    }
}

/// How a message begins: its text, else its calls.
fn excerpt(message: &Message<'_>) -> String {
    for name in ["command", "summary"] {
        if let Some(text) = message.text(name) {
            return line_of(&text);
        }
    }
    match message.content() {
        Content::Missing => String::new(),
        Content::Other(raw) => line_of(&raw.text()),
        Content::Text(text) => line_of(&text),
        Content::Blocks(blocks) => {
            let text = blocks.iter().find_map(|block| match block {
                Block::Text { text } if !text.trim().is_empty() => Some(line_of(text)),
                _ => None,
            });
            text.or_else(|| blocks.iter().find_map(other_than_text))
                .unwrap_or_default()
        }
    }
}

fn other_than_text(block: &Block<'_>) -> Option<String> {
    match block {
        Block::ToolCall {
            name, arguments, ..
        } => {
            let arguments = arguments
                .map(pi_session::json::Raw::text)
                .unwrap_or_default();
            Some(line_of(&format!("{name} {}", head(&arguments))))
        }
        Block::Image { mime_type, .. } => Some(line_of(mime_type)),
        _ => None,
    }
}

fn head(text: &str) -> &str {
    &text[..floor_grapheme(text, EXCERPT)]
}

fn line_of(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    head(line.unwrap_or_default()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(entries: &[&str]) -> (Session, Sight) {
        let mut file = String::from(
            "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}\n",
        );
        let mut parent = "null".to_owned();
        for (at, entry) in entries.iter().enumerate() {
            file += &format!(
                "{{\"id\":\"e{at}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:00Z\",{entry}}}\n"
            );
            parent = format!("\"e{at}\"");
        }
        let session = Session::parse(file.as_bytes()).unwrap();
        let sight = Sight::at(&session, session.leaf());
        (session, sight)
    }

    #[test]
    fn every_entry_is_seen_or_left_out_with_its_reason() {
        let (session, sight) = sight(&[
            r#""type":"message","message":{"role":"user","content":"one"}"#,
            r#""type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"ls","arguments":{}}]}"#,
            r#""type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":"ls","content":[{"type":"text","text":"\n a\nb"}]}"#,
            r#""type":"message","message":{"role":"bashExecution","command":"id","output":"","excludeFromContext":true}"#,
            r#""type":"message","message":{"role":"bashExecution","command":"pwd","output":""}"#,
            r#""type":"thinking_level_change","thinkingLevel":"high""#,
            r#""type":"message","message":{"role":"narrator"}"#,
            r#""type":"context_edit","targetId":"e0","replacement":null"#,
            r#""type":"context_edit","targetId":"e2","replacement":{"content":"gone"}"#,
        ]);
        let seen: Vec<_> = sight
            .seen
            .iter()
            .map(|seen| {
                let id = session.id(seen.entry);
                (id, seen.speaker, seen.excerpt.as_str(), seen.is_replaced)
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("e1", Speaker::Assistant, "ls {}", false),
                ("e2", Speaker::User, "gone", true),
                ("e4", Speaker::Shell, "pwd", false),
            ]
        );
        let left_out: Vec<_> = sight
            .left_out
            .iter()
            .map(|left| (session.id(left.entry), left.why))
            .collect();
        assert_eq!(
            left_out,
            [
                ("e0", Why::Omitted),
                ("e3", Why::KeptBack),
                ("e5", Why::NotAMessage),
                ("e6", Why::UnknownRole),
                ("e7", Why::NotAMessage),
                ("e8", Why::NotAMessage),
            ]
        );
    }
}
