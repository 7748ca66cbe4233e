//! Chemin de fer solved by what each side knows, against rounds dealt and settled one by one.
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

use banco_cards::Card;
use banco_money::Percent;
use banco_odds::{Cell, Fraction, GoesBy, HandSeen, Information, Model, Shoe, Solution, decimal, solve};
use banco_rulebook::{Library, Terms};

const LEVELS: [(GoesBy, GoesBy); 4] = [
    (GoesBy::Count, GoesBy::Count),
    (GoesBy::Cards, GoesBy::Count),
    (GoesBy::Count, GoesBy::Cards),
    (GoesBy::Cards, GoesBy::Cards),
];

fn number(number: i128) -> Fraction {
    Fraction::from_integer(number.into())
}

fn chemin_de_fer(banker: &str) -> Terms {
    let library = Library::embedded().unwrap();
    let source = &library.submission("ma-chemin-de-fer", "default").unwrap().source;
    let source = source.with_overrides(&[format!("options.banker-draw = \"{banker}\"")]).unwrap();
    library.check(source).terms.unwrap()
}

fn percent(vigorish: u32) -> Percent {
    Percent::from_hundredths(vigorish)
}

fn solved(
    terms: &Terms,
    model: &Model,
    (player, banker): (GoesBy, GoesBy),
    free: bool,
    vigorish: u32,
) -> Solution {
    let information = Information { player, banker, free_banker: free };
    solve(terms, model, information, percent(vigorish)).unwrap().unwrap()
}

/// What a round is worth to the Player's side and to the Banker, in ten-thousandths, whoever draws.
fn worth(player: u8, banker: u8, vigorish: u32) -> [i128; 2] {
    match player.cmp(&banker) {
        std::cmp::Ordering::Greater => [10_000, -10_000],
        std::cmp::Ordering::Less => [-10_000, 10_000 - i128::from(vigorish)],
        std::cmp::Ordering::Equal => [0, 0],
    }
}

/// Every round of a small shoe, by the two decisions that are made in it.
struct Rounds<'a> {
    orders: Vec<[u8; 6]>,
    solution: &'a Solution,
    level: (GoesBy, GoesBy),
    vigorish: u32,
    bound: bool,
}

/// The Banker's table of chemin de fer (CF 8, Table 3, reading D2), written out by hand.
fn table(banker: u8, third: Option<u8>) -> bool {
    match (banker, third) {
        (0..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => (2..=7).contains(&third),
        (5, Some(third)) => (4..=7).contains(&third),
        (6, Some(third)) => (6..=7).contains(&third),
        _ => false,
    }
}

impl Rounds<'_> {
    fn hand(&self, by: GoesBy, one: u8, two: u8) -> (u8, Option<[u8; 2]>) {
        ((one + two) % 10, (by == GoesBy::Cards).then_some([one.min(two), one.max(two)]))
    }

    /// What both sides gain on average, if the Player's hand draws so often and the Banker so often.
    fn gains(
        &self,
        player: &dyn Fn(HandSeen) -> Fraction,
        banker: &dyn Fn(Cell) -> Fraction,
    ) -> [Fraction; 2] {
        let mut sums = [number(0), number(0)];
        for [p1, b1, p2, b2, next, last] in &self.orders {
            let (p, p_cards) = self.hand(self.level.0, *p1, *p2);
            let (b, b_cards) = self.hand(self.level.1, *b1, *b2);
            let mut add = |often: Fraction, player: u8, banker: u8| {
                let worth = worth(player, banker, self.vigorish);
                sums.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += &often * number(worth));
            };
            if p >= 8 || b >= 8 {
                add(number(1), p, b);
                continue;
            }
            let draws = match p {
                0..=4 => number(1),
                5 => player(HandSeen { total: p, cards: p_cards }),
                _ => number(0),
            };
            for (third, often) in [(Some(*next), draws.clone()), (None, number(1) - &draws)] {
                if often == number(0) {
                    continue;
                }
                let cell = Cell { banker: b, cards: b_cards, third };
                let bank = if self.bound { number(i128::from(table(b, third))) } else { banker(cell) };
                let total = third.map_or(p, |third| (p + third) % 10);
                let card = if third.is_some() { *last } else { *next };
                add(&often * &bank, total, (b + card) % 10);
                add(often * (number(1) - &bank), total, b);
            }
        }
        let all = number(i128::try_from(self.orders.len()).unwrap() * 10_000);
        sums.map(|sum| sum / &all)
    }

    fn check(&self) {
        let player: BTreeMap<HandSeen, Fraction> = self.solution.player_draws.iter().cloned().collect();
        let banker: BTreeMap<Cell, Fraction> = self.solution.banker_draws.iter().cloned().collect();
        let plays = |hand: HandSeen| player.get(&hand).cloned().unwrap_or_else(|| number(0));
        let answers = |cell: Cell| banker.get(&cell).cloned().unwrap_or_else(|| number(0));
        let [gain, bank] = self.gains(&plays, &answers);
        assert_eq!((&self.solution.player_gain, &self.solution.banker_gain), (&gain, &bank));
        // Nobody gains by doing otherwise in any situation of their own.
        for other in player.keys() {
            for draws in [0, 1] {
                let otherwise = |hand| if hand == *other { number(draws) } else { plays(hand) };
                assert!(self.gains(&otherwise, &answers)[0] <= gain, "{other:?}");
            }
        }
        for other in banker.keys() {
            for draws in [0, 1] {
                let otherwise = |cell| if cell == *other { number(draws) } else { answers(cell) };
                assert!(self.gains(&plays, &otherwise)[1] <= bank, "{other:?}");
            }
        }
    }
}

#[test]
fn nobody_gains_by_doing_otherwise() {
    for text in ["5h Kc 2d 3s 6d 7h", "Ah 4c 5d Ks 9d 6h", "5h 5c Kd Ks 8d Ah", "2h 3c 9d 6s Ac 4d"] {
        let cards: Vec<Card> = small::cards(text);
        let values = |order: &Vec<Card>| -> [u8; 6] {
            order.iter().map(|card| card.points().get()).collect::<Vec<_>>().try_into().unwrap()
        };
        let orders: Vec<[u8; 6]> = small::orders(&cards, 6).iter().map(values).collect();
        let model = Model::Shoe(small::shoe(&cards));
        for (level, (free, vigorish)) in
            LEVELS.into_iter().zip([(true, 0), (false, 500), (true, 500), (true, 430)])
        {
            let terms = chemin_de_fer("bound");
            let solution = solved(&terms, &model, level, free, vigorish);
            let orders = orders.clone();
            Rounds { orders, solution: &solution, level, vigorish, bound: !free }.check();
        }
    }
}

/// Where every card comes from a whole deck, one's own cards tell no more than their count: all levels are Kemeny and
/// Snell's game, whether the Banker may choose everywhere or in the three open cells alone.
#[test]
fn with_replacement_the_cards_tell_no_more_than_the_count() {
    let terms = chemin_de_fer("optional");
    for (at, level) in LEVELS.into_iter().enumerate() {
        let solution = solved(&terms, &Model::WithReplacement, level, at % 2 == 0, 0);
        let value = Fraction::new((-679_568).into(), 53_094_899.into());
        assert_eq!(solution.player_gain, value, "{level:?}");
        assert_eq!(solution.banker_gain, -value, "{level:?}");
    }
}

/// Without vigorish what one side gains the other loses, and knowing more never hurts.
#[test]
fn knowing_more_never_hurts() {
    let terms = chemin_de_fer("bound");
    for decks in [1, 6, 8] {
        let model = Model::Shoe(Shoe::full(decks));
        let [count, player, banker, both] = LEVELS.map(|level| solved(&terms, &model, level, true, 0));
        for solution in [&count, &player, &banker, &both] {
            assert_eq!(solution.player_gain, -solution.banker_gain.clone());
        }
        assert!(player.player_gain >= count.player_gain && both.player_gain >= banker.player_gain);
        assert!(banker.banker_gain >= count.banker_gain && both.banker_gain >= player.banker_gain);
        println!("{decks}: {:?}", [&count, &player, &banker, &both].map(|s| decimal(&s.player_gain)));
    }
}

/// At every rate from nothing to a tenth there is an equilibrium of frequencies in a whole shoe.
#[test]
fn there_is_an_equilibrium_at_every_rate() {
    let terms = chemin_de_fer("bound");
    let model = Model::Shoe(Shoe::full(6));
    for vigorish in [100, 250, 400, 500, 1_000] {
        for level in LEVELS {
            let solution = solved(&terms, &model, level, true, vigorish);
            assert!(&solution.banker_gain + &solution.player_gain < number(0), "{level:?}");
            assert!(
                solution.player_draws.iter().all(|(_, often)| *often >= number(0) && *often <= number(1))
            );
        }
    }
}
