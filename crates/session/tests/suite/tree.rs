//! The tree: roots, order of children, paths, leaves.

use expect_test::expect;

use crate::support::*;

fn timed(id: &str, parent: Option<&str>, second: u32) -> String {
    user(id, parent, id).replace(TIME, &format!("2026-01-01T00:00:{second:02}.000Z"))
}

#[test]
fn children_sort_by_time_and_stay_in_file_order_where_it_is_equal() {
    let session = session(&[
        timed("r", None, 0),
        timed("b", Some("r"), 5),
        timed("c", Some("r"), 5),
        // The clock went back.
        timed("a", Some("r"), 3),
        timed("d", Some("r"), 5),
    ]);
    let children = session.tree().children(find(&session, "r"));
    assert_eq!(ids(&session, children), "a b c d");
}

#[test]
fn roots_keep_file_order_whatever_their_time() {
    let session = session(&[
        timed("b", None, 9),
        timed("a", None, 1),
        timed("c", Some("gone"), 0),
    ]);
    assert_eq!(ids(&session, session.tree().roots()), "b a c");
}

#[test]
fn a_child_may_come_before_its_parent() {
    let session = session(&[
        timed("c", Some("b"), 3),
        timed("b", Some("a"), 2),
        timed("a", None, 1),
    ]);
    assert_eq!(session.diagnostics(), []);
    expect![[r#"
        a (leaf)
          b
            c
    "#]]
    .assert_eq(&tree(&session));
}

#[test]
fn paths_depths_and_leaves() {
    let session = session(&[
        timed("a", None, 0),
        timed("b", Some("a"), 1),
        timed("c", Some("b"), 2),
        timed("d", Some("a"), 3),
        timed("e", Some("d"), 4),
        timed("f", Some("d"), 1),
        timed("z", None, 1),
    ]);
    let tree = session.tree();
    let entry = |id| find(&session, id);
    assert_eq!(ids(&session, &tree.path(entry("e"))), "a d e");
    assert_eq!(ids(&session, &tree.path(entry("z"))), "z");
    assert_eq!((tree.depth(entry("e")), tree.depth(entry("z"))), (2, 0));
    assert_eq!(tree.parent(entry("e")), Some(entry("d")));
    assert_eq!(tree.parent(entry("a")), None);
    assert!(tree.is_ancestor(entry("a"), entry("e")));
    assert!(tree.is_ancestor(entry("e"), entry("e")));
    assert!(!tree.is_ancestor(entry("e"), entry("a")));
    assert!(!tree.is_ancestor(entry("b"), entry("e")));
    assert!(!tree.is_ancestor(entry("a"), entry("z")));
    assert_eq!((tree.branch_points(), tree.leaves()), (2, 4));
    // The newest child at each level: `d`, then `e`, which is newer than `f`.
    assert_eq!(tree.newest_leaf(entry("a")), entry("e"));
    assert_eq!(tree.newest_leaf(entry("z")), entry("z"));
}

#[test]
fn the_leaf_on_load_is_the_last_entry_of_the_file() {
    let session = session(&[
        timed("a", None, 0),
        timed("b", Some("a"), 9),
        timed("c", Some("a"), 1),
    ]);
    assert_eq!(session.leaf(), session.find("c"));
    // Bookkeeping, `usage` too, is an entry like any other.
    let session = crate::support::session(&[
        timed("a", None, 0),
        entry(
            "usage",
            "u",
            Some("a"),
            r#""kind":"k","provider":"p","model":"m","usage":{}"#,
        ),
    ]);
    assert_eq!(session.leaf(), session.find("u"));
    assert_eq!(parse(HEADER.as_bytes()).leaf(), None);
}

#[test]
fn moving_the_leaf_gives_another_session_over_the_same_bytes() {
    let session = session(&[timed("a", None, 0), timed("b", Some("a"), 1)]);
    let moved = at(&session, "a");
    assert_eq!(session.leaf(), session.find("b"));
    assert_eq!(moved.leaf(), session.find("a"));
    assert_ne!(session, moved);
    assert_eq!(session, moved.with_leaf(session.find("b")));
    assert!(session.with_leaf(None).context().path.is_empty());
    assert_ne!(
        session,
        parse(&file(&[timed("a", None, 0), timed("b", Some("a"), 1)]))
    );
}
