//! Any answer of a model's provider, in chunks of any length.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pi_session_fuzz::targets::stream(input));
