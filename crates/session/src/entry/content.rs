//! The content of a message: a text, blocks, or whatever else stands there.

use std::borrow::Cow;

use crate::json::{Kind, Raw};

/// A message's content.
///
/// ```
/// use pi_session::{Block, Content, Session};
/// let session = Session::parse(br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
/// {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
/// {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]}}
/// {"type":"message","id":"c","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":[{"type":"text","text":"Good day"}]}}
/// "#).unwrap();
/// let text = |id| session.entry(session.find(id).unwrap()).content();
/// assert!(matches!(text("a"), Content::Text(text) if text == "Hello"));
/// let Content::Blocks(blocks) = text("b") else { panic!("blocks") };
/// assert!(matches!(&blocks[0], Block::Text { text } if text == "Hi"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Content<'a> {
    /// Absent or null.
    Missing,
    /// A string.
    Text(Cow<'a, str>),
    /// An array of blocks.
    Blocks(Vec<Block<'a>>),
    /// A number, a boolean or an object: nothing that Pi writes.
    Other(Raw<'a>),
}

/// One block of content.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Block<'a> {
    /// Text.
    Text {
        /// The text; empty where it is no string.
        text: Cow<'a, str>,
    },
    /// What the model thought.
    Thinking {
        /// The text; empty where the provider keeps it to itself.
        text: Cow<'a, str>,
        /// Whether the provider hid it.
        redacted: bool,
    },
    /// A call of a tool.
    ToolCall {
        /// The call's id, by which its result names it.
        id: Cow<'a, str>,
        /// The tool's name.
        name: Cow<'a, str>,
        /// The arguments: an object, or anything else that the model wrote.
        arguments: Option<Raw<'a>>,
    },
    /// An image.
    Image {
        /// The media type that the file claims.
        mime_type: Cow<'a, str>,
        /// The image in base64, where it is a string.
        data: Option<Raw<'a>>,
    },
    /// A block of another type, or no block at all.
    Other(Raw<'a>),
}

impl<'a> Content<'a> {
    pub(crate) fn of(value: Option<Raw<'a>>) -> Self {
        let Some(value) = value else {
            return Content::Missing;
        };
        match value.kind() {
            Kind::Null => Content::Missing,
            Kind::String => Content::Text(value.as_str().unwrap_or_default()),
            Kind::Array => Content::Blocks(value.items().map(Block::of).collect()),
            Kind::Bool | Kind::Number | Kind::Object => Content::Other(value),
        }
    }

    /// The text of a string, or of all text blocks joined.
    pub fn text(&self) -> Cow<'a, str> {
        match self {
            Content::Text(text) => text.clone(),
            Content::Blocks(blocks) => {
                let mut joined = Cow::Borrowed("");
                for block in blocks {
                    if let Block::Text { text } = block {
                        joined += text.clone();
                    }
                }
                joined
            }
            Content::Missing | Content::Other(_) => Cow::Borrowed(""),
        }
    }
}

impl<'a> Block<'a> {
    fn of(block: Raw<'a>) -> Self {
        let text = |name: &str| block.get(name).and_then(Raw::as_str).unwrap_or_default();
        match block.get("type").and_then(Raw::as_str).as_deref() {
            Some("text") => Block::Text { text: text("text") },
            Some("thinking") => Block::Thinking {
                text: text("thinking"),
                redacted: block.get("redacted").is_some_and(Raw::truthy),
            },
            Some("toolCall") => Block::ToolCall {
                id: text("id"),
                name: text("name"),
                arguments: block.get("arguments"),
            },
            Some("image") => Block::Image {
                mime_type: text("mimeType"),
                data: block.get("data").filter(|data| data.kind() == Kind::String),
            },
            _ => Block::Other(block),
        }
    }
}
