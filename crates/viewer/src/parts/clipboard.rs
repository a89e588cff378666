//! Text to the clipboard, also where the page has no secure context and so no clipboard interface.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// Puts a text on the clipboard; whether it got there.
pub async fn write(text: &str) -> bool {
    let navigator = gloo::utils::window().navigator();
    let has_interface = Reflect::get(&navigator, &JsValue::from_str("clipboard"))
        .is_ok_and(|clipboard| clipboard.is_object());
    if has_interface
        && JsFuture::from(navigator.clipboard().write_text(text))
            .await
            .is_ok()
    {
        return true;
    }
    write_by_selection(text).unwrap_or(false)
}

/// The old way: a field that is selected for a moment.
fn write_by_selection(text: &str) -> Option<bool> {
    let document = gloo::utils::document();
    let field: HtmlTextAreaElement = document.create_element("textarea").ok()?.dyn_into().ok()?;
    field.set_class_name("heard");
    field.set_value(text);
    let body = document.body()?;
    body.append_child(&field).ok()?;
    field.select();
    let done = document
        .dyn_into::<HtmlDocument>()
        .ok()
        .and_then(|document| document.exec_command("copy").ok());
    field.remove();
    done
}
