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
    /// The lines of a row.
    pub fn of(row: &Row) -> Self {
        let steps = row.drawn_indent.min(MOST_STEPS);
        let clamp = |step: u32| step.min(MOST_STEPS - 1);
        let connects = row.show_connector && !row.is_virtual_root_child && steps > 0;
        let connector = connects.then(|| clamp(row.drawn_indent - 1));
        // A line for each step, whatever number of ancestors share the last one.
        let mut passing = [false; MOST_STEPS as usize];
        for gutter in row.gutters.iter().filter(|gutter| gutter.show) {
            passing[clamp(gutter.position) as usize] = true;
        }

        let mut path = String::new();
        for (step, passes) in (0..).zip(passing) {
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
    use pi_session::{EntryIndex, Gutter, RowKind};

    use super::*;

    fn row(drawn_indent: u32, show_connector: bool, is_last: bool, gutters: &[(u32, bool)]) -> Row {
        Row {
            entry: EntryIndex::new(0),
            indent: drawn_indent,
            drawn_indent,
            show_connector,
            is_last,
            is_virtual_root_child: false,
            gutters: (gutters.iter())
                .map(|&(position, show)| Gutter { position, show })
                .collect(),
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
        let guides = Guides::of(&row(0, false, true, &[]));
        assert_eq!((guides.width, guides.path.as_str()), (0, ""));
    }

    #[test]
    fn a_sibling_hangs_on_a_line_that_goes_on_unless_it_is_the_last() {
        assert_eq!(
            Guides::of(&row(1, true, false, &[])).path,
            "M8.5 0V24M8.5 12.5h8"
        );
        assert_eq!(
            Guides::of(&row(1, true, true, &[])).path,
            "M8.5 0V12M8.5 12.5h8"
        );
    }

    #[test]
    fn lines_of_ancestors_pass_by_where_more_siblings_follow() {
        let guides = Guides::of(&row(3, true, true, &[(0, true), (1, false)]));
        assert_eq!(guides.path, "M8.5 0V24M40.5 0V12M40.5 12.5h8");
        assert_eq!(guides.width, 48);
    }

    #[test]
    fn roots_have_no_line_to_them() {
        let mut root = row(0, true, false, &[]);
        root.is_virtual_root_child = true;
        assert_eq!(Guides::of(&root).path, "");
    }

    #[test]
    fn what_is_too_deep_stands_at_the_last_step_and_says_so() {
        let gutters: Vec<(u32, bool)> = (0..49_999).map(|step| (step, true)).collect();
        let guides = Guides::of(&row(50_000, true, true, &gutters));
        assert_eq!(guides.width, 14 * 16);
        assert_eq!(guides.deeper, 50_000 - 14);
        assert_eq!(guides.path.matches('V').count(), 14);
    }
}
