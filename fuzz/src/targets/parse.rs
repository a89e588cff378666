//! Any bytes, in chunks of any length: nothing panics, and the chunks change nothing.

use pi_session::Session;

use crate::everything::{parse_in_chunks, read_everything};

/// The last byte says how many before it are the lengths of chunks: so a session is an input.
pub fn parse(input: &[u8]) {
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
    let source = chunked.source().collect::<Vec<_>>().concat();
    assert_eq!(source, bytes, "every byte is kept");
    assert_eq!(chunked.to_jsonl(), bytes, "and given back");
    read_everything(&chunked);
    let middle = chunked.entries().nth(chunked.entry_count() / 2);
    read_everything(&chunked.with_leaf(middle));
}
