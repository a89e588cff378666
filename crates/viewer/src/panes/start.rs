//! The start page: what this is and every way to open a file.

use yew::prelude::*;

use super::intake::{OpenButton, Pick};
use crate::intake;
use crate::parts::icon::{Glyph, Icon};
use crate::parts::visible_controls::{Strictness, visible};
use crate::state::{Dispatch, Place, Remote};
use crate::words::Words;
use crate::words::shell::ShellWords;

/// What the start page is made of.
#[derive(Properties, PartialEq)]
pub struct StartPageProps {
    /// The place that the address names, while its session is not open.
    pub awaited: Option<Place>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The start page.
#[component]
pub fn StartPage(props: &StartPageProps) -> Html {
    let words = &props.words.shell;
    let paste = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| intake::paste(dispatch.clone(), words))
    };
    let sample = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| intake::open_sample(dispatch.clone(), words))
    };
    html! {
        <div class="start">
            <div class="start-column">
                if let Some(place) = &props.awaited {
                    <section class="awaited" aria-label={words.awaiting_title}>
                        <h2>{ words.awaiting_title }</h2>
                        <p dir="auto">{ visible(&what_to_open(place, words), Strictness::Code).into_owned() }</p>
                    </section>
                }
                <Glyph icon={Icon::Mark} class="start-mark" />
                <h1>{ words.product }</h1>
                <p class="tagline">{ words.tagline }</p>
                <p class="privacy">{ words.privacy }</p>
                <div class="ways" role="group" aria-label={words.ways_to_open}>
                    <OpenButton pick={Pick::Files} class="primary" dispatch={props.dispatch.clone()} words={props.words} />
                    <OpenButton pick={Pick::Folder} dispatch={props.dispatch.clone()} words={props.words} />
                    <button type="button" onclick={paste}><Glyph icon={Icon::Clipboard} />{ words.paste }</button>
                    <button type="button" onclick={sample}><Glyph icon={Icon::Sample} />{ words.try_sample }</button>
                </div>
                <p class="hint">{ words.drop_hint }<br />{ words.where_sessions_are }</p>
            </div>
        </div>
    }
}

fn what_to_open(place: &Place, words: &ShellWords) -> String {
    match (&place.session, &place.remote) {
        (Some(id), _) => (words.awaiting_session)(id),
        (None, Some(Remote::Gist(id))) => (words.awaiting_gist)(id),
        (None, Some(Remote::Url(url))) => (words.awaiting_url)(url),
        (None, None) => words.awaiting_entry.to_owned(),
    }
}
