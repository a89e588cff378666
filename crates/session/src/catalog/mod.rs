//! Many sessions: what a list says of each, which of them a query finds and in what order, and
//! which one was taken from which. What is in a session belongs elsewhere.

mod fuzzy;
mod info;
mod pattern;
mod query;
mod rank;
mod search;
mod threads;

pub use info::SessionInfo;
pub use pattern::PatternError;
pub use query::{Query, QueryError};
pub use search::{Candidate, Found, Sort, search};
pub use threads::{Thread, ThreadedRow, threads};
