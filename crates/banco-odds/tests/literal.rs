//! Small shoes dealt out literally: every ordered choice of six cards, judged by the independent twin, which shares
//! no code with the engine or with the counting.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../../banco-engine/tests/twin/mod.rs"]
mod twin;

use std::collections::BTreeMap;

use banco_cards::{Card, Rank, Suit, parse_cards};
use banco_engine::SeatFacts;
use banco_odds::{Deals, DrawTable, FiveRule, Shoe, sheets};
use banco_rulebook::{Library, Terms, WagerName};

/// Shoes of seven cards that make rare lines possible: few ranks, few suits, and a plain one.
const SHOES: [&str; 5] = [
    "7h 2c Kd 5s 8d 9h Ac",
    "8h 8h 8d 8h 8h 7h Kh",
    "Ks 9h Ks 9h Kh 9s 9s",
    "3s Ks 8s 8s 2h 3s 4s",
    "Kc Kd Kh Qc Qd Jc 2c",
];

fn twin_card(card: Card) -> twin::Card {
    let suit = Suit::ALL.iter().position(|suit| *suit == card.suit).unwrap();
    twin::Card { rank: card.rank.number(), suit: u8::try_from(suit).unwrap() }
}

/// All ordered choices of six cards from these.
fn deals(cards: &[Card]) -> Vec<Vec<twin::Card>> {
    fn extend(cards: &[Card], taken: &mut Vec<usize>, all: &mut Vec<Vec<twin::Card>>) {
        if taken.len() == 6 {
            all.push(taken.iter().map(|at| twin_card(cards[*at])).collect());
            return;
        }
        for at in 0..cards.len() {
            if !taken.contains(&at) {
                taken.push(at);
                extend(cards, taken, all);
                taken.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(cards, &mut Vec::new(), &mut all);
    all
}

fn shoe(cards: &[Card]) -> Shoe {
    let mut shoe = Shoe::full(16);
    for rank in Rank::ALL {
        for suit in Suit::ALL {
            let card = Card::new(rank, suit);
            let keep = cards.iter().filter(|other| **other == card).count();
            for _ in keep..16 {
                shoe = shoe.without(card).unwrap();
            }
        }
    }
    shoe
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

#[test]
fn counts_equal_those_of_literal_dealing() {
    let library = Library::embedded().unwrap();
    let terms: BTreeMap<String, Terms> = library
        .rulebooks
        .iter()
        .map(|book| (book.id().to_owned(), library.terms(book.id(), "default").unwrap().opened()))
        .collect();
    for text in SHOES {
        let cards = parse_cards(text).unwrap();
        let coups: Vec<twin::Coup> = deals(&cards).iter().map(|six| twin::play(six)).collect();
        for (rulebook, wager, side, paytable) in twin::every_wager() {
            compare(&terms[rulebook], &cards, &coups, (rulebook, wager, side, paytable));
        }
    }
}

fn compare(
    terms: &Terms,
    cards: &[Card],
    coups: &[twin::Coup],
    (rulebook, wager, side, paytable): (&str, &str, Option<&str>, &str),
) {
    let name = WagerName {
        id: wager.to_owned(),
        side: side.map(str::to_owned),
        paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
    };
    let offered = terms.offered(&name).unwrap();
    let seat = SeatFacts::at(terms, 1, &[]);
    let suits = |pair: &banco_rulebook::KingNine| {
        let pair = parse_cards(&pair.to_string()).unwrap();
        (twin_card(pair[0]).suit, twin_card(pair[1]).suit)
    };
    let twin_seat = twin::Seat {
        position: 1,
        personal: seat.personal.as_ref().map(suits),
        others_personal: seat.others_personal.iter().map(suits).collect(),
        others_positions: Vec::new(),
    };
    let mut wanted: BTreeMap<String, u128> = BTreeMap::new();
    for coup in coups {
        let verdict = twin::judge(rulebook, wager, side, paytable, coup, &twin_seat, false).unwrap();
        let line = verdict.map_or_else(|| "allotherhands".to_owned(), |verdict| plain(verdict.line));
        *wanted.entry(line).or_default() += 1;
    }
    let deals = Deals::new(shoe(cards), DrawTable::of(terms, FiveRule::Draw)).unwrap();
    let counted = sheets(terms, &deals, &[offered.table], &seat, &offered.suits).unwrap();
    let mut found: BTreeMap<String, u128> = BTreeMap::new();
    for line in counted[0].lines.iter().filter(|line| line.ways > 0) {
        // A line that is printed as a loss is no line to the twin.
        let name =
            if line.pays == banco_money::Pay::Loss { "allotherhands".to_owned() } else { plain(&line.name) };
        *found.entry(name).or_default() += line.ways;
    }
    assert_eq!(found, wanted, "{rulebook} {name} from {cards:?}");
    assert!(counted[0].is_complete());
}
