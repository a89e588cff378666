//! What each model cost.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Scope, Totals};
use crate::entry::{EntryKind, Role, Usage};
use crate::json::Raw;
use crate::json::coerce::template;
use crate::{EntryIndex, Session};

/// Under which name the usage of tools and summaries goes, whose model is not told.
const TOOLS_AND_SUMMARIES: &str = "Tools/summaries";

/// What a model cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelCost {
    /// Provider and model, or `Tools/summaries` for what names no model.
    pub key: String,
    /// Tokens and dollars.
    pub usage: Totals,
}

impl Session {
    /// Cost by the model that replied, dearest first. Models that used nothing are left out.
    ///
    /// ```
    /// use pi_session::{Scope, Session};
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"b","parentId":null,"timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[],"provider":"here","model":"m","usage":{"input":5,"cost":{"total":0.5}}}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let costs = session.cost_by_model(Scope::File);
    /// assert_eq!((costs[0].key.as_str(), costs[0].usage.cost), ("here/m", 0.5));
    /// ```
    pub fn cost_by_model(&self, scope: Scope) -> Vec<ModelCost> {
        let mut costs: Vec<ModelCost> = Vec::new();
        let mut places: HashMap<String, usize, FxBuildHasher> = HashMap::default();
        for entry in self.scope(scope) {
            let Some(usage) = self.usage_of(entry) else {
                continue;
            };
            let key = self.cost_key(entry);
            let place = *places.entry(key).or_insert_with_key(|key| {
                costs.push(ModelCost {
                    key: key.clone(),
                    usage: Totals::default(),
                });
                costs.len() - 1
            });
            costs[place]
                .usage
                .add(&Usage::of(usage).unwrap_or_default());
        }
        costs.retain(|cost| cost.usage.cost > 0.0 || cost.usage.tokens() > 0.0);
        costs.sort_by(|a, b| b.usage.cost.total_cmp(&a.usage.cost));
        costs
    }

    fn cost_key(&self, index: EntryIndex) -> String {
        let entry = self.entry(index);
        let (source, model) = match (entry.kind(), entry.message()) {
            (EntryKind::Usage, _) => (entry.raw(), entry.field("model")),
            (_, Some(message)) if message.role() == Role::Assistant => {
                let model = message
                    .field("responseModel")
                    .filter(|model| !model.is_null());
                (message.raw(), model.or_else(|| message.field("model")))
            }
            _ => return TOOLS_AND_SUMMARIES.to_owned(),
        };
        model_key(source, model)
    }
}

/// A model's name with its provider's.
pub(super) fn model_key(source: Raw<'_>, model: Option<Raw<'_>>) -> String {
    format!("{}/{}", template(source.get("provider")), template(model))
}
