//! Google's Gemini: each event is a response in itself, with a piece of the answer and the usage so far;
//! the last one says why the model stopped.

use pi_session::json::Raw;

use super::{error_in, other, quoted, text};
use crate::usage::count;
use crate::{Ask, Event, StopReason, Usage};

pub(super) fn path(model: &str) -> String {
    let model = model.strip_prefix("models/").unwrap_or(model);
    let mut path = "/models/".to_owned();
    for byte in model.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            path.push('%');
            for digit in [byte >> 4, byte & 15] {
                path.extend(
                    char::from_digit(u32::from(digit), 16).map(|digit| digit.to_ascii_uppercase()),
                );
            }
        }
    }
    path.push_str(":streamGenerateContent?alt=sse");
    path
}

pub(super) fn body(ask: &Ask<'_>) -> String {
    let system = if ask.system.is_empty() {
        String::new()
    } else {
        format!(
            r#""systemInstruction":{{"parts":[{{"text":{}}}]}},"#,
            quoted(ask.system)
        )
    };
    format!(
        r#"{{{system}"contents":[{{"role":"user","parts":[{{"text":{}}}]}}],"generationConfig":{{"maxOutputTokens":{}}}}}"#,
        quoted(ask.text),
        ask.max_tokens,
    )
}

pub(super) fn read<'a>(event: Raw<'a>, usage: &mut Usage, out: &mut Vec<Event>) -> Option<Raw<'a>> {
    if let Some(error) = error_in(event) {
        return Some(error);
    }
    used(event.get("usageMetadata"), usage);
    let blocked = event
        .get("promptFeedback")
        .and_then(|feedback| feedback.get("blockReason"));
    if blocked.is_some_and(Raw::truthy) {
        out.push(Event::Stop(StopReason::Refused));
    }
    let candidate = event.get("candidates")?.items().next()?;
    let parts = candidate
        .get("content")
        .and_then(|content| content.get("parts"));
    for part in parts.into_iter().flat_map(Raw::items) {
        if part.get("functionCall").is_some_and(Raw::truthy) {
            out.push(Event::ToolCall);
        }
        if !part.get("thought").is_some_and(Raw::truthy) {
            text(part.get("text"), out);
        }
    }
    let reason = candidate.get("finishReason").and_then(Raw::as_str)?;
    out.push(Event::Stop(stop(&reason)));
    None
}

fn used(figures: Option<Raw<'_>>, usage: &mut Usage) {
    let Some(prompt) = count(figures, "promptTokenCount") else {
        return;
    };
    let figure = |name| count(figures, name).unwrap_or(0);
    let read = figure("cachedContentTokenCount");
    *usage = Usage {
        input: prompt.saturating_sub(read),
        output: figure("candidatesTokenCount").saturating_add(figure("thoughtsTokenCount")),
        cache_read: read,
        cache_write: 0,
    };
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "STOP" => StopReason::End,
        "MAX_TOKENS" => StopReason::Length,
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" => {
            StopReason::ToolCall
        }
        "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => {
            StopReason::Refused
        }
        _ => other(reason),
    }
}
