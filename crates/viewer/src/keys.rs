//! One table of all keys: what is pressed, what it does, what "Help" says. Keys that the tree answers while
//! it has the focus stand here too, so that nobody has to look elsewhere.

use wasm_bindgen::JsCast;
use web_sys::{EventTarget, HtmlElement, KeyboardEvent};

use crate::words::shell::CommandWords;

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Open "Help".
    Help,
    /// Put the cursor into "Search entries".
    SearchEntries,
    /// Move the row in focus by so many rows.
    MoveRow(i8),
    /// Move to the next branch segment down, or up.
    MoveSegment { up: bool },
    /// Go to the entry in focus.
    Go,
    /// Go to the next prompt, or the one before.
    GoToPrompt { back: bool },
    /// Choose a filter by its place.
    Filter(u8),
    /// Choose the next filter, or the one before.
    CycleFilter { back: bool },
    /// Times of labels.
    LabelTimes,
    /// Thinking blocks.
    Thinking,
    /// Tool output in full.
    Tools,
    /// Hidden custom messages.
    Hidden,
    /// Copy the entry in focus.
    Copy,
    /// Copy a link to the entry in focus.
    CopyLink,
    /// Label the entry in focus.
    Label,
    /// Clear the search.
    Escape,
}

/// A key as the browser names it. Letters are named in lower case.
struct Press {
    key: &'static str,
    /// Whether Shift has to be held; `None` where the layout decides how the character is typed.
    shift: Option<bool>,
    command: Command,
}

const fn plain(key: &'static str, command: Command) -> Press {
    Press {
        key,
        shift: Some(false),
        command,
    }
}

const fn shifted(key: &'static str, command: Command) -> Press {
    Press {
        key,
        shift: Some(true),
        command,
    }
}

const fn typed(key: &'static str, command: Command) -> Press {
    Press {
        key,
        shift: None,
        command,
    }
}

/// One line of the table.
pub struct Row {
    /// The keys as "Help" shows them.
    pub shown: &'static [&'static str],
    /// What "Help" says of them.
    pub words: fn(&CommandWords) -> &'static str,
    /// What the page does on them. Empty where the list in focus, or the browser, does it.
    presses: &'static [Press],
}

/// All keys.
pub const TABLE: &[Row] = &[
    Row {
        shown: &["?"],
        words: |words| words.help,
        presses: &[typed("?", Command::Help)],
    },
    Row {
        shown: &["/"],
        words: |words| words.search,
        presses: &[typed("/", Command::SearchEntries)],
    },
    Row {
        shown: &["↓", "↑", "j", "k"],
        words: |words| words.move_row,
        presses: &[
            plain("j", Command::MoveRow(1)),
            plain("k", Command::MoveRow(-1)),
        ],
    },
    Row {
        shown: &["Home", "End", "PgDn", "PgUp"],
        words: |words| words.move_far,
        presses: &[],
    },
    Row {
        shown: &["←", "→"],
        words: |words| words.fold,
        presses: &[],
    },
    Row {
        shown: &["Enter"],
        words: |words| words.go,
        presses: &[plain("Enter", Command::Go)],
    },
    Row {
        shown: &["[", "]"],
        words: |words| words.segment,
        presses: &[
            typed("[", Command::MoveSegment { up: true }),
            typed("]", Command::MoveSegment { up: false }),
        ],
    },
    Row {
        shown: &["Shift+J", "Shift+K"],
        words: |words| words.prompt,
        presses: &[
            shifted("j", Command::GoToPrompt { back: false }),
            shifted("k", Command::GoToPrompt { back: true }),
        ],
    },
    Row {
        shown: &["1", "–", "5"],
        words: |words| words.filter,
        presses: &[
            typed("1", Command::Filter(0)),
            typed("2", Command::Filter(1)),
            typed("3", Command::Filter(2)),
            typed("4", Command::Filter(3)),
            typed("5", Command::Filter(4)),
        ],
    },
    Row {
        shown: &["g", "Shift+G"],
        words: |words| words.cycle_filter,
        presses: &[
            plain("g", Command::CycleFilter { back: false }),
            shifted("g", Command::CycleFilter { back: true }),
        ],
    },
    Row {
        shown: &["t"],
        words: |words| words.thinking,
        presses: &[plain("t", Command::Thinking)],
    },
    Row {
        shown: &["o"],
        words: |words| words.tools,
        presses: &[plain("o", Command::Tools)],
    },
    Row {
        shown: &["h"],
        words: |words| words.hidden,
        presses: &[plain("h", Command::Hidden)],
    },
    Row {
        shown: &["Shift+T"],
        words: |words| words.label_times,
        presses: &[shifted("t", Command::LabelTimes)],
    },
    Row {
        shown: &["Shift+L"],
        words: |words| words.label,
        presses: &[shifted("l", Command::Label)],
    },
    Row {
        shown: &["c"],
        words: |words| words.copy,
        presses: &[plain("c", Command::Copy)],
    },
    Row {
        shown: &["y"],
        words: |words| words.copy_link,
        presses: &[plain("y", Command::CopyLink)],
    },
    Row {
        shown: &["Ctrl+V"],
        words: |words| words.paste,
        presses: &[],
    },
    Row {
        shown: &["Esc"],
        words: |words| words.escape,
        presses: &[plain("Escape", Command::Escape)],
    },
];

/// What a key pressed anywhere on the page asks for. Nothing while a person types in a field, nothing with
/// Ctrl, Alt or Cmd held, and nothing that a part of the page has answered already.
pub fn command_of(event: &KeyboardEvent) -> Option<Command> {
    let modified = event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing();
    if modified || event.default_prevented() || is_field(event.target()) {
        return None;
    }
    // Enter on a button or a link is that button's.
    if event.key() == "Enter" && has_own_enter(event.target()) {
        return None;
    }
    find(&event.key(), event.shift_key())
}

/// Whether an event happens in something that takes text.
pub fn is_field(target: Option<EventTarget>) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let silent = ["button", "checkbox", "radio", "range", "submit", "file"];
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => {
            let kind = element.get_attribute("type").unwrap_or_default();
            !silent.contains(&kind.as_str())
        }
        _ => element.is_content_editable(),
    }
}

fn has_own_enter(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| {
        element
            .closest("button, a, summary, dialog, input")
            .ok()
            .flatten()
            .is_some()
    })
}

fn find(key: &str, shift: bool) -> Option<Command> {
    let lower = key.to_lowercase();
    // Names such as "Escape" keep their capital; single letters do not, since Caps Lock is no Shift.
    let key = if key.chars().count() == 1 {
        lower.as_str()
    } else {
        key
    };
    TABLE
        .iter()
        .flat_map(|row| row.presses)
        .find(|press| press.key == key && press.shift.is_none_or(|needed| needed == shift))
        .map(|press| press.command)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn shift_tells_two_keys_apart() {
        assert_eq!(find("j", false), Some(Command::MoveRow(1)));
        assert_eq!(find("J", true), Some(Command::GoToPrompt { back: false }));
        assert_eq!(find("?", true), Some(Command::Help));
        assert_eq!(find("?", false), Some(Command::Help));
        assert_eq!(find("q", false), None);
    }

    #[test]
    fn caps_lock_is_no_shift() {
        assert_eq!(find("J", false), Some(Command::MoveRow(1)));
        assert_eq!(find("T", false), Some(Command::Thinking));
    }

    #[test]
    fn no_key_stands_twice() {
        let mut seen = HashSet::new();
        for press in TABLE.iter().flat_map(|row| row.presses) {
            assert!(
                seen.insert((press.key, press.shift)),
                "{} stands twice",
                press.key
            );
        }
    }
}
