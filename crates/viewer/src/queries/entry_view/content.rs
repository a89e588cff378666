//! Content of a message as owned parts.

use pi_session::json::{Kind, Raw};
use pi_session::{Block, Content};
use yew::AttrValue;

use super::tool::ToolCall;
use crate::parts::cut::Keep;
use crate::parts::image::ImageData;
use crate::parts::long_text::Kept;

/// A part of a message.
#[derive(Clone, Debug)]
pub enum Part {
    Text(Kept),
    Thinking {
        text: Kept,
        is_redacted: bool,
    },
    Call(ToolCall),
    Image {
        data: ImageData,
        claimed: AttrValue,
    },
    /// A part of an unknown kind, as JSON.
    Other(Kept),
}

impl Part {
    /// The parts of a content; nothing for one that is missing or no content at all.
    pub(super) fn of(content: &Content<'_>, keep: Keep) -> Vec<Self> {
        match content {
            Content::Missing => Vec::new(),
            Content::Text(text) if text.is_empty() => Vec::new(),
            Content::Text(text) => vec![Self::Text(Kept::of(text, keep))],
            Content::Blocks(blocks) => blocks
                .iter()
                .filter_map(|block| Self::of_block(block, keep))
                .collect(),
            Content::Other(raw) => vec![Self::other(*raw)],
        }
    }

    fn of_block(block: &Block<'_>, keep: Keep) -> Option<Self> {
        Some(match block {
            Block::Text { text } if text.is_empty() => return None,
            Block::Text { text } => Self::Text(Kept::of(text, keep)),
            Block::Thinking { text, redacted } => Self::Thinking {
                text: Kept::of(text, Keep::Start),
                is_redacted: *redacted,
            },
            Block::ToolCall {
                id,
                name,
                arguments,
            } => Self::Call(ToolCall::of(id, name, *arguments)),
            Block::Image { mime_type, data } => Self::Image {
                data: ImageData(
                    data.and_then(Raw::as_str)
                        .unwrap_or_default()
                        .as_ref()
                        .into(),
                ),
                claimed: mime_type.to_string().into(),
            },
            Block::Other(raw) => Self::other(*raw),
            _ => return None,
        })
    }

    fn other(raw: Raw<'_>) -> Self {
        Self::Other(Kept::of(&raw.text(), Keep::Start))
    }
}

/// A part read straight from a block's JSON, for messages that are no entries: those of subagents.
pub fn part_of_block(block: Raw<'_>) -> Option<Part> {
    if block.kind() == Kind::String {
        return Some(Part::Text(Kept::of(&block.as_str()?, Keep::Start)));
    }
    let text = |name: &str| block.get(name).and_then(Raw::as_str).unwrap_or_default();
    Some(match text("type").as_ref() {
        "text" => Part::Text(Kept::of(&text("text"), Keep::Start)),
        "thinking" => Part::Thinking {
            text: Kept::of(&text("thinking"), Keep::Start),
            is_redacted: block.get("redacted").is_some_and(Raw::truthy),
        },
        "toolCall" => Part::Call(ToolCall::of(
            &text("id"),
            &text("name"),
            block.get("arguments"),
        )),
        "image" => Part::Image {
            data: ImageData(text("data").as_ref().into()),
            claimed: text("mimeType").to_string().into(),
        },
        _ => Part::other(block),
    })
}

/// An invocation of a skill, as Pi writes it ahead of a person's words.
#[derive(Debug)]
pub struct Skill {
    pub name: AttrValue,
    pub location: AttrValue,
    pub content: Kept,
}

impl Skill {
    /// Takes the skill off the front of a text; what follows it comes back too.
    pub(super) fn of(text: &str) -> Option<(Self, &str)> {
        let rest = text.strip_prefix("<skill name=\"")?;
        let (name, rest) = rest.split_once("\" location=\"")?;
        let (location, rest) = rest.split_once("\">\n")?;
        let (content, rest) = rest.split_once("\n</skill>")?;
        if name.contains('"') || location.contains('"') {
            return None;
        }
        let skill = Self {
            name: name.to_owned().into(),
            location: location.to_owned().into(),
            content: Kept::of(content, Keep::Start),
        };
        Some((skill, rest.trim_start_matches('\n')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_stands_ahead_of_the_words() {
        let (skill, rest) =
            Skill::of("<skill name=\"a\" location=\"/b\">\nc\nd\n</skill>\n\ndo it").unwrap();
        assert_eq!((skill.name.as_str(), skill.location.as_str()), ("a", "/b"));
        assert_eq!((skill.content.text.as_str(), rest), ("c\nd", "do it"));
        assert!(Skill::of("<skill name=\"a\" location=\"/b\">\nc").is_none());
        assert!(Skill::of("say <skill name=\"a\"").is_none());
    }
}
