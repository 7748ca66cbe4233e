//! Whole shoes of baccarat by the rulebook's procedure, very many of them.
//!
//! The same seed gives the same result on every machine, for any number of threads and shards: each shoe has a random
//! stream of its own, found from the seed and its number, and everything that is added up is an integer.
//!
//! * [`rng`], [`dice`], [`simd`]: random words, fair draws, eight shoes at a time;
//! * [`shoe`], [`hands`], [`deal`]: what a shoe is, who draws, the rounds of a shoe;
//! * [`wager`], `features`, [`settlement`]: what becomes of each wager, by tables made from the rulebook data;


pub mod code;
pub mod deal;
pub mod dice;
mod features;
pub mod hands;
pub mod rng;
pub mod settlement;
pub mod setup;
pub mod shoe;
pub mod simd;
pub mod wager;
pub mod histogram;
pub mod run;
pub mod tally;
mod streaks;
