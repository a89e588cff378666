//! Any answer of a model's provider, in chunks of any length, read as each format: the chunks change
//! nothing, it stops or fails, and nothing follows a failure.

use pi_providers::{Api, Event, Provider, Reply};

/// The last byte says how many before it are the lengths of chunks: so a recorded answer is an input.
pub fn stream(input: &[u8]) {
    let Some((&count, rest)) = input.split_last() else {
        return;
    };
    let (bytes, lengths) = rest.split_at(rest.len().saturating_sub(usize::from(count % 8)));
    for api in Api::ALL {
        let Ok(provider) = Provider::new(api, "", None) else {
            continue;
        };
        let whole = events(&provider, [bytes]);
        assert_eq!(events(&provider, chunks(bytes, lengths)), whole);
        let failed = whole
            .iter()
            .position(|event| matches!(event, Event::Failed(_)));
        let stopped = whole.iter().any(|event| matches!(event, Event::Stop(_)));
        assert!(failed.map_or(stopped, |at| at + 1 == whole.len()));
        let mut reply = Reply::default();
        reply.add(whole);
        assert!(failed.is_none() || reply.judge().is_err());
        // As an answer of any status too.
        for status in [200, 400, 429, 529] {
            let failure = provider.refusal(status, bytes);
            assert!(!failure.sentence(provider.origin()).is_empty());
        }
    }
}

fn events<'a>(provider: &Provider, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut decoder = provider.decoder();
    let mut events = Vec::new();
    for chunk in chunks {
        events.extend(decoder.push(chunk));
    }
    events.extend(decoder.finish());
    events
}

/// The bytes in chunks of these lengths, over and over; a single one where there are none.
fn chunks<'a>(bytes: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let mut rest = bytes;
    let mut chunks = Vec::new();
    let mut lengths = lengths.iter().cycle();
    while !rest.is_empty() {
        let length = lengths
            .next()
            .map_or(rest.len(), |&length| usize::from(length).max(1));
        let (chunk, more) = rest.split_at(length.min(rest.len()));
        chunks.push(chunk);
        rest = more;
    }
    chunks
}
