//! The JSON of an entry, laid out over lines.

use pi_session::{EntryIndex, Session};
use yew::prelude::*;

use crate::parts::code::{self, Language};
use crate::parts::json::pretty;
use crate::words::conversation::ConversationWords;

/// Bytes of JSON that are laid out.
const MOST: usize = 200_000;

/// What it is made of.
#[derive(Properties, PartialEq)]
pub struct RawJsonProps {
    /// The session.
    pub session: Session,
    /// The entry.
    pub entry: EntryIndex,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// The JSON of an entry.
#[component]
pub fn RawJson(props: &RawJsonProps) -> Html {
    let words = props.words;
    let shown = use_memo((props.session.clone(), props.entry), |(session, entry)| {
        let entry = session.entry(*entry);
        let json = entry.json();
        let laid_out = pretty(&json, MOST);
        let styled = code::styled(&laid_out.text.into(), Language::Json);
        let cut = laid_out.is_cut.then(|| json.len());
        (styled.shown(0..styled.text.len()), cut)
    });
    let (json, cut) = &*shown;
    html! {
        <div class="raw-json">
            <pre class="text-box is-whole" dir="ltr" tabindex="0" aria-label={words.raw_json} role="group"><code>{ json.clone() }</code></pre>
            { for cut.map(|of| html! { <p class="remark">{ (words.json_cut)(of) }</p> }) }
        </div>
    }
}
