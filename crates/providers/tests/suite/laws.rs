//! What holds for all streams, however they are cut or damaged.

use pi_providers::{Api, Event, FailureKind, Provider, Reply};
use proptest::prelude::*;

use super::answers::streams;

fn events<'a>(api: Api, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut decoder = Provider::new(api, "", None).unwrap().decoder();
    let mut events = Vec::new();
    for chunk in chunks {
        events.extend(decoder.push(chunk));
    }
    events.extend(decoder.finish());
    events
}

/// A recorded stream with some bytes replaced, or bytes that look like one.
fn stream() -> impl Strategy<Value = (Api, Vec<u8>)> {
    let recorded = (
        prop::sample::select(streams()),
        prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        any::<bool>(),
    );
    let recorded = recorded.prop_map(|((api, bytes), changes, returns)| {
        let mut bytes = bytes.to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if returns {
            bytes = bytes
                .iter()
                .flat_map(|&byte| {
                    if byte == b'\n' {
                        vec![b'\r', b'\n']
                    } else {
                        vec![byte]
                    }
                })
                .collect();
        }
        (api, bytes)
    });
    let pieces = [
        "data:",
        "data: ",
        "{",
        "}",
        "\n",
        "\r",
        "\r\n",
        ":",
        "event: x",
        "[DONE]",
        "{\"error\":1}",
        " ",
        "\u{feff}",
        "é",
        "{\"type\":\"error\"}",
    ];
    let made = (
        prop::sample::select(Api::ALL.to_vec()),
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..20),
    )
        .prop_map(|(api, pieces)| (api, pieces.concat().into_bytes()));
    prop_oneof![3 => recorded, 1 => made]
}

proptest! {
    #[test]
    fn where_a_stream_is_cut_changes_nothing(
        (api, bytes) in stream(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([bytes.len()]);
        let chunks = starts.zip(ends).map(|(start, end)| &bytes[start..end]);
        let whole = events(api, [bytes.as_slice()]);
        prop_assert_eq!(&events(api, chunks), &whole);
        prop_assert_eq!(&events(api, bytes.chunks(1)), &whole);
    }

    #[test]
    fn a_stream_either_stops_or_fails_and_a_failure_is_its_end((api, bytes) in stream()) {
        let events = events(api, [bytes.as_slice()]);
        let failed = events.iter().position(|event| matches!(event, Event::Failed(_)));
        let stopped = events.iter().any(|event| matches!(event, Event::Stop(_)));
        prop_assert!(failed.map_or(stopped, |at| at + 1 == events.len()), "{events:?}");
    }

    #[test]
    fn no_part_of_a_stream_without_its_stop_is_kept((api, bytes) in prop::sample::select(streams()), end in any::<prop::sample::Index>()) {
        let part = &bytes[..end.index(bytes.len())];
        let events = events(api, [part]);
        let stopped = events.iter().any(|event| matches!(event, Event::Stop(_)));
        let mut reply = Reply::default();
        reply.add(events);
        if !stopped {
            let kind = reply.judge().unwrap_err().kind;
            prop_assert_ne!(kind, FailureKind::Empty);
        }
    }
}
