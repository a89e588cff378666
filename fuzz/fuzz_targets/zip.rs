//! Any bytes as an archive, a page or a list.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pi_session_fuzz::targets::zip(input));
