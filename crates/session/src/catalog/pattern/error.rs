//! Why a pattern can't be read.

/// What is wrong with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// A group has no end.
    OpenGroup,
    /// A set has no end.
    OpenSet,
    /// Nothing follows the last backslash.
    OpenEscape,
    /// A group ends that has no beginning.
    UnopenedGroup,
    /// A count stands where there is nothing to repeat.
    NothingToRepeat,
    /// The first of two ends is behind the second: `[z-a]`, `{2,1}`.
    Backwards,
    /// What follows `(?` is no kind of group.
    UnknownGroup,
    /// A group's name is none, or is given twice.
    GroupName,
    /// A name that no group has.
    NoSuchGroup,
    /// Too long, or nested too deep.
    TooLarge,
}

impl std::fmt::Display for PatternError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            PatternError::OpenGroup => {
                "The pattern ends inside of a group; it needs a closing parenthesis."
            }
            PatternError::OpenSet => "The pattern ends inside of a set; it needs a closing bracket.",
            PatternError::OpenEscape => {
                "The pattern ends with a backslash; a character must follow it."
            }
            PatternError::UnopenedGroup => {
                "A parenthesis closes a group that was not opened; put a backslash before it to search for it."
            }
            PatternError::NothingToRepeat => {
                "A count such as * or + stands where there is nothing to repeat; put a backslash before it to search for it."
            }
            PatternError::Backwards => {
                "A range goes from a greater to a smaller end; the smaller must come first."
            }
            PatternError::UnknownGroup => {
                "What follows (? is no kind of group; there are (?:, (?=, (?!, (?<=, (?<! and (?<name>."
            }
            PatternError::GroupName => {
                "A group's name is given twice or is no name; letters, digits, $ and _ make one."
            }
            PatternError::NoSuchGroup => "No group has the name that \\k asks for.",
            PatternError::TooLarge => "The pattern is too long, or has too many groups within groups.",
        })
    }
}

impl std::error::Error for PatternError {}
