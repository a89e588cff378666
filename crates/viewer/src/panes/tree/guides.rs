//! The lines of a row that lead to its ancestors, as one SVG path. Pure text; no element is known here.

use std::fmt::Write;

use pi_session::Row;

/// Width of one step of indentation, in pixels.
const STEP: u32 = 16;

/// Where the line of a step runs; the dot of an ancestor at that step lies above it.
const MIDDLE: f32 = 8.5;

/// Height of a row, in pixels.
pub const ROW_HEIGHT: u32 = 24;

/// Steps that are drawn at most: text has to have room. What lies deeper stands at the last one.
const MOST_STEPS: u32 = 14;

/// The lines of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guides {
    /// Width of the drawing.
    pub width: u32,
    /// The path; empty if no line is drawn.
    pub path: String,
    /// Steps of indentation that had no room.
    pub deeper: u32,
}

impl Guides {
    /// The lines of a row; `passing` has a bit for each step at which a line passes by, the last one for all
    /// steps beyond.
    pub fn of(row: &Row, passing: u32) -> Self {
        let steps = row.drawn_indent.min(MOST_STEPS);
        let connects = row.show_connector && !row.is_virtual_root_child && steps > 0;
        let connector = connects.then(|| steps - 1);
        // What has no room of its own runs at the last step.
        let beyond = passing >> MOST_STEPS != 0;
        let passing = passing | u32::from(beyond) << (MOST_STEPS - 1);

        let mut path = String::new();
        for step in 0..MOST_STEPS {
            let passes = passing & 1 << step != 0;
            let is_connector = connector == Some(step);
            if !passes && !is_connector {
                continue;
            }
            #[allow(clippy::cast_precision_loss, reason = "at most 14 steps")]
            let x = (step * STEP) as f32 + MIDDLE;
            let middle = ROW_HEIGHT / 2;
            let end = if passes || !row.is_last {
                ROW_HEIGHT
            } else {
                middle
            };
            // Writing to a string never fails.
            let _ = write!(path, "M{x} 0V{end}");
            if is_connector {
                let _ = write!(path, "M{x} {middle}.5h8");
            }
        }
        Self {
            width: steps * STEP,
            path,
            deeper: row.drawn_indent - steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use pi_session::{EntryIndex, RowKind};

    use super::*;

    fn row(drawn_indent: u32, show_connector: bool, is_last: bool) -> Row {
        Row {
            entry: EntryIndex::new(0),
            indent: drawn_indent,
            drawn_indent,
            show_connector,
            is_last,
            is_virtual_root_child: false,
            gutters: Vec::new(),
            on_active_path: false,
            foldable: false,
            folded: false,
            label: None,
            text: String::new(),
            kind: RowKind::User,
            who_len: 0,
        }
    }

    #[test]
    fn a_chain_has_no_lines() {
        let guides = Guides::of(&row(0, false, true), 0);
        assert_eq!((guides.width, guides.path.as_str()), (0, ""));
    }

    #[test]
    fn a_sibling_hangs_on_a_line_that_goes_on_unless_it_is_the_last() {
        let path = |is_last| Guides::of(&row(1, true, is_last), 0).path;
        assert_eq!(path(false), "M8.5 0V24M8.5 12.5h8");
        assert_eq!(path(true), "M8.5 0V12M8.5 12.5h8");
    }

    #[test]
    fn lines_of_ancestors_pass_by_where_more_siblings_follow() {
        let guides = Guides::of(&row(3, true, true), 0b001);
        assert_eq!(guides.path, "M8.5 0V24M40.5 0V12M40.5 12.5h8");
        assert_eq!(guides.width, 48);
    }

    #[test]
    fn roots_have_no_line_to_them() {
        let mut root = row(0, true, false);
        root.is_virtual_root_child = true;
        assert_eq!(Guides::of(&root, 0).path, "");
    }

    #[test]
    fn what_is_too_deep_stands_at_the_last_step_and_says_so() {
        let guides = Guides::of(&row(50_000, true, true), 1 << 31 | 1);
        assert_eq!((guides.width, guides.deeper), (14 * 16, 50_000 - 14));
        assert_eq!(guides.path, "M8.5 0V24M216.5 0V24M216.5 12.5h8");
    }
}
