//! Figures of meters for people, made from exact sums.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures to be shown, made from exact sums"
)]

use serde::Serialize;

use crate::meters::{FINE, MeterTally};
use crate::report::{Spread, ratio};

/// What a meter did; amounts in minor units.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeterReport {
    /// The meter.
    pub meter: String,
    /// Hits in all lifetimes.
    pub hits: u64,
    /// Hits that took all of it.
    pub whole: u64,
    /// What a hit paid.
    pub award: Spread,
    /// The standard error of its mean.
    pub award_error: f64,
    /// What a hit pays on average by the exact odds, in the long run; none where that is not known.
    pub exact_award: Option<f64>,
    /// Hours from one hit to the next.
    pub hours: Spread,
    /// By how much it grew in an hour.
    pub growth: f64,
    /// By how much its reserve grew in an hour.
    pub reserve_growth: f64,
    /// The meter at the end of a lifetime.
    pub level: Spread,
    /// Its reserve at the end of a lifetime.
    pub reserve: Spread,
    /// What the house put in by seeds, for each lifetime.
    pub seeded: f64,
    /// Its mean level over a lifetime, at equal steps.
    pub path: Vec<f64>,
    /// Its level in the first lifetime.
    pub first_path: Vec<i64>,
}

impl MeterReport {
    /// The figures of a meter that was looked after for so many hours a lifetime, at so many rounds an hour.
    #[must_use]
    pub fn new(meter: &str, tally: &MeterTally, hours: f64, pace: i64, exact_award: Option<f64>) -> Self {
        let award = Spread::from_histogram(&tally.awards, 1);
        let lifetimes = tally.levels.count() as f64;
        let an_hour = |fine: i128| ratio(fine as f64 / FINE as f64, lifetimes * hours);
        Self {
            meter: meter.to_owned(),
            hits: award.count,
            whole: tally.whole,
            award_error: ratio(award.deviation, (award.count as f64).sqrt()),
            award,
            exact_award,
            hours: Spread::from_histogram(&tally.gaps, pace),
            growth: an_hour(tally.fed),
            reserve_growth: an_hour(tally.reserved),
            level: Spread::from_histogram(&tally.levels, 1),
            reserve: Spread::from_histogram(&tally.reserves, 1),
            seeded: ratio(tally.seeded as f64 / FINE as f64, lifetimes),
            path: tally.looks.iter().map(|sum| ratio(*sum as f64, lifetimes)).collect(),
            first_path: tally.first.clone(),
        }
    }
}
