//! Which entries a filter, a search and the folds leave.

use crate::entry::{EntryKind, Role};
use crate::record::Flags;
use crate::{EntryIndex, Session, text};

/// The five filter modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// All but settings and bookkeeping.
    #[default]
    Default,
    /// As the default, without tool results.
    NoTools,
    /// What the person said.
    UserOnly,
    /// What has a label.
    LabeledOnly,
    /// Everything but `usage` entries.
    All,
}

impl Filter {
    /// All of them, in the order in which they are offered.
    pub const ALL_MODES: [Filter; 5] = [
        Filter::Default,
        Filter::NoTools,
        Filter::UserOnly,
        Filter::LabeledOnly,
        Filter::All,
    ];

    /// The mode's name, such as `no-tools`.
    pub fn as_str(self) -> &'static str {
        match self {
            Filter::Default => "default",
            Filter::NoTools => "no-tools",
            Filter::UserOnly => "user-only",
            Filter::LabeledOnly => "labeled-only",
            Filter::All => "all",
        }
    }

    /// The mode with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL_MODES
            .into_iter()
            .find(|mode| mode.as_str() == name)
    }
}

/// What to show of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowQuery {
    /// Which kinds of entries.
    pub filter: Filter,
    /// Words that must all occur in an entry's search text, in any case.
    pub query: String,
    /// Entries whose descendants are hidden.
    pub folded: Vec<EntryIndex>,
}

/// By entry: whether it has a row.
pub(super) fn shown(session: &Session, query: &RowQuery) -> Vec<bool> {
    let mut shown = passing(session, query.filter);
    if let Some(found) = found(session, &query.query) {
        for (shown, found) in shown.iter_mut().zip(found) {
            *shown &= found;
        }
    }
    if !query.folded.is_empty() {
        hide_folded(session, &query.folded, &mut shown);
    }
    shown
}

pub(super) fn counts(session: &Session, query: &str) -> [usize; 5] {
    let found = found(session, query);
    Filter::ALL_MODES.map(|filter| {
        let passing = passing(session, filter);
        match &found {
            None => passing.into_iter().filter(|passes| *passes).count(),
            Some(found) => passing
                .into_iter()
                .zip(found)
                .filter(|(passes, found)| *passes && **found)
                .count(),
        }
    })
}

fn passing(session: &Session, filter: Filter) -> Vec<bool> {
    let base = session.base();
    let mut passing: Vec<bool> = base
        .records()
        .iter()
        .map(|record| {
            if !record.in_tree() || record.kind == EntryKind::Usage {
                return false;
            }
            let role = record.role;
            let silent = role == Role::Assistant
                && !record.flags.has(Flags::TEXT)
                && !record.flags.has(Flags::STOPPED_EARLY);
            let setting = matches!(
                record.kind,
                EntryKind::Label
                    | EntryKind::ContextEdit
                    | EntryKind::Custom
                    | EntryKind::ModelChange
                    | EntryKind::ThinkingLevelChange
                    | EntryKind::SessionInfo
            );
            let passes = match filter {
                Filter::Default => !setting,
                Filter::NoTools => !setting && role != Role::ToolResult,
                Filter::UserOnly => role == Role::User,
                Filter::LabeledOnly => base.label(record.id).is_some(),
                Filter::All => true,
            };
            passes && !silent
        })
        .collect();
    // The leaf shows even where it says nothing, so that it is seen where one stands.
    if let Some(leaf) = session.leaf()
        && session.record(leaf).role == Role::Assistant
        && session.record(leaf).in_tree()
    {
        passing[leaf.get()] = match filter {
            Filter::Default | Filter::NoTools | Filter::All => true,
            Filter::UserOnly => false,
            Filter::LabeledOnly => base.label(session.record(leaf).id).is_some(),
        };
    }
    passing
}

/// By entry: whether every word of the query occurs in it; `None` for a query without words.
fn found(session: &Session, query: &str) -> Option<Vec<bool>> {
    let query = query.to_lowercase();
    let mut words = text::words(&query);
    let first = words.next()?;
    let texts = session.base().search_texts();
    let labels: Vec<(EntryIndex, String)> = session
        .entries()
        .filter_map(|entry| Some((entry, session.label(entry)?.text.to_lowercase())))
        .collect();
    let find = |word: &str| {
        let mut found = texts.find(word);
        for (entry, label) in &labels {
            found[entry.get()] |= label.contains(word);
        }
        found
    };
    let mut found = find(first);
    for word in words {
        for (found, also) in found.iter_mut().zip(find(word)) {
            *found &= also;
        }
    }
    Some(found)
}

fn hide_folded(session: &Session, folded: &[EntryIndex], shown: &mut [bool]) {
    let tree = session.tree();
    let mut closed = vec![false; shown.len()];
    for entry in folded {
        if let Some(closed) = closed.get_mut(entry.get()) {
            *closed = true;
        }
    }
    // A parent comes before its children, so what it hides is known when they are met.
    for &entry in tree.order() {
        if tree
            .parent(entry)
            .is_some_and(|parent| closed[parent.get()])
        {
            closed[entry.get()] = true;
            shown[entry.get()] = false;
        }
    }
}
