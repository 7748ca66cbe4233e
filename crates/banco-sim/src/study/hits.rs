//! How the hits of every outcome are spread over shoes.
//!
//! The rounds of a shoe come from the same cards and so hang together a little; shoes have nothing to do with each other.
//! How far a count may stray by chance is therefore told by what it does from shoe to shoe.

use serde::{Deserialize, Serialize};

use crate::deal::Dealt;
use crate::settlement::{Memory, Settlement};
use crate::tally::text;
use crate::wager::OutcomePlace;

/// The sums of one outcome over shoes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HitSums {
    /// The squares of its hits in a shoe.
    #[serde(with = "text")]
    pub squares: u128,
    /// Its hits in a shoe times the rounds of that shoe.
    #[serde(with = "text")]
    pub cross: u128,
}

/// The sums of one wager, outcome by outcome.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HitTally {
    /// For each outcome.
    pub outcomes: Vec<HitSums>,
}

impl HitTally {
    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.outcomes.iter_mut().zip(&other.outcomes) {
            mine.squares += theirs.squares;
            mine.cross += theirs.cross;
        }
    }
}

/// Watches the hits of shoes.
#[derive(Debug)]
pub(crate) struct HitWatcher {
    free_hands: usize,
    tallies: Vec<HitTally>,
    /// The hits of this shoe, by wager and outcome.
    hits: Vec<Vec<u64>>,
}

impl HitWatcher {
    pub(crate) fn new(settlement: &Settlement, free_hands: u16) -> Self {
        let sizes = || settlement.judges().iter().map(|judge| judge.outcomes.len());
        Self {
            free_hands: usize::from(free_hands),
            tallies: sizes().map(|size| HitTally { outcomes: vec![HitSums::default(); size] }).collect(),
            hits: sizes().map(|size| vec![0; size]).collect(),
        }
    }

    pub(crate) fn add(&mut self, shoe: &Dealt<'_>, settlement: &Settlement, memory: &mut Memory) {
        let mut rounds = 0_u64;
        for round in shoe.rounds().skip(self.free_hands) {
            rounds += 1;
            let class = round.entry.class();
            for (wager, hits) in self.hits.iter_mut().enumerate() {
                if let Some(outcome) = settlement.outcome_in_class(class, wager) {
                    hit(hits, outcome);
                }
            }
            settlement.judge_open(memory, class, shoe.six(round.start), |wager, outcome, _| {
                self.hits.iter_mut().skip(wager).take(1).for_each(|hits| hit(hits, outcome));
            });
        }
        for (tally, hits) in self.tallies.iter_mut().zip(&mut self.hits) {
            for (sums, hits) in tally.outcomes.iter_mut().zip(hits) {
                let hits = u128::from(std::mem::take(hits));
                sums.squares += hits * hits;
                sums.cross += hits * u128::from(rounds);
            }
        }
    }

    pub(crate) fn finish(self) -> Vec<HitTally> {
        self.tallies
    }
}

fn hit(hits: &mut [u64], outcome: OutcomePlace) {
    hits.iter_mut().skip(usize::from(outcome)).take(1).for_each(|hits| *hits += 1);
}
