//! A figure over time, drawn as a line, with the same as a table.

use maud::{Markup, html};

use crate::text::Lang;

/// The drawing is this wide and this high.
const WIDE: i64 = 640;
const HIGH: i64 = 120;

/// A figure over time.
#[derive(Clone, Debug)]
pub struct Trend {
    /// What it is.
    pub title: String,
    /// What else is to be said of it.
    pub note: String,
    /// When, the figure to be drawn, and the figure in words.
    pub points: Vec<(String, i64, String)>,
}

impl Trend {
    /// Where a point lies.
    fn at(&self, (at, value): (usize, i64), (low, high): (i64, i64)) -> (i64, i64) {
        let last = i64::try_from(self.points.len().saturating_sub(1).max(1)).unwrap_or(i64::MAX);
        let x = i64::try_from(at).unwrap_or_default().saturating_mul(WIDE) / last;
        (x, height(value, low, high))
    }

    /// The lowest and the highest figure; nothing is always among them, and lies at the foot where all are nothing.
    fn range(&self) -> (i64, i64) {
        let figures = self.points.iter().map(|(_, value, _)| *value);
        let (low, high) = figures.fold((0, 0), |(low, high), value| (low.min(value), high.max(value)));
        (low, if low == high { 1 } else { high })
    }
}

/// How far down a figure lies.
fn height(value: i64, low: i64, high: i64) -> i64 {
    let span = i128::from(high).saturating_sub(i128::from(low)).max(1);
    let down = i128::from(high).saturating_sub(i128::from(value)).saturating_mul(i128::from(HIGH)) / span;
    i64::try_from(down).unwrap_or(HIGH)
}

/// The line, its ends in words, and its table.
#[must_use]
pub fn over_time(lang: Lang, trend: &Trend) -> Markup {
    let (low, high) = trend.range();
    let zero = height(0, low, high);
    let line: Vec<String> = trend
        .points
        .iter()
        .enumerate()
        .map(|(at, (_, value, _))| {
            let (x, y) = trend.at((at, *value), (low, high));
            format!("{x},{y}")
        })
        .collect();
    let (first, last) = (trend.points.first(), trend.points.last());
    html! {
        figure .plot.plot-time {
            figcaption { b { (trend.title) } span .muted.small { (trend.note) } }
            svg .plot-svg viewBox={ "-4 -4 " (WIDE + 8) " " (HIGH + 8) } role="img" aria-label=(trend.title) {
                line .axis x1="0" y1=(zero) x2=(WIDE) y2=(zero) {}
                polyline .line points=(line.join(" ")) {}
            }
            @if let (Some((from, _, _)), Some((to, _, now))) = (first, last) {
                p .plot-ends.small.muted { span { (from) } span { (to) ": " b { (now) } } }
            }
            details .plot-data data-key={ "data-" (trend.title) } {
                summary { (lang.say("staff-plot-data")) }
                table .data-table {
                    thead { tr { th scope="col" { (lang.say("staff-when")) } th .number-cell scope="col" { (trend.title) } } }
                    tbody { @for (when, _, figure) in trend.points.iter().rev() { tr { th scope="row" { (when) } td .number-cell { (figure) } } } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_inside_their_drawing() {
        let point = |value: i64| (String::new(), value, value.to_string());
        let trend = Trend {
            title: "Win".to_owned(),
            note: String::new(),
            points: [-500, 0, 1_500, i64::MAX].map(point).to_vec(),
        };
        let range = trend.range();
        assert_eq!(range, (-500, i64::MAX));
        for (at, (_, value, _)) in trend.points.iter().enumerate() {
            let (x, y) = trend.at((at, *value), range);
            assert!((0..=WIDE).contains(&x) && (0..=HIGH).contains(&y), "{x} {y}");
        }
        assert_eq!((height(5, 0, 5), height(0, 0, 5)), (0, HIGH));
        let quiet = Trend { points: vec![point(0), point(0)], ..trend.clone() };
        assert_eq!(quiet.at((1, 0), quiet.range()), (WIDE, HIGH));
        let one = Trend { points: vec![point(3)], ..trend };
        assert!(over_time(Lang::En, &one).into_string().contains("points=\"0,0\""));
    }
}
