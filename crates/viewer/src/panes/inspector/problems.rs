//! "Problems": what is wrong with the file, line by line. A problem goes to its entry; one that has none
//! shows its line.

use pi_session::{Diagnostic, Session, Severity};
use yew::prelude::*;

use crate::parts::cut::floor_grapheme;
use crate::parts::visible_controls::{Strictness, shown, visible};
use crate::state::{Action, Dispatch, OpenSession};
use crate::words::Words;
use crate::words::shell::ShellWords;

/// How many are shown at first, and how many more each time. A file can have a quarter of a million.
const PORTION: usize = 200;
/// Bytes of a line that are shown.
const LINE: usize = 2_000;

/// How many diagnostics are problems: what is only worth knowing is none.
pub fn count(open: &OpenSession) -> usize {
    let diagnostics = open.session.diagnostics().iter();
    diagnostics
        .filter(|diagnostic| diagnostic.severity() > Severity::Info)
        .count()
}

/// What the tab is made of.
#[derive(Properties, PartialEq)]
pub struct ProblemsTabProps {
    /// The session.
    pub session: Session,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The tab "Problems".
#[component]
pub fn ProblemsTab(props: &ProblemsTabProps) -> Html {
    let words = &props.words.inspector;
    let most = use_state(|| PORTION);
    let open_line = use_state(|| None::<usize>);
    let diagnostics = props.session.diagnostics();
    let rest = diagnostics.len().saturating_sub(*most);
    let more = {
        let most = most.clone();
        Callback::from(move |_: MouseEvent| most.set(*most + PORTION))
    };
    if diagnostics.is_empty() {
        return html! { <p class="tab-note">{ words.no_problems }</p> };
    }
    html! {
        <>
            <ul class="problems" aria-label={words.problems}>
                { for diagnostics.iter().take(*most).enumerate().map(|(at, diagnostic)| {
                    let is_open = *open_line == Some(at);
                    let toggle = {
                        let open_line = open_line.clone();
                        Callback::from(move |()| open_line.set((!is_open).then_some(at)))
                    };
                    let id = diagnostic.entry.map(|entry| props.session.id(entry).to_owned());
                    html! {
                        <li key={at} data-entry-id={id}>
                            { problem(diagnostic, is_open, &toggle, props) }
                            if is_open { { line(&props.session, diagnostic, words.the_line) } }
                        </li>
                    }
                }) }
            </ul>
            if rest > 0 {
                <button type="button" onclick={more}>{ (words.show_more)(rest.min(PORTION)) }</button>
            }
        </>
    }
}

fn problem(
    diagnostic: &Diagnostic,
    is_open: bool,
    toggle: &Callback<()>,
    props: &ProblemsTabProps,
) -> Html {
    let text = words_of(diagnostic, &props.words.shell);
    if let Some(entry) = diagnostic.entry {
        let dispatch = props.dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.emit(Action::Go(entry)));
        return html! { <button type="button" class="plain problem" {onclick}>{ text }</button> };
    }
    if diagnostic.byte_offset.is_none() {
        return html! { <div class="problem">{ text }</div> };
    }
    let onclick = toggle.reform(|_: MouseEvent| ());
    html! {
        <button type="button" class="plain problem" aria-expanded={is_open.to_string()} {onclick}>{ text }</button>
    }
}

fn words_of(diagnostic: &Diagnostic, words: &ShellWords) -> Html {
    let (class, severity) = match diagnostic.severity() {
        Severity::Info => ("info", words.severity[0]),
        Severity::Warning => ("warning", words.severity[1]),
        Severity::Error => ("error", words.severity[2]),
    };
    let line = diagnostic.line.map(words.line);
    let byte = diagnostic.byte_offset.map(words.byte);
    let place = line.into_iter().chain(byte).collect::<Vec<_>>().join(" · ");
    html! {
        <>
            <span class="problem-head">
                <span class={classes!("severity", class)}>{ severity }</span>
                <code>{ diagnostic.code.as_str() }</code>
                <span class="problem-place">{ place }</span>
            </span>
            <span class="problem-message" dir="auto" lang="en">{ visible(&diagnostic.message(), Strictness::Code).into_owned() }</span>
        </>
    }
}

/// The line of the file that a diagnostic is about, as far as it is worth showing.
fn line(session: &Session, diagnostic: &Diagnostic, name: &'static str) -> Html {
    let mut before = diagnostic.byte_offset.unwrap_or_default();
    for piece in session.source() {
        let length = piece.len() as u64;
        if before < length {
            // The offset lies inside the piece, so it fits.
            let start = usize::try_from(before).unwrap_or_default();
            let line = &piece[start..];
            let end = line.iter().take(LINE).position(|byte| *byte == b'\n');
            let is_cut = end.is_none() && line.len() > LINE;
            let line = String::from_utf8_lossy(&line[..end.unwrap_or(line.len().min(LINE))]);
            let text = &line[..floor_grapheme(&line, line.len())];
            return html! {
                <pre class="problem-line" role="group" tabindex="0" aria-label={name}>
                    { shown(text, Strictness::Code) }{ is_cut.then_some("…") }
                </pre>
            };
        }
        before -= length;
    }
    Html::default()
}
