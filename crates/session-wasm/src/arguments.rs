//! Arguments from JavaScript, checked: whatever comes in is either what the types say or a `bad-argument`.

use crate::error::bad_argument;
use js_sys::{Array, Date, Function, JSON, Object, Reflect, Uint8Array};
use pi_session::json::{Kind, Raw};
use pi_session::{Filter, NewSession, SessionError};
use std::borrow::Cow;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The constructor, to be called where its refusals are caught.
    #[wasm_bindgen(thread_local_v2, js_name = Uint8Array)]
    static UINT8_ARRAY: Function;

    /// Throws for a proxy that was revoked.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_list(value: &JsValue) -> Result<bool, JsValue>;
}

/// The bytes of a file: a view of our own, since the one that came may be of a class that answers as it likes.
pub(crate) fn bytes(value: &JsValue) -> Result<Uint8Array, JsValue> {
    let is_bytes = value.is_instance_of::<Uint8Array>();
    let view = is_bytes.then(|| view_of(value).ok()).flatten();
    view.ok_or_else(|| wrong(value, "the file", "a Uint8Array"))
}

/// What a typed array really views, by the getters of all typed arrays. Fails for what is none, and for memory that is
/// no longer there.
fn view_of(value: &JsValue) -> Result<Uint8Array, JsValue> {
    UINT8_ARRAY.with(|constructor| {
        let class = Reflect::get_prototype_of(constructor)?;
        let getters = Reflect::get(&class, &"prototype".into())?.unchecked_into::<Object>();
        let own = |name: &str| {
            let property = Reflect::get_own_property_descriptor(&getters, &name.into())?;
            let getter: Function = Reflect::get(&property, &"get".into())?.dyn_into()?;
            getter.call0(value)
        };
        let parts = Array::of3(&own("buffer")?, &own("byteOffset")?, &own("length")?);
        Reflect::construct(constructor, &parts).map(JsCast::unchecked_into)
    })
}

/// A string.
pub(crate) fn text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    value
        .as_string()
        .ok_or_else(|| wrong(value, name, "a string"))
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

/// A number, be it not a number.
pub(crate) fn number(value: &JsValue, name: &str) -> Result<f64, JsValue> {
    value.as_f64().ok_or_else(|| wrong(value, name, "a number"))
}

/// True or false.
pub(crate) fn flag(value: &JsValue, name: &str) -> Result<bool, JsValue> {
    value
        .as_bool()
        .ok_or_else(|| wrong(value, name, "a boolean"))
}

/// An ISO time, in Unix milliseconds.
pub(crate) fn time(value: &JsValue, name: &str) -> Result<f64, JsValue> {
    let time = Date::parse(&text(value, name)?);
    if time.is_nan() {
        return Err(wrong(value, name, "an ISO time"));
    }
    Ok(time)
}

/// The items of an array, each looked up when its turn comes: an array may be iterated as it likes.
pub(crate) fn items<'a>(
    value: &'a JsValue,
    name: &str,
) -> Result<impl Iterator<Item = Result<JsValue, JsValue>> + use<'a>, JsValue> {
    if !is_array(value) {
        return Err(wrong(value, name, "an array"));
    }
    let length = member(value, "length")?.unwrap_or_default();
    let length = u32::try_from(count(&length, "length")?).unwrap_or(u32::MAX);
    let item = |place: u32| Ok(member(value, &place.to_string())?.unwrap_or_default());
    Ok((0..length).map(item))
}

/// One of a few words, and what it stands for.
pub(crate) fn one_of<T: Copy>(
    value: &JsValue,
    name: &str,
    words: &[(&str, T)],
) -> Result<T, JsValue> {
    let word = text(value, name)?;
    let found = words.iter().find(|(known, _)| *known == word);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let known = known.join(" or ");
        bad_argument(&format!("{name} must be {known}; this is {word:?}."))
    })
}

/// A member of what must be an object; undefined if it has none.
pub(crate) fn member_of(object: &JsValue, what: &str, name: &str) -> Result<JsValue, JsValue> {
    if !object.is_object() {
        return Err(wrong(object, what, "an object"));
    }
    Ok(member(object, name)?.unwrap_or_default())
}

/// A value that the engine has written as JSON.
pub(crate) struct Json(String);

impl Json {
    pub(crate) fn of(value: &JsValue, name: &str) -> Result<Self, JsValue> {
        // Refuses functions, symbols, cycles, big integers, and what its own `toJSON` throws at.
        let text = JSON::stringify(value)
            .ok()
            .and_then(|text| text.as_string());
        text.map(Json)
            .ok_or_else(|| wrong(value, name, "a value that JSON can hold"))
    }

    pub(crate) fn unless_undefined(value: &JsValue, name: &str) -> Result<Option<Self>, JsValue> {
        if value.is_undefined() {
            return Ok(None);
        }
        Self::of(value, name).map(Some)
    }

    pub(crate) fn raw(&self) -> Result<Raw<'_>, SessionError> {
        Raw::parse(self.0.as_bytes())
            .ok_or_else(|| SessionError::bad_argument("An argument is no JSON value."))
    }
}

/// A content: a text or blocks.
pub(crate) fn content(value: &JsValue) -> Result<Json, JsValue> {
    let json = Json::of(value, "content")?;
    let kind = Raw::parse(json.0.as_bytes()).map(Raw::kind);
    if matches!(kind, Some(Kind::String | Kind::Array)) {
        return Ok(json);
    }
    Err(wrong(value, "content", "a string or an array of blocks"))
}

/// A list of messages.
pub(crate) fn messages(value: &JsValue) -> Result<Json, JsValue> {
    if !is_array(value) {
        return Err(wrong(value, "messages", "an array"));
    }
    Json::of(value, "messages")
}

/// How much a compaction is to keep, if its settings say so.
pub(crate) fn keep_recent_tokens(settings: &JsValue) -> Result<Option<f64>, JsValue> {
    if settings.is_undefined() || settings.is_null() {
        return Ok(None);
    }
    if !settings.is_object() {
        return Err(wrong(settings, "settings", "an object"));
    }
    if let Some(reserve) = member(settings, "reserveTokens")? {
        number(&reserve, "reserveTokens")?;
    }
    member(settings, "keepRecentTokens")?
        .map(|keep| number(&keep, "keepRecentTokens"))
        .transpose()
}

/// What a new session says about itself; `cwd` where the options say nothing of it.
pub(crate) fn new_session(value: &JsValue, cwd: String) -> Result<NewSession, JsValue> {
    let mut options = NewSession {
        cwd,
        ..NewSession::default()
    };
    if value.is_undefined() || value.is_null() {
        return Ok(options);
    }
    if !value.is_object() {
        return Err(wrong(value, "options", "an object"));
    }
    if let Some(cwd) = member(value, "cwd")? {
        options.cwd = text(&cwd, "cwd")?;
    }
    if let Some(id) = member(value, "id")? {
        options.id = Some(text(&id, "id")?);
    }
    if let Some(parent) = member(value, "parentSession")? {
        options.parent_session = Some(text(&parent, "parentSession")?);
    }
    Ok(options)
}

/// What a fork says about itself: its folder must be given.
pub(crate) fn fork(value: &JsValue) -> Result<NewSession, JsValue> {
    if !value.is_object() {
        return Err(wrong(value, "options", "an object with a cwd"));
    }
    text(&member(value, "cwd")?.unwrap_or_default(), "cwd")?;
    new_session(value, String::new())
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
        return Err(wrong(value, "options", "an object"));
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
    let value = Reflect::get(object, &name.into())
        .map_err(|_| bad_argument(&format!("{name} can't be read: its getter throws.")))?;
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
    if !is_array(value) {
        return Err(wrong(value, name, "an array of strings"));
    }
    // By way of JSON, since a list may be iterated as it likes.
    let list = Json::of(value, name)?;
    let strings = Raw::parse(list.0.as_bytes()).map(|list| {
        list.items()
            .map(|item| item.as_str().map(Cow::into_owned))
            .collect::<Option<Vec<String>>>()
    });
    strings
        .flatten()
        .ok_or_else(|| bad_argument(&format!("Every item of {name} must be a string.")))
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
        _ => Err(wrong(value, name, "a whole number from 0")),
    }
}

pub(crate) fn wrong(value: &JsValue, name: &str, wanted: &str) -> JsValue {
    bad_argument(&format!(
        "{name} must be {wanted}; this is {}.",
        what(value)
    ))
}

fn is_array(value: &JsValue) -> bool {
    is_list(value).unwrap_or(false)
}

/// A value in a word or two, for a message.
fn what(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    if is_array(value) {
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
