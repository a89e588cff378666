//! What of the state lives in the page beside its elements: the address and its history, keys pressed
//! anywhere, title, theme, language, and what storage keeps.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use pi_session::Stamp;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::address;
use crate::commands;
use crate::keys;
use crate::queries;
use crate::state::{Action, Dispatch, Place, State, Theme};
use crate::storage;
use crate::words::Words;

/// Milliseconds before a change that is no move reaches the address: browsers limit how often.
const SETTLE: u32 = 250;

/// The place that the address names now.
pub fn place() -> Place {
    let location = gloo::utils::window().location();
    let query = location.search().unwrap_or_default();
    let fragment = location.hash().unwrap_or_default();
    address::parse(&query, &fragment)
}

/// Keeps address and state in step, both ways.
#[hook]
pub fn use_address(state: &State, dispatch: &Dispatch) {
    let fragment = address::fragment(&state.place());
    // The moves that the address has seen, and the change that waits to be written.
    let written: Rc<RefCell<(u32, Option<Timeout>)>> = use_memo((), |()| RefCell::new((0, None)));
    use_effect_with((fragment, state.moves), move |(fragment, moves)| {
        let mut written = written.borrow_mut();
        let (seen, waiting) = &mut *written;
        let is_move = *moves != *seen;
        *seen = *moves;
        // Dropping a timeout cancels it.
        *waiting = None;
        if address_is(fragment) {
            return;
        }
        if is_move {
            write_address(fragment, true);
        } else {
            let fragment = fragment.clone();
            *waiting = Some(Timeout::new(SETTLE, move || {
                write_address(&fragment, false);
            }));
        }
    });
    use_effect_with(dispatch.clone(), |dispatch| {
        let dispatch = dispatch.clone();
        let window = gloo::utils::window();
        let listener = EventListener::new(&window, "popstate", move |_| {
            dispatch.emit(Action::Visit(place()));
        });
        move || drop(listener)
    });
}

fn address_is(fragment: &str) -> bool {
    let location = gloo::utils::window().location();
    location.search().is_ok_and(|query| query.is_empty())
        && location.hash().is_ok_and(|hash| hash == fragment)
}

fn write_address(fragment: &str, is_move: bool) {
    let window = gloo::utils::window();
    let (Ok(history), Ok(path)) = (window.history(), window.location().pathname()) else {
        return;
    };
    let url = format!("{path}{fragment}");
    // A browser that refuses, as one may that is asked too often, leaves the address as it was.
    let _ = if is_move {
        history.push_state_with_url(&JsValue::NULL, "", Some(&url))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&url))
    };
}

/// Listens for keys anywhere on the page.
#[hook]
pub fn use_keys(state: &UseReducerHandle<State>, dispatch: &Dispatch) {
    // The listener stays; what it needs to know is renewed with every rendering.
    let latest: Rc<RefCell<UseReducerHandle<State>>> = {
        let state = state.clone();
        use_memo((), |()| RefCell::new(state))
    };
    latest.replace(state.clone());
    use_effect_with(dispatch.clone(), move |dispatch| {
        let dispatch = dispatch.clone();
        let listener = EventListener::new_with_options(
            &gloo::utils::window(),
            "keydown",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                let state = latest.borrow().clone();
                // An open dialog has the keys for itself.
                if state.dialog.is_some() {
                    return;
                }
                let command = keys::command_of(event);
                if command.is_some_and(|command| commands::run(command, &state, &dispatch)) {
                    event.prevent_default();
                }
            },
        );
        move || drop(listener)
    });
}

/// Keeps title, language, theme and storage in step with the state.
#[hook]
pub fn use_appearance(state: &State, words: &'static Words) {
    let open = state.active().map(|(open, _)| open.clone());
    use_effect_with((open, state.options.language), move |(open, language)| {
        let document = gloo::utils::document();
        let product = words.shell.product;
        let title = open.as_ref().and_then(|open| queries::title(&open.session));
        document.set_title(&match title {
            Some(title) => format!("{title} · {product}"),
            None => product.to_owned(),
        });
        set_root_attribute("lang", Some(language.code()));
    });
    use_effect_with(state.options.theme, |theme| {
        set_root_attribute(
            "data-theme",
            match theme {
                Theme::System => None,
                Theme::Light => Some("light"),
                Theme::Dark => Some("dark"),
            },
        );
    });
    use_effect_with(
        (state.options.clone(), state.layout),
        |(options, layout)| {
            storage::save(options, layout);
        },
    );
}

/// The time and chance of an edit, which neither the reducer nor the core has a source for.
pub fn stamp() -> Stamp {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below 2^32 and not negative"
    )]
    let bits = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
    Stamp {
        now: js_sys::Date::now(),
        seed: bits() << 32 | bits(),
    }
}

/// Has the browser ask before the page goes, while something is in no file yet.
#[hook]
pub fn use_leaving(state: &State) {
    let unsaved = state.has_unsaved();
    use_effect_with(unsaved, |unsaved| {
        let listener = unsaved.then(|| {
            EventListener::new_with_options(
                &gloo::utils::window(),
                "beforeunload",
                EventListenerOptions::enable_prevent_default(),
                Event::prevent_default,
            )
        });
        move || drop(listener)
    });
}

fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = gloo::utils::document().document_element() else {
        return;
    };
    // Neither fails for a name that is a constant of this file.
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}
