//! The model context at the leaf for JavaScript.

use crate::json::{self, List};
use js_sys::{Array, Object, Reflect};
use pi_session::{Context, EntryKind, Role, Session};
use wasm_bindgen::{JsCast, JsValue};

/// The entries that make the context.
pub(crate) fn entries(session: &Session) -> Result<Array, JsValue> {
    let context = session.context();
    crate::list(session, context.entries.iter().map(|part| part.entry))
}

/// The entries that make the context, each with its messages, and what [`context`] gives.
pub(crate) fn projection(session: &Session) -> Result<JsValue, JsValue> {
    let context = session.context();
    let mut list = List::new();
    for part in &context.entries {
        let messages = session.project(part);
        list.push(|out| {
            let mut object = json::Object::new(out);
            object
                .json("sourceEntry", &session.entry(part.entry).json())
                .with("messages", |out| {
                    json::array(out, messages.iter(), |out, message| {
                        out.push_str(&message.json);
                    });
                })
                .end();
        })?;
    }
    let entries = list.finish()?;
    let messages = Array::new();
    for entry in entries.iter() {
        let own: Array = Reflect::get(&entry, &"messages".into())?.unchecked_into();
        own.iter().for_each(|message| {
            messages.push(&message);
        });
    }
    let projection = finish(session, &context, &messages)?;
    Reflect::set(&projection, &"entries".into(), &entries)?;
    Ok(projection.into())
}

/// The messages, the thinking level and the model.
pub(crate) fn context(session: &Session) -> Result<JsValue, JsValue> {
    let context = session.context();
    let mut list = List::new();
    for part in &context.entries {
        for message in session.project(part) {
            list.push(|out| out.push_str(&message.json))?;
        }
    }
    let messages = list.finish()?;
    finish(session, &context, &messages).map(Into::into)
}

fn finish(session: &Session, context: &Context, messages: &Array) -> Result<Object, JsValue> {
    let object = Object::new();
    Reflect::set(&object, &"messages".into(), messages)?;
    let level = json::parse(&thinking_level(session, context))?;
    Reflect::set(&object, &"thinkingLevel".into(), &level)?;
    Reflect::set(
        &object,
        &"model".into(),
        &json::parse(&model(session, context))?,
    )?;
    Ok(object)
}

/// The level as the file spells it, as JSON.
fn thinking_level(session: &Session, context: &Context) -> String {
    let setter = context
        .path
        .iter()
        .rev()
        .map(|part| part.entry)
        .find(|&entry| session.kind(entry) == EntryKind::ThinkingLevelChange);
    match setter {
        Some(entry) => session
            .entry(entry)
            .field("thinkingLevel")
            .map_or_else(|| "null".to_owned(), |level| level.text().into_owned()),
        None => "\"off\"".to_owned(),
    }
}

/// The model as the file spells it, as JSON.
fn model(session: &Session, context: &Context) -> String {
    let setter = context
        .path
        .iter()
        .rev()
        .map(|part| part.entry)
        .find(|&entry| {
            session.kind(entry) == EntryKind::ModelChange
                || session.role(entry) == Some(Role::Assistant)
        });
    let Some(entry) = setter.map(|entry| session.entry(entry)) else {
        return "null".to_owned();
    };
    let (source, name) = match entry.message() {
        Some(message) => (message.raw(), "model"),
        None => (entry.raw(), "modelId"),
    };
    let mut out = String::new();
    let mut object = json::Object::new(&mut out);
    if let Some(provider) = source.get("provider") {
        object.json("provider", &provider.text());
    }
    if let Some(id) = source.get(name) {
        object.json("modelId", &id.text());
    }
    object.end();
    out
}
