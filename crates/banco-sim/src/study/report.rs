//! Figures of studies for people, made from exact sums.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures to be shown, made from exact sums"
)]

use serde::Serialize;

use crate::report::{Spread, ratio};
use crate::result::RunResult;
use crate::study::BurnSeen;
use crate::study::bets::{BetInfo, BetTally, VALUE_UNIT};
use crate::study::plan::{PlanInfo, PlanTally};

/// What came of betting in some rounds only.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BetReport {
    /// The wager.
    pub wager: String,
    /// When a unit was bet.
    pub rule: String,
    /// Which burnt cards were seen.
    pub burn_seen: BurnSeen,
    /// Rounds in which a bet was open to be made.
    pub rounds: u64,
    /// Bets.
    pub bets: u64,
    /// Bets for each round.
    pub frequency: f64,
    /// Units won in a shoe.
    pub units_a_shoe: f64,
    /// Its standard error.
    pub units_a_shoe_error: f64,
    /// Units won in a hundred rounds.
    pub units_per_100_hands: f64,
    /// Units won for each bet.
    pub edge: f64,
    /// Its standard error, from the results of shoes.
    pub edge_error: f64,
    /// The mean of the exact values at which bets were made; none where they are not known.
    pub exact_edge: Option<f64>,
    /// The same in units a shoe.
    pub exact_units_a_shoe: Option<f64>,
    /// Bets in a shoe.
    pub bets_a_shoe: Spread,
    /// The result of a shoe.
    pub shoe: Spread,
}

/// What came of a plan; amounts in minor units.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanReport {
    /// What was run.
    #[serde(flatten)]
    pub info: PlanInfo,
    /// Sessions.
    pub sessions: u64,
    /// The share that ended in ruin, with its standard error.
    pub ruin: Share,
    /// The share that reached the goal.
    pub goal_reached: Share,
    /// The share that played all rounds.
    pub rounds_up: Share,
    /// The share that ended with the last shoe.
    pub shoes_up: Share,
    /// What a session brought on average.
    pub result: f64,
    /// Its standard error.
    pub result_error: f64,
    /// What a session wagered on average.
    pub wagered: f64,
    /// The average bet.
    pub average_bet: f64,
    /// The highest bet.
    pub highest_bet: i64,
    /// What was lost for each unit of money wagered.
    pub cost: f64,
    /// The share of bets that were lowered to what the table took or the bankroll had.
    pub lowered: f64,
    /// Rounds played.
    pub rounds: Spread,
    /// The bankroll at the end.
    pub bankroll: Spread,
}

/// A share of sessions, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// Its standard error.
    pub error: f64,
}

impl Share {
    fn from_count(count: u64, all: f64) -> Self {
        let share = ratio(count as f64, all);
        Self { share, error: ratio(share * (1.0 - share), all).sqrt() }
    }
}

/// The figures of every plan in a result.
#[must_use]
pub fn plans(result: &RunResult) -> Vec<PlanReport> {
    let pairs = result.configuration.studies.plans.iter().zip(&result.tally.studies.plans);
    pairs.map(|(info, tally)| plan(info, tally)).collect()
}

fn plan(info: &PlanInfo, tally: &PlanTally) -> PlanReport {
    let sessions = tally.finals.count();
    let (n, wagered) = (sessions as f64, tally.wagered as f64);
    let [ruin, goal_reached, rounds_up, shoes_up] = tally.endings.map(|count| Share::from_count(count, n));
    let bankroll = Spread::from_histogram(&tally.finals, 1);
    let result = tally.finals.sum() - i128::from(info.money.bankroll) * i128::from(sessions);
    PlanReport {
        info: info.clone(),
        sessions,
        ruin,
        goal_reached,
        rounds_up,
        shoes_up,
        result: ratio(result as f64, n),
        result_error: ratio(bankroll.deviation, n.sqrt()),
        wagered: ratio(wagered, n),
        average_bet: ratio(wagered, tally.bets as f64),
        highest_bet: tally.highest,
        cost: ratio(-result as f64, wagered),
        lowered: ratio(tally.lowered as f64, tally.bets as f64),
        rounds: Spread::from_histogram(&tally.rounds, 1),
        bankroll,
    }
}

/// The figures of every study of bets in a result.
#[must_use]
pub fn bets(result: &RunResult) -> Vec<BetReport> {
    let pairs = result.configuration.studies.bets.iter().zip(&result.tally.studies.bets);
    pairs.map(|(info, tally)| bet(info, tally)).collect()
}

fn bet(info: &BetInfo, tally: &BetTally) -> BetReport {
    let (bets, shoes) = (tally.bets.sum() as f64, tally.bets.count() as f64);
    let unit = info.fraction as f64;
    let (bets_a_shoe, shoe) =
        (Spread::from_histogram(&tally.bets, 1), Spread::from_histogram(&tally.results, info.fraction));
    let edge = ratio(tally.results.sum() as f64, bets);
    // What each shoe strays from what its bets would bring on average.
    let strayed = tally.results.sum_of_squares() as f64 - 2.0 * edge * tally.cross as f64
        + edge * edge * tally.bets.sum_of_squares() as f64;
    let edge_error = ratio((strayed.max(0.0) * ratio(shoes, shoes - 1.0)).sqrt(), bets);
    let value = info.is_valued.then_some(tally.value as f64 * VALUE_UNIT);
    BetReport {
        wager: info.wager.clone(),
        rule: info.rule.clone(),
        burn_seen: info.burn_seen,
        rounds: tally.rounds,
        bets: u64::try_from(tally.bets.sum()).unwrap_or(0),
        frequency: ratio(bets, tally.rounds as f64),
        units_a_shoe: shoe.mean,
        units_a_shoe_error: ratio(shoe.deviation, shoes.sqrt()),
        units_per_100_hands: 100.0 * ratio(tally.results.sum() as f64 / unit, tally.rounds as f64),
        edge: edge / unit,
        edge_error: edge_error / unit,
        exact_edge: value.map(|value| ratio(value, bets)),
        exact_units_a_shoe: value.map(|value| ratio(value, shoes)),
        bets_a_shoe,
        shoe,
    }
}
