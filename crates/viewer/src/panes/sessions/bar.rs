//! Search, order and switches of the list of sessions.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::state::{Action, Dispatch, Listing, SessionSort};
use crate::words::Words;

/// What the bar is made of.
#[derive(Properties, PartialEq)]
pub(super) struct SessionsBarProps {
    /// How the sessions are searched and sorted.
    pub(super) listing: Listing,
    /// How many are shown.
    pub(super) shown: usize,
    /// Of how many.
    pub(super) all: usize,
    /// Puts the focus on the first session that is shown.
    pub(super) enter: Callback<()>,
    /// The one door to every change.
    pub(super) dispatch: Dispatch,
    /// The words of the reader's language.
    pub(super) words: &'static Words,
}

/// Search, order and switches of the list of sessions.
#[component]
pub(super) fn SessionsBar(props: &SessionsBarProps) -> Html {
    let words = &props.words.sessions;
    let change = |to: fn(&mut Listing, Event)| {
        let (listing, dispatch) = (props.listing.clone(), props.dispatch.clone());
        Callback::from(move |event: Event| {
            let mut listing = listing.clone();
            to(&mut listing, event);
            dispatch.emit(Action::ListSessions(listing));
        })
    };
    let search = {
        let (listing, dispatch) = (props.listing.clone(), props.dispatch.clone());
        Callback::from(move |query: AttrValue| {
            let listing = listing.clone();
            dispatch.emit(Action::ListSessions(Listing { query, ..listing }));
        })
    };
    let oninput = {
        let search = search.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                search.emit(field.value().into());
            }
        })
    };
    let onkeydown = {
        let (enter, is_empty) = (props.enter.clone(), props.listing.query.is_empty());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" if !is_empty => {
                event.prevent_default();
                event.stop_propagation();
                search.emit(AttrValue::default());
            }
            "ArrowDown" | "Enter" if !event.is_composing() => {
                event.prevent_default();
                event.stop_propagation();
                enter.emit(());
            }
            _ => {}
        })
    };
    let sort = change(|listing, event| {
        let value = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlSelectElement>().ok())
            .map(|select| select.value());
        let chosen = SessionSort::ALL
            .into_iter()
            .find(|sort| Some(sort.as_str()) == value.as_deref());
        listing.sort = chosen.unwrap_or_default();
    });
    html! {
        <div class="sessions-bar">
            <div class="tree-search">
                <input
                    type="search"
                    aria-label={words.search}
                    placeholder={words.search}
                    title={words.search_hint}
                    autocomplete="off"
                    spellcheck="false"
                    enterkeyhint="search"
                    value={props.listing.query.clone()}
                    {oninput}
                    {onkeydown}
                />
            </div>
            <select aria-label={words.sort} onchange={sort}>
                { for SessionSort::ALL.into_iter().zip(words.sorts).map(|(sort, name)| html! {
                    <option key={sort.as_str()} value={sort.as_str()} selected={sort == props.listing.sort}>{ name }</option>
                }) }
            </select>
            <label>
                <input type="checkbox" checked={props.listing.only_named} onchange={change(|listing, _| listing.only_named = !listing.only_named)} />
                <span>{ words.only_named }</span>
            </label>
            <label>
                <input type="checkbox" checked={props.listing.show_paths} onchange={change(|listing, _| listing.show_paths = !listing.show_paths)} />
                <span>{ words.show_paths }</span>
            </label>
            <span class="sessions-shown" role="status">{ (words.shown)(props.shown, props.all) }</span>
        </div>
    }
}
