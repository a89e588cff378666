//! What each key does: from a command and the state to actions.

use pi_session::{EntryIndex, Filter, Role};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use crate::address;
use crate::keys::Command;
use crate::parts::clipboard;
use crate::queries;
use crate::state::{Action, Dialog, Dispatch, Notice, OpenSession, Pane, State, Toggle, View};
use crate::words::words;

/// Carries out a command. Says whether it meant anything here.
pub fn run(command: Command, state: &State, dispatch: &Dispatch) -> bool {
    match command {
        Command::Help => dispatch.emit(Action::OpenDialog(Dialog::Help)),
        Command::Thinking => dispatch.emit(Action::Toggle(Toggle::Thinking)),
        Command::Tools => dispatch.emit(Action::Toggle(Toggle::Tools)),
        Command::Hidden => dispatch.emit(Action::Toggle(Toggle::Hidden)),
        Command::LabelTimes => dispatch.emit(Action::Toggle(Toggle::LabelTimes)),
        _ => {
            let Some((open, view)) = state.active() else {
                return false;
            };
            let Some(action) = in_session(command, open, view, state, dispatch) else {
                return false;
            };
            dispatch.emit(action);
        }
    }
    true
}

fn in_session(
    command: Command,
    open: &OpenSession,
    view: &View,
    state: &State,
    dispatch: &Dispatch,
) -> Option<Action> {
    let session = &open.session;
    match command {
        Command::SearchEntries => {
            focus_search(dispatch);
            None
        }
        Command::MoveRow(by) => {
            let rows = queries::rows(session, view);
            let row = rows.nearest_visible(view.target?)?;
            let next = row
                .checked_add_signed(by.into())
                .filter(|next| *next < rows.len())?;
            Some(Action::Focus(rows.entry(next)))
        }
        Command::MoveSegment { up } => {
            let rows = queries::rows(session, view);
            let row = rows.nearest_visible(view.target?)?;
            Some(Action::Focus(rows.entry(rows.segment_start(row, up))))
        }
        Command::Go => view.target.map(Action::Go),
        Command::GoToPrompt { back } => next_prompt(open, view, back).map(Action::Go),
        Command::Filter(place) => Filter::ALL_MODES
            .get(usize::from(place))
            .copied()
            .map(Action::SetFilter),
        Command::CycleFilter { back } => {
            let modes = Filter::ALL_MODES;
            let at = modes.iter().position(|mode| *mode == view.filter)?;
            let step = if back { modes.len() - 1 } else { 1 };
            Some(Action::SetFilter(modes[(at + step) % modes.len()]))
        }
        Command::Copy => {
            copy(
                queries::entry_text::entry_text(session, view.target?),
                Copied::Text,
                state,
                dispatch,
            );
            None
        }
        Command::CopyLink => {
            let link = address::link_to_entry(session, view, view.target?);
            copy(link, Copied::Link, state, dispatch);
            None
        }
        Command::Label => view
            .target
            .map(|entry| Action::OpenDialog(Dialog::Label(entry))),
        Command::Escape => (!view.query.is_empty()).then(|| Action::SetQuery("".into())),
        Command::Help
        | Command::Thinking
        | Command::Tools
        | Command::Hidden
        | Command::LabelTimes => None,
    }
}

/// The prompt after or before the entry in focus, on the branch in view.
fn next_prompt(open: &OpenSession, view: &View, back: bool) -> Option<EntryIndex> {
    let session = &open.session;
    let path = session.tree().path(view.leaf?);
    let at = path.iter().position(|entry| Some(*entry) == view.target);
    let is_prompt = |entry: &&EntryIndex| session.role(**entry) == Some(Role::User);
    if back {
        path[..at.unwrap_or(path.len())]
            .iter()
            .rev()
            .find(is_prompt)
            .copied()
    } else {
        path[at.map_or(0, |at| at + 1)..]
            .iter()
            .find(is_prompt)
            .copied()
    }
}

fn focus_search(dispatch: &Dispatch) {
    dispatch.emit(Action::ShowPane(Pane::Tree));
    // Where there is room for one pane, the field is there to be focused after the next rendering.
    gloo::timers::callback::Timeout::new(0, || {
        let field = gloo::utils::document()
            .query_selector(".tree-pane input")
            .ok()
            .flatten();
        if let Some(field) =
            field.and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok())
        {
            // A field that refuses the focus leaves things as they were.
            let _ = field.focus();
            field.select();
        }
    })
    .forget();
}

/// What was copied.
#[derive(Clone, Copy)]
enum Copied {
    Text,
    Link,
}

fn copy(text: String, what: Copied, state: &State, dispatch: &Dispatch) {
    let words = &words(state.options.language).shell;
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let written = clipboard::write(&text).await;
        let notice = match (written, what) {
            (true, Copied::Text) => Notice::news("", words.copied_text),
            (true, Copied::Link) => Notice::news("", words.copied_link),
            (false, _) => Notice::failure("", words.copy_failed),
        };
        dispatch.emit(Action::Notify(notice));
    });
}
