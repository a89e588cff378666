//! Gives bytes to the person as a file, through the browser's own download.

use js_sys::{Array, Uint8Array};
use pi_session::Session;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// Milliseconds after which the address of a file is given back: by then the browser has it.
const KEPT: u32 = 60_000;

/// Offers a file for saving. False if the browser did not take it.
pub fn file(name: &str, kind: &str, bytes: &[u8]) -> bool {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) else {
        return false;
    };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else {
        return false;
    };
    let is_taken = click(name, &address).is_some();
    gloo::timers::callback::Timeout::new(KEPT, move || {
        // An address that is not known any more needs no giving back.
        let _ = Url::revoke_object_url(&address);
    })
    .forget();
    is_taken
}

fn click(name: &str, address: &str) -> Option<()> {
    let link = gloo::utils::document().create_element("a").ok()?;
    link.set_attribute("href", address).ok()?;
    link.set_attribute("download", name).ok()?;
    link.dyn_into::<HtmlElement>().ok()?.click();
    Some(())
}

/// The name that Pi gives a session's file.
pub fn session_file_name(session: &Session) -> String {
    let header = session.header();
    let time = header.timestamp.as_deref().unwrap_or_default();
    let name = pi_session::file_name(time, &header.id);
    // What a header says may be anything; a file's name may not.
    name.chars()
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => character,
            _ => '-',
        })
        .collect()
}
