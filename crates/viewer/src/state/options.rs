//! What the reader chose to see; kept between visits, the same for every session.

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Dark text on a light page.
    Light,
    /// Light text on a dark page.
    Dark,
}

/// The language of the page's own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Vietnamese.
    Vietnamese,
}

impl Language {
    /// The code that HTML and the browser know the language by.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Vietnamese => "vi",
        }
    }
}

/// What the reader chose to see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// Thinking blocks stand open.
    pub show_thinking: bool,
    /// Tool output stands open in full.
    pub expand_tools: bool,
    /// Custom messages that ask not to be displayed are shown.
    pub show_hidden: bool,
    /// Labels in the tree carry the time they were set.
    pub label_times: bool,
    /// Light or dark.
    pub theme: Theme,
    /// The language of the page's own words.
    pub language: Language,
}
