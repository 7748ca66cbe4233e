//! The data-driven engine against an independent twin that was written from the texts alone: the same coup,
//! the same line, the same pay, on many random deals of every wager and pay table.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;
mod twin;

use banco_cards::{Card, Rank, Suit};
use banco_dice::Dice;
use banco_engine::{Decisions, SeatFacts, Ticket, Verdict, play, settle};
use banco_money::{Amount, Currency};
use banco_rulebook::{KingNine, Terms, WagerName};
use support::{library, open_terms};

/// Deals that a seed repeats.
struct Deals(Dice);

impl Deals {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound)
    }

    /// Six cards; every now and then of one suit, one colour or few ranks, so that rare lines come up.
    fn six(&mut self) -> Vec<Card> {
        let (suits, ranks) = match self.below(8) {
            0 => (vec![self.below(4)], (0..13).collect()),
            1 => (vec![1, 2], (0..13).collect()),
            2 => (vec![0, 3], (0..13).collect()),
            3 => ((0..4).collect(), vec![8, 10, 11, 12]),
            4 => ((0..4).collect(), vec![8, 12]),
            5 => {
                let rank = self.below(13);
                ((0..4).collect(), vec![rank, rank, rank, self.below(13)])
            }
            6 => {
                let rank = self.below(13);
                (vec![3, 3, self.below(4)], vec![rank, rank, self.below(13)])
            }
            _ => ((0..4).collect::<Vec<_>>(), (0..13).collect::<Vec<_>>()),
        };
        (0..6)
            .map(|_| {
                let suit = self.0.pick(&suits);
                let rank = self.0.pick(&ranks);
                Card::new(
                    Rank::ALL[usize::try_from(rank).unwrap()],
                    Suit::ALL[usize::try_from(suit).unwrap()],
                )
            })
            .collect()
    }
}

/// The seat of the bettor: its position, and others that take part.
fn seats(terms: &Terms, deals: &mut Deals) -> (SeatFacts, twin::Seat) {
    // 99 Fortunes knows no position 4.
    let position = deals.0.pick(&[1, 2, 3, 5, 6, 7]);
    let others: Vec<u8> = (1..=10).filter(|other| *other != position && deals.below(3) == 0).collect();
    let seat = SeatFacts::at(terms, position, &others);
    let suits = |pair: &KingNine| {
        let cards = banco_cards::parse_cards(&pair.to_string()).unwrap();
        (twin::Card::from(cards[0]).suit, twin::Card::from(cards[1]).suit)
    };
    let twin = twin::Seat {
        position,
        personal: seat.personal.as_ref().map(suits),
        others_personal: seat.others_personal.iter().map(suits).collect(),
        others_positions: others,
    };
    (seat, twin)
}

/// A name without what print and scan vary in.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

#[test]
fn the_twin_knows_the_same_wagers() {
    let mut ours: Vec<(String, String, Option<String>, String)> = Vec::new();
    for rulebook in &library().rulebooks {
        for wager in rulebook.wagers.iter().filter(|wager| !wager.lines_by_licensee) {
            for side in wager.side_names() {
                let complete = |column: &&str| wager.missing_lines(column).is_none();
                for column in wager.column_names().into_iter().filter(complete) {
                    let side = side.map(str::to_owned);
                    ours.push((rulebook.id().to_owned(), wager.id.clone(), side, column.to_owned()));
                }
            }
        }
    }
    let own = |text: &str| text.to_owned();
    let mut twins: Vec<_> =
        twin::every_wager().into_iter().map(|(r, w, s, p)| (own(r), own(w), s.map(own), own(p))).collect();
    ours.sort();
    twins.sort();
    assert_eq!(ours, twins);
}

#[test]
fn the_twin_draws_and_settles_alike() {
    let mut deals = Deals(Dice::new(20_261_115));
    for (rulebook, wager, side, paytable) in twin::every_wager() {
        let terms = open_terms(rulebook, &[]);
        let name = WagerName {
            id: wager.to_owned(),
            side: side.map(str::to_owned),
            paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
        };
        let units = terms.offered(&name).unwrap().units;
        let stake = units.first().copied().unwrap_or(Amount::from_minor(2000, Currency::Usd));
        for _ in 0..1500 {
            compare(&terms, rulebook, &name, stake, &mut deals);
        }
    }
}

fn compare(terms: &Terms, rulebook: &str, name: &WagerName, stake: Amount, deals: &mut Deals) {
    let six = deals.six();
    let twin_six: Vec<twin::Card> = six.iter().copied().map(twin::Card::from).collect();
    let twin_coup = twin::play(&twin_six);
    let dealt = twin_coup.player.len() + twin_coup.banker.len();
    // Eight decks hold any card eight times, so six like cards are fine; choices follow the twin (draw on five).
    let decisions = Decisions::default();
    let Ok(story) = play(terms, &six[..dealt], decisions).or_else(|_| {
        let draw = Some(banco_engine::Decision::Draw);
        play(terms, &six[..dealt], Decisions { player: draw, banker: None })
    }) else {
        panic!("{rulebook}: {six:?} is not a coup with {dealt} cards");
    };
    let hand = |hand: &banco_cards::Hand| hand.cards().map(twin::Card::from).collect::<Vec<_>>();
    assert_eq!(hand(&story.coup.player), twin_coup.player, "{rulebook} {six:?}");
    assert_eq!(hand(&story.coup.banker), twin_coup.banker, "{rulebook} {six:?}");

    let (seat, twin_seat) = seats(terms, deals);
    let stood = deals.below(2) == 0 && twin_five(&twin_six);
    let ticket = Ticket { wager: name.clone(), stake, seat, stood, history: Vec::new() };
    let settled = settle(terms, &story.coup, &ticket).unwrap();
    let paytable = name.paytable.as_deref().unwrap_or_default();
    let verdict =
        twin::judge(rulebook, &name.id, name.side.as_deref(), paytable, &twin_coup, &twin_seat, stood);
    let verdict = verdict.unwrap_or_else(|| panic!("the twin does not know {name}"));
    let place = format!("{rulebook} {name} {six:?} {twin_seat:?}: {settled:?} against {verdict:?}");
    let Some(verdict) = verdict else {
        assert_eq!(settled.verdict, Verdict::Lose, "{place}");
        return;
    };
    let minor = |minor: u64| i64::try_from(minor).unwrap();
    let ratio = |n: u64, d: u64| stake.minor() * minor(n) / minor(d);
    let (result, won, meter) = match verdict.pay {
        twin::Pay::To(n, d) | twin::Pay::For(n, d) => (Verdict::Win, ratio(n, d), None),
        // Another seat takes the meter and the pay table prints no envy, which the twin leaves open; see reading W12a.
        twin::Pay::Money(0) if verdict.seat_envy == 0 => {
            assert_eq!(settled.line.as_deref(), Some("Other Suited Quads"), "{place}");
            return;
        }
        twin::Pay::Money(amount) => (Verdict::Win, minor(amount), None),
        twin::Pay::Meter(meter) => (Verdict::Win, 0, Some(meter)),
        twin::Pay::Push => (Verdict::Push, 0, None),
    };
    assert_eq!(settled.verdict, result, "{place}");
    assert_eq!(settled.won.minor(), won, "{place}");
    assert_eq!(settled.claims.first().map(|claim| claim.meter.as_str()), meter, "{place}");
    assert_eq!(settled.envy.minor(), minor(verdict.dealer_envy + verdict.seat_envy), "{place}");
    assert_eq!(plain(settled.line.as_deref().unwrap_or_default()), plain(verdict.line), "{place}");
}

/// Whether 21st Century's optional five is open.
fn twin_five(six: &[twin::Card]) -> bool {
    (twin::value(six[0]) + twin::value(six[2])) % 10 == 5 && matches!(twin::value(six[1]), 5 | 6)
}
