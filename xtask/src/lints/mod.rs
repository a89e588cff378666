//! The project's own rules that no other tool checks.

pub(crate) mod html;
pub(crate) mod licences;
pub(crate) mod policy;
pub(crate) mod sources;
