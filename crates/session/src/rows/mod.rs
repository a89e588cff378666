//! Filter, search and folds to the visible rows of the tree, windowed.
//!
//! The rules are those of Pi's tree selector. What is computed for all rows is a few numbers each;
//! texts and gutters are made for the rows that somebody looks at.

mod filter;
mod flatten;
mod kind;
mod search;
mod text;

pub use filter::{Filter, RowQuery};
pub use kind::RowKind;

pub(crate) use flatten::Flattened;
pub(crate) use search::SearchTexts;

use std::rc::Rc;

use crate::ids::NONE;
use crate::{EntryIndex, Session};

/// One row of the tree, as it is drawn.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts about a row that do not depend on each other"
)]
pub struct Row {
    /// The entry that the row shows.
    pub entry: EntryIndex,
    /// Steps of indentation; with several roots all rows have one more than is drawn.
    pub indent: u32,
    /// Steps of indentation to draw.
    pub drawn_indent: u32,
    /// Whether the row is one of several siblings, so that a line leads to it.
    pub show_connector: bool,
    /// Whether it is the last of its siblings.
    pub is_last: bool,
    /// Whether it is one of several roots: these stand like the children of a branch point, but
    /// no line is drawn to them.
    pub is_virtual_root_child: bool,
    /// The lines of the ancestors that pass by on the left.
    pub gutters: Vec<Gutter>,
    /// Whether the entry lies on the path to the session's leaf.
    pub on_active_path: bool,
    /// Whether the row can be folded now.
    pub foldable: bool,
    /// Whether the row is folded.
    pub folded: bool,
    /// The entry's label.
    pub label: Option<String>,
    /// What the row says, in one line.
    pub text: String,
    /// What the row is about.
    pub kind: RowKind,
    /// How many bytes at the start of `text` name the speaker, such as `user: `; 0 if none do.
    pub who_len: usize,
}

/// The line of an ancestor at one step of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gutter {
    /// The step, from 0.
    pub position: u32,
    /// Whether a line is drawn there: the ancestor has later siblings.
    pub show: bool,
}

/// The rows that a query leaves, in order. Cheap to clone; equal when they are the same result.
#[derive(Clone, Debug)]
pub struct Rows(Rc<Visible>);

#[derive(Debug)]
struct Visible {
    session: Session,
    /// Sorted.
    folded: Vec<EntryIndex>,
    /// By entry: its row, or [`NONE`].
    row_of: Vec<u32>,
    rows: Vec<Shape>,
    root_count: u32,
}

/// A row's place among the visible ones.
#[derive(Clone, Copy, Debug)]
struct Shape {
    entry: EntryIndex,
    /// The row of the nearest visible ancestor.
    parent: u32,
    /// The row of the nearest visible ancestor that a line leads to.
    lined: u32,
    /// See [`Rows::lines`].
    lines: u32,
    indent: u32,
    /// From 0.
    position: u32,
    children: u32,
}

impl Session {
    /// The rows that `query` leaves. Linear in the entries; the first search also gathers the
    /// texts that it looks in.
    ///
    /// ```
    /// use pi_session::{RowQuery, Session};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]}}
    /// {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":[{"type":"text","text":"Good day"}]}}
    /// "#).unwrap();
    /// let rows = session.rows(&RowQuery::default());
    /// let texts: Vec<String> = (0..rows.len()).map(|row| rows.row(row).text).collect();
    /// // The branch that holds the leaf comes first.
    /// assert_eq!(texts, ["user: Hello", "assistant: Good day", "assistant: Hi"]);
    ///
    /// let found = session.rows(&RowQuery { query: "good".to_owned(), ..RowQuery::default() });
    /// assert_eq!(found.len(), 1);
    /// assert_eq!(session.id(found.entry(0)), "c");
    /// ```
    pub fn rows(&self, query: &RowQuery) -> Rows {
        let shown = filter::shown(self, query);
        let mut visible = Visible::new(self, &shown);
        visible.folded.clone_from(&query.folded);
        visible.folded.sort_unstable();
        Rows(Rc::new(visible))
    }

    /// How many rows each filter of [`Filter::ALL_MODES`] leaves for this search text, nothing
    /// folded.
    pub fn row_counts(&self, query: &str) -> [usize; 5] {
        filter::counts(self, query)
    }
}

impl Visible {
    fn new(session: &Session, shown: &[bool]) -> Self {
        let tree = session.tree();
        let mut row_of = vec![NONE; shown.len()];
        // By hidden entry: the row of its nearest visible ancestor.
        let mut above = vec![NONE; shown.len()];
        let mut rows: Vec<Shape> = Vec::new();
        let mut root_count = 0;
        for &entry in session.flattened().order() {
            let at = entry.get();
            let parent = tree
                .parent(entry)
                .map_or(NONE, |parent| match row_of[parent.get()] {
                    NONE => above[parent.get()],
                    row => row,
                });
            if !shown[at] {
                above[at] = parent;
                continue;
            }
            let siblings = match parent {
                NONE => &mut root_count,
                row => &mut rows[row as usize].children,
            };
            let position = *siblings;
            *siblings += 1;
            row_of[at] = u32::try_from(rows.len()).unwrap_or(NONE);
            rows.push(Shape {
                entry,
                parent,
                lined: NONE,
                lines: 0,
                indent: 0,
                position,
                children: 0,
            });
        }
        let mut visible = Self {
            session: session.clone(),
            folded: Vec::new(),
            row_of,
            rows,
            root_count,
        };
        visible.lay_out();
        visible
    }

    /// A chain stays flat; the children of a branch point go one step in, and so does the first
    /// generation below them.
    fn lay_out(&mut self) {
        for row in 0..self.rows.len() {
            let shape = self.rows[row];
            let (indent, nearest, lines) = match shape.parent {
                NONE => (u32::from(self.root_count > 1), NONE, 0),
                parent => {
                    let parent = parent as usize;
                    let above = self.rows[parent];
                    let step = above.children > 1 || (self.branched(parent) && above.indent > 0);
                    let indent = above.indent + u32::from(step);
                    if !self.has_line(parent) {
                        (indent, above.lined, above.lines)
                    } else if self.is_last(parent) {
                        (indent, shape.parent, above.lines)
                    } else {
                        let line = 1 << self.line_position(parent).min(31);
                        (indent, shape.parent, above.lines | line)
                    }
                }
            };
            let shape = &mut self.rows[row];
            shape.indent = indent;
            shape.lined = nearest;
            shape.lines = lines;
        }
    }

    fn siblings(&self, row: usize) -> u32 {
        match self.rows[row].parent {
            NONE => self.root_count,
            parent => self.rows[parent as usize].children,
        }
    }

    /// Whether the row is one of several siblings.
    fn branched(&self, row: usize) -> bool {
        self.siblings(row) > 1
    }

    /// Whether a line leads to the row: it has siblings and is no root.
    fn has_line(&self, row: usize) -> bool {
        self.branched(row) && !self.is_root(row)
    }

    /// The step at which the line to a row runs.
    fn line_position(&self, row: usize) -> u32 {
        self.drawn_indent(row).saturating_sub(1)
    }

    fn is_root(&self, row: usize) -> bool {
        self.rows[row].parent == NONE
    }

    fn drawn_indent(&self, row: usize) -> u32 {
        let indent = self.rows[row].indent;
        if self.root_count > 1 {
            indent.saturating_sub(1)
        } else {
            indent
        }
    }

    fn is_last(&self, row: usize) -> bool {
        self.rows[row].position + 1 == self.siblings(row)
    }

    /// The gutters of the row's visible ancestors. O(their number), however deep the row is.
    fn gutters(&self, row: usize) -> Vec<Gutter> {
        let mut gutters = Vec::new();
        let mut above = self.rows[row].lined;
        while above != NONE {
            let ancestor = above as usize;
            gutters.push(Gutter {
                position: self.line_position(ancestor),
                show: !self.is_last(ancestor),
            });
            above = self.rows[ancestor].lined;
        }
        gutters.reverse();
        gutters
    }
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.0.rows.len()
    }

    /// Whether no row is left.
    pub fn is_empty(&self) -> bool {
        self.0.rows.is_empty()
    }

    /// The entry that a row shows. O(1).
    pub fn entry(&self, row: usize) -> EntryIndex {
        self.0.rows[row].entry
    }

    /// The row that shows an entry. O(1).
    pub fn row_of(&self, entry: EntryIndex) -> Option<usize> {
        self.0
            .row_of
            .get(entry.get())
            .filter(|row| **row != NONE)
            .map(|row| *row as usize)
    }

    /// The row of the entry or of its nearest visible ancestor, else the last row.
    pub fn nearest_visible(&self, entry: EntryIndex) -> Option<usize> {
        let tree = self.0.session.tree();
        std::iter::successors(Some(entry), |&entry| tree.parent(entry))
            .find_map(|entry| self.row_of(entry))
            .or_else(|| self.len().checked_sub(1))
    }

    /// The row of the nearest visible ancestor. O(1).
    pub fn parent(&self, row: usize) -> Option<usize> {
        let parent = self.0.rows[row].parent;
        (parent != NONE).then_some(parent as usize)
    }

    /// The first row right below this one in the tree. O(1).
    pub fn first_child(&self, row: usize) -> Option<usize> {
        (self.0.rows[row].children > 0).then_some(row + 1)
    }

    /// How many siblings the row has, itself included. O(1).
    pub fn set_size(&self, row: usize) -> usize {
        self.0.siblings(row) as usize
    }

    /// The row's place among its siblings, from 1. O(1).
    pub fn position_in_set(&self, row: usize) -> usize {
        self.0.rows[row].position as usize + 1
    }

    /// Steps of indentation to draw. O(1).
    pub fn drawn_indent(&self, row: usize) -> u32 {
        self.0.drawn_indent(row)
    }

    /// Whether the row can be folded: it has visible children, and is a root or one of several
    /// siblings. O(1).
    pub fn is_foldable(&self, row: usize) -> bool {
        self.0.rows[row].children > 0 && (self.0.is_root(row) || self.0.branched(row))
    }

    /// Whether the row is folded. O(log folded).
    pub fn is_folded(&self, row: usize) -> bool {
        self.0.folded.binary_search(&self.entry(row)).is_ok()
    }

    /// The row at which the branch segment before (`up`) or after this one starts; the end of the
    /// chain where there is none.
    pub fn segment_start(&self, row: usize, up: bool) -> usize {
        let mut at = row;
        if up {
            while let Some(parent) = self.parent(at) {
                if self.0.branched(at) && at < row {
                    return at;
                }
                at = parent;
            }
        } else {
            while let Some(child) = self.first_child(at) {
                at = child;
                if self.0.branched(child) {
                    return child;
                }
            }
        }
        at
    }

    /// Where lines of ancestors pass by on the left: bit n for step n, the last bit for all
    /// steps from 31 on. O(1), while gutters are as many as the branch points above the row.
    pub fn lines(&self, row: usize) -> u32 {
        self.0.rows[row].lines
    }

    /// The row with its text and gutters. O(what its entry holds + branch points above it).
    pub fn row(&self, row: usize) -> Row {
        Row {
            gutters: self.0.gutters(row),
            ..self.row_without_gutters(row)
        }
    }

    /// The row with its text; [`Rows::lines`] has what there is room to draw on its left.
    /// O(what its entry holds).
    pub fn row_without_gutters(&self, row: usize) -> Row {
        let visible = &*self.0;
        let session = &visible.session;
        let entry = self.entry(row);
        let text = text::row_text(session, entry);
        let branched = visible.branched(row);
        Row {
            entry,
            indent: visible.rows[row].indent,
            drawn_indent: visible.drawn_indent(row),
            show_connector: branched,
            is_last: visible.is_last(row),
            is_virtual_root_child: branched && visible.is_root(row),
            gutters: Vec::new(),
            on_active_path: session
                .leaf()
                .is_some_and(|leaf| session.tree().is_ancestor(entry, leaf)),
            foldable: self.is_foldable(row),
            folded: self.is_folded(row),
            label: session.label(entry).map(|label| label.text),
            text: text.text,
            kind: RowKind::of(session, entry),
            who_len: text.who_len,
        }
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
