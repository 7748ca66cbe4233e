//! The result of every single shoe, in order. Shoes are found from the seed, so they are dealt again rather than kept.

use std::ops::Range;

use crate::deal::Dealer;
use crate::run::Simulation;
use crate::settlement::Memory;
use crate::simd::{LANES, Level};
use crate::streaks::winner_counts;

/// What came of one shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeRow {
    /// Its number.
    pub number: u64,
    /// Rounds with wagers.
    pub rounds: u64,
    /// Rounds with wagers that the Player won, the Banker won, and ties.
    pub winners: [u64; 3],
    /// Whether it ended in a round that could not be completed.
    pub void: bool,
    /// The result of each wager, in its fraction of the stake.
    pub results: Vec<i64>,
}

/// Deals shoes and tells the result of each.
#[derive(Debug)]
pub struct Rows<'a> {
    simulation: &'a Simulation,
    dealer: Dealer<'a>,
    memory: Memory,
}

impl<'a> Rows<'a> {
    /// The shoes of a simulation.
    #[must_use]
    pub fn new(simulation: &'a Simulation, level: Level) -> Self {
        let dealer = Dealer::new(&simulation.rules, simulation.seed, level);
        Self { simulation, dealer, memory: simulation.settlement.memory() }
    }

    /// The results of a range of shoes.
    pub fn rows_for(&mut self, shoes: Range<u64>) -> Vec<ShoeRow> {
        let mut rows = Vec::new();
        for first in shoes.clone().step_by(LANES) {
            self.dealer.deal(first);
            for (number, shoe) in (first..shoes.end).zip(self.dealer.dealt()) {
                rows.push(row(self.simulation, &mut self.memory, number, &shoe));
            }
        }
        rows
    }
}

fn row(simulation: &Simulation, memory: &mut Memory, number: u64, shoe: &crate::deal::Dealt<'_>) -> ShoeRow {
    let settlement = &simulation.settlement;
    let free = usize::from(simulation.rules.free_hands);
    let entries = shoe.entries().get(free..).unwrap_or_default();
    let winners = winner_counts(entries);
    let mut results = vec![0; settlement.judges().len()];
    settlement.gains().sum(entries, winners, &mut results);
    for round in shoe.rounds().skip(free) {
        let class = round.entry.class();
        if settlement.open_classes().get(class.place()) == Some(&true) {
            settlement.judge_open(memory, class, shoe.six(round.start), |wager, _, gain| {
                results.iter_mut().skip(wager).take(1).for_each(|result| *result += gain);
            });
        }
    }
    ShoeRow {
        number,
        rounds: entries.len() as u64,
        winners: winners.map(u64::from),
        void: shoe.void,
        results,
    }
}
