//! Where a key takes the focus among the rows. Pure; no element is known here.

use pi_session::Rows;

/// What a key does to the row in focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// The focus goes to a row.
    To(usize),
    /// The row is folded or unfolded.
    Fold(usize),
    /// The conversation goes to the row.
    Go(usize),
}

/// What a key does when the focus is on a row; `page` rows are in view. None for a key that does nothing here.
pub fn of_key(key: &str, rows: &Rows, row: Option<usize>, page: usize) -> Option<Move> {
    let last = rows.len().checked_sub(1)?;
    let Some(row) = row else {
        // Nothing has the focus yet: whatever moves, moves to an end.
        return match key {
            "ArrowDown" | "PageDown" | "Home" => Some(Move::To(0)),
            "ArrowUp" | "PageUp" | "End" => Some(Move::To(last)),
            _ => None,
        };
    };
    let step = page.saturating_sub(1).max(1);
    let to = match key {
        "ArrowDown" => (row + 1).min(last),
        "ArrowUp" => row.saturating_sub(1),
        "PageDown" => (row + step).min(last),
        "PageUp" => row.saturating_sub(step),
        "Home" => 0,
        "End" => last,
        "ArrowRight" if rows.is_folded(row) => return Some(Move::Fold(row)),
        "ArrowRight" => rows.first_child(row)?,
        "ArrowLeft" if rows.is_foldable(row) => return Some(Move::Fold(row)),
        "ArrowLeft" => rows.parent(row)?,
        "Enter" | " " => return Some(Move::Go(row)),
        _ => return None,
    };
    Some(Move::To(to))
}

#[cfg(test)]
mod tests {
    use pi_session::{RowQuery, Session};

    use super::*;

    /// a ─ b ─┬─ c ─ d
    ///        └─ e
    fn session() -> Session {
        let mut text = String::from(
            r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#,
        );
        for (id, parent) in [("a", ""), ("b", "a"), ("e", "b"), ("c", "b"), ("d", "c")] {
            let parent = match parent {
                "" => "null".to_owned(),
                parent => format!("\"{parent}\""),
            };
            text += &format!(
                r#"
{{"type":"message","id":"{id}","parentId":{parent},"timestamp":"2026-01-01T00:00:00Z","message":{{"role":"user","content":"{id}"}}}}"#
            );
        }
        Session::parse(text.as_bytes()).unwrap()
    }

    fn rows(session: &Session, folded: &[&str]) -> Rows {
        session.rows(&RowQuery {
            folded: folded.iter().filter_map(|id| session.find(id)).collect(),
            ..RowQuery::default()
        })
    }

    fn names(session: &Session, rows: &Rows) -> String {
        (0..rows.len())
            .map(|row| session.id(rows.entry(row)).to_owned())
            .collect()
    }

    #[test]
    fn arrows_and_ends() {
        let session = session();
        let rows = rows(&session, &[]);
        assert_eq!(names(&session, &rows), "abcde");
        let press = |key, row| of_key(key, &rows, Some(row), 3);
        assert_eq!(press("ArrowDown", 1), Some(Move::To(2)));
        assert_eq!(press("ArrowDown", 4), Some(Move::To(4)));
        assert_eq!(press("ArrowUp", 0), Some(Move::To(0)));
        assert_eq!(press("PageDown", 0), Some(Move::To(2)));
        assert_eq!(press("PageUp", 4), Some(Move::To(2)));
        assert_eq!(press("Home", 3), Some(Move::To(0)));
        assert_eq!(press("End", 1), Some(Move::To(4)));
        assert_eq!(press("Enter", 3), Some(Move::Go(3)));
        assert_eq!(press("x", 3), None);
    }

    #[test]
    fn left_and_right_fold_and_walk() {
        let session = session();
        let open = rows(&session, &[]);
        // "c" is one of two siblings and has a child.
        assert_eq!(of_key("ArrowLeft", &open, Some(2), 9), Some(Move::Fold(2)));
        assert_eq!(of_key("ArrowLeft", &open, Some(3), 9), Some(Move::To(2)));
        assert_eq!(of_key("ArrowLeft", &open, Some(4), 9), Some(Move::To(1)));
        assert_eq!(of_key("ArrowRight", &open, Some(0), 9), Some(Move::To(1)));
        assert_eq!(of_key("ArrowRight", &open, Some(4), 9), None);
        let folded = rows(&session, &["c"]);
        assert_eq!(names(&session, &folded), "abce");
        assert_eq!(
            of_key("ArrowRight", &folded, Some(2), 9),
            Some(Move::Fold(2))
        );
        assert_eq!(of_key("ArrowLeft", &folded, Some(2), 9), Some(Move::To(1)));
    }

    #[test]
    fn without_a_focus_keys_begin_at_an_end() {
        let session = session();
        let rows = rows(&session, &[]);
        assert_eq!(of_key("ArrowDown", &rows, None, 9), Some(Move::To(0)));
        assert_eq!(of_key("ArrowUp", &rows, None, 9), Some(Move::To(4)));
        assert_eq!(of_key("Enter", &rows, None, 9), None);
    }
}
