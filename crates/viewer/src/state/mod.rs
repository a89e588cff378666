//! The state of the viewer and its one reducer. Everything that changes, changes here;
//! nothing here touches the page, the address or storage.

mod action;
mod dispatch;
pub mod edit;
mod intake;
mod layout;
mod listing;
mod options;
mod place;
mod reducer;
mod session;
mod tab;
#[cfg(test)]
mod tests;

pub use action::{Action, Dialog, Opened, Toggle};
pub use dispatch::Dispatch;
pub use edit::Edit;
pub use intake::{Canceller, Job, Notice};
pub use layout::{Border, Layout, Pane};
pub use listing::{Listing, SessionSort};
pub use options::{Language, Options, Theme};
pub use place::{Place, Remote};
pub use reducer::State;
pub use session::{OpenSession, SessionKey, View};
pub use tab::Tab;
