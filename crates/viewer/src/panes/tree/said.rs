//! What a row says, taken apart into who and what. Pure text.

use pi_session::{Row, RowKind};

use crate::words::tree::TreeWords;

/// Who speaks in a row, or what it is about, and what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said<'a> {
    /// A word at the start; empty if there is none.
    pub who: &'a str,
    /// The rest.
    pub what: &'a str,
}

impl<'a> Said<'a> {
    /// Takes a row's text apart. The core writes it as Pi does: `user: …`, `[name]: …` or `[read: …]`.
    pub fn of(row: &'a Row, words: &'a TreeWords) -> Self {
        if row.who_len > 0 {
            let (who, what) = row.text.split_at(row.who_len);
            let who = who.trim_end_matches([':', ' ']);
            let who = within_brackets(who).unwrap_or(who);
            return Self {
                who: word(row.kind, words).unwrap_or(who),
                what,
            };
        }
        let Some(inside) = within_brackets(&row.text) else {
            return Self {
                who: "",
                what: &row.text,
            };
        };
        let (who, what) = inside.split_once(": ").unwrap_or((inside, ""));
        Self {
            who: word(row.kind, words).unwrap_or(who),
            what,
        }
    }
}

fn within_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// The word for who speaks in rows of a kind, if it is always the same.
fn word(kind: RowKind, words: &TreeWords) -> Option<&'static str> {
    match kind {
        RowKind::User => Some(words.user),
        RowKind::Assistant | RowKind::AssistantError => Some(words.assistant),
        RowKind::Summary => Some(words.summary),
        RowKind::Compaction => Some(words.compaction),
        RowKind::System => Some(words.system),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use pi_session::EntryIndex;

    use super::*;
    use crate::words::tree::EN;

    fn said(kind: RowKind, text: &str, who_len: usize) -> (String, String) {
        let row = Row {
            entry: EntryIndex::new(0),
            indent: 0,
            drawn_indent: 0,
            show_connector: false,
            is_last: true,
            is_virtual_root_child: false,
            gutters: Vec::new(),
            on_active_path: false,
            foldable: false,
            folded: false,
            label: None,
            text: text.to_owned(),
            kind,
            who_len,
        };
        let said = Said::of(&row, &EN);
        (said.who.to_owned(), said.what.to_owned())
    }

    fn pair(who: &str, what: &str) -> (String, String) {
        (who.to_owned(), what.to_owned())
    }

    #[test]
    fn speakers_get_a_word_of_ours() {
        assert_eq!(
            said(RowKind::User, "user: [x]: hello", 6),
            pair("User", "[x]: hello")
        );
        assert_eq!(
            said(RowKind::Assistant, "assistant: (no content)", 11),
            pair("Assistant", "(no content)")
        );
        assert_eq!(
            said(RowKind::Summary, "[branch summary]: It failed", 18),
            pair("Summary", "It failed")
        );
    }

    #[test]
    fn other_rows_keep_what_the_file_says() {
        assert_eq!(
            said(RowKind::Custom, "[my:type]: text", 11),
            pair("my:type", "text")
        );
        assert_eq!(said(RowKind::Shell, "[bash]: ls", 8), pair("bash", "ls"));
        assert_eq!(
            said(RowKind::Tool, "[read: src/a: b.rs]", 0),
            pair("read", "src/a: b.rs")
        );
        assert_eq!(said(RowKind::Tool, "[tool]", 0), pair("tool", ""));
        assert_eq!(
            said(RowKind::Compaction, "[compaction: 48k tokens]", 0),
            pair("Compaction", "48k tokens")
        );
        assert_eq!(
            said(RowKind::Unknown, "no brackets", 0),
            pair("", "no brackets")
        );
    }
}
