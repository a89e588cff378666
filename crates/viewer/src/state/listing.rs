//! How the list of open sessions is searched and sorted.

use yew::AttrValue;

/// The order of the list of sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SessionSort {
    /// The one in which something was said last comes first.
    #[default]
    Recent,
    /// What fits the search best comes first.
    Relevance,
    /// Each below the one that it was taken from.
    Threaded,
}

impl SessionSort {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Recent, Self::Relevance, Self::Threaded];

    /// What stands for it in the page.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Recent => "recent",
            Self::Relevance => "relevance",
            Self::Threaded => "threaded",
        }
    }
}

/// How the list of open sessions is searched and sorted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    /// What is searched for.
    pub query: AttrValue,
    /// The order.
    pub sort: SessionSort,
    /// Only those that have a name.
    pub only_named: bool,
    /// Whether the folder of each is shown.
    pub show_paths: bool,
}
