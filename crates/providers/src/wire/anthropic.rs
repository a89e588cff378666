//! Anthropic's Messages: each event says its type; usage comes with the first and the last but one.

use pi_session::json::Raw;

use super::{other, quoted, text};
use crate::usage::count;
use crate::{Ask, Event, StopReason, Usage};

/// The last is how a page says that it knows what it does with the key.
pub(super) const HEADERS: [(&str, &str); 2] = [
    ("anthropic-version", "2023-06-01"),
    ("anthropic-dangerous-direct-browser-access", "true"),
];

pub(super) fn body(ask: &Ask<'_>) -> String {
    let system = if ask.system.is_empty() {
        String::new()
    } else {
        format!(r#""system":{},"#, quoted(ask.system))
    };
    format!(
        r#"{{"model":{},"max_tokens":{},"stream":true,{system}"messages":[{{"role":"user","content":{}}}]}}"#,
        quoted(ask.model),
        ask.max_tokens,
        quoted(ask.text),
    )
}

pub(super) fn read<'a>(event: Raw<'a>, usage: &mut Usage, out: &mut Vec<Event>) -> Option<Raw<'a>> {
    let kind = event.get("type").and_then(Raw::as_str);
    match kind.as_deref() {
        Some("message_start") => {
            let message = event.get("message");
            used(message.and_then(|message| message.get("usage")), usage);
        }
        Some("content_block_start") => block(event.get("content_block"), out),
        // Text alone has this member: thinking, tool input and signatures have others.
        Some("content_block_delta") => {
            let delta = event.get("delta");
            text(delta.and_then(|delta| delta.get("text")), out);
        }
        Some("message_delta") => {
            used(event.get("usage"), usage);
            let reason = event
                .get("delta")
                .and_then(|delta| delta.get("stop_reason"));
            out.extend(
                reason
                    .and_then(Raw::as_str)
                    .map(|reason| Event::Stop(stop(&reason))),
            );
        }
        Some("error") => return event.get("error").or(Some(event)),
        _ => {}
    }
    None
}

fn block(block: Option<Raw<'_>>, out: &mut Vec<Event>) {
    let Some(block) = block else { return };
    match block.get("type").and_then(Raw::as_str).as_deref() {
        Some("text") => text(block.get("text"), out),
        Some(kind) if kind.ends_with("tool_use") => out.push(Event::ToolCall),
        _ => {}
    }
}

/// Figures stay until they are said anew: the end of a stream repeats some of them.
fn used(figures: Option<Raw<'_>>, usage: &mut Usage) {
    for (name, figure) in [
        ("input_tokens", &mut usage.input),
        ("output_tokens", &mut usage.output),
        ("cache_read_input_tokens", &mut usage.cache_read),
        ("cache_creation_input_tokens", &mut usage.cache_write),
    ] {
        if let Some(count) = count(figures, name) {
            *figure = count;
        }
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::End,
        "max_tokens" | "model_context_window_exceeded" => StopReason::Length,
        "tool_use" => StopReason::ToolCall,
        "refusal" => StopReason::Refused,
        _ => other(reason),
    }
}
