//! Brings into sight a tool result that a reader went to: the feed goes to the article of its call,
//! which may be taller than the view.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// By then the feed has drawn and measured what it went to.
const SETTLED: u32 = 120;

/// Pixels that stay free above the result: what called it stays in sight.
const MARGIN: f64 = 96.0;

/// Scrolls to the result with this id within the pane, unless it is in sight. Nothing happens once the
/// answer is dropped.
pub fn result(pane: HtmlElement, id: String) -> Timeout {
    Timeout::new(SETTLED, move || {
        let Some((scroller, result)) = find(&pane, &id) else {
            return;
        };
        let (view, place) = (
            scroller.get_bounding_client_rect(),
            result.get_bounding_client_rect(),
        );
        let is_in_sight =
            place.top() >= view.top() && place.bottom().min(place.top() + MARGIN) <= view.bottom();
        if !is_in_sight {
            scroller.scroll_by_with_x_and_y(0.0, place.top() - view.top() - MARGIN);
        }
    })
}

/// An id can hold anything: it is compared, never put into a selector.
fn find(pane: &HtmlElement, id: &str) -> Option<(Element, Element)> {
    let scroller = pane.query_selector("[role=feed]").ok()??;
    let results = pane.query_selector_all(".tool-result").ok()?;
    let result = (0..results.length())
        .filter_map(|at| results.get(at)?.dyn_into::<Element>().ok())
        .find(|result| result.get_attribute("data-entry-id").as_deref() == Some(id))?;
    Some((scroller, result))
}
