//! What the reducer promises, action by action.

use std::rc::Rc;

use yew::Reducible;

use pi_session::{Filter, Session, Stamp};

use super::reducer::Phase;
use super::*;

/// A root with two branches; the second one holds the leaf.
const TREE: &str = concat!(
    r#"{"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}"#,
    "\n",
    r#"{"type":"message","id":"root","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"a"}}"#,
    "\n",
    r#"{"type":"message","id":"left","parentId":"root","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"b"}}"#,
    "\n",
    r#"{"type":"message","id":"tip","parentId":"left","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"user","content":"c"}}"#,
    "\n",
    r#"{"type":"message","id":"right","parentId":"root","timestamp":"2026-01-01T00:00:04.000Z","message":{"role":"user","content":"d"}}"#,
    "\n",
);

fn session(id: &str) -> Session {
    let text = TREE.replace("\"s1\"", &format!("\"{id}\""));
    Session::parse(text.as_bytes()).expect("a session")
}

fn opened(id: &str, activate: bool) -> Action {
    let file_name = format!("{id}.jsonl").into();
    Action::Open(Opened {
        session: session(id),
        file_name,
        byte_len: 1,
        report: None,
        activate,
    })
}

fn run(actions: impl IntoIterator<Item = Action>) -> Rc<State> {
    let start = Rc::new(State::default());
    actions.into_iter().fold(start, State::reduce)
}

fn entry(state: &State, id: &str) -> pi_session::EntryIndex {
    let (open, _) = state.active().expect("a session in view");
    open.session.find(id).expect("an entry")
}

fn shown(state: &State) -> (String, String) {
    let (open, view) = state.active().expect("a session in view");
    let id = |entry: Option<_>| entry.map_or("", |entry| open.session.id(entry)).to_owned();
    (id(view.leaf), id(view.target))
}

fn place(fragment: &str) -> Place {
    crate::address::parse("", fragment)
}

#[test]
fn sessions_collect_and_the_first_of_a_batch_comes_into_view() {
    let state = run([opened("s1", true), opened("s2", false)]);
    assert_eq!(state.sessions.len(), 2);
    assert_eq!(state.place(), place("#session=s1"));
}

#[test]
fn going_keeps_the_branch_that_holds_the_entry() {
    let state = run([opened("s1", true)]);
    assert_eq!(shown(&state), ("right".to_owned(), "right".to_owned()));
    let root = entry(&state, "root");
    let state = state.reduce(Action::Go(root));
    assert_eq!(shown(&state), ("right".to_owned(), "root".to_owned()));
}

#[test]
fn going_to_another_branch_shows_its_newest_leaf() {
    let state = run([opened("s1", true)]);
    let left = entry(&state, "left");
    let state = state.reduce(Action::Go(left));
    assert_eq!(shown(&state), ("tip".to_owned(), "left".to_owned()));
    assert_eq!(state.place(), place("#session=s1&leafId=tip&targetId=left"));
}

#[test]
fn going_twice_to_one_entry_is_two_visits() {
    let state = run([opened("s1", true)]);
    let root = entry(&state, "root");
    let once = state.reduce(Action::Go(root));
    let visit = once.active().expect("in view").1.visit;
    let twice = once.reduce(Action::Go(root));
    assert_eq!(twice.active().expect("in view").1.visit, visit + 1);
}

#[test]
fn focus_moves_the_row_and_not_the_conversation() {
    let state = run([opened("s1", true)]);
    let left = entry(&state, "left");
    let before = state.moves;
    let state = state.reduce(Action::Focus(left));
    assert_eq!(shown(&state), ("right".to_owned(), "left".to_owned()));
    assert_eq!(state.moves, before);
    assert_eq!(state.place(), place("#session=s1"));
}

#[test]
fn another_list_forgets_folds_and_the_same_list_keeps_them() {
    let state = run([opened("s1", true)]);
    let root = entry(&state, "root");
    let folded = |state: &State| state.active().expect("in view").1.folded.len();
    let state = state.reduce(Action::ToggleFold(root));
    let state = state.reduce(Action::SetFilter(Filter::Default));
    assert_eq!(folded(&state), 1);
    let state = state.reduce(Action::SetQuery("x".into()));
    assert_eq!(folded(&state), 0);
    let state = state.reduce(Action::ToggleFold(root));
    let state = state.reduce(Action::SetFilter(Filter::All));
    assert_eq!(folded(&state), 0);
}

#[test]
fn what_changes_nothing_gives_the_same_state_back() {
    let state = run([opened("s1", true)]);
    let right = entry(&state, "right");
    for action in [
        Action::Focus(right),
        Action::SetQuery("".into()),
        Action::CloseDialog,
        Action::Resize(Border::Tree, f64::NAN),
        Action::EndJob(Canceller::default()),
        Action::Close(SessionKey(999)),
    ] {
        assert!(Rc::ptr_eq(&state, &Rc::clone(&state).reduce(action)));
    }
}

#[test]
fn an_awaited_place_is_shown_once_its_session_is_open() {
    let there = place("#session=s2&leafId=tip&targetId=left&filter=all&q=b");
    let state = State::new(Options::default(), Layout::default(), there.clone());
    let state = Rc::new(state).reduce(opened("s1", true));
    assert_eq!(state.place(), place("#session=s1"));
    let state = state.reduce(opened("s2", false));
    assert_eq!(state.place(), there);
    assert_eq!(state.awaited, None);
    assert!(state.notices.is_empty());
}

#[test]
fn a_place_without_a_session_is_known_by_its_entries() {
    let state = State::new(
        Options::default(),
        Layout::default(),
        place("#targetId=left"),
    );
    let state = Rc::new(state).reduce(opened("s1", true));
    assert_eq!(shown(&state), ("tip".to_owned(), "left".to_owned()));
}

#[test]
fn a_link_to_an_entry_that_is_not_there_says_so() {
    let there = place("#session=s1&targetId=gone");
    let state = State::new(Options::default(), Layout::default(), there);
    let state = Rc::new(state).reduce(opened("s1", true));
    assert_eq!(shown(&state), ("right".to_owned(), "right".to_owned()));
    let (_, notice) = state.notices.first().expect("a notice");
    assert!(notice.is_error && notice.message.contains("gone"));
}

#[test]
fn back_walks_between_sessions_and_to_the_start() {
    let state = run([opened("s1", true), opened("s2", true)]);
    let state = state.reduce(Action::Visit(place("#session=s1&targetId=root")));
    assert_eq!(
        state.place(),
        place("#session=s1&leafId=right&targetId=root")
    );
    let state = state.reduce(Action::Visit(Place::default()));
    assert_eq!(state.phase, Phase::Start);
    assert_eq!(state.sessions.len(), 2);
}

#[test]
fn back_to_a_closed_session_asks_for_it() {
    let state = run([opened("s1", true), opened("s2", true)]);
    let key = state.active().expect("in view").0.key;
    let state = state.reduce(Action::Close(key));
    assert_eq!(state.place(), place("#session=s1"));
    let state = state.reduce(Action::Visit(place("#session=s2")));
    assert_eq!(state.phase, Phase::Start);
    assert_eq!(state.awaited, Some(place("#session=s2")));
}

const STAMP: Stamp = Stamp {
    now: 1_767_225_700_000.0,
    seed: 7,
};

fn edit(edit: Edit) -> Action {
    Action::Edit(edit, STAMP)
}

fn leaf(state: &State) -> String {
    let (open, _) = state.active().expect("a session in view");
    let leaf = open.session.leaf();
    leaf.map_or("", |leaf| open.session.id(leaf)).to_owned()
}

#[test]
fn a_label_is_appended_and_the_view_follows_the_leaf() {
    let state = run([opened("s1", true)]);
    let visit = state.active().expect("in view").1.visit;
    let root = entry(&state, "root");
    let state = state.reduce(edit(Edit::Label(root, " start ".into())));
    let (open, view) = state.active().expect("in view").clone();
    let label = open.session.label(root).expect("a label");
    assert_eq!(label.text, "start");
    assert_eq!(open.session.appended().count(), 1);
    assert_eq!(view.leaf, open.session.leaf());
    assert_eq!(view.visit, visit, "nothing scrolls");
    assert!(state.has_unsaved());
    assert!(state.notices.is_empty());
}

#[test]
fn an_edit_from_another_branch_goes_to_the_leaf_and_says_so() {
    let state = run([opened("s1", true)]);
    let tip = entry(&state, "tip");
    let state = state.reduce(Action::Go(tip));
    let state = state.reduce(edit(Edit::Label(tip, "x".into())));
    assert_eq!(shown(&state).0, "tip");
    let (open, _) = state.active().expect("in view");
    let parent = open
        .session
        .leaf()
        .and_then(|leaf| open.session.tree().parent(leaf));
    assert_eq!(parent, open.session.find("right"));
    assert_eq!(state.notices.len(), 1);
}

#[test]
fn undo_takes_back_what_is_in_view_and_redo_gives_it_again() {
    let state = run([opened("s1", true)]);
    let state = state.reduce(edit(Edit::Message("more".into())));
    let made = leaf(&state);
    assert_eq!(shown(&state), (made.clone(), made.clone()));
    let state = state.reduce(edit(Edit::Undo));
    assert_eq!(leaf(&state), "right");
    assert_eq!(shown(&state), ("right".to_owned(), "right".to_owned()));
    assert!(!state.has_unsaved());
    let state = state.reduce(edit(Edit::Redo));
    assert_eq!(leaf(&state), made);
    assert_eq!(shown(&state).0, made);
}

#[test]
fn going_on_from_a_message_moves_before_it_and_keeps_its_text() {
    let state = run([opened("s1", true)]);
    let tip = entry(&state, "tip");
    let state = state.reduce(edit(Edit::ContinueFrom(tip, None)));
    assert_eq!(leaf(&state), "left");
    let (open, view) = state.active().expect("in view").clone();
    assert_eq!(view.draft.as_deref(), Some("c"));
    assert!(super::edit::is_moved(&open.session));
    assert_eq!(open.session.appended().count(), 0);
    let state = state.reduce(edit(Edit::MoveBack));
    assert_eq!(leaf(&state), "right");
}

#[test]
fn going_on_from_the_first_message_stands_before_everything() {
    let state = run([opened("s1", true)]);
    let root = entry(&state, "root");
    let state = state.reduce(edit(Edit::ContinueFrom(root, None)));
    assert_eq!(leaf(&state), "");
    let state = state.reduce(edit(Edit::Message("anew".into())));
    let (open, _) = state.active().expect("in view");
    assert_eq!(open.session.tree().roots().len(), 2);
}

#[test]
fn an_edit_that_is_refused_changes_nothing_and_says_why() {
    let state = run([opened("s1", true)]);
    let tip = entry(&state, "tip");
    let before = state.active().cloned();
    let state = state.reduce(edit(Edit::Omit(tip)));
    assert!(state.active().cloned() == before);
    assert_eq!(state.notices.len(), 1);
    assert!(state.notices[0].1.is_error);
}

#[test]
fn a_summary_of_what_is_left_stands_where_the_leaf_goes() {
    let state = run([opened("s1", true)]);
    let left = entry(&state, "left");
    let digest =
        super::edit::digest_of_what_is_left(&state.active().expect("in view").0.session, left);
    assert_eq!(digest.as_deref(), Some("## Goal\n- [right] d\n"));
    let state = state.reduce(edit(Edit::ContinueFrom(left, digest.map(Into::into))));
    let (open, view) = state.active().expect("in view").clone();
    let made = open.session.leaf().expect("a leaf");
    assert_eq!(open.session.tree().parent(made), open.session.find("root"));
    let summary = open.session.entry(made);
    assert_eq!(summary.text("fromId").as_deref(), Some("right"));
    assert!(
        summary
            .text("summary")
            .is_some_and(|text| text.contains("- [right] d"))
    );
    assert_eq!(view.draft.as_deref(), Some("b"));
    let state = state.reduce(edit(Edit::Undo));
    assert_eq!(leaf(&state), "right");
}

#[test]
fn where_nothing_is_left_nothing_is_appended() {
    let state = run([opened("s1", true)]);
    let tip = entry(&state, "right");
    let state = state.reduce(edit(Edit::Message("more".into())));
    let more = state
        .active()
        .and_then(|(open, _)| open.session.leaf())
        .expect("a leaf");
    let state = state.reduce(edit(Edit::ContinueFrom(tip, Some("x".into()))));
    let (open, _) = state.active().expect("in view");
    assert_eq!(
        open.session.appended().count(),
        2,
        "one branch is left, so one summary"
    );
    let state = state.reduce(edit(Edit::Undo));
    let state = state.reduce(edit(Edit::ContinueFrom(more, Some("x".into()))));
    let (open, _) = state.active().expect("in view");
    assert_eq!(open.session.appended().count(), 1);
}
