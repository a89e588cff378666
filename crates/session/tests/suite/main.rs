//! The core from outside: bytes in, values out. One binary, so that it links once.
//!
//! Expected values follow the format, not the code.

#![allow(
    clippy::pedantic,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests are read as lists of examples, and fail by panicking"
)]

mod archive;
mod support;

mod big;
mod bundle;
mod calls;
mod comparison;
mod context;
mod diagnostics;
mod faults_bytes;
mod faults_content;
mod faults_structure;
mod fixtures;
mod gutters;
mod labels;
mod laws;
mod migrate;
mod redaction;
mod refusals;
mod repair;
mod rows;
mod search;
mod system;
mod tree;
