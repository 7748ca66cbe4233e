//! Plots as SVG: pure functions from figures to markup. Whatever is written in them is escaped, and each has a title and a
//! description for people who do not see it. Colors come from the style of the page ([`STYLE`](crate::STYLE)): `up`, `down`,
//! `axis`, `mark`, `line`, `band`.
#![expect(clippy::float_arithmetic, reason = "where things are drawn")]

use maud::{Markup, html};

/// As wide as a small phone, so that letters stay readable there.
const WIDTH: f64 = 360.0;
/// A bar with its label above.
const ROW: f64 = 34.0;
/// How many letters of a label fit beside a figure.
const LETTERS: usize = 44;

/// What a plot is about.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// A name for it that is unique on its page.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What can be seen, in a sentence.
    pub about: &'a str,
}

/// A figure with its label.
#[derive(Clone, Debug)]
pub struct Mark {
    /// What it is the figure of.
    pub label: String,
    /// The figure, by which it is drawn.
    pub value: f64,
    /// The figure as it is shown.
    pub shown: String,
}

/// Bars to both sides of zero.
pub fn bars(caption: Caption<'_>, marks: &[Mark]) -> Markup {
    let least = marks.iter().map(|mark| mark.value).fold(0.0, f64::min);
    let most = marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
    let span = if most > least { most - least } else { 1.0 };
    let place = |value: f64| WIDTH * (value - least) / span;
    let zero = place(0.0);
    let bar = |mark: &Mark| {
        let class = if mark.value < 0.0 { "down" } else { "up" };
        (class, zero.min(place(mark.value)), (place(mark.value) - zero).abs())
    };
    rows(caption, marks, &[zero], bar)
}

/// Bars by order of magnitude, for shares from one down to very little.
pub fn log_bars(caption: Caption<'_>, marks: &[Mark]) -> Markup {
    let there = marks.iter().map(|mark| mark.value).filter(|value| *value > 0.0);
    // At least two orders, so that a single likely event does not fill the plot by itself.
    let orders = there.map(|value| -value.log10().floor()).fold(2.0, f64::max);
    let place = |value: f64| WIDTH * (1.0 + value.log10() / orders).clamp(0.0, 1.0);
    let ticks: Vec<f64> = (0..).map(|order| -f64::from(order)).take_while(|order| -order <= orders).collect();
    let lines: Vec<f64> = ticks.iter().map(|order| WIDTH * (1.0 + order / orders)).collect();
    let bar = |mark: &Mark| ("mark", 0.0, if mark.value > 0.0 { place(mark.value) } else { 0.0 });
    rows(caption, marks, &lines, bar)
}

/// Labelled bars below each other; `bar` says of which class, from where and how long.
fn rows<'m>(
    caption: Caption<'_>,
    marks: &'m [Mark],
    lines: &[f64],
    bar: impl Fn(&'m Mark) -> (&'static str, f64, f64),
) -> Markup {
    let tops = (0..).map(|row: u32| ROW * f64::from(row));
    let height = ROW * tops.clone().zip(marks).map(|_| 1.0).sum::<f64>();
    let content = html! {
        @for line in lines {
            line class="axis" x1=(at(*line)) x2=(at(*line)) y1="0" y2=(at(height)) {}
        }
        @for (top, mark) in tops.zip(marks) {
            @let (class, from, long) = bar(mark);
            g {
                title { (mark.label) ": " (mark.shown) }
                text x="0" y=(at(top + 13.0)) { (short(&mark.label)) }
                text.figure x=(at(WIDTH)) y=(at(top + 13.0)) text-anchor="end" { (mark.shown) }
                rect class=(class) x=(at(from)) y=(at(top + 18.0)) width=(at(long.max(0.5))) height="10" {}
            }
        }
    };
    svg(caption, height, &content)
}

/// Points joined by a line, evenly spaced.
pub fn line(caption: Caption<'_>, marks: &[Mark]) -> Markup {
    let (left, top, bottom, height) = (8.0, 24.0, 150.0, 176.0);
    let least = marks.iter().map(|mark| mark.value).fold(f64::INFINITY, f64::min);
    let most = marks.iter().map(|mark| mark.value).fold(f64::NEG_INFINITY, f64::max);
    let span = if most > least { most - least } else { 1.0 };
    let steps = (0..).map(|step: u32| f64::from(step)).zip(marks).count().saturating_sub(1).max(1);
    let step = (WIDTH - 2.0 * left) / f64::from(u32::try_from(steps).unwrap_or(u32::MAX));
    let place = |(index, mark): (u32, &Mark)| {
        (left + step * f64::from(index), bottom - (bottom - top) * (mark.value - least) / span)
    };
    let places: Vec<(f64, f64)> = (0..).zip(marks).map(place).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{},{}", at(*x), at(*y))).collect();
    // The least and the greatest value, each told at the end of the plot where its point is not.
    let extreme = |value: f64, y: f64| {
        let (x, _) = places.iter().zip(marks).find(|(_, mark)| mark.value.total_cmp(&value).is_eq())?.0;
        let mark = marks.iter().find(|mark| mark.value.total_cmp(&value).is_eq())?;
        Some((y, mark, if *x > WIDTH / 2.0 { (0.0, "start") } else { (WIDTH, "end") }))
    };
    let content = html! {
        @for (y, mark, (x, anchor)) in [extreme(most, top), extreme(least, bottom)].into_iter().flatten() {
            line class="axis" x1="0" x2=(at(WIDTH)) y1=(at(y)) y2=(at(y)) {}
            text.figure x=(at(x)) y=(at(y - 5.0)) text-anchor=(anchor) { (mark.shown) }
        }
        polyline class="line" points=(path.join(" ")) {}
        @for ((x, y), mark) in places.iter().zip(marks) {
            g {
                title { (mark.label) ": " (mark.shown) }
                circle class="mark" cx=(at(*x)) cy=(at(*y)) r="3.5" {}
                text x=(at(*x)) y=(at(height - 6.0)) text-anchor="middle" { (mark.label) }
            }
        }
    };
    svg(caption, height, &content)
}

/// What a fan shows: a line, and a band around it, from one end to the other in equal steps.
#[derive(Clone, Debug)]
pub struct Fan<'a> {
    /// The lower edge of the band.
    pub low: &'a [f64],
    /// The line.
    pub middle: &'a [f64],
    /// The upper edge of the band.
    pub high: &'a [f64],
    /// What is written at both ends.
    pub ends: [String; 2],
    /// A value that has a line of its own, if it lies inside.
    pub level: Option<f64>,
}

/// A line with a band around it.
pub fn fan(caption: Caption<'_>, fan: &Fan<'_>, shown: impl Fn(f64) -> String) -> Markup {
    let (top, bottom, height) = (24.0, 170.0, 196.0);
    let all = || fan.low.iter().chain(fan.middle).chain(fan.high).copied().filter(|value| value.is_finite());
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if least > most {
        return svg(caption, height, &html! {});
    }
    let span = if most > least { most - least } else { 1.0 };
    let steps = u32::try_from(fan.middle.len().saturating_sub(1).max(1)).unwrap_or(u32::MAX);
    let y_of = |value: f64| bottom - (bottom - top) * (value - least) / span;
    let points = |values: &[f64]| -> Vec<String> {
        let x_of = |step: u32| WIDTH * f64::from(step) / f64::from(steps);
        (0..).zip(values).map(|(step, value)| format!("{},{}", at(x_of(step)), at(y_of(*value)))).collect()
    };
    let (mut around, mut back) = (points(fan.low), points(fan.high));
    back.reverse();
    around.extend(back);
    let [from, to] = &fan.ends;
    let content = html! {
        polygon class="band" points=(around.join(" ")) {}
        @for value in [most, least] {
            line class="axis" x1="0" x2=(at(WIDTH)) y1=(at(y_of(value))) y2=(at(y_of(value))) {}
            text.figure x="0" y=(at(y_of(value) - 5.0)) { (shown(value)) }
        }
        @if let Some(level) = fan.level.filter(|level| (least..=most).contains(level)) {
            line class="axis" x1="0" x2=(at(WIDTH)) y1=(at(y_of(level))) y2=(at(y_of(level))) {}
            text.figure x=(at(WIDTH)) y=(at(y_of(level) - 5.0)) text-anchor="end" { (shown(level)) }
        }
        polyline class="line" points=(points(fan.middle).join(" ")) {}
        text x="0" y=(at(height - 6.0)) { (from) }
        text x=(at(WIDTH)) y=(at(height - 6.0)) text-anchor="end" { (to) }
    };
    svg(caption, height, &content)
}

fn svg(caption: Caption<'_>, height: f64, content: &Markup) -> Markup {
    let (title, about) = (format!("{}-title", caption.id), format!("{}-about", caption.id));
    html! {
        svg.plot viewBox={ "0 0 " (at(WIDTH)) " " (at(height)) } role="img"
            aria-labelledby=(title) aria-describedby=(about) {
            title id=(title) { (caption.title) }
            desc id=(about) { (caption.about) }
            (content)
        }
    }
}

/// A place with as many digits as can be seen.
fn at(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn short(label: &str) -> String {
    if label.chars().count() <= LETTERS {
        return label.to_owned();
    }
    label.chars().take(LETTERS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTION: Caption<'_> = Caption { id: "p", title: "A <title>", about: "About & more" };

    fn marks(values: &[f64]) -> Vec<Mark> {
        let mark =
            |value: &f64| Mark { label: "<b> \"x\"".to_owned(), value: *value, shown: value.to_string() };
        values.iter().map(mark).collect()
    }

    #[test]
    fn text_is_escaped_and_described() {
        for plot in [bars, log_bars, line] {
            let text = plot(CAPTION, &marks(&[0.5, 0.25])).into_string();
            assert!(!text.contains("<b>") && text.contains("&lt;b&gt;"), "{text}");
            assert!(text.contains("A &lt;title&gt;") && text.contains("About &amp; more"), "{text}");
            assert!(text.contains("role=\"img\""), "{text}");
        }
    }

    #[test]
    fn bars_begin_at_zero() {
        let text = bars(CAPTION, &marks(&[1.0, -3.0])).into_string();
        assert!(text.contains("class=\"up\" x=\"270\" y=\"18\" width=\"90\""), "{text}");
        assert!(text.contains("class=\"down\" x=\"0\" y=\"52\" width=\"270\""), "{text}");
    }

    #[test]
    fn a_step_of_the_scale_is_ten_times() {
        let text = log_bars(CAPTION, &marks(&[1.0, 0.1, 0.0001, 0.0])).into_string();
        for width in ["360", "270", "0.5"] {
            assert!(text.contains(&format!("width=\"{width}\"")), "{width}: {text}");
        }
    }

    #[test]
    fn nothing_to_draw_is_no_problem() {
        for plot in [bars, log_bars, line] {
            assert!(!plot(CAPTION, &[]).into_string().contains("NaN"));
            assert!(!plot(CAPTION, &marks(&[0.0])).into_string().contains("NaN"));
        }
    }

    #[test]
    fn fans_stay_inside_and_survive_nothing() {
        let ends = || ["<0>".to_owned(), "40".to_owned()];
        let shown = |value: f64| format!("{value:.1}");
        let drawn =
            Fan { low: &[1.0, 0.0], middle: &[1.0, 2.0], high: &[1.0, 4.0], ends: ends(), level: Some(3.0) };
        let svg = fan(CAPTION, &drawn, shown).into_string();
        assert!(svg.contains("points=\"0,133.5 360,170 360,24 0,133.5\""), "{svg}");
        assert!(
            svg.contains("points=\"0,133.5 360,97\"") && svg.contains("&lt;0&gt;") && svg.contains("3.0")
        );
        let nothing = Fan { low: &[], middle: &[], high: &[], ends: ends(), level: None };
        assert!(!fan(CAPTION, &nothing, shown).into_string().contains("NaN"));
    }
}
