//! Must Hit meters against literal play: every trigger on a whole cent, round by round, in integers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a test fails by panicking, and compares by floating-point numbers"
)]

#[path = "small/mod.rs"]
mod small;

use banco_money::{Amount, Currency};
use banco_odds::{Fraction, MustHitError, MustHitMeter, Trigger, TriggerError, decimal};
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Cite, Text};

fn usd(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

fn cents(minor: i64) -> Fraction {
    Fraction::from_integer(minor.into())
}

fn config(reset: i64, max: i64, increment: &str) -> MustHit {
    MustHit {
        id: "x".to_owned(),
        reset: Text(usd(reset)),
        max: Text(usd(max)),
        increment: Text(increment.parse().unwrap()),
        cite: Cite::default(),
    }
}

/// Plays from an amount until the trigger is reached: rounds, award, and where the next meter starts above its reset.
fn played(start: i64, round: i64, max: i64, trigger: i64) -> (i64, i64, i64) {
    let (mut meter, mut rounds) = (start, 0);
    loop {
        meter += round;
        rounds += 1;
        if meter >= trigger {
            return (rounds, meter.min(max), (meter - max).max(0));
        }
    }
}

/// Reset, maximum, cents put in by a wager of $5, increment, bettors.
const METERS: [(i64, i64, i64, &str, u32); 5] = [
    (100, 200, 25, "5%", 1),
    (100, 200, 10, "2%", 3),
    (250, 1000, 25, "5%", 7),
    (100, 173, 10, "2%", 3),
    (0, 97, 25, "5%", 2),
];

#[test]
fn playing_until_it_hits_equals_literal_play_of_every_trigger() {
    let rest = Fraction::new((-37).into(), 10.into());
    for (reset, max, step, increment, bettors) in METERS {
        let config = config(reset, max, increment);
        let meter = MustHitMeter::new(&config, usd(500), bettors, Trigger::uniform()).unwrap();
        let round = step * i64::from(bettors);
        let mut even = None;
        for start in (reset..max).step_by(usize::try_from(step).unwrap()) {
            let (mut sum, mut hits, mut next) = (cents(0), cents(0), cents(0));
            let open = max - start;
            for trigger in start + 1..=max {
                let (rounds, award, _) = played(start, round, max, trigger);
                let won = cents(award) / cents(bettors.into());
                sum += &won + cents(rounds) * &rest;
                if rounds == 1 {
                    hits += cents(1);
                    next += won;
                }
            }
            let value = sum / cents(open);
            assert_eq!(meter.value_until_hit(&cents(start), &rest), value);
            assert_eq!(meter.chance_at(&cents(start)), hits / cents(open));
            assert_eq!(meter.value_at(&cents(start)), next / cents(open));
            if even.is_none() && value >= cents(0) {
                even = Some(cents(start));
            }
        }
        assert_eq!(meter.until_hit_break_even(&rest), even);
    }
}

#[test]
fn the_long_run_equals_that_of_a_chain_of_starts() {
    for (reset, max, step, increment, bettors) in METERS {
        let config = config(reset, max, increment);
        let meter = MustHitMeter::new(&config, usd(500), bettors, Trigger::uniform()).unwrap();
        let round = step * i64::from(bettors);
        // How often each start above the reset comes up, once many hits have passed; then one hit more.
        let mut starts = vec![0.0; usize::try_from(round).unwrap()];
        starts[0] = 1.0;
        let (mut rounds, mut awards) = (0.0, 0.0);
        for _ in 0..60 {
            let mut next = vec![0.0; starts.len()];
            (rounds, awards) = (0.0, 0.0);
            for (above, share) in starts.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                for trigger in reset + 1..=max {
                    let start = reset + i64::try_from(above).unwrap();
                    let (some, award, beyond) = played(start, round, max, trigger);
                    let share = share / (max - reset) as f64;
                    rounds += share * some as f64;
                    awards += share * award as f64;
                    next[usize::try_from(beyond).unwrap()] += share;
                }
            }
            starts = next;
        }
        let found = meter.long_run();
        let close = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 1e-9;
        assert!(close(decimal(&found.rounds), rounds), "{reset} {max} {bettors}");
        assert!(close(decimal(&found.award), awards));
        // What goes in comes out: the increment, and the reset once for each hit.
        let staked = &found.rounds * cents(500 * i64::from(bettors));
        let increment = Fraction::new(step.into(), 500.into());
        assert_eq!(found.share, increment + cents(reset) / staked);
    }
}

#[test]
fn the_printed_configurations() {
    let terms = small::terms("ma-baccarat", "default");
    let wager = terms.rulebook.wager("royal-9").unwrap();
    let unit = wager.units_of("1")[0];
    let of = |id: &str, bettors| {
        let config = wager.must_hit.iter().find(|config| config.id == id).unwrap();
        MustHitMeter::new(config, unit, bettors, Trigger::uniform()).unwrap()
    };
    // $750 at 25 cents a wager: the mean of 1 to 3,000 rounds.
    let alone = of("1", 1).long_run();
    assert_eq!(alone.rounds, Fraction::new(3001.into(), 2.into()));
    assert_eq!(alone.award, cents(25_000) + Fraction::new((25 * 3001).into(), 2.into()));
    // One wager short of the maximum the meter must hit.
    assert_eq!(of("1", 1).value_at(&cents(99_975)), cents(100_000));
    assert_eq!(of("1", 4).value_at(&cents(99_975)), cents(25_000));
    // With an edge of $1 on the $5: 0.25 (m + 0.25) = 1 (1000 - m), so m = 799.95, and the next wager of 25 cents.
    assert_eq!(of("1", 1).marginal_break_even(&cents(-100)), Some(cents(80_000)));
    assert_eq!(of("1", 1).marginal_break_even(&cents(0)), Some(cents(25_000)));
    assert_eq!(of("3", 7).positions().count(), 1000);
}

#[test]
fn other_triggers() {
    let half = Fraction::new(1.into(), 2.into());
    assert_eq!(Trigger::uniform().reached(&half), half);
    assert_eq!(Trigger::early().reached(&half), Fraction::new(3.into(), 4.into()));
    assert_eq!(Trigger::late().reached(&half), Fraction::new(1.into(), 4.into()));
    let tent =
        Trigger::through(vec![(cents(0), cents(0)), (half.clone(), cents(4)), (cents(1), cents(0))]).unwrap();
    assert_eq!(tent.reached(&half), half);
    assert_eq!(tent.reached(&Fraction::new(1.into(), 4.into())), Fraction::new(1.into(), 8.into()));
    assert_eq!(tent.reached(&cents(2)), cents(1));
    let meter =
        |trigger| MustHitMeter::new(&config(100, 200, "2%"), usd(500), 2, trigger).unwrap().long_run().rounds;
    assert!(meter(Trigger::early()) < meter(Trigger::uniform()));
    assert!(meter(Trigger::uniform()) < meter(Trigger::late()));
    let refused = |points: Vec<(i64, i64)>| {
        Trigger::through(points.into_iter().map(|(at, weight)| (cents(at), cents(weight))).collect())
    };
    assert_eq!(refused(vec![]), Err(TriggerError::Ends));
    assert_eq!(refused(vec![(0, 1), (2, 1)]), Err(TriggerError::Ends));
    assert_eq!(refused(vec![(0, 1), (0, 1), (1, 1)]), Err(TriggerError::Order));
    assert_eq!(refused(vec![(0, 0), (1, 0)]), Err(TriggerError::Weight));
    assert_eq!(refused(vec![(0, -1), (1, 3)]), Err(TriggerError::Weight));
}

#[test]
fn what_cannot_be_run_is_refused() {
    let refused = |config: MustHit, wager: Amount, bettors| {
        MustHitMeter::new(&config, wager, bettors, Trigger::uniform()).unwrap_err()
    };
    assert_eq!(refused(config(100, 200, "5%"), usd(500), 0), MustHitError::Nobody);
    assert_eq!(refused(config(100, 200, "0%"), usd(500), 1), MustHitError::NoIncrement(usd(500)));
    let none = MustHitError::NoRoom { reset: usd(200), max: usd(200) };
    assert_eq!(refused(config(200, 200, "5%"), usd(500), 1), none);
    assert_eq!(refused(config(100, 200, "5%"), usd(500), 5), MustHitError::Overfull);
    let peso = Amount::from_minor(500, Currency::Php);
    assert_eq!(refused(config(100, 200, "5%"), peso, 1), MustHitError::Currency);
}
