//! A place: what an address names and Back returns to.

use pi_session::{EntryIndex, Filter, Session};

use super::{Tab, View};

/// Where a session is to be fetched from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remote {
    /// A gist, by its id.
    Gist(String),
    /// Any address.
    Url(String),
}

/// A place, in ids that outlive the page.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Place {
    /// Where the session lies, if the address says so.
    pub remote: Option<Remote>,
    /// Id of the session.
    pub session: Option<String>,
    /// Id of the leaf in view.
    pub leaf: Option<String>,
    /// Id of the entry gone to.
    pub target: Option<String>,
    /// Filter of the tree.
    pub filter: Option<Filter>,
    /// Search text of the tree.
    pub query: Option<String>,
    /// Tab of the inspector.
    pub tab: Option<Tab>,
}

impl Place {
    /// The place that a view of a session stands for. What the session opens with is left out.
    pub fn of(session: &Session, view: &View) -> Self {
        let id = |entry: EntryIndex| session.id(entry).to_owned();
        let moved = view.leaf != session.leaf() || view.visited != view.leaf;
        Self {
            remote: None,
            session: Some(session.header().id.clone()),
            leaf: view.leaf.filter(|_| moved).map(id),
            target: view.visited.filter(|_| moved).map(id),
            filter: Some(view.filter).filter(|filter| *filter != Filter::Default),
            query: Some(view.query.to_string()).filter(|query| !query.is_empty()),
            tab: None,
        }
    }

    /// Whether nothing is named that could be gone to. A tab alone is none.
    pub fn is_empty(&self) -> bool {
        let tab = self.tab;
        *self
            == Self {
                tab,
                ..Self::default()
            }
    }

    /// Whether the place may be in this session.
    pub fn is_in(&self, session: &Session) -> bool {
        match &self.session {
            Some(id) => *id == session.header().id,
            None => [&self.leaf, &self.target]
                .into_iter()
                .flatten()
                .any(|id| session.find(id).is_some()),
        }
    }

    /// The first id that the session does not have, though the place names it.
    pub fn unknown_id(&self, session: &Session) -> Option<&str> {
        [&self.target, &self.leaf]
            .into_iter()
            .flatten()
            .find(|id| session.find(id).is_none())
            .map(String::as_str)
    }

    /// Moves a view to this place. Ids that the session does not have count as not named.
    pub fn show(&self, session: &Session, view: &mut View) {
        let find = |id: &Option<String>| id.as_deref().and_then(|id| session.find(id));
        let target = find(&self.target);
        let leaf = find(&self.leaf).or(session.leaf());
        view.show(leaf, target.or(leaf));
        // A target alone, or one that the leaf's branch does not hold, picks its own branch.
        if let Some(target) = target {
            view.go(session, target);
        }
        view.list(
            self.filter.unwrap_or(Filter::Default),
            self.query.clone().unwrap_or_default(),
        );
    }
}
