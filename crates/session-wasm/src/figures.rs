//! Figures of a session, and what goes into its summaries.

use crate::arguments;
use crate::json::{self, Object};
use crate::{Session, header_text, list};
use js_sys::{Array, Reflect};
use pi_session::{EntryIndex, FileLists, KEEP_RECENT_TOKENS, ProjectedMessage, Scope, Totals};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// Counts and totals of the whole file.
    ///
    /// # Errors
    /// Never for a file.
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        let session = self.session();
        let stats = session.stats(Scope::File);
        json::object(|object| {
            object
                .json("sessionId", &header_text(&session, "id"))
                .count("userMessages", stats.user_messages)
                .count("assistantMessages", stats.assistant_messages)
                .count("toolCalls", stats.tool_calls)
                .count("toolResults", stats.tool_results)
                .count("totalMessages", stats.total_messages)
                .with("tokens", |out| tokens(out, &stats.usage))
                .float("cost", stats.usage.cost);
        })
    }

    /// Cost and tokens by model, the dearest first.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = costBreakdown)]
    pub fn cost_breakdown(&self) -> Result<Array, JsValue> {
        let mut list = json::List::new();
        for part in self.session().cost_by_model(Scope::File) {
            list.push(|out| {
                Object::new(out)
                    .text("key", &part.key)
                    .float("cost", part.usage.cost)
                    .float("tokens", part.usage.tokens())
                    .end();
            })?;
        }
        list.finish()
    }

    /// What was paid for again because the cache had lost it.
    ///
    /// # Errors
    /// Never for a file.
    #[wasm_bindgen(js_name = cacheWaste)]
    pub fn cache_waste(&self) -> Result<JsValue, JsValue> {
        let waste = self.session().cache_waste(Scope::File);
        json::object(|object| {
            object
                .float("missedTokens", waste.missed_tokens)
                .float("missedCost", waste.missed_cost)
                .count("missCount", waste.miss_count);
        })
    }

    /// How many tokens the context at the leaf takes, about.
    #[wasm_bindgen(js_name = contextTokens)]
    pub fn context_tokens(&self) -> f64 {
        self.session().context_size().tokens
    }

    /// The entries that moving the leaf leaves behind.
    ///
    /// # Errors
    /// When one of the entries is not there.
    #[wasm_bindgen(js_name = entriesForBranchSummary)]
    pub fn entries_for_branch_summary(
        &self,
        old_leaf_id: &JsValue,
        target_id: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (old_leaf, target) = self.move_of_leaf(old_leaf_id, target_id)?;
        let session = self.session();
        let left = session.entries_for_branch_summary(old_leaf, target);
        let result = js_sys::Object::new();
        let entries = list(&session, left.entries.iter().copied())?;
        Reflect::set(&result, &"entries".into(), &entries)?;
        let ancestor = left
            .common_ancestor
            .map_or(JsValue::NULL, |entry| session.id(entry).into());
        Reflect::set(&result, &"commonAncestorId".into(), &ancestor)?;
        Ok(result.into())
    }

    /// What to summarise of the entries that moving the leaf leaves behind.
    ///
    /// # Errors
    /// When one of the entries is not there, or the budget is no number.
    #[wasm_bindgen(js_name = prepareBranchSummary)]
    pub fn prepare_branch_summary(
        &self,
        old_leaf_id: &JsValue,
        target_id: &JsValue,
        token_budget: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (old_leaf, target) = self.move_of_leaf(old_leaf_id, target_id)?;
        let budget = if token_budget.is_undefined() {
            None
        } else {
            Some(arguments::number(token_budget, "tokenBudget")?)
        };
        let session = self.session();
        let left = session.entries_for_branch_summary(old_leaf, target);
        let summary = session.prepare_branch_summary(&left.entries, budget);
        json::object(|object| {
            object.with("messages", |out| messages(out, &summary.messages));
            files(object, &summary.files);
            object.json("totalTokens", &summary.total_tokens.to_string());
        })
    }

    /// What to summarise so that the context at the leaf gets shorter; undefined where there is nothing.
    ///
    /// # Errors
    /// When a setting is no number.
    #[wasm_bindgen(js_name = prepareCompaction)]
    pub fn prepare_compaction(&self, settings: &JsValue) -> Result<JsValue, JsValue> {
        let keep = arguments::keep_recent_tokens(settings)?.unwrap_or(KEEP_RECENT_TOKENS);
        let session = self.session();
        let Some(compaction) = session.prepare_compaction(keep) else {
            return Ok(JsValue::UNDEFINED);
        };
        json::object(|object| {
            object
                .text("firstKeptEntryId", session.id(compaction.first_kept))
                .with("messagesToSummarize", |out| {
                    messages(out, &compaction.messages);
                })
                .with("turnPrefixMessages", |out| {
                    messages(out, &compaction.turn_prefix);
                })
                .flag("isSplitTurn", compaction.splits_turn)
                .float("tokensBefore", compaction.tokens_before);
            let previous = compaction.previous.map(|previous| session.entry(previous));
            if let Some(summary) = previous.and_then(|previous| previous.field("summary")) {
                object.json("previousSummary", &summary.text());
            }
            files(object, &compaction.files);
        })
    }
}

impl Session {
    /// Where the leaf is to go, and from where.
    fn move_of_leaf(
        &self,
        old_leaf_id: &JsValue,
        target_id: &JsValue,
    ) -> Result<(Option<EntryIndex>, EntryIndex), JsValue> {
        let old_leaf = if old_leaf_id.is_null() {
            None
        } else {
            Some(self.find(old_leaf_id, "oldLeafId")?)
        };
        Ok((old_leaf, self.find(target_id, "targetId")?))
    }
}

fn tokens(out: &mut String, totals: &Totals) {
    Object::new(out)
        .float("input", totals.input)
        .float("output", totals.output)
        .float("cacheRead", totals.cache_read)
        .float("cacheWrite", totals.cache_write)
        .float("total", totals.tokens())
        .end();
}

fn messages(out: &mut String, messages: &[ProjectedMessage]) {
    json::array(out, messages.iter(), |out, message| {
        out.push_str(&message.json);
    });
}

fn files(object: &mut Object<'_>, files: &FileLists) {
    let paths = |paths: &[String]| {
        Object::text_of(|out| json::array(out, paths.iter(), |out, path| json::quote(out, path)))
    };
    object
        .json("readFiles", &paths(&files.read))
        .json("modifiedFiles", &paths(&files.modified));
}
