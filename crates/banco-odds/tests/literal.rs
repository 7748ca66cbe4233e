//! Small shoes dealt out literally: every ordered choice of six cards, judged by the independent twin, which shares
//! no code with the engine or with the counting.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "by_twin/mod.rs"]
mod by_twin;
#[path = "small/mod.rs"]
mod small;

use std::collections::BTreeMap;

use banco_cards::Card;
use banco_engine::SeatFacts;
use banco_odds::{CountError, DrawTable, FiveRule, Question, Sheet, Shoe, sheets_of, with_replacement};
use banco_rulebook::{Library, Terms, WagerName};
use by_twin::{coups, plain, twin, twin_seat};

/// Shoes of seven cards that make rare lines possible: few ranks, few suits, and a plain one.
const SHOES: [&str; 5] = [
    "7h 2c Kd 5s 8d 9h Ac",
    "8h 8h 8d 8h 8h 7h Kh",
    "Ks 9h Ks 9h Kh 9s 9s",
    "3s Ks 8s 8s 2h 3s 4s",
    "Kc Kd Kh Qc Qd Jc 2c",
];

/// Decks of a few cards to be drawn with replacement; one has a card twice.
const DECKS: [&str; 4] = ["Ks 9h Kh 9s", "8h 8d 7h Kh", "3s 8s 2h 4s 3s", "Kc Qd Jc 2c 6h"];

#[test]
fn counts_equal_those_of_literal_dealing() {
    compare_all(&SHOES, |cards| small::orders(cards, 6), |from, shoe| from(shoe));
}

#[test]
fn counts_with_replacement_equal_those_of_literal_drawing() {
    compare_all(&DECKS, with_repeats, |from, deck| with_replacement(deck, from));
}

/// The sheet of a wager from a shoe.
type FromShoe<'a> = &'a dyn Fn(&Shoe) -> Result<Vec<Sheet>, CountError>;

/// Deals out these cards in all ways, and holds the sheets of every wager against what the twin says of them.
fn compare_all(
    piles: &[&str],
    orders: impl Fn(&[Card]) -> Vec<Vec<Card>>,
    made: impl Fn(FromShoe<'_>, &Shoe) -> Result<Vec<Sheet>, CountError>,
) {
    let library = Library::embedded().unwrap();
    let terms: BTreeMap<String, Terms> = library
        .rulebooks
        .iter()
        .map(|book| (book.id().to_owned(), library.terms(book.id(), "default").unwrap().opened()))
        .collect();
    for text in piles {
        let cards = small::cards(text);
        let coups = coups(&orders(&cards));
        for (rulebook, wager, side, paytable) in twin::every_wager() {
            compare(&terms[rulebook], (&cards, &coups), (rulebook, wager, side, paytable), &made);
        }
    }
}

/// Every order of six cards, each of which may come again.
fn with_repeats(cards: &[Card]) -> Vec<Vec<Card>> {
    let mut all = vec![Vec::new()];
    for _ in 0..6 {
        let longer = |order: &Vec<Card>| {
            cards.iter().map(|card| order.iter().copied().chain([*card]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn compare(
    terms: &Terms,
    (cards, coups): (&[Card], &[twin::Coup]),
    (rulebook, wager, side, paytable): (&str, &str, Option<&str>, &str),
    made: &impl Fn(FromShoe<'_>, &Shoe) -> Result<Vec<Sheet>, CountError>,
) {
    let name = WagerName {
        id: wager.to_owned(),
        side: side.map(str::to_owned),
        paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
    };
    let offered = terms.offered(&name).unwrap();
    let seat = SeatFacts::at(terms, 1, &[]);
    let twin_seat = twin_seat(&seat);
    let mut wanted: BTreeMap<String, u128> = BTreeMap::new();
    for coup in coups {
        let verdict = twin::judge(rulebook, wager, side, paytable, coup, &twin_seat, false).unwrap();
        let line = verdict.map_or_else(|| "allotherhands".to_owned(), |verdict| plain(verdict.line));
        *wanted.entry(line).or_default() += 1;
    }
    let (tables, draw) = ([&offered.table], DrawTable::from_terms(terms, FiveRule::Draw));
    let question = Question::new(&tables, &seat, &offered.suits);
    let from_shoe = |shoe: &Shoe| sheets_of(terms, &question, (shoe, &draw));
    let counted = made(&from_shoe, &small::shoe(cards)).unwrap();
    let mut found: BTreeMap<String, u128> = BTreeMap::new();
    for line in counted[0].lines.iter().filter(|line| line.ways > 0) {
        // A line that is printed as a loss is no line to the twin.
        let name =
            if line.pays == banco_money::Pay::Loss { "allotherhands".to_owned() } else { plain(&line.name) };
        *found.entry(name).or_default() += line.ways;
    }
    assert_eq!(found, wanted, "{rulebook} {name} from {cards:?}");
    assert!(counted[0].is_complete() && counted[0].void == 0);
}
