//! What a row says, in one line: the words of Pi's tree selector.

use crate::entry::{Entry, EntryKind, Message, Role};
use crate::json::coerce::{joined, number, template, to_string};
use crate::json::{Kind, Raw, Scanner, SyntaxError, decode, decode_units};
use crate::text::{one_line, trim, utf16_length, utf16_prefix};
use crate::{EntryIndex, Session};

/// How much of a message's text its row and its search text take, in UTF-16 units.
pub(super) const CONTENT_UNITS: usize = 200;
const ERROR_UNITS: usize = 80;
const COMMAND_UNITS: usize = 50;
const ARGUMENT_UNITS: usize = 40;

pub(super) struct RowText {
    pub(super) text: String,
    pub(super) who_len: usize,
}

pub(super) fn row_text(session: &Session, index: EntryIndex) -> RowText {
    let entry = session.entry(index);
    let (who, text) = match entry.kind() {
        EntryKind::Message => message_text(session, &entry),
        EntryKind::CustomMessage => {
            let content = entry.field("content");
            (
                format!("[{}]: ", template(entry.field("customType"))),
                one_line(&joined_text(content)),
            )
        }
        EntryKind::BranchSummary => (
            "[branch summary]: ".to_owned(),
            one_line(&entry.text("summary").unwrap_or_default()),
        ),
        _ => (String::new(), setting_text(&entry)),
    };
    let who = strip_colours(&who);
    let text = strip_colours(&text);
    RowText {
        who_len: who.len(),
        text: who + &text,
    }
}

fn setting_text(entry: &Entry<'_>) -> String {
    match entry.kind() {
        EntryKind::Compaction => match entry.number("tokensBefore") {
            Some(tokens) => {
                let thousands = (tokens / 1000.0 + 0.5).floor();
                format!("[compaction: {}k tokens]", number(thousands))
            }
            None => "[compaction: – tokens]".to_owned(),
        },
        EntryKind::ModelChange => format!("[model: {}]", template(entry.field("modelId"))),
        EntryKind::ThinkingLevelChange => {
            format!("[thinking: {}]", template(entry.field("thinkingLevel")))
        }
        EntryKind::Custom => format!("[custom: {}]", template(entry.field("customType"))),
        EntryKind::ContextEdit => {
            let omits = entry.field("replacement").is_some_and(Raw::is_null);
            let verb = if omits { "omit" } else { "replace" };
            format!("[context {verb}: {}]", template(entry.field("targetId")))
        }
        EntryKind::Label => match entry.field("label") {
            Some(label) if !label.is_null() => format!("[label: {}]", template(Some(label))),
            _ => "[label: (cleared)]".to_owned(),
        },
        EntryKind::SessionInfo => match entry.field("name") {
            Some(name) if name.truthy() => format!("[title: {}]", template(Some(name))),
            _ => "[title: empty]".to_owned(),
        },
        EntryKind::Usage => "[usage]".to_owned(),
        // Pi says nothing for a type that it does not know.
        _ => match &*entry.type_name() {
            "" => "[no type]".to_owned(),
            name => name.to_owned(),
        },
    }
}

fn message_text(session: &Session, entry: &Entry<'_>) -> (String, String) {
    let Some(message) = entry.message() else {
        return (String::new(), "[message]".to_owned());
    };
    let content = || {
        let content = session.base().message_content(entry.index());
        one_line(&content_text(content, CONTENT_UNITS))
    };
    match message.role() {
        Role::User => ("user: ".to_owned(), content()),
        Role::Assistant => {
            let content = content();
            let said = if !content.is_empty() {
                content
            } else if message.stop_reason().as_deref() == Some("aborted") {
                "(aborted)".to_owned()
            } else {
                match message.text("errorMessage").filter(|text| !text.is_empty()) {
                    Some(error) => utf16_prefix(&one_line(&error), ERROR_UNITS),
                    None => "(no content)".to_owned(),
                }
            };
            ("assistant: ".to_owned(), said)
        }
        Role::ToolResult => (String::new(), tool_text(session, entry, &message)),
        Role::BashExecution => (
            "[bash]: ".to_owned(),
            one_line(&message.text("command").unwrap_or_default()),
        ),
        Role::Custom => (String::new(), format!("[{}]", Role::Custom.as_str())),
        _ => match message.field("role") {
            Some(role) => (String::new(), format!("[{}]", to_string(role))),
            None => (String::new(), "[message]".to_owned()),
        },
    }
}

/// A result is shown as its call.
fn tool_text(session: &Session, entry: &Entry<'_>, result: &Message<'_>) -> String {
    let call = result
        .text("toolCallId")
        .filter(|id| !id.is_empty())
        .and_then(|id| find_call(session, entry.index(), &id));
    match call {
        Some((name, arguments)) => call_text(&name, arguments),
        None => match result.field("toolName") {
            Some(name) if !name.is_null() => format!("[{}]", template(Some(name))),
            _ => "[tool]".to_owned(),
        },
    }
}

fn find_call<'a>(
    session: &'a Session,
    result: EntryIndex,
    id: &str,
) -> Option<(String, Option<Raw<'a>>)> {
    let caller = session
        .base()
        .calls()
        .naming(result, || session.last_calls())?;
    let content = session.entry(caller).message()?.field("content")?;
    let call = content
        .items()
        .filter(|block| {
            let is = |name: &str, value: &str| {
                block.get(name).and_then(Raw::as_str).as_deref() == Some(value)
            };
            is("type", "toolCall") && is("id", id)
        })
        .last()?;
    Some((template(call.get("name")), call.get("arguments")))
}

fn call_text(name: &str, arguments: Option<Raw<'_>>) -> String {
    let argument = |names: &[&str], default: &str| {
        names
            .iter()
            .filter_map(|name| arguments?.get(name))
            .find(|value| value.truthy())
            .map_or_else(|| default.to_owned(), to_string)
    };
    match name {
        "read" => {
            let path = argument(&["path", "file_path"], "");
            let field = |name: &str| {
                arguments
                    .and_then(|arguments| arguments.get(name))
                    .filter(|value| !value.is_null())
            };
            format!(
                "[read: {path}{}]",
                line_range(field("offset"), field("limit"))
            )
        }
        "write" | "edit" => format!("[{name}: {}]", argument(&["path", "file_path"], "")),
        "bash" => {
            let command = argument(&["command"], "");
            let cut = utf16_prefix(&one_line(&command), COMMAND_UNITS);
            let more = if utf16_length(&command) > COMMAND_UNITS {
                "..."
            } else {
                ""
            };
            format!("[bash: {cut}{more}]")
        }
        "grep" => format!(
            "[grep: /{}/ in {}]",
            argument(&["pattern"], ""),
            argument(&["path"], ".")
        ),
        "find" => format!(
            "[find: {} in {}]",
            argument(&["pattern"], ""),
            argument(&["path"], ".")
        ),
        "ls" => format!("[ls: {}]", argument(&["path"], ".")),
        _ => {
            let json = arguments.map(Raw::stringify).unwrap_or_default();
            let cut = utf16_prefix(&json, ARGUMENT_UNITS);
            let more = if utf16_length(&json) > ARGUMENT_UNITS {
                "..."
            } else {
                ""
            };
            format!("[{name}: {cut}{more}]")
        }
    }
}

/// `:first-last` of a read; nothing where a figure makes no sense.
fn line_range(offset: Option<Raw<'_>>, limit: Option<Raw<'_>>) -> String {
    let figure = |value: Raw<'_>| {
        match value.as_str() {
            Some(text) => to_number(trim(&text)),
            None => value.as_f64(),
        }
        .filter(|number: &f64| number.is_finite())
    };
    if offset.is_none() && limit.is_none() {
        return String::new();
    }
    let Some(first) = offset.map_or(Some(1.0), figure) else {
        return String::new();
    };
    let Some(limit) = limit else {
        return format!(":{}", number(first));
    };
    let Some(count) = figure(limit) else {
        return String::new();
    };
    let last = first + count - 1.0;
    if last == 0.0 {
        format!(":{}", number(first))
    } else {
        format!(":{}-{}", number(first), number(last))
    }
}

/// The text of a string or of the text blocks, up to `limit` UTF-16 units. One walk, which ends
/// with the block that fills the limit.
pub(super) fn content_text(content: Option<Raw<'_>>, limit: usize) -> String {
    let Some(content) = content else {
        return String::new();
    };
    let mut units = Vec::new();
    if let Some(source) = content.string_source() {
        decode_units(source, &mut units, limit);
    } else if content.kind() == Kind::Array {
        let mut scanner = Scanner::new(content.bytes());
        // The text is valid, so the walk fails only where it is told to stop.
        let _ = scanner.array(|scanner| {
            add_block(scanner, &mut units, limit)?;
            if units.len() >= limit {
                return Err(scanner.stop());
            }
            Ok(())
        });
    }
    String::from_utf16_lossy(&units)
}

/// Adds a block's text, if it is a text block; the scanner stands on the block, and behind it
/// afterwards.
fn add_block(
    scanner: &mut Scanner<'_>,
    units: &mut Vec<u16>,
    limit: usize,
) -> Result<(), SyntaxError> {
    if scanner.peek() != Some(b'{') {
        return scanner.value().map(|_| ());
    }
    let mut is_text = false;
    let mut text = None;
    scanner.object(|scanner, key| {
        let name = decode(scanner.slice(key.start, key.end));
        let (start, end) = scanner.value()?;
        let value = Raw::validated(scanner.slice(start, end));
        match &*name {
            "type" => is_text = value.as_str().as_deref() == Some("text"),
            "text" => text = Some(value),
            _ => {}
        }
        Ok(())
    })?;
    if is_text {
        match text.and_then(Raw::string_source) {
            Some(source) => decode_units(source, units, limit),
            None => units.extend(template(text).encode_utf16().take(limit - units.len())),
        }
    }
    Ok(())
}

/// The whole text of a string or of the text blocks, joined as an array is: null is nothing there.
fn joined_text(content: Option<Raw<'_>>) -> String {
    let Some(content) = content else {
        return String::new();
    };
    let mut units = Vec::new();
    let mut add = |text: Raw<'_>| match text.string_source() {
        Some(source) => decode_units(source, &mut units, usize::MAX / 8),
        None => units.extend(joined(Some(text)).encode_utf16()),
    };
    if content.kind() == Kind::String {
        add(content);
    } else {
        let blocks = content.items().filter(|block| is_text(*block));
        blocks.filter_map(|block| block.get("text")).for_each(add);
    }
    String::from_utf16_lossy(&units)
}

fn is_text(block: Raw<'_>) -> bool {
    block.get("type").and_then(Raw::as_str).as_deref() == Some("text")
}

/// `Number(text)` of a trimmed text that is not empty; `None` where that is not a number.
fn to_number(text: &str) -> Option<f64> {
    let radix = match text.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        Some("0b" | "0B") => 2,
        _ => return decimal(text),
    };
    let digits = &text[2..];
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0.0, |value, digit| {
        Some(value * f64::from(radix) + f64::from(digit.to_digit(radix)?))
    })
}

/// Rust also reads names such as `inf`.
fn decimal(text: &str) -> Option<f64> {
    let numeric = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    text.bytes().all(numeric).then(|| text.parse().ok())?
}

/// The text without terminal colours. Other escape sequences stay: they are for whoever shows it.
fn strip_colours(text: &str) -> String {
    const START: &str = "\u{1b}[";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(START) {
        let parameters = &rest[start + START.len()..];
        let end = parameters.find(|c: char| !(c.is_ascii_digit() || c == ';' || c == ':'));
        match end {
            Some(end) if parameters[end..].starts_with('m') => {
                out.push_str(&rest[..start]);
                rest = &parameters[end + 1..];
            }
            _ => {
                out.push_str(&rest[..start + START.len()]);
                rest = parameters;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_are_stripped() {
        for (text, expected) in [
            ("a\u{1b}[31mred\u{1b}[0m", "ared"),
            ("\u{1b}[38;5;140m\u{1b}[mx", "x"),
            ("a\u{1b}[2K\u{1b}]8;;x\u{7}", "a\u{1b}[2K\u{1b}]8;;x\u{7}"),
            ("cut \u{1b}[3", "cut \u{1b}[3"),
            ("\u{1b}[\u{1b}[1mx", "\u{1b}[x"),
        ] {
            assert_eq!(strip_colours(text), expected);
        }
    }

    #[test]
    fn numbers_in_strings_are_javascripts() {
        for (text, expected) in [
            ("7", Some(7.0)),
            ("0x10", Some(16.0)),
            ("0b11", Some(3.0)),
            ("1e2", Some(100.0)),
            (".5", Some(0.5)),
            ("0x", None),
            ("inf", None),
            ("1_0", None),
            ("-0x1", None),
        ] {
            assert_eq!(to_number(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_of_the_wrong_type_read_as_javascript_joins_them() {
        let source = br#"[{"type":"text"},{"type":"text","text":null},{"type":"text","text":[1,[null,"b"]]},{"type":"text","text":"c"}]"#;
        let content = Raw::parse(source);
        assert_eq!(content_text(content, 200), "undefinednull1,,bc");
        assert_eq!(content_text(content, 4), "unde");
        assert_eq!(joined_text(content), "1,,bc");
    }
}
