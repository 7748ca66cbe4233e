//! Figures for people, made from exact sums.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures to be shown, made from exact sums"
)]

use banco_engine::Verdict;
use serde::Serialize;

use crate::histogram::Histogram;
use crate::result::{RunResult, WagerInfo};
use crate::tally::WagerTally;

/// What came of one wager.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerReport {
    /// `ID[.SIDE][:PAYTABLE]`.
    pub wager: String,
    /// Rounds.
    pub rounds: u64,
    /// Rounds that won.
    pub wins: u64,
    /// Rounds that pushed.
    pub pushes: u64,
    /// What came back for each unit staked, the stake included.
    #[serde(rename = "return")]
    pub average_return: f64,
    /// Its standard error, as if rounds had nothing to do with each other.
    pub error_by_rounds: f64,
    /// Its standard error from the results of shoes, within which rounds hang together.
    pub error_by_shoes: f64,
    /// The exact return of one round from the full shoe.
    pub exact_return: f64,
    /// By how many standard errors (by shoes) they differ.
    pub z: f64,
    /// Its lines.
    pub lines: Vec<LineReport>,
    /// The result of a shoe, in units staked a round.
    pub shoe: Spread,
    /// The result of a session.
    pub session: Spread,
}

/// What came of one line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineReport {
    /// The line.
    pub line: String,
    /// How often it came up.
    pub count: u64,
    /// In what share of rounds.
    pub share: f64,
    /// In what share it does by the exact odds.
    pub exact: f64,
    /// By how many standard errors (by rounds) the count differs.
    pub z: f64,
}

/// How results are spread.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// One, five, twenty-five, fifty, seventy-five, ninety-five and ninety-nine in a hundred are no greater.
    pub quantiles: [f64; 7],
    /// The greatest.
    pub greatest: f64,
    /// The share below nothing.
    pub losing: f64,
}

impl Spread {
    /// The percentages of the quantiles.
    pub const PERCENT: [u64; 7] = [1, 5, 25, 50, 75, 95, 99];

    /// How a histogram is spread, in a fraction of its values.
    #[must_use]
    pub fn from_histogram(histogram: &Histogram, fraction: i64) -> Self {
        let count = histogram.count();
        if count == 0 {
            return Self::default();
        }
        let (unit, n) = (fraction as f64, count as f64);
        let quantile = |thousandths| histogram.quantile(thousandths).unwrap_or(0) as f64 / unit;
        let mean = histogram.sum() as f64 / n;
        // Exact until the last step: the difference of two large numbers would lose everything in floats.
        let (sum, squares) = (histogram.sum(), histogram.sum_of_squares());
        let around = squares.saturating_mul(i128::from(count)).saturating_sub(sum.saturating_mul(sum));
        let below: u64 = histogram.iter().filter(|(value, _)| *value < 0).map(|(_, count)| count).sum();
        Self {
            count,
            mean: mean / unit,
            deviation: (around as f64 / n / (n - 1.0).max(1.0)).sqrt() / unit,
            least: quantile(0),
            quantiles: Self::PERCENT.map(|percent| quantile(percent * 10)),
            greatest: quantile(1000),
            losing: below as f64 / n,
        }
    }
}

/// The figures of every wager of a result.
#[must_use]
pub fn wagers(result: &RunResult) -> Vec<WagerReport> {
    let pairs = result.configuration.wagers.iter().zip(&result.tally.wagers);
    pairs.map(|(info, tally)| wager(info, tally, &result.tally.rounds)).collect()
}

fn wager(info: &WagerInfo, tally: &WagerTally, rounds_a_shoe: &Histogram) -> WagerReport {
    let rounds: u64 = tally.outcomes.iter().sum();
    let of = |verdict: Verdict| {
        let pairs = info.outcomes.iter().zip(&tally.outcomes);
        pairs.filter(|(outcome, _)| outcome.is(verdict)).map(|(_, count)| *count).sum::<u64>()
    };
    let (unit, n) = (info.fraction as f64, (rounds as f64).max(1.0));
    let mean = tally.shoes.sum() as f64 / n;
    let by_rounds: f64 = info
        .outcomes
        .iter()
        .zip(&tally.outcomes)
        .map(|(outcome, count)| (outcome.gain as f64 - mean).powi(2) * *count as f64)
        .sum::<f64>()
        .sqrt()
        / n;
    let by_shoes = error_by_shoes(tally, rounds_a_shoe, mean);
    let ways = info.outcomes.iter().map(|outcome| outcome.ways as f64 * outcome.gain as f64);
    let exact = ways.sum::<f64>() / info.total as f64;
    WagerReport {
        wager: info.name.clone(),
        rounds,
        wins: of(Verdict::Win),
        pushes: of(Verdict::Push),
        average_return: 1.0 + mean / unit,
        error_by_rounds: by_rounds / unit,
        error_by_shoes: by_shoes / unit,
        exact_return: 1.0 + exact / unit,
        z: ratio(mean - exact, by_shoes),
        lines: lines(info, tally, n),
        shoe: Spread::from_histogram(&tally.shoes, info.fraction),
        session: Spread::from_histogram(&tally.sessions, info.fraction),
    }
}

/// The standard error of the mean of a round, from shoes: the sum over shoes of the squares of what each result strays
/// from what its rounds would bring on average.
fn error_by_shoes(tally: &WagerTally, rounds_a_shoe: &Histogram, mean: f64) -> f64 {
    let (shoes, rounds) = (tally.shoes.count() as f64, rounds_a_shoe.sum() as f64);
    let strayed = tally.shoes.sum_of_squares() as f64 - 2.0 * mean * tally.cross as f64
        + mean * mean * rounds_a_shoe.sum_of_squares() as f64;
    (strayed.max(0.0) * ratio(shoes, shoes - 1.0)).sqrt() / rounds.max(1.0)
}

fn lines(info: &WagerInfo, tally: &WagerTally, rounds: f64) -> Vec<LineReport> {
    let pairs = info.outcomes.iter().zip(&tally.outcomes);
    let lines = pairs.filter(|(outcome, count)| outcome.ways > 0 || **count > 0);
    let line = |(outcome, count): (&crate::result::OutcomeInfo, &u64)| {
        let (share, exact) = (*count as f64 / rounds, outcome.ways as f64 / info.total as f64);
        let z = ratio(share - exact, (exact * (1.0 - exact) / rounds).sqrt());
        LineReport { line: outcome.name.clone(), count: *count, share, exact, z }
    };
    lines.map(line).collect()
}

/// A ratio; nothing where there is nothing to divide by.
pub(crate) fn ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { numerator / denominator } else { 0.0 }
}
