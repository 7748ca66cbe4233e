//! Take or press, and free play of the Player's hand, against rounds played and settled one by one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "small/mod.rs"]
mod small;

use std::collections::BTreeMap;

use banco_cards::{Card, Side};
use banco_engine::{Coup, Decision, Decisions, SeatFacts, Ticket, play, settle};
use banco_money::{Amount, Percent};
use banco_odds::{Fraction, Shoe, free_play, press, press_share, press_targets};
use banco_rulebook::Terms;

fn number(number: i64) -> Fraction {
    Fraction::from_integer(number.into())
}

fn finished(terms: &Terms, order: &[Card], player: Option<Decision>) -> Coup {
    let decisions = Decisions { player, banker: None };
    // A hand without a choice is told nothing.
    let told = |dealt: usize| play(terms, &order[..dealt], decisions);
    let untold = |dealt: usize| play(terms, &order[..dealt], Decisions::default());
    (4..=6)
        .find_map(|dealt| told(dealt).ok())
        .or_else(|| (4..=6).find_map(|dealt| untold(dealt).ok()))
        .unwrap()
        .coup
}

/// What a wager of a hundred gains, in hundredths.
fn net(terms: &Terms, coup: &Coup, wager: &str) -> i64 {
    let ticket = Ticket {
        wager: wager.parse().unwrap(),
        stake: Amount::from_minor(10_000, terms.currency),
        seat: SeatFacts::default(),
        stood: false,
        history: Vec::new(),
    };
    settle(terms, coup, &ticket).unwrap().net.minor()
}

fn best(gains: &[Fraction]) -> Fraction {
    gains.iter().cloned().chain([number(0)]).max().unwrap()
}

#[test]
fn pressing_is_worth_what_the_open_cards_leave() {
    let terms = small::terms("ma-midi", "default");
    let wager = small::offered(&terms, "house-money").table;
    let targets = press_targets(&terms);
    assert_eq!(targets.iter().map(|target| target.side).collect::<Vec<_>>(), Side::BOTH);
    for text in ["5h 5c Kd Ks 8d 9h Ac", "3h 3c 6d 6s 4d 9h 9c"] {
        let cards = small::cards(text);
        let mut by_open: BTreeMap<Vec<u8>, (i64, i64, i64, i64)> = BTreeMap::new();
        for order in small::orders(&cards, 6) {
            let coup = finished(&terms, &order, None);
            let paid = net(&terms, &coup, "house-money").max(0) / 10_000;
            // The order within a hand tells nothing more.
            let open: Vec<u8> =
                order[..4].iter().map(|card| card.rank.number() * 4 + card.suit as u8).collect();
            let [player, banker] = ["player", "banker"].map(|wager| net(&terms, &coup, wager));
            let sum = by_open.entry(open).or_default();
            *sum = (sum.0 + 1, paid, sum.2 + player, sum.3 + banker);
        }
        let found = press(&terms, &small::shoe(&cards), &wager, &targets, Percent::HUNDRED).unwrap().unwrap();
        let all = number(by_open.values().map(|sum| sum.0).sum());
        let won: i64 = by_open.values().filter(|sum| sum.1 > 0).map(|sum| sum.0).sum();
        for (press, onto) in found.iter().zip([[true, false], [false, true], [true, true]]) {
            let gain = |(_, _, player, banker): &(i64, i64, i64, i64)| {
                let sides = [(onto[0], player), (onto[1], banker)];
                best(&sides.iter().filter(|(on, _)| *on).map(|(_, sum)| number(**sum)).collect::<Vec<_>>())
            };
            let value: Fraction = by_open.values().map(|sum| number(sum.1) * gain(sum)).sum();
            assert_eq!(press.value, value / &all / number(10_000), "{text} {onto:?}");
            let right = by_open.values().filter(|sum| sum.1 > 0 && gain(sum) > number(0));
            assert_eq!(press.right, number(right.map(|sum| sum.0).sum()) / number(won));
            assert!(press.value_by_counts <= press.value && press.value_by_counts >= number(0));
        }
        let half = Percent::from_hundredths(5_000);
        let halved = press(&terms, &small::shoe(&cards), &wager, &targets, half).unwrap().unwrap();
        assert_eq!(&halved[2].value * number(2), found[2].value);
    }
}

#[test]
fn a_sure_winner_is_always_pressed() {
    let terms = small::terms("ma-baccarat", "default");
    let wager = small::offered(&terms, "house-money").table;
    assert_eq!(press_share(&terms, &wager), Some(Percent::HUNDRED));
    assert_eq!(press_share(&terms, &small::offered(&terms, "tie").table), None);
    let found =
        press(&terms, &Shoe::full(8), &wager, &press_targets(&terms), Percent::HUNDRED).unwrap().unwrap();
    let cell = |press: usize, player: u8, banker: u8| {
        found[press].cells.iter().find(|cell| (cell.player, cell.banker) == (player, banker)).unwrap()
    };
    // A natural 8 against 4 has won; onto the Banker's hand nothing is pressed then.
    assert_eq!((cell(0, 8, 4).onto, cell(0, 8, 4).gain.clone()), (Some(Side::Player), number(1)));
    assert_eq!((cell(1, 8, 4).onto, cell(1, 8, 4).gain.clone()), (None, number(-1)));
    assert_eq!(cell(2, 4, 8).onto, Some(Side::Banker));
    // Between two equal naturals there is nothing to gain.
    assert_eq!(cell(2, 8, 8).gain, number(0));
    assert!(found[2].value > found[0].value && found[2].value > found[1].value);
}

#[test]
fn free_play_equals_rounds_played_out_both_ways() {
    let terms = small::terms("co-rule-28", "super-pan-9");
    let cards = small::cards("Ad 2c 3h 4s 6d Kh 5c");
    let found = free_play(&terms, &small::shoe(&cards), "5%".parse().unwrap()).unwrap().unwrap();
    let mut by_cards: BTreeMap<[u8; 2], [i64; 3]> = BTreeMap::new();
    let mut naturals = 0;
    for order in small::orders(&cards, 6) {
        let [a, b] = [0, 2].map(|at| order[at].points().get());
        let [stand, hit] = [Decision::Stand, Decision::Draw]
            .map(|decision| net(&terms, &finished(&terms, &order, Some(decision)), "player") / 10_000);
        let banker = (order[1].points().get() + order[3].points().get()) % 10;
        if (a + b) % 10 >= 8 || banker >= 8 {
            assert_eq!(stand, hit);
            naturals += stand;
        } else {
            let sum = by_cards.entry([a.min(b), a.max(b)]).or_default();
            *sum = [sum[0] + 1, sum[1] + stand, sum[2] + hit];
        }
    }
    assert_eq!(found.by_cards.len(), by_cards.len());
    for choice in &found.by_cards {
        let [ways, stand, hit] = by_cards[&choice.cards.unwrap()];
        assert_eq!(choice.ways, u128::try_from(ways).unwrap());
        assert_eq!(
            (&choice.stand, &choice.hit),
            (&(number(stand) / number(ways)), &(number(hit) / number(ways)))
        );
    }
    let best: i64 = by_cards.values().map(|[_, stand, hit]| *stand.max(hit)).sum();
    assert_eq!(found.best_by_cards.player, number(naturals + best) / number(5040));
    let by_total = (0..8_u8).map(|total| {
        let alike = by_cards.iter().filter(|(cards, _)| (cards[0] + cards[1]) % 10 == total);
        let sums = alike.fold([0, 0], |sum, (_, [_, stand, hit])| [sum[0] + stand, sum[1] + hit]);
        sums[0].max(sums[1])
    });
    assert_eq!(found.best_by_total.player, number(naturals + by_total.sum::<i64>()) / number(5040));
}

#[test]
fn better_knowledge_never_costs() {
    let terms = small::terms("co-rule-28", "super-pan-9");
    let shoe = Shoe::from_pack(&terms.pack());
    let found = free_play(&terms, &shoe, "5%".parse().unwrap()).unwrap().unwrap();
    assert!(found.house_way.player <= found.best_by_total.player);
    assert!(found.best_by_total.player <= found.best_by_cards.player);
    assert_eq!(
        found.by_total.iter().map(|choice| choice.total).collect::<Vec<_>>(),
        (0..8).collect::<Vec<u8>>()
    );
    let bound = small::terms("co-rule-28", "default");
    assert_eq!(free_play(&bound, &shoe, "5%".parse().unwrap()).unwrap(), None);
}
