//! The edge of a wager by true count: what every round would have brought one unit, whether anybody bets or not.

use serde::{Deserialize, Serialize};

use crate::deal::{Dealt, Round};
use crate::settlement::{Memory, Settlement};
use crate::shoe::ShoeRules;
use crate::study::count::CountSystem;
use crate::study::{BurnSeen, with_news};
use crate::tally::text;

/// Which wager, by which count.
#[derive(Clone, Debug)]
pub struct EdgeStudy {
    /// The wager's place in the run.
    pub wager: usize,
    /// The count; its trigger does not matter.
    pub system: CountSystem,
    /// Which burnt cards are seen.
    pub burn_seen: BurnSeen,
}

/// A study as it stands in the file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EdgeInfo {
    /// The wager.
    pub wager: String,
    /// The tags.
    pub tags: String,
    /// Which burnt cards are seen.
    pub burn_seen: BurnSeen,
    /// Results are counted in this fraction of the unit.
    pub fraction: i64,
}

impl EdgeStudy {
    pub(crate) fn info(&self, settlement: &Settlement) -> EdgeInfo {
        let judge = settlement.judges().get(self.wager);
        EdgeInfo {
            wager: judge.map(|judge| judge.wager.name.clone()).unwrap_or_default(),
            tags: self.system.tags().to_string(),
            burn_seen: self.burn_seen,
            fraction: judge.map_or(1, |judge| judge.fraction),
        }
    }
}

/// The rounds at one true count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EdgeRow {
    /// The true count, rounded down.
    pub true_count: i64,
    /// Rounds.
    pub rounds: u64,
    /// What they would have brought, in the fraction of the unit.
    #[serde(with = "text")]
    pub sum: i128,
    /// The sum of the squares of that.
    #[serde(with = "text")]
    pub squares: i128,
}

/// The sums of one study, lowest true count first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EdgeTally {
    /// Every true count that was met.
    pub rows: Vec<EdgeRow>,
}

impl EdgeTally {
    fn row(&mut self, true_count: i64) -> &mut EdgeRow {
        let at = self.rows.partition_point(|row| row.true_count < true_count);
        if self.rows.get(at).is_none_or(|row| row.true_count != true_count) {
            self.rows.insert(at, EdgeRow { true_count, ..EdgeRow::default() });
        }
        #[expect(clippy::indexing_slicing, reason = "the row was found or has just been put there")]
        &mut self.rows[at]
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        for theirs in &other.rows {
            let mine = self.row(theirs.true_count);
            mine.rounds += theirs.rounds;
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
    }
}

#[derive(Debug)]
pub(super) struct EdgeWatcher<'a> {
    study: &'a EdgeStudy,
    rules: &'a ShoeRules,
    tally: EdgeTally,
}

impl<'a> EdgeWatcher<'a> {
    pub(super) fn new(study: &'a EdgeStudy, rules: &'a ShoeRules) -> Self {
        Self { study, rules, tally: EdgeTally::default() }
    }

    pub(super) fn add(&mut self, shoe: &Dealt<'_>, settlement: &Settlement, memory: &mut Memory) {
        let EdgeStudy { wager, system, burn_seen } = self.study;
        let outcomes = settlement.judges().get(*wager).map_or(&[][..], |judge| &judge.outcomes);
        let (free, deck) = (usize::from(self.rules.free_hands), i64::from(self.rules.deck()));
        let (mut running, mut unseen) = (0_i64, self.rules.len());
        for (at, (Round { start, entry }, news)) in with_news(shoe, *burn_seen).enumerate() {
            (running, unseen) = system.after(running, unseen, news);
            if at >= free {
                let outcome = settlement.outcome(memory, *wager, entry.class(), shoe.six(start));
                let gain = outcomes.get(usize::from(outcome)).map_or(0, |outcome| i128::from(outcome.gain));
                let row = self.tally.row((running * deck).div_euclid(i64::from(unseen.max(1))));
                row.rounds += 1;
                row.sum += gain;
                row.squares += gain * gain;
            }
        }
    }

    pub(super) fn finish(self) -> EdgeTally {
        self.tally
    }
}
