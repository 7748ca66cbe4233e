//! Meters over time: against a literal twin, against the exact long run, and to the last fraction of a cent.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_money::Pay;
use banco_odds::{
    Deals, DrawTable, FiveRule, Meters, MustHitMeter, Shoe, Trigger, decimal, depends_on_seat, meter_terms,
};
use banco_rulebook::Terms;
use banco_sim::deal::Dealer;
use banco_sim::meters::floor::Floor;
use banco_sim::meters::{FINE, MeterRules, MeterTally, MustHitRules};
use banco_sim::run::Manner;
use banco_sim::settlement::{Settlement, coup};
use banco_sim::setup::wager;
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use support::terms;

const SEED: u64 = 9;

fn floor(terms: &Terms, name: &str, meters: Vec<MeterRules>, seats: u32, tables: u32, rounds: u64) -> Floor {
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw.clone()).unwrap();
    let name = name.parse().unwrap();
    let offered = terms.offered(&name).unwrap();
    let carrying = offered.positions.clone().unwrap_or_else(|| terms.positions.clone());
    let alone = if depends_on_seat(&[&offered.table]) { seats as usize } else { 1 };
    let wagers = carrying.iter().take(alone).map(|seat| wager(terms, &deals, &name, Some(*seat)).unwrap());
    Floor {
        settlement: Settlement::new(wagers.collect()).unwrap(),
        rules: ShoeRules::new(terms, &draw, ShoeChoices::from_terms(terms)).unwrap(),
        seats,
        tables,
        rounds,
        seed: SEED,
        meters,
        must_hit: None,
    }
}

fn meter(id: &str, seed: i64, step: i64, reserve: Option<i64>) -> MeterRules {
    MeterRules { id: id.to_owned(), seed: seed * FINE, step, reserve }
}

/// Whatever went in is still there or was paid.
fn balances(tally: &MeterTally) {
    let minor = |amount: i128| amount * i128::from(FINE);
    let kept = minor(tally.levels.sum() + tally.reserves.sum()) + tally.fractions;
    assert_eq!(tally.fed + tally.reserved + tally.seeded, kept + minor(tally.awards.sum()));
}

/// Every round of every table in order, each line by the engine's conditions, on whole fractions.
fn twin(floor: &Floor, lifetimes: u64) -> Vec<(Vec<i64>, Vec<i64>, Vec<i64>)> {
    let mut dealer = Dealer::new(&floor.rules, SEED, Level::PORTABLE);
    let mut found = vec![(vec![], vec![], vec![]); floor.meters.len()];
    for lifetime in 0..lifetimes {
        let mut claims = Vec::new();
        for table in 0..u64::from(floor.tables) {
            let (mut round, mut number) = (0, (lifetime * u64::from(floor.tables) + table) * floor.rounds);
            while round < floor.rounds {
                dealer.deal(number);
                let shoe = dealer.dealt().next().unwrap();
                for dealt in shoe.rounds() {
                    let coup = coup(dealt.entry.class(), shoe.six(dealt.start)).unwrap();
                    for (seat, judge) in floor.settlement.judges().iter().enumerate() {
                        let line = judge.table().lines.get(usize::from(judge.by_coup(&coup).unwrap()));
                        if let Some(Pay::Share(share, meter)) = line.map(|line| &line.pay) {
                            claims.push((round, table, seat, share.hundredths(), meter.clone()));
                        }
                    }
                    round += 1;
                }
                number += 1;
            }
        }
        claims.sort();
        for (rules, found) in floor.meters.iter().zip(&mut found) {
            // All wagers that were made up to a claim have gone in; the reserve is what came in since it was emptied.
            let (mut taken, mut emptied, mut start, mut last) = (0_i128, 0_i128, i128::from(rules.seed), 0);
            let seats = i128::from(floor.seats);
            let made =
                |round: u64, table: u64| i128::from(round * u64::from(floor.tables) + table + 1) * seats;
            let here = claims.iter().filter(|claim| claim.4 == rules.id && claim.0 < floor.rounds);
            for (round, table, _, share, _) in here {
                let level = start + made(*round, *table) * i128::from(rules.step) - taken;
                let paid = level * i128::from(*share) / 10_000 / i128::from(FINE);
                taken += paid * i128::from(FINE);
                found.0.push(paid as i64);
                found.1.push((round + 1 - last) as i64);
                last = round + 1;
                if *share == 10_000 {
                    start += match rules.reserve {
                        Some(step) => (made(*round, *table) - emptied) * i128::from(step),
                        None => i128::from(rules.seed),
                    };
                    emptied = made(*round, *table);
                }
            }
            let level =
                start + made(floor.rounds - 1, u64::from(floor.tables) - 1) * i128::from(rules.step) - taken;
            found.2.push((level / i128::from(FINE)) as i64);
        }
    }
    for (awards, gaps, levels) in &mut found {
        awards.sort_unstable();
        gaps.sort_unstable();
        levels.sort_unstable();
    }
    found
}

fn list(histogram: &banco_sim::histogram::Histogram) -> Vec<i64> {
    histogram.iter().flat_map(|(value, count)| std::iter::repeat_n(value, count as usize)).collect()
}

#[test]
fn meters_move_as_their_twin() {
    let eternal = terms("co-rule-28", "eternal");
    let royal = terms("ma-baccarat", "royal-9");
    let floors = [
        // Shares of the meter, a reserve, bettors who win together.
        floor(&eternal, "harmony", vec![meter("harmony", 500_000, 1_503, Some(301))], 5, 3, 4000),
        floor(&eternal, "fate-38", vec![meter("fate-38", 500_001, 1_701, None)], 1, 2, 4000),
        // Each seat by itself, three meters.
        floor(
            &royal,
            "royal-9",
            vec![meter("star", 50, 3, None), meter("spade", 450, 7, None), meter("heart", 0, 9, Some(11))],
            6,
            2,
            4000,
        ),
    ];
    let mut hits = 0;
    for floor in &floors {
        for (tally, (awards, gaps, levels)) in floor.run_alone(3).iter().zip(twin(floor, 3)) {
            assert_eq!((list(&tally.awards), list(&tally.gaps), list(&tally.levels)), (awards, gaps, levels));
            balances(tally);
            hits += tally.awards.count();
            assert_eq!((tally.looks.len(), tally.first.len()), (40, 40));
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn hits_pay_what_the_exact_long_run_says() {
    let terms = terms("co-rule-28", "eternal");
    let name = "sun-7-progressive".parse().unwrap();
    let offered = terms.offered(&name).unwrap();
    let run = meter_terms(&terms, &offered.table);
    let odds =
        |floor: &Floor| Meters::from_sheet(&floor.settlement.judges()[0].wager.sheet, &run, 4).unwrap();
    let unit = offered.units[0].minor();
    let rules = run.values().map(|run| MeterRules {
        id: run.id.clone(),
        seed: run.seed.unwrap().minor() * FINE,
        step: unit * i64::from(run.increment.unwrap().hundredths()),
        reserve: run.reserve.map(|share| unit * i64::from(share.hundredths())),
    });
    let floor = floor(&terms, "sun-7-progressive", rules.collect(), 4, 10, 400_000);
    let (odds, tally) = (odds(&floor), floor.run_alone(1).remove(0));
    let (hits, mean) = (tally.awards.count() as f64, tally.awards.sum() as f64 / tally.awards.count() as f64);
    // An award grows from one hit to the next like the time between them, so its deviation is about its mean.
    let exact = decimal(odds.meters[0].award.as_ref().unwrap());
    assert!((mean - exact).abs() < 5.0 * exact / hits.sqrt() + exact / hits * 5.0, "{mean} {exact} {hits}");
    let rounds = decimal(odds.meters[0].rounds.as_ref().unwrap());
    let expected = 4_000_000.0 / rounds;
    assert!((hits - expected).abs() < 5.0 * expected.sqrt(), "{hits} {expected}");
    balances(&tally);
}

#[test]
fn must_hit_cycles_are_those_of_the_exact_long_run() {
    let terms = terms("ma-baccarat", "royal-9");
    let offer = terms.offers.iter().find(|offer| offer.must_hit.is_some()).unwrap();
    let config = offer.must_hit.as_ref().unwrap();
    let unit = terms.offered(&"royal-9".parse().unwrap()).unwrap().units[0];
    let exact = MustHitMeter::new(config, unit, 7, Trigger::uniform()).unwrap().long_run();
    let rules = MustHitRules {
        reset: config.reset.0.minor() * FINE,
        max: config.max.0.minor() * FINE,
        step: unit.minor() * i64::from(config.increment.0.hundredths()),
    };
    let mut floor = floor(&terms, "royal-9", Vec::new(), 7, 2, 300_000);
    floor.must_hit = Some(rules);
    let tally = floor.run_alone(1).remove(0);
    let (hits, mean) = (tally.awards.count() as f64, tally.awards.sum() as f64 / tally.awards.count() as f64);
    let width = (config.max.0.minor() - config.reset.0.minor()) as f64 / 12_f64.sqrt();
    assert!(
        hits > 1000.0 && (mean - decimal(&exact.award)).abs() < 5.0 * width / hits.sqrt(),
        "{mean} {exact:?}"
    );
    let rounds = 600_000.0 / hits;
    assert!((rounds / decimal(&exact.rounds) - 1.0).abs() < 5.0 / hits.sqrt(), "{rounds} {exact:?}");
    let (least, most) = (tally.awards.quantile(0).unwrap(), tally.awards.quantile(1000).unwrap());
    assert!(least >= config.reset.0.minor() && most <= config.max.0.minor());
    balances(&tally);
}

#[test]
fn threads_give_the_same_sums() {
    let terms = terms("co-rule-28", "eternal");
    let floor = floor(&terms, "harmony", vec![meter("harmony", 500_000, 1_503, Some(301))], 5, 2, 3000);
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let level = Level::PORTABLE;
    let (tallies, lived) = floor.run(5, Manner { threads: 3, level, stop: &stop, done: &done });
    assert_eq!(lived, 5);
    assert!(tallies == floor.run_alone(5));
}
