//! JavaScript's JSON dialect: a validating scanner, views of values in their
//! source text, and `JSON.stringify`.
//!
//! What `JSON.parse` takes is taken here: duplicate keys (the last wins), lone
//! surrogate escapes, numbers out of range, any depth. Nothing here recurses,
//! and nothing here knows what a session is.

pub(crate) mod coerce;
mod raw;
pub(crate) mod scan;
mod string;
mod stringify;
mod tape;

pub use raw::{Items, Kind, Members, Raw};
pub use string::quote_into;
pub use tape::{Node, Tape};

pub(crate) use stringify::number_text;

pub(crate) use scan::{Scanner, SyntaxError};
pub(crate) use string::{decode, decode_units, has_visible_text};
