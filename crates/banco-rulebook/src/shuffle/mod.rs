//! A shuffle by hand as a licensee files it: [`Procedure`] is its steps as data, written in a short [`notation`], and
//! [`rule`] what the text asks of it.

pub mod notation;
pub mod rule;
mod step;

pub use step::{Placed, Portion, Procedure, Stage, Step};
