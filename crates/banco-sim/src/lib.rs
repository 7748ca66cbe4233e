//! Whole shoes of baccarat by the rulebook's procedure, very many of them.
//!
//! The same seed gives the same result on every machine, for any number of threads and shards: each shoe has a random
//! stream of its own, found from the seed and its number, and everything that is added up is an integer.
//!
//! * [`rng`], [`dice`], [`simd`]: random words, fair draws, sixteen shoes at a time;
//! * [`shoe`], [`hands`], [`deal`], `walk`: what a shoe is, who draws, the rounds of a shoe;
//! * [`wager`], `features`, `gains`, [`settlement`]: what becomes of each wager, by tables made from the rulebook data;
//! * [`tally`], [`histogram`]: what is added up; [`run`]: threads and shards; [`result`]: parts on file that merge;
//! * [`study`]: what somebody does about the shoes: counting, perfect play, staking plans;
//! * [`rows`]: the result of every single shoe; [`meters`]: progressive meters over time;
//! * [`report`]: figures for people;
//! * [`shuffle`]: the shuffle lab, which asks how well a procedure mixes the cards.

pub mod advantage;
pub mod code;
pub mod deal;
pub mod dice;
mod features;
mod gains;
pub mod hands;
pub mod histogram;
pub mod meters;
pub mod report;
pub mod result;
pub mod rng;
pub mod rows;
pub mod run;
pub mod settlement;
pub mod setup;
pub mod shoe;
pub mod shuffle;
pub mod simd;
mod streaks;
pub mod study;
pub mod tally;
pub mod wager;
mod walk;
