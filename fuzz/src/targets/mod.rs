//! What each fuzz target does with its input. The programs in `fuzz_targets` and the example `replay`
//! call the same functions.

mod markdown;
mod operations;
mod parse;
mod redact;
mod steps;
mod stream;
mod zip;

pub use markdown::markdown;
pub(crate) use markdown::read_markdown;
pub use operations::operations;
pub use parse::parse;
pub use redact::redact;
pub use steps::steps;
pub use stream::stream;
pub use zip::zip;

/// A target: its name and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const ALL: [Target; 7] = [
    ("parse", parse),
    ("operations", operations),
    ("markdown", markdown),
    ("redact", redact),
    ("zip", zip),
    ("stream", stream),
    ("steps", steps),
];
