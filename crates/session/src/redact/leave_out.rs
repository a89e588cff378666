//! Parts of an entry that are left out on request, whatever they hold.
//!
//! A part is replaced by a text that says so, in a shape that the format allows, so that the tree
//! and the order of messages stay.

use std::ops::Range;

use super::RedactOptions;
use crate::json::{Kind, Raw, Tape};

/// What to write in place of a stretch of a value's source.
pub(super) struct Replacement {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// What is left out of one value, in order.
pub(super) fn plan(value: Raw<'_>, options: &RedactOptions) -> Vec<Replacement> {
    if !(options.images || options.thinking || options.tool_output || options.system_prompt) {
        return Vec::new();
    }
    let mut plan = Plan {
        tape: Tape::new(value),
        value,
        options,
        out: Vec::new(),
    };
    plan.entry();
    let mut out = plan.out;
    out.sort_by_key(|replacement| replacement.range.start);
    // A part may lie in one that is left out whole.
    let mut end = 0;
    out.retain(|replacement| {
        let apart = replacement.range.start >= end;
        end = end.max(replacement.range.end);
        apart
    });
    out
}

struct Plan<'a> {
    tape: Tape<'a>,
    value: Raw<'a>,
    options: &'a RedactOptions,
    out: Vec<Replacement>,
}

impl Plan<'_> {
    fn entry(&mut self) {
        let Some(kind) = self.text(0, "type") else {
            return;
        };
        match kind.as_str() {
            "message" => {
                if let Some(message) = self.member(0, "message") {
                    self.message(message);
                }
            }
            "compaction" if self.options.system_prompt => {
                if let Some(message) = self.member(0, "systemMessage") {
                    self.system(message);
                }
            }
            "custom" if self.options.system_prompt => {
                if let Some(data) = self.member(0, "data")
                    && self
                        .text(0, "customType")
                        .is_some_and(|kind| kind == "pi.share")
                {
                    self.leave_out(data, "systemPrompt", "\"<left out: system prompt>\"");
                    self.leave_out(data, "tools", "[]");
                }
            }
            _ => {}
        }
        self.blocks();
    }

    fn message(&mut self, message: usize) {
        const OUTPUT: &str = "<left out: tool output>";
        match self.text(message, "role").as_deref() {
            Some("system") if self.options.system_prompt => self.system(message),
            Some("toolResult") if self.options.tool_output => {
                let block = format!("[{{\"type\":\"text\",\"text\":\"{OUTPUT}\"}}]");
                self.leave_out(message, "content", &block);
                self.leave_out(message, "details", "{}");
                self.leave_out(message, "nestedCalls", "[]");
            }
            Some("bashExecution") if self.options.tool_output => {
                self.leave_out(message, "output", &format!("\"{OUTPUT}\""));
            }
            _ => {}
        }
    }

    fn system(&mut self, message: usize) {
        self.leave_out(message, "content", "\"<left out: system prompt>\"");
        self.leave_out(message, "toolsAdded", "[]");
        let Some(sections) = self.member(message, "sections") else {
            return;
        };
        if self.tape.node(sections).kind != Kind::Object {
            self.replace(sections, "{}");
            return;
        }
        let members: Vec<usize> = self
            .tape
            .children(sections)
            .filter(|&node| !self.tape.node(node).key)
            .collect();
        for section in members {
            if self.tape.node(section).kind != Kind::Null {
                self.replace(section, "\"<left out: system prompt>\"");
            }
        }
    }

    /// Images and thinking, wherever blocks of content stand.
    fn blocks(&mut self) {
        for node in 0..self.tape.len() {
            if self.tape.node(node).kind != Kind::Object {
                continue;
            }
            // A block names its type first or nearly so; only few members are looked at.
            let kind = self.tape.children(node).take(16).collect::<Vec<_>>();
            let kind = kind.chunks(2).find_map(|pair| match pair {
                [key, value] if self.tape.raw(*key).bytes() == b"\"type\"" => {
                    Some(self.tape.raw(*value).bytes())
                }
                _ => None,
            });
            match kind {
                Some(b"\"image\"") if self.options.images && node > 0 => {
                    self.replace(node, "{\"type\":\"text\",\"text\":\"<left out: image>\"}");
                }
                Some(b"\"thinking\"") if self.options.thinking && node > 0 => {
                    self.replace(
                        node,
                        "{\"type\":\"thinking\",\"thinking\":\"<left out: thinking>\"}",
                    );
                }
                _ => {}
            }
        }
    }

    fn leave_out(&mut self, object: usize, name: &str, text: &str) {
        // Of equal keys each goes.
        for value in self.members(object, name) {
            self.replace(value, text);
        }
    }

    fn replace(&mut self, node: usize, text: &str) {
        let bytes = self.tape.raw(node).bytes();
        if bytes == text.as_bytes() {
            return;
        }
        let start = bytes.as_ptr().addr() - self.value.bytes().as_ptr().addr();
        self.out.push(Replacement {
            range: start..start + bytes.len(),
            text: text.to_owned(),
        });
    }

    fn members(&self, object: usize, name: &str) -> Vec<usize> {
        if self.tape.node(object).kind != Kind::Object {
            return Vec::new();
        }
        let children: Vec<usize> = self.tape.children(object).collect();
        children
            .chunks(2)
            .filter(|pair| {
                self.tape
                    .raw(pair[0])
                    .as_str()
                    .is_some_and(|key| key == name)
            })
            .filter_map(|pair| pair.get(1).copied())
            .collect()
    }

    fn member(&self, object: usize, name: &str) -> Option<usize> {
        self.members(object, name).last().copied()
    }

    fn text(&self, object: usize, name: &str) -> Option<String> {
        let value = self.member(object, name)?;
        self.tape
            .raw(value)
            .as_str()
            .map(std::borrow::Cow::into_owned)
    }
}
