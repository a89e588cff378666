//! A conversation as one text, for a model that is to summarise it rather than go on with it.

use crate::entry::Role;
use crate::json::coerce::{entries, joined, template};
use crate::json::{Kind, Raw};
use crate::text::utf16_length;

/// How much of a tool's result is given, in UTF-16 units.
const RESULT_UNITS: usize = 2_000;

/// Messages as [`convert_to_llm`](crate::convert_to_llm) gives them, as one text: who says what, which tools are called
/// and what they give back, long results cut. Thinking, images and system messages are left out.
///
/// ```
/// use pi_session::{json::Raw, serialize_conversation};
/// let messages = [
///     r#"{"role":"user","content":"Read it"}"#,
///     r#"{"role":"assistant","content":[{"type":"toolCall","name":"read","arguments":{"path":"a"}}]}"#,
/// ];
/// let messages = messages.iter().map(|message| Raw::parse(message.as_bytes()).unwrap());
/// assert_eq!(
///     serialize_conversation(messages),
///     "[User]: Read it\n\n[Assistant tool calls]: read(path=\"a\")",
/// );
/// ```
pub fn serialize_conversation<'a>(messages: impl IntoIterator<Item = Raw<'a>>) -> String {
    let mut conversation = Conversation::default();
    for message in messages {
        let content = message.get("content");
        match super::view(message).role() {
            Role::User => {
                let text = content_text(content, "");
                conversation.say_unless_empty("[User]: ", &text);
            }
            Role::Assistant => assistant(content, &mut conversation),
            Role::ToolResult => {
                let text = cut(content_text(content, ""));
                conversation.say_unless_empty("[Tool result]: ", &text);
            }
            _ => {}
        }
    }
    conversation.text
}

fn assistant(content: Option<Raw<'_>>, conversation: &mut Conversation) {
    let is_string = content.is_some_and(|content| content.kind() == Kind::String);
    if is_string || blocks(content, "text").next().is_some() {
        conversation.say("[Assistant]: ", &content_text(content, "\n"));
    }
    let calls: Vec<String> = blocks(content, "toolCall").map(call_text).collect();
    conversation.say_unless_empty("[Assistant tool calls]: ", &calls.join("; "));
}

fn call_text(call: Raw<'_>) -> String {
    let arguments = call.get("arguments").map(entries).unwrap_or_default();
    let arguments: Vec<String> = arguments
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{}({})", template(call.get("name")), arguments.join(", "))
}

/// The blocks of one type.
fn blocks<'a>(
    content: Option<Raw<'a>>,
    name: &'static str,
) -> impl Iterator<Item = Raw<'a>> + use<'a> {
    let items = content.into_iter().flat_map(Raw::items);
    items.filter(move |block| block.get("type").and_then(Raw::as_str).as_deref() == Some(name))
}

fn content_text(content: Option<Raw<'_>>, separator: &str) -> String {
    if let Some(text) = content.and_then(Raw::as_str) {
        return text.into_owned();
    }
    let texts: Vec<String> = blocks(content, "text")
        .map(|block| joined(block.get("text")))
        .collect();
    texts.join(separator)
}

/// The start of a text that is too long, and how much is left out. No surrogate pair is parted.
fn cut(text: String) -> String {
    let length = utf16_length(&text);
    if length <= RESULT_UNITS {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find_map(|(at, character)| {
        units += character.len_utf16();
        (units > RESULT_UNITS).then_some(at)
    });
    let kept = &text[..end.unwrap_or(text.len())];
    let left_out = length - RESULT_UNITS;
    format!("{kept}\n\n[... {left_out} more characters truncated]")
}

/// What has been said so far, a blank line between the parts.
#[derive(Default)]
struct Conversation {
    text: String,
}

impl Conversation {
    fn say(&mut self, who: &str, what: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(who);
        self.text.push_str(what);
    }

    fn say_unless_empty(&mut self, who: &str, what: &str) {
        if !what.is_empty() {
            self.say(who, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(messages: &[&str], expected: &Expect) {
        let raws = messages
            .iter()
            .map(|message| Raw::parse(message.as_bytes()).expect("JSON"));
        expected.assert_eq(&serialize_conversation(raws));
    }

    #[test]
    fn everybody_speaks_on_a_line_of_their_own() {
        check(
            &[
                r#"{"role":"system","content":"left out"}"#,
                r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}"#,
                r#"{"role":"user","content":""}"#,
                r#"{"role":"assistant","content":[{"type":"thinking","thinking":"left out"},{"type":"text","text":"one"},
                    {"type":"toolCall","name":"edit","arguments":{"b":[1,"x"],"2":1e3}},{"type":"text","text":"two"},{"type":"toolCall","name":"ls"}]}"#,
                r#"{"role":"toolResult","content":"done"}"#,
                r#"{"role":"assistant","content":[{"type":"text","text":""}]}"#,
            ],
            &expect![[r#"
                [User]: ab

                [Assistant]: one
                two

                [Assistant tool calls]: edit(2=1000, b=[1,"x"]); ls()

                [Tool result]: done

                [Assistant]: "#]],
        );
    }

    #[test]
    fn what_has_another_shape_is_no_trouble() {
        check(
            &[
                "5",
                "null",
                r#"{"role":"user"}"#,
                r#"{"role":"user","content":{"a":1}}"#,
                r#"{"role":"user","content":[null,"x",{"type":"text","text":[1,[null]]}]}"#,
                r#"{"role":"assistant","content":"a plain text"}"#,
                r#"{"role":"assistant","content":[{"type":"toolCall","arguments":"ab"}]}"#,
                r#"{"role":"toolResult","content":7}"#,
            ],
            &expect![[r#"
                [User]: 1,

                [Assistant]: a plain text

                [Assistant tool calls]: undefined(0="a", 1="b")"#]],
        );
    }

    #[test]
    fn long_results_are_cut_between_characters() {
        assert_eq!(cut("x".repeat(2_000)), "x".repeat(2_000));
        assert_eq!(
            cut("x".repeat(2_003)),
            "x".repeat(2_000) + "\n\n[... 3 more characters truncated]"
        );
        assert_eq!(
            cut("x".repeat(1_999) + "😀y"),
            "x".repeat(1_999) + "\n\n[... 2 more characters truncated]"
        );
    }
}
