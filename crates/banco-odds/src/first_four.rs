//! The first four cards, two of each hand: every start by rank, and by suit where ranks do not tell.
//!
//! Starts that differ only by exchanging suits of one colour, or the colours, are judged once, unless a condition names
//! particular suits.

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::{SeatFacts, needs};
use banco_rulebook::model::condition::Seen;
use banco_rulebook::{Condition, Facts, HandTest, PayTable, Whose};

use crate::facts::backed;
use crate::shoe::Shoe;

/// What is known of the first two cards of each hand: ranks, or whole cards. Nothing is known of how the coup ends.
#[derive(Clone, Copy, Debug)]
pub struct FirstFour<'a> {
    pub backed: Option<Side>,
    pub seat: &'a SeatFacts,
    pub chosen: &'a [Suit],
    pub hands: [Seen; 2],
}

impl Facts for FirstFour<'_> {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn cards(&self, side: Side) -> Option<Seen> {
        let [player, banker] = self.hands;
        Some(match side {
            Side::Player => player,
            Side::Banker => banker,
        })
    }

    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        self.seat.is_personal(cards, whose)
    }

    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        self.seat.is_seat_rank(rank, whose)
    }

    fn is_chosen(&self, suit: Suit) -> Option<bool> {
        Some(self.chosen.contains(&suit))
    }
}

/// A start by rank: the Player's two cards, then the Banker's, the order within a hand being of no account.
pub type Ranks = [Rank; 4];

/// Visits every start with what was judged of it and its number of ordered four-card deals; `None` as soon as not even
/// whole cards tell. `particular` says that suits cannot be exchanged.
pub fn each_start<T>(
    shoe: &Shoe,
    particular: bool,
    judge: impl Fn([Seen; 2]) -> Option<T>,
    mut add: impl FnMut(&T, Ranks, u128),
) -> Option<()> {
    let alike = alike_suits(particular);
    for player in pairs() {
        for banker in pairs() {
            let ([p, q], [b, c]) = (player, banker);
            let ranks = [p, q, b, c];
            let orders = if p == q { 1 } else { 2 } * if b == c { 1 } else { 2 };
            let ways = rank_ways(shoe, ranks);
            if ways == 0 {
                continue;
            }
            let seen = |pair: [Rank; 2]| Seen::ranks_only(pair);
            if let Some(told) = judge([seen(player), seen(banker)]) {
                add(&told, ranks, orders * ways);
                continue;
            }
            let mut known: Vec<Option<T>> = alike.iter().map(|_| None).collect();
            for (suits, same) in &alike {
                let cards = cards(ranks, *suits);
                let ways = card_ways(shoe, cards);
                if ways == 0 {
                    continue;
                }
                let place = known.get_mut(*same)?;
                if place.is_none() {
                    let [p, q, b, c] = cards;
                    *place = Some(judge([Seen::cards([p, q]), Seen::cards([b, c])])?);
                }
                place.iter().for_each(|told| add(told, ranks, orders * ways));
            }
        }
    }
    Some(())
}

/// Every pair of ranks, the lower first.
fn pairs() -> impl Iterator<Item = [Rank; 2]> {
    Rank::ALL
        .into_iter()
        .flat_map(|one| Rank::ALL.into_iter().filter(move |two| *two >= one).map(move |two| [one, two]))
}

fn cards(ranks: Ranks, suits: [Suit; 4]) -> [Card; 4] {
    let ([p, q, b, c], [w, x, y, z]) = (ranks, suits);
    [Card::new(p, w), Card::new(q, x), Card::new(b, y), Card::new(c, z)]
}

/// In how many ways these cards come in this order.
fn card_ways(shoe: &Shoe, cards: [Card; 4]) -> u128 {
    in_order(cards, |card| shoe.count(card.rank, card.suit))
}

/// In how many ways cards of these ranks come in this order.
fn rank_ways(shoe: &Shoe, ranks: Ranks) -> u128 {
    in_order(ranks, |rank| Suit::ALL.iter().map(|suit| shoe.count(rank, *suit)).sum())
}

fn in_order<T: PartialEq + Copy>(drawn: [T; 4], count: impl Fn(T) -> u64) -> u128 {
    let left = |(at, one): (usize, &T)| {
        let gone: u64 = drawn.iter().take(at).map(|other| u64::from(other == one)).sum();
        u128::from(count(*one).saturating_sub(gone))
    };
    drawn.iter().enumerate().map(left).product()
}

/// All suits of four cards, each with the place of the first ones that are like them.
fn alike_suits(particular: bool) -> Vec<([Suit; 4], usize)> {
    let mut all: Vec<([Suit; 4], usize)> = Vec::new();
    for number in 0..256_usize {
        let suits =
            [64, 16, 4, 1].map(|unit| Suit::ALL.get(number / unit % 4).copied().unwrap_or(Suit::Spades));
        let known = all.iter().position(|(other, _)| !particular && is_renamed(suits, *other));
        all.push((suits, known.unwrap_or(number)));
    }
    all
}

/// Whether suits become others by exchanging suits of one colour, or the colours.
fn is_renamed(one: [Suit; 4], other: [Suit; 4]) -> bool {
    let same = |test: &dyn Fn(Suit, Suit) -> bool| {
        let tests = |suits: [Suit; 4]| {
            let pairs = suits.into_iter().flat_map(|a| suits.into_iter().map(move |b| (a, b)));
            pairs.map(|(a, b)| test(a, b)).collect::<Vec<bool>>()
        };
        tests(one) == tests(other)
    };
    same(&|a, b| a == b) && same(&|a, b| a.color() == b.color())
}

/// Whether a line of a pay table names particular suits.
pub fn names_suits(table: &PayTable) -> bool {
    let personal = |test: &Option<HandTest>| test.as_ref().is_some_and(|test| test.personal.is_some());
    let mut found = false;
    for line in &table.lines {
        for condition in [Some(&line.when), line.envy_when.as_ref()].into_iter().flatten() {
            found |= needs(condition, backed(table)).chosen_suits;
            condition.walk(&mut |inner: &Condition| {
                let over = inner.over.as_ref();
                let over = over.is_some_and(|o| o.winner.personal.is_some() || o.loser.personal.is_some());
                let hands =
                    [&inner.player, &inner.banker, &inner.hand, &inner.other, &inner.either, &inner.both];
                found |= over || hands.into_iter().any(personal);
            });
        }
    }
    found
}
