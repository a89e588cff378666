//! The report that a session came with: what failed and where, in what surroundings. It stands in a dialog, and in
//! place of the conversation where there is no transcript.

use std::rc::Rc;

use yew::prelude::*;

use crate::parts::visible_controls::{Strictness, shown};
use crate::queries::report::{Crash, Report, Row, Turn};
use crate::state::{Action, Dispatch, OpenSession};
use crate::words::Words;
use crate::words::report::ReportWords;

/// What the report is made of.
#[derive(Properties, PartialEq)]
pub struct ReportPaneProps {
    /// The session that it came with.
    pub open: Rc<OpenSession>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The report.
#[component]
pub fn ReportPane(props: &ReportPaneProps) -> Html {
    let words = &props.words.report;
    let report = use_memo(props.open.clone(), |open| {
        let bundle = open.report.as_deref()?;
        Some(Report::of(bundle, &open.session))
    });
    let Some(report) = report.as_ref() else {
        return Html::default();
    };
    html! {
        <section class="report" aria-label={words.title} tabindex="0">
            if !report.has_transcript {
                <p class="remark">{ words.no_transcript }</p>
            }
            { for report.summary.as_deref().map(|text| html! {
                <>
                    <h2>{ words.summary }</h2>
                    <pre class="report-text" dir="auto">{ shown(text, Strictness::Prose) }</pre>
                </>
            }) }
            { for report.turns.as_deref().map(|list| turns(list, report.more_turns, &props.dispatch, words)) }
            { for report.crashes.as_deref().map(|list| crashes(list, words)) }
            { table(words.about, &report.about) }
            { for report.tables.iter().map(|(name, rows)| table((words.table)(name), rows)) }
            if !report.redacted.is_empty() {
                <h2>{ words.redacted }</h2>
                <ul class="report-list">
                    { for report.redacted.iter().map(|path| html! { <li><code>{ shown(path, Strictness::Code) }</code></li> }) }
                </ul>
            }
            <p class="remark">{ words.not_redacted }</p>
        </section>
    }
}

fn turns(list: &[Turn], more: usize, dispatch: &Dispatch, words: &'static ReportWords) -> Html {
    html! {
        <>
            <h2>{ words.turns }</h2>
            if list.is_empty() {
                <p>{ words.no_turns }</p>
            } else {
                <p class="remark">{ words.all_branches }</p>
                <ul class="report-list" aria-label={words.turns}>
                    { for list.iter().map(|one| html! { <li>{ turn(one, dispatch, words) }</li> }) }
                </ul>
            }
            if more > 0 {
                <p class="remark">{ (words.more)(more) }</p>
            }
        </>
    }
}

fn turn(turn: &Turn, dispatch: &Dispatch, words: &'static ReportWords) -> Html {
    let link = match turn.entry {
        Some(entry) => {
            let dispatch = dispatch.clone();
            let onclick = Callback::from(move |_: MouseEvent| {
                dispatch.emit(Action::CloseDialog);
                dispatch.emit(Action::Go(entry));
            });
            html! { <button type="button" {onclick}>{ shown(&(words.go)(&turn.id), Strictness::Code) }</button> }
        }
        None => {
            html! { <span class="report-absent">{ shown(&(words.absent)(&turn.id), Strictness::Code) }</span> }
        }
    };
    html! {
        <>
            <p class="report-head">
                { link }
                { figures([&turn.stop, &turn.model, &turn.time]) }
            </p>
            { block(&turn.error) }
        </>
    }
}

fn crashes(list: &[Crash], words: &'static ReportWords) -> Html {
    html! {
        <>
            <h2>{ words.crashes }</h2>
            if list.is_empty() {
                <p>{ words.no_crashes }</p>
            }
            <ul class="report-list" aria-label={words.crashes}>
                { for list.iter().map(|crash| {
                    let session = (!crash.session.is_empty()).then(|| (words.crashed_in)(&crash.session));
                    html! {
                        <li>
                            <p class="report-head">{ figures([&crash.kind, &crash.time, &session.unwrap_or_default()]) }</p>
                            { block(&crash.message) }
                            { block(&crash.stack) }
                        </li>
                    }
                }) }
            </ul>
        </>
    }
}

fn figures(texts: [&str; 3]) -> Html {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    html! { { for texts.map(|text| html! { <span class="report-figure">{ shown(text, Strictness::Code) }</span> }) } }
}

fn block(text: &str) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    html! { <pre class="report-text" dir="auto">{ shown(text, Strictness::Code) }</pre> }
}

fn table(title: &'static str, rows: &[Row]) -> Html {
    if rows.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <h2>{ title }</h2>
            <dl class="report-table">
                { for rows.iter().map(|row| html! {
                    <div>
                        <dt>{ shown(&row.path, Strictness::Code) }</dt>
                        <dd dir="auto">{ shown(&row.value, Strictness::Code) }</dd>
                    </div>
                }) }
            </dl>
        </>
    }
}
