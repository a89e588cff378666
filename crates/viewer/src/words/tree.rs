//! Words of the tree pane.

/// Words of the tree pane in one language.
pub struct TreeWords {
    /// Name of the pane.
    pub pane: &'static str,
}

/// English.
pub const EN: TreeWords = TreeWords { pane: "Tree" };

/// Vietnamese.
pub const VI: TreeWords = TreeWords { pane: "Cây" };
