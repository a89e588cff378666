//! Characters that act without being seen, made into something to see: control characters,
//! direction overrides, zero-width ones. What is an ordinary part of a script stays as it is.
//! Nothing here knows about escape sequences: those are `ansi`'s.

use std::borrow::Cow;

use yew::prelude::*;

/// How much of the invisible is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// Code, paths and names: every character that could make them look like something else.
    Code,
    /// Running text: marks and joiners that right-to-left and Indic scripts need pass.
    Prose,
}

/// A stretch of text as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Run<'a> {
    /// Text that is what it looks like.
    Plain(&'a str),
    /// One invisible character, as the glyphs that stand for it.
    Control { glyphs: String, character: char },
}

/// Splits `text` where something invisible stands. One pass; text without any gives one run.
pub fn runs(text: &str, strictness: Strictness) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut plain_from = 0;
    let mut before = None;
    // Flags of regions are a black flag followed by tag characters.
    let mut is_in_flag = false;
    for (at, character) in text.char_indices() {
        is_in_flag = character == '\u{1f3f4}' || is_in_flag && is_tag(character);
        if is_tag(character) && !is_in_flag || is_hidden(character, before, strictness) {
            if plain_from < at {
                runs.push(Run::Plain(&text[plain_from..at]));
            }
            runs.push(Run::Control {
                glyphs: glyphs(character),
                character,
            });
            plain_from = at + character.len_utf8();
        }
        before = Some(character);
    }
    if plain_from < text.len() {
        runs.push(Run::Plain(&text[plain_from..]));
    }
    runs
}

/// The text with glyphs in place of what is invisible: for names, attributes and the clipboard.
pub fn visible(text: &str, strictness: Strictness) -> Cow<'_, str> {
    if text
        .bytes()
        .all(|byte| (0x20..0x7f).contains(&byte) || byte == b'\n' || byte == b'\t')
    {
        return Cow::Borrowed(text);
    }
    let runs = runs(text, strictness);
    if let [Run::Plain(_)] | [] = runs[..] {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for run in runs {
        match run {
            Run::Plain(plain) => out.push_str(plain),
            Run::Control { glyphs, .. } => out.push_str(&glyphs),
        }
    }
    Cow::Owned(out)
}

/// The text as nodes: plain text, and a marked span for every invisible character.
pub fn shown(text: &str, strictness: Strictness) -> Html {
    let plain = |text: &str| Html::from(text.to_owned());
    match runs(text, strictness).as_slice() {
        [] => Html::default(),
        [Run::Plain(text)] => plain(text),
        runs => runs
            .iter()
            .map(|run| match run {
                Run::Plain(text) => plain(text),
                Run::Control { glyphs, character } => html! {
                    <span class="control-character" title={code_point(*character)}>{ glyphs.clone() }</span>
                },
            })
            .collect(),
    }
}

fn is_hidden(character: char, before: Option<char>, strictness: Strictness) -> bool {
    match character {
        '\n' | '\t' => false,
        // Controls; and embeddings and overrides, which reorder what follows.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' => true,
        _ if strictness == Strictness::Prose => false,
        // Isolates and marks of direction, what has no width, separators, and fillers.
        '\u{2066}'..='\u{2069}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{180e}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{ffa0}' => true,
        // Joiners belong between letters that join and inside emoji, never after ASCII.
        '\u{200c}' | '\u{200d}' => before.is_none_or(|before| before.is_ascii()),
        _ => false,
    }
}

/// Tags spell out text that nobody sees.
fn is_tag(character: char) -> bool {
    ('\u{e0000}'..='\u{e007f}').contains(&character)
}

fn glyphs(character: char) -> String {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + character as u32)
            .map_or_else(|| code_point(character), String::from),
        '\u{7f}' => "\u{2421}".to_owned(),
        _ => format!("[{}]", code_point(character)),
    }
}

fn code_point(character: char) -> String {
    format!("U+{:04X}", character as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, strictness: Strictness, expected: Expect) {
        expected.assert_eq(&visible(text, strictness));
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        for text in [
            "",
            "fn main() {}\n\tok",
            "Tiếng Việt",
            "日本語",
            "👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
            "می‌خواهم",
            "क्‍ष",
        ] {
            assert_eq!(visible(text, Strictness::Code), text);
            assert!(matches!(visible(text, Strictness::Code), Cow::Borrowed(_)));
        }
    }

    #[test]
    fn controls_become_pictures() {
        check(
            "a\0b\u{7}c\u{1b}[31m\r\n\u{7f}\u{85}",
            Strictness::Prose,
            expect!["a␀b␇c␛[31m␍\n␡[U+0085]"],
        );
    }

    #[test]
    fn overrides_are_shown_everywhere() {
        check(
            "invoice\u{202e}fdp.exe",
            Strictness::Prose,
            expect!["invoice[U+202E]fdp.exe"],
        );
        check(
            "\u{2067}a\u{2069}",
            Strictness::Code,
            expect!["[U+2067]a[U+2069]"],
        );
        check(
            "\u{2067}a\u{2069}",
            Strictness::Prose,
            expect!["\u{2067}a\u{2069}"],
        );
    }

    #[test]
    fn zero_width_is_shown_in_code() {
        check(
            "pass\u{200b}word ad\u{ad}min x\u{200d}y \u{feff}",
            Strictness::Code,
            expect!["pass[U+200B]word ad[U+00AD]min x[U+200D]y [U+FEFF]"],
        );
    }

    #[test]
    fn tags_that_spell_text_are_shown() {
        check(
            "hi\u{e0041}\u{e0042}",
            Strictness::Prose,
            expect!["hi[U+E0041][U+E0042]"],
        );
    }

    #[test]
    fn runs_keep_their_place() {
        assert_eq!(
            runs("a\u{1b}b", Strictness::Code),
            [
                Run::Plain("a"),
                Run::Control {
                    glyphs: "␛".to_owned(),
                    character: '\u{1b}'
                },
                Run::Plain("b")
            ]
        );
    }
}
