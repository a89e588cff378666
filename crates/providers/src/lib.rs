//! The wire formats of model providers: a request to send, a stream to read.
//!
//! A [`Provider`] turns an [`Ask`] into an [`HttpRequest`], and its [`Decoder`] turns the bytes that come
//! back, cut anywhere, into [`Event`]s. A [`Reply`] gathers those and judges whether the whole may be
//! kept; a [`Failure`] says what went wrong, and a [`RetryPolicy`] whether to try again, and when.
//!
//! Nothing is sent here: this crate knows no network, no clock and no randomness. What is asked of a
//! model belongs to `pi-session`, and the sending to the viewer.
//!
//! ```
//! use pi_providers::{Api, Ask, Provider, Reply, Secret};
//! let key = Secret::new("key-1").unwrap();
//! let provider = Provider::new(Api::OpenAiChat, "http://localhost:11434", Some(key)).unwrap();
//! let request = provider.request(&Ask {
//!     model: "qwen3",
//!     system: "Answer in one word.",
//!     text: "The capital of Vietnam?",
//!     max_tokens: 100,
//! });
//! assert_eq!(request.url, "http://localhost:11434/v1/chat/completions");
//!
//! let mut decoder = provider.decoder();
//! let mut reply = Reply::default();
//! reply.add(decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"Ha"));
//! reply.add(decoder.push(b"noi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"));
//! reply.add(decoder.finish());
//! assert_eq!(reply.judge().unwrap().text, "Hanoi");
//! ```

mod address;
mod decoder;
mod failure;
mod http_date;
mod provider;
mod refusal;
mod reply;
mod retry;
mod secret;
mod sse;
mod usage;
mod wire;

pub use address::AddressProblem;
pub use decoder::{Decoder, Event, StopReason};
pub use failure::{Failure, FailureKind};
pub use provider::{Ask, Header, HeaderValue, HttpRequest, Provider};
pub use reply::{Answer, Reply};
pub use retry::{RetryPolicy, retry_after};
pub use secret::{KeyProblem, Secret};
pub use usage::{Cost, Usage};
pub use wire::Api;
