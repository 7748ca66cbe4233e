//! How many rounds a second, beside a plain simulator compiled in the same run: `cargo bench -p banco-sim`. First a table
//! of ratios from the shortest of several turns each, taken in turns because machines are noisy; then divan's figures.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    missing_docs,
    reason = "a benchmark may fail by panicking"
)]

mod plain;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use banco_odds::{Deals, DrawTable, FiveRule, Shoe};
use banco_rulebook::{Library, Terms, WagerName};
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::Settlement;
use banco_sim::setup::{offered_names, wager};
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::study::bets::{BetRule, BetStudy};
use banco_sim::study::perfect::Perfect;
use banco_sim::study::{BurnSeen, Studies};
use divan::{Bencher, black_box};

const SHOES: u64 = 131_072;

/// Wagers that are played perfectly, and in how many shoes.
const PERFECT: [(&str, u64); 5] = [
    ("dragon-7", 4096),
    ("banker", 4096),
    ("player-pair", 4096),
    ("perfect-pair", 64),
    ("fate-38:PT-PRG-F38-01", 64),
];

fn main() {
    if std::env::args().all(|argument| argument != "--test") {
        ratios();
    }
    divan::main();
}

fn simulation(submission: &str, names: &[&str]) -> Simulation {
    let terms: Terms = Library::embedded().unwrap().terms("co-rule-28", submission).unwrap();
    let terms = if names.is_empty() { terms } else { terms.opened() };
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw.clone()).unwrap();
    let names: Vec<WagerName> = match names {
        [] => offered_names(&terms),
        names => names.iter().map(|name| name.parse().unwrap()).collect(),
    };
    let wagers = names.iter().map(|name| wager(&terms, &deals, name, None).unwrap()).collect();
    Simulation {
        rules: ShoeRules::new(&terms, &draw, ShoeChoices::from_terms(&terms)).unwrap(),
        settlement: Settlement::new(wagers).unwrap(),
        seed: 1,
        session: 1,
    }
}

fn base_game() -> Simulation {
    simulation("default", &["player", "banker", "tie"])
}

fn run(simulation: &Simulation, level: Level, threads: usize) -> u64 {
    run_with(simulation, &Studies::default(), SHOES, level, threads)
}

fn run_with(simulation: &Simulation, studies: &Studies, shoes: u64, level: Level, threads: usize) -> u64 {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let manner = Manner { threads, level, stop: &stop, done: &done };
    simulation.run_with(studies, 0..shoes, manner).0.round_count()
}

/// Something that deals rounds and says how many.
type Work = Box<dyn Fn() -> u64>;

fn ratios() {
    let (base, all) = (base_game(), simulation("eternal", &[]));
    let mut rows: Vec<(String, usize, Work)> = Vec::new();
    let mut add = |name: String, yardstick: usize, work: Work| rows.push((name, yardstick, work));
    add("base game, plain".to_owned(), 0, Box::new(|| plain::base(SHOES).0));
    add("14 wagers, plain".to_owned(), 1, Box::new(|| plain::wagers(SHOES).0));
    for level in Level::all() {
        let (base, all) = (base.clone(), all.clone());
        let wagers = all.settlement.judges().len();
        add(format!("base game, {}", level.name()), 0, Box::new(move || run(&base, level, 1)));
        add(format!("{wagers} wagers, {}", level.name()), 1, Box::new(move || run(&all, level, 1)));
    }
    let at = rows.len() - 2;
    add_perfect(&mut rows);
    rows.push(("base game, two threads".to_owned(), at, Box::new(move || run(&base, Level::best(), 2))));
    let mut best = vec![0_f64; rows.len()];
    for _ in 0..21 {
        for ((_, _, work), best) in rows.iter().zip(&mut best) {
            let started = Instant::now();
            let rounds = black_box(work());
            *best = best.max(rounds as f64 / started.elapsed().as_secs_f64() / 1e6);
        }
    }
    println!("million rounds a second, and times its yardstick");
    for ((name, yardstick, _), rate) in rows.iter().zip(&best) {
        println!("{name:28} {rate:7.1}  {:5.2} x {}", rate / best[*yardstick], rows[*yardstick].0);
    }
}

/// Perfect play values the unseen cards before every round: one wager of each kind, on one thread.
fn add_perfect(rows: &mut Vec<(String, usize, Work)>) {
    for (wager, shoes) in PERFECT {
        let (simulation, studies) = perfect(wager);
        let work = move || run_with(&simulation, &studies, shoes, Level::best(), 1);
        rows.push((format!("perfect play, {wager}"), 0, Box::new(work)));
    }
}

fn perfect(wager: &str) -> (Simulation, Studies) {
    let simulation = simulation("ez", &[wager]);
    let terms: Terms = Library::embedded().unwrap().terms("co-rule-28", "ez").unwrap();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let perfect = Perfect::new(&simulation.settlement.judges()[0], &draw, &simulation.rules, 0).unwrap();
    let study = BetStudy { wager: 0, rule: BetRule::Perfect(perfect), burn_seen: BurnSeen::None };
    (simulation, Studies { bets: vec![study], ..Studies::default() })
}

#[divan::bench(sample_count = 5)]
fn base_game_plain(bencher: Bencher<'_, '_>) {
    bencher.bench(|| plain::base(black_box(SHOES)));
}

#[divan::bench(sample_count = 5)]
fn fourteen_wagers_plain(bencher: Bencher<'_, '_>) {
    bencher.bench(|| plain::wagers(black_box(SHOES)));
}

#[divan::bench(sample_count = 5)]
fn base_game_portable(bencher: Bencher<'_, '_>) {
    let simulation = base_game();
    bencher.bench(|| run(&simulation, Level::PORTABLE, 1));
}

#[divan::bench(sample_count = 5)]
fn base_game_best(bencher: Bencher<'_, '_>) {
    let simulation = base_game();
    bencher.bench(|| run(&simulation, Level::best(), 1));
}

#[divan::bench(sample_count = 5)]
fn every_wager_best(bencher: Bencher<'_, '_>) {
    let simulation = simulation("eternal", &[]);
    bencher.bench(|| run(&simulation, Level::best(), 1));
}

#[divan::bench(sample_count = 5)]
fn perfect_play_dragon_7(bencher: Bencher<'_, '_>) {
    let (simulation, studies) = perfect("dragon-7");
    bencher.bench(|| run_with(&simulation, &studies, black_box(SHOES), Level::best(), 1));
}
