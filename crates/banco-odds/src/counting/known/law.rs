//! The first two cards of a hand of which something is known, and those of a hand of which nothing more is.
//!
//! Of the *open* hand's first two cards only their values and their zones matter for everything else, and everything else is
//! linear in how often each choice of them comes. So these are added up before anything is multiplied: a hand of which
//! something is known costs little more than one of which nothing is.
//!
//! The *hidden* hand's first two cards sum to `s` in `A(s)` ways. A card that is gone takes `D(s, x)` of them away, and two
//! of them take both away but for the ways in which they were partners:
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

use crate::counting::joint::Row;
use crate::counting::number::Number;
use crate::counting::tally::{minus, plus};

/// Ten numbers twice in a row, each at the place of its digit taken from zero: so those at `s - v` stand in a row for all `v`.
pub type Mirrored<S> = [S; 20];

/// The numbers at `sum - v` for all `v`.
#[inline(always)]
pub fn taken_from<S>(sum: usize, mirrored: &Mirrored<S>) -> &Row<S> {
    let whole = || &mirrored.as_chunks().0[0];
    mirrored[10 - sum..].first_chunk().unwrap_or_else(whole)
}

/// In how many ways the open hand's first two cards can lie, by what they sum to. Cards that come from the pools of both
/// hands are *shared*, others come from that of the open hand *only*.
pub struct Law<S> {
    /// All ways.
    all: Row<S>,
    /// Those with two shared cards.
    two_shared: Row<S>,
    /// Those with a shared card, by value: once for each such card.
    shared: [Row<S>; 10],
    mirrored: [Mirrored<S>; 10],
    /// Those with two shared cards, by value: once for each of the two. Not kept up where all cards are shared.
    shared_both: [Row<S>; 10],
    /// Those with one shared card, by its value.
    shared_one: [Row<S>; 10],
    /// Those with two cards that are not shared, by value: once for each of the two.
    only_both: [Row<S>; 10],
}

impl<S: Number> Law<S> {
    #[inline(always)]
    pub fn new() -> Self {
        let zero = [S::from_int(0); 10];
        let table = [zero; 10];
        Self {
            all: zero,
            two_shared: zero,
            shared: table,
            mirrored: [[S::from_int(0); 20]; 10],
            shared_both: table,
            shared_one: table,
            only_both: table,
        }
    }

    /// So many ways more to have two cards of these values, each of them shared or not.
    #[inline(always)]
    pub fn add(&mut self, values: [usize; 2], shared: [bool; 2], ways: S) {
        let [one, other] = values;
        let sum = plus(one, other);
        let add = |place: &mut S| *place = *place + ways;
        add(&mut self.all[sum]);
        match shared {
            [true, true] => {
                add(&mut self.two_shared[sum]);
                add(&mut self.shared_both[sum][one]);
                add(&mut self.shared_both[sum][other]);
            }
            [true, false] => add(&mut self.shared_one[sum][one]),
            [false, true] => add(&mut self.shared_one[sum][other]),
            [false, false] => {
                add(&mut self.only_both[sum][one]);
                add(&mut self.only_both[sum][other]);
            }
        }
        for (value, shared) in values.into_iter().zip(shared) {
            if shared {
                self.add_shared(sum, value, ways);
            }
        }
    }

    #[inline(always)]
    fn add_shared(&mut self, sum: usize, value: usize, ways: S) {
        let ways = self.shared[sum][value] + ways;
        let place = minus(0, value);
        self.shared[sum][value] = ways;
        self.mirrored[sum][place] = ways;
        self.mirrored[sum][place + 10] = ways;
    }

    /// Those with two shared cards, by value.
    #[inline(always)]
    const fn both(&self, has_only: bool) -> &[Row<S>; 10] {
        if has_only { &self.shared_both } else { &self.shared }
    }

    /// Those with a card of this value that is not shared, once for each.
    #[inline(always)]
    fn only(&self, sum: usize, value: usize) -> S {
        self.only_both[sum][value] + self.shared_one[sum][minus(sum, value)]
    }

    /// So many times those of another, for one sum.
    #[inline(always)]
    fn write_times(&mut self, sum: usize, other: &Self, many: S, has_only: bool) {
        self.all[sum] = other.all[sum] * many;
        self.two_shared[sum] = other.two_shared[sum] * many;
        for value in 0..10 {
            self.shared[sum][value] = other.shared[sum][value] * many;
        }
        for place in 0..20 {
            self.mirrored[sum][place] = other.mirrored[sum][place] * many;
        }
        if has_only {
            for value in 0..10 {
                self.shared_both[sum][value] = other.shared_both[sum][value] * many;
                self.shared_one[sum][value] = other.shared_one[sum][value] * many;
                self.only_both[sum][value] = other.only_both[sum][value] * many;
            }
        }
    }

    /// Takes off those of another in which a shared card of this value is used.
    #[inline(always)]
    fn less_shared(&mut self, sum: usize, card: usize, other: &Self, has_only: bool) {
        let partner = minus(sum, card);
        let (all, both) = (other.shared[sum][card], other.both(has_only)[sum][card]);
        let zero = S::from_int(0);
        self.all[sum] = self.all[sum] - all;
        self.two_shared[sum] = self.two_shared[sum] - both;
        self.add_shared(sum, card, zero - all);
        self.add_shared(sum, partner, zero - both);
        if has_only {
            self.shared_both[sum][card] = self.shared_both[sum][card] - both;
            self.shared_both[sum][partner] = self.shared_both[sum][partner] - both;
            self.shared_one[sum][card] = self.shared_one[sum][card] - other.shared_one[sum][card];
        }
    }

    /// Takes off those of another in which a card of this value is used that is not shared.
    #[inline(always)]
    fn less_only(&mut self, sum: usize, card: usize, other: &Self) {
        let (partner, both) = (minus(sum, card), other.only_both[sum][card]);
        let one = other.shared_one[sum][partner];
        self.all[sum] = self.all[sum] - other.only(sum, card);
        self.only_both[sum][card] = self.only_both[sum][card] - both;
        self.only_both[sum][partner] = self.only_both[sum][partner] - both;
        self.shared_one[sum][partner] = self.shared_one[sum][partner] - one;
        self.add_shared(sum, partner, S::from_int(0) - one);
    }
}

/// `A`, `D` and `E` of the hidden hand's first two cards.
pub struct Pairs<S> {
    /// `A(s)`.
    pub ways: Row<S>,
    /// `D(s, v)` and `2 D(s, v) - E [s = 2v]`, by sum.
    pub fewer: [Row<S>; 10],
    pub fewer_twice: [Row<S>; 10],
    mirrored: [Mirrored<S>; 10],
    /// `E`.
    pub partners: S,
}

impl<S: Number> Pairs<S> {
    /// None yet.
    #[inline(always)]
    pub fn new() -> Self {
        let zero = S::from_int(0);
        Self {
            ways: [zero; 10],
            fewer: [[zero; 10]; 10],
            fewer_twice: [[zero; 10]; 10],
            mirrored: [[zero; 20]; 10],
            partners: zero,
        }
    }

    /// Those of a pool.
    #[inline(always)]
    pub fn set_unknown(&mut self, pool: &Row<S>) {
        self.partners = S::from_int(2);
        for sum in 0..10 {
            for value in 0..10 {
                let partner = minus(sum, value);
                let left = pool[partner] - S::from_int(i32::from(partner == value));
                self.set_fewer(sum, value, left + left);
                self.ways[sum] = pool[value].times_plus(left, self.ways[sum]);
            }
        }
    }

    /// Those of a known card and another one from a pool, so many times.
    #[inline(always)]
    pub fn add_half_known(&mut self, known: usize, pool: &Row<S>, times: S) {
        for value in 0..10 {
            let sum = plus(known, value);
            self.ways[sum] = pool[value].times_plus(times, self.ways[sum]);
            self.set_fewer(sum, value, self.fewer[sum][value] + times);
        }
    }

    /// Two known cards, so many times.
    #[inline(always)]
    pub fn add_known(&mut self, [one, other]: [usize; 2], times: S) {
        let sum = plus(one, other);
        self.ways[sum] = self.ways[sum] + times;
    }

    #[inline(always)]
    fn set_fewer(&mut self, sum: usize, value: usize, fewer: S) {
        let place = minus(0, value);
        let half = if plus(value, value) == sum { self.partners } else { S::from_int(0) };
        self.fewer[sum][value] = fewer;
        self.fewer_twice[sum][value] = fewer + fewer - half;
        self.mirrored[sum][place] = fewer;
        self.mirrored[sum][place + 10] = fewer;
    }

    /// Takes a card out of the hidden hand's pool.
    #[inline(always)]
    pub fn take(&mut self, card: usize) {
        for sum in 0..10 {
            self.ways[sum] = self.ways[sum] - self.fewer[sum][card];
            let partner = minus(sum, card);
            self.set_fewer(sum, partner, self.fewer[sum][partner] - self.partners);
        }
    }

    /// Puts it back.
    #[inline(always)]
    pub fn put_back(&mut self, card: usize) {
        for sum in 0..10 {
            let partner = minus(sum, card);
            self.set_fewer(sum, partner, self.fewer[sum][partner] + self.partners);
            self.ways[sum] = self.ways[sum] + self.fewer[sum][card];
        }
    }

    /// `D(s, t - v)` for all `v`.
    #[inline(always)]
    pub fn fewer_from(&self, sum: usize, total: usize) -> &Row<S> {
        taken_from(total, &self.mirrored[sum])
    }
}

/// The first two cards of both hands.
pub struct Starts<S> {
    law: Law<S>,
    pub pairs: Pairs<S>,
    /// By the open hand's sum and the hidden one's: `D` of each shared card of the open hand, added up.
    crossings: [Row<S>; 10],
    /// Whether some card of the open hand is not shared.
    has_only: bool,
}

/// Where a third card comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    Shared,
    /// From the cards of the open hand, or of the hidden one, only.
    Open,
    Hidden,
}

/// A third card: from where, its value, and how many of it there are.
#[derive(Clone, Copy)]
pub struct Third<S> {
    pub pool: Pool,
    pub card: usize,
    pub many: S,
}

/// The first two cards of the open hand, and perhaps a third card of either hand: in how many ways they can lie together.
pub struct Drawn<S> {
    third: Option<Third<S>>,
    law: Law<S>,
    has_only: bool,
    /// How many of the third card there are, and `E` if it is from the hidden hand's pool.
    many: S,
    hidden_partners: S,
    /// Its `D`, by sum of the hidden hand.
    fewer: Row<S>,
    /// How often it and its partner are taken from the crossings, by sum of the open hand.
    taken: Row<S>,
    partner_taken: Row<S>,
}

impl<S: Number> Starts<S> {
    #[inline(always)]
    pub fn new(law: Law<S>, pairs: Pairs<S>, has_only: bool) -> Self {
        let mut crossings = [[S::from_int(0); 10]; 10];
        for sum in 0..10 {
            for other in 0..10 {
                for value in 0..10 {
                    let fewer = pairs.fewer[other][value];
                    crossings[sum][other] = law.shared[sum][value].times_plus(fewer, crossings[sum][other]);
                }
            }
        }
        Self { law, pairs, crossings, has_only }
    }

    /// In how many ways both hands can start so, and the third card lie beside them; it is out of the pairs.
    #[inline(always)]
    pub fn ways(&self, drawn: &Drawn<S>, open: usize, hidden: usize) -> S {
        let Self { pairs, crossings, .. } = self;
        let card = drawn.third.map_or(0, |third| third.card);
        let partner = minus(open, card);
        let ways = drawn.law.all[open] * pairs.ways[hidden] - crossings[open][hidden] * drawn.many
            + drawn.taken[open] * drawn.fewer[hidden]
            + drawn.partner_taken[open] * pairs.fewer[hidden][partner]
            + drawn.hidden_partners * drawn.law.shared[open][minus(hidden, card)];
        if open != hidden {
            return ways;
        }
        // The third card has taken `E` from its partner already.
        ways + pairs.partners * drawn.law.two_shared[open] + drawn.hidden_partners * drawn.partner_taken[open]
    }

    /// Draws a third card, or none, for some sums of the open hand; it is not out of the pairs yet.
    #[inline(always)]
    pub fn draw(&self, third: Option<Third<S>>, sums: &[bool; 10], drawn: &mut Drawn<S>) {
        let zero = S::from_int(0);
        let Self { law, pairs, has_only, .. } = self;
        drawn.third = third;
        drawn.has_only = *has_only;
        drawn.many = third.map_or(S::from_int(1), |third| third.many);
        drawn.hidden_partners = drawn.hides().map_or(zero, |_| pairs.partners);
        (drawn.taken, drawn.partner_taken) = ([zero; 10], [zero; 10]);
        let card = third.map_or(0, |third| third.card);
        for sum in 0..10 {
            drawn.fewer[sum] = pairs.fewer[sum][card];
        }
        for sum in (0..10).filter(|sum| sums[*sum]) {
            drawn.law.write_times(sum, law, drawn.many, *has_only);
            match third.map(|third| third.pool) {
                Some(Pool::Shared) => {
                    drawn.taken[sum] = law.shared[sum][card];
                    drawn.partner_taken[sum] = law.both(*has_only)[sum][card];
                    drawn.law.less_shared(sum, card, law, *has_only);
                }
                Some(Pool::Open) => {
                    drawn.partner_taken[sum] = law.shared_one[sum][minus(sum, card)];
                    drawn.law.less_only(sum, card, law);
                }
                Some(Pool::Hidden) | None => {}
            }
        }
    }
}

impl<S: Number> Drawn<S> {
    /// Nothing yet.
    #[inline(always)]
    pub fn new() -> Self {
        let (zero, row) = (S::from_int(0), [S::from_int(0); 10]);
        Self {
            third: None,
            law: Law::new(),
            has_only: true,
            many: zero,
            hidden_partners: zero,
            fewer: row,
            taken: row,
            partner_taken: row,
        }
    }

    /// All ways.
    #[inline(always)]
    pub const fn all(&self, sum: usize) -> S {
        self.law.all[sum]
    }

    /// The ways with a shared card of each value, once for each, and those of them with two.
    #[inline(always)]
    pub fn shared(&self, sum: usize) -> [&Row<S>; 2] {
        [&self.law.shared[sum], &self.law.both(self.has_only)[sum]]
    }

    /// The ways with a shared card of value `total - v` for all `v`.
    #[inline(always)]
    pub fn shared_from(&self, sum: usize, total: usize) -> &Row<S> {
        taken_from(total, &self.law.mirrored[sum])
    }

    /// The ways with one shared card, by its value.
    #[inline(always)]
    pub const fn shared_one(&self, sum: usize) -> &Row<S> {
        &self.law.shared_one[sum]
    }

    /// The ways with a card of this value that is not shared, once for each.
    #[inline(always)]
    pub fn only(&self, sum: usize, value: usize) -> S {
        self.law.only(sum, value)
    }

    /// The third card, if it is from the hidden hand's pool.
    #[inline(always)]
    pub fn hides(&self) -> Option<usize> {
        self.third.filter(|third| third.pool != Pool::Open).map(|third| third.card)
    }

    /// How many of these shared cards the third card leaves.
    #[inline(always)]
    pub fn without_third(&self, mut shared: Row<S>) -> Row<S> {
        if let Some(Third { pool: Pool::Shared, card, .. }) = self.third {
            shared[card] = shared[card] - S::from_int(1);
        }
        shared
    }
}
