//! "Settings": theme, language, and what is shown.

use std::rc::Rc;

use yew::prelude::*;

use crate::parts::modal::Modal;
use crate::state::{Action, Dispatch, Language, Options, Theme, Toggle};
use crate::words::Words;

/// What the dialog is made of.
#[derive(Properties, PartialEq)]
pub struct SettingsDialogProps {
    /// What the reader chose so far.
    pub options: Rc<Options>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// Called when it closed.
    pub on_close: Callback<()>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The dialog "Settings".
#[component]
pub fn SettingsDialog(props: &SettingsDialogProps) -> Html {
    let words = &props.words.shell;
    let options = &props.options;
    let choose = |action: Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: Event| dispatch.emit(action.clone()))
    };
    let radio = |group: &'static str, name: &'static str, checked: bool, action: Action| {
        html! {
            <label>
                <input type="radio" name={group} {checked} onchange={choose(action)} />
                <span>{ name }</span>
            </label>
        }
    };
    let switch = |name: &'static str, checked: bool, toggle: Toggle| {
        html! {
            <label>
                <input type="checkbox" {checked} onchange={choose(Action::Toggle(toggle))} />
                <span>{ name }</span>
            </label>
        }
    };
    let theme = |name, theme| {
        radio(
            "theme",
            name,
            options.theme == theme,
            Action::SetTheme(theme),
        )
    };
    let language = |name, language| {
        radio(
            "language",
            name,
            options.language == language,
            Action::SetLanguage(language),
        )
    };
    html! {
        <Modal title={words.settings} close={words.close} on_close={props.on_close.clone()} class="settings">
            <fieldset>
                <legend>{ words.theme }</legend>
                { theme(words.theme_system, Theme::System) }
                { theme(words.theme_light, Theme::Light) }
                { theme(words.theme_dark, Theme::Dark) }
            </fieldset>
            <fieldset>
                <legend>{ words.language }</legend>
                { language("English", Language::English) }
                { language("Tiếng Việt", Language::Vietnamese) }
            </fieldset>
            <fieldset>
                <legend>{ words.show }</legend>
                { switch(words.commands.thinking, options.show_thinking, Toggle::Thinking) }
                { switch(words.commands.tools, options.expand_tools, Toggle::Tools) }
                { switch(words.commands.hidden, options.show_hidden, Toggle::Hidden) }
                { switch(words.commands.label_times, options.label_times, Toggle::LabelTimes) }
            </fieldset>
            <p class="note">{ words.settings_note }</p>
        </Modal>
    }
}
