//! What the page shows of the intake: buttons that open, the overlay over a drag, progress, notices.

use gloo::timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::intake::{self, Dragged, Gathered};
use crate::parts::icon::{Glyph, Icon};
use crate::parts::visible_controls::{Strictness, visible};
use crate::state::{Action, Dispatch, Job, Language, Notice};
use crate::words::Words;

/// Milliseconds for which a notice that is no error stays.
const NOTICE_TIME: u32 = 5000;

/// What a button lets the reader pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// Files.
    Files,
    /// A folder, with all that is in it.
    Folder,
}

/// What a button that opens is made of.
#[derive(Properties, PartialEq)]
pub struct OpenButtonProps {
    /// What it lets the reader pick.
    pub pick: Pick,
    /// Classes of the button.
    #[prop_or_default]
    pub class: Classes,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// A button that lets the reader pick files or a folder.
#[component]
pub fn OpenButton(props: &OpenButtonProps) -> Html {
    let field = use_node_ref();
    let words = &props.words.shell;
    let onclick = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let onchange = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            let field = event.target_dyn_into::<HtmlInputElement>();
            let Some((field, files)) =
                field.and_then(|field| field.files().map(|files| (field, files)))
            else {
                return;
            };
            let gathered = Gathered::of_files(&files);
            // Picking the same file again is a change only if the field forgets it.
            field.set_value("");
            intake::open(gathered, dispatch.clone(), words);
        })
    };
    let (icon, name) = match props.pick {
        Pick::Files => (Icon::File, words.open_files),
        Pick::Folder => (Icon::Folder, words.open_folder),
    };
    let is_folder = props.pick == Pick::Folder;
    html! {
        <>
            <button type="button" class={props.class.clone()} {onclick}><Glyph {icon} /><span>{ name }</span></button>
            <input
                ref={field}
                type="file"
                hidden=true
                multiple=true
                webkitdirectory={is_folder}
                {onchange}
            />
        </>
    }
}

/// What the overlay is made of.
#[derive(Properties, PartialEq)]
pub struct DropOverlayProps {
    /// What hangs over the page.
    pub dragged: Dragged,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// Says what a drop will do, over the whole page.
#[component]
pub fn DropOverlay(props: &DropOverlayProps) -> Html {
    let words = &props.words.shell;
    let title = match props.dragged {
        Dragged::Files(number) => (words.drop_files)(number),
        Dragged::Text => words.drop_text.to_owned(),
    };
    html! {
        <div class="drop-overlay" role="status">
            <div class="drop-box">
                <Glyph icon={Icon::Drop} />
                <strong>{ title }</strong>
                <span>{ words.drop_note }</span>
            </div>
        </div>
    }
}

/// What a job's progress is made of.
#[derive(Properties, PartialEq)]
pub struct JobProgressProps {
    /// The job.
    pub job: Job,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// How far a job is, and the button that stops it.
#[component]
pub fn JobProgress(props: &JobProgressProps) -> Html {
    let words = &props.words.shell;
    let job = &props.job;
    let cancel = {
        let canceller = job.canceller.clone();
        Callback::from(move |_: MouseEvent| canceller.cancel())
    };
    let file_name = visible(&job.file_name, Strictness::Code);
    let name = (words.reading)(&file_name);
    let bytes = (words.bytes_of)(job.bytes_read, job.bytes_total);
    html! {
        <div class="job">
            <div class="job-text">
                <span class="job-name" dir="auto" title={file_name.into_owned()}>{ name.clone() }</span>
                if job.file_count > 1 {
                    <span>{ (words.file_of)(job.file_number, job.file_count) }</span>
                }
                <span class="job-bytes">{ bytes.clone() }</span>
            </div>
            <progress
                aria-label={name}
                aria-valuetext={bytes}
                max={job.bytes_total.max(1).to_string()}
                value={job.bytes_read.to_string()}
            />
            <button type="button" onclick={cancel}>{ words.cancel }</button>
        </div>
    }
}

/// What the notices are made of.
#[derive(Properties, PartialEq)]
pub struct NoticesProps {
    /// What is being read.
    pub jobs: Vec<Job>,
    /// What the reader has to be told, each with its number.
    pub notices: Vec<(u32, Notice)>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// What is being read and what the reader has to be told, above the rest of the page.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    if props.jobs.is_empty() && props.notices.is_empty() {
        return Html::default();
    }
    html! {
        <section class="notices" aria-label={props.words.shell.notices}>
            { for props.jobs.iter().map(|job| html! { <JobProgress job={job.clone()} words={props.words} /> }) }
            { for props.notices.iter().map(|(number, notice)| html! {
                <NoticeBox key={*number} number={*number} notice={notice.clone()} dispatch={props.dispatch.clone()} words={props.words} />
            }) }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct NoticeBoxProps {
    number: u32,
    notice: Notice,
    dispatch: Dispatch,
    words: &'static Words,
}

#[component]
fn NoticeBox(props: &NoticeBoxProps) -> Html {
    let (number, dispatch) = (props.number, props.dispatch.clone());
    let dismiss = use_callback((), move |(), ()| dispatch.emit(Action::Dismiss(number)));
    use_effect_with(
        (props.notice.is_error, dismiss.clone()),
        |(is_error, dismiss)| {
            let dismiss = dismiss.clone();
            let timer = (!is_error).then(|| Timeout::new(NOTICE_TIME, move || dismiss.emit(())));
            move || drop(timer)
        },
    );
    let words = &props.words.shell;
    let notice = &props.notice;
    let role = if notice.is_error { "alert" } else { "status" };
    let onclick = Callback::from(move |_: MouseEvent| dismiss.emit(()));
    html! {
        <div class={classes!("notice", notice.is_error.then_some("error"))} {role}>
            if notice.is_error {
                <Glyph icon={Icon::Warning} />
            }
            <div class="notice-text">
                if !notice.subject.is_empty() {
                    <strong dir="auto">{ visible(&notice.subject, Strictness::Code).into_owned() }</strong>
                }
                <p dir="auto" lang={notice.language.map(Language::code)}>{ visible(&notice.message, Strictness::Code).into_owned() }</p>
            </div>
            <button type="button" class="plain" aria-label={words.dismiss} title={words.dismiss} {onclick}>
                <Glyph icon={Icon::Close} />
            </button>
        </div>
    }
}
