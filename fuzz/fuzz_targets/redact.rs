//! Any bytes as a session to redact.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pi_session_fuzz::targets::redact(input));
