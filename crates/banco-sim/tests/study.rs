//! Counting and perfect play, against plain code that takes one card after the other.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_cards::{Card, Pack};
use banco_odds::{Deals, DrawTable, FiveRule, Shoe, sheets, with_envy};
use banco_rulebook::Terms;
use banco_sim::deal::Dealer;
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::{Settlement, coup};
use banco_sim::setup::wager;
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::study::bets::{BetRule, BetStudy, BetTally};
use banco_sim::study::count::CountSystem;
use banco_sim::study::hits::HitSums;
use banco_sim::study::perfect::{Perfect, PerfectError};
use banco_sim::study::{BurnSeen, Studies};
use banco_sim::tally::Tally;
use support::{plain_shoe, terms};

const SEED: u64 = 5;

struct Table {
    terms: Terms,
    draw: DrawTable,
    simulation: Simulation,
    free_hands: u16,
    decks: u8,
}

fn table(rulebook: &str, submission: &str, names: &[&str], free_hands: u16) -> Table {
    let terms = terms(rulebook, submission).opened();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw.clone()).unwrap();
    let wagers = names.iter().map(|name| wager(&terms, &deals, &name.parse().unwrap(), None).unwrap());
    let settlement = Settlement::new(wagers.collect()).unwrap();
    let choices = ShoeChoices { free_hands, ..ShoeChoices::from_terms(&terms) };
    let rules = ShoeRules::new(&terms, &draw, choices).unwrap();
    let decks = choices.decks;
    Table {
        terms,
        draw,
        simulation: Simulation { rules, settlement, seed: SEED, session: 1 },
        free_hands,
        decks,
    }
}

impl Table {
    fn study(&self, studies: &Studies, shoes: std::ops::Range<u64>, threads: usize) -> Tally {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let manner = Manner { threads, level: Level::best(), stop: &stop, done: &done };
        self.simulation.run_with(studies, shoes, manner).0
    }

    fn pack(&self) -> Pack {
        let removed = self.terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        Pack::standard(self.decks).without(removed)
    }

    fn perfect(&self, wager: usize, above: i32) -> BetRule {
        let judge = &self.simulation.settlement.judges()[wager];
        BetRule::Perfect(Perfect::new(judge, &self.draw, &self.simulation.rules, above).unwrap())
    }

    /// What comes of betting where `bets` says so for the cards seen and all cards of the shoe, by plain code.
    fn plain(&self, study: &BetStudy, shoes: u64, bets: impl Fn(&[Card], &[Card]) -> bool) -> BetTally {
        let Simulation { rules, settlement, .. } = &self.simulation;
        let judge = &settlement.judges()[study.wager];
        let mut dealer = Dealer::new(rules, SEED, Level::PORTABLE);
        let mut tally = BetTally::default();
        for number in 0..shoes {
            dealer.deal(number);
            let shoe = dealer.dealt().next().unwrap();
            let cards = plain_shoe(&self.pack(), SEED, number);
            let (mut made, mut result) = (0, 0);
            let rounds: Vec<_> = shoe.rounds().collect();
            let burnt = usize::from(rounds[0].start);
            let seen_burnt = match study.burn_seen {
                BurnSeen::None => 0,
                BurnSeen::First => 1,
                BurnSeen::All => burnt,
            };
            for round in rounds.iter().skip(usize::from(self.free_hands)) {
                let start = usize::from(round.start);
                let seen = [&cards[..seen_burnt], &cards[burnt..start]].concat();
                tally.rounds += 1;
                if bets(&seen, &cards) {
                    let outcome = judge.by_coup(&coup(round.entry.class(), shoe.six(round.start)).unwrap());
                    made += 1;
                    result += judge.outcomes[usize::from(outcome.unwrap())].gain;
                }
            }
            tally.bets.add(made);
            tally.results.add(result);
            tally.cross += i128::from(made) * i128::from(result);
        }
        tally
    }
}

/// Short where it differs: histograms as lists.
fn shown(tally: &BetTally) -> String {
    serde_json::to_string(tally).unwrap()
}

fn count(text: &str) -> BetRule {
    BetRule::Count(CountSystem::parse(text).unwrap().0)
}

#[test]
fn counts_bet_when_plain_code_does() {
    let game = table("co-rule-28", "ez", &["dragon-7", "perfect-pair", "banker"], 0);
    for burn_seen in [BurnSeen::None, BurnSeen::First, BurnSeen::All] {
        for wager in 0..3 {
            let true_four = BetStudy { wager, rule: count("4567=-1 89=+2; true 4; x"), burn_seen };
            let low = BetStudy { wager, rule: count("T=-1 K=+3 A=2; running <= -5; x"), burn_seen };
            let value = |card: &Card| i64::from(card.points().get());
            let dragon = |seen: &[Card], all: &[Card]| {
                let tag = |card: &Card| match value(card) {
                    4..=7 => -1,
                    8 | 9 => 2,
                    _ => 0,
                };
                let running: i64 = seen.iter().map(tag).sum();
                let decks = (all.len() - seen.len()) as f64 / 52.0;
                running as f64 / decks >= 4.0
            };
            let running_low = |seen: &[Card], _: &[Card]| {
                let tag = |card: &Card| match card.rank.number() {
                    13 => 3,
                    1 => 2,
                    10..=12 => -1,
                    _ => 0,
                };
                seen.iter().map(tag).sum::<i64>() <= -5
            };
            let plain = [game.plain(&true_four, 40, dragon), game.plain(&low, 40, running_low)];
            assert!(plain.iter().all(|tally| tally.bets.sum() > 5));
            let studies = Studies { bets: vec![true_four, low], ..Studies::default() };
            assert_eq!(
                game.study(&studies, 0..40, 1).studies.bets.iter().map(shown).collect::<Vec<_>>(),
                plain.each_ref().map(shown)
            );
        }
    }
}

#[test]
fn decks_without_ranks_and_free_hands_are_counted_too() {
    let game = table("co-rule-28", "super-pan-9", &["tie"], 3);
    let deck = Shoe::from_pack(&game.terms.pack()).len() as f64 / f64::from(game.terms.pack().decks());
    assert!(deck < 52.0);
    let study = BetStudy { wager: 0, rule: count("T=1 A=-1; true 1.5; tie"), burn_seen: BurnSeen::All };
    let plain = game.plain(&study, 60, |seen, all| {
        let tag = |card: &Card| match card.rank.number() {
            1 => -1,
            10.. => 1,
            _ => 0,
        };
        let decks = (all.len() - seen.len()) as f64 / deck;
        seen.iter().map(tag).sum::<i64>() as f64 / decks >= 1.5
    });
    assert!(plain.bets.sum() > 20);
    assert_eq!(
        game.study(&Studies { bets: vec![study], ..Studies::default() }, 0..60, 1).studies.bets,
        [plain]
    );
}

/// Wagers of every family: final counts, numbers of cards, third cards, pairs, ranks, suits of first cards and of whole
/// hands, seats.
const FAMILIES: [&str; 13] = [
    "banker:commission",
    "dragon-7",
    "tie",
    "dragon-bonus.player:1",
    "total-cards.6",
    "player-pair",
    "match-pair.banker",
    "perfect-pair",
    "99-fortunes:P5",
    "blazing-7s:1",
    "jin-chan",
    "koi",
    "fate-38:PT-PRG-F38-01",
];

/// The exact value of every round is that of the sheet of `banco-odds` from the cards that were not seen.
fn holds_to_sheets(game: &Table, shoes: u64, burn_seen: BurnSeen) {
    let judge = &game.simulation.settlement.judges()[0];
    let name = &judge.wager.name;
    let tables = [with_envy(judge.table())];
    let full = Shoe::from_pack(&game.pack());
    let value = |seen: &[Card]| {
        let unseen = seen.iter().fold(full.clone(), |shoe, card| shoe.without(*card).unwrap());
        let deals = Deals::new(unseen, game.draw.clone()).unwrap();
        -sheets(&game.terms, &deals, &tables, &judge.wager.seat, &judge.wager.suits).unwrap()[0].house_edge()
    };
    // About half of all rounds are as good as the first.
    let above = (value(&[]) * 1e4).floor() as i32;
    let study = BetStudy { wager: 0, rule: game.perfect(0, above), burn_seen };
    let sum = std::cell::Cell::new(0.0);
    let mut plain = game.plain(&study, shoes, |seen, all| {
        assert_eq!(full.len(), all.len() as u64);
        let value = value(seen);
        let bet = value > f64::from(above) / 1e4;
        sum.set(sum.get() + if bet { value } else { 0.0 });
        bet
    });
    let studies = Studies { bets: vec![study], ..Studies::default() };
    let tally = game.study(&studies, 0..shoes, 1).studies.bets.remove(0);
    assert!(tally.bets.sum() > 0 && (tally.bets.sum() as u64) < tally.rounds, "{name}: {above}");
    assert!((tally.value as f64 * 1e-12 - sum.get()).abs() < 1e-9, "{name}");
    plain.value = tally.value;
    assert_eq!(shown(&tally), shown(&plain), "{name}");
}

#[test]
fn perfect_play_bets_when_the_sheet_of_the_unseen_cards_is_high_enough() {
    for wager in FAMILIES {
        holds_to_sheets(&table("co-rule-28", "ez", &[wager], 0), 1, BurnSeen::None);
    }
    holds_to_sheets(&table("co-rule-28", "ez", &["dragon-7"], 2), 3, BurnSeen::All);
    holds_to_sheets(&table("co-rule-28", "ez", &["perfect-pair"], 0), 1, BurnSeen::First);
}

/// Beyond 456 cards floats do not hold all counts, and rounds are decided all the same.
#[test]
fn perfect_play_goes_up_to_twenty_decks() {
    for (decks, wager) in [(9, "tie"), (20, "dragon-7"), (12, "player-pair")] {
        let mut game = table("co-rule-28", "ez", &[wager], 0);
        game.decks = decks;
        let choices = ShoeChoices { decks, ..ShoeChoices::from_terms(&game.terms) };
        game.simulation.rules = ShoeRules::new(&game.terms, &game.draw, choices).unwrap();
        holds_to_sheets(&game, 1, BurnSeen::None);
    }
}

#[test]
fn threads_and_parts_give_the_same_sums() {
    let game = table("co-rule-28", "ez", &["dragon-7", "panda-8"], 0);
    let study = |wager, rule| BetStudy { wager, rule, burn_seen: BurnSeen::First };
    let studies = Studies {
        bets: vec![
            study(0, count("4567=-1 89=+2; true 4; x")),
            study(0, game.perfect(0, 0)),
            study(1, game.perfect(1, 0)),
        ],
        ..Studies::default()
    };
    let whole = game.study(&studies, 0..3000, 1);
    assert_eq!(game.study(&studies, 0..3000, 3), whole);
    let mut parts = game.study(&studies, 1003..3000, 2);
    parts.merge(&game.study(&studies, 0..1003, 1));
    assert_eq!(parts, whole);
    // Whoever sees everything finds the count's good moments too, and more.
    let value = |at: usize| whole.studies.bets[at].value as f64 * 1e-12 / 3000.0;
    assert!((0.5..1.2).contains(&value(1)), "{}", value(1));
    assert!(value(2) > 0.0);
}

#[test]
fn what_is_no_wager_with_a_threshold_is_refused() {
    assert_eq!(Perfect::parse(" dragon-7 ; above 0.5% ").unwrap(), ("dragon-7", 50));
    assert_eq!(Perfect::parse("dragon-7").unwrap(), ("dragon-7", 0));
    for text in ["", "; above 1%", "dragon-7; 1%", "dragon-7; above 1", "dragon-7; above x%"] {
        assert_eq!(Perfect::parse(text), Err(PerfectError::Notation(text.to_owned())));
    }
}

/// Hits shoe by shoe, against the plain counts of single shoes.
#[test]
fn hits_are_spread_over_shoes_as_single_shoes_tell() {
    let game = table("co-rule-28", "ez", &["banker", "dragon-7", "perfect-pair"], 0);
    let studies = Studies { hits: true, ..Studies::default() };
    let whole = game.study(&studies, 0..300, 2);
    let mut sums = whole.studies.hits.clone();
    sums.iter_mut().flat_map(|tally| &mut tally.outcomes).for_each(|sum| *sum = HitSums::default());
    for shoe in 0..300 {
        let alone = game.study(&Studies::default(), shoe..shoe + 1, 1);
        for (sums, wager) in sums.iter_mut().zip(&alone.wagers) {
            for (sum, hits) in sums.outcomes.iter_mut().zip(&wager.outcomes) {
                sum.squares += u128::from(*hits).pow(2);
                sum.cross += u128::from(hits * alone.round_count());
            }
        }
    }
    assert_eq!(whole.studies.hits, sums);
    assert!(sums.iter().all(|tally| tally.outcomes.iter().all(|sum| sum.squares > 0)), "{sums:?}");
}
