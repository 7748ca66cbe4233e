//! How far from a perfect shuffle, exactly: total variation where a formula exists.
//!
//! Riffles by Bayer and Diaconis: after riffles of `a` packets in all (two to the number of riffles) an arrangement of n
//! cards with r rising sequences has probability C(a + n - r, n) / a^n, and Eulerian numbers count the arrangements.
//! Shelves by Diaconis, Fulman and Holmes: after a machine with m shelves an arrangement with v valleys has probability
//! 4^(v+1) / (2 (2m)^n) times the sum over a of C(n + m - a - 1, n) C(n - 1 - 2v, a - v); a machine with m shelves after
//! one with k is one with 2 k m.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "the last step, from exact to decimal"
)]

use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;

use super::{Portion, Procedure, Step};

/// What is known exactly of the total variation between a procedure and a perfect shuffle, all cards told apart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Distance {
    /// From 0, perfect, to 1.
    pub total_variation: f64,
    /// Whether the procedure has steps beside those of the formula, which can only bring it nearer to perfect.
    pub at_most: bool,
    /// The steps of the formula.
    pub by: String,
}

/// The total variation of a procedure as far as a formula reaches: the longest run of riffles or of shelves on the
/// whole stack, or a perfect wash, whichever is nearest to perfect. None if there is no such run.
#[must_use]
pub fn distance(procedure: &Procedure, cards: u16) -> Option<Distance> {
    let steps = procedure.steps().count();
    let told = |run: Run| Distance {
        total_variation: run.distance(cards),
        at_most: run.length < steps,
        by: run.to_string(),
    };
    let nearest = |one: &Distance, other: &Distance| one.total_variation.total_cmp(&other.total_variation);
    longest(procedure).into_iter().map(told).min_by(nearest)
}

/// The longest run of each kind that has a formula: the one that divides the cards most finely.
fn longest(procedure: &Procedure) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut before: Option<Run> = None;
    for stage in &procedure.stages {
        for placed in &stage.steps {
            before = match stage.portion {
                Portion::Whole => Run::extended(before, placed.step),
                Portion::Piles(_) | Portion::Grabs(_) => None,
            };
            let Some(run) = &before else { continue };
            match found.iter_mut().find(|known| known.step.name() == run.step.name()) {
                Some(known) if known.parts < run.parts => known.clone_from(run),
                Some(_) => {}
                None => found.push(run.clone()),
            }
        }
    }
    found
}

/// Steps of one kind in a row.
#[derive(Clone)]
struct Run {
    step: Step,
    length: usize,
    /// Into how many packets riffles have cut the cards in all, or how many shelves the machines amount to.
    parts: BigUint,
}

impl Run {
    /// The run with one more step; a new one if the step is of another kind.
    fn extended(before: Option<Self>, step: Step) -> Option<Self> {
        let parts = match step {
            Step::RIFFLE => 2_u16,
            Step::Shelf { shelves } => shelves,
            Step::Wash { percent: 100 } => 0,
            _ => return None,
        };
        let Some(before) = before.filter(|before| before.step.name() == step.name()) else {
            return Some(Self { step, length: 1, parts: BigUint::from(parts) });
        };
        let factor = if step == Step::RIFFLE { 1_u16 } else { 2 };
        Some(Self { step, length: before.length + 1, parts: before.parts * parts * factor })
    }

    fn distance(&self, cards: u16) -> f64 {
        match self.step {
            Step::RIFFLE => riffles(cards, &self.parts),
            Step::Shelf { .. } => shelves(cards, &self.parts),
            _ => 0.0,
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length {
            1 => write!(f, "{}", self.step),
            length => write!(f, "{} x{length}", self.step.name().as_str()),
        }
    }
}

/// The total variation after riffles that cut the cards in so many packets in all.
#[must_use]
pub fn riffles(cards: u16, packets: &BigUint) -> f64 {
    let all = packets.pow(u32::from(cards));
    let arrangements = factorial(cards);
    let mut ways = binomial(&(packets + cards - 1_u16), cards);
    let mut excess = BigUint::ZERO;
    // From few rising sequences to many the probability falls.
    for (number, rising) in eulerian(cards).into_iter().zip(1_u16..) {
        let weight = &ways * &arrangements;
        if weight <= all {
            break;
        }
        excess += number * (weight - &all);
        let left = packets + cards - rising;
        ways = ways * (&left - cards) / left;
    }
    ratio(&excess, &(all * arrangements))
}

/// The total variation after a machine with so many shelves.
#[must_use]
pub fn shelves(cards: u16, shelves: &BigUint) -> f64 {
    let n = usize::from(cards);
    let arrangements = factorial(cards);
    // Twice as much as the formula's denominator, so that the powers of four stay whole.
    let all = BigUint::from(2_u8) * (shelves * 2_u8).pow(u32::from(cards));
    let ways = shelf_ways(cards, shelves);
    let mut excess = BigUint::ZERO;
    for (valleys, number) in valleys(cards).into_iter().enumerate() {
        let row = binomial_row(n.saturating_sub(1 + 2 * valleys));
        let sum: BigUint = ways.iter().skip(valleys).zip(&row).map(|(ways, choices)| ways * choices).sum();
        let weight = (sum << (2 * (valleys + 1))) * &arrangements;
        if weight > all {
            excess += number * (weight - &all);
        }
    }
    ratio(&excess, &(all * arrangements))
}

/// C(n + m - a - 1, n) for a = 0, 1, ... below both m and n.
fn shelf_ways(cards: u16, shelves: &BigUint) -> Vec<BigUint> {
    let mut ways = Vec::new();
    let mut top = shelves + cards - 1_u16;
    let mut next = binomial(&top, cards);
    for _ in 0..cards {
        ways.push(next.clone());
        if top <= BigUint::from(cards) {
            break;
        }
        next = next * (&top - cards) / &top;
        top -= 1_u8;
    }
    ways
}

/// The arrangements of n cards with 1, 2, ..., n rising sequences.
fn eulerian(cards: u16) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1_u8)];
    for n in 2..=cards {
        let stay = row.iter().zip(1_u16..).map(|(count, rising)| count * rising);
        let more = row.iter().zip(1_u16..).map(|(count, rising)| count * (n - rising));
        let zero = || std::iter::once(BigUint::ZERO);
        row = stay.chain(zero()).zip(zero().chain(more)).map(|(stay, more)| stay + more).collect();
    }
    row
}

/// The arrangements of n cards with 0, 1, ... valleys (cards lower than both neighbours).
fn valleys(cards: u16) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1_u8)];
    for n in 2..=cards {
        let stay = row.iter().zip(0_u16..).map(|(count, valleys)| count * (2 * valleys + 2));
        let more = row.iter().zip(1_u16..).map(|(count, valleys)| count * n.saturating_sub(2 * valleys));
        let zero = || std::iter::once(BigUint::ZERO);
        row = stay.chain(zero()).zip(zero().chain(more)).map(|(stay, more)| stay + more).collect();
        while row.last().is_some_and(|count| *count == BigUint::ZERO) {
            row.pop();
        }
    }
    row
}

fn factorial(n: u16) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

fn binomial(n: &BigUint, k: u16) -> BigUint {
    if *n < BigUint::from(k) {
        return BigUint::ZERO;
    }
    let product: BigUint = (0..k).map(|at| n - at).product();
    product / factorial(k)
}

fn binomial_row(n: usize) -> Vec<BigUint> {
    let mut entry = BigUint::from(1_u8);
    (0..=n)
        .map(|k| {
            let this = entry.clone();
            entry = &this * (n - k) / (k + 1);
            this
        })
        .collect()
}

/// A fraction below one as a decimal, to fifteen places.
fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    const PLACES: u64 = 1_000_000_000_000_000;
    let scaled = part * PLACES / whole;
    u64::try_from(scaled).map_or(1.0, |scaled| scaled as f64 / PLACES as f64)
}
