//! Printing what was found: a table, what is known exactly, a verdict in words.
#![expect(clippy::float_arithmetic, reason = "shares in percent")]

use banco_sim::shuffle::report::{Measure, Report};
use serde::Serialize;

use super::setup::{Job, Origin};
use crate::output;

/// No line is longer.
const COLUMNS: usize = 100;

/// The stable JSON.
#[derive(Serialize)]
pub struct Output<'a> {
    pub rulebook: Option<&'a Origin>,
    #[serde(flatten)]
    pub report: &'a Report,
}

/// The whole text.
pub fn text(report: &Report, job: &Job, with_travel: bool) -> String {
    let mut parts = vec![heading(report, job), measures(report)];
    if with_travel {
        parts.push(travel(report));
    }
    parts.push(wrapped(&exactly(report)));
    parts.extend(report.verdict.words.iter().map(|words| wrapped(&format!("{words}."))));
    parts.push(wrapped(JUDGED));
    parts.join("\n\n")
}

const JUDGED: &str = "\
Shift is how far the mean is from that of a perfect shuffle, in standard deviations of one perfect shuffle. Below 0.25 is \
mixed: judging one stack by this figure, nobody can tell which shuffle it was more than about 55 times in 100, where a \
coin flip gets 50. Below 1 leaves traces (about 69 in 100); above 1 is not mixed. For total variation the limits are 0.1 \
and 0.38. z says whether a shift is real.";

fn heading(report: &Report, job: &Job) -> String {
    let Report { cards, slug, shuffles, seed, .. } = report;
    let decks = match (cards / job.deck.max(1), cards % job.deck.max(1)) {
        (1, 0) => " (1 deck)".to_owned(),
        (decks, 0) => format!(" ({decks} decks)"),
        _ => String::new(),
    };
    let mut lines = vec![wrapped(&report.procedure)];
    lines.push(format!("{cards} cards{decks}, slugs of {slug}, {shuffles} shuffles, seed {seed}"));
    if let Some(Origin { id, submission, procedure, cite }) = &job.rulebook {
        let whose = match procedure {
            Some(procedure) => format!("{id}, {submission}: {procedure}, {}", cite.join(", ")),
            None => format!("follows {id}, {submission}"),
        };
        lines.push(wrapped(&whose));
    }
    lines.join("\n")
}

fn measures(report: &Report) -> String {
    let mut table = output::table(&["measure", "found", "error", "perfect", "shift", "z", ""]);
    for measure in &report.measures {
        let (name, form) = described(measure);
        let figure = |number: f64| match form {
            Form::Number => format!("{number:.2}"),
            Form::Small => format!("{number:.3}"),
            Form::Share => format!("{:.2}%", 100.0 * number),
        };
        table.add_row(vec![
            name.to_owned(),
            figure(measure.found),
            figure(measure.error),
            figure(measure.perfect),
            format!("{:+.2}", measure.shift),
            format!("{:+.1}", measure.z),
            measure.judgement.words().to_owned(),
        ]);
    }
    output::table_text(&table)
}

/// How a figure is printed.
enum Form {
    Number,
    Small,
    Share,
}

/// A measure for people.
fn described(measure: &Measure) -> (&'static str, Form) {
    match measure.id {
        "rising-sequences" => ("rising sequences", Form::Number),
        "valleys" => ("valleys", Form::Number),
        "neighbours-kept" => ("neighbors kept", Form::Number),
        "right-guesses" => ("right guesses", Form::Number),
        "place-correlation" => ("correlation of places", Form::Small),
        "slugs-apart" => ("slugs apart (Kruskal-Wallis)", Form::Number),
        "slug-in-one-place" => ("most of a slug in one place", Form::Share),
        "top-from-one-slug" => ("most of a slug on top", Form::Share),
        "backs-alternate" => ("backs that alternate", Form::Number),
        id => (id, Form::Number),
    }
}

/// The most columns that fit.
const MOST_SLUGS: usize = 12;

fn travel(report: &Report) -> String {
    if report.travel.len() > MOST_SLUGS {
        return format!(
            "{} slugs are too many to show side by side; `--json` has them all",
            report.travel.len()
        );
    }
    let mut header = vec!["SLUG".to_owned()];
    header.extend((1..=report.travel.len()).map(|slug| format!("TO {slug}")));
    let mut table = output::table_headed(header);
    for (slug, row) in report.travel.iter().enumerate() {
        let shares = row.iter().map(|share| format!("{:.1}%", 100.0 * share));
        table.add_row(std::iter::once(format!("{}", slug + 1)).chain(shares).collect::<Vec<_>>());
    }
    output::table_text(&table)
}

fn exactly(report: &Report) -> String {
    let Some(exact) = &report.exact else {
        return "total variation: there is no formula for this procedure; go by the measures above."
            .to_owned();
    };
    let most = if exact.at_most { "at most " } else { "" };
    let beside = if exact.at_most { "; the other steps can only bring it closer" } else { "" };
    format!(
        "total variation from a perfect shuffle: {most}{:.3}, exact, by {}{beside}. This counts all {} cards as \
         different; anyone who looks only at ranks or points, which repeat in a shoe, sees this much or less.",
        exact.total_variation, exact.by, report.cards
    )
}

/// Text in lines of at most [`COLUMNS`], broken at blanks.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
