//! A difference, line by line: cut when it is long, the whole in its own scroll box, piece by piece.

use std::rc::Rc;

use yew::prelude::*;

use super::diff::{Change, Line};
use super::disclosure::{Place, Remembered, use_disclosure};
use super::visible_controls::{self, Strictness};
use crate::words::conversation::ConversationWords;

/// Lines that stand open.
const FIRST: usize = 30;

/// Lines that one press of a button brings into the page.
const PIECE: usize = 2_000;

/// What a difference is made of.
#[derive(Properties)]
pub struct DiffViewProps {
    /// The lines.
    pub lines: Rc<Vec<Line>>,
    /// Which one this is.
    pub place: Place,
    /// Where choices are kept.
    pub remembered: Remembered,
    /// Whether the whole shows until the reader says otherwise.
    pub default_open: bool,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

impl PartialEq for DiffViewProps {
    fn eq(&self, other: &Self) -> bool {
        (Rc::ptr_eq(&self.lines, &other.lines) || self.lines == other.lines)
            && self.place == other.place
            && self.remembered == other.remembered
            && self.default_open == other.default_open
            && self.words == other.words
    }
}

/// A difference.
#[component]
pub fn DiffView(props: &DiffViewProps) -> Html {
    let (is_open, toggle) = use_disclosure(&props.remembered, props.place, props.default_open);
    let pieces = use_state(|| 1usize);
    let (lines, words) = (&props.lines, props.words);
    if lines.is_empty() {
        return html! { <p class="remark">{ words.empty }</p> };
    }
    let is_cut = lines.len() > FIRST + 3;
    let end = match (is_cut, is_open) {
        (false, _) => lines.len(),
        (true, false) => FIRST,
        (true, true) => lines.len().min(*pieces * PIECE),
    };
    let more = {
        let pieces = pieces.clone();
        Callback::from(move |_: MouseEvent| pieces.set(*pieces + 1))
    };
    let onclick = toggle.reform(|_: MouseEvent| ());
    html! {
        <>
            <pre class={classes!("text-box", "diff", (is_cut && is_open).then_some("is-whole"))} dir="ltr" tabindex="0">
                <code>{ for lines[..end].iter().map(|shown| line(shown, words)) }</code>
            </pre>
            if is_open && end < lines.len() {
                <button type="button" class="more" onclick={more}>{ (words.show_all_lines)(lines.len()) }</button>
            }
            if is_cut {
                <button type="button" class="more" aria-expanded={is_open.to_string()} {onclick}>
                    { if is_open { words.show_less.to_owned() } else { (words.show_all_lines)(lines.len()) } }
                </button>
            }
        </>
    }
}

fn line(line: &Line, words: &'static ConversationWords) -> Html {
    let (class, sign) = match line.change {
        Change::Kept => ("diff-line", " "),
        Change::Added => ("diff-line is-added", "+"),
        Change::Removed => ("diff-line is-removed", "−"),
        Change::Gap => {
            return html! { <span class="diff-line is-gap" role="img" aria-label={words.lines_skipped}>{ "⋯" }</span> };
        }
    };
    let number = line
        .number
        .map(|number| number.to_string())
        .unwrap_or_default();
    html! {
        <span {class}>
            <span class="diff-number">{ number }</span>
            <span class="diff-sign">{ sign }</span>
            <span class="diff-text">{ visible_controls::shown(&line.text, Strictness::Code) }{ "\n" }</span>
        </span>
    }
}
