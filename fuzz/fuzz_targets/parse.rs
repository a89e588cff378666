//! Any bytes, in chunks of any length: nothing panics, and the chunks change nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pi_session::Session;
use pi_session_fuzz::{parse_in_chunks, read_everything};

fuzz_target!(|input: &[u8]| {
    // The last byte says how many before it are the lengths of chunks: so a session is an input.
    let Some((&count, rest)) = input.split_last() else {
        return;
    };
    let (bytes, lengths) = rest.split_at(rest.len().saturating_sub(usize::from(count % 8)));
    let whole = Session::parse(bytes).ok();
    let chunked = parse_in_chunks(bytes, lengths);
    assert_eq!(whole.is_some(), chunked.is_some());
    let (Some(whole), Some(chunked)) = (whole, chunked) else {
        return;
    };
    assert_eq!(whole.diagnostics(), chunked.diagnostics());
    assert!(whole.entries().eq(chunked.entries()));
    read_everything(&chunked);
    let middle = chunked.entries().nth(chunked.entry_count() / 2);
    read_everything(&chunked.with_leaf(middle));
});
