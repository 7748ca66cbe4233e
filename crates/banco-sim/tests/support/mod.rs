//! What several tests share: wagers without odds, runs, the plain shoe.
#![allow(dead_code, reason = "each test uses its part")]

use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_cards::{Card, Pack};
use banco_odds::{Count, Counts, Deals, DrawTable, FiveRule, Sheet, Shoe};
use banco_rulebook::{Library, Terms, WagerName};
use banco_sim::dice::{groups, roll};
use banco_sim::rng::Seeder;
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::Settlement;
use banco_sim::setup::{offered_names, wager};
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::tally::Tally;
use banco_sim::wager::Wager;

pub fn terms(rulebook: &str, submission: &str) -> Terms {
    Library::embedded().unwrap().terms(rulebook, submission).unwrap()
}

/// Every submission that comes with the rulebooks.
pub fn all_terms() -> Vec<Terms> {
    let library = Library::embedded().unwrap();
    let ids = |rulebook: &banco_rulebook::Rulebook| {
        let id = rulebook.id().to_owned();
        library
            .submissions
            .iter()
            .filter(|s| s.rulebook == id)
            .map(|s| (id.clone(), s.name.clone()))
            .collect::<Vec<_>>()
    };
    let names: Vec<(String, String)> = library.rulebooks.iter().flat_map(|rulebook| ids(rulebook)).collect();
    names.iter().map(|(rulebook, name)| library.terms(rulebook, name).unwrap()).collect()
}

/// Every wager of a rulebook, side by side, pay table by pay table.
pub fn all_names(terms: &Terms) -> Vec<WagerName> {
    let mut names = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(|wager| !wager.lines_by_licensee) {
        for side in wager.side_names() {
            let complete = |column: &&str| wager.missing_lines(column).is_none();
            for column in wager.column_names().into_iter().filter(complete) {
                let paytable = (!column.is_empty()).then(|| column.to_owned());
                names.push(WagerName { id: wager.id.clone(), side: side.map(str::to_owned), paytable });
            }
        }
    }
    names
}

/// A wager whose odds nobody counted.
pub fn wager_without_odds(terms: &Terms, name: &WagerName) -> Wager {
    let offered = terms.offered(name).unwrap();
    let carrying = offered.positions.clone().unwrap_or_else(|| terms.positions.clone());
    let seat = banco_engine::SeatFacts::at(terms, carrying[0], &[]);
    let count = Count { lines: vec![0; offered.table.lines.len()], none: 0 };
    let counts = Counts { total: 1, tables: vec![count] };
    let sheet = Sheet::from_counts(terms, &[&offered.table], counts).pop().unwrap();
    Wager { name: name.to_string(), sheet, suits: offered.suits, seat }
}

pub fn rules(terms: &Terms, choices: ShoeChoices) -> ShoeRules {
    ShoeRules::new(terms, &DrawTable::from_terms(terms, FiveRule::Draw), choices).unwrap()
}

/// All wagers that a submission offers, with their odds.
pub fn simulation(terms: &Terms, choices: ShoeChoices, seed: u64) -> Simulation {
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw).unwrap();
    let wagers =
        offered_names(terms).iter().filter_map(|name| wager(terms, &deals, name, None).ok()).collect();
    Simulation {
        rules: rules(terms, choices),
        settlement: Settlement::new(wagers).unwrap(),
        seed,
        session: 4,
    }
}

pub fn run(simulation: &Simulation, shoes: std::ops::Range<u64>, threads: usize, level: Level) -> Tally {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let (tally, end) = simulation.run(shoes.clone(), Manner { threads, level, stop: &stop, done: &done });
    assert_eq!(end, shoes.end);
    tally
}

/// A shoe shuffled by a plain Fisher-Yates shuffle, one die after the other.
pub fn plain_shoe(pack: &Pack, seed: u64, number: u64) -> Vec<Card> {
    let mut cards: Vec<Card> = pack.cards().collect();
    let mut rng = Seeder::new(seed).shoe(number);
    let dice: Vec<u16> =
        groups(pack.len(), pack.len()).iter().flat_map(|group| roll(&mut rng, group)).collect();
    for (place, die) in dice.iter().enumerate().take(cards.len()) {
        cards.swap(place, place + usize::from(*die));
    }
    cards
}
