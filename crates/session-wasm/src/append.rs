//! Operations that add entries, and new sessions made from one.

use crate::arguments::{self, Json};
use crate::error::thrown;
use crate::stamps;
use crate::{Session, json};
use js_sys::Uint8Array;
use pi_session::{EntryIndex, SessionError, SummaryFields};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// A session without entries.
    ///
    /// # Errors
    /// When an option is of the wrong type, or the id is none that Pi takes.
    pub fn create(options: &JsValue) -> Result<Session, JsValue> {
        let options = arguments::new_session(options, String::new())?;
        opened(pi_session::Session::create(&options, &mut stamps::now()))
    }

    /// Appends a message.
    ///
    /// # Errors
    /// When it is no object that JSON can hold.
    #[wasm_bindgen(js_name = appendMessage)]
    pub fn append_message(&self, message: &JsValue) -> Result<String, JsValue> {
        let message = Json::of(message, "message")?;
        self.append(|session, now| session.append_message(message.raw()?, now))
    }

    /// Appends a change of the model.
    ///
    /// # Errors
    /// When an argument is no string.
    #[wasm_bindgen(js_name = appendModelChange)]
    pub fn append_model_change(
        &self,
        provider: &JsValue,
        model_id: &JsValue,
    ) -> Result<String, JsValue> {
        let provider = arguments::text(provider, "provider")?;
        let model = arguments::text(model_id, "modelId")?;
        self.append(|session, now| session.append_model_change(&provider, &model, now))
    }

    /// Appends a change of the thinking level.
    ///
    /// # Errors
    /// When the level is no string.
    #[wasm_bindgen(js_name = appendThinkingLevelChange)]
    pub fn append_thinking_level_change(&self, level: &JsValue) -> Result<String, JsValue> {
        let level = arguments::text(level, "thinkingLevel")?;
        self.append(|session, now| session.append_thinking_level_change(&level, now))
    }

    /// Appends usage that belongs to no message; gives the entry.
    ///
    /// # Errors
    /// When an argument is of the wrong type.
    #[wasm_bindgen(js_name = appendUsage)]
    pub fn append_usage(
        &self,
        kind: &JsValue,
        provider: &JsValue,
        model: &JsValue,
        usage: &JsValue,
        note: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let kind = arguments::text(kind, "kind")?;
        let provider = arguments::text(provider, "provider")?;
        let model = arguments::text(model, "model")?;
        let usage = Json::of(usage, "usage")?;
        let note = arguments::text_unless(note, "note", JsValue::is_undefined)?;
        let id = self.append(|session, now| {
            session.append_usage(&kind, &provider, &model, usage.raw()?, note.as_deref(), now)
        })?;
        self.entry(&id.into())
    }

    /// Appends a compaction.
    ///
    /// # Errors
    /// When an argument is of the wrong type.
    #[wasm_bindgen(js_name = appendCompaction)]
    pub fn append_compaction(
        &self,
        summary: &JsValue,
        first_kept_entry_id: &JsValue,
        tokens_before: &JsValue,
        details: &JsValue,
        from_hook: &JsValue,
        usage: &JsValue,
    ) -> Result<String, JsValue> {
        let summary = arguments::text(summary, "summary")?;
        let none = |value: &JsValue| value.is_null() || value.is_undefined();
        let kept = arguments::text_unless(first_kept_entry_id, "firstKeptEntryId", none)?;
        let tokens = arguments::number(tokens_before, "tokensBefore")?;
        let fields = Fields::of(details, from_hook, usage)?;
        self.append(|session, now| {
            session.append_compaction(&summary, kept.as_deref(), tokens, fields.summary()?, now)
        })
    }

    /// Appends state of an extension.
    ///
    /// # Errors
    /// When an argument is of the wrong type.
    #[wasm_bindgen(js_name = appendCustomEntry)]
    pub fn append_custom_entry(
        &self,
        custom_type: &JsValue,
        data: &JsValue,
    ) -> Result<String, JsValue> {
        let custom_type = arguments::text(custom_type, "customType")?;
        let data = Json::unless_undefined(data, "data")?;
        self.append(|session, now| {
            let data = data.as_ref().map(Json::raw).transpose()?;
            session.append_custom_entry(&custom_type, data, now)
        })
    }

    /// Appends a message of an extension.
    ///
    /// # Errors
    /// When an argument is of the wrong type.
    #[wasm_bindgen(js_name = appendCustomMessageEntry)]
    pub fn append_custom_message_entry(
        &self,
        custom_type: &JsValue,
        content: &JsValue,
        display: &JsValue,
        details: &JsValue,
    ) -> Result<String, JsValue> {
        let custom_type = arguments::text(custom_type, "customType")?;
        let content = arguments::content(content)?;
        let display = arguments::flag(display, "display")?;
        let details = Json::unless_undefined(details, "details")?;
        self.append(|session, now| {
            let details = details.as_ref().map(Json::raw).transpose()?;
            session.append_custom_message_entry(&custom_type, content.raw()?, display, details, now)
        })
    }

    /// Appends the session's name.
    ///
    /// # Errors
    /// When the name is no string.
    #[wasm_bindgen(js_name = appendSessionInfo)]
    pub fn append_session_info(&self, name: &JsValue) -> Result<String, JsValue> {
        let name = arguments::text(name, "name")?;
        self.append(|session, now| session.append_session_info(&name, now))
    }

    /// Appends a context edit.
    ///
    /// # Errors
    /// When the target is not there, not on the branch or nothing that can be edited, or the replacement is neither
    /// null nor holds a content.
    #[wasm_bindgen(js_name = appendContextEdit)]
    pub fn append_context_edit(
        &self,
        target_id: &JsValue,
        replacement: &JsValue,
    ) -> Result<String, JsValue> {
        let target = arguments::text(target_id, "targetId")?;
        let replacement = Json::of(replacement, "replacement")?;
        self.append(|session, now| session.append_context_edit(&target, replacement.raw()?, now))
    }

    /// Appends a label; none, or an empty one, clears it.
    ///
    /// # Errors
    /// When the target is not there.
    #[wasm_bindgen(js_name = appendLabelChange)]
    pub fn append_label_change(
        &self,
        target_id: &JsValue,
        label: &JsValue,
    ) -> Result<String, JsValue> {
        let target = arguments::text(target_id, "targetId")?;
        let label = arguments::text_unless(label, "label", JsValue::is_undefined)?;
        self.append(|session, now| session.append_label_change(&target, label.as_deref(), now))
    }

    /// Moves the leaf and appends a summary of the branch that was left.
    ///
    /// # Errors
    /// When the new leaf is not there, or an argument is of the wrong type.
    #[wasm_bindgen(js_name = branchWithSummary)]
    pub fn branch_with_summary(
        &self,
        branch_from_id: &JsValue,
        summary: &JsValue,
        details: &JsValue,
        from_hook: &JsValue,
        usage: &JsValue,
    ) -> Result<String, JsValue> {
        let leaf = arguments::text_unless(branch_from_id, "branchFromId", JsValue::is_null)?;
        let summary = arguments::text(summary, "summary")?;
        let fields = Fields::of(details, from_hook, usage)?;
        self.append(|session, now| {
            session.branch_with_summary(leaf.as_deref(), &summary, fields.summary()?, now)
        })
    }

    /// A new session that holds the path to an entry.
    ///
    /// # Errors
    /// When the entry is not there, or an option is of the wrong type.
    #[wasm_bindgen(js_name = createBranchedSession)]
    pub fn create_branched_session(
        &self,
        leaf_id: &JsValue,
        options: &JsValue,
    ) -> Result<Session, JsValue> {
        let leaf = self.find(leaf_id, "leafId")?;
        let session = self.session();
        let cwd = session.header().cwd.clone().unwrap_or_default();
        let options = arguments::new_session(options, cwd)?;
        opened(session.create_branched_session(leaf, &options, &mut stamps::now()))
    }

    /// A new session with every entry.
    ///
    /// # Errors
    /// When an option is of the wrong type.
    pub fn fork(&self, options: &JsValue) -> Result<Session, JsValue> {
        let options = arguments::fork(options)?;
        opened(self.session().fork(&options, &mut stamps::now()))
    }

    /// The path to an entry, or to the leaf, as a file.
    ///
    /// # Errors
    /// When the entry is not there.
    #[wasm_bindgen(js_name = branchToJsonl)]
    pub fn branch_to_jsonl(&self, leaf_id: &JsValue) -> Result<Uint8Array, JsValue> {
        let leaf = if leaf_id.is_undefined() {
            self.session().leaf()
        } else {
            Some(self.find(leaf_id, "leafId")?)
        };
        Ok(json::bytes(&self.session().branch_to_jsonl(leaf)))
    }
}

impl Session {
    /// Makes an entry in place; gives its id.
    fn append(
        &self,
        make: impl FnOnce(
            &mut pi_session::Session,
            &mut pi_session::Stamp,
        ) -> Result<EntryIndex, SessionError>,
    ) -> Result<String, JsValue> {
        let mut now = stamps::now();
        // JavaScript must not run while the session is borrowed, so an error is made of what was borrowed afterwards.
        let outcome = {
            let mut session = self.current.borrow_mut();
            make(&mut session, &mut now).map(|entry| session.id(entry).to_owned())
        };
        outcome.map_err(|error| thrown(&error))
    }

    /// The entry with the id that was given.
    pub(crate) fn find(&self, id: &JsValue, name: &str) -> Result<EntryIndex, JsValue> {
        let id = arguments::text(id, name)?;
        let entry = self.current.borrow().find(&id);
        entry.ok_or_else(|| thrown(&SessionError::unknown_entry(&id)))
    }
}

/// What a summary may carry.
struct Fields {
    details: Option<Json>,
    from_hook: Option<bool>,
    usage: Option<Json>,
}

impl Fields {
    fn of(details: &JsValue, from_hook: &JsValue, usage: &JsValue) -> Result<Self, JsValue> {
        Ok(Fields {
            details: Json::unless_undefined(details, "details")?,
            from_hook: if from_hook.is_undefined() {
                None
            } else {
                Some(arguments::flag(from_hook, "fromHook")?)
            },
            usage: Json::unless_undefined(usage, "usage")?,
        })
    }

    fn summary(&self) -> Result<SummaryFields<'_>, SessionError> {
        Ok(SummaryFields {
            details: self.details.as_ref().map(Json::raw).transpose()?,
            from_hook: self.from_hook,
            usage: self.usage.as_ref().map(Json::raw).transpose()?,
        })
    }
}

fn opened(session: Result<pi_session::Session, SessionError>) -> Result<Session, JsValue> {
    let session = session.map_err(|error| thrown(&error))?;
    Ok(Session {
        current: RefCell::new(session),
    })
}
