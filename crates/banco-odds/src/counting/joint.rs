//! How many deals lead to each class of coups, in closed form: no deal is visited.
//!
//! The cards of a hand come from a *pool*: all cards, or those of one suit or colour. Let `n(v)` be the cards of value
//! `v` in a pool, `T(s)` the ordered pairs from it that sum to `s` (all modulo ten), and `g(s, v)` the partners with
//! which a card of value `v` sums to `s`. If one hand's pool lies within the other's, the ordered starts of four cards
//! in which the inner hand's two sum to `p` and the outer hand's to `b` are, by inclusion and exclusion,
//!
//! ```text
//! F(p, b) = T(p) (T'(b) + 2 [p = b]) - 4 sum over v of n(v) g(p, v) g'(b, v)
//! ```
//!
//! where the dash marks the outer pool. Draws are exchangeable, so third cards may be taken out first; taking a card of
//! value `y` out of both pools, or out of the outer one alone, changes `F` by a few products:
//!
//! ```text
//! both:   F + g(p, y) (8 g'(b, y) + 4 g'(b, p - y) - 2 T'(b) - 8 [p = b]) + 4 g(b, y) g(p, b - y) - 2 T(p) g'(b, y)
//! outer:  F - 2 T(p) g'(b, y) + 4 n(b - y) g(p, b - y)
//! ```
//!
//! If the pools are apart, the hands are independent and everything is a product. All cells of one row (the values of
//! the last card) are worked out side by side.
#![expect(
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "every index is a digit, the tables have ten places, and plain loops over digits become wide instructions"
)]

use crate::counting::cells::{Cells, Lasts, Totals};
use crate::counting::number::Number;
use crate::counting::tally::minus;

/// One number for each point value.
pub type Row<S> = [S; 10];

/// How many cards of each value the pool of each hand holds, and how the pools lie.
#[derive(Clone, Copy, Debug)]
pub struct Pools<S> {
    pub player: Row<S>,
    pub banker: Row<S>,
    pub lie: Lie,
}

impl<S: Copy> Pools<S> {
    /// The same pools in other numbers.
    pub fn map<T>(&self, number: impl Fn(S) -> T) -> Pools<T> {
        Pools { player: self.player.map(&number), banker: self.banker.map(&number), lie: self.lie }
    }
}

/// How the pools of the two hands lie to one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lie {
    /// They are one.
    Same,
    /// The Player's lies within the Banker's.
    PlayerWithin,
    /// The Banker's lies within the Player's.
    BankerWithin,
    /// They share no card.
    Apart,
}

/// What is done with the numbers of deals; cards that the round does not need are not counted yet.
pub trait Sink<S> {
    /// Neither hand draws, on these two-card totals.
    fn four(&mut self, player: usize, banker: usize, ways: S);
    /// Only the Player's hand draws: for each third card.
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: S);
    /// Only the Banker's hand draws: for each third card.
    fn five_by_banker(&mut self, player: usize, banker: usize, lasts: &Lasts, ways: impl Fn(usize) -> S);
    /// Both draw: for each third card of the Banker's.
    fn six(&mut self, player: usize, banker: usize, third: usize, lasts: &Lasts, ways: impl Fn(usize) -> S);

    /// Only the Banker's hand draws, or both: whichever card comes last, and that one not counted yet. Told where several
    /// shoes are counted side by side from one pool.
    #[inline(always)]
    fn any_last(&mut self, _player: usize, _third: Option<usize>, _ways: S) {}

    /// The same as [`Self::six`], each so many times.
    #[inline(always)]
    fn six_weighted(
        &mut self,
        player: usize,
        banker: usize,
        third: usize,
        lasts: &Lasts,
        weights: &Row<S>,
        ways: impl Fn(usize) -> S,
    ) where
        S: Number,
    {
        self.six(
            player,
            banker,
            third,
            lasts,
            #[inline(always)]
            |last| weights[last] * ways(last),
        );
    }
}

/// A row of numbers, one for each digit.
#[inline(always)]
fn row<S: Number>(number: impl Fn(usize) -> S) -> Row<S> {
    let mut row = [S::from_int(0); 10];
    // A plain loop: an iterator's `for_each` may stay a call of its own, and then nothing is done side by side.
    for digit in 0..10 {
        row[digit] = number(digit);
    }
    row
}

/// A pool with everything that is read off it again and again.
#[derive(Clone)]
pub struct Pool<S> {
    /// `n(v)`.
    counts: Row<S>,
    /// `T(s)`.
    pairs: Row<S>,
    /// `2 g(s, v)`, by sum.
    partners: [Row<S>; 10],
    /// `2 g(s, -v)` twice in a row, so that the numbers for `p - y` stand in a row for all `y`.
    mirrored: [[S; 20]; 10],
}

impl<S: Number> Pool<S> {
    #[inline(always)]
    fn new(counts: Row<S>) -> Self {
        let mut pool = Self::empty();
        pool.fill(counts);
        pool
    }

    /// Without any cards.
    #[inline(always)]
    pub fn empty() -> Self {
        let zero = S::from_int(0);
        Self { counts: [zero; 10], pairs: [zero; 10], partners: [[zero; 10]; 10], mirrored: [[zero; 20]; 10] }
    }

    /// With these cards and no others.
    #[inline(always)]
    fn fill(&mut self, counts: Row<S>) {
        self.counts = counts;
        for sum in 0..10 {
            let mut pairs = S::from_int(0);
            for value in 0..10 {
                let partner = minus(sum, value);
                let left = counts[partner] - S::from_int(i32::from(partner == value));
                self.set_partners(sum, value, left + left);
                pairs = counts[value].times_plus(left, pairs);
            }
            self.pairs[sum] = pairs;
        }
    }

    #[inline(always)]
    fn set_partners(&mut self, sum: usize, value: usize, twice: S) {
        let place = minus(0, value);
        self.partners[sum][value] = twice;
        self.mirrored[sum][place] = twice;
        self.mirrored[sum][place + 10] = twice;
    }

    /// Takes a card out.
    #[inline(always)]
    fn take(&mut self, card: usize) {
        for sum in 0..10 {
            self.pairs[sum] = self.pairs[sum] - self.partners[sum][card];
        }
        self.change(card, S::from_int(1));
    }

    /// Puts it back.
    #[inline(always)]
    fn put_back(&mut self, card: usize) {
        self.change(card, S::from_int(-1));
        for sum in 0..10 {
            self.pairs[sum] = self.pairs[sum] + self.partners[sum][card];
        }
    }

    #[inline(always)]
    fn change(&mut self, card: usize, fewer: S) {
        self.counts[card] = self.counts[card] - fewer;
        for sum in 0..10 {
            let value = minus(sum, card);
            let left = self.partners[sum][value] - (fewer + fewer);
            self.set_partners(sum, value, left);
        }
    }
}

/// The inner and the outer pool.
struct Nested<'a, S> {
    inner: &'a Pool<S>,
    outer: &'a Pool<S>,
}

impl<S: Number> Nested<'_, S> {
    /// Whether they are one.
    #[inline(always)]
    fn are_same(&self) -> bool {
        std::ptr::eq(self.inner, self.outer)
    }

    /// `F(p, b)` for all totals.
    #[inline(always)]
    fn starts(&self) -> [Row<S>; 10] {
        if S::SEVERAL {
            return self.starts_by(
                #[inline(always)]
                |value, sum| self.outer.partners[sum][value],
            );
        }
        // The partners of a card in the outer pool, for all sums in a row.
        let mut outer = [[S::from_int(0); 10]; 10];
        for value in 0..10 {
            outer[value] = row(
                #[inline(always)]
                |sum| self.outer.partners[sum][value],
            );
        }
        self.starts_by(
            #[inline(always)]
            |value, sum| outer[value][sum],
        )
    }

    /// The same by the partners of a card in the outer pool, for each sum.
    #[inline(always)]
    fn starts_by(&self, outer: impl Fn(usize, usize) -> S) -> [Row<S>; 10] {
        let zero = S::from_int(0);
        let mut starts = [[zero; 10]; 10];
        for (p, starts) in starts.iter_mut().enumerate() {
            let mut shared = [zero; 10];
            for value in 0..10 {
                let ways = self.inner.counts[value] * self.inner.partners[p][value];
                shared = row(
                    #[inline(always)]
                    |b| ways.times_plus(outer(value, b), shared[b]),
                );
            }
            *starts = row(
                #[inline(always)]
                |b| self.inner.pairs[p] * self.outer.pairs[b] - shared[b],
            );
            starts[p] = starts[p] + self.inner.pairs[p] + self.inner.pairs[p];
        }
        starts
    }

    /// `F(p, b)` after a card of value `y` has gone out of both pools.
    #[inline(always)]
    fn without_inner(&self, p: usize, b: usize, starts: S) -> impl Fn(usize) -> S {
        let (inner, outer) = (self.inner, self.outer);
        let (partners, others, outer_partners) = (&inner.partners[p], &inner.partners[b], &outer.partners[b]);
        let (near, far) = (mirror(&inner.mirrored[p], b), mirror(&outer.mirrored[b], p));
        let slope = outer.pairs[b] + S::from_int(if p == b { 4 } else { 0 });
        let (pairs, are_same) = (inner.pairs[p], self.are_same());
        #[inline(always)]
        move |y| {
            let slope = outer_partners[y] + outer_partners[y] + far[y] - slope;
            let with_inner = partners[y].times_plus(slope, starts);
            if are_same {
                outer_partners[y].times_plus(near[y] - pairs, with_inner)
            } else {
                others[y].times_plus(near[y], with_inner) - outer_partners[y] * pairs
            }
        }
    }

    /// `F(p, b)` after a card of value `y` has gone out of the outer pool alone.
    #[inline(always)]
    fn without_outer(&self, p: usize, b: usize, starts: S) -> impl Fn(usize) -> S {
        let (inner, outer) = (self.inner, &self.outer.partners[b]);
        let near = mirror(&inner.mirrored[p], b);
        let pairs = inner.pairs[p];
        #[inline(always)]
        move |y| {
            let count = inner.counts[minus(b, y)];
            starts + (count + count) * near[y] - outer[y] * pairs
        }
    }

    /// How many cards of each value only the outer pool has.
    #[inline(always)]
    fn outside(&self) -> Row<S> {
        row(
            #[inline(always)]
            |value| self.outer.counts[value] - self.inner.counts[value],
        )
    }
}

/// The ten numbers of a mirrored row that stand for `total - y`.
#[inline(always)]
fn mirror<S>(mirrored: &[S; 20], total: usize) -> &Row<S> {
    let whole = || &mirrored.as_chunks().0[0];
    mirrored[10 - total..].first_chunk().unwrap_or_else(whole)
}

/// Counts the deals of all cells.
#[inline(always)]
pub fn survey<S: Number>(pools: &Pools<S>, cells: &Cells, sink: &mut impl Sink<S>) {
    let mut player = Pool::new(pools.player);
    if pools.lie == Lie::Same {
        return same(&mut player, &mut Left::new(), cells, sink);
    }
    let mut banker = Pool::new(pools.banker);
    match pools.lie {
        Lie::Same | Lie::Apart => apart(&player, &banker, cells, sink),
        Lie::PlayerWithin => player_within(&mut player, &mut banker, cells, sink),
        Lie::BankerWithin => banker_within(&mut banker, &mut player, cells, sink),
    }
}

/// Starts with one card out: a row for each pair of totals on which somebody draws, one number for each value of that
/// card.
struct OneOut<'a, S> {
    cells: &'a Cells,
    rows: Vec<Row<S>>,
}

impl<S: Number> OneOut<'_, S> {
    #[inline(always)]
    fn at(&self, player: usize, banker: usize) -> &Row<S> {
        &self.rows[self.cells.row[player][banker]]
    }
}

/// Works out something for each pair of totals on which a third card is drawn.
#[inline(always)]
fn one_out<S: Number, F: Fn(usize) -> S>(cells: &Cells, starts: impl Fn(usize, usize) -> F) -> OneOut<'_, S> {
    let mut rows = vec![[S::from_int(0); 10]; cells.with_third.len()];
    for (place, totals) in rows.iter_mut().zip(&cells.with_third) {
        let (p, b) = totals.digits();
        *place = row(starts(p, b));
    }
    OneOut { cells, rows }
}

/// Starts with one card out where both hands draw from one pool: which hand has which total does not matter then.
pub struct Left<S>(Vec<Row<S>>);

impl<S: Number> Left<S> {
    /// Room for them.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Works them out for the pairs of totals on which anybody draws.
    #[inline(always)]
    fn fill(&mut self, pools: &Nested<'_, S>, starts: &[Row<S>; 10], cells: &Cells) {
        self.0.resize(cells.pairs.len(), [S::from_int(0); 10]);
        for (place, pair) in self.0.iter_mut().zip(&cells.pairs) {
            let (p, b) = pair.digits();
            let left = pools.without_inner(p, b, starts[p][b]);
            // A plain loop, here as in `row`: what becomes a call of its own is not done side by side.
            for card in 0..10 {
                place[card] = left(card);
            }
        }
    }

    #[inline(always)]
    fn at(&self, pair: usize) -> &Row<S> {
        &self.0[pair]
    }
}

/// Counts the deals of all cells, both hands from one pool of these cards; what was in it before is forgotten.
#[inline(always)]
pub fn survey_one<S: Number>(
    counts: Row<S>,
    pool: &mut Pool<S>,
    left: &mut Left<S>,
    cells: &Cells,
    sink: &mut impl Sink<S>,
) {
    pool.fill(counts);
    same(pool, left, cells, sink);
}

/// Both hands from one pool.
#[inline(always)]
fn same<S: Number>(pool: &mut Pool<S>, left: &mut Left<S>, cells: &Cells, sink: &mut impl Sink<S>) {
    let pools = Nested { inner: pool, outer: pool };
    let starts = pools.starts();
    for (p, b) in cells.four.iter().map(Totals::digits) {
        sink.four(p, b, starts[p][b]);
    }
    left.fill(&pools, &starts, cells);
    for (totals, lasts) in &cells.five_by_banker {
        let (p, b) = totals.digits();
        let left = left.at(cells.pair[p][b]);
        if S::SEVERAL {
            sink.any_last(p, None, starts[p][b]);
        }
        sink.five_by_banker(
            p,
            b,
            lasts,
            #[inline(always)]
            |y| pool.counts[y] * left[y],
        );
    }
    for x in 0..10 {
        let ways = pool.counts[x];
        for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
            sink.five_by_player(p, b, x, ways * left.at(cells.pair[p][b])[x]);
        }
        pool.take(x);
        let pools = Nested { inner: pool, outer: pool };
        let weights = row(
            #[inline(always)]
            |y| ways * pools.inner.counts[y],
        );
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            let left = left.at(cells.pair[p][b])[x];
            if S::SEVERAL {
                sink.any_last(p, Some(x), ways * left);
            }
            sink.six_weighted(p, b, x, lasts, &weights, pools.without_inner(b, p, left));
        }
        pool.put_back(x);
    }
}

/// The Player's cards from the inner pool: the Banker's third card may be from there or from outside.
#[inline(always)]
fn player_within<S: Number>(
    inner: &mut Pool<S>,
    outer: &mut Pool<S>,
    cells: &Cells,
    sink: &mut impl Sink<S>,
) {
    let pools = Nested { inner, outer };
    let starts = pools.starts();
    for (p, b) in cells.four.iter().map(Totals::digits) {
        sink.four(p, b, starts[p][b]);
    }
    let left = one_out(
        cells,
        #[inline(always)]
        |p, b| pools.without_inner(p, b, starts[p][b]),
    );
    let outside = pools.outside();
    for (totals, lasts) in &cells.five_by_banker {
        let (p, b) = totals.digits();
        let from_outside = pools.without_outer(p, b, starts[p][b]);
        sink.five_by_banker(
            p,
            b,
            lasts,
            #[inline(always)]
            |y| pools.inner.counts[y] * left.at(p, b)[y] + outside[y] * from_outside(y),
        );
    }
    for x in 0..10 {
        let ways = inner.counts[x];
        five_by_player(cells, x, ways, &left, sink);
        inner.take(x);
        outer.take(x);
        let pools = Nested { inner, outer };
        let weights = row(
            #[inline(always)]
            |y| ways * pools.inner.counts[y],
        );
        let outside = row(
            #[inline(always)]
            |y| ways * outside[y],
        );
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            let from_inner = pools.without_inner(p, b, left.at(p, b)[x]);
            let from_outside = pools.without_outer(p, b, left.at(p, b)[x]);
            sink.six(
                p,
                b,
                x,
                lasts,
                #[inline(always)]
                |y| weights[y] * from_inner(y) + outside[y] * from_outside(y),
            );
        }
        inner.put_back(x);
        outer.put_back(x);
    }
}

/// The Banker's cards from the inner pool: the Player's third card may be from there or from outside.
#[inline(always)]
fn banker_within<S: Number>(
    inner: &mut Pool<S>,
    outer: &mut Pool<S>,
    cells: &Cells,
    sink: &mut impl Sink<S>,
) {
    let pools = Nested { inner, outer };
    let starts = pools.starts();
    for (p, b) in cells.four.iter().map(Totals::digits) {
        sink.four(p, b, starts[b][p]);
    }
    let left = one_out(
        cells,
        #[inline(always)]
        |p, b| pools.without_inner(b, p, starts[b][p]),
    );
    let left_outside = one_out(
        cells,
        #[inline(always)]
        |p, b| pools.without_outer(b, p, starts[b][p]),
    );
    for (totals, lasts) in &cells.five_by_banker {
        let (p, b) = totals.digits();
        sink.five_by_banker(
            p,
            b,
            lasts,
            #[inline(always)]
            |y| pools.inner.counts[y] * left.at(p, b)[y],
        );
    }
    let outside = pools.outside();
    for x in 0..10 {
        outer.take(x);
        let ways = outside[x];
        banker_third(&Nested { inner, outer }, (x, ways), cells, &left_outside, sink);
        let ways = inner.counts[x];
        inner.take(x);
        banker_third(&Nested { inner, outer }, (x, ways), cells, &left, sink);
        inner.put_back(x);
        outer.put_back(x);
    }
}

/// The Banker's third card comes from the inner pool, the Player's being out already.
#[inline(always)]
fn banker_third<S: Number>(
    pools: &Nested<'_, S>,
    (x, ways): (usize, S),
    cells: &Cells,
    left: &OneOut<'_, S>,
    sink: &mut impl Sink<S>,
) {
    five_by_player(cells, x, ways, left, sink);
    let weights = row(
        #[inline(always)]
        |y| ways * pools.inner.counts[y],
    );
    for (totals, lasts) in &cells.six[x] {
        let (p, b) = totals.digits();
        let starts = pools.without_inner(b, p, left.at(p, b)[x]);
        sink.six(
            p,
            b,
            x,
            lasts,
            #[inline(always)]
            |y| weights[y] * starts(y),
        );
    }
}

/// No card in common: each hand is dealt for itself.
#[inline(always)]
fn apart<S: Number>(player: &Pool<S>, banker: &Pool<S>, cells: &Cells, sink: &mut impl Sink<S>) {
    // A hand's pairs of that sum, with each third card.
    let drawn = |pool: &Pool<S>, total: usize| {
        row(
            #[inline(always)]
            |v| pool.counts[v] * (pool.pairs[total] - pool.partners[total][v]),
        )
    };
    let digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let (by_player, by_banker) = (digits.map(|p| drawn(player, p)), digits.map(|b| drawn(banker, b)));
    for (p, b) in cells.four.iter().map(Totals::digits) {
        sink.four(p, b, player.pairs[p] * banker.pairs[b]);
    }
    for (totals, lasts) in &cells.five_by_banker {
        let (p, b) = totals.digits();
        sink.five_by_banker(
            p,
            b,
            lasts,
            #[inline(always)]
            |y| player.pairs[p] * by_banker[b][y],
        );
    }
    for x in 0..10 {
        for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
            sink.five_by_player(p, b, x, by_player[p][x] * banker.pairs[b]);
        }
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            sink.six(
                p,
                b,
                x,
                lasts,
                #[inline(always)]
                |y| by_player[p][x] * by_banker[b][y],
            );
        }
    }
}

#[inline(always)]
fn five_by_player<S: Number>(
    cells: &Cells,
    x: usize,
    ways: S,
    left: &OneOut<'_, S>,
    sink: &mut impl Sink<S>,
) {
    for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
        sink.five_by_player(p, b, x, ways * left.at(p, b)[x]);
    }
}

mod thirds;

pub use thirds::{KnownThird, survey_with_thirds};

#[cfg(test)]
mod tests;
