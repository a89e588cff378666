//! `OpenAI`'s Chat Completions, and what others make of it: each event is a piece of the answer; the
//! reason to stop comes with the last piece, usage in an event behind it.

use pi_session::json::{Kind, Raw};

use super::{error_in, other, quoted, text};
use crate::usage::count;
use crate::{Ask, Event, StopReason, Usage};

pub(super) fn body(ask: &Ask<'_>, origin: &str) -> String {
    // OpenAI's newer models take only the new name, other servers only the old one.
    let limit = if origin == "https://api.openai.com" {
        "max_completion_tokens"
    } else {
        "max_tokens"
    };
    let system = if ask.system.is_empty() {
        String::new()
    } else {
        format!(r#"{{"role":"system","content":{}}},"#, quoted(ask.system))
    };
    format!(
        r#"{{"model":{},"{limit}":{},"stream":true,"stream_options":{{"include_usage":true}},"messages":[{system}{{"role":"user","content":{}}}]}}"#,
        quoted(ask.model),
        ask.max_tokens,
        quoted(ask.text),
    )
}

pub(super) fn read<'a>(event: Raw<'a>, usage: &mut Usage, out: &mut Vec<Event>) -> Option<Raw<'a>> {
    let choice = event
        .get("choices")
        .and_then(|choices| choices.items().next());
    if let Some(delta) = choice.and_then(|choice| choice.get("delta")) {
        content(delta.get("content"), out);
        if said(delta.get("refusal")) {
            out.push(Event::Stop(StopReason::Refused));
        }
        let calls = delta
            .get("tool_calls")
            .map_or(0, |calls| calls.items().count());
        if calls > 0 || delta.get("function_call").is_some_and(Raw::truthy) {
            out.push(Event::ToolCall);
        }
    }
    used(event.get("usage"), usage);
    if let Some(error) = error_in(event) {
        return Some(error);
    }
    let choice = choice?;
    let reason = choice.get("finish_reason").and_then(Raw::as_str)?;
    if reason == "error" {
        return error_in(choice).or(Some(choice));
    }
    out.push(Event::Stop(stop(&reason)));
    None
}

/// A text, or a list of parts of which some have one.
fn content(content: Option<Raw<'_>>, out: &mut Vec<Event>) {
    text(content, out);
    for part in content.into_iter().flat_map(Raw::items) {
        text(part.get("text"), out);
    }
}

fn said(text: Option<Raw<'_>>) -> bool {
    text.is_some_and(|text| text.kind() == Kind::String && text.truthy())
}

fn used(figures: Option<Raw<'_>>, usage: &mut Usage) {
    let Some(prompt) = count(figures, "prompt_tokens") else {
        return;
    };
    let details = figures.and_then(|figures| figures.get("prompt_tokens_details"));
    let cached = |name| count(details, name).unwrap_or(0);
    let (read, write) = (cached("cached_tokens"), cached("cache_write_tokens"));
    *usage = Usage {
        input: prompt.saturating_sub(read).saturating_sub(write),
        output: count(figures, "completion_tokens").unwrap_or(0),
        cache_read: read,
        cache_write: write,
    };
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => StopReason::End,
        "length" | "max_tokens" => StopReason::Length,
        "tool_calls" | "function_call" => StopReason::ToolCall,
        "content_filter" => StopReason::Refused,
        _ => other(reason),
    }
}
