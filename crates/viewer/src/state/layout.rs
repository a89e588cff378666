//! How the panes share the page.

/// The pane in view where there is room for one only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pane {
    /// The list of open sessions.
    Sessions,
    /// The tree.
    Tree,
    /// The conversation.
    #[default]
    Conversation,
    /// The inspector.
    Inspector,
}

/// A border that can be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Between the tree and the conversation.
    Tree,
    /// Between the list of sessions and the tree.
    Sessions,
    /// Between the conversation and the inspector.
    Inspector,
}

impl Border {
    /// The least and the greatest size, in pixels, of what the border bounds.
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::Tree => (220.0, 900.0),
            Self::Sessions => (72.0, 480.0),
            Self::Inspector => (260.0, 900.0),
        }
    }
}

/// Sizes in pixels, kept between visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Layout {
    /// Width of the tree.
    pub tree: f64,
    /// Height of the list of sessions.
    pub sessions: f64,
    /// Width of the inspector.
    pub inspector: f64,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tree: 372.0,
            sessions: 168.0,
            inspector: 356.0,
        }
    }
}

impl Layout {
    /// The size that a border bounds.
    pub fn size(&self, border: Border) -> f64 {
        match border {
            Border::Tree => self.tree,
            Border::Sessions => self.sessions,
            Border::Inspector => self.inspector,
        }
    }

    /// Moves a border, within its range. What is no number moves nothing.
    pub fn resize(&mut self, border: Border, size: f64) {
        if size.is_nan() {
            return;
        }
        let (least, greatest) = border.range();
        let place = match border {
            Border::Tree => &mut self.tree,
            Border::Sessions => &mut self.sessions,
            Border::Inspector => &mut self.inspector,
        };
        *place = size.clamp(least, greatest).round();
    }
}
