//! What can go wrong on the way to a summary, and how that is said. Telling one from the other by a
//! server's answer belongs in `refusal`.

use std::fmt;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// No key, or one that the provider does not take.
    WrongKey,
    /// The key is good, but not for this.
    NotAllowed,
    /// The account is out of money or quota: waiting changes nothing.
    NoCredit,
    /// The provider has no such model, or none at this address.
    UnknownModel,
    /// More text than the model takes.
    ContextTooLong,
    /// Too many requests; later it may work.
    RateLimit,
    /// Too much to do at the provider; later it may work.
    Overloaded,
    /// Something broke at the provider.
    Server,
    /// The provider does not want to answer this content.
    Refused,
    /// The provider cannot make sense of the request.
    BadRequest,
    /// Nothing answers at the address. Only who sends can tell.
    Unreachable,
    /// Something answers, but not to web pages. Only who sends can tell.
    CrossOrigin,
    /// No answer in time. Only who sends can tell.
    TimedOut,
    /// The person stopped it. Only who sends can tell.
    Cancelled,
    /// The connection broke. Only who sends can tell.
    Dropped,
    /// The answer ended before the model did.
    Truncated,
    /// The answer is none that this provider gives.
    Unreadable,
    /// The model stopped at the limit of its answer.
    Length,
    /// The model called a tool, which it was not given.
    ToolCall,
    /// The model stopped for a reason that is not known here.
    UnknownStop,
    /// The model said nothing.
    Empty,
}

impl FailureKind {
    /// Whether the same request may succeed later.
    pub fn passes(self) -> bool {
        matches!(
            self,
            Self::RateLimit
                | Self::Overloaded
                | Self::Server
                | Self::Dropped
                | Self::TimedOut
                | Self::Truncated
        )
    }
}

/// Something that went wrong: nothing of the answer may be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it was.
    pub kind: FailureKind,
    /// The status of the server's answer, where that was the problem.
    pub status: Option<u16>,
    /// The server's own words, without the key.
    pub detail: Option<String>,
}

impl Failure {
    /// A failure of which nothing more is known.
    pub fn new(kind: FailureKind) -> Self {
        Self {
            kind,
            status: None,
            detail: None,
        }
    }

    pub(crate) fn with_detail(kind: FailureKind, detail: &str) -> Self {
        Self {
            detail: Some(detail.to_owned()),
            ..Self::new(kind)
        }
    }

    /// What happened and what to do, in plain English, about the server at `origin`.
    ///
    /// ```
    /// # use pi_providers::{Failure, FailureKind};
    /// let failure = Failure::new(FailureKind::CrossOrigin);
    /// assert!(failure.sentence("http://localhost:11434").starts_with(
    ///     "The server at http://localhost:11434 does not allow web pages to call it."
    /// ));
    /// ```
    pub fn sentence(&self, origin: &str) -> String {
        let mut sentence = match self.kind {
            FailureKind::WrongKey => format!("{origin} does not accept this key. Check that it is whole, still valid, and from this provider."),
            FailureKind::NotAllowed => format!("{origin} does not allow this key to do that. Check what the key and its account may use."),
            FailureKind::NoCredit => format!("The account at {origin} has no credit or quota left. Top it up, or choose another provider."),
            FailureKind::UnknownModel => format!("{origin} does not know this model, or not at this address. Check the model's name and the base URL."),
            FailureKind::ContextTooLong => "This is more text than the model takes. Set a smaller context window, or choose a model with a larger one.".to_owned(),
            FailureKind::RateLimit => format!("{origin} has had too many requests. Wait a while, then try again."),
            FailureKind::Overloaded => format!("{origin} is overloaded. Try again in a few minutes."),
            FailureKind::Server => format!("Something broke at {origin}. Try again later."),
            FailureKind::Refused => "The provider refused to answer, because of what the text is about. Another provider or model may not.".to_owned(),
            FailureKind::BadRequest => format!("{origin} could not make sense of the request. Check that the provider chosen is the one at this base URL."),
            FailureKind::Unreachable => format!("Nothing answers at {origin}. Check the base URL, that the server runs, and the network."),
            FailureKind::CrossOrigin => format!("The server at {origin} does not allow web pages to call it. For a server of your own, allow this page's address there."),
            FailureKind::TimedOut => format!("{origin} did not answer in time. Try again."),
            FailureKind::Cancelled => "The request was cancelled.".to_owned(),
            FailureKind::Dropped => format!("The connection to {origin} broke. Check the network, then try again."),
            FailureKind::Truncated => format!("The answer from {origin} broke off before its end. Try again."),
            FailureKind::Unreadable => format!("{origin} answered something else than this provider does. Check the provider and the base URL."),
            FailureKind::Length => "The model came to the limit of its answer before it was done. Allow a longer answer.".to_owned(),
            FailureKind::ToolCall => "The model called a tool instead of answering. Try again, or choose another model.".to_owned(),
            FailureKind::UnknownStop => "The model stopped for a reason that is not known here. Try again.".to_owned(),
            FailureKind::Empty => "The model answered nothing. Try again, or choose another model.".to_owned(),
        };
        if let Some(detail) = &self.detail {
            sentence.push_str(" It said: ");
            sentence.push_str(detail);
        }
        sentence
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence("The provider"))
    }
}

impl std::error::Error for Failure {}
