//! The header: what session this is, and the buttons that concern the whole page.

use std::rc::Rc;

use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::intake::{OpenButton, Pick};
use crate::parts::icon::{Glyph, Icon};
use crate::queries::Overview;
use crate::state::{Action, Dialog, Dispatch, OpenSession, View};
use crate::words::Words;

/// What the header is made of.
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The session in view, if there is one.
    pub active: Option<(Rc<OpenSession>, Rc<View>)>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The header.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let words = &props.words.shell;
    let open_dialog = |dialog: Dialog| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::OpenDialog(dialog)))
    };
    let onexport = open_dialog(Dialog::Export);
    let (onsettings, onhelp) = (open_dialog(Dialog::Settings), open_dialog(Dialog::Help));
    html! {
        <header class="header">
            <Glyph icon={Icon::Mark} class="mark" />
            if let Some((open, view)) = &props.active {
                <About open={open.clone()} leaf={view.leaf} dispatch={props.dispatch.clone()} words={props.words} />
            } else {
                <span class="title">{ words.product }</span>
            }
            <div class="header-actions">
                if props.active.is_some() {
                    <OpenButton pick={Pick::Files} dispatch={props.dispatch.clone()} words={props.words} />
                }
                if props.active.is_some() {
                    <button type="button" onclick={onexport} aria-haspopup="dialog">
                        <Glyph icon={Icon::Export} /><span>{ props.words.inspector.export }</span>
                    </button>
                }
                <button type="button" onclick={onsettings}>
                    <Glyph icon={Icon::Settings} /><span>{ words.settings }</span>
                </button>
                <button type="button" onclick={onhelp} aria-keyshortcuts="?">
                    <Glyph icon={Icon::Help} /><span>{ words.help }</span>
                </button>
            </div>
        </header>
    }
}

#[derive(Properties, PartialEq)]
struct AboutProps {
    open: Rc<OpenSession>,
    leaf: Option<pi_session::EntryIndex>,
    dispatch: Dispatch,
    words: &'static Words,
}

#[component]
fn About(props: &AboutProps) -> Html {
    let words = &props.words.shell;
    let overview = use_memo((props.open.clone(), props.leaf), |(open, leaf)| {
        Overview::of(&open.session, *leaf)
    });
    let title = overview
        .title
        .clone()
        .unwrap_or_else(|| words.untitled.into());
    let on_rename = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::OpenDialog(Dialog::Rename)))
    };
    // What stands there may be shorter than the whole, which the pointer brings up.
    let figure = |name: &'static str, class: &'static str, whole: &AttrValue, shown: AttrValue| {
        html! {
            <div {class}>
                <dt class="heard">{ name }</dt>
                <dd title={whole.clone()}><bdi>{ shown }</bdi></dd>
            </div>
        }
    };
    let model = overview.model.as_ref();
    let model = model.map(|model| figure(words.model, "about-model", model, model.clone()));
    let directory = overview.directory.as_ref().map(|path| {
        let shown = from_home(path).into();
        figure(words.directory, "about-directory", path, shown)
    });
    let dates = overview.times.map(|times| {
        let span = AttrValue::from(span(times, words.date_locale));
        figure(words.dates, "about-dates", &span, span.clone())
    });
    html! {
        <>
            <h1 class="title" dir="auto" title={title.clone()}>{ title.clone() }</h1>
            <button type="button" class="plain rename" aria-haspopup="dialog" aria-label={props.words.edits.rename} title={props.words.edits.rename} onclick={on_rename}>
                <Glyph icon={Icon::Pencil} />
            </button>
            <dl class="about">{ model }{ directory }{ dates }</dl>
        </>
    }
}

/// A path with the home directory as `~`, as a shell shows it.
fn from_home(path: &str) -> String {
    ["/home/", "/Users/"]
        .into_iter()
        .find_map(|homes| path.strip_prefix(homes))
        .map_or_else(
            || path.to_owned(),
            |path| format!("~{}", path.find('/').map_or("", |end| &path[end..])),
        )
}

/// A span of time as people write it: the day once, if it is one day.
fn span((first, last): (f64, f64), locale: &str) -> String {
    let (first, last) = (date(first), date(last));
    let day = options(&[("day", "numeric"), ("month", "short"), ("year", "numeric")]);
    let clock = options(&[("hour", "2-digit"), ("minute", "2-digit")]);
    let day_of = |date: &Date| String::from(date.to_locale_date_string(locale, &day));
    let clock_of =
        |date: &Date| String::from(date.to_locale_time_string_with_options(locale, &clock));
    let start = format!("{}, {}", day_of(&first), clock_of(&first));
    if start == format!("{}, {}", day_of(&last), clock_of(&last)) {
        start
    } else if day_of(&first) == day_of(&last) {
        format!("{start} – {}", clock_of(&last))
    } else {
        format!("{start} – {}, {}", day_of(&last), clock_of(&last))
    }
}

fn date(unix_ms: f64) -> Date {
    Date::new(&JsValue::from_f64(unix_ms))
}

fn options(pairs: &[(&str, &str)]) -> JsValue {
    let object = Object::new();
    for (name, value) in pairs {
        // Setting a property of a plain object does not fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_directory_is_a_tilde() {
        let shown = [
            "/home/mai/work/tide",
            "/Users/dev",
            "/srv/home/x",
            "C:\\Users\\a",
            "",
        ]
        .map(from_home);
        assert_eq!(
            shown,
            ["~/work/tide", "~", "/srv/home/x", "C:\\Users\\a", ""]
        );
    }
}
