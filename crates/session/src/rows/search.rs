//! The text that a search looks in, gathered once a session.
//!
//! All entries' texts lie lower-cased in one string, a line break between them: a word of a query
//! has no white space, so it cannot match across.

use memchr::memmem::Finder;

use super::text::{CONTENT_UNITS, content_text};
use crate::EntryIndex;
use crate::base::Base;
use crate::entry::{Entry, EntryKind, Role};
use crate::json::coerce::joined;

#[derive(Debug)]
pub(crate) struct SearchTexts {
    text: String,
    /// By entry: where its text starts.
    starts: Vec<usize>,
}

impl SearchTexts {
    pub(crate) fn new(base: &Base) -> Self {
        let mut texts = Self {
            text: String::new(),
            starts: Vec::with_capacity(base.records().len()),
        };
        for (index, record) in base.records().iter().enumerate() {
            texts.starts.push(texts.text.len());
            if record.in_tree() {
                let index = EntryIndex::new(u32::try_from(index).unwrap_or(u32::MAX));
                let text = search_text(base, index);
                texts.text.push_str(&text.to_lowercase());
            }
            texts.text.push('\n');
        }
        texts
    }

    /// By entry: whether the word, which must be lower-cased, occurs in its text.
    pub(crate) fn find(&self, word: &str) -> Vec<bool> {
        let mut found = vec![false; self.starts.len()];
        let finder = Finder::new(word);
        let bytes = self.text.as_bytes();
        let mut from = 0;
        while let Some(offset) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
            let after = self.starts.partition_point(|&start| start <= from + offset);
            if let Some(entry) = after.checked_sub(1) {
                found[entry] = true;
            }
            from = self.starts.get(after).copied().unwrap_or(bytes.len());
        }
        found
    }
}

/// What a search of the tree looks in, but for the label.
fn search_text(base: &Base, index: EntryIndex) -> String {
    let entry = Entry::new(base, index);
    let text = |name: &str| joined(entry.field(name));
    match entry.kind() {
        EntryKind::Message => {
            let record = base.record(index);
            let mut text = match record.role {
                Role::Unknown => joined(entry.message().and_then(|message| message.field("role"))),
                role => role.as_str().to_owned(),
            };
            text.push(' ');
            text.push_str(&content_text(base.message_content(index), CONTENT_UNITS));
            if record.role == Role::BashExecution {
                text.push(' ');
                text.push_str(&joined(
                    entry.message().and_then(|message| message.field("command")),
                ));
            }
            text
        }
        EntryKind::CustomMessage => {
            let content = entry.field("content");
            let content = match content.and_then(crate::json::Raw::as_str) {
                Some(whole) => whole.into_owned(),
                None => content_text(content, CONTENT_UNITS),
            };
            format!("{} {content}", text("customType"))
        }
        EntryKind::Compaction => "compaction".to_owned(),
        EntryKind::BranchSummary => format!("branch summary {}", text("summary")),
        EntryKind::SessionInfo => format!("title {}", text("name")),
        EntryKind::ModelChange => format!("model {}", text("modelId")),
        EntryKind::ThinkingLevelChange => format!("thinking {}", text("thinkingLevel")),
        EntryKind::Custom => format!("custom {}", text("customType")),
        EntryKind::ContextEdit => {
            let omits = entry
                .field("replacement")
                .is_some_and(crate::json::Raw::is_null);
            let verb = if omits { "omit" } else { "replace" };
            format!("context edit {verb} {}", text("targetId"))
        }
        EntryKind::Label => format!("label {}", text("label")),
        EntryKind::Usage | EntryKind::Unknown => String::new(),
    }
}
