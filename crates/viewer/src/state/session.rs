//! An open session and what is in view of it.

use std::rc::Rc;

use pi_session::{Bundle, EntryIndex, Filter, Session};
use yew::AttrValue;

/// Names an open session for as long as the page lives; never given twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SessionKey(pub u32);

/// A session that was opened.
#[derive(Clone, PartialEq)]
pub struct OpenSession {
    /// Its name within the page.
    pub key: SessionKey,
    /// The session itself.
    pub session: Session,
    /// The file it came from, or what stands for it when it was pasted.
    pub file_name: AttrValue,
    /// Bytes of that file.
    pub byte_len: u64,
    /// The report that it came with: a bundle without its sessions.
    pub report: Option<Rc<Bundle>>,
}

// Lets two `Rc<OpenSession>` be compared by pointer first.
impl Eq for OpenSession {}

/// What is in view of one session.
#[derive(Clone, PartialEq)]
pub struct View {
    /// The leaf whose branch the conversation shows.
    pub leaf: Option<EntryIndex>,
    /// The entry in focus, or last gone to.
    pub target: Option<EntryIndex>,
    /// The entry last gone to, which the address names. Moving the focus leaves it.
    pub visited: Option<EntryIndex>,
    /// Grows with every "go", so that going twice to the same entry scrolls twice.
    pub visit: u32,
    /// Which entries the tree lists.
    pub filter: Filter,
    /// What the tree is searched for.
    pub query: AttrValue,
    /// Entries whose branch is folded in the tree.
    pub folded: Rc<Vec<EntryIndex>>,
    /// A message that a person writes, to append it at the leaf.
    pub draft: Option<AttrValue>,
}

// Lets two `Rc<View>` be compared by pointer first.
impl Eq for View {}

impl View {
    /// The view that a session opens with: its own leaf, nothing filtered or folded.
    pub fn of(session: &Session) -> Self {
        Self {
            leaf: session.leaf(),
            target: session.leaf(),
            visited: session.leaf(),
            visit: 0,
            filter: Filter::Default,
            query: AttrValue::default(),
            folded: Rc::default(),
            draft: None,
        }
    }

    /// Goes to an entry, on the branch in view if that holds it, else on the newest branch below it.
    pub fn go(&mut self, session: &Session, entry: EntryIndex) {
        let tree = session.tree();
        let holds = |leaf| leaf == entry || tree.is_ancestor(entry, leaf);
        let leaf = self.leaf.filter(|leaf| holds(*leaf));
        self.show(leaf.or_else(|| Some(tree.newest_leaf(entry))), Some(entry));
    }

    /// Shows the branch that ends in a leaf, and goes to an entry.
    pub fn show(&mut self, leaf: Option<EntryIndex>, entry: Option<EntryIndex>) {
        self.leaf = leaf;
        self.target = entry;
        self.visited = entry;
        self.visit += 1;
    }

    /// Lists other entries in the tree. Folds are forgotten when the list changes.
    pub fn list(&mut self, filter: Filter, query: impl Into<AttrValue>) {
        let query = query.into();
        if self.filter != filter || self.query != query {
            self.filter = filter;
            self.query = query;
            self.folded = Rc::default();
        }
    }

    /// Folds or unfolds the branch under an entry.
    pub fn toggle_fold(&mut self, entry: EntryIndex) {
        let folded = Rc::make_mut(&mut self.folded);
        match folded.iter().position(|other| *other == entry) {
            Some(at) => {
                folded.swap_remove(at);
            }
            None => folded.push(entry),
        }
    }
}
