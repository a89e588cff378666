//! Line differences: reckoned from two texts, or read from the two forms in which Pi keeps them.
//! Gives plain data; how it is drawn is the edit renderer's.

use imara_diff::{Algorithm, Diff, InternedInput};

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Kept,
    Added,
    Removed,
    /// Lines that are not shown stand here.
    Gap,
}

/// A line of a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub change: Change,
    /// Its number in the file it belongs to, where that is known.
    pub number: Option<u32>,
    pub text: String,
}

/// Lines kept around every change.
const CONTEXT: usize = 3;

/// The difference between two texts, with some lines of context. Line numbers count from 1 in the
/// texts themselves, so give them only where a text is a whole file.
pub fn between(before: &str, after: &str, numbered: bool) -> Vec<Line> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let before_lines: Vec<&str> = before.split_inclusive('\n').collect();
    let after_lines: Vec<&str> = after.split_inclusive('\n').collect();
    let line = |change, at: usize, text: &str| Line {
        change,
        number: numbered.then(|| u32::try_from(at + 1).unwrap_or(u32::MAX)),
        text: without_break(text).to_owned(),
    };

    let mut out = Vec::new();
    // The next line of each side that is not yet out.
    let (mut old, mut new) = (0usize, 0usize);
    for hunk in diff.hunks() {
        let (removed, added) = (as_usize(&hunk.before), as_usize(&hunk.after));
        let kept = added.start - new;
        let lead = if old == 0 && new == 0 { 0 } else { CONTEXT };
        if kept > lead + CONTEXT {
            out.extend((new..new + lead).map(|at| line(Change::Kept, at, after_lines[at])));
            out.push(gap());
            new = added.start - CONTEXT;
        }
        out.extend((new..added.start).map(|at| line(Change::Kept, at, after_lines[at])));
        out.extend(
            removed
                .clone()
                .map(|at| line(Change::Removed, at, before_lines[at])),
        );
        out.extend(
            added
                .clone()
                .map(|at| line(Change::Added, at, after_lines[at])),
        );
        (old, new) = (removed.end, added.end);
    }
    let rest = after_lines.len() - new;
    out.extend((new..new + rest.min(CONTEXT)).map(|at| line(Change::Kept, at, after_lines[at])));
    if rest > CONTEXT {
        out.push(gap());
    }
    out
}

fn as_usize(range: &std::ops::Range<u32>) -> std::ops::Range<usize> {
    range.start as usize..range.end as usize
}

/// Stands for lines that are not shown.
pub fn gap() -> Line {
    Line {
        change: Change::Gap,
        number: None,
        text: String::new(),
    }
}

fn without_break(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Reads a unified patch; `None` if the text is none.
pub fn of_patch(patch: &str) -> Option<Vec<Line>> {
    let mut out = Vec::new();
    let mut numbers: Option<(u32, u32)> = None;
    for line in patch.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(header) = line.strip_prefix("@@ ") {
            if numbers.is_some() {
                out.push(gap());
            }
            numbers = Some(hunk_header(header)?);
            continue;
        }
        let Some((old, new)) = &mut numbers else {
            continue;
        };
        let (change, number) = match line.as_bytes().first() {
            Some(b'+') => (Change::Added, next(new)),
            Some(b'-') => (Change::Removed, next(old)),
            Some(b' ') => {
                next(old);
                (Change::Kept, next(new))
            }
            _ => continue,
        };
        out.push(Line {
            change,
            number: Some(number),
            text: line[1..].to_owned(),
        });
    }
    (!out.is_empty()).then_some(out)
}

fn next(number: &mut u32) -> u32 {
    let this = *number;
    *number = number.saturating_add(1);
    this
}

/// `-12,3 +12,4 @@ …`
fn hunk_header(header: &str) -> Option<(u32, u32)> {
    let mut parts = header.split(' ');
    let mut start = |sign: char| -> Option<u32> {
        let part = parts.next()?.strip_prefix(sign)?;
        part.split(',').next()?.parse().ok()
    };
    Some((start('-')?, start('+')?))
}

/// Reads the form that Pi keeps for its screen: a sign, a padded line number, a space, the line.
/// `None` if any line is of another form.
pub fn of_display(display: &str) -> Option<Vec<Line>> {
    let mut out = Vec::new();
    for line in display.split('\n') {
        if line.is_empty() {
            continue;
        }
        let change = match line.as_bytes()[0] {
            b'+' => Change::Added,
            b'-' => Change::Removed,
            b' ' => Change::Kept,
            _ => return None,
        };
        let rest = line[1..].trim_start_matches(' ');
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            if rest.trim_end() != "..." {
                return None;
            }
            out.push(gap());
            continue;
        }
        let text = &rest[digits..];
        out.push(Line {
            change,
            number: rest[..digits].parse().ok(),
            text: without_break(text.strip_prefix(' ').unwrap_or(text)).to_owned(),
        });
    }
    (!out.is_empty()).then_some(out)
}

/// Lines added and removed.
pub fn counts(lines: &[Line]) -> (usize, usize) {
    let count = |change| lines.iter().filter(|line| line.change == change).count();
    (count(Change::Added), count(Change::Removed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(lines: &[Line], expected: Expect) {
        let shown: String = lines
            .iter()
            .map(|line| {
                let sign = match line.change {
                    Change::Kept => ' ',
                    Change::Added => '+',
                    Change::Removed => '-',
                    Change::Gap => '~',
                };
                let number = line
                    .number
                    .map_or(String::new(), |number| number.to_string());
                format!("{sign}{number:>3} {}\n", line.text)
            })
            .collect();
        expected.assert_eq(&shown);
    }

    #[test]
    fn one_line_of_three() {
        check(
            &between("a\nb\nc\n", "a\nB\nc\n", true),
            expect![[r#"
                   1 a
                -  2 b
                +  2 B
                   3 c
            "#]],
        );
    }

    #[test]
    fn far_lines_are_left_out() {
        let before: String = (1..=30).map(|n| format!("{n}\n")).collect();
        let after = before
            .replace("\n10\n", "\nten\n")
            .replace("\n25\n", "\n25\nmore\n");
        check(
            &between(&before, &after, true),
            expect![[r#"
                ~    
                   7 7
                   8 8
                   9 9
                - 10 10
                + 10 ten
                  11 11
                  12 12
                  13 13
                ~    
                  23 23
                  24 24
                  25 25
                + 26 more
                  27 26
                  28 27
                  29 28
                ~    
            "#]],
        );
    }

    #[test]
    fn edges() {
        check(&between("", "", true), expect![""]);
        check(
            &between("", "new\nfile", false),
            expect![[r#"
                +    new
                +    file
            "#]],
        );
        check(
            &between("gone\r\n", "", false),
            expect![[r#"
                -    gone
            "#]],
        );
        check(
            &between("a", "a\n", false),
            expect![[r#"
                -    a
                +    a
            "#]],
        );
    }

    #[test]
    fn a_unified_patch() {
        let patch = "--- a/x\n+++ b/x\n@@ -4,3 +4,3 @@ fn\n a\n-b\n+B\n c\n@@ -20 +20,2 @@\n+z\n\\ No newline at end of file\n";
        check(
            &of_patch(patch).unwrap(),
            expect![[r#"
                   4 a
                -  5 b
                +  5 B
                   6 c
                ~    
                + 20 z
            "#]],
        );
        assert_eq!(of_patch("hello"), None);
        assert_eq!(of_patch("@@ nonsense"), None);
    }

    #[test]
    fn the_display_form() {
        check(
            &of_display("     ...\n  46 \t}\n  47 \n- 50 \tcase 1\n+ 50 \tcase 2\n     ...")
                .unwrap(),
            expect![[r#"
                ~    
                  46 	}
                  47 
                - 50 	case 1
                + 50 	case 2
                ~    
            "#]],
        );
        assert_eq!(of_display("plain words"), None);
        assert_eq!(of_display(""), None);
    }

    #[test]
    fn unlike_texts_stay_cheap() {
        let before: String = (0..20_000).map(|n| format!("a{n}\n")).collect();
        let after: String = (0..20_000).map(|n| format!("b{n}\n")).collect();
        assert_eq!(counts(&between(&before, &after, false)), (20_000, 20_000));
    }
}
