//! What a model sees at one leaf and not at another, and what it sees otherwise.
//!
//! System messages are compared as the prompt and tools that they add up to, all others one by one.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::context::{Context, ContextEntry, Model, ProjectedMessage};
use crate::entry::Role;
use crate::json::Raw;
use crate::llm::{ContextSize, convert_to_llm};
use crate::system::SystemState;
use crate::{EntryIndex, Session};

/// The difference between the contexts at two leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The state at the first leaf.
    pub before: ContextState,
    /// The state at the second.
    pub after: ContextState,
    /// The entries whose messages the model gets at the second leaf only, in the order of its context.
    pub added: Vec<EntryIndex>,
    /// Those whose messages it gets at the first leaf only, in the order of that one's context.
    pub removed: Vec<EntryIndex>,
    /// Those that give it other messages at the second leaf, because of a context edit.
    pub changed: Vec<EntryIndex>,
    /// How many entries give it the same at both.
    pub same: usize,
    /// Sections of the system prompt, by name.
    pub sections: NamedChanges,
    /// Tools, by name.
    pub tools: NamedChanges,
}

/// What else than messages a context has at a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextState {
    /// The model.
    pub model: Option<Model>,
    /// The thinking level.
    pub thinking_level: String,
    /// The system prompt and tools, if there are any.
    pub system: Option<SystemState>,
    /// How large the context is.
    pub size: ContextSize,
}

/// Names that came, went, or stand for something else, each in the order of its state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedChanges {
    /// At the second leaf only.
    pub added: Vec<String>,
    /// At the first leaf only.
    pub removed: Vec<String>,
    /// At both, with another value.
    pub changed: Vec<String>,
}

impl Session {
    /// What a model gets of an entry of the context: its messages as they are sent. Shell runs that
    /// are kept from it and messages of unknown roles give none.
    pub fn for_model(&self, context: &ContextEntry) -> Vec<ProjectedMessage> {
        let messages = self.project(context).into_iter();
        messages
            .filter_map(|message| convert_to_llm(Raw::parse(message.json.as_bytes())?))
            .collect()
    }

    /// The system prompt and tools in a context of this session; `None` where it has neither.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"system","content":"Be brief.","timestamp":1}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let system = session.system_of(&session.context()).unwrap();
    /// assert_eq!(system.content, "Be brief.");
    /// ```
    pub fn system_of(&self, context: &Context) -> Option<SystemState> {
        let messages: Vec<_> = context
            .entries
            .iter()
            .flat_map(|part| self.project(part))
            .filter(|message| message.role == Role::System)
            .collect();
        SystemState::replay(&messages)
    }

    /// How the context at `after` differs from that at `before`; `None` is before the first entry.
    /// Linear in the two paths.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"user","content":"Again"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let difference = session.compare_contexts(session.find("a"), session.find("b"));
    /// assert_eq!(difference.added, [session.find("b").unwrap()]);
    /// assert_eq!((difference.removed.len(), difference.same), (0, 1));
    /// ```
    pub fn compare_contexts(
        &self,
        before: Option<EntryIndex>,
        after: Option<EntryIndex>,
    ) -> Comparison {
        let first = self.with_leaf(before).context();
        let second = self.with_leaf(after).context();
        let mut parts: HashMap<EntryIndex, ContextEntry, FxBuildHasher> = HashMap::default();
        for part in &first.entries {
            if !self.said(part).is_empty() {
                parts.insert(part.entry, *part);
            }
        }
        let (mut added, mut changed, mut same) = (Vec::new(), Vec::new(), 0);
        for part in &second.entries {
            let now = self.said(part);
            if now.is_empty() {
                continue;
            }
            match parts.remove(&part.entry) {
                None => added.push(part.entry),
                Some(earlier) if earlier == *part || self.said(&earlier) == now => same += 1,
                Some(_) => changed.push(part.entry),
            }
        }
        // What is left of the first was not found in the second.
        let removed = first.entries.iter().map(|part| part.entry);
        let removed = removed.filter(|entry| parts.contains_key(entry)).collect();
        let (before, after) = (self.state_of(first), self.state_of(second));
        let (old, new) = (before.system.as_ref(), after.system.as_ref());
        Comparison {
            sections: NamedChanges::between(
                old.into_iter().flat_map(SystemState::sections),
                new.into_iter().flat_map(SystemState::sections),
            ),
            tools: NamedChanges::between(
                old.into_iter().flat_map(SystemState::tools),
                new.into_iter().flat_map(SystemState::tools),
            ),
            before,
            after,
            added,
            removed,
            changed,
            same,
        }
    }

    /// What the model gets of an entry, but for system messages.
    fn said(&self, part: &ContextEntry) -> Vec<ProjectedMessage> {
        let mut messages = self.for_model(part);
        messages.retain(|message| message.role != Role::System);
        messages
    }

    fn state_of(&self, context: Context) -> ContextState {
        ContextState {
            system: self.system_of(&context),
            size: self.size_of(&context),
            model: context.model,
            thinking_level: context.thinking_level,
        }
    }
}

impl NamedChanges {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    fn between<'a>(
        before: impl Iterator<Item = (&'a str, &'a str)>,
        after: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let before: Vec<_> = before.collect();
        let mut values: HashMap<&str, &str, FxBuildHasher> = before.iter().copied().collect();
        let mut changes = Self::default();
        for (name, value) in after {
            match values.remove(name) {
                None => changes.added.push(name.to_owned()),
                Some(earlier) if earlier != value => changes.changed.push(name.to_owned()),
                Some(_) => {}
            }
        }
        let left = before.iter().filter(|(name, _)| values.contains_key(name));
        changes.removed = left.map(|(name, _)| (*name).to_owned()).collect();
        changes
    }
}
