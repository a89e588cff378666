//! Markdown as nodes. `tree` reads the source into plain data under our own allow-list; `view` makes
//! elements of it. Neither knows of sessions, and neither ever makes HTML out of text.

mod address;
mod tree;
mod view;

pub use view::shown;
