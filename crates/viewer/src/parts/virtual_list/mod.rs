//! Lists that keep only what is near the view in the document: [`RowList`] of rows of one height, [`Feed`] of
//! items that are measured. What an item looks like is for the callers to know.
//!
//! `scale`, `heights`, `anchor` and `span` are plain numbers and tested natively; `stage` holds the elements.

mod anchor;
mod feed;
mod heights;
mod position;
mod rows;
mod scale;
mod span;
mod stage;

pub use feed::Feed;
pub use position::{FeedItem, ScrollTarget};
pub use rows::{Reveal, RowList};
