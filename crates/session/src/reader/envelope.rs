//! What the index needs of one record, taken in the one walk that also validates it.
//!
//! Three levels are looked into (the record, its message, the blocks of its content); all below is
//! walked over. Nothing is decoded here but keys with escapes.

use crate::json::{Kind, Raw, Scanner, SyntaxError, decode, has_visible_text};

macro_rules! fields {
    ($($variant:ident = $name:literal,)*) => {
        /// The record's own fields that the reader looks at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Field { $($variant,)* }

        impl Field {
            const COUNT: usize = [$(Field::$variant,)*].len();

            fn of(name: &[u8]) -> Option<Self> {
                match name {
                    $(name if name == $name.as_bytes() => Some(Field::$variant),)*
                    _ => None,
                }
            }

            pub(crate) fn name(self) -> &'static str {
                match self { $(Field::$variant => $name,)* }
            }
        }
    };
}

fields! {
    Type = "type",
    Id = "id",
    ParentId = "parentId",
    Timestamp = "timestamp",
    Message = "message",
    Summary = "summary",
    FirstKeptEntryId = "firstKeptEntryId",
    FirstKeptEntryIndex = "firstKeptEntryIndex",
    TokensBefore = "tokensBefore",
    FromId = "fromId",
    CustomType = "customType",
    Content = "content",
    TargetId = "targetId",
    Label = "label",
    Name = "name",
    Provider = "provider",
    ModelId = "modelId",
    Model = "model",
    ThinkingLevel = "thinkingLevel",
    UsageKind = "kind",
    Usage = "usage",
    Replacement = "replacement",
    SystemMessage = "systemMessage",
    Version = "version",
}

/// What a record holds, borrowed from its line.
#[derive(Debug)]
pub(crate) struct Envelope<'a> {
    fields: [Option<Raw<'a>>; Field::COUNT],
    pub(crate) message: MessageFacts<'a>,
    /// Whether the line may hold bytes outside ASCII.
    pub(crate) non_ascii: bool,
}

/// What the index needs of a `message`.
#[derive(Debug, Default)]
pub(crate) struct MessageFacts<'a> {
    pub(crate) role: Option<Raw<'a>>,
    pub(crate) content: Option<Kind>,
    /// Where the content starts in the record, and where it ends.
    pub(crate) content_span: (usize, usize),
    pub(crate) has_text: bool,
    pub(crate) stop_reason: Option<Raw<'a>>,
    pub(crate) tool_call_id: Option<Raw<'a>>,
    pub(crate) usage: Option<Kind>,
    /// The ids of the tool calls in the content.
    pub(crate) calls: Vec<Raw<'a>>,
    /// A block of content that is no object or has no type.
    pub(crate) odd_block: bool,
}

/// A line that is valid JSON.
#[derive(Debug)]
pub(crate) enum Scanned<'a> {
    Record(Box<Envelope<'a>>),
    /// JSON, but no object.
    Other(Raw<'a>),
}

impl<'a> Envelope<'a> {
    pub(crate) fn field(&self, field: Field) -> Option<Raw<'a>> {
        self.fields[field as usize]
    }
}

/// Walks one line; `Err` says where it stops being JSON.
pub(crate) fn scan(line: &[u8]) -> Result<Scanned<'_>, SyntaxError> {
    let mut scanner = Scanner::new(line);
    scanner.skip_white_space();
    if scanner.peek() != Some(b'{') {
        let (start, end) = scanner.value()?;
        scanner.end()?;
        return Ok(Scanned::Other(Raw::validated(scanner.slice(start, end))));
    }
    let envelope = scan_record(&mut scanner)?;
    scanner.end()?;
    Ok(Scanned::Record(envelope))
}

/// Walks one object; the scanner stands on its brace, and behind the object afterwards.
pub(crate) fn scan_record<'a>(scanner: &mut Scanner<'a>) -> Result<Box<Envelope<'a>>, SyntaxError> {
    let mut fields = [None; Field::COUNT];
    let mut message = MessageFacts::default();
    scanner.object(|scanner, key| {
        let name = scanner.slice(key.start, key.end);
        let field = if key.escaped {
            Field::of(decode(name).as_bytes())
        } else {
            Field::of(name)
        };
        let start = scanner.at();
        if field == Some(Field::Message) && scanner.peek() == Some(b'{') {
            message = scan_message(scanner)?;
        } else {
            scanner.value()?;
            if field == Some(Field::Message) {
                message = MessageFacts::default();
            }
        }
        if let Some(field) = field {
            fields[field as usize] = Some(Raw::validated(scanner.slice(start, scanner.at())));
        }
        Ok(())
    })?;
    Ok(Box::new(Envelope {
        fields,
        message,
        non_ascii: scanner.saw_non_ascii(),
    }))
}

fn scan_message<'a>(scanner: &mut Scanner<'a>) -> Result<MessageFacts<'a>, SyntaxError> {
    let mut facts = MessageFacts::default();
    scanner.object(|scanner, key| {
        let decoded;
        let name = if key.escaped {
            decoded = decode(scanner.slice(key.start, key.end));
            decoded.as_bytes()
        } else {
            scanner.slice(key.start, key.end)
        };
        if name == b"content" {
            facts.calls.clear();
            facts.has_text = false;
            facts.odd_block = false;
            facts.content = scanner.peek().map(Kind::of);
            let start = scanner.at();
            if scanner.peek() == Some(b'[') {
                scan_blocks(scanner, &mut facts)?;
            } else {
                let value = value(scanner)?;
                facts.has_text = value.string_source().is_some_and(has_visible_text);
            }
            facts.content_span = (start, scanner.at());
            return Ok(());
        }
        let value = value(scanner)?;
        match name {
            b"role" => facts.role = Some(value),
            b"stopReason" => facts.stop_reason = Some(value),
            b"toolCallId" => facts.tool_call_id = Some(value),
            b"usage" => facts.usage = Some(value.kind()),
            _ => {}
        }
        Ok(())
    })?;
    Ok(facts)
}

fn scan_blocks<'a>(
    scanner: &mut Scanner<'a>,
    facts: &mut MessageFacts<'a>,
) -> Result<(), SyntaxError> {
    scanner.array(|scanner| {
        if scanner.peek() != Some(b'{') {
            scanner.value()?;
            facts.odd_block = true;
            return Ok(());
        }
        let (mut kind, mut text, mut id) = (None, None, None);
        scanner.object(|scanner, key| {
            let decoded;
            let name = if key.escaped {
                decoded = decode(scanner.slice(key.start, key.end));
                decoded.as_bytes()
            } else {
                scanner.slice(key.start, key.end)
            };
            let value = value(scanner)?;
            match name {
                b"type" => kind = value.as_str(),
                b"text" => text = value.string_source(),
                b"id" => id = Some(value),
                _ => {}
            }
            Ok(())
        })?;
        match kind.as_deref() {
            Some("text") => facts.has_text |= text.is_some_and(has_visible_text),
            Some("toolCall") => facts.calls.extend(id),
            Some(_) => {}
            None => facts.odd_block = true,
        }
        Ok(())
    })
}

fn value<'a>(scanner: &mut Scanner<'a>) -> Result<Raw<'a>, SyntaxError> {
    let (start, end) = scanner.value()?;
    Ok(Raw::validated(scanner.slice(start, end)))
}
