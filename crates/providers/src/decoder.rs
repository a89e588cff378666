//! A provider's stream: bytes in, cut anywhere; events out, the same wherever they were cut.

use pi_session::json::Raw;

use crate::sse::{Events, TooLong};
use crate::{Api, Failure, FailureKind, Secret, Usage, refusal};

/// What a stream says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// More text of the answer.
    Text(String),
    /// What was used so far; the last one counts.
    Usage(Usage),
    /// The model calls a tool.
    ToolCall,
    /// The model stopped. Usage may still follow.
    Stop(StopReason),
    /// Something went wrong. Nothing follows.
    Failed(Failure),
}

/// Why a model stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It was done.
    End,
    /// The answer, or the context with it, grew as long as it may.
    Length,
    /// It waits for a tool.
    ToolCall,
    /// It, or the provider, does not want to answer.
    Refused,
    /// Something else, in the provider's word.
    Other(String),
}

/// Reads the stream of one answer; made by [`Provider::decoder`](crate::Provider::decoder).
#[derive(Clone, Debug)]
pub struct Decoder {
    api: Api,
    key: Option<Secret>,
    events: Events,
    /// The first byte that is no white space, to tell a stream from something else.
    first: Option<u8>,
    /// All bytes, where they are no stream but an object: an error that came with a good status.
    body: Vec<u8>,
    usage: Usage,
    stopped: bool,
    failed: bool,
}

/// An error in place of a stream is short.
const LONGEST_BODY: usize = 1 << 20;

impl Decoder {
    pub(crate) fn new(api: Api, key: Option<Secret>) -> Self {
        Self {
            api,
            key,
            events: Events::default(),
            first: None,
            body: Vec::new(),
            usage: Usage::default(),
            stopped: false,
            failed: false,
        }
    }

    /// Takes the next bytes and gives what they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut out = Vec::new();
        if self.failed {
            return out;
        }
        if self.first.is_none() {
            self.first = bytes
                .iter()
                .copied()
                .find(|byte| !byte.is_ascii_whitespace());
        }
        if matches!(self.first, Some(b'{' | b'[' | b'<')) {
            let room = LONGEST_BODY.saturating_sub(self.body.len());
            self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            return out;
        }
        let mut events = std::mem::take(&mut self.events);
        let outcome = events.push(bytes, |data| {
            self.take(data, &mut out);
            !self.failed
        });
        self.events = events;
        if outcome == Err(TooLong) {
            self.fail(Failure::new(FailureKind::Unreadable), &mut out);
        }
        out
    }

    /// Says that no bytes follow, and gives what is left to say: that the answer was cut off, if it was.
    pub fn finish(&mut self) -> Vec<Event> {
        let mut out = Vec::new();
        if !self.failed
            && let Ok(Some(data)) = self.events.rest()
            && (data == DONE || Raw::parse(&data).is_some())
        {
            self.take(&data, &mut out);
        }
        if !self.failed && !self.stopped {
            let failure = self.without_stop();
            self.fail(failure, &mut out);
        }
        // Nothing follows.
        self.failed = true;
        out
    }

    fn without_stop(&self) -> Failure {
        let error = Raw::parse(&self.body)
            .map(|body| body.items().next().unwrap_or(body))
            .and_then(|body| body.get("error"))
            .filter(|error| error.truthy());
        match error {
            Some(error) => refusal::of_event(error, self.key.as_ref()),
            None if self.body.is_empty() => Failure::new(FailureKind::Truncated),
            None => Failure::new(FailureKind::Unreadable),
        }
    }

    fn take(&mut self, data: &[u8], out: &mut Vec<Event>) {
        if data == DONE {
            return;
        }
        let Some(event) = Raw::parse(data) else {
            return self.fail(Failure::new(FailureKind::Unreadable), out);
        };
        let before = (self.usage, out.len());
        let error = self.api.read(event, &mut self.usage, out);
        let stopped = |event: &Event| matches!(event, Event::Stop(_));
        self.stopped |= out[before.1..].iter().any(stopped);
        if self.usage != before.0 {
            out.push(Event::Usage(self.usage));
        }
        if let Some(error) = error {
            self.fail(refusal::of_event(error, self.key.as_ref()), out);
        }
    }

    fn fail(&mut self, failure: Failure, out: &mut Vec<Event>) {
        self.failed = true;
        out.push(Event::Failed(failure));
    }
}

/// What ends a stream of `OpenAI`'s kind. It says nothing that a reason to stop has not said.
const DONE: &[u8] = b"[DONE]";
