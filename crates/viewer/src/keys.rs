//! One table of all keys.
