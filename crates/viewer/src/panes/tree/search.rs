//! The search field of the tree.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::state::{Action, Dispatch};
use crate::words::Words;

/// What the field is made of.
#[derive(Properties, PartialEq)]
pub struct SearchBoxProps {
    /// The field, for whoever puts the focus into it.
    pub field: NodeRef,
    /// Where the focus goes when one leaves the field by key.
    pub next: NodeRef,
    /// What is searched for.
    pub query: AttrValue,
    /// A key that the field itself has no use for.
    pub on_key: Callback<KeyboardEvent>,
    /// Where changes go.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// Puts the focus on an element.
pub fn focus(element: &NodeRef) {
    if let Some(element) = element.cast::<HtmlElement>() {
        // Fails only for an element that has gone.
        let _ = element.focus();
    }
}

/// The search field of the tree. What is typed is searched for in the next frame, however fast one types.
#[component]
pub fn SearchBox(props: &SearchBoxProps) -> Html {
    let field = props.field.clone();
    let waits: Rc<Cell<bool>> = use_memo((), |()| Cell::new(false));

    // The query may change from elsewhere; what is being typed has precedence.
    use_effect_with((props.query.clone(), field.clone()), {
        let waits = waits.clone();
        move |(query, field)| {
            if let Some(field) = field.cast::<HtmlInputElement>()
                && !waits.get()
                && field.value() != query.as_str()
            {
                field.set_value(query);
            }
        }
    });

    let oninput = use_callback((props.dispatch.clone(), field.clone()), {
        move |_: InputEvent, (dispatch, field)| {
            if waits.replace(true) {
                return;
            }
            let (dispatch, field, waits) = (dispatch.clone(), field.clone(), waits.clone());
            let search = Closure::once_into_js(move || {
                waits.set(false);
                if let Some(field) = field.cast::<HtmlInputElement>() {
                    dispatch.emit(Action::SetQuery(field.value().into()));
                }
            });
            // Fails only without a window.
            let _ = gloo::utils::window().request_animation_frame(search.unchecked_ref());
        }
    });

    let onkeydown = use_callback(
        (
            props.dispatch.clone(),
            props.on_key.clone(),
            props.next.clone(),
        ),
        |event: KeyboardEvent, (dispatch, on_key, next)| match event.key().as_str() {
            "Escape" => {
                let Some(field) = event.target_dyn_into::<HtmlInputElement>() else {
                    return;
                };
                event.prevent_default();
                event.stop_propagation();
                if field.value().is_empty() {
                    focus(next);
                } else {
                    field.set_value("");
                    dispatch.emit(Action::SetQuery(AttrValue::default()));
                }
            }
            "ArrowDown" | "ArrowUp" | "PageDown" | "PageUp" | "Enter" if !event.is_composing() => {
                on_key.emit(event);
            }
            _ => {}
        },
    );

    let name = props.words.tree.search;
    html! {
        <div class="tree-search">
            <input
                ref={field}
                type="search"
                aria-label={name}
                placeholder={name}
                autocomplete="off"
                spellcheck="false"
                enterkeyhint="search"
                {oninput}
                {onkeydown}
            />
            <kbd aria-hidden="true">{ "/" }</kbd>
        </div>
    }
}
