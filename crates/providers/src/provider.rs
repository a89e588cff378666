//! What is sent to a provider: the request as a value.

use crate::address::Base;
use crate::{AddressProblem, Api, Decoder, Failure, Secret, refusal};

/// A provider: how it is spoken to, where it is, and with which key.
#[derive(Clone, Debug)]
pub struct Provider {
    api: Api,
    base: Base,
    key: Option<Secret>,
}

/// What a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask<'a> {
    /// The model's name at its provider.
    pub model: &'a str,
    /// What it is to be; may be empty.
    pub system: &'a str,
    /// What it is asked.
    pub text: &'a str,
    /// The longest answer.
    pub max_tokens: u32,
}

/// A request, to be sent as it is. Its answer is a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// Always `POST`.
    pub method: &'static str,
    /// The address. It never holds the key.
    pub url: String,
    /// All headers that the provider needs.
    pub headers: Vec<Header>,
    /// JSON.
    pub body: String,
}

/// A header of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// In lower case.
    pub name: &'static str,
    /// What it says.
    pub value: HeaderValue,
}

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderValue {
    /// Anyone may see it.
    Plain(&'static str),
    /// It holds the key, behind these words.
    Sensitive(&'static str, Secret),
}

impl HeaderValue {
    /// The value to be sent. Show it nowhere if it is [`HeaderValue::Sensitive`].
    pub fn expose(&self) -> String {
        match self {
            Self::Plain(value) => (*value).to_owned(),
            Self::Sensitive(before, key) => format!("{before}{}", key.expose()),
        }
    }
}

impl Provider {
    /// A provider at a base address, or at the provider's own where that is empty. Slashes at the end
    /// do no harm, and the version in the path may be left out.
    ///
    /// # Errors
    ///
    /// If the text is no base address that a key may be sent to.
    pub fn new(api: Api, base: &str, key: Option<Secret>) -> Result<Self, AddressProblem> {
        let base = if base.trim().is_empty() {
            api.address()
        } else {
            base
        };
        let base = Base::parse(base, api.endpoint(), api.version())?;
        Ok(Self { api, base, key })
    }

    /// Scheme, host and port: who gets what is sent.
    ///
    /// ```
    /// # use pi_providers::{Api, Provider};
    /// let provider = Provider::new(Api::Anthropic, "", None).unwrap();
    /// assert_eq!(provider.origin(), "https://api.anthropic.com");
    /// ```
    pub fn origin(&self) -> &str {
        self.base.origin()
    }

    /// The request that asks a model.
    pub fn request(&self, ask: &Ask<'_>) -> HttpRequest {
        let plain = |name, value| Header {
            name,
            value: HeaderValue::Plain(value),
        };
        let mut headers = vec![
            plain("content-type", "application/json"),
            plain("accept", "text/event-stream"),
        ];
        headers.extend(
            self.api
                .headers()
                .iter()
                .map(|(name, value)| plain(name, value)),
        );
        if let Some(key) = &self.key {
            let (name, before) = self.api.key_header();
            headers.push(Header {
                name,
                value: HeaderValue::Sensitive(before, key.clone()),
            });
        }
        HttpRequest {
            method: "POST",
            url: self.base.join(&self.api.path(ask.model)),
            headers,
            body: self.api.body(ask, self.origin()),
        }
    }

    /// A decoder for the answer, if its status is 200.
    pub fn decoder(&self) -> Decoder {
        Decoder::new(self.api, self.key.clone())
    }

    /// What an answer with any other status means.
    ///
    /// ```
    /// # use pi_providers::{Api, FailureKind, Provider};
    /// let provider = Provider::new(Api::Gemini, "", None).unwrap();
    /// assert_eq!(provider.refusal(429, b"{}").kind, FailureKind::RateLimit);
    /// ```
    pub fn refusal(&self, status: u16, body: &[u8]) -> Failure {
        refusal::of_answer(status, body, self.key.as_ref())
    }
}
