//! Cards drawn with replacement: every order of small decks judged by the independent twin, published figures, and the
//! limit of ever more decks.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
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

/// Decks of few cards that make rare lines possible; one has a card twice.
const DECKS: [&str; 4] = ["Ks 9h Kh 9s", "8h 8d 7h Kh", "3s 8s 2h 4s 3s", "Kc Qd Jc 2c 6h"];

fn sheet(terms: &Terms, name: &WagerName, deck: &Shoe) -> Sheet {
    let offered = terms.offered(name).unwrap();
    let seat = SeatFacts::at(terms, 1, &[]);
    let (tables, draw) = ([&offered.table], DrawTable::from_terms(terms, FiveRule::Draw));
    let question = Question::new(&tables, &seat, &offered.suits);
    let made: Result<Vec<Sheet>, CountError> =
        with_replacement(deck, |shoe| sheets_of(terms, &question, (shoe, &draw)));
    made.unwrap().pop().unwrap()
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

#[test]
fn counts_equal_those_of_literal_dealing() {
    let library = Library::embedded().unwrap();
    let terms: BTreeMap<String, Terms> = library
        .rulebooks
        .iter()
        .map(|book| (book.id().to_owned(), library.terms(book.id(), "default").unwrap().opened()))
        .collect();
    for text in DECKS {
        let cards = small::cards(text);
        let coups = coups(&with_repeats(&cards));
        for (rulebook, wager, side, paytable) in twin::every_wager() {
            let terms = &terms[rulebook];
            let name = WagerName {
                id: wager.to_owned(),
                side: side.map(str::to_owned),
                paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
            };
            let seat = twin_seat(&SeatFacts::at(terms, 1, &[]));
            let mut wanted: BTreeMap<String, u128> = BTreeMap::new();
            for coup in &coups {
                let verdict = twin::judge(rulebook, wager, side, paytable, coup, &seat, false).unwrap();
                let line = verdict.map_or_else(|| "allotherhands".to_owned(), |verdict| plain(verdict.line));
                *wanted.entry(line).or_default() += 1;
            }
            let counted = sheet(terms, &name, &small::shoe(&cards));
            let mut found: BTreeMap<String, u128> = BTreeMap::new();
            for line in counted.lines.iter().filter(|line| line.ways > 0) {
                let lost = line.pays == banco_money::Pay::Loss;
                let name = if lost { "allotherhands".to_owned() } else { plain(&line.name) };
                *found.entry(name).or_default() += line.ways;
            }
            assert_eq!(found, wanted, "{rulebook} {name} from {cards:?}");
            assert!(counted.is_complete() && counted.void == 0);
        }
    }
}

/// Yui-Bin Chen, "Casino Games - Mini Baccarat" (vegastrip.com): infinite decks, chances to a ten-thousandth of a percent.
#[test]
fn published_chances_are_met() {
    let terms = small::terms("ma-baccarat", "default");
    for (wager, percent) in [("banker:commission", 45.8428), ("player", 44.6147), ("tie", 9.5426)] {
        let sheet = sheet(&terms, &wager.parse().unwrap(), &Shoe::full(1));
        assert_eq!(sheet.total, 52_u128.pow(6));
        let found = 100.0 * sheet.probability(sheet.lines[0].ways);
        assert!((found - percent).abs() < 0.000_051, "{wager}: {found}");
    }
}

/// A pair of first cards is the second card of the first one's rank: one in thirteen.
#[test]
fn what_is_plain_to_see_is_found() {
    let terms = small::terms("co-rule-28", "default");
    let pair = sheet(&terms, &"player-pair".parse().unwrap(), &Shoe::full(1));
    assert_eq!(pair.lines[0].ways * 13, pair.total);
}

/// The edge with ever more decks comes ever closer, by half with twice the decks.
#[test]
fn ever_more_decks_lead_there() {
    for (rulebook, wagers) in [
        ("co-rule-28", &["banker:commission", "tie", "dragon-7", "player-pair", "perfect-pair"][..]),
        ("ma-baccarat", &["royal-9", "dragon-bonus.player:A"][..]),
    ] {
        let terms = small::terms(rulebook, "default");
        for wager in wagers {
            let name: WagerName = wager.parse().unwrap();
            let limit = sheet(&terms, &name, &Shoe::full(1)).house_edge();
            let offered = terms.offered(&name).unwrap();
            let seat = SeatFacts::at(&terms, 1, &[]);
            let (tables, draw) = ([&offered.table], DrawTable::from_terms(&terms, FiveRule::Draw));
            let question = Question::new(&tables, &seat, &offered.suits);
            let away = |decks: u16| {
                let made = sheets_of(&terms, &question, (&Shoe::full(decks), &draw)).unwrap();
                made[0].house_edge() - limit
            };
            let ratio = away(20) / away(10);
            assert!((0.45..0.55).contains(&ratio), "{wager}: {} {} {ratio}", away(10), away(20));
        }
    }
}
