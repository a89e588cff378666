//! The five filters of the tree.

use pi_session::Filter;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::state::{Action, Dispatch};
use crate::words::Words;

/// What the filters are made of.
#[derive(Properties, PartialEq)]
pub struct FilterBarProps {
    /// The filter in use.
    pub filter: Filter,
    /// How many rows each filter leaves, in the order of `Filter::ALL_MODES`.
    pub counts: [usize; 5],
    /// Where changes go.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The five filters of the tree: radios of the browser's own, so that keys do what they do elsewhere.
#[component]
pub fn FilterBar(props: &FilterBarProps) -> Html {
    let words = &props.words.tree;
    let onchange = use_callback(props.dispatch.clone(), |event: Event, dispatch| {
        let radio = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(filter) = radio.and_then(|radio| Filter::from_name(&radio.value())) {
            dispatch.emit(Action::SetFilter(filter));
        }
    });
    let radio = |(at, filter): (usize, Filter)| {
        let name = filter.as_str();
        html! {
            <label key={name} class="tree-filter">
                <input
                    type="radio"
                    name="tree-filter"
                    value={name}
                    checked={filter == props.filter}
                    aria-labelledby={format!("tree-filter-{name}")}
                    aria-describedby={format!("tree-count-{name}")}
                />
                <span id={format!("tree-filter-{name}")}>{ words.filters[at] }</span>
                <span id={format!("tree-count-{name}")} class="tree-count">{ (words.number)(props.counts[at]) }</span>
            </label>
        }
    };
    html! {
        <div class="tree-filters" role="radiogroup" aria-label={words.filter} {onchange}>
            { for Filter::ALL_MODES.into_iter().enumerate().map(radio) }
        </div>
    }
}
