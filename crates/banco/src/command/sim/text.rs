//! Printing a result: tables, JSON, CSV.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures for people, made from exact sums"
)]

use std::fmt::Write as _;

use banco_sheets::csv_cell;
use banco_sim::report::{Spread, WagerReport, wagers};
use banco_sim::result::{Configuration, RunResult};
use banco_sim::study;
use banco_sim::study::report::{BetReport, PlanReport};
use serde::Serialize;

use super::FormArguments;
use super::plan::plan_tables;
use super::study::bet_table;
use crate::failure::Failure;
use crate::output;

/// Prints it in the form that was asked for.
pub fn print(result: &RunResult, form: &FormArguments) -> Result<(), Failure> {
    if form.json {
        return output::print_json(&Output::new(result));
    }
    if form.csv {
        return output::print(&rows(result));
    }
    output::print(&tables(result))
}

/// One row for each line of each wager, as CSV.
pub fn rows(result: &RunResult) -> String {
    csv(&wagers(result))
}

/// All tables, for a terminal.
pub fn tables(result: &RunResult) -> String {
    let reports = wagers(result);
    let parts = [heading(result), wager_table(&reports), spread_table(result, &reports), shoes(result)];
    let studied = bet_table(&study::report::bets(result));
    let played = plan_tables(&study::report::plans(result));
    let parts: Vec<String> = parts.into_iter().chain(studied).chain(played).collect();
    parts.join("\n\n")
}

/// The stable JSON of a result.
#[derive(Serialize)]
struct Output<'a> {
    configuration: &'a Configuration,
    from: u64,
    to: u64,
    rounds: u64,
    voids: u64,
    free_hands: u64,
    rounds_a_shoe: Spread,
    /// By number of cards: 4, 5, 6.
    cards_a_round: [u64; 3],
    /// By final count 0 to 9, for the Player's and the Banker's hand.
    totals: Totals,
    /// Lists of length and number.
    streaks: Streaks<'a>,
    wagers: Vec<WagerReport>,
    /// Who bet only in some rounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bets: Vec<BetReport>,
    /// Who played by which plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans: Vec<PlanReport>,
}

#[derive(Serialize)]
struct Totals {
    player: [u64; 10],
    banker: [u64; 10],
}

#[derive(Serialize)]
struct Streaks<'a> {
    player: &'a banco_sim::histogram::Histogram,
    banker: &'a banco_sim::histogram::Histogram,
    tie: &'a banco_sim::histogram::Histogram,
}

impl<'a> Output<'a> {
    fn new(result: &'a RunResult) -> Self {
        let [player, banker, tie] = &result.tally.streaks;
        Self {
            configuration: &result.configuration,
            from: result.from,
            to: result.to,
            rounds: result.tally.round_count(),
            voids: result.tally.voids,
            free_hands: result.tally.free_hands,
            rounds_a_shoe: Spread::from_histogram(&result.tally.rounds, 1),
            cards_a_round: cards(result),
            totals: totals(result),
            streaks: Streaks { player, banker, tie },
            wagers: wagers(result),
            bets: study::report::bets(result),
            plans: study::report::plans(result),
        }
    }
}

fn cards(result: &RunResult) -> [u64; 3] {
    let of =
        |cards: u8| result.tally.by_class().filter(|(class, _)| class.cards() == cards).map(|(_, n)| n).sum();
    [of(4), of(5), of(6)]
}

fn totals(result: &RunResult) -> Totals {
    let digits: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let sum = |test: &dyn Fn(banco_sim::hands::Class) -> bool| {
        result.tally.by_class().filter(|(class, _)| test(*class)).map(|(_, count)| count).sum()
    };
    Totals {
        player: digits.map(|digit| sum(&|class| class.player() == digit)),
        banker: digits.map(|digit| sum(&|class| class.banker() == digit)),
    }
}

fn heading(result: &RunResult) -> String {
    let Configuration { rulebook, submission, shoe, seed, shoes, .. } = &result.configuration;
    let part = match (result.from, result.to) {
        (0, to) if to == *shoes => format!("{shoes} shoes"),
        (from, to) => format!("shoes {from} to {} of {shoes}", to.saturating_sub(1)),
    };
    let rounds = result.tally.round_count();
    format!("{rulebook}, {submission}: {shoe}\n{part}, {rounds} rounds, seed {seed}")
}

pub fn percent(share: f64) -> String {
    format!("{:.4}%", 100.0 * share)
}

fn wager_table(reports: &[WagerReport]) -> String {
    let mut table = output::table(&["wager", "wins", "pushes", "return", "error", "exact", "z"]);
    for report in reports {
        table.add_row(vec![
            report.wager.clone(),
            report.wins.to_string(),
            report.pushes.to_string(),
            percent(report.average_return),
            percent(report.error_by_shoes),
            percent(report.exact_return),
            format!("{:+.2}", report.z),
        ]);
    }
    output::table_text(&table)
}

/// The results of shoes and sessions, in units staked a round.
fn spread_table(result: &RunResult, reports: &[WagerReport]) -> String {
    let mut header =
        vec!["result of a".to_owned(), "wager".to_owned(), "mean".to_owned(), "deviation".to_owned()];
    header.extend(Spread::PERCENT.map(|percent| format!("{percent}%")));
    header.push("losing".to_owned());
    let mut table = output::table_headed(header.iter().map(|cell| cell.to_uppercase()).collect());
    let mut add = |what: &str, name: &str, spread: &Spread| {
        let mut row = vec![
            what.to_owned(),
            name.to_owned(),
            format!("{:+.3}", spread.mean),
            format!("{:.2}", spread.deviation),
        ];
        row.extend(spread.quantiles.map(|value| format!("{value:+}")));
        row.push(format!("{:.1}%", 100.0 * spread.losing));
        table.add_row(row);
    };
    reports.iter().for_each(|report| add("shoe", &report.wager, &report.shoe));
    if result.configuration.session > 1 {
        reports.iter().for_each(|report| add("session", &report.wager, &report.session));
    }
    output::table_text(&table)
}

fn shoes(result: &RunResult) -> String {
    let rounds = Spread::from_histogram(&result.tally.rounds, 1);
    let [_, low, _, median, _, high, _] = rounds.quantiles;
    let mut text = format!(
        "rounds per shoe: mean {:.2}, median {median}, nine in ten from {low} to {high}, fewest {}, most {}",
        rounds.mean, rounds.least, rounds.greatest
    );
    if result.tally.voids > 0 {
        let _ = write!(text, "; {} shoes ended in a void round", result.tally.voids);
    }
    let all = (result.tally.round_count() as f64).max(1.0);
    let [four, five, six] = cards(result).map(|count| 100.0 * count as f64 / all);
    let _ = write!(text, "\ncards per round: four {four:.2}%, five {five:.2}%, six {six:.2}%");
    for (name, streaks) in ["Player", "Banker", "tie"].iter().zip(&result.tally.streaks) {
        let spread = Spread::from_histogram(streaks, 1);
        let _ = write!(text, "\n{name} streaks: mean {:.3}, longest {}", spread.mean, spread.greatest);
    }
    text
}

fn csv(reports: &[WagerReport]) -> String {
    let mut text = "wager,line,count,share,exact,z\n".to_owned();
    for report in reports {
        for line in &report.lines {
            let (wager, name) = (csv_cell(&report.wager), csv_cell(&line.line));
            let _ = writeln!(
                text,
                "{wager},{name},{},{:.10},{:.10},{:.4}",
                line.count, line.share, line.exact, line.z
            );
        }
    }
    text
}
