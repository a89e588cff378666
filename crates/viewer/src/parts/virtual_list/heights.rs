//! Heights of items, most of them only estimated: where does an item begin, which item is at a place?
//! A Fenwick tree over `f64`; no element is known here.

#![allow(
    clippy::cast_possible_truncation,
    reason = "heights of single items are pixels and fit an f32 well"
)]

/// The heights of a list of items.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    items: Vec<f32>,
    /// `sums[i]` holds the heights of the items `(i + 1) - lowbit(i + 1) ..= i`.
    sums: Vec<f64>,
}

impl Heights {
    /// Heights as they stand, in time linear in their number.
    pub fn new(items: Vec<f32>) -> Self {
        let mut sums: Vec<f64> = items.iter().map(|height| f64::from(*height)).collect();
        for at in 0..sums.len() {
            let above = at | (at + 1);
            if above < sums.len() {
                sums[above] += sums[at];
            }
        }
        Self { items, sums }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True without items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The height of an item; 0 past the end.
    pub fn get(&self, item: usize) -> f64 {
        self.items
            .get(item)
            .map_or(0.0, |height| f64::from(*height))
    }

    /// Sets the height of an item; false if it had it already.
    pub fn set(&mut self, item: usize, height: f64) -> bool {
        let height = height as f32;
        let Some(old) = self.items.get_mut(item) else {
            return false;
        };
        let by = f64::from(height) - f64::from(*old);
        if by == 0.0 {
            return false;
        }
        *old = height;
        let mut at = item;
        while at < self.sums.len() {
            self.sums[at] += by;
            at |= at + 1;
        }
        true
    }

    /// Where an item begins; past the end, where the last one ends.
    pub fn top(&self, item: usize) -> f64 {
        let mut sum = 0.0;
        let mut end = item.min(self.sums.len());
        while end > 0 {
            sum += self.sums[end - 1];
            end &= end - 1;
        }
        sum
    }

    /// All items together.
    pub fn total(&self) -> f64 {
        self.top(self.len())
    }

    /// The item at a place: the last one that begins at or before it and is not empty there; the last item
    /// beyond the end. 0 without items.
    pub fn at(&self, place: f64) -> usize {
        let mut before = 0;
        let mut rest = place;
        let mut step = self.sums.len().checked_ilog2().map_or(0, |log| 1 << log);
        while step > 0 {
            if let Some(sum) = self.sums.get(before + step - 1)
                && *sum <= rest
            {
                before += step;
                rest -= sum;
            }
            step >>= 1;
        }
        before.min(self.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain_top(items: &[f32], item: usize) -> f64 {
        items
            .iter()
            .take(item)
            .map(|height| f64::from(*height))
            .sum()
    }

    proptest! {
        #[test]
        fn tops_are_sums(mut items in prop::collection::vec(0.0..3000.0_f32, 0..300), changes in prop::collection::vec((0..300_usize, 0.0..9000.0_f32), 0..60)) {
            let mut heights = Heights::new(items.clone());
            for (item, height) in changes {
                heights.set(item, f64::from(height));
                if let Some(old) = items.get_mut(item) {
                    *old = height;
                }
            }
            for item in 0..=items.len() {
                prop_assert!((heights.top(item) - plain_top(&items, item)).abs() < 1e-3);
            }
        }

        #[test]
        fn an_item_is_found_at_its_own_place(items in prop::collection::vec(1..500_u16, 1..300), at in 0.0..1.0_f64) {
            let heights = Heights::new(items.iter().map(|height| f32::from(*height)).collect());
            let place = at * heights.total();
            let item = heights.at(place);
            prop_assert!(heights.top(item) <= place);
            prop_assert!(place < heights.top(item + 1) || item + 1 == heights.len());
        }

        #[test]
        fn the_first_pixel_of_an_item_is_its_own(items in prop::collection::vec(1..500_u16, 1..300)) {
            let heights = Heights::new(items.iter().map(|height| f32::from(*height)).collect());
            for item in 0..heights.len() {
                prop_assert_eq!(heights.at(heights.top(item)), item);
            }
        }
    }

    #[test]
    fn empty_and_outside() {
        let mut heights = Heights::default();
        assert_eq!(heights.at(10.0), 0);
        assert!(heights.total().abs() < 1e-9);
        assert!(!heights.set(3, 10.0));
        let heights = Heights::new(vec![10.0; 3]);
        assert_eq!(heights.at(1e9), 2);
        assert_eq!(heights.at(-5.0), 0);
    }

    #[test]
    fn a_million_items_stay_exact_after_a_hundred_thousand_changes() {
        let mut heights = Heights::new(vec![100.0; 1_000_000]);
        for item in 0..100_000 {
            heights.set(item * 10, 3000.25);
        }
        let wanted = 900_000.0 * 100.0 + 100_000.0 * 3000.25;
        assert!((heights.total() - wanted).abs() < 1e-3);
    }
}
