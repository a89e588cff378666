//! The branching tree as flat arrays of numbers: parents, children, order, depth.
//!
//! Built once from the records, in linear time at any depth and width. Nothing recurses, neither
//! here nor when a tree is dropped.

use crate::EntryIndex;
use crate::ids::{Ids, NONE};
use crate::record::Record;

/// The tree of a session's entries.
///
/// Roots are entries without a parent, with one that is not in the file, or whose link closed a
/// cycle. Children are sorted by timestamp, stable; one whose timestamp cannot be read keeps its
/// place in file order.
///
/// ```
/// use pi_session::Session;
/// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
/// {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
/// {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]}}
/// {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":[{"type":"text","text":"Good day"}]}}
/// "#).unwrap();
/// let tree = session.tree();
/// let [a, b, c] = ["a", "b", "c"].map(|id| session.find(id).unwrap());
/// assert_eq!(tree.roots(), [a]);
/// assert_eq!(tree.children(a), [b, c]);
/// assert_eq!(tree.path(c), [a, c]);
/// assert!(tree.is_ancestor(a, b) && !tree.is_ancestor(b, c));
/// assert_eq!((tree.depth(b), tree.leaves(), tree.branch_points()), (1, 2, 1));
/// ```
#[derive(Debug)]
pub struct Tree {
    parents: Vec<u32>,
    roots: Vec<EntryIndex>,
    /// Where the children of each entry start in `children`; one more than there are entries.
    child_starts: Vec<u32>,
    children: Vec<EntryIndex>,
    depths: Vec<u32>,
    /// Depth-first, children in order.
    order: Vec<EntryIndex>,
    /// The place of each entry in `order`; [`NONE`] for one that gave way to a later one.
    enter: Vec<u32>,
    /// The place in `order` behind each entry's last descendant.
    exit: Vec<u32>,
}

/// A link that the tree does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokenLink {
    Missing(EntryIndex),
    Cycle(EntryIndex),
}

impl Tree {
    pub(crate) fn build(records: &[Record], ids: &Ids) -> (Self, Vec<BrokenLink>) {
        let mut broken = Vec::new();
        let mut parents = resolve_parents(records, ids, &mut broken);
        cut_cycles(&mut parents, &mut broken);
        let mut tree = Self {
            roots: Vec::new(),
            child_starts: Vec::new(),
            children: Vec::new(),
            depths: vec![0; parents.len()],
            order: Vec::new(),
            enter: vec![NONE; parents.len()],
            exit: vec![0; parents.len()],
            parents,
        };
        tree.list_children(records);
        tree.number();
        (tree, broken)
    }

    fn list_children(&mut self, records: &[Record]) {
        let count = self.parents.len();
        let mut starts = vec![0_u32; count + 1];
        for (index, &parent) in self.parents.iter().enumerate() {
            if parent != NONE {
                starts[parent as usize + 1] += 1;
            } else if records[index].in_tree() {
                self.roots.push(entry(index));
            }
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let total = starts[count] as usize;
        self.children = vec![EntryIndex::new(0); total];
        for (index, &parent) in self.parents.iter().enumerate() {
            if parent != NONE {
                let place = &mut next[parent as usize];
                self.children[*place as usize] = entry(index);
                *place += 1;
            }
        }
        self.child_starts = starts;
        for window in self.child_starts.windows(2) {
            let siblings = &mut self.children[window[0] as usize..window[1] as usize];
            sort_by_time(siblings, records);
        }
    }

    /// Walks depth first and numbers what it meets.
    fn number(&mut self) {
        let mut stack: Vec<EntryIndex> = self.roots.iter().rev().copied().collect();
        while let Some(index) = stack.pop() {
            let at = index.get();
            self.enter[at] = raw(self.order.len());
            self.order.push(index);
            let depth = self.depths[at] + 1;
            let range = self.child_starts[at] as usize..self.child_starts[at + 1] as usize;
            for &child in self.children[range].iter().rev() {
                self.depths[child.get()] = depth;
                stack.push(child);
            }
        }
        for (place, index) in self.order.iter().enumerate().rev() {
            let at = index.get();
            self.exit[at] = self.exit[at].max(raw(place + 1));
            let parent = self.parents[at];
            if parent != NONE {
                let exit = self.exit[at];
                let above = &mut self.exit[parent as usize];
                *above = (*above).max(exit);
            }
        }
    }

    /// How many places the index has, entries that gave way to later ones included.
    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The entries without a parent, in file order.
    pub fn roots(&self) -> &[EntryIndex] {
        &self.roots
    }

    /// The parent, where there is one. O(1).
    pub fn parent(&self, index: EntryIndex) -> Option<EntryIndex> {
        EntryIndex::from_raw(self.parents[index.get()])
    }

    /// The children, sorted by timestamp. O(1).
    pub fn children(&self, index: EntryIndex) -> &[EntryIndex] {
        let at = index.get();
        &self.children[self.child_starts[at] as usize..self.child_starts[at + 1] as usize]
    }

    /// How many entries lie between this one and its root. O(1).
    pub fn depth(&self, index: EntryIndex) -> u32 {
        self.depths[index.get()]
    }

    /// The entries from the root to this one, both included. O(depth).
    pub fn path(&self, index: EntryIndex) -> Vec<EntryIndex> {
        let mut path: Vec<EntryIndex> =
            std::iter::successors(Some(index), |&entry| self.parent(entry)).collect();
        path.reverse();
        path
    }

    /// Whether `ancestor` lies on the path from the root to `index`, itself included. O(1).
    pub fn is_ancestor(&self, ancestor: EntryIndex, index: EntryIndex) -> bool {
        let place = self.enter[index.get()];
        let below = self.enter[ancestor.get()]..self.exit[ancestor.get()];
        ancestor == index || below.contains(&place)
    }

    /// The leaf that following the newest child at each level leads to, as in Pi's export.
    pub fn newest_leaf(&self, index: EntryIndex) -> EntryIndex {
        let mut leaf = index;
        while let Some(&child) = self.children(leaf).last() {
            leaf = child;
        }
        leaf
    }

    /// How many entries have more than one child.
    pub fn branch_points(&self) -> usize {
        self.child_starts
            .windows(2)
            .filter(|window| window[1] - window[0] > 1)
            .count()
    }

    /// How many entries have no child.
    pub fn leaves(&self) -> usize {
        self.order
            .iter()
            .filter(|index| self.children(**index).is_empty())
            .count()
    }

    /// All entries, each before its children.
    pub(crate) fn order(&self) -> &[EntryIndex] {
        &self.order
    }

    /// The place behind the last descendant of `index` in [`Tree::order`].
    pub(crate) fn exit(&self, index: EntryIndex) -> usize {
        self.exit[index.get()] as usize
    }
}

fn resolve_parents(records: &[Record], ids: &Ids, broken: &mut Vec<BrokenLink>) -> Vec<u32> {
    let mut parents = vec![NONE; records.len()];
    for (index, record) in records.iter().enumerate() {
        if !record.in_tree() || record.parent == NONE {
            continue;
        }
        let parent = ids.record(record.parent);
        if parent == NONE {
            broken.push(BrokenLink::Missing(entry(index)));
        } else {
            parents[index] = parent;
        }
    }
    parents
}

/// Cuts one link of each cycle: that of its first entry in the file, since a parent comes before
/// its children where nothing is wrong.
fn cut_cycles(parents: &mut [u32], broken: &mut Vec<BrokenLink>) {
    const UNSEEN: u32 = 0;
    // The walk (numbered from 1) on which an entry was first seen.
    let mut seen = vec![UNSEEN; parents.len()];
    for start in 0..parents.len() {
        let walk = raw(start + 1);
        let mut at = start;
        while seen[at] == UNSEEN {
            seen[at] = walk;
            match parents[at] {
                NONE => break,
                parent => at = parent as usize,
            }
        }
        if seen[at] != walk || parents[at] == NONE {
            continue;
        }
        // `at` was met twice on this walk, so it lies on a cycle.
        let mut first = at;
        let mut other = parents[at] as usize;
        while other != at {
            first = first.min(other);
            other = parents[other] as usize;
        }
        parents[first] = NONE;
        broken.push(BrokenLink::Cycle(entry(first)));
    }
}

/// Sorts siblings whose times can be read among the places that they hold; the others stay put.
fn sort_by_time(siblings: &mut [EntryIndex], records: &[Record]) {
    let time = |index: &EntryIndex| records[index.get()].timestamp;
    if siblings
        .windows(2)
        .all(|pair| time(&pair[0]) <= time(&pair[1]))
    {
        return;
    }
    let places: Vec<usize> = (0..siblings.len())
        .filter(|&place| !time(&siblings[place]).is_nan())
        .collect();
    let mut readable: Vec<EntryIndex> = places.iter().map(|&place| siblings[place]).collect();
    readable.sort_by(|a, b| time(a).total_cmp(&time(b)));
    for (place, index) in places.into_iter().zip(readable) {
        siblings[place] = index;
    }
}

fn entry(index: usize) -> EntryIndex {
    EntryIndex::new(raw(index))
}

fn raw(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}
