//! One session of the list.

use js_sys::Date;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use crate::parts::icon::{Glyph, Icon};
use crate::parts::visible_controls::{Strictness, visible};
use crate::queries;
use crate::queries::session_list::SessionRow;
use crate::state::{Action, Dispatch};
use crate::words::Words;

/// Rows are moved in no further than this.
const DEEPEST: usize = 6;

/// What a row is made of.
#[derive(Properties, PartialEq)]
pub(super) struct RowProps {
    /// The session, and where it stands.
    pub(super) row: SessionRow,
    /// Whether it is in view.
    pub(super) is_active: bool,
    /// Whether its folder is shown.
    pub(super) show_paths: bool,
    /// The one door to every change.
    pub(super) dispatch: Dispatch,
    /// The words of the reader's language.
    pub(super) words: &'static Words,
}

/// One session of the list.
#[component]
pub(super) fn Row(props: &RowProps) -> Html {
    let (shell, words) = (&props.words.shell, &props.words.sessions);
    let SessionRow { open, info, depth } = &props.row;
    let title = use_memo(open.clone(), |open| queries::title(&open.session));
    let title = AttrValue::clone(title.as_ref().as_ref().unwrap_or(&shell.untitled.into()));
    let key = open.key;
    let emit = |action: Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(action.clone()))
    };
    let close_name = (shell.close_session)(&title);
    let date = info.modified.map(|time| day(time, shell.date_locale));
    let depth_class = (*depth > 0).then(|| format!("thread-{}", depth.min(&DEEPEST)));
    let shown = |text: &str| visible(text, Strictness::Code).into_owned();
    html! {
        <li class={classes!("session-item", props.is_active.then_some("active"), depth_class)}>
            <button type="button" class="session-open" aria-current={props.is_active.then_some("true")} onclick={emit(Action::Activate(key))}>
                <span class="session-head">
                    <span class="session-title" dir="auto">{ title }</span>
                    <span class="session-file" dir="auto">{ shown(&open.file_name) }</span>
                </span>
                <span class="session-facts">
                    <span>{ (words.messages)(info.message_count) }</span>
                    { for date.map(|date| html! { <span>{ date }</span> }) }
                    if *depth > 0 {
                        <span class="heard">{ words.taken_from }</span>
                    }
                    if props.show_paths && !info.cwd.is_empty() {
                        <bdi class="session-path">{ shown(&info.cwd) }</bdi>
                    }
                </span>
            </button>
            <button type="button" class="plain session-close" aria-label={close_name.clone()} title={close_name} onclick={emit(Action::Close(key))}>
                <Glyph icon={Icon::Close} />
            </button>
        </li>
    }
}

/// A day as people write it.
fn day(unix_ms: f64, locale: &str) -> String {
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "short"), ("year", "numeric")] {
        // Fails for no plain object.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = Date::new(&JsValue::from_f64(unix_ms));
    date.to_locale_date_string(locale, &options).into()
}
