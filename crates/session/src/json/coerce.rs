//! What JavaScript makes of a value that is used as text or asked for its length or entries: files
//! hold values of any type where a text is expected, and Pi's output shows what became of them.

use super::string::requote_into;
use super::stringify::members;
use super::{Kind, Raw, Tape, quote_into};
use crate::text::utf16_length;

/// `${value}`.
pub(crate) fn template(value: Option<Raw<'_>>) -> String {
    value.map_or_else(|| "undefined".to_owned(), to_string)
}

/// `[value].join()`.
pub(crate) fn joined(value: Option<Raw<'_>>) -> String {
    value
        .filter(|value| !value.is_null())
        .map(to_string)
        .unwrap_or_default()
}

/// `String(value)`.
pub(crate) fn to_string(value: Raw<'_>) -> String {
    match value.kind() {
        Kind::String => value.as_str().unwrap_or_default().into_owned(),
        Kind::Number => number(value.as_f64().unwrap_or(f64::NAN)),
        Kind::Null | Kind::Bool => value.text().into_owned(),
        Kind::Object => "[object Object]".to_owned(),
        Kind::Array => array_to_string(value),
    }
}

/// Nested arrays join as one flat list does.
fn array_to_string(array: Raw<'_>) -> String {
    let tape = Tape::new(array);
    let mut parts = Vec::new();
    let mut node = 1;
    while node < tape.len() {
        let subtree = tape.subtree(node);
        let value = tape.raw(node);
        node = match value.kind() {
            Kind::Array if subtree.len() > 1 => node + 1,
            Kind::Array | Kind::Null => {
                parts.push(String::new());
                subtree.end
            }
            _ => {
                parts.push(to_string(value));
                subtree.end
            }
        };
    }
    parts.join(",")
}

/// A number as `String(number)` writes it.
pub(crate) fn number(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

/// `value.length` of what has one, a text or an array; 0 for anything else.
pub(crate) fn length(value: Option<Raw<'_>>) -> usize {
    let Some(value) = value else { return 0 };
    match value.kind() {
        Kind::String => utf16_length(&value.as_str().unwrap_or_default()),
        Kind::Array => value.items().count(),
        _ => 0,
    }
}

/// `Object.entries(value)`, each value as `JSON.stringify` writes it.
pub(crate) fn entries(value: Raw<'_>) -> Vec<(String, String)> {
    match value.kind() {
        Kind::Object => {
            let tape = Tape::new(value);
            let text = |key: usize| tape.raw(key).as_str().unwrap_or_default().into_owned();
            let ordered = members(&tape, 0).into_iter();
            ordered
                .map(|(key, value)| (text(key), tape.raw(value).stringify()))
                .collect()
        }
        Kind::Array => {
            let items = value.items().enumerate();
            items
                .map(|(place, item)| (place.to_string(), item.stringify()))
                .collect()
        }
        Kind::String => {
            let text = value.as_str().unwrap_or_default();
            text.encode_utf16()
                .enumerate()
                .map(|(place, unit)| (place.to_string(), unit_text(unit)))
                .collect()
        }
        Kind::Null | Kind::Bool | Kind::Number => Vec::new(),
    }
}

/// One UTF-16 unit as `JSON.stringify` writes it.
fn unit_text(unit: u16) -> String {
    let mut out = String::new();
    match char::from_u32(u32::from(unit)) {
        Some(character) => quote_into(character.encode_utf8(&mut [0; 4]), &mut out),
        None => requote_into(format!("\\u{unit:04x}").as_bytes(), &mut out),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Raw<'_> {
        Raw::parse(text.as_bytes()).expect("JSON")
    }

    #[test]
    fn lengths_are_javascripts() {
        for (text, expected) in [
            (r#""a\ud83d\ude00""#, 3),
            (r#""\ud83d""#, 1),
            ("[1,[2,3]]", 2),
            ("{\"length\":5}", 0),
            ("7", 0),
        ] {
            assert_eq!(length(Some(raw(text))), expected, "{text}");
        }
        assert_eq!(length(None), 0);
    }

    #[test]
    fn entries_are_javascripts() {
        let text = |value: &str| {
            let entries = entries(raw(value)).into_iter();
            let parts: Vec<_> = entries.map(|(key, value)| key + "=" + &value).collect();
            parts.join(";")
        };
        assert_eq!(text(r#"{"b":1,"2":[1e3],"b":null}"#), "2=[1000];b=null");
        assert_eq!(text("[true,{}]"), "0=true;1={}");
        assert_eq!(text(r#""a😀""#), r#"0="a";1="\ud83d";2="\ude00""#);
        assert_eq!(text("5"), "");
    }
}
