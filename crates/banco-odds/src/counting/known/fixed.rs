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

use crate::counting::cells::{Cells, Lasts, Totals};
use crate::counting::joint::{Row, Sink};
use crate::counting::number::Number;
use crate::counting::tally::{minus, plus};

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Fixed {
    /// What the open hand's first two cards sum to.
    pub open: u8,
    /// The other hand's first two, as far as they are known.
    pub hidden: [Option<u8>; 2],
    pub fifth: Option<(u8, Zone)>,
    pub sixth: Option<(u8, Zone)>,
}

/// The third cards that may come: from where, and whether taking one changes the other hand's pairs, or the number of
/// third cards of the other hand.
#[derive(Clone, Copy)]
struct Lane {
    from: From,
    thins_pairs: bool,
    shared: bool,
}

/// Where a third card comes from.
#[derive(Clone, Copy)]
enum From {
    Shared,
    Only(Side),
    /// It lies already, and is of this value.
    Known(usize),
}

/// At most two lanes: from the shared cards, and from those of one hand alone.
type TwoLanes = [Option<Lane>; 2];

/// One choice of the open hand's first two cards.
struct Start<S> {
    weight: S,
    /// `A(s)`.
    pairs: Row<S>,
    fewer: Fewer<S>,
    /// `E`.
    partners: S,
    /// The cards that are left.
    parts: Parts<S>,
    /// What the Player's third card may be, and what the Banker's may be after it.
    player_third: TwoLanes,
    banker_third: TwoLanes,
    /// What the Banker's third card may be if the Player's hand stands.
    banker_alone: TwoLanes,
}

impl<S: Number> Start<S> {
    /// How many third cards of each value there are; `None` if it is known.
    #[inline(always)]
    const fn weights(&self, lane: &Lane) -> Option<&Row<S>> {
        match lane.from {
            From::Shared => Some(&self.parts.shared),
            From::Only(Side::Player) => Some(&self.parts.player),
            From::Only(Side::Banker) => Some(&self.parts.banker),
            From::Known(_) => None,
        }
    }

    /// How many third cards of this value there are.
    #[inline(always)]
    fn weight_of(&self, lane: &Lane, value: usize) -> S {
        match (self.weights(lane), lane.from) {
            (Some(weights), _) => weights[value],
            (None, from) => S::from_int(i32::from(matches!(from, From::Known(known) if known == value))),
        }
    }
}

/// `D(s, v)`.
#[derive(Clone, Copy)]
struct Fewer<S> {
    /// Twice the cards of value `-v`, twice in a row, so that those of value `s - v` stand in a row for all `v`.
    mirrored: [S; 20],
    differs: Differs,
}

/// Where `D` is not what it mostly is, and by how much.
#[derive(Clone, Copy)]
enum Differs {
    /// Nowhere: both cards are known.
    Nowhere,
    /// It is one less for each of two cards of the same value.
    AtHalf,
    /// It is one for the partner of the card that is known.
    AtPartner(usize),
}

impl<S: Number> Fewer<S> {
    /// What it mostly is, for all third cards.
    #[inline(always)]
    fn row(&self, sum: usize) -> &Row<S> {
        let whole = || &self.mirrored.as_chunks().0[0];
        self.mirrored[10 - sum..].first_chunk().unwrap_or_else(whole)
    }

    /// The values for which it is something else, and how much more it is.
    #[inline(always)]
    fn differences(&self, sum: usize) -> ([usize; 2], usize, i32) {
        match self.differs {
            Differs::AtHalf if sum.is_multiple_of(2) => ([sum / 2, sum / 2 + 5], 2, -2),
            Differs::AtPartner(known) => ([minus(sum, known), 0], 1, 1),
            Differs::AtHalf | Differs::Nowhere => ([0, 0], 0, 0),
        }
    }

    #[inline(always)]
    fn at(&self, sum: usize, value: usize) -> S {
        let (values, count, more) = self.differences(sum);
        let differs = values.iter().take(count).any(|other| *other == value);
        self.row(sum)[value] + S::from_int(if differs { more } else { 0 })
    }
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
        let (pairs, fewer, partners) =
            pairs(&parts.pool(hidden), fixed.hidden.map(|known| known.map(usize::from)));
        self.starts.push(Start {
            weight,
            pairs,
            fewer,
            partners,
            parts: *parts,
            player_third: lanes(parts, Side::Player, hidden, fixed.fifth),
            banker_third: lanes(parts, Side::Banker, hidden, fixed.sixth),
            banker_alone: lanes(parts, Side::Banker, hidden, fixed.fifth),
        });
        self.ends[usize::from(fixed.open)..].fill(self.starts.len());
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
                    row.add(start, sum, None, (lane, lasts));
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
                    let fewer = if lane.thins_pairs { start.fewer.at(sum, x) } else { S::from_int(0) };
                    ways = ways + start.weight * start.weight_of(lane, x) * (start.pairs[sum] - fewer);
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
                        row.add(start, sum, Some((x, third)), (lane, lasts));
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
    fn add(
        &mut self,
        start: &Start<S>,
        sum: usize,
        third: Option<(usize, &Lane)>,
        (last, lasts): (&Lane, &Lasts),
    ) {
        let zero = S::from_int(0);
        let fewer = start.fewer.row(sum);
        let (mut times, mut base) = (start.weight, start.pairs[sum]);
        if let Some((x, lane)) = third {
            times = times * start.weight_of(lane, x);
            let without = start.fewer.at(sum, x);
            base = base - if lane.thins_pairs { without } else { zero };
            let partner = minus(sum, x);
            // Two third cards that were partners were taken off twice.
            let partners = if lane.thins_pairs && last.thins_pairs { start.partners } else { zero };
            let mut weight = start.weight_of(last, partner);
            if lane.shared && last.shared {
                // One card of that value is out.
                let left = base - if last.thins_pairs { without } else { zero };
                self.single[x] = self.single[x] - times * left;
                weight = weight - S::from_int(i32::from(partner == x));
            }
            self.single[partner] = self.single[partner] + times * weight * partners;
        }
        let Some(weights) = start.weights(last) else {
            if let From::Known(last) = last.from {
                self.single[last] = self.single[last] + times * base;
            }
            return;
        };
        // All values in a row are worked out side by side; several choices are so already.
        let lasts = if S::SEVERAL { lasts } else { &Lasts::ALL };
        if !last.thins_pairs {
            return lasts.each(
                #[inline(always)]
                |y| self.all[y] = self.all[y] + times * weights[y] * base,
            );
        }
        lasts.each(
            #[inline(always)]
            |y| self.all[y] = self.all[y] + times * weights[y] * (base - fewer[y]),
        );
        let (values, count, more) = start.fewer.differences(sum);
        for value in values.into_iter().take(count) {
            self.single[value] = self.single[value] - times * weights[value] * S::from_int(more);
        }
    }
}

/// `A`, `D` and `E` of a pool, with some of the two cards known.
#[inline(always)]
fn pairs<S: Number>(pool: &Row<S>, known: [Option<usize>; 2]) -> (Row<S>, Fewer<S>, S) {
    let (zero, one) = (S::from_int(0), S::from_int(1));
    let mut pairs = [zero; 10];
    let mut mirrored = [zero; 20];
    match known {
        [Some(a), Some(b)] => {
            pairs[plus(a, b)] = one;
            (pairs, Fewer { mirrored, differs: Differs::Nowhere }, zero)
        }
        [Some(known), None] | [None, Some(known)] => {
            for value in 0..10 {
                pairs[plus(known, value)] = pool[value];
            }
            (pairs, Fewer { mirrored, differs: Differs::AtPartner(known) }, zero)
        }
        [None, None] => {
            // The pool twice in a row, so that partners stand in a row.
            let mut forward = [zero; 20];
            for value in 0..10 {
                forward[value] = pool[value];
                forward[value + 10] = pool[value];
                mirrored[minus(0, value)] = pool[value] + pool[value];
                mirrored[minus(0, value) + 10] = pool[value] + pool[value];
            }
            for value in 0..10 {
                for sum in 0..10 {
                    pairs[sum] = pairs[sum] + pool[value] * forward[10 - value + sum];
                }
            }
            for value in 0..10 {
                let twice = plus(value, value);
                pairs[twice] = pairs[twice] - pool[value];
            }
            (pairs, Fewer { mirrored, differs: Differs::AtHalf }, one + one)
        }
    }
}

/// What a hand's third card may be, if the first two cards of `hidden` are counted in closed form.
#[inline(always)]
fn lanes<S: Number>(parts: &Parts<S>, side: Side, hidden: Side, known: Option<(u8, Zone)>) -> TwoLanes {
    let lane = |zone: Zone, from: From, weights: &Row<S>| {
        let lane = Lane { from, thins_pairs: zone.is_in(hidden), shared: zone == Zone::Shared };
        weights.iter().any(Number::is_nonzero).then_some(lane)
    };
    match known {
        // Whatever it takes away is gone.
        Some((value, zone)) if zone.is_in(side) => {
            [Some(Lane { from: From::Known(value.into()), thins_pairs: false, shared: false }), None]
        }
        Some(_) => [None, None],
        None => [
            lane(Zone::Shared, From::Shared, &parts.shared),
            lane(Zone::Only(side), From::Only(side), parts.only(side)),
        ],
    }
}
