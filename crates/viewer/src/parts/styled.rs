//! Text of which some stretches have a class, and the nodes for any part of it. Where the classes
//! come from is `ansi`'s and `code`'s.

use std::borrow::Cow;
use std::ops::Range;

use yew::prelude::*;

use super::visible_controls::{self, Strictness};

/// Text and the classes of its stretches, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Styled {
    /// The text.
    pub text: AttrValue,
    /// Stretches that have a class; none overlaps another.
    pub spans: Vec<(Range<usize>, Cow<'static, str>)>,
}

impl Styled {
    /// Text without any class.
    pub fn plain(text: AttrValue) -> Self {
        Self {
            text,
            spans: Vec::new(),
        }
    }

    /// A part of the text as nodes for a `pre`. Its ends must be character boundaries.
    pub fn shown(&self, part: Range<usize>) -> Html {
        let shown = |range: Range<usize>| {
            visible_controls::shown(self.text.get(range).unwrap_or_default(), Strictness::Code)
        };
        let first = self
            .spans
            .partition_point(|(range, _)| range.end <= part.start);
        let mut nodes = Vec::new();
        let mut at = part.start;
        for (range, class) in &self.spans[first..] {
            let (start, end) = (range.start.max(part.start), range.end.min(part.end));
            if start >= part.end {
                break;
            }
            if at < start {
                nodes.push(shown(at..start));
            }
            nodes.push(html! { <span class={class.clone()}>{ shown(start..end) }</span> });
            at = end;
        }
        if at < part.end {
            nodes.push(shown(at..part.end));
        }
        nodes.into_iter().collect()
    }
}
