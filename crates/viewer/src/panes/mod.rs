//! The panes of the page. A pane takes values and a `Dispatch`; it changes nothing by itself.

pub mod conversation;
pub mod header;
pub mod inspector;
pub mod intake;
pub mod pending;
pub mod report;
pub mod sessions;
pub mod start;
pub mod status;
pub mod switch;
pub mod tree;
pub mod workspace;
