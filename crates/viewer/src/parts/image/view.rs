//! An image in the page: a button that shows it larger, or a placeholder that says why it isn't shown.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlDialogElement, Url};
use yew::prelude::*;

use super::sniff::{Fault, ImageKind, Sniffed, sniff};
use crate::parts::visible_controls::{self, Strictness};
use crate::words::conversation::ConversationWords;

/// Milliseconds after which nobody loads an image any more whose element is gone.
const REVOKE_AFTER: u32 = 20_000;

/// The data of an image as a session holds them, compared by pointer.
#[derive(Clone)]
pub struct ImageData(pub Rc<str>);

impl std::fmt::Debug for ImageData {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ImageData({} bytes)", self.0.len())
    }
}

impl PartialEq for ImageData {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What an image is made of.
#[derive(Properties, PartialEq)]
pub struct ImageProps {
    /// Base64.
    pub data: ImageData,
    /// The type it claims, for the placeholder.
    pub claimed: AttrValue,
    /// The words of the reader's language.
    pub words: &'static ConversationWords,
}

/// An address within the page, given back when the image goes.
#[derive(PartialEq)]
struct Source(AttrValue);

impl Source {
    fn of(image: &Sniffed, data: &str) -> Option<Self> {
        if image.kind == ImageKind::Svg {
            // A data address has no origin: opened on its own, an SVG with script could do nothing here.
            let data = data.rsplit(',').next().unwrap_or(data);
            let address = format!(
                "data:{};base64,{}",
                image.kind.media_type(),
                data.split_whitespace().collect::<String>()
            );
            return Some(Self(address.into()));
        }
        let parts = Array::of1(&Uint8Array::from(image.bytes.as_slice()));
        let options = BlobPropertyBag::new();
        options.set_type(image.kind.media_type());
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
        Url::create_object_url_with_blob(&blob)
            .ok()
            .map(|address| Self(address.into()))
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        if self.0.starts_with("blob:") {
            // An element that left the page may still be loading it, and would report a failure.
            let address = self.0.clone();
            Timeout::new(REVOKE_AFTER, move || {
                // Nothing can be done where this fails, and nothing needs to be.
                let _ = Url::revoke_object_url(&address);
            })
            .forget();
        }
    }
}

/// An image; a click shows it at its own size.
#[component]
pub fn Image(props: &ImageProps) -> Html {
    let words = props.words;
    let dialog = use_node_ref();
    let is_broken = use_state(|| false);
    let sniffed = use_memo(props.data.clone(), |data| {
        sniff(&data.0).map(|image| {
            let source = Source::of(&image, &data.0);
            (image.kind, image.size, image.bytes.len(), source)
        })
    });
    let placeholder = |reason: String| {
        html! {
            <p class="image-placeholder" role="img" aria-label={format!("{}: {reason}", words.image)}>
                <span>{ words.image }</span>
                <span>{ visible_controls::shown(&props.claimed, Strictness::Code) }</span>
                <span>{ reason }</span>
            </p>
        }
    };
    let (kind, size, bytes, source) = match &*sniffed {
        Err(fault) => return placeholder(reason(*fault, words)),
        Ok((_, _, _, None)) => return placeholder(words.image_not_made.to_owned()),
        Ok(_) if *is_broken => return placeholder(words.image_damaged.to_owned()),
        Ok((kind, size, bytes, Some(source))) => (kind, size, bytes, &source.0),
    };
    let name = match size {
        Some(size) => format!(
            "{}, {}, {} × {}",
            words.image,
            kind.name(),
            size.width,
            size.height
        ),
        None => format!("{}, {}", words.image, kind.name()),
    };
    let turn = |is_open: bool| {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            let Some(dialog) = dialog
                .get()
                .and_then(|node| node.dyn_into::<HtmlDialogElement>().ok())
            else {
                return;
            };
            if is_open {
                // It fails only where the dialog is open already.
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        })
    };
    let onerror = {
        let is_broken = is_broken.clone();
        Callback::from(move |_: Event| is_broken.set(true))
    };
    let (width, height) = (
        size.map(|size| size.width.to_string()),
        size.map(|size| size.height.to_string()),
    );
    html! {
        <figure class="image">
            <button type="button" class="image-button" aria-label={(words.enlarge_image)(&name)} onclick={turn(true)}>
                <img src={source.clone()} alt={name.clone()} {width} {height} decoding="async" {onerror} />
            </button>
            <figcaption>{ &name }{ " · " }{ (words.bytes)(*bytes) }</figcaption>
            <dialog ref={dialog.clone()} class="image-dialog" aria-label={name.clone()} onclick={turn(false)}>
                <button type="button" class="quiet image-close">{ words.close }</button>
                <img src={source.clone()} alt={name.clone()} loading="lazy" />
            </dialog>
        </figure>
    }
}

fn reason(fault: Fault, words: &'static ConversationWords) -> String {
    match fault {
        Fault::Empty => words.image_empty.to_owned(),
        Fault::NotBase64 => words.image_not_base64.to_owned(),
        Fault::UnknownKind => words.image_unknown_kind.to_owned(),
        Fault::TooLarge(size) => (words.image_too_large)(size.width, size.height),
    }
}
