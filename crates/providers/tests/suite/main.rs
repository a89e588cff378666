//! The crate as its users see it: requests out, recorded answers in.

mod answers;
mod laws;
mod requests;
