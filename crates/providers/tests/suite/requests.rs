//! What is sent, to the letter.

use expect_test::{Expect, expect};
use pi_providers::{AddressProblem, Api, Ask, HeaderValue, Provider, Secret};

const ASK: Ask<'_> = Ask {
    model: "model/1",
    system: "Be \"brief\".",
    text: "Hi\n\u{1F333}\u{2028}",
    max_tokens: 1000,
};

fn check(api: Api, ask: &Ask<'_>, expected: &Expect) {
    let key = Secret::new("key-1").unwrap();
    let request = Provider::new(api, "", Some(key)).unwrap().request(ask);
    let mut text = format!("{} {}\n", request.method, request.url);
    for header in &request.headers {
        text.push_str(&format!("{}: {}\n", header.name, header.value.expose()));
    }
    expected.assert_eq(&format!("{text}\n{}\n", request.body));
}

#[test]
fn each_format_has_its_request() {
    check(
        Api::Anthropic,
        &ASK,
        &expect![[r#"
        POST https://api.anthropic.com/v1/messages
        content-type: application/json
        accept: text/event-stream
        anthropic-version: 2023-06-01
        anthropic-dangerous-direct-browser-access: true
        x-api-key: key-1

        {"model":"model/1","max_tokens":1000,"stream":true,"system":"Be \"brief\".","messages":[{"role":"user","content":"Hi\n🌳 "}]}
    "#]],
    );
    check(
        Api::OpenAiChat,
        &ASK,
        &expect![[r#"
        POST https://api.openai.com/v1/chat/completions
        content-type: application/json
        accept: text/event-stream
        authorization: Bearer key-1

        {"model":"model/1","max_completion_tokens":1000,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"Be \"brief\"."},{"role":"user","content":"Hi\n🌳 "}]}
    "#]],
    );
    check(
        Api::OpenAiResponses,
        &ASK,
        &expect![[r#"
        POST https://api.openai.com/v1/responses
        content-type: application/json
        accept: text/event-stream
        authorization: Bearer key-1

        {"model":"model/1","max_output_tokens":1000,"stream":true,"store":false,"instructions":"Be \"brief\".","input":"Hi\n🌳 "}
    "#]],
    );
    check(
        Api::Gemini,
        &ASK,
        &expect![[r#"
        POST https://generativelanguage.googleapis.com/v1beta/models/model%2F1:streamGenerateContent?alt=sse
        content-type: application/json
        accept: text/event-stream
        x-goog-api-key: key-1

        {"systemInstruction":{"parts":[{"text":"Be \"brief\"."}]},"contents":[{"role":"user","parts":[{"text":"Hi\n🌳 "}]}],"generationConfig":{"maxOutputTokens":1000}}
    "#]],
    );
}

#[test]
fn a_system_text_that_is_empty_is_not_sent() {
    for api in Api::ALL {
        let provider = Provider::new(api, "", None).unwrap();
        let body = provider.request(&Ask { system: "", ..ASK }).body;
        assert!(
            !body.contains("ystem") && !body.contains("instructions"),
            "{body}"
        );
    }
}

#[test]
fn other_servers_get_the_old_name_of_the_limit_and_no_key_where_there_is_none() {
    let ollama = Provider::new(Api::OpenAiChat, "http://localhost:11434/", None).unwrap();
    let request = ollama.request(&ASK);
    assert_eq!(request.url, "http://localhost:11434/v1/chat/completions");
    assert!(
        request.body.contains(r#""max_tokens":1000"#),
        "{}",
        request.body
    );
    let names: Vec<_> = request.headers.iter().map(|header| header.name).collect();
    assert_eq!(names, ["content-type", "accept"]);
}

#[test]
fn the_key_is_in_one_header_and_nowhere_else() {
    for api in Api::ALL {
        let key = Secret::new("key-1").unwrap();
        let provider = Provider::new(api, "", Some(key)).unwrap();
        let request = provider.request(&ASK);
        assert!(!format!("{provider:?}{request:?}{:?}", provider.decoder()).contains("key-1"));
        assert!(!request.url.contains("key-1") && !request.body.contains("key-1"));
        let holders = request
            .headers
            .iter()
            .filter(|header| header.value.expose().contains("key-1"));
        let holders: Vec<_> = holders.map(|header| &header.value).collect();
        assert!(
            matches!(holders[..], [HeaderValue::Sensitive(..)]),
            "{holders:?}"
        );
    }
}

#[test]
fn a_base_address_with_credentials_is_refused_without_repeating_them() {
    let problem = Provider::new(Api::Gemini, "https://me:pass@h", None).unwrap_err();
    assert_eq!(problem, AddressProblem::Credentials);
    assert!(!problem.to_string().contains("pass@"));
}

#[test]
fn a_pasted_endpoint_counts_as_its_base() {
    for (api, typed, expected) in [
        (
            Api::Anthropic,
            "https://h/v1/messages",
            "https://h/v1/messages",
        ),
        (
            Api::OpenAiResponses,
            "https://h/v1/responses/",
            "https://h/v1/responses",
        ),
        (
            Api::Gemini,
            "https://h/v1beta/models",
            "https://h/v1beta/models/model%2F1:streamGenerateContent?alt=sse",
        ),
        (
            Api::Gemini,
            "https://h",
            "https://h/v1beta/models/model%2F1:streamGenerateContent?alt=sse",
        ),
    ] {
        assert_eq!(
            Provider::new(api, typed, None).unwrap().request(&ASK).url,
            expected
        );
    }
}

/// As `tests/providers` sends them to a server that is as strict as the providers are.
#[test]
fn requests_are_those_that_a_strict_server_takes() {
    for (api, name) in [
        (Api::Anthropic, "anthropic"),
        (Api::OpenAiChat, "chat"),
        (Api::OpenAiResponses, "responses"),
        (Api::Gemini, "gemini"),
    ] {
        let key = Secret::new("good-key").unwrap();
        let provider = Provider::new(api, "http://h", Some(key)).unwrap();
        let request = provider.request(&Ask {
            model: "text",
            system: "Be brief.",
            text: "What was done? \u{1F333}",
            max_tokens: 1000,
        });
        let path = request.url.strip_prefix("http://h").unwrap();
        let mut text = format!("{} {path}\n", request.method);
        for header in &request.headers {
            text.push_str(&format!("{}: {}\n", header.name, header.value.expose()));
        }
        text.push_str(&format!("\n{}\n", request.body));
        let file = format!("../../../../tests/providers/requests/{name}.txt");
        expect_test::expect_file![file].assert_eq(&text);
    }
}
