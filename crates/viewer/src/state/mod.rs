//! The state of the viewer and its one reducer. Everything that changes, changes here;
//! nothing here touches the page, the address or storage.

mod action;
mod dispatch;
mod options;
mod reducer;
mod session;

pub use action::{Action, Dialog, Opened, Place, Toggle};
pub use dispatch::Dispatch;
pub use options::{Language, Options, Theme};
pub use reducer::{Intake, Phase, State};
pub use session::{OpenSession, SessionKey, View};
