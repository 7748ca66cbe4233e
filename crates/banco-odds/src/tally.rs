//! The number of deals of each class, added up while cells are counted.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]

use crate::classes::{FINE, PLAIN};
use crate::joint::{Row, Sink};
use crate::number::Number;

/// The deals of each class that does not tell the values of third cards.
#[derive(Clone, Debug)]
pub struct PlainTally<S> {
    four: [Row<S>; 10],
    five_by_player: [Row<S>; 10],
    five_by_banker: [Row<S>; 10],
    /// By the Player's final count, and by the Banker's two-card total and third card together; tens are taken off in
    /// the end.
    six: [[S; 20]; 10],
}

impl<S: Number> PlainTally<S> {
    #[inline(always)]
    pub fn new() -> Self {
        let zero = [[S::of(0); 10]; 10];
        Self { four: zero, five_by_player: zero, five_by_banker: zero, six: [[S::of(0); 20]; 10] }
    }

    /// The deals of each class by its place; the cards that rounds do not need can follow in so many ways after four
    /// cards and after five.
    #[inline(always)]
    pub fn deals(&self, [after_four, after_five]: [S; 2]) -> [S; PLAIN] {
        let mut deals = [S::of(0); PLAIN];
        for p in 0..10 {
            for b in 0..10 {
                let place = p * 10 + b;
                deals[place] = self.four[p][b] * after_four;
                deals[100 + place] = self.five_by_player[p][b] * after_five;
                deals[200 + place] = self.five_by_banker[p][b] * after_five;
                deals[300 + place] = self.six[p][b] + self.six[p][b + 10];
            }
        }
        deals
    }
}

/// `a + b` modulo ten, for digits.
const fn plus(a: usize, b: usize) -> usize {
    if a + b >= 10 { a + b - 10 } else { a + b }
}

impl<S: Number> Sink<S> for PlainTally<S> {
    #[inline(always)]
    fn four(&mut self, player: usize, banker: usize, ways: S) {
        self.four[player][banker] = ways;
    }

    #[inline(always)]
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: S) {
        let place = &mut self.five_by_player[plus(player, third)][banker];
        *place = *place + ways;
    }

    #[inline(always)]
    fn five_by_banker(&mut self, player: usize, banker: usize, ways: impl Fn(usize) -> S) {
        for third in 0..10 {
            let place = &mut self.five_by_banker[player][plus(banker, third)];
            *place = *place + ways(third);
        }
    }

    #[inline(always)]
    fn six(&mut self, player: usize, banker: usize, third: usize, ways: impl Fn(usize) -> S) {
        let Some(row) = self.six[plus(player, third)][banker..].first_chunk_mut::<10>() else { return };
        for last in 0..10 {
            row[last] = row[last] + ways(last);
        }
    }
}

/// The deals of each class that tells the values of third cards, by its place.
pub struct FineTally<S> {
    pub deals: Vec<S>,
    rest: [S; 2],
}

impl<S: Number> FineTally<S> {
    /// With the ways in which unneeded cards can follow after four cards and after five.
    pub fn new(rest: [S; 2]) -> Self {
        Self { deals: vec![S::of(0); FINE], rest }
    }

    /// A card's value, or ten for no card, and what a hand starts with.
    #[inline(always)]
    fn add(&mut self, (player, x): (usize, usize), (banker, y): (usize, usize), ways: S) {
        let hand = |start: usize, third: usize| {
            (if third == 10 { start } else { plus(start, third) }) * 11 + third
        };
        let place = &mut self.deals[hand(player, x) * 110 + hand(banker, y)];
        *place = *place + ways;
    }
}

impl<S: Number> Sink<S> for FineTally<S> {
    #[inline(always)]
    fn four(&mut self, player: usize, banker: usize, ways: S) {
        self.add((player, 10), (banker, 10), ways * self.rest[0]);
    }

    #[inline(always)]
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: S) {
        self.add((player, third), (banker, 10), ways * self.rest[1]);
    }

    #[inline(always)]
    fn five_by_banker(&mut self, player: usize, banker: usize, ways: impl Fn(usize) -> S) {
        for third in 0..10 {
            self.add((player, 10), (banker, third), ways(third) * self.rest[1]);
        }
    }

    #[inline(always)]
    fn six(&mut self, player: usize, banker: usize, third: usize, ways: impl Fn(usize) -> S) {
        for last in 0..10 {
            self.add((player, third), (banker, last), ways(last));
        }
    }
}
