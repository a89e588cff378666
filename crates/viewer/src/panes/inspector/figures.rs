//! How the tabs show figures: pairs of name and value, and whole numbers from JavaScript's.

use yew::prelude::*;

/// Pairs of name and value; those without a value are left out.
pub fn pairs(pairs: impl IntoIterator<Item = (&'static str, Option<Html>)>) -> Html {
    let shown = pairs
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    html! {
        <dl class="pairs">
            { for shown.map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }
        </dl>
    }
}

/// A heading over a part of a tab.
pub fn heading(text: &'static str) -> Html {
    html! { <h2 class="tab-heading">{ text }</h2> }
}

/// A number of JavaScript's as a count; what is none counts as nothing.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and figures are counts"
)]
pub fn whole(number: f64) -> usize {
    number.round() as usize
}
