//! `JSON.stringify(JSON.parse(text))`: how JavaScript orders keys and writes numbers.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Kind, Raw, Tape, string::requote_into};

enum Step {
    Value(usize),
    Close(&'static str),
    Comma,
    Key(usize),
}

/// Iterative: a stack of what is still to be written.
pub(super) fn stringify_into(value: Raw<'_>, out: &mut String) {
    let tape = Tape::new(value);
    let mut steps = vec![Step::Value(0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Comma => out.push(','),
            Step::Close(bracket) => out.push_str(bracket),
            Step::Key(node) => {
                requote_into(tape.raw(node).string_source().unwrap_or_default(), out);
                out.push(':');
            }
            Step::Value(node) => match tape.node(node).kind {
                Kind::Array => {
                    out.push('[');
                    steps.push(Step::Close("]"));
                    let first = steps.len();
                    for (position, item) in tape.children(node).enumerate() {
                        if position > 0 {
                            steps.push(Step::Comma);
                        }
                        steps.push(Step::Value(item));
                    }
                    steps[first..].reverse();
                }
                Kind::Object => {
                    out.push('{');
                    steps.push(Step::Close("}"));
                    let first = steps.len();
                    for (position, (key, item)) in members(&tape, node).into_iter().enumerate() {
                        if position > 0 {
                            steps.push(Step::Comma);
                        }
                        steps.push(Step::Key(key));
                        steps.push(Step::Value(item));
                    }
                    steps[first..].reverse();
                }
                Kind::String => {
                    requote_into(tape.raw(node).string_source().unwrap_or_default(), out);
                }
                Kind::Number => {
                    out.push_str(&number_text(tape.raw(node).as_f64().unwrap_or(f64::NAN)));
                }
                Kind::Null | Kind::Bool => out.push_str(&tape.raw(node).text()),
            },
        }
    }
}

/// A number as JavaScript prints it; `null` where JSON has no word for it.
pub(crate) fn number_text(number: f64) -> String {
    if number.is_finite() {
        ryu_js::Buffer::new().format_finite(number).to_owned()
    } else {
        "null".to_owned()
    }
}

/// An object's members in JavaScript's order: array indices ascending, then as first written.
pub(super) fn members(tape: &Tape<'_>, object: usize) -> Vec<(usize, usize)> {
    let mut ordered: Vec<(usize, usize)> = Vec::new();
    let mut indices: Vec<(u32, usize)> = Vec::new();
    let mut seen: HashMap<_, usize, FxBuildHasher> = HashMap::default();
    let mut children = tape.children(object);
    while let (Some(key), Some(value)) = (children.next(), children.next()) {
        let name = tape.raw(key).as_str().unwrap_or_default();
        let index = array_index(&name);
        match seen.entry(name) {
            hashbrown::hash_map::Entry::Occupied(place) => ordered[*place.get()].1 = value,
            hashbrown::hash_map::Entry::Vacant(place) => {
                place.insert(ordered.len());
                if let Some(index) = index {
                    indices.push((index, ordered.len()));
                }
                ordered.push((key, value));
            }
        }
    }
    if indices.is_empty() {
        return ordered;
    }
    indices.sort_unstable();
    let mut is_index = vec![false; ordered.len()];
    let mut result: Vec<(usize, usize)> = Vec::with_capacity(ordered.len());
    for &(_, place) in &indices {
        is_index[place] = true;
        result.push(ordered[place]);
    }
    result.extend(
        ordered
            .iter()
            .zip(&is_index)
            .filter(|(_, is_index)| !**is_index)
            .map(|(member, _)| *member),
    );
    result
}

/// A key that JavaScript orders as an integer: the canonical digits of 0 to 2^32 - 2.
fn array_index(key: &str) -> Option<u32> {
    let canonical = matches!(key.as_bytes(), [b'0'] | [b'1'..=b'9', ..])
        && key.len() <= 10
        && key.bytes().all(|byte| byte.is_ascii_digit());
    if !canonical {
        return None;
    }
    key.parse().ok().filter(|&index| index != u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_javascript_writes() {
        // Right-hand sides printed by JSON.stringify(JSON.parse(…)) in Node.
        for (text, expected) in [
            (
                r#" { "b" : 1, "10": 2, "2": 3, "a": 4, "01": 5 } "#,
                r#"{"2":3,"10":2,"b":1,"a":4,"01":5}"#,
            ),
            (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#),
            (
                r#"{"4294967295":1,"4294967294":2}"#,
                r#"{"4294967294":2,"4294967295":1}"#,
            ),
            (
                "[-0,1e21,1e-7,123456789012345680000,1e999,-1e999,0.1,100]",
                "[0,1e+21,1e-7,123456789012345680000,null,null,0.1,100]",
            ),
            ("[9007199254740993]", "[9007199254740992]"),
            (
                r#""\ud83d\ude00\ud83dA\u001f\u2028/""#,
                "\"😀\\ud83dA\\u001f\u{2028}/\"",
            ),
            (
                r#"[[],{},[{"a":[]}],null,true]"#,
                r#"[[],{},[{"a":[]}],null,true]"#,
            ),
        ] {
            let value = Raw::parse(text.as_bytes()).expect("valid JSON");
            assert_eq!(value.stringify(), expected, "{text}");
        }
    }

    #[test]
    fn any_depth_is_linear() {
        let depth = 200_000;
        let text = "[".repeat(depth) + &"]".repeat(depth);
        let value = Raw::parse(text.as_bytes()).expect("valid JSON");
        assert_eq!(value.stringify(), text);
    }
}
