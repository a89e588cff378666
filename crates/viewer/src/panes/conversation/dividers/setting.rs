//! Settings that changed.

use crate::words::conversation::ConversationWords;

/// Which model is in use from here on.
pub fn model(
    provider: Option<&str>,
    model: Option<&str>,
    words: &'static ConversationWords,
) -> String {
    let name = match (provider, model) {
        (Some(provider), Some(model)) => format!("{provider}/{model}"),
        (_, Some(only)) | (Some(only), None) => only.to_owned(),
        (None, None) => words.missing.to_owned(),
    };
    (words.model_is)(&name)
}
