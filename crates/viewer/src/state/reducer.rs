//! State, and the one function that changes it.

use std::rc::Rc;

use pi_session::EntryIndex;
use yew::Reducible;

use super::{Action, Dialog, OpenSession, Options, Place, SessionKey, Toggle, View};

/// What the page as a whole is about.
#[derive(Clone, PartialEq, Default)]
pub enum Phase {
    /// Nothing is open.
    #[default]
    Start,
    /// An address names a session that is not open.
    Awaiting(Place),
    /// A session is in view.
    Viewing(SessionKey),
}

/// What the intake is doing.
#[derive(Clone, PartialEq, Default)]
pub enum Intake {
    /// Nothing.
    #[default]
    Idle,
}

/// All that the viewer knows.
#[derive(Clone, Default)]
pub struct State {
    /// What the page as a whole is about.
    pub phase: Phase,
    /// What the intake is doing.
    pub intake: Intake,
    /// Open sessions, each with what is in view of it.
    pub sessions: Vec<(Rc<OpenSession>, Rc<View>)>,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// The dialog that stands open.
    pub dialog: Option<Dialog>,
    /// Grows with every move that Back should undo.
    pub moves: u32,
    next_key: u32,
}

impl State {
    /// The session in view.
    pub fn active(&self) -> Option<&(Rc<OpenSession>, Rc<View>)> {
        let Phase::Viewing(key) = self.phase else {
            return None;
        };
        self.sessions.iter().find(|(open, _)| open.key == key)
    }

    fn change_view(&mut self, change: impl FnOnce(&OpenSession, &mut View)) {
        let Phase::Viewing(key) = self.phase else {
            return;
        };
        if let Some((open, view)) = self.sessions.iter_mut().find(|(open, _)| open.key == key) {
            change(open, Rc::make_mut(view));
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Open(opened) => {
                let key = SessionKey(self.next_key);
                self.next_key += 1;
                let view = View::of(&opened.session);
                let open = OpenSession {
                    key,
                    session: opened.session,
                    file_name: opened.file_name,
                    byte_len: opened.byte_len,
                };
                self.sessions.push((Rc::new(open), Rc::new(view)));
                self.phase = Phase::Viewing(key);
                self.moves += 1;
            }
            Action::Close(key) => {
                self.sessions.retain(|(open, _)| open.key != key);
                if self.phase == Phase::Viewing(key) {
                    self.phase = self
                        .sessions
                        .last()
                        .map_or(Phase::Start, |(open, _)| Phase::Viewing(open.key));
                }
            }
            Action::Activate(key) => {
                self.phase = Phase::Viewing(key);
                self.moves += 1;
            }
            Action::Go(entry) => {
                self.change_view(|open, view| go(open, view, entry));
                self.moves += 1;
            }
            Action::ShowBranch(leaf, target) => {
                self.change_view(|_, view| {
                    view.leaf = Some(leaf);
                    view.target = Some(target);
                    view.visit += 1;
                });
                self.moves += 1;
            }
            Action::Focus(entry) => self.change_view(|_, view| view.target = Some(entry)),
            Action::SetFilter(filter) => self.change_view(|_, view| {
                view.filter = filter;
                view.folded = Rc::default();
            }),
            Action::SetQuery(query) => self.change_view(|_, view| {
                view.query = query;
                view.folded = Rc::default();
            }),
            Action::ToggleFold(entry) => self.change_view(|_, view| {
                let folded = Rc::make_mut(&mut view.folded);
                match folded.iter().position(|other| *other == entry) {
                    Some(at) => drop(folded.swap_remove(at)),
                    None => folded.push(entry),
                }
            }),
            Action::Toggle(toggle) => {
                let options = Rc::make_mut(&mut self.options);
                let switch = match toggle {
                    Toggle::Thinking => &mut options.show_thinking,
                    Toggle::Tools => &mut options.expand_tools,
                    Toggle::Hidden => &mut options.show_hidden,
                    Toggle::LabelTimes => &mut options.label_times,
                };
                *switch = !*switch;
            }
            Action::SetTheme(theme) => Rc::make_mut(&mut self.options).theme = theme,
            Action::SetLanguage(language) => Rc::make_mut(&mut self.options).language = language,
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::CloseDialog => self.dialog = None,
            Action::Visit(place) => {
                if self.sessions.is_empty() {
                    self.phase = Phase::Awaiting(place);
                }
            }
        }
    }
}

/// Picks the branch that holds the entry: the one in view if it does, else the newest below the entry.
fn go(open: &OpenSession, view: &mut View, entry: EntryIndex) {
    let tree = open.session.tree();
    let on_branch = view
        .leaf
        .is_some_and(|leaf| leaf == entry || tree.is_ancestor(entry, leaf));
    if !on_branch {
        view.leaf = Some(tree.newest_leaf(entry));
    }
    view.target = Some(entry);
    view.visit += 1;
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        state.apply(action);
        Rc::new(state)
    }
}
