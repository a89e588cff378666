//! Arguments from JavaScript, checked: whatever comes in is either what the types say or a `bad-argument`.

use crate::error::bad_argument;
use js_sys::{Array, Reflect, Uint8Array};
use pi_session::Filter;
use wasm_bindgen::{JsCast, JsValue};

/// The bytes of a file.
pub(crate) fn bytes(value: &JsValue) -> Result<Uint8Array, JsValue> {
    value.dyn_ref::<Uint8Array>().cloned().ok_or_else(|| {
        bad_argument(&format!(
            "The file must be a Uint8Array; this is {}.",
            what(value)
        ))
    })
}

/// A string.
pub(crate) fn text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| {
        bad_argument(&format!(
            "{name} must be a string; this is {}.",
            what(value)
        ))
    })
}

/// A string, or `None` for what `is_none` says.
pub(crate) fn text_unless(
    value: &JsValue,
    name: &str,
    is_none: impl Fn(&JsValue) -> bool,
) -> Result<Option<String>, JsValue> {
    if is_none(value) {
        return Ok(None);
    }
    text(value, name).map(Some)
}

/// Which rows of the tree.
pub(crate) struct RowOptions {
    pub(crate) filter: Filter,
    pub(crate) query: String,
    pub(crate) folded: Vec<String>,
    pub(crate) start: usize,
    pub(crate) count: usize,
}

/// The options of the row methods; `undefined` and `null` stand for none.
pub(crate) fn row_options(value: &JsValue) -> Result<RowOptions, JsValue> {
    let mut options = RowOptions {
        filter: Filter::Default,
        query: String::new(),
        folded: Vec::new(),
        start: 0,
        count: usize::MAX,
    };
    if value.is_undefined() || value.is_null() {
        return Ok(options);
    }
    if !value.is_object() {
        return Err(bad_argument(&format!(
            "options must be an object; this is {}.",
            what(value)
        )));
    }
    if let Some(filter) = member(value, "filter")? {
        options.filter = self::filter(&filter)?;
    }
    if let Some(query) = member(value, "query")? {
        options.query = text(&query, "query")?;
    }
    if let Some(folded) = member(value, "folded")? {
        options.folded = texts(&folded, "folded")?;
    }
    if let Some(start) = member(value, "start")? {
        options.start = count(&start, "start")?;
    }
    if let Some(number) = member(value, "count")? {
        options.count = count(&number, "count")?;
    }
    Ok(options)
}

fn member(object: &JsValue, name: &str) -> Result<Option<JsValue>, JsValue> {
    let value = Reflect::get(object, &name.into())?;
    Ok((!value.is_undefined()).then_some(value))
}

fn filter(value: &JsValue) -> Result<Filter, JsValue> {
    let name = text(value, "filter")?;
    Filter::ALL_MODES
        .into_iter()
        .find(|filter| filter.as_str() == name)
        .ok_or_else(|| {
            let known = Filter::ALL_MODES.map(Filter::as_str).join(", ");
            bad_argument(&format!("There is no filter {name:?}; there are {known}."))
        })
}

fn texts(value: &JsValue, name: &str) -> Result<Vec<String>, JsValue> {
    if !Array::is_array(value) {
        return Err(bad_argument(&format!(
            "{name} must be an array of strings; this is {}.",
            what(value)
        )));
    }
    Array::from(value)
        .iter()
        .map(|item| text(&item, &format!("an item of {name}")))
        .collect()
}

/// A whole number from 0; what exceeds the memory means "all".
fn count(value: &JsValue, name: &str) -> Result<usize, JsValue> {
    match value.as_f64() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Some(number)
            if number >= 0.0 && (number.trunc() - number == 0.0 || number.is_infinite()) =>
        {
            // `as` saturates.
            Ok(number as usize)
        }
        _ => Err(bad_argument(&format!(
            "{name} must be a whole number from 0; this is {}.",
            what(value)
        ))),
    }
}

/// A value in a word or two, for a message.
fn what(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    if Array::is_array(value) {
        return "an array".to_owned();
    }
    match (value.js_typeof().as_string().as_deref(), value.as_f64()) {
        (_, Some(number)) => format!("the number {number}"),
        (Some("undefined"), _) => "undefined".to_owned(),
        (Some("object"), _) => "an object".to_owned(),
        (Some(kind), _) => format!("a {kind}"),
        (None, _) => "something else".to_owned(),
    }
}
