//! Which session was taken from which: a list in which each stands below the one that its header
//! names, as Pi's session list threads them.
//!
//! Pi goes by whole paths. A browser often knows a file's name alone, so that names will do where
//! no path is equal (*ours*); and sessions that name each other are shown, where Pi's list loses
//! them (*ours*).

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A session to be threaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thread<'a> {
    /// Where its file lies: a whole path, or as much of its end as is known.
    pub path: &'a str,
    /// Its id, which Pi writes into the names of files.
    pub id: &'a str,
    /// The path of the session that it was taken from.
    pub parent: Option<&'a str>,
    /// When it was last changed, in Unix milliseconds.
    pub modified: Option<f64>,
}

/// A place in the threaded list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadedRow {
    /// The session's place among those that were given.
    pub place: usize,
    /// How many stand above it in its thread.
    pub depth: usize,
    /// Whether it is the last of those with the same parent.
    pub is_last: bool,
}

/// The sessions in the order of their threads: each below the one it was taken from; of those side
/// by side the one first in whose thread something was said last. Takes a sort's time.
///
/// ```
/// use pi_session::{Thread, threads};
/// let session = |path, parent, modified| Thread { path, parent, modified: Some(modified), ..Thread::default() };
/// let rows = threads(&[
///     session("/a.jsonl", None, 1.0),
///     session("/b.jsonl", None, 2.0),
///     session("/c.jsonl", Some("/a.jsonl"), 3.0),
/// ]);
/// let places: Vec<_> = rows.iter().map(|row| (row.place, row.depth)).collect();
/// assert_eq!(places, [(0, 0), (2, 1), (1, 0)]);
/// ```
pub fn threads(sessions: &[Thread<'_>]) -> Vec<ThreadedRow> {
    let parents = without_cycles(parents(sessions));
    let latest = latest(sessions, &parents);
    let mut children = vec![Vec::new(); sessions.len()];
    let mut roots = Vec::new();
    // The one with the latest change first; those alike keep their order.
    let mut newest_first: Vec<usize> = (0..sessions.len()).collect();
    newest_first.sort_by(|&one, &other| latest[other].total_cmp(&latest[one]));
    for place in newest_first {
        match parents[place] {
            Some(parent) => children[parent].push(place),
            None => roots.push(place),
        }
    }
    let mut rows = Vec::with_capacity(sessions.len());
    let mut stack = Vec::new();
    push_all(&mut stack, &roots, 0);
    while let Some(row) = stack.pop() {
        rows.push(row);
        push_all(&mut stack, &children[row.place], row.depth + 1);
    }
    rows
}

fn push_all(stack: &mut Vec<ThreadedRow>, siblings: &[usize], depth: usize) {
    let rows = siblings.iter().rev().enumerate();
    stack.extend(rows.map(|(from_end, &place)| ThreadedRow {
        place,
        depth,
        is_last: from_end == 0,
    }));
}

/// By session: the one it was taken from, if that is among them.
fn parents(sessions: &[Thread<'_>]) -> Vec<Option<usize>> {
    type Places<'a> = HashMap<&'a str, usize, FxBuildHasher>;
    let mut paths = Places::default();
    let mut names = Places::default();
    let mut ids = Places::default();
    for (place, session) in sessions.iter().enumerate() {
        for (places, key) in [
            (&mut paths, session.path),
            (&mut names, file_name(session.path)),
            (&mut ids, session.id),
        ] {
            if !key.is_empty() {
                places.insert(key, place);
            }
        }
    }
    let find = |path: &str| {
        let name = file_name(path);
        let id = name
            .strip_suffix(".jsonl")
            .and_then(|stem| stem.split_once('_'));
        let by_id = || ids.get(id.map(|(_, id)| id)?);
        paths.get(path).or_else(|| names.get(name)).or_else(by_id)
    };
    let parent = |session: &Thread<'_>| find(session.parent?).copied();
    sessions.iter().map(parent).collect()
}

/// What follows the last separator of a path, of either kind.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The first of each cycle loses its parent.
fn without_cycles(mut parents: Vec<Option<usize>>) -> Vec<Option<usize>> {
    // By session: the walk that came by first.
    let mut walked: Vec<Option<usize>> = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut place = start;
        while walked[place].is_none() {
            walked[place] = Some(start);
            let Some(parent) = parents[place] else { break };
            if walked[parent] == Some(start) {
                let first = cycle(&parents, parent).min().unwrap_or(parent);
                parents[first] = None;
                break;
            }
            place = parent;
        }
    }
    parents
}

/// The members of a cycle, from one of them on.
fn cycle(parents: &[Option<usize>], from: usize) -> impl Iterator<Item = usize> {
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let place = next?;
        next = parents[place].filter(|&parent| parent != from);
        Some(place)
    })
}

/// By session: when something was last said in it or below it.
fn latest(sessions: &[Thread<'_>], parents: &[Option<usize>]) -> Vec<f64> {
    let own = |session: &Thread<'_>| session.modified.unwrap_or(f64::NEG_INFINITY);
    let mut latest: Vec<f64> = sessions.iter().map(own).collect();
    let mut waiting = vec![0_usize; sessions.len()];
    for parent in parents.iter().flatten() {
        waiting[*parent] += 1;
    }
    // From the ends of the threads upwards, each when all below it are done.
    let mut ready: Vec<usize> = (0..sessions.len())
        .filter(|&place| waiting[place] == 0)
        .collect();
    while let Some(place) = ready.pop() {
        if let Some(parent) = parents[place] {
            latest[parent] = latest[parent].max(latest[place]);
            waiting[parent] -= 1;
            if waiting[parent] == 0 {
                ready.push(parent);
            }
        }
    }
    latest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows: a session's path, moved in by its depth; a dot behind the last of its siblings.
    fn drawn(sessions: &[(&str, Option<&str>, f64)]) -> String {
        let of = |&(path, parent, modified)| Thread {
            path,
            id: file_name(path).trim_end_matches(".jsonl"),
            parent,
            modified: Some(modified),
        };
        let sessions: Vec<Thread<'_>> = sessions.iter().map(of).collect();
        let row = |row: &ThreadedRow| {
            let dot = if row.is_last { "." } else { "" };
            format!(
                "{}{}{dot}",
                "  ".repeat(row.depth),
                sessions[row.place].path
            )
        };
        let rows: Vec<_> = threads(&sessions).iter().map(row).collect();
        rows.join("\n")
    }

    /// The order and depths that Pi's session list showed for the same sessions.
    #[test]
    fn a_thread_stands_where_its_newest_does() {
        let drawn = drawn(&[
            ("/a", None, 5.0),
            ("/b", None, 4.0),
            ("/b1", Some("/b"), 1.0),
            ("/b2", Some("/b"), 2.0),
            ("/b21", Some("/b2"), 9.0),
            ("/c", Some("/gone"), 6.0),
        ]);
        assert_eq!(drawn, "/b\n  /b2\n    /b21.\n  /b1.\n/c\n/a.");
    }

    #[test]
    fn a_name_or_an_id_will_do() {
        let drawn = drawn(&[
            ("one.jsonl", None, 1.0),
            ("two.jsonl", Some("/home/me/one.jsonl"), 2.0),
            (
                "C:\\x\\three.jsonl",
                Some("C:\\y\\2026-01-01T00-00-00-000Z_two.jsonl"),
                3.0,
            ),
        ]);
        assert_eq!(drawn, "one.jsonl.\n  two.jsonl.\n    C:\\x\\three.jsonl.");
    }

    #[test]
    fn sessions_that_name_each_other_are_shown() {
        let cycle = [
            ("/x", Some("/x"), 1.0),
            ("/a", Some("/b"), 2.0),
            ("/b", Some("/a"), 3.0),
        ];
        assert_eq!(drawn(&cycle), "/a\n  /b.\n/x.");
    }

    #[test]
    fn a_long_thread_is_a_loop() {
        let paths: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        let sessions: Vec<Thread<'_>> = (0..paths.len())
            .map(|place| Thread {
                path: &paths[place],
                parent: paths.get(place + 1).map(String::as_str),
                ..Thread::default()
            })
            .collect();
        let rows = threads(&sessions);
        assert!((0..paths.len()).all(|depth| rows[depth].depth == depth));
    }
}
