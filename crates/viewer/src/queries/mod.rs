//! Memoised reads: from keys to owned views of the core. Nothing here changes state.

mod overview;

use std::borrow::Cow;
use std::cell::RefCell;

use pi_session::{Block, Content, EntryIndex, RowQuery, Rows, Session};

pub use overview::{Overview, title};

use crate::state::View;

thread_local! {
    static LAST_ROWS: RefCell<Option<(Session, RowQuery, Rows)>> = const { RefCell::new(None) };
}

/// The tree's rows for a view. Everybody who asks for the same rows in turn gets the same ones.
pub fn rows(session: &Session, view: &View) -> Rows {
    let query = RowQuery {
        filter: view.filter,
        query: view.query.to_string(),
        folded: view.folded.to_vec(),
    };
    LAST_ROWS.with_borrow_mut(|last| {
        if let Some((known, asked, rows)) = last
            && known == session
            && *asked == query
        {
            return rows.clone();
        }
        let rows = session.rows(&query);
        *last = Some((session.clone(), query, rows.clone()));
        rows
    })
}

/// What an entry says, as plain text for the clipboard: its texts, else its JSON.
pub fn plain_text(session: &Session, entry: EntryIndex) -> String {
    let entry = session.entry(entry);
    let text = match entry.content() {
        Content::Text(text) => text.into_owned(),
        Content::Blocks(blocks) => {
            let texts = blocks.into_iter().filter_map(|block| match block {
                Block::Text { text } => Some(text.into_owned()),
                _ => None,
            });
            texts.collect::<Vec<_>>().join("\n\n")
        }
        Content::Missing | Content::Other(_) => entry
            .text("summary")
            .map(Cow::into_owned)
            .unwrap_or_default(),
    };
    if text.is_empty() {
        entry.json().into_owned()
    } else {
        text
    }
}
