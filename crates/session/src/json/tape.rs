//! A whole JSON value laid out flat: one node a value, in document order, each knowing where its
//! subtree ends. Built in one pass, so that visiting everything is linear at any depth.

use std::ops::Range;

use super::{Kind, Raw, Scanner};

/// One value, or one key, of a [`Tape`].
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What the value is; a key is a [`Kind::String`].
    pub kind: Kind,
    /// Whether this is a member's key; its value is the next node.
    pub key: bool,
    start: usize,
    end: usize,
    /// The node behind this one's subtree.
    next: usize,
}

/// A JSON value and all that it holds.
///
/// ```
/// use pi_session::json::{Raw, Tape};
/// let tape = Tape::new(Raw::parse(br#"{"a":[1,2]}"#).unwrap());
/// assert_eq!(tape.len(), 5); // the object, its key, the array, two numbers
/// assert_eq!(tape.children(0).collect::<Vec<_>>(), [1, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    bytes: &'a [u8],
    nodes: Vec<Node>,
}

impl<'a> Tape<'a> {
    /// Lays `value` out. Linear in its length.
    pub fn new(value: Raw<'a>) -> Self {
        let mut tape = Self {
            bytes: value.bytes(),
            nodes: Vec::new(),
        };
        tape.fill();
        tape
    }

    fn fill(&mut self) {
        let mut scanner = Scanner::new(self.bytes);
        let mut open: Vec<usize> = Vec::new();
        loop {
            scanner.skip_white_space();
            let Some(byte) = scanner.peek() else { break };
            match byte {
                b'{' | b'[' => {
                    open.push(self.nodes.len());
                    let start = scanner.at();
                    scanner.advance();
                    self.push(Kind::of(byte), start, start);
                }
                b'}' | b']' => {
                    scanner.advance();
                    let Some(container) = open.pop() else { break };
                    let next = self.nodes.len();
                    self.nodes[container].end = scanner.at();
                    self.nodes[container].next = next;
                }
                b',' => scanner.advance(),
                b':' => {
                    scanner.advance();
                    if let Some(key) = self.nodes.last_mut() {
                        key.key = true;
                    }
                }
                _ => {
                    let start = scanner.at();
                    if scanner.scalar().is_err() {
                        break;
                    }
                    self.push(Kind::of(byte), start, scanner.at());
                }
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.nodes.len() + 1;
        self.nodes.push(Node {
            kind,
            key: false,
            start,
            end,
            next,
        });
    }

    /// How many nodes there are, keys included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node; never so for a tape made by [`Tape::new`].
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at `index`.
    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// The value, or key, at `index`.
    pub fn raw(&self, index: usize) -> Raw<'a> {
        let Node { start, end, .. } = self.nodes[index];
        Raw::validated(&self.bytes[start..end])
    }

    /// The nodes of the subtree at `index`, itself included.
    pub fn subtree(&self, index: usize) -> Range<usize> {
        index..self.nodes[index].next
    }

    /// The nodes right below `index`: items, or keys and values by turns.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[index].next;
        let first = index + 1;
        std::iter::successors((first < end).then_some(first), move |&child| {
            let next = self.nodes[child].next;
            (next < end).then_some(next)
        })
    }
}
