//! `pi-session` for JavaScript: the handle class of the npm package, and nothing else.
//!
//! No rule of the format lives here. Arguments are checked, the core is asked, and what it gives goes over as JSON
//! text. Every method takes `&self`, so that a getter of an argument that calls back finds no object in use.

mod append;
mod arguments;
pub mod bundle;
pub mod catalog;
mod context;
mod error;
mod figures;
mod json;
pub mod messages;
pub mod redact;
mod rows;
mod stamps;
mod tree;

use js_sys::{Array, JsString, Reflect, Uint8Array};
use json::List;
use pi_session::json::{Kind, Raw};
use pi_session::{EntryIndex, EntryKind, SessionReader};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Bytes that the reader takes at once.
const CHUNK: u32 = 1 << 20;

/// A session file in memory.
#[wasm_bindgen]
pub struct Session {
    current: RefCell<pi_session::Session>,
}

#[wasm_bindgen]
impl Session {
    /// Says how to make one.
    ///
    /// # Errors
    /// Always.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Session, JsValue> {
        Err(error::bad_argument(
            "A session comes from a file: use Session.parse(bytes).",
        ))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the bytes are no Pi session.
    pub fn parse(bytes: &JsValue) -> Result<Session, JsValue> {
        let bytes = arguments::bytes(bytes)?;
        let mut reader = SessionReader::with_size_hint(u64::from(bytes.length()));
        let mut start = 0;
        while start < bytes.length() {
            let chunk = bytes.subarray(start, start.saturating_add(CHUNK).min(bytes.length()));
            reader.push_with(chunk.length() as usize, |room, offset| {
                let offset = u32::try_from(offset).unwrap_or(u32::MAX);
                let length = u32::try_from(room.len()).unwrap_or(u32::MAX);
                chunk
                    .subarray(offset, offset.saturating_add(length))
                    .copy_to(room);
            });
            start += chunk.length();
        }
        let session = reader.finish().map_err(|error| error::thrown(&error))?;
        Ok(Session {
            current: RefCell::new(session),
        })
    }

    /// The first record; null if the file has none.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getHeader)]
    pub fn header(&self) -> Result<JsValue, JsValue> {
        match self.session().header().json.as_str() {
            "" => Ok(JsValue::NULL),
            header => json::parse(header),
        }
    }

    /// The id that the header gives.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getSessionId)]
    pub fn session_id(&self) -> Result<JsValue, JsValue> {
        json::parse(&header_text(&self.session(), "id"))
    }

    /// The folder that the header gives.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getCwd)]
    pub fn cwd(&self) -> Result<JsValue, JsValue> {
        json::parse(&header_text(&self.session(), "cwd"))
    }

    /// The name as it was last set.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getSessionName)]
    pub fn name(&self) -> Result<JsValue, JsValue> {
        let session = self.session();
        if session.name().is_none() {
            return Ok(JsValue::UNDEFINED);
        }
        // From the source, since half a surrogate pair would be lost in a Rust string.
        let last = session
            .entries()
            .rev()
            .find(|&index| session.kind(index) == EntryKind::SessionInfo);
        let name =
            last.and_then(|index| Some(session.entry(index).field("name")?.text().into_owned()));
        match name {
            Some(name) => Ok(json::parse(&name)?
                .unchecked_into::<JsString>()
                .trim()
                .into()),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// How many entries there are.
    #[wasm_bindgen(js_name = getEntryCount)]
    pub fn entry_count(&self) -> usize {
        self.session().entry_count()
    }

    /// All entries in file order.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getEntries)]
    pub fn entries(&self) -> Result<Array, JsValue> {
        let session = self.session();
        list(&session, session.entries())
    }

    /// The entry with this id.
    ///
    /// # Errors
    /// When the id is no string.
    #[wasm_bindgen(js_name = getEntry)]
    pub fn entry(&self, id: &JsValue) -> Result<JsValue, JsValue> {
        let session = self.session();
        one(&session, session.find(&arguments::text(id, "id")?))
    }

    /// The entries whose parent is this one, in file order.
    ///
    /// # Errors
    /// When the id is neither a string nor null.
    #[wasm_bindgen(js_name = getChildren)]
    pub fn children(&self, parent: &JsValue) -> Result<Array, JsValue> {
        let parent = arguments::text_unless(parent, "parentId", JsValue::is_null)?;
        let session = self.session();
        list(
            &session,
            tree::children(&session, parent.as_deref()).into_iter(),
        )
    }

    /// The roots, each with its children in it.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getTree)]
    pub fn tree(&self) -> Result<Array, JsValue> {
        tree::nodes(&self.session())
    }

    /// The entries from the root to the given one, or to the leaf.
    ///
    /// # Errors
    /// When the id is no string.
    #[wasm_bindgen(js_name = getBranch)]
    pub fn path(&self, from: &JsValue) -> Result<Array, JsValue> {
        let session = self.session();
        let nothing = |value: &JsValue| value.is_undefined() || value.is_null();
        let from = match arguments::text_unless(from, "fromId", nothing)? {
            Some(id) => session.find(&id),
            None => session.leaf(),
        };
        let path = from.map(|index| session.tree().path(index));
        list(&session, path.unwrap_or_default().into_iter())
    }

    /// The id of the leaf; null before the first entry.
    #[wasm_bindgen(js_name = getLeafId)]
    pub fn leaf(&self) -> JsValue {
        let session = self.session();
        session
            .leaf()
            .map_or(JsValue::NULL, |leaf| session.id(leaf).into())
    }

    /// The same as a property.
    #[wasm_bindgen(getter, js_name = leafId)]
    pub fn leaf_id(&self) -> JsValue {
        self.leaf()
    }

    /// The entry that is the leaf.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = getLeafEntry)]
    pub fn leaf_entry(&self) -> Result<JsValue, JsValue> {
        let session = self.session();
        one(&session, session.leaf())
    }

    /// The label of an entry.
    ///
    /// # Errors
    /// When the id is no string.
    #[wasm_bindgen(js_name = getLabel)]
    pub fn label(&self, id: &JsValue) -> Result<JsValue, JsValue> {
        let session = self.session();
        let index = session.find(&arguments::text(id, "id")?);
        match index.and_then(|index| tree::label(&session, index)) {
            Some(label) => json::parse(&label.text),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// The entries that the context at the leaf is made of.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = buildContextEntries)]
    pub fn context_entries(&self) -> Result<Array, JsValue> {
        context::entries(&self.session())
    }

    /// The context at the leaf, with the entries that its messages come from.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = buildSessionProjection)]
    pub fn projection(&self) -> Result<JsValue, JsValue> {
        context::projection(&self.session())
    }

    /// The context at the leaf.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = buildSessionContext)]
    pub fn context(&self) -> Result<JsValue, JsValue> {
        context::context(&self.session())
    }

    /// Moves the leaf to an entry.
    ///
    /// # Errors
    /// When no entry has the id.
    pub fn branch(&self, id: &JsValue) -> Result<(), JsValue> {
        let id = arguments::text(id, "branchFromId")?;
        let session = self.session();
        let leaf = session
            .find(&id)
            .ok_or_else(|| error::thrown(&pi_session::SessionError::unknown_entry(&id)))?;
        self.current.replace(session.with_leaf(Some(leaf)));
        Ok(())
    }

    /// Moves the leaf before the first entry.
    #[wasm_bindgen(js_name = resetLeaf)]
    pub fn reset_leaf(&self) {
        let session = self.session().with_leaf(None);
        self.current.replace(session);
    }

    /// The file: what was read, then what was appended.
    #[wasm_bindgen(js_name = toJsonl)]
    pub fn to_jsonl(&self) -> Uint8Array {
        let session = self.session();
        if session.appended().next().is_some() {
            return json::bytes(&session.to_jsonl());
        }
        // As it was read, without a second copy in the module's memory, which never shrinks.
        let length = u32::try_from(session.byte_len()).unwrap_or(u32::MAX);
        let bytes = Uint8Array::new_with_length(length);
        let mut start = 0;
        for piece in session.source() {
            let end = start + u32::try_from(piece.len()).unwrap_or(u32::MAX);
            bytes.subarray(start, end).copy_from(piece);
            start = end;
        }
        bytes
    }

    /// What is wrong, or odd, with the file.
    ///
    /// # Errors
    /// Never for a file.
    pub fn diagnostics(&self) -> Result<Array, JsValue> {
        let session = self.session();
        let mut list = List::new();
        for diagnostic in session.diagnostics() {
            list.push(|out| rows::diagnostic(out, &session, diagnostic))?;
        }
        list.finish()
    }

    /// A copy of the file that Pi opens, and what was changed in it.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = repairedJsonl)]
    pub fn repaired_jsonl(&self) -> Result<JsValue, JsValue> {
        let session = self.session();
        let repaired = session.repaired();
        let mut changes = List::new();
        for change in &repaired.changes {
            changes.push(|out| rows::repair(out, &session, change))?;
        }
        let result = js_sys::Object::new();
        Reflect::set(&result, &"bytes".into(), &json::bytes(&repaired.bytes))?;
        Reflect::set(&result, &"changes".into(), &changes.finish()?.into())?;
        Ok(result.into())
    }

    /// How many rows the tree has.
    ///
    /// # Errors
    /// When the options are no such options.
    #[wasm_bindgen(js_name = treeRowCount)]
    pub fn row_count(&self, options: &JsValue) -> Result<usize, JsValue> {
        let options = arguments::row_options(options)?;
        let session = self.session();
        Ok(rows::of(&session, &options).len())
    }

    /// The rows of the tree, or a window of them.
    ///
    /// # Errors
    /// When the options are no such options.
    #[wasm_bindgen(js_name = treeRows)]
    pub fn rows(&self, options: &JsValue) -> Result<Array, JsValue> {
        let options = arguments::row_options(options)?;
        rows::list(&self.session(), &options)
    }

    /// The session, shared: cheap, and nothing stays borrowed while JavaScript runs.
    fn session(&self) -> pi_session::Session {
        self.current.borrow().clone()
    }
}

/// A string of the header as JSON, spelt as in the file; empty where there is none.
fn header_text(session: &pi_session::Session, name: &str) -> String {
    Raw::parse(session.header().json.as_bytes())
        .and_then(|header| header.get(name))
        .filter(|value| value.kind() == Kind::String)
        .map_or_else(|| "\"\"".to_owned(), |value| value.text().into_owned())
}

/// Entries as an array of objects.
fn list(
    session: &pi_session::Session,
    entries: impl Iterator<Item = EntryIndex>,
) -> Result<Array, JsValue> {
    let mut list = List::new();
    for index in entries {
        list.push(|out| out.push_str(&session.entry(index).json()))?;
    }
    list.finish()
}

/// One entry as an object.
fn one(session: &pi_session::Session, index: Option<EntryIndex>) -> Result<JsValue, JsValue> {
    match index {
        Some(index) => json::parse(&session.entry(index).json()),
        None => Ok(JsValue::UNDEFINED),
    }
}
