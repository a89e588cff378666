//! What each tool was asked, how long it took, and how much it gave back.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Scope;
use crate::entry::{Block, Content, Message, Role};
use crate::json::Raw;
use crate::llm::estimate_tokens;
use crate::{EntryIndex, Session};

/// A tool's share of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolStats {
    /// The tool's name; empty where calls or results have none.
    pub name: String,
    /// How often it was called.
    pub calls: usize,
    /// How many results it gave.
    pub results: usize,
    /// How many of them report an error.
    pub errors: usize,
    /// The time from calls to their results, in milliseconds, of those where both are known.
    pub time_ms: f64,
    /// How many results [`ToolStats::time_ms`] is made of.
    pub timed: usize,
    /// The bytes of its results: texts in UTF-8, images in base64.
    pub bytes: u64,
    /// The tokens of its results, by estimate.
    pub tokens: u64,
}

impl Session {
    /// What each tool was asked and gave back, in the order in which the tools were first used.
    /// A time is that from the entry of the call to the entry of the result. Calls that a tool made
    /// itself (`nestedCalls` of a result) are not counted: no model asked for them, and they have no
    /// result of their own. The files that they read and changed are in the lists of files.
    ///
    /// ```
    /// use pi_session::{Scope, Session};
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"ls","arguments":{}}]}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:03Z","message":{"role":"toolResult","toolCallId":"c","toolName":"ls","content":"a\nb"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let ls = &session.tool_stats(Scope::File)[0];
    /// assert_eq!((ls.calls, ls.results, ls.time_ms, ls.bytes), (1, 1, 2000.0, 3));
    /// ```
    pub fn tool_stats(&self, scope: Scope) -> Vec<ToolStats> {
        let mut tools = Tools::default();
        for index in self.scope(scope) {
            match self.role(index) {
                Some(Role::Assistant) => {
                    for call in self.tool_calls(index) {
                        tools.named(call.get("name")).calls += 1;
                    }
                }
                Some(Role::ToolResult) => {
                    if let Some(message) = self.entry(index).message() {
                        let tool = tools.named(message.field("toolName"));
                        self.add_result(tool, index, &message);
                    }
                }
                _ => {}
            }
        }
        tools.list
    }

    fn add_result(&self, tool: &mut ToolStats, index: EntryIndex, message: &Message<'_>) {
        tool.results += 1;
        tool.errors += usize::from(message.flag("isError"));
        tool.bytes += content_bytes(&message.content());
        tool.tokens += estimate_tokens(message.raw());
        let called = self.call_of(index).and_then(|call| self.timestamp(call));
        if let (Some(called), Some(answered)) = (called, self.timestamp(index))
            && answered >= called
        {
            tool.time_ms += answered - called;
            tool.timed += 1;
        }
    }
}

fn content_bytes(content: &Content<'_>) -> u64 {
    let blocks = match content {
        Content::Blocks(blocks) => blocks,
        other => return other.text().len() as u64,
    };
    let bytes = blocks.iter().map(|block| match block {
        Block::Text { text } => text.len(),
        Block::Image { data, .. } => data.map_or(0, |data| data.bytes().len() - 2),
        _ => 0,
    });
    bytes.sum::<usize>() as u64
}

/// Tools by name.
#[derive(Default)]
struct Tools {
    list: Vec<ToolStats>,
    places: HashMap<String, usize, FxBuildHasher>,
}

impl Tools {
    fn named(&mut self, name: Option<Raw<'_>>) -> &mut ToolStats {
        let name = name.and_then(Raw::as_str).unwrap_or_default();
        let place = *self.places.entry_ref(&*name).or_insert_with(|| {
            self.list.push(ToolStats {
                name: name.clone().into_owned(),
                ..ToolStats::default()
            });
            self.list.len() - 1
        });
        &mut self.list[place]
    }
}
