//! Any pattern, repeated, and the steps it takes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pi_session_fuzz::targets::steps(input));
