//! Lines and gutters beside rows, against what is computed the long way.

use pi_session::{Filter, RowQuery, Session};
use proptest::prelude::*;

use super::support::{HEADER, user};

/// A session of user messages with these parents; entry n may have any entry before it.
fn session(parents: &[Option<usize>]) -> Session {
    let mut lines = vec![HEADER.to_owned()];
    for (id, parent) in parents.iter().enumerate() {
        let parent = parent.map(|parent| parent.to_string());
        lines.push(user(&id.to_string(), parent.as_deref(), "x"));
    }
    Session::parse(lines.join("\n").as_bytes()).unwrap()
}

fn parents() -> impl Strategy<Value = Vec<Option<usize>>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..120).prop_map(|picks| {
        let pick = |(id, pick): (usize, &prop::sample::Index)| match pick.index(id + 2) {
            // Chains and roots are as frequent as branches are.
            at if at + 1 > id => id.checked_sub(1),
            at => Some(at),
        };
        picks.iter().enumerate().map(pick).collect()
    })
}

proptest! {
    #[test]
    fn lines_are_the_gutters_that_show(parents in parents()) {
        let session = session(&parents);
        let rows = session.rows(&RowQuery { filter: Filter::All, ..RowQuery::default() });
        for row in 0..rows.len() {
            let gutters = rows.row(row).gutters;
            let shown = gutters.iter().filter(|gutter| gutter.show);
            let lines = shown.fold(0, |lines, gutter| lines | 1_u32 << gutter.position.min(31));
            prop_assert_eq!(rows.lines(row), lines);
        }
    }

    #[test]
    fn gutters_are_those_of_all_visible_ancestors(parents in parents()) {
        let session = session(&parents);
        let rows = session.rows(&RowQuery { filter: Filter::All, ..RowQuery::default() });
        for row in 0..rows.len() {
            let mut above = Vec::new();
            let mut at = row;
            while let Some(parent) = rows.parent(at) {
                let described = rows.row(parent);
                if described.show_connector && !described.is_virtual_root_child {
                    above.push((described.drawn_indent - 1, !described.is_last));
                }
                at = parent;
            }
            above.reverse();
            let gutters = rows.row(row).gutters;
            let gutters: Vec<_> = gutters.iter().map(|gutter| (gutter.position, gutter.show)).collect();
            prop_assert_eq!(gutters, above);
        }
    }
}
