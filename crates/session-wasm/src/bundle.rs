//! What comes packed, for JavaScript: a plain object whose sessions are handles.

use crate::{Session, arguments, error, json};
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Opens a bug report, a zip of sessions, gzip, an exported page or a list of crashes.
///
/// # Errors
/// When the bytes are damaged, want more than is unpacked, or hold nothing of Pi's.
#[wasm_bindgen(js_name = openBundle)]
pub fn open_bundle(bytes: &JsValue) -> Result<JsValue, JsValue> {
    let bytes = arguments::bytes(bytes)?.to_vec();
    let bundle = pi_session::Bundle::open(&bytes).map_err(|error| error::thrown(&error))?;
    let object = Object::new();
    let set = |name: &str, value: JsValue| {
        // A property of a fresh object can always be set.
        let _ = Reflect::set(&object, &name.into(), &value);
    };
    for (name, text) in [
        ("report", &bundle.report),
        ("diagnostics", &bundle.diagnostics),
        ("crashes", &bundle.crashes),
    ] {
        if let Some(text) = text {
            set(name, json::parse(text)?);
        }
    }
    if let Some(summary) = bundle.summary {
        set("summary", summary.into());
    }
    let sessions = Array::new();
    for one in bundle.sessions {
        let session: JsValue = Session {
            current: RefCell::new(one.session),
        }
        .into();
        if sessions.length() == 0 {
            set("session", session.clone());
        }
        sessions.push(&named(&one.name, "session", &session));
    }
    set("sessions", sessions.into());
    let left_out = Array::new();
    for one in bundle.left_out {
        left_out.push(&named(&one.name, "reason", &one.reason.into()));
    }
    set("leftOut", left_out.into());
    Ok(object.into())
}

fn named(name: &str, key: &str, value: &JsValue) -> JsValue {
    let object = Object::new();
    let _ = Reflect::set(&object, &"name".into(), &name.into());
    let _ = Reflect::set(&object, &key.into(), value);
    object.into()
}
