//! What stays put when heights change. Pure numbers; no element is known here.

use super::heights::Heights;

/// What holds still while items above, below or around it change their height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// This much of this item is above the view: the first visible one.
    Item {
        /// The item.
        item: usize,
        /// Its part above the view, in pixels.
        above: f64,
    },
    /// The end of the list is at the lower edge of the view.
    End,
}

impl Default for Anchor {
    fn default() -> Self {
        Self::top_of(0)
    }
}

impl Anchor {
    /// The item begins at the upper edge of the view.
    pub fn top_of(item: usize) -> Self {
        Self::Item { item, above: 0.0 }
    }

    /// What is first visible at a position.
    pub fn first_visible(heights: &Heights, position: f64) -> Self {
        let item = heights.at(position);
        Self::Item {
            item,
            above: (position - heights.top(item)).max(0.0),
        }
    }

    /// The position at which the anchor stands where it should.
    pub fn position(self, heights: &Heights, view: f64) -> f64 {
        let last = (heights.total() - view).max(0.0);
        match self {
            Self::End => last,
            Self::Item { item, above } => {
                (heights.top(item) + above.min(heights.get(item))).min(last)
            }
        }
    }

    /// The same anchor after the items of the list changed: `find` says where an item is now.
    #[must_use]
    pub fn moved(self, find: impl Fn(usize) -> Option<usize>, len: usize) -> Self {
        let Self::Item { item, above } = self else {
            return self;
        };
        if let Some(item) = find(item) {
            return Self::Item { item, above };
        }
        // Gone: what came before it is most likely still there, then a fresh start.
        (0..item)
            .rev()
            .find_map(find)
            .map_or_else(Self::default, |before| {
                Self::top_of((before + 1).min(len.saturating_sub(1)))
            })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_visible_item_does_not_move(
            items in prop::collection::vec(20..800_u16, 20..200), at in 0.0..0.8_f64,
            changes in prop::collection::vec((0.0..1.0_f64, 20.0..4000.0_f64), 1..40),
        ) {
            let view = 600.0;
            let mut heights = Heights::new(items.iter().map(|height| f32::from(*height)).collect());
            let last = (heights.total() - view).max(0.0);
            let mut position = at * last;
            let anchor = Anchor::first_visible(&heights, position);
            let Anchor::Item { item, .. } = anchor else { unreachable!() };
            let on_screen = heights.top(item) - position;
            for (place, height) in changes {
                // Anything above the first visible item.
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
                let other = (place * item as f64) as usize;
                if other < item {
                    // Only growth: what shrinks may leave too little content for the position.
                    heights.set(other, heights.get(other).max(height));
                }
                position = anchor.position(&heights, view);
                prop_assert!((heights.top(item) - position - on_screen).abs() <= 1e-3);
            }
        }

        #[test]
        fn an_anchor_is_where_it_was_taken(items in prop::collection::vec(1..800_u16, 1..200), at in 0.0..1.0_f64) {
            let heights = Heights::new(items.iter().map(|height| f32::from(*height)).collect());
            let last = (heights.total() - 300.0).max(0.0);
            let position = at * last;
            let back = Anchor::first_visible(&heights, position).position(&heights, 300.0);
            prop_assert!((back - position).abs() < 1e-6);
        }
    }

    #[test]
    fn a_target_near_the_end_gets_to_the_top_once_there_is_content_for_it() {
        let mut heights = Heights::new(vec![100.0; 10]);
        let anchor = Anchor::top_of(9);
        assert!((anchor.position(&heights, 500.0) - 500.0).abs() < 1e-9);
        heights.set(9, 900.0);
        assert!((anchor.position(&heights, 500.0) - 900.0).abs() < 1e-9);
    }

    #[test]
    fn an_anchor_that_shrinks_is_not_passed() {
        let mut heights = Heights::new(vec![1000.0; 4]);
        let anchor = Anchor::Item {
            item: 1,
            above: 900.0,
        };
        heights.set(1, 50.0);
        assert!((anchor.position(&heights, 500.0) - 1050.0).abs() < 1e-9);
    }

    #[test]
    fn an_anchor_follows_its_item_and_survives_without_it() {
        let anchor = Anchor::Item {
            item: 5,
            above: 7.0,
        };
        assert_eq!(
            anchor.moved(|item| Some(item + 2), 20),
            Anchor::Item {
                item: 7,
                above: 7.0
            }
        );
        let only_first_three = |item| (item < 3).then_some(item);
        assert_eq!(anchor.moved(only_first_three, 8), Anchor::top_of(3));
        assert_eq!(anchor.moved(|_| None, 8), Anchor::default());
    }
}
