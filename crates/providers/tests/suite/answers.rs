//! The answers of `tests/providers`, which each provider's own client reads there, read by us.

use expect_test::{Expect, expect};
use pi_providers::{Api, Event, FailureKind, Provider, Reply, Secret, Usage};

const TEXT: &str = "## Goal\nSay “xin chào” — **Tiếng Việt** 🌳 and stop.\n";

macro_rules! of_each_api {
    ($name:literal) => {
        [
            (
                Api::Anthropic,
                include_bytes!(concat!(
                    "../../../../tests/providers/answers/anthropic/",
                    $name
                ))
                .as_slice(),
            ),
            (
                Api::OpenAiChat,
                include_bytes!(concat!("../../../../tests/providers/answers/chat/", $name))
                    .as_slice(),
            ),
            (
                Api::OpenAiResponses,
                include_bytes!(concat!(
                    "../../../../tests/providers/answers/responses/",
                    $name
                ))
                .as_slice(),
            ),
            (
                Api::Gemini,
                include_bytes!(concat!(
                    "../../../../tests/providers/answers/gemini/",
                    $name
                ))
                .as_slice(),
            ),
        ]
    };
}

/// Whole streams, for laws that need something to cut.
pub(crate) fn streams() -> Vec<(Api, &'static [u8])> {
    [
        of_each_api!("text.sse"),
        of_each_api!("length.sse"),
        of_each_api!("tool.sse"),
        of_each_api!("refused.sse"),
        of_each_api!("error.sse"),
    ]
    .concat()
}

fn provider(api: Api) -> Provider {
    Provider::new(api, "", Some(Secret::new("wrong-key").unwrap())).unwrap()
}

fn events(api: Api, bytes: &[u8]) -> Vec<Event> {
    let mut decoder = provider(api).decoder();
    let mut events = decoder.push(bytes);
    events.extend(decoder.finish());
    events
}

fn judge(api: Api, bytes: &[u8]) -> Result<(String, Option<Usage>), FailureKind> {
    let mut reply = Reply::default();
    reply.add(events(api, bytes));
    let answer = reply.judge().map_err(|failure| failure.kind)?;
    Ok((answer.text, answer.usage))
}

#[test]
fn a_whole_answer_is_read_with_its_usage() {
    for (api, bytes) in of_each_api!("text.sse") {
        let (text, usage) = judge(api, bytes).unwrap();
        assert_eq!(text, TEXT, "{api:?}");
        let usage = usage.unwrap();
        let parts = (
            usage.input + usage.cache_write,
            usage.output,
            usage.cache_read,
            usage.total(),
        );
        assert_eq!(parts, (432, 57, 300, 789), "{api:?}");
    }
}

#[test]
fn what_is_no_whole_answer_is_a_failure() {
    for (streams, expected) in [
        (of_each_api!("length.sse"), FailureKind::Length),
        (of_each_api!("tool.sse"), FailureKind::ToolCall),
        (of_each_api!("refused.sse"), FailureKind::Refused),
    ] {
        for (api, bytes) in streams {
            assert_eq!(judge(api, bytes), Err(expected), "{api:?}");
        }
    }
    for (api, bytes) in of_each_api!("error.sse") {
        let expected = match api {
            Api::OpenAiResponses => FailureKind::Server,
            _ => FailureKind::Overloaded,
        };
        assert_eq!(judge(api, bytes), Err(expected), "{api:?}");
    }
}

#[test]
fn an_answer_cut_off_before_its_end_is_never_whole() {
    for (api, bytes) in of_each_api!("text.sse") {
        let whole = (0..=bytes.len())
            .find(|&end| judge(api, &bytes[..end]).is_ok())
            .unwrap();
        let says_stop = |end: usize| {
            let text = String::from_utf8_lossy(&bytes[..end]);
            [
                "end_turn",
                "\"finish_reason\":\"stop\"",
                "response.completed",
                "\"STOP\"",
            ]
            .iter()
            .any(|stop| text.contains(stop))
        };
        for end in 0..bytes.len() {
            let judged = judge(api, &bytes[..end]);
            if !says_stop(end) || end < whole {
                assert_eq!(judged, Err(FailureKind::Truncated), "{api:?} {end}");
            }
        }
        assert_eq!(judge(api, bytes).unwrap().0, TEXT);
    }
}

#[test]
fn refusals_are_told_apart() {
    let check = |bodies: [(Api, &'static [u8]); 4], statuses: [u16; 4], expected| {
        for ((api, body), status) in bodies.into_iter().zip(statuses) {
            let failure = provider(api).refusal(status, body);
            assert_eq!(failure.kind, expected, "{api:?}");
            assert!(
                !failure.sentence("https://h").contains("wrong-key"),
                "{failure}"
            );
        }
    };
    check(
        of_each_api!("wrong-key.json"),
        [401, 401, 401, 400],
        FailureKind::WrongKey,
    );
    check(
        of_each_api!("unknown-model.json"),
        [404; 4],
        FailureKind::UnknownModel,
    );
    check(
        of_each_api!("rate-limit.json"),
        [429; 4],
        FailureKind::RateLimit,
    );
    check(
        of_each_api!("overloaded.json"),
        [529, 503, 503, 503],
        FailureKind::Overloaded,
    );
    check(
        of_each_api!("too-long.json"),
        [400; 4],
        FailureKind::ContextTooLong,
    );
}

#[test]
fn an_error_with_a_good_status_is_an_error() {
    for (api, body) in of_each_api!("overloaded.json") {
        let kind = judge(api, body).unwrap_err();
        assert!(
            matches!(kind, FailureKind::Overloaded | FailureKind::Server),
            "{api:?} {kind:?}"
        );
        assert_eq!(
            judge(api, b"<!doctype html><title>Sign in</title>"),
            Err(FailureKind::Unreadable)
        );
        assert_eq!(judge(api, b"{\"hello\":1}"), Err(FailureKind::Unreadable));
        assert_eq!(
            judge(api, b"data: not JSON\n\n"),
            Err(FailureKind::Unreadable)
        );
        assert_eq!(judge(api, b""), Err(FailureKind::Truncated));
        assert_eq!(
            judge(api, b"data: {\"type\":\"new\",\"x\":[1]}\n\n"),
            Err(FailureKind::Truncated)
        );
    }
}

#[test]
fn nothing_follows_a_failure() {
    let mut decoder = provider(Api::OpenAiChat).decoder();
    let error = b"data: {\"error\":{\"message\":\"no\",\"code\":500}}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n";
    assert_eq!(decoder.push(error).len(), 1);
    assert_eq!(decoder.push(error), []);
    assert_eq!(decoder.finish(), []);
}

fn check(api: Api, bytes: &[u8], expected: &Expect) {
    let lines: Vec<_> = events(api, bytes)
        .iter()
        .map(|event| format!("{event:?}\n"))
        .collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn the_events_of_each_format() {
    check(
        Api::Anthropic,
        of_each_api!("text.sse")[0].1,
        &expect![[r###"
            Usage(Usage { input: 412, output: 1, cache_read: 300, cache_write: 20 })
            Text("## Goal\nSay “xin chào”")
            Text(" — **Tiếng Việt** 🌳")
            Text(" and stop.\n")
            Stop(End)
            Usage(Usage { input: 412, output: 57, cache_read: 300, cache_write: 20 })
        "###]],
    );
    check(
        Api::OpenAiChat,
        of_each_api!("error.sse")[1].1,
        &expect![[r###"
            Text("## Goal\nSay “xin chào”")
            Failed(Failure { kind: Overloaded, status: None, detail: Some("The server is overloaded.") })
        "###]],
    );
    check(
        Api::OpenAiResponses,
        of_each_api!("tool.sse")[2].1,
        &expect![[r#"
            ToolCall
            Stop(End)
            Usage(Usage { input: 432, output: 57, cache_read: 300, cache_write: 0 })
        "#]],
    );
    check(
        Api::Gemini,
        of_each_api!("length.sse")[3].1,
        &expect![[r###"
        Text("## Goal\nSay “xin chào”")
        Usage(Usage { input: 432, output: 57, cache_read: 300, cache_write: 0 })
        Stop(Length)
    "###]],
    );
}

#[test]
fn what_other_servers_make_of_chat_completions() {
    // A list of parts; no usage; a reason of its own; a comment between; an error beside the choice.
    let parts = "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]},\"finish_reason\":\"eos\"}]}\r\n\r\n: ping\r\n\r\n";
    assert_eq!(
        judge(Api::OpenAiChat, parts.as_bytes()),
        Ok(("Hi".to_owned(), None))
    );
    let error = "data: {\"error\":{\"code\":\"server_error\",\"message\":\"gone\"},\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}]}\n\n";
    assert_eq!(
        judge(Api::OpenAiChat, error.as_bytes()),
        Err(FailureKind::Server)
    );
    let done = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n";
    assert_eq!(
        judge(Api::OpenAiChat, done.as_bytes()),
        Err(FailureKind::Truncated)
    );
}
