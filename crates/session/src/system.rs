//! The system prompt and tools at a point of the conversation: system messages replayed in order.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::context::ProjectedMessage;
use crate::entry::{Block, Content, Role};
use crate::json::coerce::length;
use crate::json::{Kind, Raw, quote_into};
use crate::text::utf16_length;

/// The state that all system messages so far add up to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SystemState {
    /// The messages' own texts, joined by a blank line.
    pub content: String,
    /// The same as the inside of a JSON string, which can hold half a surrogate pair.
    source: String,
    /// Its length in UTF-16 units.
    content_units: usize,
    /// Sections by name.
    sections: Named,
    /// Tools by name.
    tools: Named,
    /// The JSON of the first timestamp that is not null; of null where there are only such.
    timestamp: Option<String>,
}

impl SystemState {
    /// Replays the system messages among `messages`; the others are passed over. `None` where
    /// there is neither a message nor a tool.
    ///
    /// ```
    /// use pi_session::{Session, SystemState};
    /// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","cwd":"/"}
    /// {"type":"message","id":"a","parentId":null,"message":{"role":"system","content":"Be brief.","timestamp":1}}
    /// "#).unwrap();
    /// let context = session.context();
    /// let messages: Vec<_> = context.entries.iter().flat_map(|entry| session.project(entry)).collect();
    /// let state = SystemState::replay(&messages).unwrap();
    /// assert_eq!(state.content, "Be brief.");
    /// ```
    pub fn replay<'a>(messages: impl IntoIterator<Item = &'a ProjectedMessage>) -> Option<Self> {
        let mut state = Self::default();
        for message in messages {
            if message.role == Role::System
                && let Some(raw) = Raw::parse(message.json.as_bytes())
            {
                state.apply(raw);
            }
        }
        state.stands().then_some(state)
    }

    /// Whether there is a message with a time, or a tool.
    fn stands(&self) -> bool {
        self.timestamp.is_some() || !self.tools.is_empty()
    }

    /// What the state counts as one message, in UTF-16 units. O(1).
    pub(crate) fn units(&self) -> usize {
        if !self.stands() {
            return 0;
        }
        let tools = self.tools.places.len();
        // The tools are written as an array: two brackets, and a comma before all but the first.
        let around_tools = if tools > 0 { tools + 1 } else { 0 };
        self.content_units + self.sections.units + self.tools.units + around_tools
    }

    /// Takes the next system message in.
    pub(crate) fn apply(&mut self, message: Raw<'_>) {
        if self.timestamp.as_deref().is_none_or(|time| time == "null") {
            let time = message
                .get("timestamp")
                .map(|time| time.text().into_owned());
            self.timestamp = time.or(self.timestamp.take());
        }
        let content = message.get("content");
        let text = content_text(&Content::of(content));
        if !text.is_empty() {
            if !self.content.is_empty() {
                self.content.push_str("\n\n");
                self.source.push_str("\\n\\n");
                self.content_units += 2;
            }
            self.content.push_str(&text);
            self.content_units += content_units(content);
            self.source.push_str(&content_source(content));
        }
        if let Some(sections) = message.get("sections") {
            for (name, value) in sections.members() {
                if value.is_null() {
                    self.sections.remove(&name);
                } else {
                    self.sections.set(&name, value, length(Some(value)));
                }
            }
        }
        let tools = |field: &str| {
            message
                .get(field)
                .into_iter()
                .flat_map(Raw::items)
                .filter(|tool| tool.kind() == Kind::Object)
                .filter_map(|tool| Some((tool.get("name")?.as_str()?, tool)))
        };
        for (name, _) in tools("toolsRemoved") {
            self.tools.remove(&name);
        }
        for (name, tool) in tools("toolsAdded") {
            self.tools.set(&name, tool, utf16_length(&tool.stringify()));
        }
    }

    /// Sections by name with their JSON, in the order in which they came.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sections.iter()
    }

    /// Tools by name with their JSON, in the order in which they came.
    pub fn tools(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tools.iter()
    }

    /// The state as one system message, with the given time in Unix milliseconds.
    pub(crate) fn to_json(&self, timestamp: f64) -> String {
        let mut json = format!("{{\"role\":\"system\",\"content\":\"{}\"", self.source);
        if !self.sections.is_empty() {
            json.push_str(",\"sections\":{");
            for (position, (name, value)) in self.sections().enumerate() {
                if position > 0 {
                    json.push(',');
                }
                quote_into(name, &mut json);
                json.push(':');
                json.push_str(value);
            }
            json.push('}');
        }
        if !self.tools.is_empty() {
            let tools: Vec<&str> = self.tools().map(|(_, json)| json).collect();
            json.push_str(",\"toolsAdded\":[");
            json.push_str(&tools.join(","));
            json.push(']');
        }
        json.push_str(",\"timestamp\":");
        json.push_str(&crate::json::number_text(timestamp));
        json.push('}');
        json
    }
}

/// Text blocks each on lines of their own.
fn content_text(content: &Content<'_>) -> String {
    match content {
        Content::Blocks(blocks) => {
            let texts = blocks.iter().filter_map(|block| match block {
                Block::Text { text } => Some(&**text),
                _ => None,
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        other => other.text().into_owned(),
    }
}

/// What [`content_text`] gives, as the inside of a JSON string.
fn content_source(content: Option<Raw<'_>>) -> String {
    let inside = |text: Raw<'_>| {
        let quoted = text.stringify();
        quoted
            .get(1..quoted.len().saturating_sub(1))
            .unwrap_or_default()
            .to_owned()
    };
    let Some(content) = content else {
        return String::new();
    };
    if content.kind() == Kind::String {
        return inside(content);
    }
    let is_text =
        |block: &Raw<'_>| block.get("type").and_then(Raw::as_str).as_deref() == Some("text");
    let texts = content.items().filter(is_text).map(|block| {
        let text = block.get("text");
        text.filter(|text| text.kind() == Kind::String)
            .map(inside)
            .unwrap_or_default()
    });
    texts.collect::<Vec<_>>().join("\\n")
}

/// How long what [`content_text`] gives is, in UTF-16 units.
fn content_units(content: Option<Raw<'_>>) -> usize {
    let Some(content) = content.filter(|content| content.kind() != Kind::String) else {
        return length(content);
    };
    let is_text =
        |block: &Raw<'_>| block.get("type").and_then(Raw::as_str).as_deref() == Some("text");
    let mut breaks = 0;
    let texts = content.items().filter(is_text).map(|block| {
        let text = block.get("text");
        breaks += 1;
        length(text.filter(|text| text.kind() == Kind::String))
    });
    let texts: usize = texts.sum();
    texts + usize::saturating_sub(breaks, 1)
}

/// JSON values by name, in the order of a JavaScript `Map`: a name that is set again keeps its
/// place, one that was removed comes last. O(1) a step.
#[derive(Clone, Debug, Default, PartialEq)]
struct Named {
    /// Names that were removed leave a hole.
    values: Vec<Option<NamedValue>>,
    /// What all values count, in UTF-16 units.
    units: usize,
    places: HashMap<String, usize, FxBuildHasher>,
}

#[derive(Clone, Debug, PartialEq)]
struct NamedValue {
    name: String,
    json: String,
    units: usize,
}

impl Named {
    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .flatten()
            .map(|value| (value.name.as_str(), value.json.as_str()))
    }

    fn set(&mut self, name: &str, value: Raw<'_>, units: usize) {
        self.units += units;
        let value = NamedValue {
            name: name.to_owned(),
            json: value.text().into_owned(),
            units,
        };
        if let Some(&place) = self.places.get(name) {
            let before = self.values[place].replace(value);
            self.units -= before.map_or(0, |before| before.units);
        } else {
            self.places.insert(name.to_owned(), self.values.len());
            self.values.push(Some(value));
        }
    }

    fn remove(&mut self, name: &str) {
        if let Some(place) = self.places.remove(name) {
            let before = self.values[place].take();
            self.units -= before.map_or(0, |before| before.units);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_a_time_is_none_but_one_at_null_is() {
        let replay = |json: &str| {
            SystemState::replay(&[ProjectedMessage {
                role: Role::System,
                json: json.to_owned(),
            }])
        };
        assert!(replay(r#"{"role":"system","content":"a","timestamp":null}"#).is_some());
        assert!(replay(r#"{"role":"system","content":"a"}"#).is_none());
        assert!(replay(r#"{"role":"system","toolsAdded":[{"name":"ls"}]}"#).is_some());
    }

    #[test]
    fn half_a_surrogate_pair_survives_the_replay() {
        let message = |json: &str| ProjectedMessage {
            role: Role::System,
            json: json.to_owned(),
        };
        let messages = [
            message(r#"{"role":"system","content":"cut \ud83d","timestamp":1}"#),
            message(
                r#"{"role":"system","content":[{"type":"text","text":"\"a\""},{"type":"text","text":"\ude00"}]}"#,
            ),
        ];
        let state = SystemState::replay(&messages).expect("system messages");
        assert_eq!(state.content, "cut \u{fffd}\n\n\"a\"\n\u{fffd}");
        assert_eq!(
            state.to_json(2.0),
            r#"{"role":"system","content":"cut \ud83d\n\n\"a\"\n\ude00","timestamp":2}"#
        );
    }
}
