//! A summary made without a model: what was wanted, what was done, what failed, each line with the
//! entry it comes from. It works on a plane, costs nothing and invents nothing: all of it is quoted.

use std::fmt::Write as _;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::context::ContextEntry;
use crate::entry::{Block, Content, EntryKind, Message, Role};
use crate::json::Raw;
use crate::text::{one_line, trim, utf16_length, utf16_prefix};
use crate::{EntryIndex, Session};

/// Tokens that a digest takes at most, by the estimate of [`crate::estimate_tokens`].
pub const DIGEST_TOKENS: usize = 2_000;

/// UTF-16 units of an id, and of what is quoted in one line.
const ID: usize = 64;
const QUOTE: usize = 320;
const NAME: usize = 120;

/// UTF-16 units that each section may take. Their sum stays below four times `DIGEST_TOKENS`.
const GOAL: usize = 500;
const LAST: usize = 500;
const CHANGED: usize = 1_900;
const FAILED: usize = 2_200;
const SAID: usize = 1_100;
const ASKED: usize = 700;
const EARLIER: usize = 500;
const TOOLS: usize = 500;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

impl Session {
    /// A digest of entries, oldest first, such as those that a branch leaves behind: Markdown of at
    /// most [`DIGEST_TOKENS`] tokens, in which each line names its entry. `None` where none of them
    /// says anything. Entries that a context edit omits are left out. Linear in the entries' bytes.
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Fix the clock"}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let entries: Vec<_> = session.entries().collect();
    /// assert_eq!(session.digest(&entries).unwrap(), "## Goal\n- [a] Fix the clock\n");
    /// ```
    pub fn digest(&self, entries: &[EntryIndex]) -> Option<String> {
        let edits = self.edits(entries);
        let mut found = Findings::default();
        for &entry in entries {
            match self.kind(entry) {
                EntryKind::Message | EntryKind::CustomMessage => {
                    let alone = ContextEntry {
                        entry,
                        edit: edits.get(&self.record(entry).id).copied(),
                        superseded: false,
                    };
                    for projected in self.project(&alone) {
                        if let Some(message) = projected.message() {
                            found.add(entry, &message);
                        }
                    }
                }
                EntryKind::Compaction | EntryKind::BranchSummary => {
                    let summary = self.entry(entry).text("summary").unwrap_or_default();
                    if let Some(line) = first_sentence(&summary) {
                        found.earlier.push((entry, line));
                    }
                }
                _ => {}
            }
        }
        found.text(self)
    }
}

/// What the entries say, in the order in which they say it.
#[derive(Default)]
struct Findings {
    prompts: Vec<(EntryIndex, String)>,
    /// The last words of the model before each prompt, and at the end.
    said: Vec<(EntryIndex, String)>,
    earlier: Vec<(EntryIndex, String)>,
    /// By path: where it was changed last, and how often.
    changed: Map<String, (EntryIndex, usize)>,
    failures: Vec<Failure>,
    /// By what failed: the places of the failures that stand open.
    open: Map<String, Vec<usize>>,
    /// By tool: its last call, calls and failures.
    tools: Map<String, (EntryIndex, usize, usize)>,
    /// Calls that wait for their result, by id.
    calls: Map<String, Call>,
    /// What the model said last.
    saying: Option<(EntryIndex, String)>,
}

struct Call {
    name: String,
    /// What the call is about: a command, a path.
    subject: String,
    path: Option<String>,
}

struct Failure {
    entry: EntryIndex,
    what: String,
    line: String,
    /// Where the same thing worked later.
    worked: Option<EntryIndex>,
}

impl Findings {
    fn add(&mut self, entry: EntryIndex, message: &Message<'_>) {
        match message.role() {
            Role::User => {
                self.settle();
                if let Some(text) = quoted(&message.content().text(), QUOTE) {
                    self.prompts.push((entry, text));
                }
            }
            Role::Assistant => self.add_reply(entry, message),
            Role::ToolResult => self.add_result(entry, message),
            Role::BashExecution => self.add_shell(entry, message),
            _ => {}
        }
    }

    /// What the model said last stands.
    fn settle(&mut self) {
        self.said.extend(self.saying.take());
    }

    fn add_reply(&mut self, entry: EntryIndex, message: &Message<'_>) {
        if let Some(text) = quoted(&message.content().text(), QUOTE) {
            self.saying = Some((entry, text));
        }
        if let Content::Blocks(blocks) = message.content() {
            for block in blocks {
                if let Block::ToolCall {
                    id,
                    name,
                    arguments,
                } = block
                {
                    self.calls
                        .insert(id.into_owned(), Call::of(&name, arguments));
                }
            }
        }
        let error = message.text("errorMessage").unwrap_or_default();
        if message.stop_reason().as_deref() == Some("error")
            && let Some(line) = quoted(&error, QUOTE)
        {
            self.fail(entry, "the model".to_owned(), line);
        }
    }

    fn add_result(&mut self, entry: EntryIndex, message: &Message<'_>) {
        let id = message.text("toolCallId").unwrap_or_default();
        let call = self.calls.remove(&*id).unwrap_or_else(|| {
            let name = message.text("toolName").unwrap_or_default();
            Call::of(&name, None)
        });
        let failed = message.flag("isError");
        let tool = self.tools.entry(call.name.clone()).or_insert((entry, 0, 0));
        *tool = (entry, tool.1 + 1, tool.2 + usize::from(failed));
        if failed {
            let line = error_line(&message.content().text());
            self.fail(entry, call.what(), line);
            return;
        }
        self.worked(entry, &call.what());
        self.change(entry, call.path);
        let nested = message.field("nestedCalls");
        let nested = nested.and_then(|nested| nested.get("calls"));
        for call in nested.into_iter().flat_map(Raw::items) {
            let name = call.get("name").and_then(Raw::as_str).unwrap_or_default();
            self.change(entry, Call::of(&name, call.get("arguments")).path);
        }
    }

    fn add_shell(&mut self, entry: EntryIndex, message: &Message<'_>) {
        let command = message.text("command").unwrap_or_default();
        let what = format!("shell `{}`", cut(&one_line(&command), NAME));
        let code = message.number("exitCode");
        if code.is_some_and(|code| code != 0.0) {
            let line = error_line(&message.text("output").unwrap_or_default());
            self.fail(entry, what, line);
        } else {
            self.worked(entry, &what);
        }
    }

    fn change(&mut self, entry: EntryIndex, path: Option<String>) {
        if let Some(path) = path {
            let change = self.changed.entry(path).or_insert((entry, 0));
            *change = (entry, change.1 + 1);
        }
    }

    fn fail(&mut self, entry: EntryIndex, what: String, line: String) {
        let open = self.open.entry(what.clone()).or_default();
        open.push(self.failures.len());
        self.failures.push(Failure {
            entry,
            what,
            line,
            worked: None,
        });
    }

    /// The same thing worked, so the failures of it that stand open are over.
    fn worked(&mut self, entry: EntryIndex, what: &str) {
        for place in self.open.remove(what).unwrap_or_default() {
            if let Some(failure) = self.failures.get_mut(place) {
                failure.worked = Some(entry);
            }
        }
    }

    fn text(mut self, session: &Session) -> Option<String> {
        self.settle();
        let mut out = String::new();
        let mut section =
            |title: &str, room: usize, lines: &mut dyn Iterator<Item = (EntryIndex, String)>| {
                write_section(session, title, room, lines, &mut out);
            };
        let mut prompts = self.prompts.into_iter();
        section("Goal", GOAL, &mut prompts.next().into_iter());
        section(
            "Last instruction",
            LAST,
            &mut prompts.next_back().into_iter(),
        );
        let mut changed: Vec<_> = self.changed.into_iter().collect();
        changed.sort_unstable_by(|(a, (at, _)), (b, (bt, _))| bt.cmp(at).then_with(|| a.cmp(b)));
        let mut changed = changed.into_iter().map(|(path, (entry, times))| {
            let path = cut(&one_line(&path), NAME);
            let times = if times > 1 {
                format!(" ({times} times)")
            } else {
                String::new()
            };
            (entry, format!("{path}{times}"))
        });
        section("Files changed", CHANGED, &mut changed);
        // What still fails comes first, the newest of each first.
        let (open, over): (Vec<_>, Vec<_>) = self
            .failures
            .into_iter()
            .rev()
            .partition(|failure| failure.worked.is_none());
        let mut failed = open.into_iter().chain(over).map(|failure| {
            let worked = failure.worked.map_or_else(String::new, |entry| {
                format!(" (worked later, [{}])", id(session, entry))
            });
            (
                failure.entry,
                format!("{}: {}{worked}", failure.what, failure.line),
            )
        });
        section("Failed", FAILED, &mut failed);
        section(
            "What the agent said",
            SAID,
            &mut self.said.into_iter().rev(),
        );
        section("Instructions in between", ASKED, &mut prompts.rev());
        section(
            "Earlier summaries",
            EARLIER,
            &mut self.earlier.into_iter().rev(),
        );
        let mut tools: Vec<_> = self.tools.into_iter().collect();
        tools
            .sort_unstable_by(|(a, (_, am, _)), (b, (_, bm, _))| bm.cmp(am).then_with(|| a.cmp(b)));
        let mut tools = tools.into_iter().map(|(name, (entry, calls, failed))| {
            let name = cut(&one_line(&name), NAME);
            let failed = if failed > 0 {
                format!(", {failed} failed")
            } else {
                String::new()
            };
            let calls = if calls == 1 {
                "1 call".to_owned()
            } else {
                format!("{calls} calls")
            };
            (entry, format!("{name}, {calls}{failed}"))
        });
        section("Tools", TOOLS, &mut tools);
        (!out.is_empty()).then_some(out)
    }
}

impl Call {
    fn of(name: &str, arguments: Option<Raw<'_>>) -> Self {
        let text = |field: &str| {
            let value = arguments.and_then(|arguments| arguments.get(field));
            value
                .and_then(Raw::as_str)
                .map(std::borrow::Cow::into_owned)
        };
        let path = text("path").filter(|path| !path.is_empty());
        let subject = text("command").or_else(|| path.clone());
        Self {
            name: name.to_owned(),
            subject: cut(&one_line(&subject.unwrap_or_default()), NAME),
            path: path.filter(|_| matches!(name, "write" | "edit")),
        }
    }

    fn what(&self) -> String {
        let name = cut(&one_line(&self.name), NAME);
        if self.subject.is_empty() {
            name
        } else {
            format!("{name} `{}`", self.subject)
        }
    }
}

/// A heading and the lines that there is room for. What there is no room for is counted, in a line
/// that names the next entry.
fn write_section(
    session: &Session,
    title: &str,
    room: usize,
    lines: &mut dyn Iterator<Item = (EntryIndex, String)>,
    out: &mut String,
) {
    /// Units that the line about what is left out may take.
    const REST: usize = ID + 24;
    let mut section = format!("## {title}\n");
    let mut left = room.saturating_sub(utf16_length(&section) + REST);
    let mut written = 0;
    while let Some((entry, text)) = lines.next() {
        let line = format!("- [{}] {text}\n", id(session, entry));
        let units = utf16_length(&line);
        if written > 0 && units > left {
            let more = 1 + lines.count();
            let _ = writeln!(section, "- [{}] and {more} more", id(session, entry));
            break;
        }
        left = left.saturating_sub(units);
        section.push_str(&line);
        written += 1;
    }
    if written > 0 {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&section);
    }
}

fn id(session: &Session, entry: EntryIndex) -> String {
    cut(session.id(entry), ID)
}

/// At most so many UTF-16 units, the last of them a mark where something was cut.
fn cut(text: &str, units: usize) -> String {
    if utf16_length(text) <= units {
        return text.to_owned();
    }
    let mut cut = utf16_prefix(text, units - 1);
    cut.push('…');
    cut
}

/// A text in one line; `None` where there is nothing to read.
fn quoted(text: &str, units: usize) -> Option<String> {
    // Of a long text only the beginning is looked at.
    let start = utf16_prefix(text, units * 4);
    let line = one_line(&start);
    let line = trim(&line);
    (!line.is_empty()).then(|| cut(line, units))
}

/// The first line of a summary that is no heading.
fn first_sentence(summary: &str) -> Option<String> {
    summary
        .lines()
        .map(trim)
        .find(|line| !line.is_empty() && !line.starts_with(['#', '<']))
        .map(|line| cut(&one_line(line), QUOTE))
}

/// The last line of an output that speaks of an error, else its last line.
fn error_line(output: &str) -> String {
    const SIGNS: [&str; 7] = [
        "error",
        "fail",
        "panic",
        "exception",
        "denied",
        "not found",
        "fatal",
    ];
    /// Lines from the end that are looked at.
    const LINES: usize = 400;
    let mut last = None;
    for line in output
        .lines()
        .rev()
        .map(trim)
        .filter(|line| !line.is_empty())
        .take(LINES)
    {
        // Of the exit code Pi itself tells.
        if line.starts_with("Command exited with code") {
            last = last.or(Some(line));
            continue;
        }
        let lower = utf16_prefix(line, QUOTE).to_lowercase();
        if SIGNS.iter().any(|sign| lower.contains(sign)) {
            return cut(&one_line(line), QUOTE);
        }
        if last.is_none_or(|line| line.starts_with("Command exited")) {
            last = Some(line);
        }
    }
    last.map_or_else(
        || "(no output)".to_owned(),
        |line| cut(&one_line(line), QUOTE),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const HEADER: &str =
        r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#;

    /// A chain of these messages; each id is its place.
    fn chain(messages: &[&str]) -> Session {
        let mut file = HEADER.to_owned();
        for (at, message) in messages.iter().enumerate() {
            let parent = at
                .checked_sub(1)
                .map_or("null".to_owned(), |above| format!("\"e{above}\""));
            let fields = if message.starts_with("\"type\"") {
                (*message).to_owned()
            } else {
                format!("\"type\":\"message\",\"message\":{message}")
            };
            file.push_str(&format!("\n{{\"id\":\"e{at}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:01Z\",{fields}}}"));
        }
        Session::parse(file.as_bytes()).expect("a session")
    }

    fn check(messages: &[&str], expected: &Expect) {
        let session = chain(messages);
        let entries: Vec<_> = session.entries().collect();
        expected.assert_eq(
            &session
                .digest(&entries)
                .unwrap_or_else(|| "nothing".to_owned()),
        );
    }

    #[test]
    fn it_says_what_was_wanted_done_and_failed() {
        check(
            &[
                r#"{"role":"user","content":"Fix the clock.\nIt is late."}"#,
                r#"{"role":"assistant","stopReason":"toolUse","content":[{"type":"text","text":"I test."},{"type":"toolCall","id":"1","name":"bash","arguments":{"command":"cargo test"}},{"type":"toolCall","id":"2","name":"edit","arguments":{"path":"src/clock.rs"}}]}"#,
                r#"{"role":"toolResult","toolCallId":"1","toolName":"bash","isError":true,"content":[{"type":"text","text":"running\nerror[E0308]: mismatched types\n  note\n\nCommand exited with code 101"}]}"#,
                r#"{"role":"toolResult","toolCallId":"2","toolName":"edit","isError":false,"content":"ok"}"#,
                r#"{"role":"assistant","content":[{"type":"toolCall","id":"3","name":"bash","arguments":{"command":"cargo test"}},{"type":"toolCall","id":"4","name":"bash","arguments":{"command":"make"}},{"type":"toolCall","id":"5","name":"edit","arguments":{"path":"src/clock.rs"}},{"type":"toolCall","id":"6","name":"write","arguments":{"path":"no.md"}}]}"#,
                r#"{"role":"toolResult","toolCallId":"3","toolName":"bash","isError":false,"content":"42 passed"}"#,
                r#"{"role":"toolResult","toolCallId":"4","toolName":"bash","isError":true,"content":"make: *** no rule\n"}"#,
                r#"{"role":"toolResult","toolCallId":"5","toolName":"edit","isError":false,"content":"ok"}"#,
                r#"{"role":"toolResult","toolCallId":"6","toolName":"write","isError":true,"content":"permission denied"}"#,
                r#"{"role":"assistant","content":[{"type":"text","text":"The clock is right now."}]}"#,
                r#"{"role":"user","content":[{"type":"text","text":"And the moon?"}]}"#,
                r#"{"role":"bashExecution","command":"ls /moon","output":"ls: cannot access","exitCode":2}"#,
                r#"{"role":"assistant","stopReason":"error","errorMessage":"overloaded","content":[]}"#,
                r#"{"role":"user","content":"Leave it."}"#,
            ],
            &expect![[r#"
                ## Goal
                - [e0] Fix the clock. It is late.

                ## Last instruction
                - [e13] Leave it.

                ## Files changed
                - [e7] src/clock.rs (2 times)

                ## Failed
                - [e12] the model: overloaded
                - [e11] shell `ls /moon`: ls: cannot access
                - [e8] write `no.md`: permission denied
                - [e6] bash `make`: make: *** no rule
                - [e2] bash `cargo test`: error[E0308]: mismatched types (worked later, [e5])

                ## What the agent said
                - [e9] The clock is right now.

                ## Instructions in between
                - [e10] And the moon?

                ## Tools
                - [e6] bash, 3 calls, 2 failed
                - [e7] edit, 2 calls
                - [e8] write, 1 call, 1 failed
            "#]],
        );
    }

    #[test]
    fn what_the_context_omits_is_left_out_and_earlier_summaries_come_in() {
        check(
            &[
                r#"{"role":"user","content":"secret"}"#,
                r###""type":"compaction","summary":"## Goal\n\nBuild a bridge.","firstKeptEntryId":"e0""###,
                r#""type":"context_edit","targetId":"e0","replacement":null"#,
                r#"{"role":"user","content":"old words"}"#,
                r#""type":"context_edit","targetId":"e3","replacement":{"content":"new words"}"#,
            ],
            &expect![[r#"
                ## Goal
                - [e3] new words

                ## Earlier summaries
                - [e1] Build a bridge.
            "#]],
        );
    }

    #[test]
    fn nothing_said_is_no_digest() {
        check(
            &[r#""type":"model_change","provider":"p","modelId":"m""#],
            &expect!["nothing"],
        );
        check(
            &[r#"{"role":"user","content":" \n "}"#, r#"{"role":7}"#],
            &expect!["nothing"],
        );
    }

    #[test]
    fn however_much_there_is_it_stays_within_its_tokens() {
        let long = "wörd ".repeat(2_000);
        let mut messages = Vec::new();
        for at in 0..60 {
            messages.push(format!(r#"{{"role":"user","content":"{long}{at}"}}"#));
            messages.push(format!(r#"{{"role":"assistant","content":[{{"type":"text","text":"{long}"}},{{"type":"toolCall","id":"{at}","name":"write","arguments":{{"path":"{at}/{long}"}}}},{{"type":"toolCall","id":"x{at}","name":"{at}{long}","arguments":{{"command":"{long}"}}}}]}}"#));
            messages.push(format!(
                r#"{{"role":"toolResult","toolCallId":"{at}","content":"ok"}}"#
            ));
            messages.push(format!(r#"{{"role":"toolResult","toolCallId":"x{at}","isError":true,"content":"error: {long}"}}"#));
            messages.push(format!(
                r#""type":"branch_summary","fromId":"e0","summary":"{long}""#
            ));
        }
        let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
        let session = chain(&messages);
        let entries: Vec<_> = session.entries().collect();
        let digest = session.digest(&entries).expect("a digest");
        let tokens = utf16_length(&digest).div_ceil(4);
        assert!(tokens <= DIGEST_TOKENS, "{tokens} tokens");
        assert!(tokens > DIGEST_TOKENS / 2, "room is used: {tokens} tokens");
        let names_its_entry =
            |line: &str| line.is_empty() || line.starts_with("## ") || line.starts_with("- [e");
        assert!(digest.lines().all(names_its_entry), "{digest}");
    }
}
