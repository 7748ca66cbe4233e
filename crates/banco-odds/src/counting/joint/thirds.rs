//! The same closed form where cards behind the first four are known by value.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]

use banco_cards::Side;

use crate::counting::cells::{Cells, Totals};
use crate::counting::joint::{Lie, Nested, Pool, Pools, Row, Sink, row};
use crate::counting::number::Number;

/// A known card behind the first four: it is out of the pools already.
#[derive(Clone, Copy)]
pub struct KnownThird {
    pub value: usize,
    /// Whether it is from the Player's pool, and whether it is from the Banker's: else the hand cannot draw it.
    pub is_in: [bool; 2],
}

impl KnownThird {
    const fn is_in(self, side: Side) -> bool {
        let [player, banker] = self.is_in;
        match side {
            Side::Player => player,
            Side::Banker => banker,
        }
    }
}

/// Two pools as they lie.
struct TwoPools<S> {
    player: Pool<S>,
    banker: Pool<S>,
    lie: Lie,
}

impl<S: Number> TwoPools<S> {
    /// The one within the other, and whether that one is the Player's.
    #[inline(always)]
    fn nested(&self) -> (Nested<'_, S>, bool) {
        match self.lie {
            Lie::Same => (Nested { inner: &self.player, outer: &self.player }, true),
            Lie::BankerWithin => (Nested { inner: &self.banker, outer: &self.player }, false),
            Lie::PlayerWithin | Lie::Apart => (Nested { inner: &self.player, outer: &self.banker }, true),
        }
    }

    /// The starts on all totals, the Player's first.
    #[inline(always)]
    fn starts(&self) -> [Row<S>; 10] {
        let mut starts = [[S::from_int(0); 10]; 10];
        if self.lie == Lie::Apart {
            for (row, player) in starts.iter_mut().zip(self.player.pairs) {
                *row = self.banker.pairs.map(|banker| player * banker);
            }
            return starts;
        }
        let (nested, player_within) = self.nested();
        let found = nested.starts();
        if player_within {
            return found;
        }
        for (b, found) in found.iter().enumerate() {
            starts.iter_mut().zip(found).for_each(|(row, ways)| row[b] = *ways);
        }
        starts
    }

    /// The starts on some totals with every card that a hand may draw.
    #[inline(always)]
    fn drawn(&self, side: Side, p: usize, b: usize, starts: S) -> Row<S> {
        if self.lie == Lie::Apart {
            let (own, total, other) = match side {
                Side::Player => (&self.player, p, self.banker.pairs[b]),
                Side::Banker => (&self.banker, b, self.player.pairs[p]),
            };
            return row(
                #[inline(always)]
                |v| own.counts[v] * (own.pairs[total] - own.partners[total][v]) * other,
            );
        }
        let (nested, player_within) = self.nested();
        let (inner, outer) = if player_within { (p, b) } else { (b, p) };
        let from_inner = nested.without_inner(inner, outer, starts);
        if self.lie == Lie::Same || (side == Side::Player) == player_within {
            return row(
                #[inline(always)]
                |v| nested.inner.counts[v] * from_inner(v),
            );
        }
        let (outside, from_outside) = (nested.outside(), nested.without_outer(inner, outer, starts));
        row(
            #[inline(always)]
            |v| nested.inner.counts[v] * from_inner(v) + outside[v] * from_outside(v),
        )
    }
}

/// Counts the deals of all cells where the fifth card is known, or the sixth.
#[inline(always)]
pub fn survey_with_thirds<S: Number>(
    pools: &Pools<S>,
    [fifth, sixth]: [Option<KnownThird>; 2],
    cells: &Cells,
    sink: &mut impl Sink<S>,
) {
    let zero = S::from_int(0);
    let pools = TwoPools { player: Pool::new(pools.player), banker: Pool::new(pools.banker), lie: pools.lie };
    let starts = pools.starts();
    for (p, b) in cells.four.iter().map(Totals::digits) {
        sink.four(p, b, starts[p][b]);
    }
    // The starts with a known card behind them, or with every card that this hand may draw.
    let behind = |known: Option<KnownThird>, side: Side, p: usize, b: usize| match known {
        None => pools.drawn(side, p, b, starts[p][b]),
        Some(known) => {
            let mut only = [zero; 10];
            only[known.value] = if known.is_in(side) { starts[p][b] } else { zero };
            only
        }
    };
    for (totals, lasts) in &cells.five_by_banker {
        let (p, b) = totals.digits();
        let ways = behind(fifth, Side::Banker, p, b);
        sink.five_by_banker(
            p,
            b,
            lasts,
            #[inline(always)]
            |y| ways[y],
        );
    }
    for x in 0..10 {
        if fifth.is_some_and(|known| known.value != x || !known.is_in(Side::Player)) {
            continue;
        }
        for (p, b) in cells.five_by_player[x].iter().map(Totals::digits) {
            sink.five_by_player(p, b, x, behind(fifth, Side::Player, p, b)[x]);
        }
        for (totals, lasts) in &cells.six[x] {
            let (p, b) = totals.digits();
            let ways = match (fifth, sixth) {
                (Some(_), _) => behind(sixth, Side::Banker, p, b),
                (None, Some(last)) => {
                    let mut only = [zero; 10];
                    let ways = pools.drawn(Side::Player, p, b, starts[p][b])[x];
                    only[last.value] = if last.is_in(Side::Banker) { ways } else { zero };
                    only
                }
                (None, None) => [zero; 10],
            };
            sink.six(
                p,
                b,
                x,
                lasts,
                #[inline(always)]
                |y| ways[y],
            );
        }
    }
}
