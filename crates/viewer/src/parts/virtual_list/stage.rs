//! The elements that every list stands on, and the signals that come from them. What is drawn in them,
//! and which items, is for the lists to know.
//!
//! ```text
//! scroller          scrolls natively; nothing in it moves with it but the scrollbar
//! ├─ view           sticky, as high as the scroller, clips
//! │  └─ strip       the drawn items, moved by a transform
//! └─ length         an empty element that gives the scrollbar its length
//! ```
//! Browsers scroll on another thread than this one. Were the items scrolled by the browser, a fast scroll
//! would show nothing until we caught up. As it is, the items move when we move them: what is seen is
//! never empty, and putting the scrollbar right is never seen.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver};
use yew::NodeRef;

use super::scale::{Moved, Scale};

/// A scrollbar that has not moved for so long is at rest.
const REST_MILLISECONDS: u32 = 160;

/// What can happen to the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// The scrollbar moved.
    Scrolled,
    /// The scrollbar has come to rest.
    Rested,
    /// The scroller or an item has another size.
    Resized,
    /// Other items stand in the strip, or something else in an item.
    Drawn,
    /// A key or a caller moved the list.
    Moved,
}

/// The elements of a list, and where they stand.
#[derive(Default)]
pub struct Stage {
    /// The element that scrolls.
    pub scroller: NodeRef,
    /// The element that gives the scrollbar its length.
    pub length: NodeRef,
    /// The element that holds the drawn items.
    pub strip: NodeRef,
    /// Where the list stands.
    pub scale: Scale,
    written_length: Option<f64>,
    written_top: Option<f64>,
    hidden: bool,
}

impl Stage {
    /// A stage whose scroller its owner can find, too.
    pub fn new(scroller: NodeRef) -> Self {
        Self {
            scroller,
            ..Self::default()
        }
    }

    /// Takes in where the scrollbar stands.
    pub fn read_scroll(&mut self) -> Moved {
        self.scroller
            .cast::<Element>()
            .map_or(Moved::Not, |scroller| {
                self.scale.scrolled(scroll_top(&scroller))
            })
    }

    /// Width and height of the view.
    pub fn view_size(&self) -> (i32, f64) {
        let scroller = self.scroller.cast::<Element>();
        scroller.map_or((0, 0.0), |scroller| {
            (scroller.client_width(), f64::from(scroller.client_height()))
        })
    }

    /// The elements of the drawn items, in order.
    pub fn drawn(&self) -> impl Iterator<Item = Element> {
        let children = self.strip.cast::<Element>().map(|strip| strip.children());
        (0..).map_while(move |at| children.as_ref()?.item(at))
    }

    /// Puts everything where it belongs: the strip, whose items begin and end at these places of the
    /// content, the length of the scrollbar, and the scrollbar itself if it must be moved.
    ///
    /// A strip that does not cover the view stays where it is: better late than empty.
    pub fn place(&mut self, begin: f64, end: f64) {
        let position = self.scale.position();
        let below = (position + self.scale.view()).min(self.scale.content());
        let covers = begin <= position + 0.5 && end >= below - 0.5;
        if covers || self.written_top.is_none() {
            self.move_strip((begin - position).round());
        }
        self.fit_length();
        if let Some(to) = self.scale.urgent_correction() {
            self.put_scrollbar(to);
        }
    }

    /// Puts the scrollbar right, which is never seen.
    pub fn correct_scrollbar(&mut self) {
        self.fit_length();
        if let Some(to) = self.scale.correction() {
            self.put_scrollbar(to);
        }
    }

    /// False while the list takes no room on the page: nothing can be measured then.
    pub fn is_shown(&self) -> bool {
        self.view_size() != (0, 0.0)
    }

    /// The list has left the page for a while.
    pub fn hide(&mut self) {
        self.hidden = true;
    }

    /// Puts the scrollbar back if the list comes back to the page: the browser has forgotten where it was.
    pub fn restore_scrollbar(&mut self) {
        if !std::mem::take(&mut self.hidden) {
            return;
        }
        self.fit_length();
        self.put_scrollbar(self.scale.rest());
    }

    fn move_strip(&mut self, top: f64) {
        if self.written_top == Some(top) {
            return;
        }
        if let Some(strip) = self.strip.cast::<HtmlElement>() {
            // Only fails on a read-only declaration, which an element's own is not.
            let _ = strip
                .style()
                .set_property("transform", &format!("translateY({top}px)"));
            self.written_top = Some(top);
        }
    }

    fn fit_length(&mut self) {
        // The view itself, being sticky, takes its own height in the flow.
        let length = (self.scale.element() - self.scale.view()).max(0.0);
        if self.written_length == Some(length) {
            return;
        }
        if let Some(element) = self.length.cast::<HtmlElement>() {
            let _ = element
                .style()
                .set_property("height", &format!("{length}px"));
            self.written_length = Some(length);
        }
    }

    fn put_scrollbar(&mut self, to: f64) {
        if let Some(scroller) = self.scroller.cast::<Element>() {
            set_scroll_top(&scroller, to);
            self.scale.corrected(scroll_top(&scroller));
        }
    }
}

/// `Element.scrollTop` is a fraction on many screens, and beyond the reach of web-sys' `i32`.
fn scroll_top(element: &Element) -> f64 {
    js_sys::Reflect::get(element, &"scrollTop".into())
        .ok()
        .and_then(|value| value.as_f64())
        .unwrap_or_default()
}

fn set_scroll_top(element: &Element, to: f64) {
    let _ = js_sys::Reflect::set(element, &"scrollTop".into(), &to.into());
}

/// What a list holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Items {
    /// Items that all have the same height, whatever is in them.
    OfOneHeight,
    /// Items whose height changes with what is in them.
    OfAnyHeight,
}

/// Listens to the elements for as long as it lives.
pub struct Watch {
    observer: ResizeObserver,
    mutations: MutationObserver,
    _scroll: EventListener,
    _resized: Closure<dyn FnMut()>,
    _mutated: Closure<dyn FnMut()>,
}

impl Watch {
    /// Starts to listen; none if the elements are not there.
    pub fn new(stage: &Stage, items: Items, tell: Rc<dyn Fn(Signal)>) -> Option<Self> {
        let scroller = stage.scroller.cast::<Element>()?;
        let strip = stage.strip.cast::<Element>()?;

        let resized = Closure::<dyn FnMut()>::new({
            let tell = tell.clone();
            move || tell(Signal::Resized)
        });
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok()?;
        observer.observe(&scroller);

        // Yew may put off what it calls "rendered" until after the browser has painted; this is never late.
        let mutated = Closure::<dyn FnMut()>::new({
            let tell = tell.clone();
            move || tell(Signal::Drawn)
        });
        let mutations = MutationObserver::new(mutated.as_ref().unchecked_ref()).ok()?;
        let changes = MutationObserverInit::new();
        changes.set_child_list(true);
        if items == Items::OfAnyHeight {
            changes.set_subtree(true);
            changes.set_character_data(true);
            let attributes = ["class", "hidden", "open"].map(JsValue::from);
            changes.set_attribute_filter(&attributes.into_iter().collect::<js_sys::Array>());
        }
        mutations.observe_with_options(&strip, &changes).ok()?;

        let mut rest: Option<Timeout> = None;
        let scroll = EventListener::new(&scroller, "scroll", move |_| {
            tell(Signal::Scrolled);
            let tell = tell.clone();
            let now_rests = Timeout::new(REST_MILLISECONDS, move || tell(Signal::Rested));
            // Dropping the one before cancels it.
            drop(rest.replace(now_rests));
        });

        Some(Self {
            observer,
            mutations,
            _scroll: scroll,
            _resized: resized,
            _mutated: mutated,
        })
    }

    /// What tells of items that change their size.
    pub fn observer(&self) -> &ResizeObserver {
        &self.observer
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
        self.mutations.disconnect();
    }
}
