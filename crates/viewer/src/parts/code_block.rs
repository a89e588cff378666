//! A block of code inside prose: its language, a button that copies it, the code in its own scroll box.

use yew::prelude::*;

use super::code::{self, Language};
use super::copy_button::CopyButton;
use super::visible_controls::{self, Strictness};
use crate::words::conversation::ConversationWords;

/// What a block of code is made of.
#[derive(Properties, PartialEq)]
pub struct CodeBlockProps {
    /// The code.
    pub code: AttrValue,
    /// Its language, for colours.
    pub language: Language,
    /// What its fence calls it; may be empty.
    pub name: AttrValue,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// A block of code.
#[component]
pub fn CodeBlock(props: &CodeBlockProps) -> Html {
    let code = AttrValue::from(
        props
            .code
            .strip_suffix('\n')
            .unwrap_or(&props.code)
            .to_owned(),
    );
    let shown = use_memo((code.clone(), props.language), |(code, language)| {
        code::styled(code, *language).shown(0..code.len())
    });
    let copied = code.clone();
    let words = props.words;
    html! {
        <div class="code-block">
            <div class="code-head">
                <span>{ visible_controls::shown(&props.name, Strictness::Code) }</span>
                <CopyButton label={words.copy_code} done={words.copied} text={Callback::from(move |()| copied.to_string())} />
            </div>
            <pre class="text-box" dir="ltr" tabindex="0"><code>{ (*shown).clone() }</code></pre>
        </div>
    }
}
