//! What is kept between visits: the reader's options and the sizes of panes, in local storage.
//! Storage that is full, blocked or holds nonsense costs nothing but the memory of these choices.

use std::fmt::Write as _;

use crate::state::{Border, Language, Layout, Options, Theme};

const KEY: &str = "pi-session-viewer";

/// What the last visit left, or what a first visit starts with.
pub fn load() -> (Options, Layout) {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match text {
        Some(text) => parse(&text),
        None => (first_options(), Layout::default()),
    }
}

/// Keeps options and sizes for the next visit.
pub fn save(options: &Options, layout: &Layout) {
    if let Some(storage) = storage() {
        // A browser may refuse; then the choices last as long as the page.
        let _ = storage.set_item(KEY, &write(options, layout));
    }
}

fn storage() -> Option<web_sys::Storage> {
    gloo::utils::window().local_storage().ok().flatten()
}

fn first_options() -> Options {
    let system = gloo::utils::window()
        .navigator()
        .language()
        .unwrap_or_default();
    let language = if system.starts_with("vi") {
        Language::Vietnamese
    } else {
        Language::English
    };
    Options {
        language,
        ..Options::default()
    }
}

fn write(options: &Options, layout: &Layout) -> String {
    let theme = match options.theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let language = options.language.code();
    let mut text = format!("theme={theme}\nlanguage={language}\n");
    let switches = [
        ("thinking", options.show_thinking),
        ("tools", options.expand_tools),
        ("hidden", options.show_hidden),
        ("label-times", options.label_times),
    ];
    for (name, _) in switches.into_iter().filter(|(_, on)| *on) {
        text.push_str(name);
        text.push_str("=on\n");
    }
    for (name, border) in BORDERS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name}={}", layout.size(border));
    }
    text
}

const BORDERS: [(&str, Border); 3] = [
    ("tree-width", Border::Tree),
    ("sessions-height", Border::Sessions),
    ("inspector-width", Border::Inspector),
];

fn parse(text: &str) -> (Options, Layout) {
    let mut options = Options::default();
    let mut layout = Layout::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
        match (name, value) {
            ("theme", "light") => options.theme = Theme::Light,
            ("theme", "dark") => options.theme = Theme::Dark,
            ("language", "vi") => options.language = Language::Vietnamese,
            ("thinking", "on") => options.show_thinking = true,
            ("tools", "on") => options.expand_tools = true,
            ("hidden", "on") => options.show_hidden = true,
            ("label-times", "on") => options.label_times = true,
            _ => {
                let border = BORDERS.into_iter().find(|(known, _)| *known == name);
                if let (Some((_, border)), Ok(size)) = (border, value.parse()) {
                    layout.resize(border, size);
                }
            }
        }
    }
    (options, layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_survive_a_visit() {
        let options = Options {
            show_thinking: true,
            label_times: true,
            theme: Theme::Dark,
            language: Language::Vietnamese,
            ..Options::default()
        };
        let layout = Layout {
            tree: 400.0,
            sessions: 99.0,
            inspector: 301.0,
        };
        assert_eq!(parse(&write(&options, &layout)), (options, layout));
    }

    #[test]
    fn nonsense_is_a_first_visit() {
        let text = "theme=pink\ntree-width=NaN\nsessions-height=wide\n=\n\0";
        assert_eq!(parse(text), (Options::default(), Layout::default()));
    }

    #[test]
    fn sizes_stay_in_their_range() {
        let (_, layout) = parse("tree-width=1e9\nsessions-height=-5");
        assert_eq!(
            layout,
            Layout {
                tree: 900.0,
                sessions: 72.0,
                ..Layout::default()
            }
        );
    }
}
