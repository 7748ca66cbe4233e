//! Reports of a floor. Each says in its rows what its columns mean.
//!
//! - [`table`]: the money of each table, over all time or between two moments (a shift).
//! - [`shoe`]: each shoe.
//! - [`vigorish`]: who owes what.
//! - [`meter`]: what went into each meter and out of it.
//! - [`exception`]: what is not everyday.
//! - [`large_win`]: wins from a threshold on, and jackpots.
//! - [`play`]: what accounts have chosen for their protection.
//! - [`trial`]: everything adds up to nothing.

pub mod exception;
pub mod large_win;
pub mod meter;
pub mod play;
pub mod shoe;
pub mod table;
pub mod trial;
pub mod vigorish;
