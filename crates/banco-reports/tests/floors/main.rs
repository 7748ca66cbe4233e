//! Reports of simulated floors: their figures agree with the engine's own books, and with sums that are made
//! here once more, in the plainest way, from all postings.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod agrees;
mod journals;
mod naive;
mod paper;
mod simulation;

use std::sync::OnceLock;

use simulation::{Simulated, all_rules, simulate};

/// A short floor of every submission that comes with Banco, played once.
fn floors() -> &'static [Simulated] {
    static FLOORS: OnceLock<Vec<Simulated>> = OnceLock::new();
    FLOORS.get_or_init(|| {
        let one = |(seed, rules)| simulate(u64::try_from(seed).unwrap(), vec![rules], 1_200);
        all_rules().into_iter().enumerate().map(one).collect()
    })
}

/// The same, and the golden journals of the engine.
fn all_floors() -> impl Iterator<Item = &'static Simulated> {
    static JOURNALS: OnceLock<Vec<Simulated>> = OnceLock::new();
    floors().iter().chain(JOURNALS.get_or_init(journals::all))
}
