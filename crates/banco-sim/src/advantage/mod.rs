//! Counting by composition: what betting by a count brings, without dealing a shoe.
//!
//! A [`Mark`] is a depth and a running count, with how many rounds of a shoe begin there and how many of them come to each
//! outcome. Everything else is added up over marks: the edge by true count, the best trigger, what a way of betting
//! brings and how it swings.
#![expect(clippy::float_arithmetic, reason = "averages and what follows from them")]

pub mod betting;
pub mod exact;
pub mod starts;

use banco_odds::{CountRow, CountTable};

use crate::study::count::CountBy;
use betting::Betting;

/// A depth and a running count.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// How many cards are unseen.
    pub unseen: u16,
    /// The running count.
    pub running: i64,
    /// How many rounds of a shoe begin here and come to each outcome.
    pub outcomes: Vec<f64>,
}

impl Mark {
    /// How many rounds of a shoe begin here.
    #[must_use]
    pub fn rounds(&self) -> f64 {
        self.outcomes.iter().sum()
    }
}

/// The rows of a table at every depth, lowest numbers of unseen cards first: they serve every cut card.
#[must_use]
pub fn all_rows(table: &CountTable) -> Vec<Vec<CountRow>> {
    (0..=table.cards()).map(|unseen| table.rows(unseen)).collect()
}

/// All marks of a shoe, and what each outcome gains for each unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Advantage {
    /// The marks, by depth and then by count.
    pub marks: Vec<Mark>,
    /// What each outcome gains.
    pub gains: Vec<f64>,
    /// How many cards a deck holds.
    pub deck: u16,
}

/// Marks together.
#[derive(Clone, PartialEq, Debug)]
pub struct Bucket {
    /// The count from which on they are: a whole true count, or a running count.
    pub from: i64,
    /// How many rounds of a shoe are here, and come to each outcome.
    pub outcomes: Vec<f64>,
}

impl Advantage {
    /// The marks of a shoe in which so many rounds begin with each number of cards unseen.
    #[must_use]
    pub fn new(rows: &[Vec<CountRow>], starts: &[f64], gains: Vec<f64>, deck: u16) -> Self {
        let mut marks = Vec::new();
        for (unseen, (rows, starts)) in
            (0_u16..).zip(rows.iter().zip(starts)).filter(|(_, (_, starts))| **starts > 0.0)
        {
            marks.extend(rows.iter().map(|row| Mark {
                unseen,
                running: row.running,
                outcomes: row.outcomes.iter().map(|chance| starts * chance).collect(),
            }));
        }
        Self { marks, gains, deck }
    }

    /// The count of a mark in hundredths, rounded down: for each deck unseen, or running.
    #[must_use]
    pub fn hundredths(&self, mark: &Mark, by: CountBy) -> i64 {
        let hundredths = mark.running.saturating_mul(100);
        match by {
            CountBy::Running => hundredths,
            CountBy::True => {
                hundredths.saturating_mul(i64::from(self.deck)).div_euclid(i64::from(mark.unseen.max(1)))
            }
        }
    }

    /// What is gained on average in these rounds for each unit, and the average of its square.
    #[must_use]
    pub fn moments(&self, outcomes: &[f64]) -> (f64, f64) {
        let rounds: f64 = outcomes.iter().sum();
        let sum = |power: i32| -> f64 {
            outcomes.iter().zip(&self.gains).map(|(chance, gain)| chance * gain.powi(power)).sum()
        };
        if rounds > 0.0 { (sum(1) / rounds, sum(2) / rounds) } else { (0.0, 0.0) }
    }

    /// Marks by count, rounded down to a whole one.
    #[must_use]
    pub fn by_count(&self, by: CountBy) -> Vec<Bucket> {
        let mut buckets: std::collections::BTreeMap<i64, Vec<f64>> = std::collections::BTreeMap::new();
        for mark in &self.marks {
            let from = self.hundredths(mark, by).div_euclid(100);
            let sums = buckets.entry(from).or_insert_with(|| vec![0.0; self.gains.len()]);
            sums.iter_mut().zip(&mark.outcomes).for_each(|(sum, rounds)| *sum += rounds);
        }
        buckets.into_iter().map(|(from, outcomes)| Bucket { from, outcomes }).collect()
    }

    /// The count in hundredths from which on one unit on every round brings most; none where no count has the edge.
    #[must_use]
    pub fn best_trigger(&self, by: CountBy) -> Option<i32> {
        let mut gains: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
        for mark in &self.marks {
            let (mean, _) = self.moments(&mark.outcomes);
            *gains.entry(self.hundredths(mark, by)).or_default() += mean * mark.rounds();
        }
        let (mut sum, mut best) = (0.0, (0.0, None));
        for (count, gain) in gains.into_iter().rev() {
            sum += gain;
            if sum > best.0 {
                best = (sum, i32::try_from(count).ok());
            }
        }
        best.1
    }

    /// What comes of betting so many units at each mark.
    #[must_use]
    pub fn betting(&self, units: impl Fn(&Mark) -> f64) -> Betting {
        let mut betting = Betting::default();
        for mark in &self.marks {
            let (stake, rounds, (mean, square)) = (units(mark), mark.rounds(), self.moments(&mark.outcomes));
            betting.rounds += rounds;
            if stake > 0.0 {
                betting.bets += rounds;
                betting.wagered += rounds * stake;
                betting.won += rounds * stake * mean;
                betting.squares += rounds * stake * stake * square;
            }
        }
        betting
    }
}
