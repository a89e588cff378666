//! The tree in the order of its rows: depth first, the branch that holds the leaf before its
//! siblings.

use crate::EntryIndex;
use crate::tree::Tree;

#[derive(Debug)]
pub(crate) struct Flattened {
    order: Vec<EntryIndex>,
    /// By entry: its place in `order`.
    place: Vec<u32>,
}

impl Flattened {
    pub(crate) fn new(tree: &Tree, leaf: Option<EntryIndex>) -> Self {
        let path = leaf.map(|leaf| tree.path(leaf)).unwrap_or_default();
        let on_path = |entry: EntryIndex| path.get(tree.depth(entry) as usize) == Some(&entry);
        let mut order = Vec::with_capacity(tree.order().len());
        let mut stack: Vec<EntryIndex> = Vec::new();
        // What is pushed last is visited first.
        let push = |siblings: &[EntryIndex], stack: &mut Vec<EntryIndex>| {
            let active = siblings.iter().copied().find(|&entry| on_path(entry));
            let others = siblings
                .iter()
                .rev()
                .copied()
                .filter(|&entry| Some(entry) != active);
            stack.extend(others.chain(active));
        };
        push(tree.roots(), &mut stack);
        while let Some(entry) = stack.pop() {
            order.push(entry);
            match tree.children(entry) {
                [] => {}
                [only] => stack.push(*only),
                children => push(children, &mut stack),
            }
        }
        let mut place = vec![0; tree.len()];
        for (at, entry) in order.iter().enumerate() {
            place[entry.get()] = u32::try_from(at).unwrap_or(u32::MAX);
        }
        Self { order, place }
    }

    pub(crate) fn order(&self) -> &[EntryIndex] {
        &self.order
    }

    pub(crate) fn place(&self, entry: EntryIndex) -> u32 {
        self.place[entry.get()]
    }
}
