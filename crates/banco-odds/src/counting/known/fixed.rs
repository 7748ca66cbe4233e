//! How many deals lead to each class of coups when some of their cards are known by value.
//!
//! The known cards lie already; they are out of the pools. One hand's first two cards are gone through, and for each
//! choice of them the first two cards of the other hand are counted in closed form. If these sum to `s` in `A(s)` ways, a third card of value `x` takes `D(s, x)` of them away, and two of
//! them take both away but for the ways in which they were partners:
//!
//! ```text
//! A(s) - D(s, x) - D(s, y) + E [x + y = s]
//! ```
//!
//! With `n(v)` cards of a value in the pool, `A` is the number of ordered pairs, `D(s, x) = 2 (n(s - x) - [s = 2x])` and
//! `E = 2` where both cards are unknown; `A(s) = n(s - w)`, `D(s, x) = [x = s - w]` and `E = 0` where one is known to
//! be a `w`; and `A(s)` is one or zero where both are known.
#![expect(
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "every index is a digit, the tables have ten places, and plain loops over digits become wide instructions"
)]

use banco_cards::Side;

use crate::counting::cells::{Cells, Totals};
use crate::counting::joint::{Row, Sink};
use crate::counting::number::Number;
use crate::counting::tally::plus;

/// From which pools a card can come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Zone {
    /// From the pools of both hands.
    Shared,
    /// From that of one hand alone.
    Only(Side),
    /// From neither.
    Outside,
}

impl Zone {
    /// Whether it lies in a hand's pool.
    pub fn is_in(self, side: Side) -> bool {
        match self {
            Self::Shared => true,
            Self::Only(own) => own == side,
            Self::Outside => false,
        }
    }
}

/// How many cards of each value lie in each zone.
#[derive(Clone, Copy, Debug)]
pub struct Parts<S> {
    pub shared: Row<S>,
    pub player: Row<S>,
    pub banker: Row<S>,
}

impl<S: Number> Parts<S> {
    #[inline(always)]
    fn only(&self, side: Side) -> &Row<S> {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// The pool of a hand.
    #[inline(always)]
    pub fn pool(&self, side: Side) -> Row<S> {
        let only = self.only(side);
        let mut pool = self.shared;
        for value in 0..10 {
            pool[value] = pool[value] + only[value];
        }
        pool
    }
}

/// The cards that are known, by value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed {
    /// What the open hand's first two cards sum to.
    pub open: usize,
    /// The other hand's first two, as far as they are known.
    pub hidden: [Option<usize>; 2],
    pub fifth: Option<(usize, Zone)>,
    pub sixth: Option<(usize, Zone)>,
}

/// The third cards that may come: their number by value, and whether taking one changes the other hand's pairs, or the
/// number of third cards of the other hand.
#[derive(Clone, Copy)]
struct Lane<S> {
    weights: Row<S>,
    thins_pairs: bool,
    shared: bool,
}

/// At most two lanes: from the shared cards, and from those of one hand alone.
type TwoLanes<S> = [Option<Lane<S>>; 2];

/// One choice of the open hand's first two cards.
struct Start<S> {
    weight: S,
    /// `A(s)`.
    pairs: Row<S>,
    /// `D(s, v)`.
    fewer: [Row<S>; 10],
    /// `E`.
    partners: S,
    /// What the Player's third card may be, and what the Banker's may be after it.
    player_third: TwoLanes<S>,
    banker_third: TwoLanes<S>,
    /// What the Banker's third card may be if the Player's hand stands.
    banker_alone: TwoLanes<S>,
}

/// Choices of the open hand's first two cards, by what they sum to, until all of them are counted together.
pub struct Starts<S> {
    open: Side,
    starts: Vec<Start<S>>,
    /// For each sum, where its choices end.
    ends: [usize; 10],
}

impl<S: Number> Starts<S> {
    /// Room for so many choices.
    pub fn new(open: Side, choices: usize) -> Self {
        Self { open, starts: Vec::with_capacity(choices), ends: [0; 10] }
    }

    /// Adds a choice that can lie in so many ways, with the cards that are left. Lower sums come first.
    #[inline(always)]
    pub fn add(&mut self, parts: &Parts<S>, fixed: &Fixed, weight: S) {
        let hidden = self.open.other();
        let (pairs, fewer, partners) = pairs(&parts.pool(hidden), fixed.hidden);
        self.starts.push(Start {
            weight,
            pairs,
            fewer,
            partners,
            player_third: lanes(parts, Side::Player, hidden, fixed.fifth),
            banker_third: lanes(parts, Side::Banker, hidden, fixed.sixth),
            banker_alone: lanes(parts, Side::Banker, hidden, fixed.fifth),
        });
        self.ends[fixed.open..].fill(self.starts.len());
    }

    /// The choices of a sum.
    #[inline(always)]
    fn of(&self, sum: usize) -> &[Start<S>] {
        let from = if sum == 0 { 0 } else { self.ends[sum - 1] };
        self.starts.get(from..self.ends[sum]).unwrap_or_default()
    }

    /// The starts of a cell, and the sum that the other hand's first two cards make there.
    #[inline(always)]
    fn at(&self, player: usize, banker: usize) -> (&[Start<S>], usize) {
        match self.open {
            Side::Player => (self.of(player), banker),
            Side::Banker => (self.of(banker), player),
        }
    }

    /// Counts the deals of all cells.
    #[inline(always)]
    pub fn survey(&self, cells: &Cells, sink: &mut impl Sink<S>) {
        let zero = S::from_int(0);
        for (p, b) in cells.four.iter().map(Totals::digits) {
            let (starts, sum) = self.at(p, b);
            let mut ways = zero;
            for start in starts {
                ways = ways + start.weight * start.pairs[sum];
            }
            sink.four(p, b, ways);
        }
        for (totals, lasts) in &cells.five_by_banker {
            let (p, b) = totals.digits();
            let (starts, sum) = self.at(p, b);
            let mut row = LastCards::new();
            for start in starts {
                for lane in start.banker_alone.iter().flatten() {
                    row.add(start, sum, None, lane);
                }
            }
            let row = row.sum();
            sink.five_by_banker(
                p,
                b,
                lasts,
                #[inline(always)]
                |y| row[y],
            );
        }
        for x in 0..10 {
            self.survey_third(x, cells, sink);
        }
    }

    /// Counts the deals in which the Player's hand draws a card of this value.
    #[inline(always)]
    fn survey_third(&self, x: usize, cells: &Cells, sink: &mut impl Sink<S>) {
        for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
            let (starts, sum) = self.at(p, b);
            let mut ways = S::from_int(0);
            for start in starts {
                for lane in start.player_third.iter().flatten() {
                    let fewer = if lane.thins_pairs { start.fewer[sum][x] } else { S::from_int(0) };
                    ways = ways + start.weight * lane.weights[x] * (start.pairs[sum] - fewer);
                }
            }
            sink.five_by_player(p, b, x, ways);
        }
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            let (starts, sum) = self.at(p, b);
            if starts.is_empty() {
                continue;
            }
            let mut row = LastCards::new();
            for start in starts {
                for third in start.player_third.iter().flatten() {
                    for lane in start.banker_third.iter().flatten() {
                        row.add(start, sum, Some((x, third)), lane);
                    }
                }
            }
            let row = row.sum();
            sink.six(
                p,
                b,
                x,
                lasts,
                #[inline(always)]
                |y| row[y],
            );
        }
    }
}

/// The deals for each value of the last card. What is worked out for all values side by side and what concerns single
/// values are kept apart, so that the one does not wait for the other.
struct LastCards<S> {
    all: Row<S>,
    single: Row<S>,
}

impl<S: Number> LastCards<S> {
    #[inline(always)]
    fn new() -> Self {
        Self { all: [S::from_int(0); 10], single: [S::from_int(0); 10] }
    }

    #[inline(always)]
    fn sum(&self) -> Row<S> {
        let mut sum = self.all;
        for y in 0..10 {
            sum[y] = sum[y] + self.single[y];
        }
        sum
    }

    /// Adds the deals of a start, the Player's third card being out already if there is one.
    #[inline(always)]
    fn add(&mut self, start: &Start<S>, sum: usize, third: Option<(usize, &Lane<S>)>, last: &Lane<S>) {
        let zero = S::from_int(0);
        let fewer = &start.fewer[sum];
        let (mut times, mut base) = (start.weight, start.pairs[sum]);
        if let Some((x, lane)) = third {
            times = times * lane.weights[x];
            base = base - if lane.thins_pairs { fewer[x] } else { zero };
            let partner = if sum >= x { sum - x } else { sum + 10 - x };
            // Two third cards that were partners were taken off twice.
            let partners = if lane.thins_pairs && last.thins_pairs { start.partners } else { zero };
            let mut weight = last.weights[partner];
            if lane.shared && last.shared {
                // One card of that value is out.
                let left = base - if last.thins_pairs { fewer[x] } else { zero };
                self.single[x] = self.single[x] - times * left;
                weight = weight - S::from_int(i32::from(partner == x));
            }
            self.single[partner] = self.single[partner] + times * weight * partners;
        }
        if last.thins_pairs {
            for y in 0..10 {
                self.all[y] = self.all[y] + times * last.weights[y] * (base - fewer[y]);
            }
        } else {
            for y in 0..10 {
                self.all[y] = self.all[y] + times * last.weights[y] * base;
            }
        }
    }
}

/// `A`, `D` and `E` of a pool, with some of the two cards known.
#[inline(always)]
fn pairs<S: Number>(pool: &Row<S>, known: [Option<usize>; 2]) -> (Row<S>, [Row<S>; 10], S) {
    let (zero, one) = (S::from_int(0), S::from_int(1));
    let mut pairs = [zero; 10];
    let mut fewer = [[zero; 10]; 10];
    match known {
        [Some(a), Some(b)] => pairs[plus(a, b)] = one,
        [Some(known), None] | [None, Some(known)] => {
            for value in 0..10 {
                let sum = plus(known, value);
                pairs[sum] = pool[value];
                fewer[sum][value] = one;
            }
        }
        [None, None] => {
            // The pool twice in a row, forward and backward, so that partners stand in a row.
            let (mut forward, mut backward) = ([zero; 20], [zero; 20]);
            for value in 0..10 {
                forward[value] = pool[value];
                forward[value + 10] = pool[value];
                backward[(10 - value) % 10] = pool[value] + pool[value];
                backward[(10 - value) % 10 + 10] = pool[value] + pool[value];
            }
            for value in 0..10 {
                for sum in 0..10 {
                    pairs[sum] = pairs[sum] + pool[value] * forward[10 - value + sum];
                    fewer[value][sum] = backward[10 - value + sum];
                }
            }
            for value in 0..10 {
                let twice = plus(value, value);
                pairs[twice] = pairs[twice] - pool[value];
                fewer[twice][value] = fewer[twice][value] - (one + one);
            }
            return (pairs, fewer, one + one);
        }
    }
    (pairs, fewer, zero)
}

/// What a hand's third card may be, if the first two cards of `hidden` are counted in closed form.
#[inline(always)]
fn lanes<S: Number>(parts: &Parts<S>, side: Side, hidden: Side, known: Option<(usize, Zone)>) -> TwoLanes<S> {
    let lane = |zone: Zone, weights: Row<S>| {
        let lane = Lane { weights, thins_pairs: zone.is_in(hidden), shared: zone == Zone::Shared };
        weights.iter().any(Number::is_nonzero).then_some(lane)
    };
    match known {
        // It lies already, and whatever it takes away is gone.
        Some((value, zone)) if zone.is_in(side) => {
            let mut weights = [S::from_int(0); 10];
            weights[value] = S::from_int(1);
            [Some(Lane { weights, thins_pairs: false, shared: false }), None]
        }
        Some(_) => [None, None],
        None => [lane(Zone::Shared, parts.shared), lane(Zone::Only(side), *parts.only(side))],
    }
}
