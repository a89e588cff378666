//! What one provider writes otherwise than another: addresses, headers, the body of a request, the
//! meaning of an event. One file a format.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use pi_session::json::{Raw, quote_into};

use crate::{Ask, Event, StopReason, Usage};

/// How a provider is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Api {
    /// Anthropic's Messages.
    Anthropic,
    /// `OpenAI`'s Chat Completions, which others speak too: `OpenRouter`, Ollama, llama.cpp, LM Studio, vLLM.
    OpenAiChat,
    /// `OpenAI`'s Responses.
    OpenAiResponses,
    /// Google's Gemini.
    Gemini,
}

impl Api {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Anthropic,
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Gemini,
    ];

    /// The name that Pi has for it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic-messages",
            Self::OpenAiChat => "openai-completions",
            Self::OpenAiResponses => "openai-responses",
            Self::Gemini => "google-generative-ai",
        }
    }

    /// The provider's own base address.
    pub fn address(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::OpenAiChat | Self::OpenAiResponses => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }

    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Gemini => "v1beta",
            _ => "v1",
        }
    }

    /// The path below the base of what is asked of, where that is the same for every model.
    pub(crate) fn endpoint(self) -> &'static str {
        match self {
            Self::Anthropic => "/messages",
            Self::OpenAiChat => "/chat/completions",
            Self::OpenAiResponses => "/responses",
            Self::Gemini => "/models",
        }
    }

    pub(crate) fn path(self, model: &str) -> String {
        match self {
            Self::Gemini => gemini::path(model),
            _ => self.endpoint().to_owned(),
        }
    }

    pub(crate) fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Anthropic => &anthropic::HEADERS,
            _ => &[],
        }
    }

    /// The header that holds the key, and what stands before it.
    pub(crate) fn key_header(self) -> (&'static str, &'static str) {
        match self {
            Self::Anthropic => ("x-api-key", ""),
            Self::OpenAiChat | Self::OpenAiResponses => ("authorization", "Bearer "),
            Self::Gemini => ("x-goog-api-key", ""),
        }
    }

    pub(crate) fn body(self, ask: &Ask<'_>, origin: &str) -> String {
        match self {
            Self::Anthropic => anthropic::body(ask),
            Self::OpenAiChat => chat::body(ask, origin),
            Self::OpenAiResponses => responses::body(ask),
            Self::Gemini => gemini::body(ask),
        }
    }

    /// What an event says: into `out`, and into `usage`, which is all that was used so far. An error
    /// that it reports is handed back.
    pub(crate) fn read<'a>(
        self,
        event: Raw<'a>,
        usage: &mut Usage,
        out: &mut Vec<Event>,
    ) -> Option<Raw<'a>> {
        match self {
            Self::Anthropic => anthropic::read(event, usage, out),
            Self::OpenAiChat => chat::read(event, usage, out),
            Self::OpenAiResponses => responses::read(event, usage, out),
            Self::Gemini => gemini::read(event, usage, out),
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote_into(text, &mut out);
    out
}

/// A member that is an error worth the name.
fn error_in(event: Raw<'_>) -> Option<Raw<'_>> {
    event.get("error").filter(|error| error.truthy())
}

fn text(value: Option<Raw<'_>>, out: &mut Vec<Event>) {
    let text = value.and_then(Raw::as_str).filter(|text| !text.is_empty());
    out.extend(text.map(|text| Event::Text(text.into_owned())));
}

/// A reason that is not known here; a longer one is no name.
fn other(reason: &str) -> StopReason {
    StopReason::Other(reason.chars().take(60).collect())
}
