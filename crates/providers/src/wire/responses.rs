//! `OpenAI`'s Responses: each event says its type; the last one holds the whole response with its usage.

use pi_session::json::Raw;

use super::{other, quoted, text};
use crate::usage::count;
use crate::{Ask, Event, StopReason, Usage};

pub(super) fn body(ask: &Ask<'_>) -> String {
    let system = if ask.system.is_empty() {
        String::new()
    } else {
        format!(r#""instructions":{},"#, quoted(ask.system))
    };
    // Nothing is to be kept at the provider that the person did not ask it to keep.
    format!(
        r#"{{"model":{},"max_output_tokens":{},"stream":true,"store":false,{system}"input":{}}}"#,
        quoted(ask.model),
        ask.max_tokens,
        quoted(ask.text),
    )
}

pub(super) fn read<'a>(event: Raw<'a>, usage: &mut Usage, out: &mut Vec<Event>) -> Option<Raw<'a>> {
    let kind = event.get("type").and_then(Raw::as_str);
    let response = event.get("response");
    match kind.as_deref() {
        Some("response.output_text.delta") => text(event.get("delta"), out),
        Some("response.refusal.delta") => out.push(Event::Stop(StopReason::Refused)),
        Some("response.output_item.added") => {
            let item = event.get("item").and_then(|item| item.get("type"));
            if item
                .and_then(Raw::as_str)
                .is_some_and(|kind| kind.ends_with("_call"))
            {
                out.push(Event::ToolCall);
            }
        }
        Some("response.completed") => {
            used(response, usage);
            out.push(Event::Stop(StopReason::End));
        }
        Some("response.incomplete") => {
            used(response, usage);
            let details = response.and_then(|response| response.get("incomplete_details"));
            let reason = details.and_then(|details| details.get("reason"));
            let reason = reason.and_then(Raw::as_str).unwrap_or_default();
            out.push(Event::Stop(stop(&reason)));
        }
        Some("response.failed") => {
            used(response, usage);
            let error = response.and_then(|response| response.get("error"));
            return error.or(Some(event));
        }
        // Once the error lay beside the type, now it is a member.
        Some("error") => return Some(event),
        _ => return super::error_in(event),
    }
    None
}

fn used(response: Option<Raw<'_>>, usage: &mut Usage) {
    let figures = response.and_then(|response| response.get("usage"));
    let Some(input) = count(figures, "input_tokens") else {
        return;
    };
    let details = figures.and_then(|figures| figures.get("input_tokens_details"));
    let cached = |name| count(details, name).unwrap_or(0);
    let (read, write) = (cached("cached_tokens"), cached("cache_write_tokens"));
    *usage = Usage {
        input: input.saturating_sub(read).saturating_sub(write),
        output: count(figures, "output_tokens").unwrap_or(0),
        cache_read: read,
        cache_write: write,
    };
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "max_output_tokens" => StopReason::Length,
        "content_filter" => StopReason::Refused,
        _ => other(reason),
    }
}
