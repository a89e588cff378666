//! Long text: a first look with "Show all", and the whole in a box of its own that scrolls. The whole
//! comes in pieces, so that no text, however long, holds the page up.

use std::rc::Rc;

use yew::prelude::*;

use super::code::{self, Language};
use super::cut::{self, Keep, Limits};
use super::disclosure::{Place, Remembered, use_disclosure};
use super::styled::Styled;
use super::{ansi, markdown};
use crate::words::conversation::ConversationWords;

/// Bytes that one press of a button brings into the page.
const PIECE: usize = 200_000;

/// What a text is, and so how it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Code of a language, or plain text.
    Code(Language),
    /// What a terminal printed.
    Terminal,
}

/// A text that may have been too long to be kept whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kept {
    /// What is at hand.
    pub text: AttrValue,
    /// Bytes that are not.
    pub left_out: usize,
}

impl Kept {
    /// Bytes of one text that are kept for showing.
    pub const MOST: usize = 2_000_000;

    /// Keeps the start or the end of a text, whole unless it is very long.
    pub fn of(text: &str, keep: Keep) -> Self {
        let range = cut::excerpt(
            text,
            Limits {
                lines: usize::MAX - 8,
                bytes: Self::MOST,
            },
            keep,
        );
        Self {
            left_out: text.len() - range.len(),
            text: AttrValue::from(Rc::<str>::from(&text[range])),
        }
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// What a long text is made of.
#[derive(Properties, PartialEq)]
pub struct LongTextProps {
    /// The text.
    pub text: Kept,
    /// How it is drawn.
    pub form: Form,
    /// Which end stands open.
    #[prop_or_default]
    pub keep: Keep,
    /// How much stands open.
    #[prop_or(Limits { lines: 12, bytes: 4_000 })]
    pub limits: Limits,
    /// Which one this is.
    pub place: Place,
    /// Where choices are kept.
    pub remembered: Remembered,
    /// Whether the whole shows until the reader says otherwise.
    #[prop_or_default]
    pub default_open: bool,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// Text in monospace, cut when it is long.
#[component]
pub fn LongText(props: &LongTextProps) -> Html {
    let styled = use_memo(
        (props.text.clone(), props.form),
        |(kept, form)| match form {
            Form::Code(language) => code::styled(&kept.text, *language),
            Form::Terminal => ansi::styled(&kept.text),
        },
    );
    let (is_open, toggle) = use_disclosure(&props.remembered, props.place, props.default_open);
    let excerpt = cut::excerpt(&styled.text, props.limits, props.keep);
    let is_cut = excerpt.len() < styled.text.len() || props.text.left_out > 0;
    let words = props.words;
    if !is_cut {
        return html! { <pre class="text-box" dir="ltr" tabindex="0"><code>{ styled.shown(excerpt) }</code></pre> };
    }
    let onclick = toggle.reform(|_: MouseEvent| ());
    if is_open {
        return html! {
            <>
                <Whole {styled} left_out={props.text.left_out} {words} />
                <button type="button" class="more" aria-expanded="true" {onclick}>{ words.show_less }</button>
            </>
        };
    }
    let above = props.keep == Keep::End && excerpt.start > 0;
    let button = html! {
        <button type="button" class="more" aria-expanded="false" {onclick}>{ show_all(&styled.text, props.text.left_out, words) }</button>
    };
    html! {
        <>
            if above { { button.clone() } }
            <pre class={classes!("text-box", "is-cut")} dir="ltr" tabindex="0"><code>{ styled.shown(excerpt) }</code></pre>
            if !above { { button } }
        </>
    }
}

/// "Show all (1,534 lines)"; a text of few lines is counted in characters.
pub fn show_all(text: &str, left_out: usize, words: &'static ConversationWords) -> String {
    let lines = cut::line_count(text);
    if left_out > 0 {
        (words.show_all_bytes)(text.len() + left_out)
    } else if lines > 3 {
        (words.show_all_lines)(lines)
    } else {
        (words.show_all_characters)(text.chars().count())
    }
}

#[derive(Properties, PartialEq)]
struct WholeProps {
    styled: Rc<Styled>,
    left_out: usize,
    words: &'static ConversationWords,
}

/// The whole of a text, piece by piece, in its own scroll box.
#[component]
fn Whole(props: &WholeProps) -> Html {
    let pieces = use_state(|| 1usize);
    let text = &props.styled.text;
    let end = cut::floor_grapheme(text, *pieces * PIECE);
    let onclick = {
        let pieces = pieces.clone();
        Callback::from(move |_: MouseEvent| pieces.set(*pieces + 1))
    };
    let words = props.words;
    html! {
        <>
            <pre class="text-box is-whole" dir="ltr" tabindex="0"><code>{ props.styled.shown(0..end) }</code></pre>
            if end < text.len() {
                <button type="button" class="more" {onclick}>{ (words.show_more)(end, text.len() + props.left_out) }</button>
            } else if props.left_out > 0 {
                <p class="remark">{ (words.left_out)(props.left_out) }</p>
            }
        </>
    }
}

/// What a long piece of markdown is made of.
#[derive(Properties, PartialEq)]
pub struct LongMarkdownProps {
    /// The source.
    pub text: Kept,
    /// How much stands open.
    #[prop_or(Limits { lines: 300, bytes: 24_000 })]
    pub limits: Limits,
    /// Which one this is.
    pub place: Place,
    /// Where choices are kept.
    pub remembered: Remembered,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// Markdown, cut when it is long. What would take too long to lay out is shown as its source.
#[component]
pub fn LongMarkdown(props: &LongMarkdownProps) -> Html {
    let (is_open, toggle) = use_disclosure(&props.remembered, props.place, false);
    let (text, words) = (&props.text.text, props.words);
    let excerpt = cut::excerpt(text, props.limits, Keep::Start);
    let is_cut = excerpt.len() < text.len() || props.text.left_out > 0;
    if !is_cut {
        return html! { <Markdown source={text.clone()} {words} /> };
    }
    let onclick = toggle.reform(|_: MouseEvent| ());
    let shown = if !is_open {
        html! { <Markdown source={AttrValue::from(text[excerpt].to_owned())} {words} /> }
    } else if text.len() <= PIECE && props.text.left_out == 0 {
        html! { <Markdown source={text.clone()} {words} /> }
    } else {
        html! { <Whole styled={Rc::new(Styled::plain(text.clone()))} left_out={props.text.left_out} {words} /> }
    };
    html! {
        <>
            { shown }
            <button type="button" class="more" aria-expanded={is_open.to_string()} {onclick}>
                if is_open { { words.show_less } } else { { show_all(text, props.text.left_out, words) } }
            </button>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct MarkdownProps {
    source: AttrValue,
    words: &'static ConversationWords,
}

/// Rendered markdown, read again only when it changes.
#[component]
fn Markdown(props: &MarkdownProps) -> Html {
    let words = props.words;
    let shown = use_memo(props.source.clone(), |source| {
        markdown::shown(source, words)
    });
    (*shown).clone()
}
