//! JSON text laid out over lines, straight from the text: any depth, any size up to a limit, and every
//! number and escape as it is written. Text that is no JSON comes through in some shape, without harm.

/// Indentation stops growing here: deep data stays readable, and the layout stays linear.
const DEEPEST_INDENT: usize = 24;

/// JSON over lines, and whether it was cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pretty {
    pub text: String,
    pub is_cut: bool,
}

/// Lays out JSON, stopping after about `limit` bytes.
pub fn pretty(json: &str, limit: usize) -> Pretty {
    let bytes = json.as_bytes();
    let mut text = String::with_capacity(bytes.len().min(limit) + 64);
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() && text.len() < limit {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'"' => {
                let end = string_end(bytes, at);
                let shown = super::cut::floor_grapheme(json, end.min(at + limit));
                text.push_str(&json[at..shown]);
                at = end;
            }
            open @ (b'{' | b'[') => {
                text.push(open as char);
                at += 1;
                let next = at
                    + bytes[at..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_whitespace())
                        .count();
                if let Some(close @ (b'}' | b']')) = bytes.get(next) {
                    text.push(*close as char);
                    at = next + 1;
                } else {
                    depth += 1;
                    break_line(&mut text, depth);
                }
            }
            close @ (b'}' | b']') => {
                depth = depth.saturating_sub(1);
                break_line(&mut text, depth);
                text.push(close as char);
                at += 1;
            }
            b',' => {
                text.push(',');
                break_line(&mut text, depth);
                at += 1;
            }
            b':' => {
                text.push_str(": ");
                at += 1;
            }
            _ => {
                let end = at
                    + bytes[at..]
                        .iter()
                        .position(|byte| {
                            matches!(
                                byte,
                                b'"' | b','
                                    | b':'
                                    | b'{'
                                    | b'}'
                                    | b'['
                                    | b']'
                                    | b' '
                                    | b'\n'
                                    | b'\r'
                                    | b'\t'
                            )
                        })
                        .unwrap_or(bytes.len() - at);
                text.push_str(&json[at..end]);
                at = end;
            }
        }
    }
    Pretty {
        text,
        is_cut: at < bytes.len(),
    }
}

fn break_line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth.min(DEEPEST_INDENT) {
        text.push_str("  ");
    }
}

/// Index after the string that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(json: &str, expected: Expect) {
        expected.assert_eq(&pretty(json, 10_000).text);
    }

    #[test]
    fn laid_out() {
        check(
            r#"{"a":1e999,"b":[],"c":{ },"d":["x, {\"y\"}",{"e":null}] ,"\ud83d":-0}"#,
            expect![[r#"
                {
                  "a": 1e999,
                  "b": [],
                  "c": {},
                  "d": [
                    "x, {\"y\"}",
                    {
                      "e": null
                    }
                  ],
                  "\ud83d": -0
                }"#]],
        );
        check("  12 ", expect!["12"]);
    }

    #[test]
    fn broken_text_does_no_harm() {
        for json in ["", "\"", "\"\\", "]]]]", "{{{", "é,\u{1}", "{\"a\": tru"] {
            let _ = pretty(json, 100);
        }
    }

    #[test]
    fn long_text_is_cut() {
        let json = format!("[\"{}\",1]", "é".repeat(1000));
        let cut = pretty(&json, 99);
        assert!(cut.is_cut);
        assert!(cut.text.len() < 120);
    }

    #[test]
    fn depth_costs_nothing() {
        let json = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        let laid_out = pretty(&json, usize::MAX / 2);
        assert!(laid_out.text.len() < 200_000 * 110);
    }
}
