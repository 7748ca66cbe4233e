//! What two open hands can still do, against every order of the next two cards, dealt one by one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

#[path = "small/mod.rs"]
mod small;

use banco_cards::{Card, Outcome, Side};
use banco_engine::{Decisions, play};
use banco_odds::{DrawTable, FiveRule, Outlook, Shoe};
use banco_rulebook::Terms;

/// The outcome when these cards come in this order: as few of them as the round takes.
fn outcome(terms: &Terms, order: &[Card]) -> Outcome {
    (4..=6).find_map(|dealt| play(terms, &order[..dealt], Decisions::default()).ok()).unwrap().coup.outcome()
}

fn counted(terms: &Terms, open: &[Card], left: &Shoe) -> Outlook {
    let count = |one: usize, other: usize| (open[one].points().get() + open[other].points().get()) % 10;
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    Outlook::from_counts(&draw, [count(0, 2), count(1, 3)], left)
}

#[test]
fn it_is_what_dealing_every_order_gives() {
    let terms = small::terms("ma-midi", "default");
    let rest = small::cards("Ah 2d 2s 3c 4h 5s 6d 7c 8h 9s Kd Qc");
    // Naturals, hands that stand, and hands that draw on either side.
    for open in [
        "9h 8c Kh Kc",
        "3h 2c 3d 3c",
        "2h 2c 2d 3s",
        "6h 5c Kh Kd",
        "7h 6c Kh Kd",
        "Ah 3c Kh Kd",
        "5h Kc Kh 4d",
    ] {
        let open = small::cards(open);
        let mut literal = Outlook::default();
        for first in 0..rest.len() {
            for second in (0..rest.len()).filter(|second| *second != first) {
                let order: Vec<Card> = open.iter().copied().chain([rest[first], rest[second]]).collect();
                match outcome(&terms, &order) {
                    Outcome::Player => literal.player += 1,
                    Outcome::Banker => literal.banker += 1,
                    Outcome::Tie => literal.tie += 1,
                }
            }
        }
        assert_eq!(counted(&terms, &open, &small::shoe(&rest)), literal, "{open:?}");
    }
}

#[test]
fn four_against_five_from_a_full_shoe() {
    let terms = small::terms("ma-midi", "default");
    let open = small::cards("2h 5c 2d Ks");
    let left = open.iter().copied().try_fold(Shoe::full(8), Shoe::without).unwrap();
    let outlook = counted(&terms, &open, &left);
    assert_eq!(outlook.whole(), 412 * 411);
    let [wins, ties, loses] = outlook.of_hand(Side::Banker);
    assert_eq!([wins, ties, loses], [outlook.banker, outlook.tie, outlook.player]);
    let hundredths = |ways: u64| (ways * 20_000 + outlook.whole()) / (2 * outlook.whole());
    // Counted apart: Banker wins 60.70 percent, ties 10.15, loses 29.15.
    assert_eq!([wins, ties, loses].map(hundredths), [6070, 1015, 2915]);
}
