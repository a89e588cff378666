//! Images that a session carries. `sniff` decides from the bytes what they are; `view` shows them
//! through an `img` element and nothing else, or says why it does not.

mod sniff;
mod view;

pub use view::{Image, ImageData};
