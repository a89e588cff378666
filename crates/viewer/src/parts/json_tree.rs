//! JSON as lines that fold. Only what stands open is read and drawn, in a loop and up to a number of
//! lines, so neither depth nor size can hold the page up.

use std::collections::HashMap;
use std::rc::Rc;

use pi_session::json::{Kind, Raw};
use yew::prelude::*;

use super::cut::floor_grapheme;
use super::visible_controls::{Strictness, shown};
use crate::words::Words;

/// Lines that are drawn at first, and how many more each time.
const PORTION: usize = 300;
/// Bytes of a string that stand on its line.
const PREVIEW: usize = 160;
/// Bytes of a string that are shown when it stands open.
const WHOLE: usize = 20_000;
/// Values stand open at first down to here.
const OPEN_DEPTH: usize = 2;
/// Indentation stops growing here.
const DEEPEST: usize = 12;

/// What the tree is made of.
#[derive(Properties, PartialEq)]
pub struct JsonTreeProps {
    /// The JSON. What is none gives no line.
    pub json: Rc<str>,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// A line of the tree.
struct Line {
    depth: usize,
    /// Where the value starts in the text: its name among the folds.
    at: usize,
    key: Option<String>,
    value: String,
    class: &'static str,
    /// Whether it stands open, if it can.
    fold: Option<bool>,
    /// A long string in full.
    whole: Option<String>,
}

/// A tree of JSON.
#[component]
pub fn JsonTree(props: &JsonTreeProps) -> Html {
    let words = &props.words.inspector;
    let folds = use_state(HashMap::<usize, bool>::new);
    let most = use_state(|| PORTION);
    {
        let (folds, most) = (folds.clone(), most.clone());
        use_effect_with(props.json.clone(), move |_| {
            folds.set(HashMap::new());
            most.set(PORTION);
        });
    }
    let (lines, is_cut) = lines(&props.json, &folds, *most, words.members);
    let toggle = |at: usize, is_open: bool| {
        let folds = folds.clone();
        Callback::from(move |_: MouseEvent| {
            let mut next = (*folds).clone();
            next.insert(at, !is_open);
            folds.set(next);
        })
    };
    let more = {
        let most = most.clone();
        Callback::from(move |_: MouseEvent| most.set(*most + PORTION))
    };
    html! {
        <div class="json-tree">
            <ul aria-label={words.raw_json}>
                { for lines.into_iter().map(|line| {
                    let indent = classes!("json-line", format!("json-depth-{}", line.depth.min(DEEPEST)));
                    let text = html! {
                        <>
                            if let Some(key) = &line.key {
                                <span class="json-key">{ shown(key, Strictness::Code) }</span>
                            }
                            <span class={line.class}>{ shown(&line.value, Strictness::Code) }</span>
                        </>
                    };
                    html! {
                        <li key={line.at} class={indent}>
                            if let Some(is_open) = line.fold {
                                <button type="button" class="plain json-fold" aria-expanded={is_open.to_string()} onclick={toggle(line.at, is_open)}>{ text }</button>
                            } else {
                                <span class="json-leaf">{ text }</span>
                            }
                            if let Some(whole) = line.whole {
                                <pre class="json-whole" tabindex="0">{ shown(&whole, Strictness::Code) }</pre>
                            }
                        </li>
                    }
                }) }
            </ul>
            if is_cut {
                <button type="button" onclick={more}>{ (words.show_more)(PORTION) }</button>
            }
        </div>
    }
}

/// The lines of what stands open, and whether there are more.
fn lines(
    json: &str,
    folds: &HashMap<usize, bool>,
    most: usize,
    members: fn(usize) -> String,
) -> (Vec<Line>, bool) {
    let mut lines = Vec::new();
    let Some(root) = Raw::parse(json.as_bytes()) else {
        return (lines, false);
    };
    // What is still to be drawn, the next on top.
    let mut waiting = vec![(0, None::<String>, root)];
    while let Some((depth, key, value)) = waiting.pop() {
        if lines.len() == most {
            return (lines, true);
        }
        let at = value.bytes().as_ptr().addr() - json.as_ptr().addr();
        let is_open = |default: bool| folds.get(&at).copied().unwrap_or(default);
        let mut line = Line {
            depth,
            at,
            key,
            value: String::new(),
            class: "json-word",
            fold: None,
            whole: None,
        };
        match value.kind() {
            Kind::Object | Kind::Array => {
                let is_open = is_open(depth < OPEN_DEPTH);
                let inner = children(value);
                let brackets = if value.kind() == Kind::Object {
                    ("{", "}")
                } else {
                    ("[", "]")
                };
                line.class = "json-fold-note";
                line.value = match (inner.len(), is_open) {
                    (0, _) => format!("{}{}", brackets.0, brackets.1),
                    (_, true) => brackets.0.to_owned(),
                    (number, false) => {
                        format!("{} {} {}", brackets.0, members(number), brackets.1)
                    }
                };
                line.fold = (!inner.is_empty()).then_some(is_open);
                if is_open {
                    let below = inner.into_iter().rev();
                    waiting.extend(below.map(|(key, value)| (depth + 1, Some(key), value)));
                }
            }
            Kind::String => {
                let source = value.text();
                line.class = "json-string";
                if source.len() > PREVIEW {
                    let is_open = is_open(false);
                    line.fold = Some(is_open);
                    line.value = format!("{}…", &source[..floor_grapheme(&source, PREVIEW)]);
                    if is_open {
                        let text = value.as_str().unwrap_or_default();
                        let end = floor_grapheme(&text, WHOLE.min(text.len()));
                        let more = if end < text.len() { "…" } else { "" };
                        line.whole = Some(format!("{}{more}", &text[..end]));
                    }
                } else {
                    line.value = source.into_owned();
                }
            }
            _ => line.value = value.text().into_owned(),
        }
        lines.push(line);
    }
    (lines, false)
}

fn children(value: Raw<'_>) -> Vec<(String, Raw<'_>)> {
    if value.kind() == Kind::Object {
        let named = value.members();
        named
            .map(|(key, value)| (key.into_owned(), value))
            .collect()
    } else {
        let items = value.items().enumerate();
        items.map(|(at, value)| (at.to_string(), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn drawn(json: &str, folds: &[(usize, bool)], most: usize) -> (String, bool) {
        let folds = folds.iter().copied().collect();
        let (lines, is_cut) = lines(json, &folds, most, |number| number.to_string());
        let text = lines.iter().map(|line| {
            let key = line.key.as_deref().unwrap_or_default();
            let fold = match line.fold {
                Some(true) => "▾",
                Some(false) => "▸",
                None => " ",
            };
            format!("{}{fold}{key} {}\n", "  ".repeat(line.depth), line.value)
        });
        (text.collect(), is_cut)
    }

    fn check(json: &str, folds: &[(usize, bool)], expected: Expect) {
        expected.assert_eq(&drawn(json, folds, 100).0);
    }

    #[test]
    fn what_stands_open_is_drawn() {
        let json = r#"{"a":{"b":[1,{"c":null}],"d":{}},"e":"x"}"#;
        check(
            json,
            &[],
            expect![[r#"
            ▾ {
              ▾a {
                ▸b [ 2 ]
                 d {}
               e "x"
        "#]],
        );
        check(
            json,
            &[(5, false)],
            expect![[r#"
            ▾ {
              ▸a { 2 }
               e "x"
        "#]],
        );
        check(
            json,
            &[(10, true)],
            expect![[r#"
            ▾ {
              ▾a {
                ▾b [
                   0 1
                  ▸1 { 1 }
                 d {}
               e "x"
        "#]],
        );
    }

    #[test]
    fn neither_size_nor_depth_matters() {
        let wide = format!("[{}1]", "1,".repeat(100_000));
        assert!(drawn(&wide, &[], 100).1);
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(drawn(&deep, &[], 100).0.lines().count(), 3);
        assert_eq!(drawn("{", &[], 100), (String::new(), false));
    }

    #[test]
    fn long_strings_fold() {
        let json = format!("\"{}\"", "é".repeat(1000));
        let (text, _) = drawn(&json, &[], 100);
        assert!(text.starts_with("▸ \"éé") && text.len() < 200);
    }
}
