//! The tabs of the inspector.

/// A tab of the inspector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// The entry in focus.
    #[default]
    Entry,
    /// What the model sees at the leaf in view.
    Context,
    /// What the session used.
    Stats,
    /// What is wrong with the file.
    Problems,
}

impl Tab {
    /// All tabs, in the order in which they stand.
    pub const ALL: [Self; 4] = [Self::Entry, Self::Context, Self::Stats, Self::Problems];

    /// The tab as the address names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Context => "context",
            Self::Stats => "stats",
            Self::Problems => "problems",
        }
    }

    /// The tab that the address names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.as_str() == name)
    }
}
