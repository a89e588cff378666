//! Messages as a model gets them: what each becomes on the wire, the text of a whole conversation,
//! and how many tokens it takes. Where messages come *from* belongs in `context`.
//!
//! The texts around shell runs and summaries, and the marks of a conversation's text, are what
//! models saw: they belong to the format and are equal to Pi's.

mod conversation;
mod sizes;
mod tokens;

use crate::context::{ObjectText, ProjectedMessage};
use crate::entry::{Message, Role};
use crate::json::coerce::template;
use crate::json::{Kind, Raw, quote_into};

pub use conversation::serialize_conversation;
pub use sizes::ContextPoint;
pub use tokens::{ContextSize, estimate_tokens};

const COMPACTION_PREFIX: &str = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n";
const COMPACTION_SUFFIX: &str = "\n</summary>";
const BRANCH_PREFIX: &str =
    "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n";
const BRANCH_SUFFIX: &str = "</summary>";

impl ProjectedMessage {
    /// The message, to be looked into; `None` only where `json` was set to what is no JSON.
    pub fn message(&self) -> Option<Message<'_>> {
        Raw::parse(self.json.as_bytes()).map(view)
    }
}

/// A message by its own word, without the entry that holds it.
pub(crate) fn view(message: Raw<'_>) -> Message<'_> {
    let role = message.get("role").and_then(Raw::as_str);
    Message::new(message, Role::of(role.as_deref().unwrap_or_default()))
}

/// What the model gets of a message: shell runs, custom messages and summaries become text of the
/// user's; runs that are kept from the context and unknown roles become nothing.
///
/// ```
/// use pi_session::{convert_to_llm, json::Raw};
/// let run = br#"{"role":"bashExecution","command":"pwd","output":"/w","exitCode":0,"timestamp":5}"#;
/// assert_eq!(
///     convert_to_llm(Raw::parse(run).unwrap()).unwrap().json,
///     r#"{"role":"user","content":[{"type":"text","text":"Ran `pwd`\n```\n/w\n```"}],"timestamp":5}"#,
/// );
/// assert!(convert_to_llm(Raw::parse(br#"{"role":"narrator"}"#).unwrap()).is_none());
/// ```
pub fn convert_to_llm(message: Raw<'_>) -> Option<ProjectedMessage> {
    let message = view(message);
    let mut text = JsonText::default();
    match message.role() {
        Role::System | Role::User | Role::Assistant | Role::ToolResult => {
            return Some(ProjectedMessage {
                role: message.role(),
                json: message.raw().text().into_owned(),
            });
        }
        Role::BashExecution if !message.flag("excludeFromContext") => {
            shell_run(&message, &mut text);
        }
        Role::Custom => {
            let content = message.field("content");
            if content.is_none_or(|content| content.kind() != Kind::String) {
                let content = content.map(|content| content.text().into_owned());
                return Some(user_message(&message, content.as_deref()));
            }
            text.value(content);
        }
        Role::BranchSummary => {
            text.plain(BRANCH_PREFIX);
            text.value(message.field("summary"));
            text.plain(BRANCH_SUFFIX);
        }
        Role::CompactionSummary => {
            text.plain(COMPACTION_PREFIX);
            text.value(message.field("summary"));
            text.plain(COMPACTION_SUFFIX);
        }
        _ => return None,
    }
    let block = format!("[{{\"type\":\"text\",\"text\":\"{}\"}}]", text.0);
    Some(user_message(&message, Some(&block)))
}

fn shell_run(message: &Message<'_>, text: &mut JsonText) {
    text.plain("Ran `");
    text.value(message.field("command"));
    text.plain("`\n");
    match message.field("output").filter(|output| output.truthy()) {
        Some(output) => {
            text.plain("```\n");
            text.value(Some(output));
            text.plain("\n```");
        }
        None => text.plain("(no output)"),
    }
    let exit_code = message.field("exitCode").filter(|code| !code.is_null());
    if message.flag("cancelled") {
        text.plain("\n\n(command cancelled)");
    } else if let Some(code) = exit_code.filter(|code| code.as_f64() != Some(0.0)) {
        text.plain("\n\nCommand exited with code ");
        text.value(Some(code));
    }
    let path = message.field("fullOutputPath").filter(|path| path.truthy());
    if message.flag("truncated")
        && let Some(path) = path
    {
        text.plain("\n\n[Output truncated. Full output: ");
        text.value(Some(path));
        text.plain("]");
    }
}

/// A user's message with this content, at the time of another.
fn user_message(source: &Message<'_>, content: Option<&str>) -> ProjectedMessage {
    let mut object = ObjectText::new(Role::User);
    if let Some(content) = content {
        object.text("content", content);
    }
    object.copy("timestamp", source.field("timestamp"));
    object.close()
}

/// The inside of a JSON string in the making. Strings go in as they are spelt: half of a surrogate
/// pair stays what it was.
#[derive(Default)]
struct JsonText(String);

impl JsonText {
    fn plain(&mut self, text: &str) {
        let mut quoted = String::with_capacity(text.len() + 2);
        quote_into(text, &mut quoted);
        self.0.push_str(&quoted[1..quoted.len() - 1]);
    }

    /// `${value}`.
    fn value(&mut self, value: Option<Raw<'_>>) {
        match value.and_then(Raw::string_source) {
            Some(source) => self.0.push_str(&String::from_utf8_lossy(source)),
            None => self.plain(&template(value)),
        }
    }
}

#[cfg(test)]
mod tests;
