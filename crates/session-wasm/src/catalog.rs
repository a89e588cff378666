//! What a list says of a session, and the search of many.

use crate::Session;
use crate::arguments;
use crate::json;
use js_sys::{Array, Reflect};
use pi_session::{Candidate, Query, SessionInfo, Sort, search};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// What a list says of the session.
    ///
    /// # Errors
    /// When the time is none.
    pub fn info(&self, file_modified: &JsValue) -> Result<JsValue, JsValue> {
        let modified = if file_modified.is_undefined() || file_modified.is_null() {
            None
        } else {
            Some(arguments::time(file_modified, "fileModified")?)
        };
        let info = json::parse(&self.session().info_json(modified))?;
        let name = self.name()?;
        if !name.is_undefined() {
            Reflect::set(&info, &"name".into(), &name)?;
        }
        Ok(info)
    }
}

/// Those of many sessions that a query finds.
///
/// # Errors
/// When an argument is not what the types say.
#[wasm_bindgen(js_name = searchSessions)]
pub fn search_sessions(
    infos: &JsValue,
    query: &JsValue,
    sort: &JsValue,
    named: &JsValue,
) -> Result<Array, JsValue> {
    let infos = arguments::items(infos, "infos")?;
    let query = arguments::text(query, "query")?;
    let sort = arguments::one_of(
        sort,
        "sort",
        &[("recent", Sort::Recent), ("relevance", Sort::Relevance)],
    )?;
    let only_named = arguments::one_of(named, "named", &[("all", false), ("named", true)])?;
    let found = Array::new();
    // As in Pi: a pattern that is none finds nothing.
    let query = Query::parse(&query).ok();
    let mut kept = Vec::new();
    let mut candidates = Vec::new();
    for info in infos {
        let info = info?;
        let candidate = candidate(&info)?;
        if candidate.is_named() || !only_named {
            candidates.push(candidate);
            kept.push(info);
        }
    }
    if let Some(query) = query {
        for place in search(&candidates, &query, sort).places {
            found.push(&kept[place]);
        }
    }
    Ok(found)
}

fn candidate(info: &JsValue) -> Result<Candidate, JsValue> {
    let member = |name: &str| arguments::member_of(info, "an item of infos", name);
    let text = |name: &str| arguments::text(&member(name)?, name);
    let none = |value: &JsValue| value.is_undefined() || value.is_null();
    let modified = member("modified")?;
    let modified = if none(&modified) {
        None
    } else {
        Some(arguments::time(&modified, "modified")?)
    };
    Ok(SessionInfo {
        id: text("id")?,
        cwd: text("cwd")?,
        name: arguments::text_unless(&member("name")?, "name", none)?,
        all_messages_text: text("allMessagesText")?,
        modified,
        ..SessionInfo::default()
    }
    .into())
}
