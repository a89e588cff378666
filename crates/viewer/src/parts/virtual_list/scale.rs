//! Where a list stands, and where its scrollbar stands. Pure numbers; no element is known here.
//!
//! A list may be taller than any browser lets an element be. Its *content* height is what all items
//! take; the *element* height is capped. Near both ends, and everywhere if the cap is not reached, a
//! scrollbar position means the same position in the content. In between the scrollbar is coarser than
//! the content. Small movements (wheel, keys, touch) always move the content by what was scrolled, and
//! so lead the scrollbar astray by a little: it is put right when it rests or comes close to an end.

/// Taller elements are cut off by Chromium (at 33,554,428 px) or vanish in Firefox (at 17,895,697 px).
const TALLEST_ELEMENT: f64 = 15_000_000.0;

/// So far from either end a position of the scrollbar is the position in the content.
const EXACT_ZONE: f64 = 1_000_000.0;

/// How the content moved when the scrollbar did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    /// The scrollbar stands where it was left: nobody moved it.
    Not,
    /// By what was scrolled.
    Along,
    /// To another place altogether: the thumb was dragged.
    Away,
}

/// The position of a list and of its scrollbar.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scale {
    content: f64,
    view: f64,
    position: f64,
    scroll_top: f64,
}

impl Scale {
    /// Sets the height of all items and of the view. The position stays, so far as there is content for it.
    pub fn resize(&mut self, content: f64, view: f64) {
        self.content = content.max(0.0);
        self.view = view.max(0.0);
        self.go(self.position);
    }

    /// The height that the scrolled element needs.
    pub fn element(&self) -> f64 {
        self.content.min(TALLEST_ELEMENT).max(self.view)
    }

    /// The height of all items.
    pub fn content(&self) -> f64 {
        self.content
    }

    /// The height of the view.
    pub fn view(&self) -> f64 {
        self.view
    }

    /// How far the top of the view is below the top of the content.
    pub fn position(&self) -> f64 {
        self.position
    }

    /// The position at the end of the content.
    pub fn last_position(&self) -> f64 {
        (self.content - self.view).max(0.0)
    }

    /// Moves the content, not the scrollbar.
    pub fn go(&mut self, position: f64) {
        self.position = position.clamp(0.0, self.last_position());
    }

    /// Takes in where the scrollbar stands now.
    pub fn scrolled(&mut self, scroll_top: f64) -> Moved {
        let by = scroll_top - self.scroll_top;
        self.scroll_top = scroll_top;
        if by == 0.0 {
            return Moved::Not;
        }
        if by.abs() <= self.farthest_step() {
            self.go(self.position + by);
            Moved::Along
        } else {
            self.go(self.position_at(scroll_top));
            Moved::Away
        }
    }

    /// Where the scrollbar has to be put, if it has strayed so far that it must be now.
    pub fn urgent_correction(&self) -> Option<f64> {
        let room = 4.0 * self.view;
        let below = self.last_scroll_top() - self.scroll_top;
        let stuck_above = self.scroll_top < room && self.position > self.scroll_top + 0.5;
        let stuck_below = below < room && self.last_position() - self.position > below + 0.5;
        let outside = below < 0.0;
        (stuck_above || stuck_below || outside)
            .then(|| self.correction())
            .flatten()
    }

    /// Where the scrollbar should be put, if it has strayed at all. To be asked when it rests.
    pub fn correction(&self) -> Option<f64> {
        let right = self.rest();
        ((right - self.scroll_top).abs() > 0.5).then_some(right)
    }

    /// Where the scrollbar belongs.
    pub fn rest(&self) -> f64 {
        self.scroll_top_at(self.position)
    }

    /// Takes in where the scrollbar stands after it was put somewhere: browsers round.
    pub fn corrected(&mut self, scroll_top: f64) {
        self.scroll_top = scroll_top;
    }

    /// A longer step means that the thumb was dragged: more than any page key moves, and where the scrollbar
    /// is coarse, less than what one pixel of a dragged thumb amounts to.
    fn farthest_step(&self) -> f64 {
        let pages = 2.0 * self.view;
        match self.coarse() {
            Some(_) => pages.max(TALLEST_ELEMENT / self.view.max(1.0) / 2.0),
            None => pages,
        }
    }

    fn last_scroll_top(&self) -> f64 {
        self.element() - self.view
    }

    /// Ends of the coarse part, if there is one: the exact zone, and positions and scrollbar positions beyond it.
    fn coarse(&self) -> Option<(f64, f64, f64)> {
        let (positions, scroll_tops) = (self.last_position(), self.last_scroll_top());
        (positions > scroll_tops).then_some((
            EXACT_ZONE,
            positions - 2.0 * EXACT_ZONE,
            scroll_tops - 2.0 * EXACT_ZONE,
        ))
    }

    fn position_at(&self, scroll_top: f64) -> f64 {
        match self.coarse() {
            Some((zone, positions, scroll_tops)) if scroll_top > zone => {
                let into = scroll_top - zone;
                if into < scroll_tops {
                    zone + into * (positions / scroll_tops)
                } else {
                    zone + positions + (into - scroll_tops)
                }
            }
            _ => scroll_top,
        }
    }

    fn scroll_top_at(&self, position: f64) -> f64 {
        match self.coarse() {
            Some((zone, positions, scroll_tops)) if position > zone => {
                let into = position - zone;
                if into < positions {
                    zone + into * (scroll_tops / positions)
                } else {
                    zone + scroll_tops + (into - positions)
                }
            }
            _ => position,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scale(content: f64, view: f64) -> Scale {
        let mut scale = Scale::default();
        scale.resize(content, view);
        scale
    }

    /// What a browser does with `scrollTop = to`.
    fn put(scale: &mut Scale, to: f64) {
        let last = scale.element() - scale.view();
        scale.corrected(to.clamp(0.0, last));
    }

    /// Scrolls as a wheel would, with the corrections that a component makes.
    fn wheel(scale: &mut Scale, by: f64) -> Moved {
        let last = scale.element() - scale.view();
        let to = (scale.scroll_top + by).clamp(0.0, last);
        let moved = scale.scrolled(to);
        if let Some(to) = scale.urgent_correction() {
            put(scale, to);
        }
        moved
    }

    #[test]
    fn a_million_rows_fit_and_their_last_is_reached() {
        let mut scale = scale(24_000_000.0, 800.0);
        assert!(scale.element() <= 15_000_000.0);
        assert_eq!(scale.scrolled(15_000_000.0 - 800.0), Moved::Away);
        assert!((scale.position() - (24_000_000.0 - 800.0)).abs() < 1e-6);
        assert_eq!(scale.correction(), None);
        assert_eq!(scale.scrolled(0.0), Moved::Away);
        assert!(scale.position().abs() < 1e-6);
    }

    #[test]
    fn a_wheel_alone_reaches_the_end_from_anywhere_and_comes_back() {
        for start in [10.0, 1_000_500.0, 2e9, 4e9 - 900.0 - 5000.0] {
            let mut scale = scale(4e9, 900.0);
            scale.go(start);
            let right = scale.correction().unwrap_or_default();
            put(&mut scale, right);
            // Long ago scrolled astray, close to the end in content alone.
            scale.go(scale.last_position() - 3000.0);
            for _ in 0..40 {
                wheel(&mut scale, 120.0);
            }
            assert!((scale.position() - scale.last_position()).abs() < 1e-6);
            scale.go(3000.0);
            for _ in 0..40 {
                wheel(&mut scale, -120.0);
            }
            assert!(scale.position().abs() < 1e-6, "from {start}");
        }
    }

    #[test]
    fn content_that_shrinks_takes_the_position_along() {
        let mut scale = scale(10_000.0, 500.0);
        assert_eq!(scale.scrolled(9500.0), Moved::Away);
        scale.resize(2000.0, 500.0);
        assert!((scale.position() - 1500.0).abs() < 1e-9);
        assert_eq!(scale.urgent_correction(), Some(1500.0));
    }

    #[test]
    fn an_empty_list_stands_still() {
        let mut scale = scale(0.0, 500.0);
        assert_eq!(scale.scrolled(0.0), Moved::Not);
        assert!(scale.position().abs() < 1e-9);
        assert_eq!(scale.urgent_correction(), None);
    }

    proptest! {
        #[test]
        fn places_and_scrollbar_places_are_inverse(content in 0.0..9e9_f64, view in 1.0..4000.0_f64, at in 0.0..1.0_f64) {
            let scale = scale(content, view);
            let position = at * scale.last_position();
            let scroll_top = scale.scroll_top_at(position);
            prop_assert!(scroll_top >= 0.0 && scroll_top <= scale.last_scroll_top() + 1e-6);
            prop_assert!((scale.position_at(scroll_top) - position).abs() < 1e-3);
        }

        #[test]
        fn a_later_scrollbar_place_is_a_later_place(content in 1e4..9e9_f64, view in 1.0..4000.0_f64, a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            let scale = scale(content, view);
            let (a, b) = (a.min(b) * scale.last_scroll_top(), a.max(b) * scale.last_scroll_top());
            prop_assert!(scale.position_at(a) <= scale.position_at(b) + 1e-6);
        }

        #[test]
        fn small_steps_move_the_content_by_what_was_scrolled(
            content in 1e5..9e9_f64, view in 100.0..2000.0_f64, at in 0.05..0.95_f64,
            steps in prop::collection::vec(-240.0..240.0_f64, 1..100),
        ) {
            let mut scale = scale(content, view);
            scale.go(at * scale.last_position());
            let right = scale.correction().unwrap_or_default();
            put(&mut scale, right);
            for by in steps {
                let before = scale.position();
                wheel(&mut scale, by);
                let wanted = (before + by).clamp(0.0, scale.last_position());
                prop_assert!((scale.position() - wanted).abs() < 1e-3, "{} is not {}", scale.position(), wanted);
            }
        }

        #[test]
        fn correcting_never_moves_the_content(content in 0.0..9e9_f64, view in 1.0..2000.0_f64, at in 0.0..1.0_f64, astray in 0.0..1.0_f64) {
            let mut scale = scale(content, view);
            scale.corrected(astray * scale.last_scroll_top());
            scale.go(at * scale.last_position());
            let before = scale.position();
            if let Some(to) = scale.correction() {
                put(&mut scale, to);
            }
            prop_assert!((scale.position() - before).abs() < 1e-9);
            prop_assert_eq!(scale.correction(), None);
            prop_assert_eq!(scale.scrolled(scale.scroll_top), Moved::Not);
        }
    }
}
