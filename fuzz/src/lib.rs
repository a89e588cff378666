//! What the fuzz targets share: what each does, reading everything of a session, counting steps,
//! growing inputs, and changing them at random without a fuzzer.

pub mod chance;
pub mod everything;
pub mod families;
pub mod growth;
pub mod steps;
pub mod targets;

// What is done to a session and what must hold then, as the property tests have it.
#[path = "../../crates/session/tests/suite/laws/operation.rs"]
mod operation;
