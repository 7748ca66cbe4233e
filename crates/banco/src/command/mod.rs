//! One file a command.

pub mod check;
pub mod completions;
pub mod deal;
pub mod rules;
pub mod settle;
