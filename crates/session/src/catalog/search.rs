//! Which of many sessions a query finds, and in what order.

use std::cell::OnceCell;

use super::SessionInfo;
use super::pattern::GaveUp;
use super::query::Query;
use super::rank;
use crate::text;

/// The order of what a search finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// The order in which the sessions were given: the newest first, in most lists.
    #[default]
    Recent,
    /// Those that fit the query best first; of those that fit alike the newest.
    Relevance,
}

/// A session as a search sees it: its texts, and what was once made of them.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    id: Text,
    cwd: Text,
    name: Text,
    text: Text,
    modified: Option<f64>,
}

#[derive(Clone, Debug, Default)]
struct Text {
    text: String,
    lower: OnceCell<String>,
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        let lower = OnceCell::new();
        Text { text, lower }
    }
}

impl Text {
    fn lower(&self) -> &str {
        self.lower.get_or_init(|| self.text.to_lowercase())
    }
}

impl From<SessionInfo> for Candidate {
    fn from(info: SessionInfo) -> Self {
        Candidate {
            id: info.id.into(),
            cwd: info.cwd.into(),
            name: info.name.unwrap_or_default().into(),
            text: info.all_messages_text.into(),
            modified: info.modified,
        }
    }
}

impl Candidate {
    /// Whether somebody gave the session a name.
    pub fn is_named(&self) -> bool {
        !text::trim(&self.name.text).is_empty()
    }

    pub(super) fn id(&self) -> &str {
        &self.id.text
    }

    pub(super) fn cwd(&self) -> &str {
        &self.cwd.text
    }

    pub(super) fn name(&self) -> Option<&str> {
        Some(self.name.text.as_str()).filter(|name| !name.is_empty())
    }

    pub(super) fn text(&self) -> &str {
        &self.text.text
    }

    pub(super) fn lower_id(&self) -> &str {
        self.id.lower()
    }

    pub(super) fn lower_cwd(&self) -> &str {
        self.cwd.lower()
    }

    pub(super) fn lower_name(&self) -> &str {
        self.name.lower()
    }

    pub(super) fn lower_text(&self) -> &str {
        self.text.lower()
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The places, among the candidates, of those that fit.
    pub places: Vec<usize>,
    /// The places of those on whose texts the pattern took too many steps: whether they fit is not
    /// known.
    pub given_up: Vec<usize>,
}

/// Finds the sessions that fit a query as Pi's session list does. Linear in their texts.
///
/// ```
/// use pi_session::{Candidate, Query, SessionInfo, Sort, search};
/// let session = |name: &str, text: &str| Candidate::from(SessionInfo {
///     name: Some(name.to_owned()),
///     all_messages_text: text.to_owned(),
///     ..SessionInfo::default()
/// });
/// let all = [session("Salad", "no salt"), session("Fix the salt", "per request"), session("Soup", "")];
/// let query = Query::parse("salt").unwrap();
/// assert_eq!(search(&all, &query, Sort::Recent).places, [0, 1]);
/// assert_eq!(search(&all, &query, Sort::Relevance).places, [1, 0]);
/// ```
pub fn search<'a>(
    candidates: impl IntoIterator<Item = &'a Candidate>,
    query: &Query,
    sort: Sort,
) -> Found {
    let mut found = Found::default();
    let mut scored = Vec::new();
    for (place, candidate) in candidates.into_iter().enumerate() {
        match rank::score(candidate, &query.0) {
            Ok(Some(score)) => scored.push((score, candidate.modified, place)),
            Ok(None) => {}
            Err(GaveUp) => found.given_up.push(place),
        }
    }
    if sort == Sort::Relevance && !query.is_empty() {
        let time = |modified: Option<f64>| modified.unwrap_or(f64::NEG_INFINITY);
        scored.sort_by(|(score, modified, _), (other, other_modified, _)| {
            let newer_first = time(*other_modified).total_cmp(&time(*modified));
            score.total_cmp(other).then(newer_first)
        });
    }
    found.places = scored.into_iter().map(|(_, _, place)| place).collect();
    found
}
