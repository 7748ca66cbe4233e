//! The shuffle lab: how well a procedure mixes a stack of cards.
//!
//! A [`Procedure`] is steps as data, written in a short [`notation`] (both of `banco-rulebook`); `hands` carries them out on a stack; `statistic`
//! looks at what came of it, `lab` does so many times, and [`report`] compares the sums with what a perfect shuffle
//! would give and says in words what it means. [`exact`] knows the distance from perfect where a formula exists, [`rule`]
//! what a rulebook asks of a shuffle by hand; [`case`] runs the cases of it.

pub mod case;
mod chance;
pub mod exact;
mod hands;
mod lab;
pub mod report;
mod statistic;
mod verdict;

pub use banco_rulebook::shuffle::{Placed, Portion, Procedure, Stage, Step, notation, rule};
pub use hands::{Mark, shuffled};
pub use lab::{Lab, LabError, Tally};
pub use verdict::{Judgement, Verdict};
