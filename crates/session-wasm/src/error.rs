//! What JavaScript is thrown: an `Error` named `SessionError` that carries a code.

use js_sys::{Error, Reflect};
use pi_session::SessionError;
use wasm_bindgen::JsValue;

/// The core's error as JavaScript sees it.
pub(crate) fn thrown(error: &SessionError) -> JsValue {
    let value = Error::new(error.message());
    value.set_name("SessionError");
    // A property of a fresh object can always be set.
    let _ = Reflect::set(&value, &"code".into(), &error.code().as_str().into());
    value.into()
}

/// An argument of the wrong type.
pub(crate) fn bad_argument(message: &str) -> JsValue {
    thrown(&SessionError::bad_argument(message))
}
