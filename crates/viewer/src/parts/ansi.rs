//! What a terminal printed, as lines of styled text: colours and weights are kept, every other
//! escape sequence is dropped, and a line that overwrote itself shows its last state.
//! No screen is emulated: cursor moves between lines do nothing.

use yew::AttrValue;

use super::styled::Styled;

/// One of the sixteen colours of a theme; richer ones are brought to the nearest.
pub type Colour = u8;

/// How a stretch of terminal text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // SGR has just these independent switches.
pub struct Style {
    pub foreground: Option<Colour>,
    pub background: Option<Colour>,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underline: bool,
    pub inverse: bool,
    pub strike: bool,
}

impl Style {
    /// Class names for this look; empty for plain text.
    pub fn classes(self) -> String {
        let (mut foreground, mut background) = (self.foreground, self.background);
        if self.inverse {
            std::mem::swap(&mut foreground, &mut background);
        }
        let mut names = Vec::new();
        if let Some(colour) = foreground {
            names.push(format!("ansi-{colour}"));
        }
        if let Some(colour) = background {
            names.push(format!("ansi-on-{colour}"));
        }
        for (is_on, name) in [
            (
                self.inverse && foreground.is_none() && background.is_none(),
                "ansi-inverse",
            ),
            (self.bold, "ansi-bold"),
            (self.dim, "ansi-dim"),
            (self.italic, "ansi-italic"),
            (self.underline, "ansi-underline"),
            (self.strike, "ansi-strike"),
        ] {
            if is_on {
                names.push(name.to_owned());
            }
        }
        names.join(" ")
    }
}

/// A stretch of text of one look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub style: Style,
}

/// Reads terminal output. The result holds its line breaks and has no two neighbours of one look.
pub fn spans(text: &str) -> Vec<Span> {
    let mut reader = Reader::default();
    reader.read(text);
    reader.finish()
}

/// Terminal output as text with classes.
pub fn styled(text: &AttrValue) -> Styled {
    if !text
        .bytes()
        .any(|byte| matches!(byte, 0x1b | b'\r' | 8 | 0xc2))
    {
        return Styled::plain(text.clone());
    }
    let mut whole = String::with_capacity(text.len());
    let mut classes = Vec::new();
    for span in spans(text) {
        let start = whole.len();
        whole.push_str(&span.text);
        let class = span.style.classes();
        if !class.is_empty() {
            classes.push((start..whole.len(), class.into()));
        }
    }
    Styled {
        text: AttrValue::from(whole),
        spans: classes,
    }
}

/// The text alone, for the clipboard.
pub fn plain(text: &str) -> String {
    spans(text).into_iter().map(|span| span.text).collect()
}

#[derive(Default)]
struct Reader {
    done: Vec<Span>,
    line: Vec<Span>,
    style: Style,
    /// A carriage return was seen: the next character starts the line anew.
    is_returning: bool,
}

impl Reader {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) =
            rest.find(['\u{1b}', '\u{9b}', '\u{9d}', '\u{90}', '\r', '\n', '\u{8}'])
        {
            self.print(&rest[..at]);
            rest = &rest[at..];
            rest = match rest.as_bytes()[0] {
                b'\n' => {
                    self.end_line();
                    &rest[1..]
                }
                b'\r' => {
                    self.is_returning = true;
                    &rest[1..]
                }
                8 => {
                    self.backspace();
                    &rest[1..]
                }
                _ => self.escape(rest),
            };
        }
        self.print(rest);
    }

    fn print(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.is_returning) {
            self.line.clear();
        }
        push(&mut self.line, text, self.style);
    }

    fn end_line(&mut self) {
        self.is_returning = false;
        for span in self.line.drain(..) {
            push(&mut self.done, &span.text, span.style);
        }
        push(&mut self.done, "\n", self.style);
    }

    fn backspace(&mut self) {
        if let Some(last) = self.line.last_mut() {
            last.text.pop();
            if last.text.is_empty() {
                self.line.pop();
            }
        }
    }

    /// Reads the sequence at the start of `rest` and gives what follows it. One that never ends is
    /// shown as it stands, its first character as a glyph.
    fn escape<'a>(&mut self, rest: &'a str) -> &'a str {
        let Some(sequence) = Sequence::read(rest) else {
            let introducer = rest.chars().next().map_or(0, char::len_utf8);
            self.print(&rest[..introducer]);
            return &rest[introducer..];
        };
        match sequence.kind {
            SequenceKind::Style(parameters) => apply(&mut self.style, parameters),
            // Erasing the line after a return is how a progress bar clears itself.
            SequenceKind::EraseLine => {
                if self.is_returning {
                    self.line.clear();
                }
            }
            SequenceKind::Other => {}
        }
        &rest[sequence.len..]
    }

    fn finish(mut self) -> Vec<Span> {
        for span in self.line.drain(..) {
            push(&mut self.done, &span.text, span.style);
        }
        self.done
    }
}

fn push(spans: &mut Vec<Span>, text: &str, style: Style) {
    match spans.last_mut() {
        // A line break looks the same in every style: it joins what stands before.
        Some(last) if last.style == style || text == "\n" => last.text.push_str(text),
        _ => spans.push(Span {
            text: text.to_owned(),
            style,
        }),
    }
}

struct Sequence<'a> {
    len: usize,
    kind: SequenceKind<'a>,
}

enum SequenceKind<'a> {
    Style(&'a str),
    EraseLine,
    Other,
}

impl<'a> Sequence<'a> {
    /// Control strings longer than this, or over a line break, are taken for an accident.
    const LONGEST: usize = 4096;

    fn read(text: &'a str) -> Option<Self> {
        let other = |len| Sequence {
            len,
            kind: SequenceKind::Other,
        };
        let bytes = text.as_bytes();
        match (bytes[0], *bytes.get(1)?) {
            (0x1b, b'[') | (0xc2, 0x9b) => Self::control(text),
            (0x1b, b']' | b'P' | b'X' | b'^' | b'_') | (0xc2, 0x9d | 0x90) => {
                Self::string_end(bytes).map(other)
            }
            // A character set or another two- or three-byte sequence.
            (0x1b, 0x20..=0x2f) => {
                let len = bytes[1..]
                    .iter()
                    .take(4)
                    .position(|byte| (0x30..0x7f).contains(byte))?;
                Some(other(len + 2))
            }
            (0x1b, 0x30..=0x7e) => Some(other(2)),
            _ => None,
        }
    }

    fn control(text: &'a str) -> Option<Self> {
        let body = &text.as_bytes()[2..];
        let limit = body.len().min(Self::LONGEST);
        let parameters = body[..limit]
            .iter()
            .position(|byte| !(0x30..=0x3f).contains(byte))?;
        let end = parameters
            + body[parameters..limit]
                .iter()
                .position(|byte| !(0x20..=0x2f).contains(byte))?;
        let kind = match body[end] {
            b'm' if end == parameters => SequenceKind::Style(&text[2..2 + end]),
            b'K' => SequenceKind::EraseLine,
            0x40..=0x7e => SequenceKind::Other,
            _ => return None,
        };
        Some(Sequence {
            len: 2 + end + 1,
            kind,
        })
    }

    /// Length of an operating-system command or its like, up to BEL or the string terminator.
    fn string_end(bytes: &[u8]) -> Option<usize> {
        let limit = bytes.len().min(Self::LONGEST);
        for at in 2..limit {
            match bytes[at] {
                7 => return Some(at + 1),
                0x1b if bytes.get(at + 1) == Some(&b'\\') => return Some(at + 2),
                0x9c if bytes[at - 1] == 0xc2 => return Some(at + 1),
                // Another sequence breaks this one off, as terminals have it.
                b'\n' | 0x1b => return None,
                0x90 | 0x9b | 0x9d if bytes[at - 1] == 0xc2 => return None,
                _ => {}
            }
        }
        None
    }
}

/// Applies the parameters of a "select graphic rendition" sequence.
fn apply(style: &mut Style, parameters: &str) {
    let mut groups = parameters.split(';');
    while let Some(group) = groups.next() {
        let (code, rest) = match group.split_once(':') {
            Some((code, rest)) => (code, Some(rest)),
            None => (group, None),
        };
        match number(code) {
            0 => *style = Style::default(),
            1 => style.bold = true,
            2 => style.dim = true,
            3 => style.italic = true,
            4 => style.underline = rest != Some("0"),
            7 => style.inverse = true,
            9 => style.strike = true,
            21 => style.underline = true,
            22 => (style.bold, style.dim) = (false, false),
            23 => style.italic = false,
            24 => style.underline = false,
            27 => style.inverse = false,
            29 => style.strike = false,
            code @ 30..=37 => style.foreground = Some(low(code - 30)),
            code @ 90..=97 => style.foreground = Some(low(code - 90 + 8)),
            code @ 40..=47 => style.background = Some(low(code - 40)),
            code @ 100..=107 => style.background = Some(low(code - 100 + 8)),
            39 => style.foreground = None,
            49 => style.background = None,
            code @ (38 | 48) => {
                let colour = match rest {
                    Some(rest) => extended_with_colons(rest),
                    None => extended(&mut groups),
                };
                if let Some(colour) = colour {
                    if code == 38 {
                        style.foreground = Some(colour);
                    } else {
                        style.background = Some(colour);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Missing and unreadable numbers count as 0, as terminals have it.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}

fn low(value: u32) -> u8 {
    u8::try_from(value.min(255)).unwrap_or(u8::MAX)
}

fn extended<'a>(groups: &mut impl Iterator<Item = &'a str>) -> Option<Colour> {
    let mut next = || groups.next().map(number);
    match next()? {
        5 => Some(of_palette(low(next()?))),
        2 => {
            let (red, green, blue) = (next()?, next()?, next()?);
            Some(nearest([low(red), low(green), low(blue)]))
        }
        _ => None,
    }
}

fn extended_with_colons(rest: &str) -> Option<Colour> {
    let parts: Vec<u32> = rest.split(':').map(number).collect();
    match parts[..] {
        [5, index, ..] => Some(of_palette(low(index))),
        // With a colour space, and without.
        [2, _, red, green, blue, ..] | [2, red, green, blue] => {
            Some(nearest([low(red), low(green), low(blue)]))
        }
        _ => None,
    }
}

/// The 256-colour palette: sixteen, a cube of six, twenty-four greys.
fn of_palette(index: u8) -> Colour {
    match index {
        0..=15 => index,
        16..=231 => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let cube = index - 16;
            nearest([level(cube / 36), level(cube / 6 % 6), level(cube % 6)])
        }
        232..=255 => nearest([8 + 10 * (index - 232); 3]),
    }
}

fn nearest(rgb: [u8; 3]) -> Colour {
    const PALETTE: [[u8; 3]; 16] = [
        [0, 0, 0],
        [170, 0, 0],
        [0, 170, 0],
        [170, 110, 0],
        [30, 60, 200],
        [170, 0, 170],
        [0, 160, 170],
        [190, 190, 190],
        [100, 100, 100],
        [255, 85, 85],
        [85, 235, 85],
        [255, 235, 85],
        [95, 135, 255],
        [255, 95, 255],
        [85, 235, 255],
        [255, 255, 255],
    ];
    let distance = |colour: &[u8; 3]| -> u32 {
        colour
            .iter()
            .zip(rgb)
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    };
    (0u8..)
        .zip(&PALETTE)
        .min_by_key(|(_, colour)| distance(colour))
        .map_or(7, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let shown: String = spans(text)
            .iter()
            .map(|span| format!("{:?} {}\n", span.text, span.style.classes()))
            .collect();
        expected.assert_eq(&shown);
    }

    #[test]
    fn sixteen_colours_and_weights() {
        check(
            "a\u{1b}[31mred\u{1b}[1;92;44mx\u{1b}[22;39my\u{1b}[0mz",
            expect![[r#"
                "a" 
                "red" ansi-1
                "x" ansi-10 ansi-on-4 ansi-bold
                "y" ansi-on-4
                "z" 
            "#]],
        );
    }

    #[test]
    fn richer_colours_come_to_the_nearest() {
        check(
            "\u{1b}[38;5;196ma\u{1b}[38;2;10;200;10mb\u{1b}[38:2::250:250:250mc\u{1b}[48;5;240md\u{1b}[38:5:3me",
            expect![[r#"
                "a" ansi-1
                "b" ansi-2
                "c" ansi-15
                "d" ansi-15 ansi-on-8
                "e" ansi-3 ansi-on-8
            "#]],
        );
    }

    #[test]
    fn inverse_swaps() {
        check(
            "\u{1b}[7mplain\u{1b}[31mred",
            expect![[r#"
                "plain" ansi-inverse
                "red" ansi-on-1
            "#]],
        );
    }

    #[test]
    fn a_progress_bar_shows_its_last_state() {
        check(
            "10%\r50%\r\u{1b}[K100%\r\nnext\n",
            expect![[r#"
            "100%\nnext\n" 
        "#]],
        );
        check("spin |\rspin /\r\u{1b}[K", expect![""]);
        check(
            "typo\u{8}\u{8}\u{8}xt",
            expect![[r#"
            "txt" 
        "#]],
        );
    }

    #[test]
    fn other_sequences_leave_no_trace() {
        check(
            "\u{1b}[2J\u{1b}[10;3Ha\u{1b}]8;;https://evil.example\u{7}link\u{1b}]8;;\u{1b}\\b\u{1b}(Bc\u{1b}7\u{1b}[?25ld\u{1b}P1$r\u{1b}\\e",
            expect![[r#"
                "alinkbcde" 
            "#]],
        );
    }

    #[test]
    fn what_never_ends_is_shown() {
        check(
            "a\u{1b}]0;title\nb",
            expect![[r#"
            "a\u{1b}]0;title\nb" 
        "#]],
        );
        check(
            "\u{1b}",
            expect![[r#"
            "\u{1b}" 
        "#]],
        );
        check(
            "\u{1b}[31",
            expect![[r#"
            "\u{1b}[31" 
        "#]],
        );
        check(
            "\u{1b}é",
            expect![[r#"
            "\u{1b}é" 
        "#]],
        );
    }

    #[test]
    fn the_rest_stays_for_glyphs() {
        assert_eq!(plain("bell\u{7}"), "bell\u{7}");
        assert_eq!(styled(&AttrValue::from("bell\u{7}")).text, "bell\u{7}");
    }

    #[test]
    fn a_heap_of_unfinished_strings_stays_cheap() {
        let text = "\u{1b}]".repeat(100_000);
        assert_eq!(plain(&text).len(), text.len());
    }
}
