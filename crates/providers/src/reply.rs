//! A reply in the making, and whether it may be kept.

use crate::{Event, Failure, FailureKind, StopReason, Usage};

/// What has come of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The text so far.
    pub text: String,
    /// What was used, as far as the provider has said.
    pub usage: Option<Usage>,
    stop: Option<StopReason>,
    tool_call: bool,
    failure: Option<Failure>,
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What the model said.
    pub text: String,
    /// What was used; `None` where the provider does not say.
    pub usage: Option<Usage>,
}

impl Reply {
    /// Takes what the decoder made of some bytes.
    pub fn add(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            match event {
                Event::Text(text) => self.text.push_str(&text),
                Event::Usage(usage) => self.usage = Some(usage),
                Event::ToolCall => self.tool_call = true,
                Event::Failed(failure) => {
                    self.failure.get_or_insert(failure);
                }
                // A refusal is followed by an end like any other.
                Event::Stop(_) if self.stop == Some(StopReason::Refused) => {}
                Event::Stop(reason) => self.stop = Some(reason),
            }
        }
    }

    /// The answer, if it is one: it came to its own end, says something, calls no tool, and nothing
    /// went wrong.
    ///
    /// # Errors
    ///
    /// For anything else, of which nothing may be kept.
    pub fn judge(self) -> Result<Answer, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let kind = match self.stop {
            None => FailureKind::Truncated,
            Some(StopReason::Length) => FailureKind::Length,
            Some(StopReason::Refused) => FailureKind::Refused,
            Some(StopReason::ToolCall) => FailureKind::ToolCall,
            Some(StopReason::Other(reason)) => {
                return Err(Failure::with_detail(FailureKind::UnknownStop, &reason));
            }
            Some(StopReason::End) if self.tool_call => FailureKind::ToolCall,
            Some(StopReason::End) if self.text.trim().is_empty() => FailureKind::Empty,
            Some(StopReason::End) => {
                return Ok(Answer {
                    text: self.text,
                    usage: self.usage,
                });
            }
        };
        Err(Failure::new(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(events: &[Event]) -> Result<String, FailureKind> {
        let mut reply = Reply::default();
        reply.add(events.iter().cloned());
        reply
            .judge()
            .map(|answer| answer.text)
            .map_err(|failure| failure.kind)
    }

    #[test]
    fn only_a_whole_answer_is_kept() {
        let text = || Event::Text("Hi".to_owned());
        let stop = |reason| Event::Stop(reason);
        assert_eq!(
            judged(&[text(), text(), stop(StopReason::End)]),
            Ok("HiHi".to_owned())
        );
        for (events, expected) in [
            (vec![], FailureKind::Truncated),
            (vec![text()], FailureKind::Truncated),
            (vec![text(), stop(StopReason::Length)], FailureKind::Length),
            (
                vec![text(), stop(StopReason::ToolCall)],
                FailureKind::ToolCall,
            ),
            (
                vec![text(), Event::ToolCall, stop(StopReason::End)],
                FailureKind::ToolCall,
            ),
            (
                vec![text(), stop(StopReason::Refused), stop(StopReason::End)],
                FailureKind::Refused,
            ),
            (
                vec![text(), stop(StopReason::Other("pause".to_owned()))],
                FailureKind::UnknownStop,
            ),
            (vec![stop(StopReason::End)], FailureKind::Empty),
            (
                vec![Event::Text(" \n".to_owned()), stop(StopReason::End)],
                FailureKind::Empty,
            ),
            (
                vec![
                    text(),
                    Event::Failed(Failure::new(FailureKind::Overloaded)),
                    stop(StopReason::End),
                ],
                FailureKind::Overloaded,
            ),
        ] {
            assert_eq!(judged(&events), Err(expected), "{events:?}");
        }
    }
}
