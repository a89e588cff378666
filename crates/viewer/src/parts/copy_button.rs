//! A button that puts a text on the clipboard and says that it did.

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::clipboard;
use super::icon::{Glyph, Icon};
use super::visible_controls::{self, Strictness};

/// What a copy button is made of.
#[derive(Properties, PartialEq)]
pub struct CopyButtonProps {
    /// Its name.
    pub label: &'static str,
    /// What stands for the name where there is no room for words.
    #[prop_or(Icon::Copy)]
    pub icon: Icon,
    /// What it says once the text is on the clipboard.
    pub done: &'static str,
    /// Makes the text, when it is asked for.
    pub text: Callback<(), String>,
}

/// A button that copies. Characters that act unseen arrive on the clipboard as glyphs.
#[component]
pub fn CopyButton(props: &CopyButtonProps) -> Html {
    let is_done = use_state(|| false);
    // The timer goes with the component: a button that is gone changes nothing any more.
    let timer = use_mut_ref(|| None::<Timeout>);
    let onclick = {
        let (is_done, text) = (is_done.clone(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let text = visible_controls::visible(&text.emit(()), Strictness::Prose).into_owned();
            let (is_done, timer) = (is_done.clone(), timer.clone());
            spawn_local(async move {
                if clipboard::write(&text).await {
                    is_done.set(true);
                    let reset = Timeout::new(1_600, move || is_done.set(false));
                    *timer.borrow_mut() = Some(reset);
                }
            });
        })
    };
    // What is seen is part of what is heard, also while it says that it is done.
    let name = if *is_done { props.done } else { props.label };
    html! {
        <>
            <button type="button" class={classes!("quiet", is_done.then_some("is-done"))} aria-label={name} {onclick}>
                <Glyph icon={props.icon} />
                <span class="words">{ name }</span>
            </button>
            <span class="heard" aria-live="polite">{ is_done.then_some(props.done) }</span>
        </>
    }
}
