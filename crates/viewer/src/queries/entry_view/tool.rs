//! Calls of tools and what came back. The tools that Pi brings are known by name and by the shape of
//! their arguments; a call that does not fit is shown plainly, never wrongly.

use std::rc::Rc;

use pi_session::Message;
use pi_session::json::{Kind, Raw};
use yew::AttrValue;

use super::content::Part;
use crate::parts::cut::Keep;
use crate::parts::diff::{self, Line};
use crate::parts::long_text::Kept;

/// A call of a tool.
#[derive(Clone, PartialEq, Debug)]
pub struct ToolCall {
    pub id: AttrValue,
    pub name: AttrValue,
    pub tool: Tool,
}

/// What is called, and with what.
#[derive(Clone, PartialEq, Debug)]
pub enum Tool {
    Read {
        path: AttrValue,
        offset: Option<u64>,
        limit: Option<u64>,
    },
    Write {
        path: AttrValue,
        content: Kept,
    },
    Edit {
        path: AttrValue,
        edits: Vec<Edit>,
    },
    Bash {
        command: Kept,
        timeout: Option<f64>,
    },
    Grep {
        pattern: AttrValue,
        path: Option<AttrValue>,
        glob: Option<AttrValue>,
    },
    Find {
        pattern: AttrValue,
        path: Option<AttrValue>,
    },
    Ls {
        path: Option<AttrValue>,
    },
    /// Any other: its arguments by name, or all of them as JSON under an empty name.
    Plain {
        arguments: Vec<(AttrValue, Kept)>,
        /// Arguments that are not among them.
        left_out: usize,
    },
}

/// A replacement that an edit asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Edit {
    pub old: AttrValue,
    pub new: AttrValue,
}

/// Arguments of an unknown tool that are shown by name.
const MOST_ARGUMENTS: usize = 40;

impl ToolCall {
    /// Reads a call.
    pub(super) fn of(id: &str, name: &str, arguments: Option<Raw<'_>>) -> Self {
        let tool = arguments
            .filter(|arguments| arguments.kind() == Kind::Object)
            .and_then(|arguments| known(name, arguments))
            .unwrap_or_else(|| plain(arguments));
        Self {
            id: id.to_owned().into(),
            name: name.to_owned().into(),
            tool,
        }
    }
}

fn known(name: &str, arguments: Raw<'_>) -> Option<Tool> {
    let text = |name: &str| {
        arguments
            .get(name)?
            .as_str()
            .map(|text| AttrValue::from(text.into_owned()))
    };
    let whole = |name: &str| arguments.get(name)?.as_f64().and_then(as_count);
    let path = || text("path").or_else(|| text("file_path"));
    // An optional argument of the wrong type would vanish from the page: such a call is shown plainly.
    let fits = |names: &[&str], kind: Kind| {
        names.iter().all(|name| {
            arguments
                .get(name)
                .is_none_or(|value| value.kind() == kind || value.kind() == Kind::Null)
        })
    };
    match name {
        "read" if fits(&["offset", "limit"], Kind::Number) => Some(Tool::Read {
            path: path()?,
            offset: whole("offset"),
            limit: whole("limit"),
        }),
        "write" => Some(Tool::Write {
            path: path()?,
            content: Kept::of(&arguments.get("content")?.as_str()?, Keep::Start),
        }),
        "edit" => Some(Tool::Edit {
            path: path()?,
            edits: edits(arguments)?,
        }),
        "bash" if fits(&["timeout"], Kind::Number) => Some(Tool::Bash {
            command: Kept::of(&arguments.get("command")?.as_str()?, Keep::Start),
            timeout: arguments.get("timeout").and_then(Raw::as_f64),
        }),
        "grep" if fits(&["path", "glob"], Kind::String) => Some(Tool::Grep {
            pattern: text("pattern")?,
            path: text("path"),
            glob: text("glob"),
        }),
        "find" if fits(&["path"], Kind::String) => Some(Tool::Find {
            pattern: text("pattern")?,
            path: text("path"),
        }),
        "ls" if fits(&["path"], Kind::String) => Some(Tool::Ls { path: text("path") }),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Checked: it is a count.
fn as_count(number: f64) -> Option<u64> {
    ((0.0..9e15).contains(&number) && number.fract() == 0.0).then_some(number as u64)
}

/// One edit by its own names, or a list of them.
fn edits(arguments: Raw<'_>) -> Option<Vec<Edit>> {
    let edit = |from: Raw<'_>| {
        let text = |name: &str, other: &str| {
            let value = from.get(name).or_else(|| from.get(other))?;
            value
                .as_str()
                .map(|text| AttrValue::from(text.into_owned()))
        };
        Some(Edit {
            old: text("oldText", "old_string")?,
            new: text("newText", "new_string")?,
        })
    };
    match arguments.get("edits") {
        Some(list) if list.kind() == Kind::Array => list.items().map(edit).collect(),
        _ => Some(vec![edit(arguments)?]),
    }
}

fn plain(arguments: Option<Raw<'_>>) -> Tool {
    let Some(raw) = arguments.filter(|raw| !raw.is_null()) else {
        return Tool::Plain {
            arguments: Vec::new(),
            left_out: 0,
        };
    };
    if raw.kind() != Kind::Object {
        return Tool::Plain {
            arguments: vec![(AttrValue::default(), Kept::of(&raw.text(), Keep::Start))],
            left_out: 0,
        };
    }
    let mut arguments: Vec<(AttrValue, Kept)> = Vec::new();
    let mut left_out = 0;
    for (name, value) in raw.members() {
        if arguments.len() == MOST_ARGUMENTS {
            left_out += 1;
            continue;
        }
        let text = value.as_str().unwrap_or_else(|| value.text());
        arguments.push((name.into_owned().into(), Kept::of(&text, Keep::Start)));
    }
    Tool::Plain {
        arguments,
        left_out,
    }
}

/// What a tool gave back.
#[derive(Debug)]
pub struct ToolResult {
    pub call_id: AttrValue,
    pub name: AttrValue,
    pub parts: Vec<Part>,
    pub is_error: bool,
    /// How a shell command ended.
    pub ending: Option<Ending>,
    /// What an edit changed, where the result says.
    pub diff: Option<Rc<Vec<Line>>>,
    /// Calls that the tool itself made.
    pub nested_calls: usize,
    /// Conversations that the tool itself led.
    pub transcripts: usize,
    /// Details of an unknown shape, as JSON.
    pub details: Option<Kept>,
}

/// How a shell command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Exit(i64),
    Aborted,
    TimedOut,
}

impl ToolResult {
    /// Reads a result.
    pub(super) fn of(message: &Message<'_>) -> Self {
        let name = message.text("toolName").unwrap_or_default();
        let is_error = message.flag("isError");
        let is_shell = matches!(name.as_ref(), "bash" | "powershell");
        let keep = if is_shell { Keep::End } else { Keep::Start };
        let mut parts = Part::of(&message.content(), keep);
        let ending = is_shell
            .then(|| take_ending(&mut parts, is_error))
            .flatten();
        let details = message
            .field("details")
            .filter(|details| !is_nothing(*details));
        let diff = details
            .filter(|_| name == "edit")
            .and_then(read_diff)
            .map(Rc::new);
        let transcripts = details.map_or(0, crate::queries::transcript::count);
        let is_known = diff.is_some()
            || transcripts > 0
            || matches!(
                name.as_ref(),
                "read" | "write" | "edit" | "bash" | "grep" | "find" | "ls" | "powershell"
            );
        Self {
            call_id: message
                .text("toolCallId")
                .unwrap_or_default()
                .into_owned()
                .into(),
            parts,
            is_error,
            ending,
            diff,
            nested_calls: message
                .field("nestedCalls")
                .and_then(|nested| nested.get("calls"))
                .map_or(0, |calls| calls.items().count()),
            transcripts,
            details: details
                .filter(|_| !is_known)
                .map(|details| Kept::of(&details.text(), Keep::Start)),
            name: name.into_owned().into(),
        }
    }
}

fn is_nothing(details: Raw<'_>) -> bool {
    details.is_null() || details.kind() == Kind::Object && details.members().next().is_none()
}

fn read_diff(details: Raw<'_>) -> Option<Vec<Line>> {
    let text = |name: &str| details.get(name).and_then(Raw::as_str);
    text("patch")
        .and_then(|patch| diff::of_patch(&patch))
        .or_else(|| text("diff").and_then(|display| diff::of_display(&display)))
}

/// Takes the line in which Pi's shell tool says how the command ended off the end of the output.
fn take_ending(parts: &mut Vec<Part>, is_error: bool) -> Option<Ending> {
    let Some(Part::Text(kept)) = parts.last_mut() else {
        return (!is_error).then_some(Ending::Exit(0));
    };
    let text = kept.text.trim_end();
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..];
    let ending = if let Some(code) = line.strip_prefix("Command exited with code ") {
        Ending::Exit(code.parse().ok()?)
    } else if line == "Command aborted" {
        Ending::Aborted
    } else if line.starts_with("Command timed out after ") {
        Ending::TimedOut
    } else {
        return (!is_error).then_some(Ending::Exit(0));
    };
    if !is_error {
        // A successful command that happens to print such a line.
        return Some(Ending::Exit(0));
    }
    // How long it ran is worth a line of its own; a code is said in the head.
    if matches!(ending, Ending::Exit(_) | Ending::Aborted) {
        let rest = text[..start].trim_end().to_owned();
        if rest.is_empty() {
            parts.pop();
        } else {
            kept.text = rest.into();
        }
    }
    Some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, arguments: &str) -> Tool {
        ToolCall::of("id", name, Raw::parse(arguments.as_bytes())).tool
    }

    #[test]
    fn known_tools() {
        assert_eq!(
            call("read", r#"{"path":"a","offset":2,"limit":null}"#),
            Tool::Read {
                path: "a".into(),
                offset: Some(2),
                limit: None
            }
        );
        assert!(
            matches!(call("edit", r#"{"path":"a","oldText":"b","newText":"c"}"#), Tool::Edit { edits, .. } if edits.len() == 1)
        );
        assert!(
            matches!(call("edit", r#"{"file_path":"a","edits":[{"oldText":"b","newText":"c"},{"oldText":"d","newText":""}]}"#), Tool::Edit { edits, .. } if edits.len() == 2)
        );
        assert!(matches!(
            call("bash", r#"{"command":"ls","timeout":5}"#),
            Tool::Bash {
                timeout: Some(5.0),
                ..
            }
        ));
        assert!(matches!(call("ls", "{}"), Tool::Ls { path: None }));
    }

    #[test]
    fn what_does_not_fit_is_shown_plainly() {
        for (name, arguments) in [
            ("read", r#"{"path":7}"#),
            ("read", r#"{"path":"a","offset":"x"}"#),
            ("edit", r#"{"path":"a","edits":[1]}"#),
            ("bash", r#"{}"#),
            ("bash", r#""ls""#),
            ("made-up", r#"{"a":1}"#),
        ] {
            assert!(
                matches!(call(name, arguments), Tool::Plain { .. }),
                "{name} {arguments}"
            );
        }
        assert_eq!(
            call("bash", "null"),
            Tool::Plain {
                arguments: Vec::new(),
                left_out: 0
            }
        );
        let Tool::Plain { arguments, .. } = call("x", r#"{"a":"text","b":[1, 2]}"#) else {
            panic!("a plain tool");
        };
        let shown: Vec<(&str, &str)> = arguments
            .iter()
            .map(|(name, value)| (name.as_str(), value.text.as_str()))
            .collect();
        assert_eq!(shown, [("a", "text"), ("b", "[1, 2]")]);
    }

    #[test]
    fn endings_of_shell_commands() {
        let check = |text: &str, is_error: bool| {
            let mut parts = vec![Part::Text(Kept::of(text, Keep::End))];
            let ending = take_ending(&mut parts, is_error);
            let rest = match parts.first() {
                Some(Part::Text(kept)) => kept.text.to_string(),
                _ => String::new(),
            };
            (ending, rest)
        };
        assert_eq!(
            check("out\n\n\nCommand exited with code 2", true),
            (Some(Ending::Exit(2)), "out".to_owned())
        );
        assert_eq!(
            check("Command exited with code 2", true),
            (Some(Ending::Exit(2)), String::new())
        );
        assert_eq!(
            check("a\nCommand aborted", true),
            (Some(Ending::Aborted), "a".to_owned())
        );
        assert_eq!(
            check("fine\n", false),
            (Some(Ending::Exit(0)), "fine\n".to_owned())
        );
        assert_eq!(
            check("Command exited with code 9", false).0,
            Some(Ending::Exit(0))
        );
        assert_eq!(check("broken pipe", true), (None, "broken pipe".to_owned()));
        assert_eq!(
            check("x\nCommand timed out after 5 seconds", true).0,
            Some(Ending::TimedOut)
        );
    }
}
