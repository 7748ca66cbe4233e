//! The figures of a count: effects and tags, edges by true count, what betting brings, cut cards, teams.
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use std::collections::BTreeMap;

use banco_odds::{Effects, Fit, Tags, best_balanced_tags, best_tags, decimal};
use banco_sim::advantage::betting::{Betting, called, kelly, ruin_at_kelly};
use banco_sim::advantage::{Advantage, Bucket, Mark};
use banco_sim::study::count::CountBy;
use serde::Serialize;

use super::simulated::Edge;
use crate::output::Figure;

/// The bank in units, and the part of full Kelly that is staked.
#[derive(Clone, Copy)]
pub struct Stakes {
    pub bank: f64,
    pub part: f64,
}

#[derive(Serialize)]
pub struct EffectOutput {
    pub rank: String,
    pub cards: u64,
    pub effect: Figure,
    #[serde(skip)]
    pub decimal: f64,
}

/// The effects of removal, rank by rank.
pub fn effects_of(effects: &Effects) -> Vec<EffectOutput> {
    let output = |rank: &banco_odds::RankEffect| EffectOutput {
        rank: rank.rank.to_string(),
        cards: rank.cards,
        effect: Figure::new(&rank.effect),
        decimal: decimal(&rank.effect),
    };
    effects.ranks.iter().map(output).collect()
}

#[derive(Serialize)]
pub struct SystemOutput {
    pub name: String,
    pub tags: String,
    pub correlation: f64,
    /// How much of the betting correlation is lost against the effects themselves.
    pub loss: f64,
    pub is_balanced: bool,
    /// The sum of the tags of all cards.
    pub sum: i64,
    /// What one more per deck unseen is worth.
    pub per_true_count: f64,
    /// The true count at which the linear estimate is even, what an unbalanced count is on average taken off.
    pub even_at: Option<f64>,
}

/// The best tags up to 3, and those that were given.
pub fn systems(effects: &Effects, given: Option<Tags>, deck: u16) -> Vec<SystemOutput> {
    let mut systems: Vec<(String, Tags)> = Vec::new();
    for level in 1..=3 {
        let (best, balanced) = (best_tags(effects, level), best_balanced_tags(effects, level));
        systems.extend(best.map(|tags| (format!("best up to {level}"), tags)));
        systems.extend(balanced.map(|tags| (format!("balanced up to {level}"), tags)));
    }
    systems.extend(given.map(|tags| ("given".to_owned(), tags)));
    let output = |(name, tags): (String, Tags)| {
        let fit = Fit::new(effects, tags);
        SystemOutput {
            name,
            tags: tags.to_string(),
            correlation: fit.correlation(),
            loss: 1.0 - fit.correlation(),
            is_balanced: fit.is_balanced(),
            sum: fit.sum,
            per_true_count: decimal(&fit.slope_of_true_count(deck)),
            even_at: fit.even_at(deck).map(|at| decimal(&at)),
        }
    };
    systems.into_iter().map(output).collect()
}

#[derive(Serialize)]
pub struct CountOutput {
    /// Rounded down.
    pub true_count: i64,
    pub rounds_a_shoe: f64,
    pub share: f64,
    pub edge: f64,
    pub deviation: f64,
    /// The stake that makes the bank grow fastest, times the part of Kelly, as a share of the bank.
    pub kelly: f64,
    /// The stake with the highest SCORE in units: edge over square, times the part of Kelly and the bank.
    pub best_stake: f64,
    pub simulated: Option<Edge>,
}

/// Every true count, lowest first.
pub fn by_true_count(advantage: &Advantage, stakes: Stakes, edges: &[(i64, Edge)]) -> Vec<CountOutput> {
    let all: f64 = advantage.marks.iter().map(Mark::rounds).sum();
    let row = |bucket: Bucket| {
        let rounds: f64 = bucket.outcomes.iter().sum();
        let (edge, square) = advantage.moments(&bucket.outcomes);
        let found = edges.iter().find(|(true_count, _)| *true_count == bucket.from);
        CountOutput {
            true_count: bucket.from,
            rounds_a_shoe: rounds,
            share: rounds / all,
            edge,
            deviation: (square - edge * edge).max(0.0).sqrt(),
            kelly: stakes.part * kelly(&bucket.outcomes, &advantage.gains),
            best_stake: best_stake((edge, square), stakes),
            simulated: found.map(|(_, edge)| edge.clone()),
        }
    };
    advantage.by_count(CountBy::True).into_iter().map(row).collect()
}

fn best_stake((edge, square): (f64, f64), stakes: Stakes) -> f64 {
    if edge > 0.0 { stakes.bank * stakes.part * edge / square } else { 0.0 }
}

/// Stakes in proportion to edge over square at each whole true count: no other stakes by true count have a higher SCORE.
pub fn best_stakes(advantage: &Advantage, stakes: Stakes) -> Betting {
    let by_count: BTreeMap<i64, f64> = advantage
        .by_count(CountBy::True)
        .iter()
        .map(|bucket| (bucket.from, best_stake(advantage.moments(&bucket.outcomes), stakes)))
        .collect();
    advantage.betting(|mark| {
        let from = advantage.hundredths(mark, CountBy::True).div_euclid(100);
        by_count.get(&from).copied().unwrap_or(0.0)
    })
}

#[derive(Serialize)]
pub struct BettingOutput {
    pub bets_a_shoe: f64,
    pub units_a_shoe: f64,
    pub deviation_of_shoe: f64,
    pub units_per_100_rounds: f64,
    pub deviation_per_100_rounds: f64,
    pub edge: f64,
    pub n0: Option<f64>,
    pub desirability: f64,
    pub score: f64,
    /// The bank in units at which these stakes are full Kelly.
    pub kelly_bank: Option<f64>,
    pub risk_of_ruin: f64,
    /// At the part of full Kelly that was asked for.
    pub risk_of_ruin_at_kelly: f64,
}

impl BettingOutput {
    /// What betting brings, and what it risks.
    pub fn new(betting: &Betting, stakes: Stakes) -> Self {
        let (hundred, deviation) = betting.hundred();
        Self {
            bets_a_shoe: betting.bets,
            units_a_shoe: betting.won,
            deviation_of_shoe: betting.deviation_of_shoe(),
            units_per_100_rounds: hundred,
            deviation_per_100_rounds: deviation,
            edge: betting.edge(),
            n0: betting.n0(),
            desirability: betting.desirability(),
            score: betting.score(),
            kelly_bank: Some(betting.kelly_unit()).filter(|unit| *unit > 0.0).map(f64::recip),
            risk_of_ruin: betting.risk_of_ruin(stakes.bank),
            risk_of_ruin_at_kelly: ruin_at_kelly(stakes.part),
        }
    }
}

#[derive(Serialize)]
pub struct SweepOutput {
    pub cards_behind: u16,
    pub rounds_a_shoe: f64,
    pub trigger: Option<f64>,
    pub bets_a_shoe: f64,
    pub units_a_shoe: f64,
    pub units_per_100_rounds: f64,
    pub score: f64,
}

impl SweepOutput {
    /// What betting brings with the cut card there.
    pub fn new(cards_behind: u16, trigger: Option<f64>, betting: &Betting) -> Self {
        Self {
            cards_behind,
            rounds_a_shoe: betting.rounds,
            trigger,
            bets_a_shoe: betting.bets,
            units_a_shoe: betting.won,
            units_per_100_rounds: betting.hundred().0,
            score: betting.score(),
        }
    }
}

#[derive(Serialize)]
pub struct TeamOutput {
    pub tables: u16,
    pub rounds_an_hour: u16,
    pub hands_an_hour: f64,
    pub units_an_hour: f64,
    pub deviation_an_hour: f64,
    pub n0_hours: Option<f64>,
}

/// A big player who is called to whichever of the tables says to bet.
pub fn team(tables: u16, rounds_an_hour: u16, betting: &Betting) -> TeamOutput {
    let share = if betting.rounds > 0.0 { betting.bets / betting.rounds } else { 0.0 };
    let called = called(share, tables);
    let hour = f64::from(rounds_an_hour);
    // The big player bets in as many rounds more as a single counter would.
    let more = if share > 0.0 { called / share } else { 0.0 };
    let (mean, _) = betting.round();
    let units = hour * mean * more;
    let square = if betting.rounds > 0.0 { betting.squares / betting.rounds * more } else { 0.0 };
    let variance = hour * (square - (mean * more).powi(2)).max(0.0);
    TeamOutput {
        tables,
        rounds_an_hour,
        hands_an_hour: hour * called,
        units_an_hour: units,
        deviation_an_hour: variance.sqrt(),
        n0_hours: (units > 0.0).then(|| variance / (units * units)),
    }
}
