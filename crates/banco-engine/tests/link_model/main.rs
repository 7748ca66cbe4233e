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

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use banco_dice::Dice;
use banco_engine::link::TableId;
use banco_engine::table::Person;
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

/// One link from its first order to its last.
fn one(seed: u64, count: &mut Count) {
    let mut dice = Dice::new(seed);
    let setup = setups::random(&mut dice);
    // The other link has the same terms, or others with meters of the same names.
    let beside = if dice.once_in(4) { setups::random(&mut dice) } else { setup.clone() };
    // Somebody of the staff plays at a table.
    let plays = (Person(u32::try_from(1 + dice.below(6)).unwrap()), TableId(2));
    let seated: BTreeSet<_> = dice.once_in(3).then_some(plays).into_iter().collect();
    let mut history = History::new(&setup, &beside, seated);
    let ends = dice.once_in(3);
    for step in 0..60 {
        let at = usize::from(dice.once_in(12));
        let History { shelf, sides: [one, two], .. } = &mut history;
        let models = if at == 0 { [&one.model, &two.model] } else { [&two.model, &one.model] };
        let next = if ends && (25..45).contains(&step) { commands::wind_up } else { commands::choose };
        let order = next(&mut dice, shelf, models[0], models[1]);
        count.answer(&history.give(at, &order));
    }
    history.sides.iter().for_each(history::Side::check_days);
}

/// What many histories have seen: everything that can happen, and every refusal that figures and tables of a model
/// can come to.
const EVENTS: &str = "operation set_up, operation opened, operation closed, table attached, table detached, \
    table contact_changed, table words_heard, game started, game fixed_paid, game round_ended, game voided, game ended, \
    jackpot made, jackpot locked, jackpot unlocked, jackpot hand_selected, jackpot claimed, \
    jackpot winner_drawn, jackpot verified, jackpot paid, jackpot rejected, trigger sealed, change asked, \
    change turned_down, change adjusted, change terms_changed, change transferred_out, \
    change transferred_in, reading taken";

const REFUSALS: &str = "above_maximum already_paid amount_differs bad_amount bad_day bad_stake cap_below_meter \
    cards_differ draw_needed draw_out_of_range earlier_hit end_round_needed executive_needed game_running \
    hit_unclaimed involved jackpot_pending link_closed link_emptied link_lost link_open meter_short no_game \
    no_jackpot not_borne_out not_idle not_registered nothing_selected odds_differ other_meters \
    other_terms reason_needed round_ended same_person sensor_twice table_attached transfer_differs trigger_needed \
    trigger_sealed unknown_hit unknown_line unknown_meter unknown_request unknown_rules unknown_table \
    unknown_wager wrong_moment wrong_role wrong_unit";

fn check_variety(count: &Count) {
    println!("{:?}", count.0);
    let all = EVENTS.split(", ").chain(REFUSALS.split(' '));
    let missing: Vec<_> = all.filter(|what| !count.0.contains_key(*what)).collect();
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
