//! A feed of items of any height: what an item is and which position the reader has is kept in `Position`,
//! this file ties it to elements.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, ResizeObserver};
use yew::prelude::*;

use super::position::{FeedItem, Position, ScrollTarget};
use super::scale::Moved;
use super::stage::{Items, Signal, Stage, Watch};

/// A page key leaves so much of the old view in view.
const PAGE_OVERLAP: f64 = 48.0;

/// What a feed is made of.
#[derive(Properties)]
pub struct FeedProps {
    /// Name of the feed.
    pub label: AttrValue,
    /// The items, compared by pointer.
    pub items: Rc<Vec<FeedItem>>,
    /// Draws the item at a position in `items`: one `article`, which takes the focus.
    pub render: Callback<usize, Html>,
    /// The item to begin the view with. It stays there while items are measured, until the reader moves.
    #[prop_or_default]
    pub scroll_to: Option<ScrollTarget>,
    /// Tells which item is the first visible one, whenever that changes.
    #[prop_or_default]
    pub on_first_visible: Callback<usize>,
    /// Changes when heights measured before may be wrong, as after an option changed what items show.
    #[prop_or_default]
    pub revision: u64,
}

impl PartialEq for FeedProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.items, &other.items)
            && self.label == other.label
            && self.render == other.render
            && self.scroll_to == other.scroll_to
            && self.on_first_visible == other.on_first_visible
            && self.revision == other.revision
    }
}

/// The feed, shared with what listens to its elements.
struct Shared {
    stage: Stage,
    position: Position,
    width: i32,
    /// Drawn elements that are observed, by the keys of their items.
    observed: Vec<(u64, Element)>,
    /// The item whose article gets the focus once it is drawn.
    focus_next: Option<usize>,
}

impl Shared {
    /// Takes a signal in; true if other items have to be drawn.
    fn take(&mut self, signal: Signal) -> bool {
        if !self.stage.is_shown() {
            self.stage.hide();
            return false;
        }
        match signal {
            Signal::Scrolled => match self.stage.read_scroll() {
                Moved::Not => {}
                Moved::Along => self.position.take(&self.stage.scale, false),
                Moved::Away => self.position.take(&self.stage.scale, true),
            },
            Signal::Rested => {
                self.position.rest();
                self.stage.correct_scrollbar();
            }
            Signal::Resized => {
                let (width, height) = self.stage.view_size();
                if width != self.width {
                    self.width = width;
                    self.position.forget_heights();
                }
                self.stage.scale.resize(self.position.content(), height);
                self.measure();
                self.stage.restore_scrollbar();
            }
            Signal::Drawn => self.measure(),
            Signal::Moved => {}
        }
        self.place();
        !self.position.is_drawn_enough(&self.stage.scale)
    }

    /// Measures every drawn item. Their layout is needed for this frame anyway.
    fn measure(&mut self) {
        for (at, child) in self.stage.drawn().enumerate() {
            let height = child.get_bounding_client_rect().height();
            self.position.measured(at, height);
        }
        self.settle();
    }

    /// Brings the position to where the anchor wants it.
    fn settle(&mut self) {
        let view = self.stage.scale.view();
        self.stage.scale.resize(self.position.content(), view);
        self.stage.scale.go(self.position.wanted(view));
    }

    fn place(&mut self) {
        let (begin, end) = self.position.drawn_extent();
        self.stage.place(begin, end);
    }

    /// Observes the drawn items, and those no more that are gone: an observer holds on to them.
    fn observe(&mut self, observer: &ResizeObserver) {
        let mut before = std::mem::take(&mut self.observed);
        for (key, child) in self.position.drawn_keys().zip(self.stage.drawn()) {
            let same = |(other, element): &(u64, Element)| *other == key && *element == child;
            match before.iter().position(same) {
                Some(known) => drop(before.swap_remove(known)),
                None => observer.observe(&child),
            }
            self.observed.push((key, child));
        }
        for (_, element) in before {
            observer.unobserve(&element);
        }
    }

    /// The drawn item that holds the focus.
    fn focused(&self) -> Option<usize> {
        let active = gloo::utils::document().active_element()?;
        let mut drawn = self.stage.drawn();
        let at = drawn.position(|child| child.contains(Some(&active)))?;
        Some(self.position.drawn().start + at)
    }

    /// What must take the focus now: the article that a key went to, or the feed, when the article that has
    /// the focus is about to leave the document.
    fn focus_heir(&mut self) -> Option<HtmlElement> {
        if let Some(next) = self.focus_next {
            let at = next.checked_sub(self.position.drawn().start)?;
            let item = self.stage.drawn().nth(at)?;
            self.focus_next = None;
            return item.first_element_child()?.dyn_into().ok();
        }
        let focused = self.focused()?;
        let leaves = !self.position.is_drawn_enough(&self.stage.scale)
            && !self.position.next(&self.stage.scale).contains(&focused);
        leaves.then(|| self.stage.scroller.cast())?
    }

    /// Moves as a key says; false if the key is none of ours.
    fn press(&mut self, key: &str) -> bool {
        let view = self.stage.scale.view();
        let page = (view - PAGE_OVERLAP).max(view / 2.0);
        let position = self.stage.scale.position();
        match key {
            "Home" => self.stage.scale.go(0.0),
            "End" => self.stage.scale.go(f64::INFINITY),
            "PageUp" => self.stage.scale.go(position - page),
            "PageDown" => self.stage.scale.go(position + page),
            _ => return false,
        }
        let had_focus = self.focused().is_some();
        self.position.take(&self.stage.scale, false);
        let goal = match key {
            "Home" => Some(0),
            "End" => {
                self.position.stay_at_end();
                self.position.len().checked_sub(1)
            }
            _ => self.position.first_whole(&self.stage.scale),
        };
        if had_focus {
            self.focus_next = goal;
        }
        self.stage.correct_scrollbar();
        self.place();
        true
    }
}

/// What a feed tells itself.
pub enum Message {
    /// Other items have to be drawn.
    Draw,
    /// Another item is the first visible one.
    FirstVisible(usize),
}

/// A feed of items of any height, of which only those near the view are in the document.
pub struct Feed {
    shared: Rc<RefCell<Shared>>,
    watch: Rc<RefCell<Option<Watch>>>,
    tell: Rc<dyn Fn(Signal)>,
    on_key: Callback<KeyboardEvent>,
    on_pointer: Callback<PointerEvent>,
}

impl Component for Feed {
    type Message = Message;
    type Properties = FeedProps;

    fn create(ctx: &Context<Self>) -> Self {
        let props = ctx.props();
        let mut position = Position::new(props.items.clone());
        if let Some(target) = props.scroll_to {
            position.begin_with(target.key);
        }
        let shared = Rc::new(RefCell::new(Shared {
            stage: Stage::default(),
            position,
            width: 0,
            observed: Vec::new(),
            focus_next: None,
        }));
        let watch = Rc::new(RefCell::new(None));
        let tell = teller(shared.clone(), watch.clone(), ctx.link().clone());
        let on_key = Callback::from({
            let (shared, tell) = (shared.clone(), tell.clone());
            move |event: KeyboardEvent| {
                if is_plain(&event) && shared.borrow_mut().press(&event.key()) {
                    event.prevent_default();
                    tell(Signal::Moved);
                }
            }
        });
        let on_pointer = Callback::from({
            let shared = shared.clone();
            move |_| {
                let shared = &mut *shared.borrow_mut();
                shared.position.take(&shared.stage.scale, false);
            }
        });
        Self {
            shared,
            watch,
            tell,
            on_key,
            on_pointer,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Self::Properties) -> bool {
        let props = ctx.props();
        let shared = &mut *self.shared.borrow_mut();
        if !Rc::ptr_eq(&props.items, &old.items) {
            shared.position.replace(props.items.clone());
        }
        if props.revision != old.revision {
            shared.position.forget_heights();
        }
        let target = props.scroll_to.filter(|_| props.scroll_to != old.scroll_to);
        let goes = target.is_some_and(|target| shared.position.begin_with(target.key));
        shared.settle();
        if goes {
            shared.stage.correct_scrollbar();
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        match message {
            Message::Draw => {
                let shared = self.shared.borrow();
                !shared.position.is_drawn_enough(&shared.stage.scale)
            }
            Message::FirstVisible(item) => {
                ctx.props().on_first_visible.emit(item);
                false
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let shared = &mut *self.shared.borrow_mut();
        let next = shared.position.next(&shared.stage.scale);
        shared.position.draw(next.clone());
        let item = |(item, key): (usize, u64)| {
            html! {
                <div {key} class="feed-item">{ props.render.emit(item) }</div>
            }
        };
        html! {
            <div class="virtual-list">
                <div
                    class="virtual-list-scroller"
                    ref={&shared.stage.scroller}
                    role="feed"
                    aria-label={&props.label}
                    tabindex="-1"
                    onkeydown={&self.on_key}
                    onpointerdown={&self.on_pointer}
                >
                    <div class="virtual-list-view">
                        <div class="virtual-list-strip" ref={&shared.stage.strip}>
                            { for next.zip(shared.position.drawn_keys()).map(item) }
                        </div>
                    </div>
                    <div class="virtual-list-length" ref={&shared.stage.length}></div>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            *self.watch.borrow_mut() = Watch::new(
                &self.shared.borrow().stage,
                Items::OfAnyHeight,
                self.tell.clone(),
            );
            (self.tell)(Signal::Resized);
        } else {
            // The same items may be drawn from another place in the list: no element tells of that.
            (self.tell)(Signal::Drawn);
        }
    }
}

/// What the elements of a feed are told to: it does at once what must be done before the browser paints.
fn teller(
    shared: Rc<RefCell<Shared>>,
    watch: Rc<RefCell<Option<Watch>>>,
    link: yew::html::Scope<Feed>,
) -> Rc<dyn Fn(Signal)> {
    let first_visible = Cell::new(None);
    let observe_later = RefCell::new(None);
    Rc::new(move |signal| {
        let draw = shared.borrow_mut().take(signal);
        let heir = shared.borrow_mut().focus_heir();
        if let Some(heir) = heir {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            // An article that takes no focus leaves it where it is.
            let _ = heir.focus_with_options(&options);
        }
        if draw {
            link.send_message(Message::Draw);
        } else {
            let now = shared
                .borrow()
                .position
                .first_visible(&shared.borrow().stage.scale);
            if let Some(now) = now
                && first_visible.replace(Some(now)) != Some(now)
            {
                link.send_message(Message::FirstVisible(now));
            }
        }
        if signal == Signal::Drawn {
            // Not at once: what is observed while an observer reports is an error to the browser.
            let (shared, watch) = (shared.clone(), watch.clone());
            *observe_later.borrow_mut() = Some(Timeout::new(0, move || {
                if let Some(watch) = &*watch.borrow() {
                    shared.borrow_mut().observe(watch.observer());
                }
            }));
        }
    })
}

/// True for a key alone, pressed while nobody types.
fn is_plain(event: &KeyboardEvent) -> bool {
    let types = event.target_dyn_into::<Element>().is_some_and(|target| {
        target
            .closest("input, textarea, select, [contenteditable]")
            .ok()
            .flatten()
            .is_some()
    });
    !(types || event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key())
}
