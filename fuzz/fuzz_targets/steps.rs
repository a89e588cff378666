//! Any pattern, repeated: twice the input takes about twice the steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pi_session_fuzz::growth::{Family, is_linear};
use pi_session_fuzz::steps;

const HEADER: &[u8] = b"{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n";
const TIMES: usize = 600;

fuzz_target!(|input: &[u8]| {
    assert!(
        steps::are_counted(),
        "build with the flags of .cargo/config.toml"
    );
    // Two NUL bytes part the beginning, the pattern and the end.
    let mut parts = input.splitn(3, |&byte| byte == 0);
    let beginning = [HEADER, parts.next().unwrap_or_default()].concat();
    let family = Family {
        beginning: &beginning,
        pattern: parts.next().unwrap_or_default(),
        end: parts.next().unwrap_or_default(),
    };
    if family.pattern.len() > 400 {
        return;
    }
    let (once, twice) = (family.steps(TIMES), family.steps(TIMES * 2));
    assert!(is_linear(once, twice), "{once} steps, then {twice}");
});
