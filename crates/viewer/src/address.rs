//! The address fragment and the place it names.
