//! A dialog: the native element, opened as a modal, so that focus, Escape and the page behind it are the
//! browser's business.

use gloo::events::EventListener;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::icon::{Glyph, Icon};

/// What a dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// Its name and heading.
    pub title: AttrValue,
    /// Name of the button that closes it.
    pub close: AttrValue,
    /// Called when it closed, however it was closed.
    pub on_close: Callback<()>,
    /// Classes beside its own.
    #[prop_or_default]
    pub class: Classes,
    /// Its body.
    pub children: Html,
}

/// A dialog that is open for as long as it is rendered.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let dialog = use_node_ref();
    use_effect_with(
        (dialog.clone(), props.on_close.clone()),
        |(dialog, on_close)| {
            let element = dialog.cast::<HtmlDialogElement>();
            let listener = element.as_ref().map(|element| {
                // Fails only for a dialog that is open already, or not in the page.
                let _ = element.show_modal();
                let on_close = on_close.clone();
                EventListener::new(element, "close", move |_| on_close.emit(()))
            });
            move || {
                drop(listener);
                if let Some(element) = element {
                    element.close();
                }
            }
        },
    );
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    // A click beside the dialog lands on the element itself; one inside lands on something in it.
    let onclick = {
        let dialog = dialog.clone();
        Callback::from(move |event: MouseEvent| {
            let dialog = dialog.cast::<HtmlDialogElement>();
            let target = event.target_dyn_into::<HtmlDialogElement>();
            if let (Some(dialog), Some(target)) = (dialog, target)
                && dialog == target
            {
                dialog.close();
            }
        })
    };
    html! {
        <dialog
            ref={dialog}
            class={classes!("modal", props.class.clone())}
            aria-label={props.title.clone()}
            {onclick}
        >
            <div class="modal-body">
                <header class="modal-head">
                    <h2>{ &props.title }</h2>
                    <button type="button" class="plain" aria-label={props.close.clone()} title={props.close.clone()} onclick={close}>
                        <Glyph icon={Icon::Close} />
                    </button>
                </header>
                { props.children.clone() }
            </div>
        </dialog>
    }
}
