//! Any pattern, repeated: twice the input takes about twice the steps, in each part of the work.

use crate::growth::Family;
use crate::steps::are_counted;

const HEADER: &[u8] = b"{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n";
const TIMES: usize = 600;
const LONGEST_PATTERN: usize = 400;

/// Two NUL bytes part the beginning, the pattern and the end. A beginning without a header gets one.
pub fn steps(input: &[u8]) {
    assert!(
        are_counted(),
        "no steps are counted: build with the flags of fuzz/.cargo/config.toml"
    );
    let mut parts = input.splitn(3, |&byte| byte == 0);
    let beginning = parts.next().unwrap_or_default();
    let header = if beginning.starts_with(b"{\"type\":\"session\"") {
        b""
    } else {
        HEADER
    };
    let beginning = [header, beginning].concat();
    let family = Family {
        beginning: &beginning,
        pattern: parts.next().unwrap_or_default(),
        end: parts.next().unwrap_or_default(),
    };
    if family.pattern.len() > LONGEST_PATTERN {
        return;
    }
    for growth in family.growth(TIMES) {
        assert!(growth.is_linear(), "{growth}");
    }
}
