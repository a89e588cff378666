//! Which failure a server means: by its status, and by what its answer says. Each provider has its own
//! words for the same few things, and servers that imitate one mix them.

use pi_session::json::{Kind, Raw};

use crate::{Failure, FailureKind, Secret};

/// Of a server's own words so many characters are kept.
const LONGEST_DETAIL: usize = 300;

/// What an answer that is no stream means.
pub(crate) fn of_answer(status: u16, body: &[u8], key: Option<&Secret>) -> Failure {
    let value = Raw::parse(body);
    // Gemini puts it into a list where a stream was asked for.
    let value = value.map(|value| value.items().next().unwrap_or(value));
    let words = value.map_or_else(Words::default, Words::of);
    words.failure(Some(status), key)
}

/// What an error in the middle of a stream means.
pub(crate) fn of_event(error: Raw<'_>, key: Option<&Secret>) -> Failure {
    let words = Words::of(error);
    words.failure(words.code, key)
}

/// What an answer says of itself.
#[derive(Debug, Default)]
struct Words {
    message: String,
    /// Codes and types, in lower case, one a line.
    names: String,
    code: Option<u16>,
}

impl Words {
    fn of(value: Raw<'_>) -> Self {
        let inner = value.get("error").filter(|error| error.truthy());
        let error = inner.unwrap_or(value);
        let text = |name: &str| error.get(name).and_then(Raw::as_str);
        let message = error.as_str().or_else(|| text("message"));
        let mut names = String::new();
        let reasons = error.get("details").into_iter().flat_map(Raw::items);
        let reasons = reasons.filter_map(|detail| detail.get("reason").and_then(Raw::as_str));
        for name in ["type", "code", "status"]
            .into_iter()
            .filter_map(text)
            .chain(reasons)
        {
            names.push_str(&name.to_ascii_lowercase());
            names.push('\n');
        }
        let code = error.get("code").filter(|code| code.kind() == Kind::Number);
        let code = code
            .and_then(Raw::as_f64)
            .filter(|code| (400.0..600.0).contains(code));
        Self {
            message: message
                .map(|message| message.trim().to_owned())
                .unwrap_or_default(),
            names,
            // In range by the filter.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            code: code.map(|code| code as u16),
        }
    }

    fn failure(&self, status: Option<u16>, key: Option<&Secret>) -> Failure {
        let kind = self.kind(status);
        // Providers repeat a wrong key, with some of it starred out.
        let detail = (kind != FailureKind::WrongKey && !self.message.is_empty()).then(|| {
            let hidden = key.map_or_else(|| self.message.clone(), |key| key.hide_in(&self.message));
            match hidden.char_indices().nth(LONGEST_DETAIL) {
                Some((end, _)) => format!("{}…", &hidden[..end]),
                None => hidden,
            }
        });
        Failure {
            kind,
            status,
            detail,
        }
    }

    fn kind(&self, status: Option<u16>) -> FailureKind {
        let named = |names: &[&str]| names.iter().any(|name| self.names.contains(name));
        let message = self.message.to_ascii_lowercase();
        let said = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
        for (kind, names) in BY_NAME {
            if named(names) {
                return *kind;
            }
        }
        let bad_request = matches!(status, None | Some(400 | 413 | 422 | 500));
        if bad_request && said(&TOO_LONG) {
            return FailureKind::ContextTooLong;
        }
        if bad_request && message.contains("model") && said(&NOT_THERE) {
            return FailureKind::UnknownModel;
        }
        match status {
            Some(401) => FailureKind::WrongKey,
            Some(402) => FailureKind::NoCredit,
            Some(403) => FailureKind::NotAllowed,
            Some(404) => FailureKind::UnknownModel,
            Some(408 | 504) => FailureKind::TimedOut,
            Some(413) => FailureKind::ContextTooLong,
            Some(429) => FailureKind::RateLimit,
            Some(503 | 529) => FailureKind::Overloaded,
            Some(400..500) => FailureKind::BadRequest,
            Some(500..) => FailureKind::Server,
            _ if named(&["invalid_request", "invalid_argument", "badrequest"]) => {
                FailureKind::BadRequest
            }
            _ => FailureKind::Server,
        }
    }
}

/// Names that say it, whatever the status. The first that fits counts.
const BY_NAME: &[(FailureKind, &[&str])] = &[
    (
        FailureKind::ContextTooLong,
        &[
            "context_length_exceeded",
            "exceed_context_size",
            "request_too_large",
        ],
    ),
    (
        FailureKind::NoCredit,
        &["insufficient_quota", "billing_error", "billing_hard_limit"],
    ),
    (
        FailureKind::WrongKey,
        &[
            "authentication_error",
            "invalid_api_key",
            "api_key_invalid",
            "unauthenticated",
        ],
    ),
    (
        FailureKind::NotAllowed,
        &["permission_error", "permission_denied"],
    ),
    (FailureKind::UnknownModel, &["model_not_found", "not_found"]),
    (
        FailureKind::RateLimit,
        &["rate_limit", "resource_exhausted", "too_many_requests"],
    ),
    (FailureKind::Overloaded, &["overloaded", "unavailable"]),
    (
        FailureKind::TimedOut,
        &["timeout_error", "deadline_exceeded"],
    ),
    (
        FailureKind::Refused,
        &["content_policy_violation", "content_filter", "moderation"],
    ),
];

/// What is said of too much text by those who have no code for it.
const TOO_LONG: [&str; 9] = [
    "prompt is too long",
    "context length",
    "context window",
    "context limit",
    "context size",
    "maximum number of tokens",
    "maximum context",
    "too many tokens",
    "input is too long",
];

const NOT_THERE: [&str; 4] = [
    "not found",
    "does not exist",
    "not a valid model",
    "unknown model",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_provider_has_its_words() {
        use FailureKind as K;
        for (status, body, expected) in [
            (
                401,
                r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
                K::WrongKey,
            ),
            (
                404,
                r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-0"}}"#,
                K::UnknownModel,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}"#,
                K::ContextTooLong,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages: at least one"}}"#,
                K::BadRequest,
            ),
            (
                413,
                r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
                K::ContextTooLong,
            ),
            (
                429,
                r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}"#,
                K::RateLimit,
            ),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                K::Overloaded,
            ),
            (
                500,
                r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#,
                K::Server,
            ),
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided: sk-1","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
                K::WrongKey,
            ),
            (
                404,
                r#"{"error":{"message":"The model `x` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#,
                K::UnknownModel,
            ),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 128000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
                K::ContextTooLong,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
                K::NoCredit,
            ),
            (
                429,
                r#"{"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":"rate_limit_exceeded"}}"#,
                K::RateLimit,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}]"#,
                K::WrongKey,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"The input token count (1300000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
                K::ContextTooLong,
            ),
            (
                404,
                r#"{"error":{"code":404,"message":"models/x is not found for API version v1beta","status":"NOT_FOUND"}}"#,
                K::UnknownModel,
            ),
            (
                429,
                r#"{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}"#,
                K::RateLimit,
            ),
            (
                503,
                r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#,
                K::Overloaded,
            ),
            (
                403,
                r#"{"error":{"code":403,"message":"denied","status":"PERMISSION_DENIED"}}"#,
                K::NotAllowed,
            ),
            (
                404,
                r#"{"error":"model 'qwen9' not found"}"#,
                K::UnknownModel,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":4096}}"#,
                K::ContextTooLong,
            ),
            (
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}"#,
                K::ContextTooLong,
            ),
            (
                400,
                r#"{"error":{"message":"x is not a valid model ID","code":400}}"#,
                K::UnknownModel,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient credits","code":402}}"#,
                K::NoCredit,
            ),
            (502, "<html>Bad gateway</html>", K::Server),
            (405, "", K::BadRequest),
        ] {
            assert_eq!(
                of_answer(status, body.as_bytes(), None).kind,
                expected,
                "{body}"
            );
        }
    }

    #[test]
    fn errors_within_a_stream_have_no_status_but_what_they_say() {
        use FailureKind as K;
        for (error, expected, status) in [
            (
                r#"{"type":"overloaded_error","message":"Overloaded"}"#,
                K::Overloaded,
                None,
            ),
            (r#"{"code":429,"message":"slow"}"#, K::RateLimit, Some(429)),
            (
                r#"{"code":"server_error","message":"The server had an error"}"#,
                K::Server,
                None,
            ),
            (
                r#"{"code":"rate_limit_exceeded","message":"slow"}"#,
                K::RateLimit,
                None,
            ),
            (
                r#"{"type":"invalid_request_error","message":"what?"}"#,
                K::BadRequest,
                None,
            ),
            (r#""broken""#, K::Server, None),
            (r"7", K::Server, None),
        ] {
            let failure = of_event(Raw::parse(error.as_bytes()).unwrap(), None);
            assert_eq!(
                (failure.kind, failure.status),
                (expected, status),
                "{error}"
            );
        }
    }

    #[test]
    fn the_key_is_not_repeated() {
        let key = Secret::new("sk-12345").unwrap();
        let body =
            br#"{"error":{"message":"Key sk-12345 may not do this","type":"permission_error"}}"#;
        let failure = of_answer(403, body, Some(&key));
        assert_eq!(failure.detail.as_deref(), Some("Key [key] may not do this"));
        let body =
            br#"{"error":{"message":"Incorrect API key: sk-1***5","code":"invalid_api_key"}}"#;
        assert_eq!(of_answer(401, body, Some(&key)).detail, None);
    }

    #[test]
    fn long_words_are_cut_behind_the_key() {
        let key = Secret::new("sk-12345").unwrap();
        let body = format!(
            r#"{{"error":"{}sk-12345{}"}}"#,
            "é".repeat(295),
            "x".repeat(400)
        );
        let detail = of_answer(500, body.as_bytes(), Some(&key)).detail.unwrap();
        assert_eq!(detail, format!("{}[key]…", "é".repeat(295)));
    }
}
