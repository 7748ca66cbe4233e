//! How many deals lead to each class of coups when some of their cards are known.
//!
//! Cards that are known by value and zone lie already; they are out of the pools. What else is known is how often the open
//! hand's first two cards come ([`law`](super::law)). Third cards are taken one after the other: the first one is taken
//! together with both hands' first two cards, and for the last one all values are worked out side by side.
#![expect(
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "every index is a digit, the tables have ten places, and plain loops over digits become wide instructions"
)]

use banco_cards::Side;

use crate::counting::cells::{Cells, Totals};
use crate::counting::joint::{Row, Sink};
use crate::counting::known::law::{Drawn, Law, Pairs, Pool, Starts, Third};
use crate::counting::number::Number;
use crate::counting::tally::minus;

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

/// The cards that are known by value and zone, but for the open hand's first two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Fixed {
    /// The hidden hand's first two, as far as they are known.
    pub hidden: [Option<u8>; 2],
    pub fifth: Option<(u8, Zone)>,
    pub sixth: Option<(u8, Zone)>,
}

/// Where a third card comes from.
#[derive(Clone, Copy)]
enum Lane {
    From(Pool),
    /// It lies already, and is of this value.
    Known(usize),
}

/// At most two: from the shared cards, and from those of one hand only.
type Lanes = [Option<Lane>; 2];

/// Rounds in which both hands start somehow and something is known.
pub struct Opened<S> {
    open: Side,
    parts: Parts<S>,
    starts: Starts<S>,
    /// What the Player's third card may be, and what the Banker's may be after it.
    player_third: Lanes,
    banker_third: Lanes,
    /// What the Banker's third card may be if the Player's hand stands.
    banker_alone: Lanes,
}

impl<S: Number> Opened<S> {
    /// With the cards that are left when those that are fixed lie, and the open hand's first two cards, which do not lie
    /// yet.
    #[inline(always)]
    pub fn new(
        open: Side,
        parts: Parts<S>,
        pairs: Pairs<S>,
        [fifth, sixth]: [Option<(u8, Zone)>; 2],
        law: Law<S>,
    ) -> Self {
        Self {
            open,
            parts,
            starts: Starts::new(law, pairs, parts.only(open).iter().any(Number::is_nonzero)),
            player_third: lanes(&parts, Side::Player, open, fifth),
            banker_third: lanes(&parts, Side::Banker, open, sixth),
            banker_alone: lanes(&parts, Side::Banker, open, fifth),
        }
    }

    /// The open hand's sum and the hidden one's.
    #[inline(always)]
    const fn sums(&self, player: usize, banker: usize) -> (usize, usize) {
        match self.open {
            Side::Player => (player, banker),
            Side::Banker => (banker, player),
        }
    }

    /// Counts the deals of all cells.
    #[inline(always)]
    pub fn survey(mut self, cells: &Cells, sink: &mut impl Sink<S>) {
        let mut drawn = Drawn::new();
        self.starts.draw(None, &[true; 10], &mut drawn);
        for (p, b) in cells.four.iter().map(Totals::digits) {
            let (open, hidden) = self.sums(p, b);
            sink.four(p, b, self.starts.ways(&drawn, open, hidden));
        }
        for (totals, lasts) in &cells.five_by_banker {
            let (p, b) = totals.digits();
            let (sums, shared) = (self.sums(p, b), &self.parts.shared);
            if is_shared_alone(self.banker_alone) {
                sink.five_by_banker(p, b, lasts, self.last_shared(&drawn, shared, sums));
                continue;
            }
            let row = self.last_cards(&drawn, shared, sums, self.banker_alone);
            sink.five_by_banker(
                p,
                b,
                lasts,
                #[inline(always)]
                |y| row[y],
            );
        }
        let mut sums = [false; 10];
        for (p, b) in cells.with_third.iter().map(Totals::digits) {
            sums[self.sums(p, b).0] = true;
        }
        for lane in self.player_third.into_iter().flatten() {
            for x in 0..10 {
                let third = match lane {
                    Lane::From(pool) => Some(Third { pool, card: x, many: self.pool(pool)[x] }),
                    Lane::Known(known) if known == x => None,
                    Lane::Known(_) => continue,
                };
                if third.is_some_and(|third| !third.many.is_nonzero()) {
                    continue;
                }
                self.starts.draw(third, &sums, &mut drawn);
                let hides = drawn.hides();
                hides.into_iter().for_each(|card| self.starts.pairs.take(card));
                self.survey_third(&drawn, x, cells, sink);
                hides.into_iter().for_each(|card| self.starts.pairs.put_back(card));
            }
        }
    }

    /// Counts the deals in which the Player's hand draws a card of this value.
    #[inline(always)]
    fn survey_third(&self, drawn: &Drawn<S>, x: usize, cells: &Cells, sink: &mut impl Sink<S>) {
        for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
            let (open, hidden) = self.sums(p, b);
            sink.five_by_player(p, b, x, self.starts.ways(drawn, open, hidden));
        }
        let shared = drawn.without_third(self.parts.shared);
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            let sums = self.sums(p, b);
            if is_shared_alone(self.banker_third) {
                sink.six(p, b, x, lasts, self.last_shared(drawn, &shared, sums));
                continue;
            }
            let row = self.last_cards(drawn, &shared, sums, self.banker_third);
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

    /// How many cards of each value a pool has.
    #[inline(always)]
    fn pool(&self, pool: Pool) -> &Row<S> {
        match pool {
            Pool::Shared => &self.parts.shared,
            Pool::Open => self.parts.only(self.open),
            Pool::Hidden => self.parts.only(self.open.other()),
        }
    }

    /// The deals for each value of the last card.
    ///
    /// With `F` ways to start, `W(v)` of them with a shared card of the open hand, `V(v)` with two, `U(v)` with one that is
    /// not shared, and `p` and `s` the sums of both hands, a last card `y` from `n(y)` of them leaves
    ///
    /// ```text
    /// hidden hand's only:  n (F - all D(s, y) + E W(s - y))
    /// shared:              the same - W(y) (A(s) - 2 D(s, y) + E [2y = s]) - V(y) (2 E [p = s] - D(s, p - y))
    /// open hand's only:    n F - U(y) A(s) + W'(p - y) D(s, p - y)
    /// ```
    ///
    /// where `W'` counts those with one shared card.
    #[inline(always)]
    fn last_cards(&self, drawn: &Drawn<S>, shared: &Row<S>, sums: (usize, usize), lanes: Lanes) -> Row<S> {
        let mut row = [S::from_int(0); 10];
        for lane in lanes.into_iter().flatten() {
            match lane {
                Lane::From(Pool::Shared) => {
                    let ways = self.last_shared(drawn, shared, sums);
                    for y in 0..10 {
                        row[y] = row[y] + ways(y);
                    }
                }
                Lane::From(Pool::Hidden) => self.add_last_hidden(drawn, sums, &mut row),
                Lane::From(Pool::Open) => self.add_last_open(drawn, sums, &mut row),
                Lane::Known(known) => row[known] = row[known] + self.starts.ways(drawn, sums.0, sums.1),
            }
        }
        row
    }

    #[inline(always)]
    fn last_shared<'a>(
        &'a self,
        drawn: &'a Drawn<S>,
        shared: &'a Row<S>,
        (open, hidden): (usize, usize),
    ) -> impl Fn(usize) -> S + 'a {
        let pairs = &self.starts.pairs;
        let (ways, left) = (self.starts.ways(drawn, open, hidden), pairs.ways[hidden]);
        let (all, partners) = (drawn.all(open), pairs.partners);
        let (fewer, twice) = (&pairs.fewer[hidden], &pairs.fewer_twice[hidden]);
        let of_partner = pairs.fewer_from(hidden, open);
        let ([used, both], partner_used) = (drawn.shared(open), drawn.shared_from(open, hidden));
        let same = if open == hidden { partners + partners } else { S::from_int(0) };
        #[inline(always)]
        move |y| {
            let free = ways - all * fewer[y] + partners * partner_used[y];
            shared[y] * free - used[y] * (left - twice[y]) - both[y] * (same - of_partner[y])
        }
    }

    #[inline(always)]
    fn add_last_hidden(&self, drawn: &Drawn<S>, (open, hidden): (usize, usize), row: &mut Row<S>) {
        let pairs = &self.starts.pairs;
        let ways = self.starts.ways(drawn, open, hidden);
        let (all, partners) = (drawn.all(open), pairs.partners);
        let (many, fewer) = (self.pool(Pool::Hidden), &pairs.fewer[hidden]);
        let partner_used = drawn.shared_from(open, hidden);
        for y in 0..10 {
            row[y] = row[y] + many[y] * (ways - all * fewer[y] + partners * partner_used[y]);
        }
    }

    #[inline(always)]
    fn add_last_open(&self, drawn: &Drawn<S>, (open, hidden): (usize, usize), row: &mut Row<S>) {
        let pairs = &self.starts.pairs;
        let (ways, left) = (self.starts.ways(drawn, open, hidden), pairs.ways[hidden]);
        let (many, of_partner) = (self.pool(Pool::Open), pairs.fewer_from(hidden, open));
        let one = drawn.shared_one(open);
        for y in 0..10 {
            let taken = drawn.only(open, y) * left - one[minus(open, y)] * of_partner[y];
            row[y] = row[y] + many[y] * ways - taken;
        }
    }
}

/// Whether a third card can only be one of the shared cards, of which nothing is known.
#[inline(always)]
const fn is_shared_alone(lanes: Lanes) -> bool {
    matches!(lanes, [Some(Lane::From(Pool::Shared)), None])
}

/// What a hand's third card may be.
#[inline(always)]
fn lanes<S: Number>(parts: &Parts<S>, side: Side, open: Side, known: Option<(u8, Zone)>) -> Lanes {
    let lane = |pool: Pool, many: &Row<S>| many.iter().any(Number::is_nonzero).then_some(Lane::From(pool));
    let only = if side == open { Pool::Open } else { Pool::Hidden };
    match known {
        // Whatever it takes away is gone.
        Some((value, zone)) => [zone.is_in(side).then_some(Lane::Known(value.into())), None],
        None => [lane(Pool::Shared, &parts.shared), lane(only, parts.only(side))],
    }
}
