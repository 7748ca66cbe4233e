//! Betting one unit on a wager in some rounds only: when a count says so, or when the exact value does.

use serde::{Deserialize, Serialize};

use crate::deal::{Dealt, Round};
use crate::histogram::Histogram;
use crate::settlement::{Memory, Settlement};
use crate::shoe::ShoeRules;
use crate::study::BurnSeen;
use crate::study::count::CountSystem;
use crate::study::perfect::{Perfect, Queue, ShoeBets};
use crate::tally::text;

/// Who bets when, and on what.
#[derive(Clone, Debug)]
pub struct BetStudy {
    /// The wager's place in the run.
    pub wager: usize,
    /// When one unit is bet.
    pub rule: BetRule,
    /// Which burnt cards are seen.
    pub burn_seen: BurnSeen,
}

/// When a unit is bet.
#[derive(Clone, Debug)]
pub enum BetRule {
    /// When a count is high or low enough.
    Count(CountSystem),
    /// When the exact value is high enough.
    Perfect(Perfect),
}

/// A study as it stands in the file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BetInfo {
    /// The wager.
    pub wager: String,
    /// When a unit is bet.
    pub rule: String,
    /// Which burnt cards are seen.
    pub burn_seen: BurnSeen,
    /// Results are counted in this fraction of the unit.
    pub fraction: i64,
    /// Whether the exact value of each bet is known.
    pub is_valued: bool,
}

impl BetStudy {
    pub(crate) fn info(&self, settlement: &Settlement) -> BetInfo {
        let judge = settlement.judges().get(self.wager);
        let rule = match &self.rule {
            BetRule::Count(system) => format!("count {system}"),
            BetRule::Perfect(perfect) => format!("perfect play, {perfect}"),
        };
        BetInfo {
            wager: judge.map(|judge| judge.wager.name.clone()).unwrap_or_default(),
            rule,
            burn_seen: self.burn_seen,
            fraction: judge.map_or(1, |judge| judge.fraction),
            is_valued: matches!(self.rule, BetRule::Perfect(_)),
        }
    }
}

/// The sums of one study.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BetTally {
    /// Rounds in which a bet was open to be made.
    pub rounds: u64,
    /// Bets made in a shoe.
    pub bets: Histogram,
    /// The result of a shoe, in the fraction of the unit.
    pub results: Histogram,
    /// The sum over shoes of bets times result.
    #[serde(with = "text")]
    pub cross: i128,
    /// The sum of the exact values of the bets, in [`VALUE_UNIT`]s; nothing where they are not known.
    #[serde(with = "text")]
    pub value: i128,
}

/// Exact values are added up in trillionths of a unit.
pub const VALUE_UNIT: f64 = 1e-12;

impl BetTally {
    /// Adds a shoe.
    fn add(&mut self, shoe: ShoeBets) {
        self.bets.add(shoe.bets);
        self.results.add(shoe.result);
        self.cross += i128::from(shoe.bets) * i128::from(shoe.result);
        self.value += shoe.value;
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.bets.merge(&other.bets);
        self.results.merge(&other.results);
        self.cross += other.cross;
        self.value += other.value;
    }
}

#[derive(Debug)]
pub(super) struct BetWatcher<'a> {
    study: &'a BetStudy,
    rules: &'a ShoeRules,
    /// The rounds of the shoe at hand in which a count says to bet.
    picks: Vec<Round>,
    queue: Queue,
    tally: BetTally,
}

impl<'a> BetWatcher<'a> {
    pub(super) fn new(study: &'a BetStudy, rules: &'a ShoeRules) -> Self {
        Self { study, rules, picks: Vec::new(), queue: Queue::default(), tally: BetTally::default() }
    }

    pub(super) fn add(&mut self, shoe: &Dealt<'_>, settlement: &Settlement, memory: &mut Memory) {
        let BetStudy { wager, rule, burn_seen } = self.study;
        let outcomes = settlement.judges().get(*wager).map_or(&[][..], |judge| &judge.outcomes);
        let gain_of = |outcome: u8| outcomes.get(usize::from(outcome)).map_or(0, |outcome| outcome.gain);
        let free = usize::from(self.rules.free_hands);
        self.tally.rounds += shoe.rounds().len().saturating_sub(free) as u64;
        match rule {
            BetRule::Count(system) => {
                self.picks.clear();
                system.pick(shoe, self.rules, *burn_seen, &mut self.picks);
                let mut result = 0;
                for Round { start, entry } in &self.picks {
                    result += gain_of(settlement.outcome(memory, *wager, entry.class(), shoe.six(*start)));
                }
                let bets = i64::try_from(self.picks.len()).unwrap_or(i64::MAX);
                self.tally.add(ShoeBets::unvalued(bets, result));
            }
            BetRule::Perfect(perfect) => {
                let gain = |Round { start, entry }: Round| {
                    gain_of(settlement.outcome(memory, *wager, entry.class(), shoe.six(start)))
                };
                perfect.add(shoe, self.rules, *burn_seen, &mut self.queue, gain);
                self.take_done();
            }
        }
    }

    fn take_done(&mut self) {
        while let Some(shoe) = self.queue.done() {
            self.tally.add(shoe);
        }
    }

    pub(super) fn finish(mut self) -> BetTally {
        if let BetRule::Perfect(perfect) = &self.study.rule {
            perfect.value(&mut self.queue);
            self.take_done();
        }
        self.tally
    }
}
