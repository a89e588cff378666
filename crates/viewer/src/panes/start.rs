//! The start page: what this is and every way to open a file.
