//! A border between two panes that can be dragged, and moved by keys.

use std::cell::Cell;
use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

/// Pixels that an arrow key moves the border by; ten times as many with Shift.
const STEP: f64 = 8.0;

/// Which way the border runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From top to bottom; it moves left and right.
    Vertical,
    /// From left to right; it moves up and down.
    Horizontal,
}

/// What a splitter is made of.
#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// What it changes, as an accessible name.
    pub label: AttrValue,
    /// Which way it runs.
    pub direction: Direction,
    /// Id of the pane before it, whose size it sets.
    pub controls: AttrValue,
    /// That pane's size, in pixels.
    pub size: f64,
    /// The least and the greatest size.
    pub range: (f64, f64),
    /// Whether that pane stands after the border instead: it grows when the border moves back.
    #[prop_or_default]
    pub after: bool,
    /// Takes the size wanted.
    pub on_resize: Callback<f64>,
}

/// A border between two panes.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    // Where the pointer went down, and the size then.
    let grip: Rc<Cell<Option<(f64, f64)>>> = use_memo((), |()| Cell::new(None));
    let (least, greatest) = props.range;
    let direction = props.direction;
    let sign = if props.after { -1.0 } else { 1.0 };
    let position = move |event: &PointerEvent| match direction {
        Direction::Vertical => f64::from(event.client_x()),
        Direction::Horizontal => f64::from(event.client_y()),
    };

    let onpointerdown = {
        let (grip, size, controls) = (grip.clone(), props.size, props.controls.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 {
                return;
            }
            event.prevent_default();
            if let Some(element) = event.target_dyn_into::<Element>() {
                // Without capture the border still follows while the pointer stays on it.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            // Where room is short, the pane is smaller than it was asked to be.
            let size = drawn_size(&controls, direction).unwrap_or(size);
            grip.set(Some((position(&event), size)));
        })
    };
    let onpointermove = {
        let (grip, on_resize) = (grip.clone(), props.on_resize.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some((start, size)) = grip.get() {
                on_resize.emit(size + sign * (position(&event) - start));
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| grip.set(None));
    let onkeydown = {
        let (on_resize, size) = (props.on_resize.clone(), props.size);
        Callback::from(move |event: KeyboardEvent| {
            let step = if event.shift_key() { STEP * 10.0 } else { STEP };
            let wanted = match (direction, event.key().as_str()) {
                (Direction::Vertical, "ArrowLeft") | (Direction::Horizontal, "ArrowUp") => {
                    size - sign * step
                }
                (Direction::Vertical, "ArrowRight") | (Direction::Horizontal, "ArrowDown") => {
                    size + sign * step
                }
                (_, "Home") => least,
                (_, "End") => greatest,
                _ => return,
            };
            event.prevent_default();
            on_resize.emit(wanted);
        })
    };

    let orientation = match direction {
        Direction::Vertical => "vertical",
        Direction::Horizontal => "horizontal",
    };
    html! {
        <div
            class={classes!("splitter", orientation)}
            role="separator"
            tabindex="0"
            aria-label={props.label.clone()}
            aria-orientation={orientation}
            aria-controls={props.controls.clone()}
            aria-valuenow={props.size.to_string()}
            aria-valuemin={least.to_string()}
            aria-valuemax={greatest.to_string()}
            {onpointerdown}
            {onpointermove}
            onpointerup={release.clone()}
            onpointercancel={release}
            {onkeydown}
        />
    }
}

/// The size that a pane has on the page.
fn drawn_size(id: &str, direction: Direction) -> Option<f64> {
    let bounds = gloo::utils::document()
        .get_element_by_id(id)?
        .get_bounding_client_rect();
    Some(match direction {
        Direction::Vertical => bounds.width(),
        Direction::Horizontal => bounds.height(),
    })
}
