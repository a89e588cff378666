//! The core from outside: bytes in, values out. One binary, so that it links once.
//!
//! Expected values follow the format, not the code.

mod support;

mod faults_bytes;
mod refusals;
