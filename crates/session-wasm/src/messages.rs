//! Functions over messages, with or without a session.

use crate::arguments::{Json, messages};
use crate::error::thrown;
use crate::json::List;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The messages as a model gets them.
///
/// # Errors
/// When they are no array that JSON can hold.
#[wasm_bindgen(js_name = convertToLlm)]
pub fn convert_to_llm(list: &JsValue) -> Result<Array, JsValue> {
    let list = messages(list)?;
    let mut converted = List::new();
    for message in list.raw().map_err(|error| thrown(&error))?.items() {
        if let Some(message) = pi_session::convert_to_llm(message) {
            converted.push(|out| out.push_str(&message.json))?;
        }
    }
    converted.finish()
}

/// A conversation as one text.
///
/// # Errors
/// When the messages are no array that JSON can hold.
#[wasm_bindgen(js_name = serializeConversation)]
pub fn serialize_conversation(list: &JsValue) -> Result<String, JsValue> {
    let list = messages(list)?;
    let list = list.raw().map_err(|error| thrown(&error))?;
    Ok(pi_session::serialize_conversation(list.items()))
}

/// How many tokens a message takes, about.
///
/// # Errors
/// When it is nothing that JSON can hold.
#[wasm_bindgen(js_name = estimateTokens)]
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn estimate_tokens(message: &JsValue) -> Result<f64, JsValue> {
    let message = Json::of(message, "message")?;
    let message = message.raw().map_err(|error| thrown(&error))?;
    Ok(pi_session::estimate_tokens(message) as f64)
}
