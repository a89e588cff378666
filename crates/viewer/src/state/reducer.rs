//! State, and the one function that changes it.

use std::rc::Rc;

use pi_session::Stamp;
use yew::{AttrValue, Reducible};

use super::{
    Action, Dialog, Edit, Job, Layout, Listing, Notice, OpenSession, Opened, Options, Pane, Place,
    SessionKey, Tab, Toggle, View, edit,
};
use crate::words::words;

/// What the page as a whole shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Phase {
    /// The start page.
    #[default]
    Start,
    /// A session.
    Viewing(SessionKey),
}

/// All that the viewer knows.
#[derive(Clone, PartialEq, Default)]
pub struct State {
    /// What the page as a whole shows.
    pub phase: Phase,
    /// Open sessions, each with what is in view of it.
    pub sessions: Vec<(Rc<OpenSession>, Rc<View>)>,
    /// The place that an address named, while its session is not open.
    pub awaited: Option<Place>,
    /// What is being read.
    pub jobs: Vec<Job>,
    /// What the reader has to be told, each with a number of its own.
    pub notices: Vec<(u32, Notice)>,
    /// How the list of sessions is searched and sorted.
    pub listing: Listing,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// How the panes share the page.
    pub layout: Layout,
    /// The pane in view where there is room for one only.
    pub pane: Pane,
    /// The tab of the inspector in view.
    pub tab: Tab,
    /// The dialog that stands open.
    pub dialog: Option<Dialog>,
    /// Grows with every move that Back should undo.
    pub moves: u32,
    next_number: u32,
}

impl State {
    /// The state that the page opens with.
    pub fn new(options: Options, layout: Layout, place: Place) -> Self {
        let tab = place.tab.unwrap_or_default();
        let awaited = Some(place).filter(|place| !place.is_empty());
        Self {
            options: Rc::new(options),
            layout,
            awaited,
            tab,
            ..Self::default()
        }
    }

    /// The session in view.
    pub fn active(&self) -> Option<&(Rc<OpenSession>, Rc<View>)> {
        let Phase::Viewing(key) = self.phase else {
            return None;
        };
        self.sessions.iter().find(|(open, _)| open.key == key)
    }

    /// The place that the page shows, for the address.
    pub fn place(&self) -> Place {
        match self.active() {
            Some((open, view)) => Place {
                tab: Some(self.tab).filter(|tab| *tab != Tab::default()),
                ..Place::of(&open.session, view)
            },
            None => self.awaited.clone().unwrap_or_default(),
        }
    }

    /// Whether something was appended or written that is in no file.
    pub fn has_unsaved(&self) -> bool {
        self.sessions.iter().any(|(open, view)| {
            open.session.appended().next().is_some()
                || view.draft.as_ref().is_some_and(|draft| !draft.is_empty())
        })
    }

    fn change_view(&mut self, change: impl FnOnce(&OpenSession, &mut View)) {
        let Phase::Viewing(key) = self.phase else {
            return;
        };
        if let Some((open, view)) = self.sessions.iter_mut().find(|(open, _)| open.key == key) {
            change(open, Rc::make_mut(view));
        }
    }

    /// A move that Back undoes. Where there is room for one pane, it shows what was moved to.
    fn go(&mut self, change: impl FnOnce(&OpenSession, &mut View)) {
        self.change_view(change);
        self.moves += 1;
        self.pane = Pane::Conversation;
    }

    /// A number that nothing else has.
    fn number(&mut self) -> u32 {
        self.next_number += 1;
        self.next_number
    }

    fn notify(&mut self, notice: Notice) {
        let number = self.number();
        self.notices.push((number, notice));
    }

    fn open(&mut self, opened: Opened) {
        let key = SessionKey(self.number());
        let Opened {
            session,
            file_name,
            byte_len,
            report,
            activate,
        } = opened;
        let mut view = View::of(&session);
        let awaited = self.awaited.take_if(|place| place.is_in(&session));
        if let Some(place) = &awaited {
            self.show(place, &session, &mut view);
        }
        if activate || awaited.is_some() {
            self.activate(key);
            self.dialog = None;
        }
        let open = OpenSession {
            key,
            session,
            file_name,
            byte_len,
            report,
        };
        self.sessions.push((Rc::new(open), Rc::new(view)));
    }

    fn activate(&mut self, key: SessionKey) {
        if self.phase != Phase::Viewing(key) {
            self.phase = Phase::Viewing(key);
            self.moves += 1;
            self.pane = Pane::Conversation;
        }
    }

    fn close(&mut self, key: SessionKey) {
        let Some(at) = self.sessions.iter().position(|(open, _)| open.key == key) else {
            return;
        };
        self.sessions.remove(at);
        if self.phase == Phase::Viewing(key) {
            let neighbour = self.sessions.get(at).or(self.sessions.last());
            self.phase = neighbour.map_or(Phase::Start, |(open, _)| Phase::Viewing(open.key));
            self.moves += 1;
        }
    }

    fn edit(&mut self, edit: &Edit, stamp: Stamp) {
        let words = &words(self.options.language).edits;
        let Phase::Viewing(key) = self.phase else {
            return;
        };
        let Some((open, view)) = self.sessions.iter_mut().find(|(open, _)| open.key == key) else {
            return;
        };
        let before = open.session.clone();
        let after = match edit.apply(&before, stamp) {
            Ok(after) => after,
            Err(error) => {
                self.notify(Notice::failure(words.not_done, error.message().to_owned()));
                return;
            }
        };
        let view = Rc::make_mut(view);
        let elsewhere = edit::follow(&before, &after, view);
        match edit {
            Edit::ContinueFrom(entry, _) => {
                view.draft = edit::continue_from(&before, *entry)
                    .draft
                    .map(AttrValue::from);
                view.show(after.leaf(), after.leaf());
                self.moves += 1;
                self.pane = Pane::Conversation;
            }
            Edit::MoveBack => {
                view.show(after.leaf(), after.leaf());
                self.moves += 1;
            }
            Edit::Message(_) => {
                view.draft = None;
                view.show(after.leaf(), after.leaf());
            }
            _ => {}
        }
        Rc::make_mut(open).session = after;
        self.dialog = None;
        if elsewhere {
            self.notify(Notice::news("", words.went_to_leaf));
        }
    }

    fn show(&mut self, place: &Place, session: &pi_session::Session, view: &mut View) {
        place.show(session, view);
        if let Some(id) = place.unknown_id(session) {
            let words = &words(self.options.language).shell;
            let message = (words.unknown_entry)(id);
            self.notify(Notice::failure(words.this_link, message));
        }
    }

    fn visit(&mut self, place: Place) {
        self.dialog = None;
        self.tab = place.tab.unwrap_or_default();
        if place.is_empty() {
            self.phase = Phase::Start;
            self.awaited = None;
            return;
        }
        let active = self.active().map(|(open, _)| open.key);
        let found = self
            .sessions
            .iter()
            .filter(|(open, _)| place.is_in(&open.session))
            .max_by_key(|(open, _)| Some(open.key) == active)
            .cloned();
        let Some((open, mut view)) = found else {
            self.phase = Phase::Start;
            self.awaited = Some(place);
            return;
        };
        self.show(&place, &open.session, Rc::make_mut(&mut view));
        self.phase = Phase::Viewing(open.key);
        self.change_view(|_, current| *current = Rc::unwrap_or_clone(view));
        self.pane = Pane::Conversation;
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Open(opened) => self.open(opened),
            Action::Close(key) => self.close(key),
            Action::Activate(key) => self.activate(key),
            Action::ListSessions(listing) => self.listing = listing,
            Action::Go(entry) => self.go(|open, view| view.go(&open.session, entry)),
            Action::ShowBranch(leaf, target) => {
                self.go(|_, view| view.show(Some(leaf), Some(target)));
            }
            Action::Focus(entry) => self.change_view(|_, view| view.target = Some(entry)),
            Action::SetFilter(filter) => self.change_view(|_, view| {
                view.list(filter, view.query.clone());
            }),
            Action::SetQuery(query) => self.change_view(|_, view| view.list(view.filter, query)),
            Action::ToggleFold(entry) => self.change_view(|_, view| view.toggle_fold(entry)),
            Action::Visit(place) => self.visit(place),
            Action::Edit(edit, stamp) => self.edit(&edit, stamp),
            Action::Draft(draft) => self.change_view(|_, view| view.draft = draft),
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
            Action::Resize(border, size) => self.layout.resize(border, size),
            Action::ShowPane(pane) => self.pane = pane,
            Action::ShowTab(tab) => {
                self.tab = tab;
                self.pane = Pane::Inspector;
            }
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::CloseDialog => self.dialog = None,
            Action::Progress(job) => {
                match self
                    .jobs
                    .iter_mut()
                    .find(|other| other.canceller == job.canceller)
                {
                    Some(known) => *known = job,
                    None => self.jobs.push(job),
                }
            }
            Action::EndJob(canceller) => self.jobs.retain(|job| job.canceller != canceller),
            Action::Notify(notice) => self.notify(notice),
            Action::Dismiss(number) => self.notices.retain(|(other, _)| *other != number),
        }
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = State::clone(&self);
        next.apply(action);
        // The same `Rc` back means: nothing to render.
        if next == *self { self } else { Rc::new(next) }
    }
}
