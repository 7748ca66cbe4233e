//! Simulated figures against exact odds, and the same figures for any number of threads and shards.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "tests may panic, and measure"
)]

mod support;

use banco_rulebook::Terms;
use banco_sim::run::shard;
use banco_sim::shoe::{End, ShoeChoices};
use banco_sim::simd::Level;
use banco_sim::tally::Tally;
use support::{all_terms, run, simulation, terms};

/// Rounds of the ordinary test, or as many as `cargo xtask battery` asks for.
fn rounds() -> u64 {
    std::env::var("BANCO_BATTERY_ROUNDS").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000_000)
}

/// How far every line of every wager strays from its odds, in standard deviations; a fixed number of rounds a shoe
/// makes the odds of the first round those of all.
fn worst_line(terms: &Terms, rounds: u64, seed: u64) {
    let fixed = (terms.pack().len() - 11) / 6 - 5;
    let choices = ShoeChoices { end: End::Rounds(fixed), ..ShoeChoices::from_terms(terms) };
    let simulation = simulation(terms, choices, seed);
    let shoes = rounds.div_ceil(u64::from(fixed)).div_ceil(4) * 4;
    let tally = run(&simulation, 0..shoes, 2, Level::best());
    let all = tally.round_count() as f64;
    assert_eq!(tally.round_count(), shoes * u64::from(fixed));
    for (at, judge) in simulation.settlement.judges().iter().enumerate() {
        let counts = &tally.wagers[at].outcomes;
        assert_eq!(counts.iter().sum::<u64>(), tally.round_count(), "{}", judge.wager.name);
        for (outcome, count) in judge.outcomes.iter().zip(counts) {
            let chance = outcome.ways as f64 / judge.wager.sheet.total as f64;
            let (expected, spread) = (chance * all, (chance * (1.0 - chance) * all).sqrt());
            let off = (*count as f64 - expected).abs();
            // Where few are expected, chance is not bell-shaped: one or two more may be far off.
            assert!(
                off <= 5.0 * spread + 3.0,
                "{} {}: {count}, not {expected}",
                judge.wager.name,
                outcome.name
            );
        }
    }
}

#[test]
fn every_line_of_the_largest_submission_has_its_odds() {
    worst_line(&terms("co-rule-28", "eternal"), rounds(), 1);
}

#[test]
fn every_line_of_every_submission_has_its_odds() {
    for (seed, terms) in (2..).zip(all_terms()) {
        worst_line(&terms, rounds() / 10, seed);
    }
}

#[test]
fn threads_shards_and_instruction_sets_change_nothing() {
    let terms = terms("co-rule-28", "eternal");
    let simulation = simulation(&terms, ShoeChoices { free_hands: 3, ..ShoeChoices::from_terms(&terms) }, 9);
    let shoes = 5000;
    let single = run(&simulation, 0..shoes, 1, Level::PORTABLE);
    assert_eq!(single.shoes, shoes);
    assert_eq!(single.free_hands, 3 * shoes);
    for level in Level::all() {
        assert_eq!(run(&simulation, 0..shoes, 3, level), single, "{}", level.name());
    }
    for of in [2, 7] {
        let mut parts: Vec<Tally> =
            (1..=of).map(|number| run(&simulation, shard(shoes, 4, number, of), 2, Level::best())).collect();
        let mut merged = parts.pop().unwrap();
        parts.iter().for_each(|part| merged.merge(part));
        assert_eq!(merged, single);
        assert_eq!(serde_json::to_string(&merged).unwrap(), serde_json::to_string(&single).unwrap());
    }
    let text = serde_json::to_string(&single).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), single);
    assert_ne!(run(&simulation, 0..shoes, 1, Level::best()).wagers.len(), 0);
}

#[test]
fn shards_leave_no_gap() {
    for (shoes, session, of) in [(100, 1, 7), (96, 4, 5), (4, 4, 3), (1 << 40, 8, 1000)] {
        let mut end = 0;
        for number in 1..=of {
            let shard = shard(shoes, session, number, of);
            assert_eq!((shard.start, shard.start % session), (end, 0));
            end = shard.end;
        }
        assert_eq!(end, shoes);
    }
}

/// What the texts' usual shoe comes to: rounds a shoe, and sums that fit together.
#[test]
fn the_usual_shoe_has_about_eighty_one_rounds() {
    let terms = terms("ma-baccarat", "default");
    let simulation = simulation(&terms, ShoeChoices::from_terms(&terms), 3);
    let tally = run(&simulation, 0..20_000, 2, Level::best());
    let mean = tally.rounds.sum() as f64 / tally.shoes as f64;
    assert!((mean - 81.5).abs() < 0.1, "{mean}");
    assert_eq!(tally.voids, 0);
    assert_eq!(tally.rounds.sum(), i128::from(tally.round_count()));
    for (at, wager) in tally.wagers.iter().enumerate() {
        let judge = &simulation.settlement.judges()[at];
        let counts = &tally.wagers[at].outcomes;
        let gains = judge
            .outcomes
            .iter()
            .zip(counts)
            .map(|(outcome, count)| i128::from(outcome.gain) * i128::from(*count));
        let net: i128 = gains.sum();
        assert_eq!((wager.shoes.sum(), wager.sessions.sum()), (net, net), "{}", judge.wager.name);
        assert_eq!((wager.shoes.count(), wager.sessions.count()), (tally.shoes, tally.shoes / 4));
    }
}
