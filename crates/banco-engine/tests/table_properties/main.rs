//! What holds after every command, whoever gives it and whenever: random play at the house-banked tables, with
//! a sealed shoe beside the table that knows what no view may tell.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod desk;
mod dice;
mod driver;
mod noise;
mod setups;
#[path = "../support/mod.rs"]
mod support;
mod views;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use desk::Desk;
use setups::Setup;

/// How many commands one table sees.
const COMMANDS: usize = 600;

/// Plays at every table in turn until so many commands have been given.
fn play(seeds: impl Iterator<Item = u64>, enough: usize) {
    let setups = setups::all();
    let mut given = 0;
    for seed in seeds {
        for setup in &setups {
            let desk = catch_unwind(AssertUnwindSafe(|| sitting(&setups, setup, seed)));
            given += desk.unwrap_or_else(|panic| {
                eprintln!("seed {seed} of {setup:?}");
                resume_unwind(panic)
            });
        }
        if given >= enough {
            break;
        }
    }
    assert!(given >= enough, "only {given} commands");
}

/// One table for a while; says how many commands it saw.
fn sitting(setups: &[Setup], setup: &Setup, seed: u64) -> usize {
    let mut desk = Desk::new(&setup.rules, seed);
    let mut turn = 0u64;
    while desk.commands < COMMANDS {
        turn += 1;
        if desk.dice.once_in(6) {
            noise::disturb(&mut desk, setups, setup);
        } else {
            driver::play_on(&mut desk, setup);
        }
        views::check(&desk, turn.is_multiple_of(32));
        if turn.is_multiple_of(256) {
            desk.check_replay();
        }
    }
    desk.check_replay();
    assert!(desk.refused * 2 < desk.commands, "{} of {} were refused", desk.refused, desk.commands);
    desk.commands
}

#[test]
fn random_commands_keep_every_promise() {
    play(0..1, 10_000);
}

#[test]
#[ignore = "a million commands: the battery runs them"]
fn a_million_random_commands_keep_every_promise() {
    play(1.., 1_000_000);
}
