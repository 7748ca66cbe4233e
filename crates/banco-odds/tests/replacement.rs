//! Cards drawn with replacement: published figures, and the limit of ever more decks. `literal` deals small decks out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "small/mod.rs"]
mod small;

use banco_engine::SeatFacts;
use banco_odds::{CountError, DrawTable, FiveRule, Question, Sheet, Shoe, sheets_of, with_replacement};
use banco_rulebook::{Terms, WagerName};

fn sheet(terms: &Terms, name: &WagerName, deck: &Shoe) -> Sheet {
    let offered = terms.offered(name).unwrap();
    let seat = SeatFacts::at(terms, 1, &[]);
    let (tables, draw) = ([&offered.table], DrawTable::from_terms(terms, FiveRule::Draw));
    let question = Question::new(&tables, &seat, &offered.suits);
    let made: Result<Vec<Sheet>, CountError> =
        with_replacement(deck, |shoe| sheets_of(terms, &question, (shoe, &draw)));
    made.unwrap().pop().unwrap()
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
