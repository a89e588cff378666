//! The list of open sessions: which are shown, in what order, and what is said of each.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use pi_session::{
    Candidate, Query, QueryError, Session, SessionInfo, Sort, Thread, search, threads,
};

use crate::state::{Listing, OpenSession, SessionKey, SessionSort};

/// One row of the list.
#[derive(Clone, PartialEq)]
pub struct SessionRow {
    /// The session.
    pub open: Rc<OpenSession>,
    /// What is known of it, without its texts.
    pub info: Rc<SessionInfo>,
    /// How many sessions stand above it in its thread.
    pub depth: usize,
}

/// The list.
#[derive(Clone, PartialEq, Default)]
pub struct SessionList {
    /// The sessions that are shown.
    pub rows: Vec<SessionRow>,
    /// Why the search can't be made.
    pub problem: Option<QueryError>,
    /// On how many sessions the pattern took too long.
    pub given_up: usize,
}

/// What was read off the open sessions, kept as long as they are.
#[derive(Default)]
pub struct Catalog {
    known: HashMap<SessionKey, Known>,
}

struct Known {
    session: Session,
    info: Rc<SessionInfo>,
    /// The texts are long: they are gathered when they are first searched.
    candidate: OnceCell<Candidate>,
}

impl Known {
    fn of(session: &Session) -> Self {
        let mut info = session.info(None);
        info.all_messages_text = String::new();
        Self {
            session: session.clone(),
            info: Rc::new(info),
            candidate: OnceCell::new(),
        }
    }

    fn candidate(&self) -> &Candidate {
        self.candidate
            .get_or_init(|| self.session.info(None).into())
    }
}

impl Catalog {
    /// The list of these sessions.
    pub fn list(&mut self, sessions: &[Rc<OpenSession>], listing: &Listing) -> SessionList {
        self.learn(sessions);
        let mut shown: Vec<(&Rc<OpenSession>, &Known)> = sessions
            .iter()
            .filter_map(|open| Some((open, self.known.get(&open.key)?)))
            .filter(|(_, known)| known.info.name.is_some() || !listing.only_named)
            .collect();
        // The newest first; those that are equally old stand as they were opened.
        let time = |known: &Known| known.info.modified.unwrap_or(f64::NEG_INFINITY);
        shown.sort_by(|(_, one), (_, other)| time(other).total_cmp(&time(one)));
        let row = |place: usize, depth: usize| {
            let (open, known) = shown[place];
            SessionRow {
                open: open.clone(),
                info: known.info.clone(),
                depth,
            }
        };
        let query = match Query::parse(&listing.query) {
            Ok(query) => query,
            Err(problem) => {
                return SessionList {
                    problem: Some(problem),
                    ..SessionList::default()
                };
            }
        };
        if query.is_empty() {
            let rows = if listing.sort == SessionSort::Threaded {
                let threads = threads(&shown.iter().map(thread).collect::<Vec<_>>());
                let of = threads.iter().map(|thread| row(thread.place, thread.depth));
                of.collect()
            } else {
                (0..shown.len()).map(|place| row(place, 0)).collect()
            };
            return SessionList {
                rows,
                ..SessionList::default()
            };
        }
        // A search takes threads apart, and then the best comes first.
        let sort = match listing.sort {
            SessionSort::Recent => Sort::Recent,
            SessionSort::Relevance | SessionSort::Threaded => Sort::Relevance,
        };
        let found = search(
            shown.iter().map(|(_, known)| known.candidate()),
            &query,
            sort,
        );
        SessionList {
            rows: found.places.iter().map(|&place| row(place, 0)).collect(),
            problem: None,
            given_up: found.given_up.len(),
        }
    }

    /// Reads what is new, and forgets what was closed.
    fn learn(&mut self, sessions: &[Rc<OpenSession>]) {
        let mut before = std::mem::take(&mut self.known);
        for open in sessions {
            let known = before
                .remove(&open.key)
                .filter(|known| known.session == open.session)
                .unwrap_or_else(|| Known::of(&open.session));
            self.known.insert(open.key, known);
        }
    }
}

fn thread<'a>((open, known): &(&'a Rc<OpenSession>, &'a Known)) -> Thread<'a> {
    Thread {
        path: &open.file_name,
        id: &known.info.id,
        parent: known.info.parent_session.as_deref(),
        modified: known.info.modified,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(key: u32, name: &str, parent: Option<&str>, text: &str) -> Rc<OpenSession> {
        let parent = parent.map_or_else(String::new, |parent| {
            format!(r#","parentSession":"{parent}""#)
        });
        let second = key % 60;
        let file = format!(
            r#"{{"type":"session","version":3,"id":"id-{key}","timestamp":"2026-01-01T00:00:00Z","cwd":"/w"{parent}}}
{{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:{second:02}Z","message":{{"role":"user","content":"{text}"}}}}
{{"type":"session_info","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:01Z","name":"{name}"}}
"#
        );
        Rc::new(OpenSession {
            key: SessionKey(key),
            session: Session::parse(file.as_bytes()).expect("a session"),
            file_name: format!("{key}.jsonl").into(),
            byte_len: 1,
            report: None,
        })
    }

    fn listed(sessions: &[Rc<OpenSession>], listing: &Listing) -> String {
        let list = Catalog::default().list(sessions, listing);
        let row = |row: &SessionRow| format!("{}{}", "-".repeat(row.depth), row.open.key.0);
        list.rows.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sorts_and_searches() {
        let sessions = [
            open(1, "Salad", None, "no salt"),
            open(2, "", Some("/home/me/1.jsonl"), "pepper"),
            open(3, "Fix the salt", None, "per request"),
        ];
        let of = |query: &'static str, sort, only_named| Listing {
            query: query.into(),
            sort,
            only_named,
            show_paths: false,
        };
        assert_eq!(
            listed(&sessions, &of("", SessionSort::Recent, false)),
            "3 2 1"
        );
        assert_eq!(listed(&sessions, &of("", SessionSort::Recent, true)), "3 1");
        assert_eq!(
            listed(&sessions, &of("", SessionSort::Threaded, false)),
            "3 1 -2"
        );
        assert_eq!(
            listed(&sessions, &of("no salt", SessionSort::Recent, false)),
            "1"
        );
        assert_eq!(
            listed(&sessions, &of("salt", SessionSort::Relevance, false)),
            "3 1"
        );
        assert_eq!(
            listed(&sessions, &of("re:^pep", SessionSort::Threaded, false)),
            "2"
        );
        let broken = Catalog::default().list(&sessions, &of("re:(", SessionSort::Recent, false));
        assert!(broken.problem.is_some() && broken.rows.is_empty());
    }
}
