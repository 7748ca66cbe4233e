//! Progressive links against a simple model of them, which keeps the whole list of what happened and reckons it
//! from the beginning: readings G1-G5.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::inconsistent_digit_grouping,
    reason = "a test fails by panicking"
)]

mod allowed;
mod books;
mod commands;
mod history;
mod model;
mod must_hit;
mod pit;
mod setups;
#[path = "../support/mod.rs"]
mod support;
mod workflow;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use banco_dice::Dice;
use history::{Count, History};

/// Histories by these seeds; says what happened how often.
fn run(seeds: std::ops::Range<u64>) -> Count {
    let mut count = Count::default();
    for seed in seeds {
        let ran = catch_unwind(AssertUnwindSafe(|| one(seed, &mut count)));
        ran.unwrap_or_else(|panic| {
            eprintln!("seed {seed}");
            resume_unwind(panic)
        });
    }
    count
}

/// One link from its first command to its last.
fn one(seed: u64, count: &mut Count) {
    let mut dice = Dice::new(seed);
    let mut history = History::new(&Arc::new(setups::random(&mut dice)));
    let ends = dice.once_in(3);
    for step in 0..60 {
        let at = usize::from(dice.once_in(12));
        let [one, two] = &history.sides;
        let models = if at == 0 { [&one.model, &two.model] } else { [&two.model, &one.model] };
        let next = if ends && (25..45).contains(&step) { commands::wind_up } else { commands::choose };
        let (by, command) = next(&mut dice, models[0], models[1]);
        let answer = history.give(at, by, &command);
        count.answer(&answer);
        if dice.once_in(16) {
            history.sides.iter_mut().for_each(history::Side::restart);
        }
    }
    history.sides.iter_mut().for_each(history::Side::restart);
}

/// What many histories have seen: everything that can happen, and every refusal but one of figures that no
/// meter reaches.
const MUST_HAPPEN: &str = "\
    Adjusted Closed ContactChanged FixedPaid GameEnded GameStarted GameVoided HandSelected HitClaimed HitPaid \
    HitReached HitRejected HitVerified Locked Opened ReadingTaken SetupChanged TableAttached TableDetached \
    TransferredIn TransferredOut TriggerSealed Unlocked WinnerDrawn \
    already_paid amount_differs bad_amount bad_stake cap_below_meter cards_differ draw_needed \
    draw_out_of_range earlier_hit executive_needed game_running hit_unclaimed jackpot_pending link_closed \
    link_lost link_open meter_short no_game no_jackpot not_borne_out not_idle not_registered \
    nothing_selected odds_differ other_meters reason_needed same_person second_person_needed sensor_twice \
    table_attached transfer_differs trigger_needed trigger_out_of_range trigger_sealed unknown_hit \
    unknown_line unknown_meter unknown_table unknown_wager wrong_moment wrong_role wrong_unit";

fn check_variety(count: &Count) {
    println!("{:?}", count.0);
    let missing: Vec<_> = MUST_HAPPEN.split(' ').filter(|what| !count.0.contains_key(*what)).collect();
    assert!(missing.is_empty(), "{missing:?} never happened");
}

#[test]
fn histories_agree_with_the_model() {
    check_variety(&run(0..4_000));
}

#[test]
#[ignore = "a hundred thousand histories: the battery runs them"]
fn a_hundred_thousand_histories_agree_with_the_model() {
    check_variety(&run(4_000..104_000));
}
