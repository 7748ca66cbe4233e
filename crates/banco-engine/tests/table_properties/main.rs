//! What holds after every command, whoever gives it and whenever: random play at the house-banked tables and at
//! those where a participant has the player/dealer position, with a sealed shoe beside the table that knows what
//! no view may tell.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::inconsistent_digit_grouping,
    reason = "a test fails by panicking"
)]

mod bank;
mod cover;
mod desk;
mod driver;
mod noise;
mod position;
mod setups;
#[path = "../support/mod.rs"]
mod support;
#[path = "../twin/mod.rs"]
#[allow(dead_code, reason = "other tests look at other wagers")]
mod twin;
mod views;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use banco_engine::Shelf;
use banco_engine::table::Phase;
use desk::Desk;
use setups::Setup;

/// Plays at every table in turn, so many commands each, until enough have been given. Says what happened how
/// often.
fn play(
    setups: &[Setup],
    seeds: impl Iterator<Item = u64>,
    each: usize,
    enough: usize,
) -> BTreeMap<String, usize> {
    let (mut given, mut refused) = (0, 0);
    let mut happened: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        for setup in setups {
            let desk = catch_unwind(AssertUnwindSafe(|| sitting(setups, setup, seed, each)));
            let desk = desk.unwrap_or_else(|panic| {
                eprintln!("seed {seed} of {setup:?}");
                resume_unwind(panic)
            });
            given += desk.commands;
            refused += desk.refused;
            for event in &desk.events {
                *happened.entry(support::kind(event)).or_default() += 1;
            }
        }
        if given >= enough {
            break;
        }
    }
    println!("{given} commands, {refused} refused: {happened:?}");
    assert!(given >= enough, "only {given} commands");
    happened
}

/// What a long test has seen.
const MUST_HAPPEN: &[&str] = &[
    "RoundSettled",
    "RoundVoided",
    "WagerPaid",
    "WagerPushed",
    "WagerLost",
    "WagerReturned",
    "PayoutTaken",
    "PayoutPressed",
    "VigorishCharged",
    "VigorishCollected",
    "CardsTurned",
    "CardsOffered",
    "CardsDeclined",
    "CardSetAside",
    "CardDiscarded",
    "IrregularityApproved",
    "UnwageredRoundOrdered",
    "CutCardShown",
    "LastHandBegun",
    "ShoeEnded",
    "ShoePassed",
    "ChoiceMade",
    "ResultRecorded",
    "WagerTakenIn",
    "Asked",
    "Approved",
    "TurnedDown",
    "Corrected",
    "PassedOver",
    "TermsAdopted",
    "SpokenConfirmed",
    "ProposalAgreed",
    "Accommodated",
    "TableHeld",
    "TableClosed",
    "Left",
    "CashTaken",
    "DealerSignedOn",
    "DealerSignedOff",
];

/// What a long test has seen where a participant has the player/dealer position.
const MUST_HAPPEN_AROUND_THE_POSITION: &[&str] = &[
    "RoundSettled",
    "RoundVoided",
    "BankOffered",
    "BankDeclined",
    "BankTaken",
    "BankPassed",
    "BankVacant",
    "CoverPlaced",
    "CoverReturned",
    "CollectionTaken",
    "CollectionReturned",
    "ChoiceOpened",
    "BettorChose",
    "ButtonPlaced",
    "CoveredLost",
    "CoveredPaid",
    "WagerPushed",
    "WagerReturned",
    "WagerTakenDown",
    "CutCardShown",
    "ShoeEnded",
    "Asked",
    "Approved",
    "TurnedDown",
    "Corrected",
    "PassedOver",
    "TermsAdopted",
    "TableClosed",
    "Moved",
    "Left",
];

/// One table for a while.
fn sitting(setups: &[Setup], setup: &Setup, seed: u64, commands: usize) -> Desk {
    let mut shelf = Shelf::default();
    setups.iter().for_each(|setup| shelf.add(Arc::clone(&setup.rules)));
    let mut desk = Desk::new(&setup.rules, shelf, seed);
    let mut turn = 0u64;
    while desk.commands < commands {
        turn += 1;
        let closed = desk.table.phase() == Phase::Closed && desk.dice.once_in(8);
        if closed || desk.dice.once_in(6) {
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
    desk.check_record();
    desk
}

#[test]
fn random_commands_keep_every_promise() {
    let happened = play(&setups::house_banked(), 0..1, 1_000, 10_000);
    assert!(happened["RoundSettled"] > 1_000, "{happened:?}");
}

#[test]
#[ignore = "a million commands: the battery runs them"]
fn a_million_random_commands_keep_every_promise() {
    // Long enough for several shoes.
    all_happened(&play(&setups::house_banked(), 1.., 6_000, 1_000_000), MUST_HAPPEN);
}

fn all_happened(happened: &BTreeMap<String, usize>, must: &[&str]) {
    let missing: Vec<_> = must.iter().filter(|kind| !happened.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} never happened");
}

#[test]
fn random_commands_around_the_player_dealer_keep_every_promise() {
    let happened = play(&setups::player_banked(), 0..1, 1_600, 20_000);
    assert!(happened["RoundSettled"] > 500, "{happened:?}");
}

#[test]
#[ignore = "a million commands: the battery runs them"]
fn a_million_random_commands_around_the_player_dealer_keep_every_promise() {
    all_happened(&play(&setups::player_banked(), 1.., 6_000, 1_000_000), MUST_HAPPEN_AROUND_THE_POSITION);
}
