//! Memoised reads: from keys to owned views of the core. Nothing here changes state.

pub mod entry_text;
pub mod entry_view;
pub mod model_sight;
mod overview;
pub mod report;
pub mod session_list;
pub mod transcript;

use std::cell::RefCell;

use pi_session::{RowQuery, Rows, Session};

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
