//! Listens for drops and pastes anywhere on the page.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event};
use yew::prelude::*;

use super::{Gathered, open};
use crate::keys;
use crate::state::Dispatch;
use crate::words::shell::ShellWords;

/// What hangs over the page while something is dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dragged {
    /// Files and folders; how many, or 0 where the browser does not tell.
    Files(usize),
    /// Text.
    Text,
}

impl Dragged {
    fn of(transfer: &DataTransfer) -> Option<Self> {
        let has = |kind: &str| transfer.types().includes(&kind.into(), 0);
        if has("Files") {
            let items = transfer.items();
            let files = (0..items.length())
                .filter_map(|index| items.get(index))
                .filter(|item| item.kind() == "file");
            Some(Self::Files(files.count()))
        } else {
            has("text/plain").then_some(Self::Text)
        }
    }
}

/// Opens whatever is dropped or pasted. Says what hangs over the page.
#[hook]
pub fn use_drop_and_paste(dispatch: &Dispatch, words: &'static ShellWords) -> Option<Dragged> {
    let dragged = use_state_eq(|| None);
    let deps = (dispatch.clone(), std::ptr::from_ref(words) as usize);
    let state = dragged.clone();
    use_effect_with(deps, move |(dispatch, _)| {
        let listeners = listen(dispatch, words, state.setter());
        move || drop(listeners)
    });
    *dragged
}

fn listen(
    dispatch: &Dispatch,
    words: &'static ShellWords,
    dragged: UseStateSetter<Option<Dragged>>,
) -> Vec<EventListener> {
    // A drag that began on this page is a person moving a selection, not opening a file.
    let is_ours = Rc::new(Cell::new(false));
    let started = is_ours.clone();
    let ended = is_ours.clone();

    let over = {
        let dragged = dragged.clone();
        move |event: &Event| {
            let Some((event, transfer)) = drag(event).filter(|_| !is_ours.get()) else {
                return;
            };
            if let Some(what) = Dragged::of(&transfer) {
                event.prevent_default();
                transfer.set_drop_effect("copy");
                dragged.set(Some(what));
            }
        }
    };
    let enter = over.clone();
    let leave = {
        let dragged = dragged.clone();
        move |event: &Event| {
            // Leaving the window enters nothing.
            let entered = drag(event).and_then(|(event, _)| event.related_target());
            if entered.is_none() {
                dragged.set(None);
            }
        }
    };
    let dropped = {
        let dispatch = dispatch.clone();
        move |event: &Event| {
            dragged.set(None);
            let Some((event, transfer)) = drag(event) else {
                return;
            };
            if !ended.get() && Dragged::of(&transfer).is_some() {
                event.prevent_default();
                let gathered = Gathered::of_transfer(&transfer, words.pasted_name);
                open(gathered, dispatch.clone(), words);
            }
        }
    };
    let is_over = started.clone();
    let pasted = {
        let dispatch = dispatch.clone();
        move |event: &Event| {
            let Some(event) = event.dyn_ref::<ClipboardEvent>() else {
                return;
            };
            if keys::is_field(event.target()) {
                return;
            }
            let gathered = event
                .clipboard_data()
                .map(|transfer| Gathered::of_transfer(&transfer, words.pasted_name))
                .filter(|gathered| !gathered.is_empty());
            if let Some(gathered) = gathered {
                event.prevent_default();
                open(gathered, dispatch.clone(), words);
            }
        }
    };

    let window = gloo::utils::window();
    let on = |name: &'static str, listener: Box<dyn FnMut(&Event)>| {
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window, name, options, listener)
    };
    vec![
        on("dragstart", Box::new(move |_| started.set(true))),
        on("dragend", Box::new(move |_| is_over.set(false))),
        on("dragenter", Box::new(enter)),
        on("dragover", Box::new(over)),
        on("dragleave", Box::new(leave)),
        on("drop", Box::new(dropped)),
        on("paste", Box::new(pasted)),
    ]
}

fn drag(event: &Event) -> Option<(&DragEvent, DataTransfer)> {
    let event = event.dyn_ref::<DragEvent>()?;
    Some((event, event.data_transfer()?))
}
