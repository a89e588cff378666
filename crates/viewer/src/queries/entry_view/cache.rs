//! The views read lately. Two limits: how many, and how many bytes of file they stand for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use pi_session::{EntryIndex, Session};

use super::{SharedView, read};
use crate::parts::long_text::Kept;

/// Views kept at most: many more than a screen holds.
const MOST_VIEWS: usize = 400;

/// Bytes that the views hold at most, as far as the size of an entry tells.
const MOST_BYTES: u64 = 24_000_000;

/// A view keeps so much of a long text, however long it is. Were a giant counted in full, its
/// neighbours would push it out, and it would be read again for every frame.
const MOST_OF_ONE: u64 = 2 * Kept::MOST as u64;

/// Views of one session's entries. Cheap to clone; compared by pointer.
#[derive(Clone, Default)]
pub struct EntryViews(Rc<RefCell<Cache>>);

#[derive(Default)]
struct Cache {
    views: HashMap<EntryIndex, Cached>,
    bytes: u64,
    clock: u64,
}

struct Cached {
    view: SharedView,
    bytes: u64,
    used: u64,
}

impl PartialEq for EntryViews {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl EntryViews {
    /// The view of an entry; read if it is not at hand. Always ask with the same session.
    pub fn get(&self, session: &Session, entry: EntryIndex) -> SharedView {
        let cache = &mut *self.0.borrow_mut();
        cache.clock += 1;
        let now = cache.clock;
        if let Some(cached) = cache.views.get_mut(&entry) {
            cached.used = now;
            return cached.view.clone();
        }
        let view = SharedView(Rc::new(read::view(session, entry)));
        let bytes = session.location(entry).byte_length.min(MOST_OF_ONE);
        cache.make_room(bytes);
        cache.bytes += bytes;
        cache.views.insert(
            entry,
            Cached {
                view: view.clone(),
                bytes,
                used: now,
            },
        );
        view
    }
}

impl Cache {
    /// Drops the older half when a limit would be passed, so that the cost of sorting is spread.
    fn make_room(&mut self, bytes: u64) {
        if self.views.len() < MOST_VIEWS && self.bytes + bytes <= MOST_BYTES {
            return;
        }
        let mut by_age: Vec<(u64, EntryIndex)> = self
            .views
            .iter()
            .map(|(entry, cached)| (cached.used, *entry))
            .collect();
        by_age.sort_unstable();
        let half = by_age.len().div_ceil(2);
        for (dropped, (_, entry)) in by_age.into_iter().enumerate() {
            if dropped >= half && self.bytes + bytes <= MOST_BYTES {
                break;
            }
            if let Some(cached) = self.views.remove(&entry) {
                self.bytes -= cached.bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(count: usize) -> Session {
        let mut file = String::from(
            "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}\n",
        );
        for at in 0..count {
            let parent = if at == 0 {
                "null".to_owned()
            } else {
                format!("\"{:08x}\"", at - 1)
            };
            file.push_str(&format!("{{\"type\":\"message\",\"id\":\"{at:08x}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:00Z\",\"message\":{{\"role\":\"user\",\"content\":\"{at}\"}}}}\n"));
        }
        Session::parse(file.as_bytes()).unwrap()
    }

    #[test]
    fn an_entry_is_read_once_while_it_is_near() {
        let (session, views) = (session(3), EntryViews::default());
        let first = views.get(&session, EntryIndex::new(1));
        assert!(views.get(&session, EntryIndex::new(1)) == first);
        assert!(views.get(&session, EntryIndex::new(2)) != first);
    }

    #[test]
    fn a_giant_stays_while_its_neighbours_are_read() {
        let text = "x".repeat(30_000_000);
        let file = format!(
            "{{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}}\n{{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"message\":{{\"role\":\"user\",\"content\":\"{text}\"}}}}\n{{\"type\":\"message\",\"id\":\"b\",\"parentId\":\"a\",\"message\":{{\"role\":\"user\",\"content\":\"b\"}}}}\n"
        );
        let (session, views) = (
            Session::parse(file.as_bytes()).unwrap(),
            EntryViews::default(),
        );
        let giant = views.get(&session, EntryIndex::new(0));
        views.get(&session, EntryIndex::new(1));
        assert!(views.get(&session, EntryIndex::new(0)) == giant);
    }

    #[test]
    fn views_far_away_are_forgotten() {
        let (session, views) = (session(1000), EntryViews::default());
        let first = views.get(&session, EntryIndex::new(0));
        for at in 1..1000 {
            views.get(&session, EntryIndex::new(at));
            views.get(&session, EntryIndex::new(1));
        }
        assert!(views.0.borrow().views.len() <= MOST_VIEWS);
        assert!(views.0.borrow().views.contains_key(&EntryIndex::new(1)));
        assert!(views.get(&session, EntryIndex::new(0)) != first);
    }
}
