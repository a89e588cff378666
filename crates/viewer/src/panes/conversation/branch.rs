//! Which entries of a branch stand in the feed, which stand inside another's article, and where
//! branches part. Plain data; nothing is drawn here.

use std::rc::Rc;

use pi_session::{EntryIndex, EntryKind, Role, Session};

use crate::parts::virtual_list::FeedItem;

/// A branch as a feed.
pub struct Branch {
    /// The items, root first.
    pub items: Rc<Vec<FeedItem>>,
    /// Tool results that stand in the article of their call: (call, result), by call.
    results: Vec<(EntryIndex, EntryIndex)>,
    /// Where branches part: the item before which a switcher stands, and the entry that begins the
    /// branch in view there.
    crossings: Vec<(usize, EntryIndex)>,
    /// Entries that a context edit names: the last edit of each, by entry.
    edits: Vec<(EntryIndex, Mark)>,
}

/// Two are the same only if they are the same value.
impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.items, &other.items)
    }
}

/// What a context edit did to an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Edited,
    Omitted,
}

impl Branch {
    /// The branch that ends in `leaf`. An entry that is hidden stands in it only if the reader asked
    /// for hidden ones, or went to it.
    pub fn of(
        session: &Session,
        leaf: Option<EntryIndex>,
        show_hidden: bool,
        revealed: Option<EntryIndex>,
    ) -> Self {
        let tree = session.tree();
        let path = leaf.map(|leaf| tree.path(leaf)).unwrap_or_default();
        let mut branch = Self {
            items: Rc::default(),
            results: Vec::new(),
            crossings: Vec::new(),
            edits: Vec::new(),
        };
        let mut items: Vec<FeedItem> = Vec::new();
        for &entry in &path {
            if siblings(session, entry).len() > 1 {
                branch.crossings.push((items.len(), entry));
            }
            if let Some(call) = call_of(session, entry) {
                branch.results.push((call, entry));
                continue;
            }
            if session.kind(entry) == EntryKind::ContextEdit {
                branch.note_edit(session, entry);
            }
            if show_hidden && can_be_shown(session, entry)
                || revealed == Some(entry)
                || !is_hidden(session, entry)
            {
                items.push(FeedItem {
                    key: entry.get() as u64,
                    entry,
                    estimate: estimate(session, entry),
                });
            }
        }
        branch.results.sort_unstable();
        branch.edits.sort_by_key(|(target, _)| *target);
        // The last edit of an entry is the one that counts.
        branch.edits.reverse();
        branch.edits.dedup_by_key(|(target, _)| *target);
        branch.edits.reverse();
        // A branch that begins after the last item has its switcher there all the same.
        let last = items.len().saturating_sub(1);
        for (item, _) in &mut branch.crossings {
            *item = (*item).min(last);
        }
        branch.items = Rc::new(items);
        branch
    }

    fn note_edit(&mut self, session: &Session, entry: EntryIndex) {
        let edit = session.entry(entry);
        let Some(target) = edit.text("targetId").and_then(|id| session.find(&id)) else {
            return;
        };
        let is_omission = edit
            .field("replacement")
            .is_none_or(pi_session::json::Raw::is_null);
        self.edits.push((
            target,
            if is_omission {
                Mark::Omitted
            } else {
                Mark::Edited
            },
        ));
    }

    /// The tool results that stand in an entry's article.
    pub fn results_of(&self, call: EntryIndex) -> Vec<EntryIndex> {
        let start = self.results.partition_point(|(other, _)| *other < call);
        self.results[start..]
            .iter()
            .take_while(|(other, _)| *other == call)
            .map(|(_, result)| *result)
            .collect()
    }

    /// The entries that begin the branch in view where a switcher stands before this item.
    pub fn crossings_at(&self, item: usize) -> Vec<EntryIndex> {
        let start = self.crossings.partition_point(|(other, _)| *other < item);
        self.crossings[start..]
            .iter()
            .take_while(|(other, _)| *other == item)
            .map(|(_, child)| *child)
            .collect()
    }

    /// What a context edit did to an entry.
    pub fn mark_of(&self, entry: EntryIndex) -> Option<Mark> {
        let at = self
            .edits
            .binary_search_by_key(&entry, |(target, _)| *target)
            .ok()?;
        Some(self.edits[at].1)
    }

    /// The item to go to for an entry: its own, that of its call, or the nearest before it.
    pub fn item_for(&self, session: &Session, entry: EntryIndex) -> Option<&FeedItem> {
        let shown = call_of(session, entry).unwrap_or(entry);
        if let Some(item) = self.items.iter().find(|item| item.entry == shown) {
            return Some(item);
        }
        let tree = session.tree();
        self.items
            .iter()
            .rev()
            .find(|item| tree.is_ancestor(item.entry, shown))
            .or_else(|| self.items.first())
    }
}

/// The branches that part where this entry begins one: itself among them.
pub fn siblings(session: &Session, entry: EntryIndex) -> &[EntryIndex] {
    let tree = session.tree();
    match tree.parent(entry) {
        Some(parent) => tree.children(parent),
        None => tree.roots(),
    }
}

/// The call that an entry answers, if it is a tool result.
fn call_of(session: &Session, entry: EntryIndex) -> Option<EntryIndex> {
    if session.role(entry) != Some(Role::ToolResult) {
        return None;
    }
    session.call_of(entry)
}

/// Whether an entry is shown only on demand.
pub fn is_hidden(session: &Session, entry: EntryIndex) -> bool {
    match session.kind(entry) {
        EntryKind::Usage | EntryKind::Custom | EntryKind::Label => true,
        EntryKind::CustomMessage => session
            .entry(entry)
            .field("display")
            .is_some_and(|display| !display.truthy()),
        EntryKind::Message if session.role(entry) == Some(Role::Custom) => session
            .entry(entry)
            .message()
            .and_then(|message| message.field("display"))
            .is_some_and(|display| !display.truthy()),
        _ => false,
    }
}

/// Figures alone are never part of a conversation.
fn can_be_shown(session: &Session, entry: EntryIndex) -> bool {
    session.kind(entry) != EntryKind::Usage
}

/// A guess at the height of an article in pixels, from what the index knows.
fn estimate(session: &Session, entry: EntryIndex) -> f32 {
    let bytes = u16::try_from(session.location(entry).byte_length).unwrap_or(u16::MAX);
    let bytes = f32::from(bytes);
    match session.role(entry) {
        Some(Role::User) => 60.0 + (bytes * 0.25).min(600.0),
        Some(Role::Assistant) => 80.0 + (bytes * 0.12).min(500.0),
        Some(_) => 70.0 + (bytes * 0.1).min(300.0),
        None => 44.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn session(lines: &[&str]) -> Session {
        let mut file = String::from(
            "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"cwd\":\"/\"}\n",
        );
        for line in lines {
            let mut parts = line.splitn(3, ' ');
            let (id, parent, rest) = (
                parts.next().unwrap(),
                parts.next().unwrap(),
                parts.next().unwrap(),
            );
            let parent = if parent == "-" {
                "null".to_owned()
            } else {
                format!("\"{parent}\"")
            };
            file.push_str(&format!("{{\"id\":\"{id}\",\"parentId\":{parent},\"timestamp\":\"2026-01-01T00:00:00Z\",{rest}}}\n"));
        }
        Session::parse(file.as_bytes()).unwrap()
    }

    const USER: &str = r#""type":"message","message":{"role":"user","content":"hi"}"#;
    const CALLS: &str = r#""type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"x","name":"ls","arguments":{}},{"type":"toolCall","id":"y","name":"ls","arguments":{}}],"stopReason":"toolUse"}"#;

    fn result(id: &str) -> String {
        format!(
            r#""type":"message","message":{{"role":"toolResult","toolCallId":"{id}","toolName":"ls","content":[]}}"#
        )
    }

    fn check(
        session: &Session,
        leaf: &str,
        show_hidden: bool,
        revealed: Option<&str>,
        expected: Expect,
    ) {
        let branch = Branch::of(
            session,
            session.find(leaf),
            show_hidden,
            revealed.and_then(|id| session.find(id)),
        );
        let mut out = String::new();
        for (at, item) in branch.items.iter().enumerate() {
            let names = |entries: Vec<EntryIndex>| {
                entries
                    .iter()
                    .map(|entry| session.id(*entry))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            out.push_str(session.id(item.entry));
            let results = names(branch.results_of(item.entry));
            if !results.is_empty() {
                out.push_str(&format!(" results: {results}"));
            }
            let crossings = names(branch.crossings_at(at));
            if !crossings.is_empty() {
                out.push_str(&format!(" switcher: {crossings}"));
            }
            if let Some(mark) = branch.mark_of(item.entry) {
                out.push_str(&format!(" {mark:?}"));
            }
            out.push('\n');
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn results_stand_with_their_call() {
        let session = session(&[
            &format!("a - {USER}"),
            &format!("b a {CALLS}"),
            &format!("c b {}", result("y")),
            &format!("d c {}", result("x")),
            &format!("e d {}", result("nowhere")),
            &format!("f e {USER}"),
        ]);
        check(
            &session,
            "f",
            false,
            None,
            expect![[r#"
            a
            b results: c d
            e
            f
        "#]],
        );
        let branch = Branch::of(&session, session.find("f"), false, None);
        let item = branch
            .item_for(&session, session.find("d").unwrap())
            .unwrap();
        assert_eq!(session.id(item.entry), "b");
    }

    #[test]
    fn hidden_entries_stand_there_on_demand() {
        let session = session(&[
            &format!("a - {USER}"),
            r#"b a "type":"custom","customType":"x""#,
            r#"c b "type":"custom_message","customType":"x","content":"y","display":false"#,
            r#"d c "type":"custom_message","customType":"x","content":"y","display":true"#,
            r#"e d "type":"usage","kind":"x","usage":{}"#,
            r#"f e "type":"label","targetId":"a","label":"l""#,
        ]);
        check(
            &session,
            "f",
            false,
            None,
            expect![[r#"
            a
            d
        "#]],
        );
        check(
            &session,
            "f",
            false,
            Some("b"),
            expect![[r#"
            a
            b
            d
        "#]],
        );
        check(
            &session,
            "f",
            true,
            None,
            expect![[r#"
            a
            b
            c
            d
            f
        "#]],
        );
    }

    #[test]
    fn a_switcher_stands_where_branches_part() {
        let session = session(&[
            &format!("a - {USER}"),
            &format!("b a {CALLS}"),
            &format!("c b {}", result("x")),
            &format!("d b {}", result("x")),
            &format!("e d {USER}"),
            &format!("z - {USER}"),
        ]);
        check(
            &session,
            "e",
            false,
            None,
            expect![[r#"
            a switcher: a
            b results: d
            e switcher: d
        "#]],
        );
        // Nothing follows: the switcher stands with the last item.
        check(
            &session,
            "c",
            false,
            None,
            expect![[r#"
            a switcher: a
            b results: c switcher: c
        "#]],
        );
    }

    #[test]
    fn the_last_context_edit_counts() {
        let session = session(&[
            &format!("a - {USER}"),
            &format!("b a {USER}"),
            r#"c b "type":"context_edit","targetId":"a","replacement":{"content":"x"}"#,
            r#"d c "type":"context_edit","targetId":"a","replacement":null"#,
            r#"e d "type":"context_edit","targetId":"b","replacement":{"content":"x"}"#,
        ]);
        check(
            &session,
            "e",
            false,
            None,
            expect![[r#"
            a Omitted
            b Edited
            c
            d
            e
        "#]],
        );
        check(
            &session,
            "c",
            false,
            None,
            expect![[r#"
            a Edited
            b
            c
        "#]],
        );
    }

    #[test]
    fn nothing_is_a_branch_too() {
        let session = session(&[&format!("a - {USER}")]);
        assert!(Branch::of(&session, None, false, None).items.is_empty());
    }
}
