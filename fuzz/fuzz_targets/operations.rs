//! Any operations on any session.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pi_session_fuzz::targets::operations(input));
