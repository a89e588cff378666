//! Rows: counted, ordered and indented as the rules say, computed here the slow way.

use std::collections::HashSet;

use pi_session::{EntryIndex, EntryKind, Filter, Gutter, Role, Row, RowQuery, Rows, Session};
use proptest::prelude::*;
use proptest::sample::select;

use super::damaged_bytes;
use crate::support::query;

fn any_query() -> impl Strategy<Value = (Filter, String)> {
    let text = select(vec![
        "",
        "",
        "one",
        "two o",
        "ASSISTANT",
        "nothing like it",
        "e",
    ]);
    (select(Filter::ALL_MODES.to_vec()), text).prop_map(|(filter, text)| (filter, text.to_owned()))
}

fn shown(rows: &Rows) -> Vec<EntryIndex> {
    (0..rows.len()).map(|row| rows.entry(row)).collect()
}

/// The rows right below a row, or the roots.
fn children(rows: &Rows, parent: Option<usize>) -> Vec<usize> {
    (0..rows.len())
        .filter(|&row| rows.parent(row) == parent)
        .collect()
}

proptest! {
    #[test]
    fn counts_are_those_of_the_rows(bytes in damaged_bytes(), text in select(vec!["", "one", "two o"])) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        for (filter, count) in Filter::ALL_MODES.into_iter().zip(session.row_counts(text)) {
            prop_assert_eq!(session.rows(&query(filter, text)).len(), count);
        }
    }

    #[test]
    fn rows_stand_in_the_order_of_a_tree(bytes in damaged_bytes(), (filter, text) in any_query()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let tree = session.tree();
        let rows = session.rows(&query(filter, &text));
        let entries = shown(&rows);
        prop_assert_eq!(entries.iter().collect::<HashSet<_>>().len(), entries.len());
        for (row, &entry) in entries.iter().enumerate() {
            prop_assert_eq!(rows.row_of(entry), Some(row));
            prop_assert_eq!(rows.nearest_visible(entry), Some(row));
            // The parent is the nearest ancestor that has a row.
            let nearest = tree.path(entry).into_iter().rev().skip(1).find_map(|above| rows.row_of(above));
            prop_assert_eq!(rows.parent(row), nearest);
            if let Some(parent) = nearest {
                prop_assert!(parent < row);
                for between in parent + 1..row {
                    prop_assert!(tree.is_ancestor(entries[parent], entries[between]), "depth first");
                }
            }
            let below = children(&rows, Some(row));
            prop_assert_eq!(rows.first_child(row), below.first().copied());
            let siblings = children(&rows, nearest);
            prop_assert_eq!(rows.set_size(row), siblings.len());
            prop_assert_eq!(siblings[rows.position_in_set(row) - 1], row);
            for up in [true, false] {
                prop_assert!(rows.segment_start(row, up) < rows.len());
            }
        }
        for index in session.entries() {
            if rows.row_of(index).is_none() {
                let above = tree.path(index).into_iter().rev().find_map(|above| rows.row_of(above));
                prop_assert_eq!(rows.nearest_visible(index), above.or(rows.len().checked_sub(1)));
            }
        }
    }

    #[test]
    fn the_branch_of_the_leaf_comes_first(bytes in damaged_bytes(), leaf: prop::sample::Index) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let entries: Vec<_> = session.entries().collect();
        if entries.is_empty() {
            return Ok(());
        }
        let session = session.with_leaf(Some(entries[leaf.index(entries.len())]));
        let rows = session.rows(&query(Filter::All, ""));
        let on_path: HashSet<_> = session.tree().path(session.leaf().expect("a leaf")).into_iter().collect();
        for row in 0..rows.len() {
            let active = rows.row(row).on_active_path;
            prop_assert_eq!(active, on_path.contains(&rows.entry(row)));
            if active && rows.position_in_set(row) > 1 {
                // Only where what comes before it is not the tree's sibling: a hidden entry's child.
                let first = children(&rows, rows.parent(row))[0];
                let parents = (session.tree().parent(rows.entry(first)), session.tree().parent(rows.entry(row)));
                prop_assert!(parents.0 != parents.1);
            }
        }
    }

    #[test]
    fn a_row_is_indented_as_the_rules_say(bytes in damaged_bytes(), (filter, text) in any_query()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let rows = session.rows(&query(filter, &text));
        let roots = children(&rows, None).len();
        let all: Vec<_> = (0..rows.len()).map(|row| rows.row(row)).collect();
        for (at, row) in all.iter().enumerate() {
            let branched = |at: usize| rows.set_size(at) > 1;
            let indent = match rows.parent(at) {
                None => u32::from(roots > 1),
                Some(parent) if rows.set_size(at) > 1 => all[parent].indent + 1,
                Some(parent) if branched(parent) && all[parent].indent > 0 => all[parent].indent + 1,
                Some(parent) => all[parent].indent,
            };
            prop_assert_eq!(row.indent, indent);
            prop_assert_eq!(row.drawn_indent, if roots > 1 { indent - 1 } else { indent });
            prop_assert_eq!(row.drawn_indent, rows.drawn_indent(at));
            prop_assert_eq!(row.show_connector, branched(at));
            prop_assert_eq!(row.is_last, rows.position_in_set(at) == rows.set_size(at));
            prop_assert_eq!(row.is_virtual_root_child, roots > 1 && rows.parent(at).is_none());
            let foldable = rows.first_child(at).is_some() && (rows.parent(at).is_none() || branched(at));
            prop_assert_eq!((row.foldable, rows.is_foldable(at)), (foldable, foldable));
            // The lines of all ancestors that are one of several, but for those of roots.
            let mut gutters = Vec::new();
            let mut above = rows.parent(at);
            while let Some(ancestor) = above {
                above = rows.parent(ancestor);
                if branched(ancestor) && above.is_some() {
                    gutters.push(Gutter {
                        position: all[ancestor].drawn_indent.saturating_sub(1),
                        show: !all[ancestor].is_last,
                    });
                }
            }
            gutters.reverse();
            prop_assert_eq!(&row.gutters, &gutters);
            prop_assert!(row.text.is_char_boundary(row.who_len));
            // What is quoted as it stands (a customType, a role, a path of a call) may break a line.
            let entry = session.entry(rows.entry(at));
            let role = entry.message().map(|message| message.role());
            if matches!(role, Some(Role::User | Role::Assistant | Role::BashExecution))
                || matches!(entry.kind(), EntryKind::CustomMessage | EntryKind::BranchSummary)
            {
                prop_assert!(!row.text[row.who_len..].contains(['\n', '\t']));
            }
        }
    }

    #[test]
    fn a_window_shows_what_the_whole_does(
        bytes in damaged_bytes(),
        (filter, text) in any_query(),
        fold in any::<prop::sample::Index>(),
        (start, length) in (any::<prop::sample::Index>(), 1_usize..9),
    ) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let entries: Vec<_> = session.entries().collect();
        if entries.is_empty() {
            return Ok(());
        }
        let folded = vec![entries[fold.index(entries.len())]];
        let query = RowQuery { folded, ..query(filter, &text) };
        let rows = session.rows(&query);
        let whole: Vec<_> = (0..rows.len()).map(|row| rows.row(row)).collect();
        // Asked of rows that have drawn nothing yet, from the end of the window to its start.
        let fresh = Session::parse(&bytes).expect("as before").rows(&query);
        prop_assert_eq!(fresh.len(), whole.len());
        let start = start.index(whole.len() + 1);
        for row in (start..whole.len().min(start + length)).rev() {
            prop_assert_eq!(&fresh.row(row), &whole[row]);
            let bare = fresh.row_without_gutters(row);
            prop_assert!(bare.gutters.is_empty());
            prop_assert_eq!(Row { gutters: whole[row].gutters.clone(), ..bare }, whole[row].clone());
        }
    }

    #[test]
    fn filters_and_words_only_take_away(bytes in damaged_bytes()) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let set = |filter, text: &str| shown(&session.rows(&query(filter, text))).into_iter().collect::<HashSet<_>>();
        let all = set(Filter::All, "");
        for filter in Filter::ALL_MODES {
            prop_assert!(set(filter, "").is_subset(&all));
            let both: HashSet<_> = set(filter, "o").intersection(&set(filter, "e")).copied().collect();
            prop_assert_eq!(set(filter, "o e"), both);
        }
        prop_assert!(set(Filter::NoTools, "").is_subset(&set(Filter::Default, "")));
        for &entry in &set(Filter::LabeledOnly, "") {
            prop_assert!(session.label(entry).is_some());
        }
        for index in session.entries() {
            if session.kind(index) == pi_session::EntryKind::Usage {
                prop_assert!(!all.contains(&index));
            }
        }
    }

    #[test]
    fn a_fold_hides_what_is_below_and_nothing_else(
        bytes in damaged_bytes(),
        (filter, text) in any_query(),
        folds in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let Ok(session) = Session::parse(&bytes) else { return Ok(()) };
        let entries: Vec<_> = session.entries().collect();
        if entries.is_empty() {
            return Ok(());
        }
        let folded: Vec<_> = folds.iter().map(|fold| entries[fold.index(entries.len())]).collect();
        let open = shown(&session.rows(&query(filter, &text)));
        let rows = session.rows(&RowQuery { folded: folded.clone(), ..query(filter, &text) });
        let tree = session.tree();
        let hidden = |entry: EntryIndex| folded.iter().any(|&fold| fold != entry && tree.is_ancestor(fold, entry));
        let expected: Vec<_> = open.into_iter().filter(|&entry| !hidden(entry)).collect();
        prop_assert_eq!(shown(&rows), expected);
        for row in 0..rows.len() {
            prop_assert_eq!(rows.is_folded(row), folded.contains(&rows.entry(row)));
            prop_assert!(!(rows.is_folded(row) && rows.is_foldable(row)));
        }
    }
}
