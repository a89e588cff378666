//! The status bar: what is wrong with the file, how much of it there is, and that it stays here.

use std::rc::Rc;

use pi_session::Severity;
use yew::prelude::*;

use crate::state::{Action, Dialog, Dispatch, OpenSession, Tab};
use crate::words::Words;

/// What the status bar is made of.
#[derive(Properties, PartialEq)]
pub struct StatusBarProps {
    /// The session in view.
    pub open: Rc<OpenSession>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The status bar.
#[component]
pub fn StatusBar(props: &StatusBarProps) -> Html {
    let words = &props.words.shell;
    html! {
        <footer class="status-bar">
            { problems(&props.open, &props.dispatch, props.words) }
            if props.open.report.is_some() && props.open.session.entry_count() > 0 {
                { report(&props.dispatch, props.words) }
            }
            <span class="status-space"></span>
            <span class="status-privacy">{ words.nothing_leaves }</span>
            <span class="status-file">{ figures(&props.open, props.words) }</span>
        </footer>
    }
}

fn problems(open: &OpenSession, dispatch: &Dispatch, words: &'static Words) -> Html {
    let words = &words.shell;
    let diagnostics = open.session.diagnostics();
    let is_problem = |severity: Severity| severity > Severity::Info;
    let problems = diagnostics
        .iter()
        .filter(|diagnostic| is_problem(diagnostic.severity()))
        .count();
    // What is only worth knowing is no problem.
    let said = match (problems, diagnostics.len()) {
        (0, 0) => return html! { <span>{ words.no_problems }</span> },
        (0, notes) => (words.note_count)(notes),
        _ => (words.problem_count)(problems),
    };
    let dispatch = dispatch.clone();
    let onclick =
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::ShowTab(Tab::Problems)));
    html! {
        <button type="button" class={classes!("plain", "status-problems", (problems == 0).then_some("notes"))} {onclick}>
            { said }
        </button>
    }
}

fn report(dispatch: &Dispatch, words: &'static Words) -> Html {
    let dispatch = dispatch.clone();
    let onclick =
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::OpenDialog(Dialog::Report)));
    html! {
        <button type="button" class="plain status-problems" aria-haspopup="dialog" {onclick}>
            { words.report.title }
        </button>
    }
}

fn figures(open: &OpenSession, words: &'static Words) -> String {
    let words = &words.shell;
    // A file without a header says nothing of its version; a header without one is the first.
    let header = open.session.header();
    let version = (!header.json.is_empty()).then(|| header.version.unwrap_or(1.0));
    let entries = (words.entries)(open.session.entry_count());
    let size = (words.size)(open.byte_len);
    match version {
        Some(version) => format!("v{version} · {entries} · {size}"),
        None => format!("{entries} · {size}"),
    }
}
