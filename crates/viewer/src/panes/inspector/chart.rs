//! How large the context was along the branch in view: one drawing, and its marks as buttons.

use std::fmt::Write;

use pi_session::{ContextPoint, EntryIndex, Session};
use web_sys::Element;
use yew::prelude::*;

use super::figures::whole;
use crate::state::{Action, Dispatch};
use crate::words::Words;

/// The drawing's own units.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 84.0;
/// Room above the highest point.
const MARGIN: f64 = 5.0;
/// Steps of the line: more would lie within one pixel.
const STEPS: usize = 340;
/// Marks that are drawn and listed.
const MOST_MARKS: usize = 100;

/// What happened at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Compaction,
    Model,
    Miss,
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Self::Compaction => "mark-compaction",
            Self::Model => "mark-model",
            Self::Miss => "mark-miss",
        }
    }
}

/// What the chart is made of.
#[derive(Properties, PartialEq)]
pub struct ChartProps {
    /// The session.
    pub session: Session,
    /// The leaf in view.
    pub leaf: Option<EntryIndex>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The chart.
#[component]
pub fn Chart(props: &ChartProps) -> Html {
    let words = &props.words.inspector;
    let drawing = use_node_ref();
    let points = use_memo((props.session.clone(), props.leaf), |(session, leaf)| {
        session.with_leaf(*leaf).context_sizes()
    });
    let most = points
        .iter()
        .fold(0.0, |most: f64, point| most.max(point.size.tokens));
    if points.len() < 2 || most <= 0.0 {
        return html! { <p class="tab-note">{ words.no_chart }</p> };
    }
    let go = |entry: EntryIndex| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Go(entry)))
    };
    let onclick = {
        let (points, dispatch) = (points.clone(), props.dispatch.clone());
        let drawing = drawing.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(chart) = drawing.cast::<Element>() {
                let place = chart.get_bounding_client_rect();
                let share = (f64::from(event.client_x()) - place.left()) / place.width();
                if let Some(point) = points.get(nearest(share, points.len())) {
                    dispatch.emit(Action::Go(point.entry));
                }
            }
        })
    };
    let line = line(&points, most);
    let area = format!("{line}L{WIDTH},{HEIGHT}L0,{HEIGHT}Z");
    let marks: Vec<(usize, Mark)> = marks(&points).take(MOST_MARKS).collect();
    let last = points.last().map_or(0.0, |point| point.size.tokens);
    html! {
        <figure class="chart">
            <figcaption>
                <span>{ (words.chart_most)(whole(most)) }</span>
                <span>{ (words.chart_last)(whole(last)) }</span>
            </figcaption>
            <svg ref={drawing} viewBox={format!("0 0 {WIDTH} {HEIGHT}")} preserveAspectRatio="none" role="img" aria-label={words.chart} {onclick}>
                <path class="chart-area" d={area} />
                <path class="chart-line" d={line} />
                { for marks.iter().map(|(at, mark)| {
                    let point = &points[*at];
                    let (x, y) = (x(*at, points.len()), y(point.size.tokens, most));
                    let top = if *mark == Mark::Miss { y } else { 0.0 };
                    html! { <line class={mark.class()} x1={x.to_string()} x2={x.to_string()} y1={top.to_string()} y2={HEIGHT.to_string()} /> }
                }) }
            </svg>
            <ul class="marks" aria-label={words.chart_marks}>
                { for marks.iter().map(|(at, mark)| {
                    let point = &points[*at];
                    let tokens = match mark {
                        Mark::Miss => point.cache_missed.unwrap_or_default(),
                        _ => point.size.tokens,
                    };
                    html! {
                        <li data-entry-id={props.session.id(point.entry).to_owned()}>
                            <button type="button" class={classes!("plain", mark.class())} onclick={go(point.entry)}>
                                { format!("{}, {}", words.marks[*mark as usize], (words.tokens)(whole(tokens))) }
                            </button>
                        </li>
                    }
                }) }
            </ul>
        </figure>
    }
}

/// Where a point lies from left to right.
#[allow(clippy::cast_precision_loss, reason = "a place on the screen")]
fn x(at: usize, count: usize) -> f64 {
    WIDTH * at as f64 / (count.max(2) - 1) as f64
}

fn y(tokens: f64, most: f64) -> f64 {
    HEIGHT - (HEIGHT - MARGIN) * (tokens / most).clamp(0.0, 1.0)
}

/// The point nearest to a share of the width.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place on the screen, and the conversion saturates"
)]
fn nearest(share: f64, count: usize) -> usize {
    let last = count.saturating_sub(1);
    ((share * last as f64).round() as usize).min(last)
}

/// The line, in as many steps as can be told apart; of the points within one the highest and the last
/// are drawn, so that neither a peak nor a fall is lost.
fn line(points: &[ContextPoint], most: f64) -> String {
    let mut path = String::new();
    let share = points.len().div_ceil(STEPS).max(1);
    let mut draw = |at: usize, tokens: f64| {
        let command = if path.is_empty() { 'M' } else { 'L' };
        let (x, y) = (x(at, points.len()), y(tokens, most));
        // Writing to a string does not fail.
        let _ = write!(path, "{command}{x:.1},{y:.1}");
    };
    for (step, part) in points.chunks(share).enumerate() {
        let start = step * share;
        let highest = part
            .iter()
            .enumerate()
            .max_by(|(_, a), (_, b)| a.size.tokens.total_cmp(&b.size.tokens));
        if let Some((at, point)) = highest.filter(|(at, _)| at + 1 < part.len()) {
            draw(start + at, point.size.tokens);
        }
        if let Some(point) = part.last() {
            draw(start + part.len() - 1, point.size.tokens);
        }
    }
    path
}

/// What happened along the branch, each with the place of its point.
fn marks(points: &[ContextPoint]) -> impl Iterator<Item = (usize, Mark)> {
    points.iter().enumerate().flat_map(|(at, point)| {
        [
            (point.compacted, Mark::Compaction),
            (point.model_changed, Mark::Model),
            (point.cache_missed.is_some(), Mark::Miss),
        ]
        .into_iter()
        .filter_map(move |(is_there, mark)| is_there.then_some((at, mark)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_finds_the_nearest_point() {
        let found = [-0.1, 0.0, 0.24, 0.26, 1.0, 7.0, f64::NAN].map(|share| nearest(share, 3));
        assert_eq!(found, [0, 0, 0, 1, 2, 2, 0]);
        assert_eq!(nearest(0.5, 0), 0);
    }

    #[test]
    fn points_lie_within_the_drawing() {
        assert_eq!((x(0, 5), x(4, 5), x(0, 1)), (0.0, WIDTH, 0.0));
        assert_eq!((y(0.0, 10.0), y(10.0, 10.0)), (HEIGHT, MARGIN));
    }
}
