//! Where a reader is in a feed, and which items that takes. Pure values; no element is known here.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use pi_session::EntryIndex;

use super::anchor::Anchor;
use super::heights::Heights;
use super::scale::Scale;
use super::span;

/// So many pixels beyond either edge of the view are drawn.
const SPARE: f64 = 700.0;

/// An item of a feed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeedItem {
    /// Names the item; unique, and the same as long as it is the same item.
    pub key: u64,
    /// The entry that it shows.
    pub entry: EntryIndex,
    /// Its height in pixels before it was measured.
    pub estimate: f32,
}

/// An item to begin the view with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScrollTarget {
    /// The item.
    pub key: u64,
    /// Grows with every visit, so that going twice to the same item scrolls twice.
    pub visit: u32,
}

/// Items, their heights as far as known, what holds still, and what is drawn.
pub struct Position {
    items: Rc<Vec<FeedItem>>,
    heights: Heights,
    measured: HashMap<u64, f32>,
    anchor: Anchor,
    drawn: Range<usize>,
    /// The reader drags the thumb: nothing is drawn beyond the view.
    in_haste: bool,
}

impl Position {
    /// The start of these items.
    pub fn new(items: Rc<Vec<FeedItem>>) -> Self {
        let mut position = Self {
            items,
            heights: Heights::default(),
            measured: HashMap::new(),
            anchor: Anchor::default(),
            drawn: 0..0,
            in_haste: false,
        };
        position.count_heights();
        position
    }

    /// Other items. Those that were there before keep their heights, and the reader stays with them.
    pub fn replace(&mut self, items: Rc<Vec<FeedItem>>) {
        let before = std::mem::replace(&mut self.items, items);
        let places: HashMap<u64, usize> = match self.anchor {
            Anchor::End => HashMap::new(),
            Anchor::Item { .. } => (self.items.iter().enumerate())
                .map(|(at, item)| (item.key, at))
                .collect(),
        };
        let find = |at: usize| places.get(&before.get(at)?.key).copied();
        self.anchor = self.anchor.moved(find, self.items.len());
        self.count_heights();
    }

    /// Heights may have changed: only what is drawn is known, and will be measured again.
    pub fn forget_heights(&mut self) {
        let drawn: Vec<u64> = self.drawn_keys().collect();
        self.measured.retain(|key, _| drawn.contains(key));
        self.count_heights();
    }

    fn count_heights(&mut self) {
        let height = |item: &FeedItem| self.measured.get(&item.key).copied();
        let heights = (self.items.iter())
            .map(|item| height(item).unwrap_or(item.estimate))
            .collect();
        self.heights = Heights::new(heights);
    }

    /// Begins the view with an item, now and until the reader moves; false if there is no such item.
    pub fn begin_with(&mut self, key: u64) -> bool {
        let found = self.items.iter().position(|item| item.key == key);
        if let Some(item) = found {
            self.anchor = Anchor::top_of(item);
        }
        found.is_some()
    }

    /// Goes to the end, and stays there until the reader moves.
    pub fn stay_at_end(&mut self) {
        self.anchor = Anchor::End;
    }

    /// The reader has moved: what is first visible holds still from now on.
    pub fn take(&mut self, scale: &Scale, in_haste: bool) {
        let at_end = scale.position() >= scale.last_position();
        self.in_haste = in_haste;
        self.anchor = if in_haste && at_end {
            Anchor::End
        } else {
            Anchor::first_visible(&self.heights, scale.position())
        };
    }

    /// The reader has come to rest: more than the view is drawn again.
    pub fn rest(&mut self) {
        self.in_haste = false;
    }

    /// Sets the height of a drawn item.
    pub fn measured(&mut self, drawn: usize, height: f64) {
        let item = self.drawn.start + drawn;
        if let Some(known) = self.items.get(item) {
            let key = known.key;
            let changed = self.heights.set(item, height);
            if changed || !self.measured.contains_key(&key) {
                #[allow(
                    clippy::cast_possible_truncation,
                    reason = "the height of an item fits an f32 well"
                )]
                self.measured.insert(key, height as f32);
            }
        }
    }

    /// The height of all items.
    pub fn content(&self) -> f64 {
        self.heights.total()
    }

    /// The position that leaves the anchor where it is.
    pub fn wanted(&self, view: f64) -> f64 {
        self.anchor.position(&self.heights, view)
    }

    /// The first item in view.
    pub fn first_visible(&self, scale: &Scale) -> Option<usize> {
        // An item of which half a pixel is left is not one that is read.
        (!self.items.is_empty()).then(|| self.heights.at(scale.position() + 0.5))
    }

    /// The first item that begins in view, or else the one that fills it.
    pub fn first_whole(&self, scale: &Scale) -> Option<usize> {
        let first = self.first_visible(scale)?;
        let begins_above = self.heights.top(first) < scale.position() - 1.0;
        let next_is_in_view = self.heights.top(first + 1) < scale.position() + scale.view();
        let next = begins_above && next_is_in_view && first + 1 < self.items.len();
        Some(first + usize::from(next))
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The key of an item.
    pub fn key(&self, item: usize) -> Option<u64> {
        self.items.get(item).map(|item| item.key)
    }

    fn spare(&self) -> f64 {
        if self.in_haste { 0.0 } else { SPARE }
    }

    /// True if what is drawn will do.
    pub fn is_drawn_enough(&self, scale: &Scale) -> bool {
        let (position, view) = (scale.position(), scale.view());
        span::is_enough(&self.heights, &self.drawn, position, view, self.spare())
    }

    /// What is to be drawn next.
    pub fn next(&self, scale: &Scale) -> Range<usize> {
        span::items(&self.heights, scale.position(), scale.view(), self.spare())
    }

    /// Notes what is drawn now.
    pub fn draw(&mut self, items: Range<usize>) {
        self.drawn = items;
    }

    /// The items that are drawn.
    pub fn drawn(&self) -> Range<usize> {
        self.drawn.clone()
    }

    /// Their keys, in order.
    pub fn drawn_keys(&self) -> impl Iterator<Item = u64> {
        self.drawn.clone().filter_map(|item| self.key(item))
    }

    /// Where the first of them begins and where the last one ends.
    pub fn drawn_extent(&self) -> (f64, f64) {
        (
            self.heights.top(self.drawn.start),
            self.heights.top(self.drawn.end),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(keys: impl IntoIterator<Item = u64>) -> Rc<Vec<FeedItem>> {
        let item = |key| FeedItem {
            key,
            entry: EntryIndex::new(0),
            estimate: 100.0,
        };
        Rc::new(keys.into_iter().map(item).collect())
    }

    fn settle(position: &Position, scale: &mut Scale) {
        scale.resize(position.content(), 500.0);
        scale.go(position.wanted(500.0));
    }

    /// Draws and measures until nothing changes, as a component does; `height` is the true height of an item.
    fn show(position: &mut Position, scale: &mut Scale, height: impl Fn(u64) -> f64) {
        settle(position, scale);
        for round in 0.. {
            assert!(round < 20, "never enough is drawn");
            if position.is_drawn_enough(scale) && !position.drawn().is_empty() {
                return;
            }
            position.draw(position.next(scale));
            let keys: Vec<u64> = position.drawn_keys().collect();
            for (at, key) in keys.into_iter().enumerate() {
                position.measured(at, height(key));
            }
            settle(position, scale);
        }
    }

    #[test]
    fn a_target_lands_at_the_top_whatever_its_surroundings_measure() {
        let mut position = Position::new(items(0..1000));
        let mut scale = Scale::default();
        assert!(position.begin_with(700));
        show(&mut position, &mut scale, |key| {
            if key % 3 == 0 { 31.5 } else { 1700.0 }
        });
        assert!((scale.position() - position.heights.top(700)).abs() < 1e-6);
        // A picture above it arrives.
        let above = 699 - position.drawn().start;
        position.measured(above, 5000.0);
        settle(&position, &mut scale);
        assert!((scale.position() - position.heights.top(700)).abs() < 1e-6);
        assert!(!position.begin_with(5000));
    }

    #[test]
    fn the_very_end_of_a_million_items_is_reached() {
        let mut position = Position::new(items(0..1_000_000));
        let mut scale = Scale::default();
        show(&mut position, &mut scale, |_| 310.0);
        let end = scale.element() - scale.view();
        scale.scrolled(end);
        position.take(&scale, true);
        show(&mut position, &mut scale, |_| 310.0);
        assert_eq!(position.drawn().end, 1_000_000);
        assert!((scale.position() - scale.last_position()).abs() < 1e-6);
        scale.corrected(scale.correction().unwrap_or(end));
        scale.scrolled(0.0);
        position.take(&scale, true);
        show(&mut position, &mut scale, |_| 310.0);
        assert_eq!(position.first_visible(&scale), Some(0));
        assert!(scale.position().abs() < 1e-6);
    }

    #[test]
    fn another_branch_keeps_the_reader_where_both_have_the_same() {
        let mut position = Position::new(items(0..100));
        let mut scale = Scale::default();
        position.begin_with(40);
        show(&mut position, &mut scale, |_| 250.0);
        let on_screen = position.heights.top(42) - scale.position();
        position.replace(items((30..60).chain(500..900)));
        show(&mut position, &mut scale, |_| 250.0);
        assert!((position.heights.top(12) - scale.position() - on_screen).abs() < 1e-6);
        assert_eq!(position.first_visible(&scale), Some(10));
    }

    #[test]
    fn heights_survive_until_they_are_forgotten() {
        let mut position = Position::new(items(0..50));
        let mut scale = Scale::default();
        show(&mut position, &mut scale, |_| 900.0);
        let known = position.content();
        position.replace(items(0..50));
        assert!((position.content() - known).abs() < 1e-6);
        position.draw(0..0);
        position.forget_heights();
        assert!((position.content() - 5000.0).abs() < 1e-6);
    }

    #[test]
    fn a_page_lands_on_an_item_that_begins_in_view() {
        let mut position = Position::new(items(0..50));
        let mut scale = Scale::default();
        show(&mut position, &mut scale, |_| 100.0);
        scale.go(130.0);
        assert_eq!(position.first_visible(&scale), Some(1));
        assert_eq!(position.first_whole(&scale), Some(2));
        scale.go(100.0);
        assert_eq!(position.first_whole(&scale), Some(1));
    }
}
