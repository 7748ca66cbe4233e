//! Progressive meters over time: tables that share the meters of one wager, all seats making it in every round.
//!
//! A lifetime is so many rounds at every table, from meters at their seeds. In each round of a table the wagers are made
//! first and feed meters and reserves; then the round is dealt and claims are paid. Amounts are exact to the
//! ten-thousandth of a minor unit, in which every share of a wager is whole; what is paid is rounded down to the minor
//! unit and the rest stays in the meter (reading G1). Bettors who win together split one award (G3). After a claim on the
//! whole the meter starts again from its reserve, or from its seed where it has none. A Must Hit meter has a trigger hidden
//! uniformly above its reset up to its maximum; the round that lifts it there awards it (G4), and what went in beyond the
//! maximum starts the next.

mod feed;
pub mod floor;
pub mod report;

use serde::{Deserialize, Serialize};

use crate::histogram::Histogram;
use crate::tally::text;

/// Amounts of meters are counted in this fraction of a minor unit.
pub const FINE: i64 = 10_000;

/// A level is looked at so many times in a lifetime.
pub const LOOKS: u64 = 40;

/// How a meter is run, in fine units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeterRules {
    /// Its name.
    pub id: String,
    /// From where it starts.
    pub seed: i64,
    /// What one wager puts in.
    pub step: i64,
    /// What one wager puts into its reserve, from which it then starts again.
    pub reserve: Option<i64>,
}

/// How a Must Hit meter is run, in fine units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MustHitRules {
    /// Where it starts.
    pub reset: i64,
    /// By where it must have hit.
    pub max: i64,
    /// What one wager puts in.
    pub step: i64,
}

/// What is added up of one meter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MeterTally {
    /// What each hit paid, in minor units.
    pub awards: Histogram,
    /// Hits that took the whole meter.
    pub whole: u64,
    /// Rounds from one hit to the next in the same lifetime; the way to the first counts, what is left at the end does
    /// not.
    pub gaps: Histogram,
    /// What wagers put in, in fine units.
    #[serde(with = "text")]
    pub fed: i128,
    /// What wagers put into the reserve, in fine units.
    #[serde(with = "text")]
    pub reserved: i128,
    /// What the house put in by seeds, at the beginning and after hits, in fine units.
    #[serde(with = "text")]
    pub seeded: i128,
    /// The meter at the end of a lifetime, in minor units, fractions left out.
    pub levels: Histogram,
    /// The reserve at the end of a lifetime.
    pub reserves: Histogram,
    /// The fractions that these two leave out, in fine units.
    #[serde(with = "text")]
    pub fractions: i128,
    /// The sum over lifetimes of the meter, whenever it was looked at, in minor units.
    pub looks: Vec<i64>,
    /// The same for the first lifetime alone.
    pub first: Vec<i64>,
}

impl MeterTally {
    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        self.awards.merge(&other.awards);
        self.whole += other.whole;
        self.gaps.merge(&other.gaps);
        self.fed += other.fed;
        self.reserved += other.reserved;
        self.seeded += other.seeded;
        self.levels.merge(&other.levels);
        self.reserves.merge(&other.reserves);
        self.fractions += other.fractions;
        add(&mut self.looks, &other.looks);
        add(&mut self.first, &other.first);
    }
}

fn add(mine: &mut Vec<i64>, theirs: &[i64]) {
    mine.resize(mine.len().max(theirs.len()), 0);
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

/// A meter in one lifetime.
#[derive(Clone, Debug)]
struct Level {
    amount: i64,
    reserve: i64,
    /// The trigger of a Must Hit meter.
    trigger: i64,
    last: u64,
}
