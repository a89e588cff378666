//! Which items to draw. Pure numbers; no element is known here.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "numbers of items stay far below 2^53, and places are clamped to what is not negative"
)]

use std::ops::Range;

use super::heights::Heights;

/// Rows drawn beyond either edge of the view.
const SPARE_ROWS: usize = 4;

/// The drawn rows change by so many at once, so that most steps of a wheel change none.
const BATCH: usize = 4;

/// Rows of one height to draw for a view at a position.
pub fn rows(position: f64, view: f64, row_height: f64, count: usize) -> Range<usize> {
    let first = (position / row_height).floor().max(0.0) as usize;
    let end = ((position + view) / row_height).ceil().max(0.0) as usize;
    let first = first.saturating_sub(SPARE_ROWS) / BATCH * BATCH;
    let end = (end + SPARE_ROWS).next_multiple_of(BATCH);
    first.min(count)..end.min(count)
}

/// Where a row begins.
pub fn row_top(row: usize, row_height: f64) -> f64 {
    row as f64 * row_height
}

/// The position that shows a row and moves as little as possible; a row far away comes to the middle.
pub fn reveal(row: usize, row_height: f64, position: f64, view: f64) -> f64 {
    let top = row_top(row, row_height);
    let bottom = top + row_height;
    let (above, below) = (position - top, bottom - (position + view));
    if above <= 0.0 && below <= 0.0 {
        position
    } else if above.max(below) > view {
        top - (view - row_height) / 2.0
    } else if above > 0.0 {
        top
    } else {
        bottom - view
    }
}

/// Items to draw for a view at a position, so that this much beyond either edge is there too.
pub fn items(heights: &Heights, position: f64, view: f64, spare: f64) -> Range<usize> {
    if heights.is_empty() {
        return 0..0;
    }
    heights.at(position - spare)..heights.at(position + view + spare) + 1
}

/// True if the drawn items are enough for a view at a position, with something to spare, and not far too many.
pub fn is_enough(
    heights: &Heights,
    drawn: &Range<usize>,
    position: f64,
    view: f64,
    spare: f64,
) -> bool {
    let needed = items(heights, position, view, spare / 3.0);
    let most = items(heights, position, view, spare * 2.0);
    drawn.end <= heights.len()
        && drawn.start <= needed.start
        && drawn.end >= needed.end
        && drawn.start >= most.start
        && drawn.end <= most.end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn drawn_rows_cover_the_view_and_are_few(position in 0.0..2e6_f64, view in 0.0..2000.0_f64, count in 0..90_000_usize) {
            let content = row_top(count, 24.0);
            let position = position.min((content - view).max(0.0));
            let drawn = rows(position, view, 24.0, count);
            prop_assert!(drawn.is_empty() || row_top(drawn.start, 24.0) <= position);
            prop_assert!(row_top(drawn.end, 24.0) >= (position + view).min(content) - 1e-6);
            prop_assert!(row_top(drawn.len(), 24.0) <= view + 24.0 * 18.0);
        }

        #[test]
        fn a_revealed_row_is_in_view(row in 0..1_000_000_usize, position in 0.0..24e6_f64, view in 24.0..2000.0_f64) {
            let position = reveal(row, 24.0, position, view);
            prop_assert!(position <= row_top(row, 24.0) + 1e-6);
            prop_assert!(position + view >= row_top(row + 1, 24.0) - 1e-6);
        }

        #[test]
        fn what_was_just_drawn_is_enough(
            heights in prop::collection::vec(1..900_u16, 1..300), at in 0.0..1.0_f64, view in 1.0..2000.0_f64,
        ) {
            let heights = Heights::new(heights.iter().map(|height| f32::from(*height)).collect());
            let position = at * (heights.total() - view).max(0.0);
            let drawn = items(&heights, position, view, 600.0);
            prop_assert!(is_enough(&heights, &drawn, position, view, 600.0));
            prop_assert!(heights.top(drawn.start) <= position);
            prop_assert!(heights.top(drawn.end) >= (position + view).min(heights.total()) - 1e-6);
        }
    }

    #[test]
    fn no_items_need_no_drawing() {
        assert_eq!(rows(0.0, 800.0, 24.0, 0), 0..0);
        assert_eq!(items(&Heights::default(), 0.0, 800.0, 600.0), 0..0);
        assert!(is_enough(&Heights::default(), &(0..0), 0.0, 800.0, 600.0));
    }
}
