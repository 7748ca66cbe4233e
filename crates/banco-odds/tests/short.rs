//! Shoes that run out, against rounds played by the engine card by card.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a test fails by panicking"
)]

#[path = "small/mod.rs"]
mod small;

use banco_engine::{CoupError, Decisions, SeatFacts, Ticket, Verdict, play, settle};
use banco_money::Amount;
use banco_odds::{Deals, DrawTable, FiveRule, Question, sheets_of, short_counts};

/// Every order of the cards, played by the engine: void rounds, wins and pushes of a wager.
fn played(cards: &str, wager: &str) -> (u128, u128, u128, u128) {
    let terms = small::terms("co-rule-28", "default");
    let ticket = Ticket {
        wager: wager.parse().unwrap(),
        stake: Amount::from_minor(10_000, terms.currency),
        seat: SeatFacts::default(),
        stood: false,
        history: Vec::new(),
    };
    let (mut void, mut wins, mut pushes, mut losses) = (0, 0, 0, 0);
    let cards = small::cards(cards);
    'orders: for order in small::orders(&cards, cards.len()) {
        for dealt in 0..=order.len() {
            match play(&terms, &order[..dealt], Decisions::default()) {
                Ok(story) => {
                    match settle(&terms, &story.coup, &ticket).unwrap().verdict {
                        Verdict::Win => wins += 1,
                        Verdict::Push => pushes += 1,
                        Verdict::Lose => losses += 1,
                    }
                    continue 'orders;
                }
                Err(CoupError::TooFew { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        void += 1;
    }
    (void, wins, pushes, losses)
}

#[test]
fn void_rounds_and_lines_equal_those_played_out() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    for cards in [
        "",
        "9h",
        "9h 8c 2d",
        "9h 8c 2d Ks",
        "3h 3c 4d 3s",
        "9h 8c 2d Ks 5d",
        "6h 7c Kd Ks 6d",
        "2h 2h 2h 2h 9s",
    ] {
        for wager in ["player", "banker:commission", "tie", "perfect-pair"] {
            let offered = small::offered(&terms, wager);
            let shoe = small::shoe(&small::cards(cards));
            let counts =
                short_counts(&shoe, &draw, &[&offered.table], &SeatFacts::default(), &offered.suits).unwrap();
            let (void, wins, pushes, losses) = played(cards, wager);
            let lines = offered.table.lines.iter().zip(&counts.tables[0].lines);
            let of = |test: &dyn Fn(&banco_money::Pay) -> bool| {
                lines.clone().filter(|(line, _)| test(&line.pay)).map(|(_, ways)| ways).sum::<u128>()
            };
            let found = (
                of(&banco_money::Pay::wins),
                of(&|pay| *pay == banco_money::Pay::Push),
                counts.tables[0].none,
            );
            assert_eq!((counts.void, found), (void, (wins, pushes, losses)), "{wager} from `{cards}`");
            assert_eq!(counts.total, counts.void + found.0 + found.1 + found.2);
        }
    }
}

#[test]
fn fewer_than_four_cards_are_always_void() {
    let terms = small::terms("ma-midi", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let tie = small::offered(&terms, "tie").table;
    for (cards, orders) in [("", 1), ("9h", 1), ("9h 9h", 2), ("9h 9h 9h", 6)] {
        let shoe = small::shoe(&small::cards(cards));
        let counts = short_counts(&shoe, &draw, &[&tie], &SeatFacts::default(), &[]).unwrap();
        assert_eq!((counts.total, counts.void), (orders, orders));
    }
}

#[test]
fn sheets_tell_of_the_rounds_that_can_be_finished() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::default();
    let offered = small::offered(&terms, "banker:commission");
    let question = Question::new(&[&offered.table], &seat, &offered.suits);
    for cards in
        ["6h 7c Kd Ks 6d", "9h 8c 2d Ks", "9h 8c 2d", "", "6h 7c Kd Ks 6d 2c", "6h 7c Kd Ks 6d 2c 3d"]
    {
        let shoe = small::shoe(&small::cards(cards));
        let sheet = sheets_of(&terms, &question, (&shoe, &draw)).unwrap().remove(0);
        let tables = [&offered.table];
        let counts = short_counts(&shoe, &draw, &tables, &seat, &offered.suits).unwrap();
        assert_eq!((sheet.total + sheet.void, sheet.void), (counts.total, counts.void), "{cards}");
        assert!(sheet.is_complete() && sheet.lines.len() >= 2, "{cards}");
        let share = counts.void as f64 / counts.total as f64;
        assert!((sheet.void_share() - share).abs() < 1e-12, "{cards}");
        assert_eq!(sheet.house_edge().is_nan(), sheet.total == 0, "{cards}");
    }
}

#[test]
fn with_six_cards_nothing_is_void() {
    let terms = small::terms("ma-midi", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let tie = small::offered(&terms, "tie").table;
    let shoe = small::shoe(&small::cards("9h 8c 2d Ks 5d 3c"));
    let counts = short_counts(&shoe, &draw, &[&tie], &SeatFacts::default(), &[]).unwrap();
    let seat = SeatFacts::default();
    let usual = Deals::new(shoe, draw).unwrap().count(&Question::new(&[&tie], &seat, &[])).unwrap();
    assert_eq!((counts.total, counts.void, counts.tables), (720, 0, usual.tables));
}

#[test]
fn what_depends_on_earlier_rounds_is_refused() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let mut table = small::offered(&terms, "tie").table;
    let two = terms.rulebook.wagers.iter().find_map(|wager| {
        let hands = wager.rows.iter().filter_map(|row| row.when.both.as_ref());
        hands.into_iter().find_map(|hand| hand.cards.clone())
    });
    let run = banco_rulebook::HandTest { run: two, ..banco_rulebook::HandTest::default() };
    table.lines[0].when =
        banco_rulebook::Condition { player: Some(run), ..banco_rulebook::Condition::default() };
    let shoe = small::shoe(&small::cards("9h 8c 2d Ks"));
    let refused = short_counts(&shoe, &draw, &[&table], &SeatFacts::default(), &[]);
    assert!(matches!(refused, Err(banco_odds::CountError::History(_))));
}
