//! Values for JavaScript, handed over as JSON text that the engine parses: any depth, its own dialect, and one
//! crossing for a megabyte instead of one for every property.

use js_sys::{Array, JSON, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// Text is handed over when it is about this long.
const BATCH: usize = 1 << 20;

/// One value from its JSON text.
pub(crate) fn parse(text: &str) -> Result<JsValue, JsValue> {
    JSON::parse(text)
}

/// One object, made of members.
pub(crate) fn object(write: impl FnOnce(&mut Object<'_>)) -> Result<JsValue, JsValue> {
    parse(&Object::text_of(|out| {
        let mut object = Object::new(out);
        write(&mut object);
        object.end();
    }))
}

/// Bytes in memory of JavaScript's own.
pub(crate) fn bytes(bytes: &[u8]) -> Uint8Array {
    Uint8Array::from(bytes)
}

/// An array in the making, of items that are written as JSON.
pub(crate) struct List {
    array: Array,
    pending: String,
}

impl List {
    pub(crate) fn new() -> Self {
        List {
            array: Array::new(),
            pending: String::new(),
        }
    }

    /// Adds the item that `write` writes.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut String)) -> Result<(), JsValue> {
        self.pending
            .push(if self.pending.is_empty() { '[' } else { ',' });
        write(&mut self.pending);
        if self.pending.len() < BATCH {
            return Ok(());
        }
        self.flush()
    }

    pub(crate) fn finish(mut self) -> Result<Array, JsValue> {
        self.flush()?;
        Ok(self.array)
    }

    fn flush(&mut self) -> Result<(), JsValue> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.pending.push(']');
        let parsed: Array = JSON::parse(&self.pending)?.unchecked_into();
        self.pending.clear();
        if self.array.length() == 0 {
            self.array = parsed;
        } else {
            parsed.iter().for_each(|item| {
                self.array.push(&item);
            });
        }
        Ok(())
    }
}

/// Writes an object, member by member.
pub(crate) struct Object<'a> {
    out: &'a mut String,
    empty: bool,
}

impl<'a> Object<'a> {
    pub(crate) fn new(out: &'a mut String) -> Self {
        out.push('{');
        Object { out, empty: true }
    }

    /// The text that `write` writes.
    pub(crate) fn text_of(write: impl FnOnce(&mut String)) -> String {
        let mut text = String::new();
        write(&mut text);
        text
    }

    /// A member whose value is JSON text already.
    pub(crate) fn json(&mut self, name: &str, value: &str) -> &mut Self {
        self.name(name);
        self.out.push_str(value);
        self
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) -> &mut Self {
        self.name(name);
        quote(self.out, value);
        self
    }

    pub(crate) fn flag(&mut self, name: &str, value: bool) -> &mut Self {
        self.json(name, if value { "true" } else { "false" })
    }

    pub(crate) fn number(&mut self, name: &str, value: u64) -> &mut Self {
        self.json(name, &value.to_string())
    }

    pub(crate) fn count(&mut self, name: &str, value: usize) -> &mut Self {
        self.json(name, &value.to_string())
    }

    /// A figure; null where JSON has no word for it.
    pub(crate) fn float(&mut self, name: &str, value: f64) -> &mut Self {
        if value.is_finite() {
            self.json(name, &value.to_string())
        } else {
            self.json(name, "null")
        }
    }

    /// A member whose value `write` writes.
    pub(crate) fn with(&mut self, name: &str, write: impl FnOnce(&mut String)) -> &mut Self {
        self.name(name);
        write(self.out);
        self
    }

    pub(crate) fn end(&mut self) {
        self.out.push('}');
    }

    fn name(&mut self, name: &str) {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        quote(self.out, name);
        self.out.push(':');
    }
}

/// Writes items between brackets.
pub(crate) fn array<T>(
    out: &mut String,
    items: impl Iterator<Item = T>,
    write: impl Fn(&mut String, T),
) {
    out.push('[');
    for (position, item) in items.enumerate() {
        if position > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

/// Writes a string in JSON's quotes.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{0}'..='\u{1f}' => {
                out.push_str("\\u00");
                let code = character as u32;
                for digit in [code >> 4, code & 15] {
                    out.push(char::from_digit(digit, 16).unwrap_or('0'));
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
