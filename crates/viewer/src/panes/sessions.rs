//! The list of open sessions.
