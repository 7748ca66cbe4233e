//! One file a command.

pub mod admin;
pub mod bench;
pub mod check;
pub mod completions;
pub mod config;
pub mod deal;
pub mod odds;
pub mod operate;
pub mod par;
pub mod play;
pub mod rng;
pub mod roads;
pub mod rules;
pub mod run;
pub mod serve;
pub mod settle;
pub mod shuffle;
pub mod sim;
pub mod solve;
pub mod verify;
