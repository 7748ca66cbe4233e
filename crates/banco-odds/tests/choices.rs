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
use banco_odds::{
    BasketWager, DrawTable, FiveRule, Fraction, Question, Shoe, basket_play, free_play, press, press_share,
    press_targets, sheets_of, whole_game,
};
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
            let mut by_values: BTreeMap<[u8; 4], (i64, i64, i64)> = BTreeMap::new();
            for (open, sum) in by_open.iter().filter(|(_, sum)| sum.1 > 0) {
                let value = |at: usize| (open[at] / 4).min(10) % 10;
                let [a, b, c, d] = [0, 2, 1, 3].map(value);
                let all = by_values.entry([a.min(b), a.max(b), c.min(d), c.max(d)]).or_default();
                *all = (all.0 + sum.0, all.1 + sum.2, all.2 + sum.3);
            }
            assert_eq!(press.situations.len(), by_values.len());
            for (told, ([a, b, c, d], (ways, player, banker))) in press.situations.iter().zip(by_values) {
                assert_eq!((told.player, told.banker), ([a, b], [c, d]));
                assert_eq!(told.chance, number(ways) / &all);
                let gains = [(onto[0], Side::Player, player), (onto[1], Side::Banker, banker)];
                let (gain, side) = gains
                    .into_iter()
                    .filter(|(on, ..)| *on)
                    .map(|(_, side, sum)| (sum, side))
                    .max_by_key(|(sum, _)| *sum)
                    .unwrap();
                assert_eq!(told.gain, number(gain) / number(ways) / number(10_000));
                assert_eq!(told.onto.is_some(), gain > 0);
                assert!(player == banker || told.onto.is_none_or(|told| told == side));
            }
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

/// A hand played for several wagers at once, against rounds played out both ways.
#[test]
fn a_basket_equals_rounds_played_out_both_ways() {
    let terms = small::terms("co-rule-28", "super-pan-9").opened();
    let cards = small::cards("Ad 2c 3h 4s 6d Kh 5c");
    let names = ["player", "tie"];
    for stakes in [[1, 0], [1, 1], [1, 5]] {
        let wager = |(name, stake): (&str, i64)| {
            let table = small::offered(&terms, name).table;
            BasketWager { table, seat: SeatFacts::default(), stake: number(stake) }
        };
        let wagers: Vec<BasketWager> = names.into_iter().zip(stakes).map(wager).collect();
        let found = basket_play(&terms, &small::shoe(&cards), &wagers).unwrap().unwrap();
        // What each wager gains by standing and by hitting, by the two cards.
        let mut sums: BTreeMap<[u8; 2], [[i64; 2]; 2]> = BTreeMap::new();
        for order in small::orders(&cards, 6) {
            let [a, b] = [0, 2].map(|at| order[at].points().get());
            let sum = sums.entry([a.min(b), a.max(b)]).or_default();
            for (at, decision) in [Decision::Stand, Decision::Draw].into_iter().enumerate() {
                let coup = finished(&terms, &order, Some(decision));
                for (wager, name) in names.into_iter().enumerate() {
                    sum[at][wager] += net(&terms, &coup, name) / 10_000;
                }
            }
        }
        let worth = |gains: [i64; 2]| gains[0] * stakes[0] + gains[1] * stakes[1];
        let all = |gains: &[Fraction]| -> Fraction {
            gains.iter().zip(stakes).map(|(gain, stake)| gain * number(stake)).sum()
        };
        let of = |total: u8| sums.iter().filter(move |(cards, _)| (cards[0] + cards[1]) % 10 == total);
        let sum_of = |total: u8, at: usize| of(total).map(|(_, sum)| worth(sum[at])).sum::<i64>();
        let by_cards: i64 = sums.values().map(|sum| worth(sum[0]).max(worth(sum[1]))).sum();
        let by_total: i64 = (0..10).map(|total| sum_of(total, 0).max(sum_of(total, 1))).sum();
        assert_eq!(all(&found.best_by_cards), number(by_cards) / number(5040), "{stakes:?}");
        assert_eq!(all(&found.best_by_total), number(by_total) / number(5040), "{stakes:?}");
        for choice in &found.by_cards {
            let sum = sums[&choice.cards.unwrap()];
            assert_eq!(choice.hitting_adds, number(worth(sum[1]) - worth(sum[0])) / number(5040));
        }
        for choice in &found.by_total {
            let adds = sum_of(choice.total, 1) - sum_of(choice.total, 0);
            assert_eq!(choice.hitting_adds, number(adds) / number(5040));
        }
    }
}

/// What 21st Century's lines gain in the whole game, against rounds settled for bettors who hit and who stand.
#[test]
fn the_whole_game_equals_rounds_settled_both_ways() {
    let terms = small::terms("ca-21st-century", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    for text in ["5h Kd 2c 3h 6s 5d 9c", "Ah 4d 5c 6h 6s 8d Kc"] {
        let cards = small::cards(text);
        let shoe = small::shoe(&cards);
        for wager in ["player-line", "dealer-line", "tie"] {
            let table = small::offered(&terms, wager).table;
            let (tables, seat) = ([&table], SeatFacts::default());
            let sheets = sheets_of(&terms, &Question::new(&tables, &seat, &[]), (&shoe, &draw)).unwrap();
            let found = whole_game(&terms, (&shoe, &draw), &sheets[0]).unwrap();
            // By the cards that a bettor sees who may choose: what hitting and standing gain.
            let mut sums: BTreeMap<Option<[u8; 3]>, [i64; 2]> = BTreeMap::new();
            for order in small::orders(&cards, 6) {
                let coup = finished(&terms, &order, None);
                let [a, exposed, b] = [0, 1, 2].map(|at| order[at].points().get());
                let chooses = (a + b) % 10 == 5 && [5, 6].contains(&exposed);
                let sum = sums.entry(chooses.then_some([exposed, a.min(b), a.max(b)])).or_default();
                for (sum, stood) in sum.iter_mut().zip([false, true]) {
                    let ticket = Ticket {
                        wager: wager.parse().unwrap(),
                        stake: Amount::from_minor(10_000, terms.currency),
                        seat: SeatFacts::default(),
                        stood: stood && chooses,
                        history: Vec::new(),
                    };
                    *sum += settle(&terms, &coup, &ticket).unwrap().net.minor();
                }
            }
            let gain = |sum: i64| number(sum) / number(5040) / number(10_000);
            let by_exposed = [5, 6].map(|exposed| {
                let alike = sums.iter().filter(|(seen, _)| seen.is_some_and(|seen| seen[0] == exposed));
                let sum = alike.fold([0, 0], |sum, (_, more)| [sum[0] + more[0], sum[1] + more[1]]);
                sum[0].max(sum[1])
            });
            let bound = sums[&None][0];
            assert_eq!(found.house_way, gain(sums.values().map(|sum| sum[0]).sum()), "{wager}");
            assert_eq!(found.standing, gain(sums.values().map(|sum| sum[1]).sum()), "{wager}");
            assert_eq!(found.best_by_exposed, gain(bound + by_exposed.iter().sum::<i64>()), "{wager}");
            let by_cards = sums.iter().filter(|(seen, _)| seen.is_some()).map(|(_, sum)| sum[0].max(sum[1]));
            assert_eq!(found.best_by_cards, gain(bound + by_cards.sum::<i64>()), "{wager}");
            assert_eq!(wager == "player-line", found.standing != found.house_way, "{wager}");
        }
    }
}
