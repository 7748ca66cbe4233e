//! The number of deals of each class, added up while cells are counted.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]

use std::num::Wrapping;

use crate::counting::cells::{Cells, Lasts};
use crate::counting::classes::{FINE, PLAIN};
use crate::counting::joint::{Left, Pool, Pools, Row, Sink, survey, survey_one};
use crate::counting::number::{EXACT_IN_FLOATS, Number, SideBySide};
use crate::counting::wide::widest;

/// All six-card deals from so many cards.
pub fn falling_six(cards: i64) -> i64 {
    (0..6).map(|used| (cards - used).max(0)).product()
}

/// Whether the deals of so many cards can be counted in floats.
pub fn exact_in_floats(cards: i64) -> bool {
    u64::try_from(cards).is_ok_and(|cards| cards <= EXACT_IN_FLOATS)
}

/// In how many ways the cards that a round does not need can follow after four cards and after five.
const fn rest(cards: i64) -> [i64; 2] {
    [(cards - 4) * (cards - 5), cards - 5]
}

/// A whole number to be counted with in floats.
#[expect(clippy::cast_precision_loss, reason = "numbers of cards, and of pairs of them")]
pub const fn float(count: i64) -> f64 {
    count as f64
}

/// A whole number that was counted in floats.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
pub const fn whole(count: f64) -> i64 {
    count as i64
}

/// The deals of each class from these pools of a shoe of so many cards, by its place; third cards are not told.
pub fn plain_classes(pools: &Pools<i64>, cells: &Cells, cards: i64) -> [i64; PLAIN] {
    if exact_in_floats(cards) {
        let (pools, rest) = (pools.map(float), rest(cards).map(float));
        let found = widest(
            #[inline(always)]
            || tally(&pools, cells, rest),
        );
        return found.map(whole);
    }
    tally(&pools.map(Wrapping), cells, rest(cards).map(Wrapping)).map(|ways| ways.0)
}

/// The same for several pools side by side, which lie alike in shoes of so many cards that floats can count.
#[inline(always)]
pub fn classes_side_by_side<S: SideBySide>(
    pools: &[Pools<i64>],
    cells: &Cells,
    cards: &[i64],
    classes: &mut [S; PLAIN],
) {
    let Some(first) = pools.first() else { return };
    let zero = [S::from_int(0); 10];
    let mut joined = Pools { player: zero, banker: zero, lie: first.lie };
    for value in 0..10 {
        joined.player[value] = side_by_side(pools, |pools| pools.player[value]);
        joined.banker[value] = side_by_side(pools, |pools| pools.banker[value]);
    }
    let rest = [0, 1].map(|after| side_by_side(cards, |cards| rest(*cards)[after]));
    let mut tally = PlainTally::new();
    survey(&joined, cells, &mut tally);
    tally.write_deals(rest, classes);
}

/// Room for the classes of several shoes side by side, to be used again and again.
pub struct Several<S> {
    pool: Pool<S>,
    left: Left<S>,
    tally: PlainTally<S>,
    /// The deals of each class by its place.
    pub classes: [S; PLAIN],
    /// Those in which the Banker's hand draws, by the Player's final count: without a third card of the Player's, and
    /// with one.
    pub rows: [Row<S>; 2],
}

impl<S: SideBySide> Several<S> {
    pub fn new() -> Box<Self> {
        let zero = S::from_int(0);
        let (pool, left, tally) = (Pool::empty(), Left::new(), PlainTally::new());
        Box::new(Self { pool, left, tally, classes: [zero; PLAIN], rows: [[zero; 10]; 2] })
    }

    /// Counts the classes of shoes of so many cards of each value, in some cells.
    #[inline(always)]
    pub fn count(&mut self, shoes: &[[u16; 10]], cells: &Cells) {
        let mut counts = [S::from_int(0); 10];
        for value in 0..10 {
            counts[value] = side_by_side(shoes, |shoe| i64::from(shoe[value]));
        }
        let rest = [0, 1].map(|after| side_by_side(shoes, |shoe| rest(cards(shoe))[after]));
        self.tally.clear();
        survey_one(counts, &mut self.pool, &mut self.left, cells, &mut self.tally);
        self.tally.write_deals(rest, &mut self.classes);
        self.rows = self.tally.rows(rest);
    }
}

/// How many cards a shoe has of all values.
pub fn cards(shoe: &[u16; 10]) -> i64 {
    shoe.iter().map(|count| i64::from(*count)).sum()
}

/// A whole number of each of several shoes.
#[inline(always)]
fn side_by_side<S: SideBySide, T>(shoes: &[T], number: impl Fn(&T) -> i64) -> S {
    S::from_lanes(
        #[inline(always)]
        |lane| shoes.get(lane).map_or(0.0, |shoe| float(number(shoe))),
    )
}

#[inline(always)]
fn tally<S: Number>(pools: &Pools<S>, cells: &Cells, rest: [S; 2]) -> [S; PLAIN] {
    let mut tally = PlainTally::new();
    survey(pools, cells, &mut tally);
    tally.deals(rest)
}

/// The deals of the classes at some places, which tell third cards.
pub fn fine_classes(pools: &Pools<i64>, cells: &Cells, cards: i64, places: &[usize]) -> Vec<i64> {
    if exact_in_floats(cards) {
        let mut tally = FineTally::new(rest(cards).map(float));
        survey(&pools.map(float), cells, &mut tally);
        return places.iter().map(|place| whole(tally.deals[*place])).collect();
    }
    let mut tally = FineTally::new(rest(cards).map(Wrapping));
    survey(&pools.map(Wrapping), cells, &mut tally);
    places.iter().map(|place| tally.deals[*place].0).collect()
}

/// The deals of each class that does not tell the values of third cards.
#[derive(Clone, Debug)]
pub struct PlainTally<S> {
    four: [Row<S>; 10],
    five_by_player: [Row<S>; 10],
    five_by_banker: [Row<S>; 10],
    /// By the Player's final count, and by the Banker's two-card total and third card together; tens are taken off in
    /// the end.
    six: [[S; 20]; 10],
    /// By the Player's final count, whichever card the Banker's hand draws; that card is not counted yet.
    five_by_any: Row<S>,
    six_by_any: Row<S>,
}

impl<S: Number> PlainTally<S> {
    #[inline(always)]
    pub fn new() -> Self {
        let zero = [S::from_int(0); 10];
        Self {
            four: [zero; 10],
            five_by_player: [zero; 10],
            five_by_banker: [zero; 10],
            six: [[S::from_int(0); 20]; 10],
            five_by_any: zero,
            six_by_any: zero,
        }
    }

    /// Forgets all deals.
    #[inline(always)]
    fn clear(&mut self) {
        let zero = S::from_int(0);
        for table in [&mut self.four, &mut self.five_by_player, &mut self.five_by_banker] {
            table.as_flattened_mut().fill(zero);
        }
        self.six.as_flattened_mut().fill(zero);
        self.five_by_any.fill(zero);
        self.six_by_any.fill(zero);
    }

    /// The deals of each row: those in which the Banker's hand draws, by the Player's final count, the Player's hand
    /// having drawn or not.
    #[inline(always)]
    fn rows(&self, [after_four, after_five]: [S; 2]) -> [Row<S>; 2] {
        [self.five_by_any.map(|ways| ways * after_four), self.six_by_any.map(|ways| ways * after_five)]
    }

    /// The deals of each class by its place; the cards that rounds do not need can follow in so many ways after four
    /// cards and after five.
    #[inline(always)]
    pub fn deals(&self, rest: [S; 2]) -> [S; PLAIN] {
        let mut deals = [S::from_int(0); PLAIN];
        self.write_deals(rest, &mut deals);
        deals
    }

    /// The same into a place that is there already.
    #[inline(always)]
    pub fn write_deals(&self, rest: [S; 2], deals: &mut [S; PLAIN]) {
        self.each_class(
            rest,
            #[inline(always)]
            |place, ways| deals[place] = ways,
        );
    }

    /// The same one by one.
    #[inline(always)]
    pub fn each_class(&self, [after_four, after_five]: [S; 2], mut visit: impl FnMut(usize, S)) {
        for p in 0..10 {
            for b in 0..10 {
                let place = p * 10 + b;
                visit(place, self.four[p][b] * after_four);
                visit(100 + place, self.five_by_player[p][b] * after_five);
                visit(200 + place, self.five_by_banker[p][b] * after_five);
                visit(300 + place, self.six[p][b] + self.six[p][b + 10]);
            }
        }
    }
}

/// `a + b` modulo ten, for digits.
pub const fn plus(a: usize, b: usize) -> usize {
    if a + b >= 10 { a + b - 10 } else { a + b }
}

/// `a - b` modulo ten, for digits.
pub const fn minus(a: usize, b: usize) -> usize {
    if a >= b { a - b } else { a + 10 - b }
}

impl<S: Number> Sink<S> for PlainTally<S> {
    #[inline(always)]
    fn four(&mut self, player: usize, banker: usize, ways: S) {
        let place = &mut self.four[player][banker];
        *place = *place + ways;
    }

    #[inline(always)]
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: S) {
        let place = &mut self.five_by_player[plus(player, third)][banker];
        *place = *place + ways;
    }

    #[inline(always)]
    fn five_by_banker(&mut self, player: usize, banker: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        lasts.each(
            #[inline(always)]
            |third| {
                let place = &mut self.five_by_banker[player][plus(banker, third)];
                *place = *place + ways(third);
            },
        );
    }

    #[inline(always)]
    fn any_last(&mut self, player: usize, third: Option<usize>, ways: S) {
        let row = match third {
            None => &mut self.five_by_any[player],
            Some(third) => &mut self.six_by_any[plus(player, third)],
        };
        *row = *row + ways;
    }

    #[inline(always)]
    fn six(&mut self, player: usize, banker: usize, third: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        let Some(row) = self.six[plus(player, third)][banker..].first_chunk_mut::<10>() else { return };
        lasts.each(
            #[inline(always)]
            |last| row[last] = row[last] + ways(last),
        );
    }

    #[inline(always)]
    fn six_weighted(
        &mut self,
        player: usize,
        banker: usize,
        third: usize,
        lasts: &Lasts,
        weights: &Row<S>,
        ways: impl Fn(usize) -> S,
    ) {
        let Some(row) = self.six[plus(player, third)][banker..].first_chunk_mut::<10>() else { return };
        lasts.each(
            #[inline(always)]
            |last| row[last] = ways(last).times_plus(weights[last], row[last]),
        );
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
        Self { deals: vec![S::from_int(0); FINE], rest }
    }

    /// A card's value, or ten for no card, and what a hand starts with.
    #[inline(always)]
    fn add(&mut self, (player, x): (usize, usize), (banker, y): (usize, usize), ways: S) {
        let hand =
            |start: usize, third: usize| (if third == 10 { start } else { plus(start, third) }) * 11 + third;
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
    fn five_by_banker(&mut self, player: usize, banker: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        lasts.each(|third| self.add((player, 10), (banker, third), ways(third) * self.rest[1]));
    }

    #[inline(always)]
    fn six(&mut self, player: usize, banker: usize, third: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        lasts.each(|last| self.add((player, third), (banker, last), ways(last)));
    }
}
