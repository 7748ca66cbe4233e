//! Settlement by tables is settlement by the engine: for every wager and pay table of every rulebook, on every class of
//! coups and on coups chosen so that rare lines come up.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::collections::BTreeSet;

use banco_cards::{Card, Rank, Suit};
use banco_engine::{SeatFacts, Ticket, settle};
use banco_money::Amount;
use banco_rulebook::{Library, Terms, WagerName};
use banco_sim::hands::Class;
use banco_sim::rng::Seeder;
use banco_sim::settlement::{Memory, Settlement, coup};
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use support::{all_names, rules, wager_without_odds};

struct Bench {
    terms: Terms,
    names: Vec<WagerName>,
    rules: ShoeRules,
    settlement: Settlement,
    memory: Memory,
}

fn bench(rulebook: &str) -> Bench {
    let terms = Library::embedded().unwrap().terms(rulebook, "default").unwrap().opened();
    let names = all_names(&terms);
    let wagers = names.iter().map(|name| wager_without_odds(&terms, name)).collect();
    let settlement = Settlement::new(wagers).unwrap();
    let rules = rules(&terms, ShoeChoices::from_terms(&terms));
    Bench { memory: settlement.memory(), terms, names, rules, settlement }
}

impl Bench {
    /// The tables' answer is the answer of the conditions, for every wager.
    fn judge(&mut self, cards: [Card; 6]) -> Class {
        let (entry, six) = self.rules.round_of(cards);
        let class = entry.class();
        let coup = coup(class, six).unwrap();
        for (at, judge) in self.settlement.judges().iter().enumerate() {
            let found = self.settlement.outcome(&mut self.memory, at, class, six);
            assert_eq!(Some(found), judge.by_coup(&coup), "{} {cards:?}", self.names[at]);
        }
        class
    }

    /// The tables' answer is what `settle` pays.
    fn settle(&mut self, cards: [Card; 6]) {
        let (entry, six) = self.rules.round_of(cards);
        let coup = coup(entry.class(), six).unwrap();
        for at in 0..self.names.len() {
            let found = self.settlement.outcome(&mut self.memory, at, entry.class(), six);
            let judge = &self.settlement.judges()[at];
            let outcome = &judge.outcomes[usize::from(found)];
            let stake = judge.table().units.first().copied();
            let stake = stake.unwrap_or_else(|| Amount::from_minor(10_000, self.terms.currency));
            let seat = SeatFacts::at(&self.terms, judge.wager.seat.position.unwrap(), &[]);
            let wager = self.names[at].clone();
            let ticket = Ticket { wager, stake, seat, stood: false, history: Vec::new() };
            let settled = settle(&self.terms, &coup, &ticket).unwrap();
            let name = settled.line.unwrap_or_else(|| "All other hands".to_owned());
            assert_eq!(
                (&name, settled.verdict),
                (&outcome.name, outcome.verdict),
                "{} {cards:?}",
                self.names[at]
            );
            let net = i128::from(outcome.gain) * i128::from(stake.minor());
            assert_eq!(
                i128::from(settled.net.minor()) * i128::from(judge.fraction),
                net,
                "{} {cards:?}",
                self.names[at]
            );
        }
    }
}

/// Six cards from a few ranks and suits, so that pairs, fours of a kind and suited hands come up.
fn cards(rng: &mut banco_sim::rng::SimRng) -> [Card; 6] {
    let mut pick = |of: u64| rng.next_word() % of;
    let (ranks, suits) = ([1, 2, 3, 13][pick(4) as usize], 1 + pick(4));
    let first = pick(13);
    [0; 6].map(|_: u8| {
        let rank = Rank::ALL[((first + pick(ranks)) % 13) as usize];
        Card::new(rank, Suit::ALL[pick(suits) as usize])
    })
}

fn every_wager_of(rulebook: &str, coups: u64, settled: u64) {
    let mut bench = bench(rulebook);
    let mut rng = Seeder::new(5).shoe(0);
    let mut classes = BTreeSet::new();
    for _ in 0..coups {
        classes.insert(bench.judge(cards(&mut rng)));
    }
    for _ in 0..settled {
        bench.settle(cards(&mut rng));
    }
    // Every class that six values can come to.
    let all = (0..1_000_000_u32).map(|six| {
        let value = |unit: u32| (six / unit % 10) as u8;
        let card = |value: u8| Card::new(Rank::from_number(value).unwrap_or(Rank::King), Suit::Spades);
        [100_000, 10_000, 1_000, 100, 10, 1].map(value).map(card)
    });
    let mut missing = 0;
    for cards in all {
        let class = bench.rules.round_of(cards).0.class();
        if classes.insert(class) {
            missing += 1;
            bench.judge(cards);
        }
    }
    assert!(missing < classes.len());
}

/// The fewer wagers a rulebook has, the more coups each of them is judged on.
#[test]
fn every_wager_of_every_rulebook() {
    let library = Library::embedded().unwrap();
    std::thread::scope(|scope| {
        for rulebook in &library.rulebooks {
            let wagers = all_names(&library.terms(rulebook.id(), "default").unwrap().opened()).len() as u64;
            let coups = (200_000 / wagers.max(1)).clamp(900, 6000);
            scope.spawn(move || every_wager_of(rulebook.id(), coups, (2_000 / wagers.max(1)).clamp(8, 40)));
        }
    });
}
