//! The core from outside: bytes in, values out. One binary, so that it links once.
//!
//! Expected values follow the format, not the code.

mod support;

mod big;
mod calls;
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
mod refusals;
mod rows;
mod search;
mod tree;
