//! A list of rows of one height.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use yew::prelude::*;

use super::span;
use super::stage::{Items, Signal, Stage, Watch};

/// A row to bring into view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reveal {
    /// The row.
    pub row: usize,
    /// Changes whenever the row should be brought into view again.
    pub cause: u32,
}

/// What a list of rows is made of.
#[derive(Properties, PartialEq)]
pub struct RowListProps {
    /// The scroller, for its owner.
    #[prop_or_default]
    pub scroller: NodeRef,
    /// Role of the scroller.
    pub role: AttrValue,
    /// Name of the scroller.
    pub label: AttrValue,
    /// Number of rows.
    pub count: usize,
    /// Height of every row, in pixels; style sheets have to agree.
    pub row_height: f64,
    /// Draws a row. It must have a key.
    pub render: Callback<usize, Html>,
    /// The row that has the focus within the list, and the id of its element.
    #[prop_or_default]
    pub active: Option<(usize, AttrValue)>,
    /// A row to bring into view. If the rows were replaced, it stays at its place on the screen.
    #[prop_or_default]
    pub reveal: Option<Reveal>,
    /// A key was pressed.
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// Something was clicked.
    #[prop_or_default]
    pub onclick: Callback<MouseEvent>,
}

/// Where the list stands, shared with what listens to its elements.
#[derive(Default)]
struct Rows {
    stage: Stage,
    count: usize,
    row_height: f64,
    drawn: Range<usize>,
}

impl Rows {
    fn wanted(&self) -> Range<usize> {
        let scale = &self.stage.scale;
        span::rows(scale.position(), scale.view(), self.row_height, self.count)
    }

    fn resize(&mut self, view: f64) {
        let content = span::row_top(self.count, self.row_height);
        self.stage.scale.resize(content, view);
    }

    fn place(&mut self) {
        let begin = span::row_top(self.drawn.start, self.row_height);
        let end = span::row_top(self.drawn.end, self.row_height);
        self.stage.place(begin, end);
    }

    /// Takes a signal in; true if other rows have to be drawn.
    fn take(&mut self, signal: Signal) -> bool {
        if !self.stage.is_shown() {
            self.stage.hide();
            return false;
        }
        match signal {
            Signal::Scrolled => {
                self.stage.read_scroll();
            }
            Signal::Rested => self.stage.correct_scrollbar(),
            Signal::Resized => {
                let (_, height) = self.stage.view_size();
                self.resize(height);
                self.stage.restore_scrollbar();
            }
            Signal::Drawn | Signal::Moved => {}
        }
        self.place();
        self.wanted() != self.drawn
    }

    /// Brings a row into view from the position that the list was at. `before` is where the row was in the
    /// rows that these have replaced: if it was in view it stays at its place on the screen.
    fn reveal(&mut self, row: usize, before: Option<usize>, position: f64) {
        let height = self.row_height;
        let scale = &mut self.stage.scale;
        let view = scale.view();
        let in_view = |row: usize| {
            let top = span::row_top(row, height);
            top >= position && top + height <= position + view
        };
        let kept = match before {
            Some(before) if in_view(before) => {
                position + span::row_top(row, height) - span::row_top(before, height)
            }
            _ => position,
        };
        scale.go(kept);
        scale.go(span::reveal(row, height, scale.position(), view));
        self.stage.correct_scrollbar();
    }
}

/// Other rows have to be drawn.
pub struct Draw;

/// A list of rows of one height, of which only those in view are in the document.
pub struct RowList {
    rows: Rc<RefCell<Rows>>,
    watch: Option<Watch>,
}

impl Component for RowList {
    type Message = Draw;
    type Properties = RowListProps;

    fn create(ctx: &Context<Self>) -> Self {
        let props = ctx.props();
        let rows = Rows {
            stage: Stage::new(props.scroller.clone()),
            count: props.count,
            row_height: props.row_height,
            drawn: 0..0,
        };
        Self {
            rows: Rc::new(RefCell::new(rows)),
            watch: None,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Self::Properties) -> bool {
        let props = ctx.props();
        let rows = &mut *self.rows.borrow_mut();
        let position = rows.stage.scale.position();
        rows.count = props.count;
        rows.row_height = props.row_height;
        rows.resize(rows.stage.scale.view());
        if let Some(reveal) = props.reveal
            && props.reveal != old.reveal
        {
            rows.reveal(reveal.row, old.reveal.map(|reveal| reveal.row), position);
        }
        true
    }

    fn update(&mut self, _: &Context<Self>, Draw: Draw) -> bool {
        let rows = self.rows.borrow();
        rows.wanted() != rows.drawn
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let rows = &mut *self.rows.borrow_mut();
        rows.drawn = rows.wanted();
        let active = props.active.as_ref();
        let active = active.filter(|(row, _)| rows.drawn.contains(row));
        html! {
            <div class="virtual-list">
                <div
                    class="virtual-list-scroller"
                    ref={&rows.stage.scroller}
                    role={&props.role}
                    aria-label={&props.label}
                    aria-activedescendant={active.map(|(_, id)| id.clone())}
                    tabindex="0"
                    onkeydown={&props.onkeydown}
                    onclick={&props.onclick}
                >
                    <div class="virtual-list-view" role="none">
                        <div class="virtual-list-strip" role="none" ref={&rows.stage.strip}>
                            { for rows.drawn.clone().map(|row| props.render.emit(row)) }
                        </div>
                    </div>
                    <div class="virtual-list-length" role="none" ref={&rows.stage.length}></div>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if !first {
            self.rows.borrow_mut().place();
            return;
        }
        let tell = Rc::new({
            let rows = self.rows.clone();
            let link = ctx.link().clone();
            move |signal| {
                let draw = rows.borrow_mut().take(signal);
                if draw {
                    link.send_message(Draw);
                }
            }
        });
        let rows = &mut *self.rows.borrow_mut();
        self.watch = Watch::new(&rows.stage, Items::OfOneHeight, tell);
        let (_, height) = rows.stage.view_size();
        rows.resize(height);
        if let Some(reveal) = ctx.props().reveal {
            rows.reveal(reveal.row, None, 0.0);
        }
        ctx.link().send_message(Draw);
    }
}
