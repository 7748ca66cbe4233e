//! Kinds of cards, sets of suits, and in how many ways hands can come from them.
//!
//! The four suits, the two colours and the whole deck are nested or apart, never overlapping. That is what makes
//! it easy to count the deals in which the Player's cards all come from one such set and the Banker's from another.

use banco_cards::{Card, Rank, Suit};

use crate::counting::joint::Lie;
use crate::shoe::Shoe;

/// A suit, a colour, or all suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SuitSet(u8);

/// The Player's set and the Banker's.
pub type Sets = (SuitSet, SuitSet);

impl SuitSet {
    /// All suits.
    pub const ALL: Self = Self(6);
    /// How many sets there are.
    const COUNT: usize = 7;

    /// The sets that matter, each with the smaller ones directly inside it: down to colours, or down to suits.
    pub const fn nested(down_to_suits: bool) -> &'static [(Self, &'static [Self])] {
        if down_to_suits {
            &[
                (Self(0), &[]),
                (Self(1), &[]),
                (Self(2), &[]),
                (Self(3), &[]),
                (Self(4), &[Self(0), Self(3)]),
                (Self(5), &[Self(1), Self(2)]),
                (Self(6), &[Self(4), Self(5)]),
            ]
        } else {
            &[(Self(4), &[]), (Self(5), &[]), (Self(6), &[Self(4), Self(5)])]
        }
    }

    pub const fn holds(self, suit: Suit) -> bool {
        match suit {
            Suit::Clubs => matches!(self.0, 0 | 4 | 6),
            Suit::Diamonds => matches!(self.0, 1 | 5 | 6),
            Suit::Hearts => matches!(self.0, 2 | 5 | 6),
            Suit::Spades => matches!(self.0, 3 | 4 | 6),
        }
    }

    const fn is_within(self, other: Self) -> bool {
        self.0 == other.0 || other.0 == 6 || matches!((self.0, other.0), (0 | 3, 4) | (1 | 2, 5))
    }

    /// The suit of a card of a hand that comes from this set but from no smaller one.
    pub const fn representative(self, card: usize) -> Suit {
        match (self.0, card) {
            (0, _) | (4, 0) => Suit::Clubs,
            (1, _) | (5, 0) => Suit::Diamonds,
            (2 | 5, _) | (6, 0) => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// How the Player's set lies to the Banker's.
    pub fn lie((player, banker): Sets) -> Lie {
        if player == banker {
            Lie::Same
        } else if player.is_within(banker) {
            Lie::PlayerWithin
        } else if banker.is_within(player) {
            Lie::BankerWithin
        } else {
            Lie::Apart
        }
    }
}

/// A kind of card: 1 to 9 for ace to nine, 10 to 13 for ten to king, and 0 for any card that counts nothing.
pub type Kind = u8;

/// How many kinds there are.
pub const KINDS: usize = 14;

/// The point value of a kind.
pub const fn value(kind: Kind) -> u8 {
    if kind < 10 { kind } else { 0 }
}

/// The rank of a kind; a king for any card that counts nothing.
pub fn rank(kind: Kind) -> Rank {
    Rank::from_number(kind).unwrap_or(Rank::King)
}

/// Takes a card of a kind out; returns how many there were.
fn take(left: &mut [i64; KINDS], kind: Kind) -> i64 {
    left.get_mut(usize::from(kind)).map_or(0, |left| {
        *left -= 1;
        (*left + 1).max(0)
    })
}

/// How many cards of each kind there are in each set of suits.
#[derive(Clone, Debug)]
pub struct Kinds {
    counts: [[i64; KINDS]; SuitSet::COUNT],
}

impl Kinds {
    /// Those of a shoe.
    #[expect(clippy::indexing_slicing, reason = "seven sets, and fourteen kinds of which ranks are thirteen")]
    pub fn from_shoe(shoe: &Shoe) -> Self {
        let mut counts = [[0; KINDS]; SuitSet::COUNT];
        for card in Card::all() {
            let count = i64::from(shoe.copies(card));
            for (set, row) in SuitSet::nested(true).iter().zip(&mut counts) {
                if set.0.holds(card.suit) {
                    row[usize::from(card.rank.number())] += count;
                    row[0] += if card.rank.number() >= 10 { count } else { 0 };
                }
            }
        }
        Self { counts }
    }

    /// How many cards of each point value a set holds.
    #[expect(clippy::indexing_slicing, reason = "the first ten kinds are the point values")]
    pub fn values(&self, set: SuitSet) -> [i64; 10] {
        std::array::from_fn(|value| self.counts[usize::from(set.0)][value])
    }

    /// How many cards of a kind a set holds.
    pub fn count(&self, set: SuitSet, kind: Kind) -> i64 {
        let row = self.counts.get(usize::from(set.0));
        row.and_then(|row| row.get(usize::from(kind))).copied().unwrap_or(0)
    }

    /// In how many ways the Player's cards can be of these kinds and from one set, the Banker's from another.
    pub fn ways(&self, sets: Sets, player: &[Kind], banker: &[Kind]) -> i64 {
        // The cards of the smaller set are taken first; a set around it then lacks them.
        let (first, second) = match SuitSet::lie(sets) {
            Lie::BankerWithin => ((sets.1, banker), (sets.0, player)),
            Lie::Same | Lie::PlayerWithin | Lie::Apart => ((sets.0, player), (sets.1, banker)),
        };
        let (Some(mut left), Some(mut outer)) = (
            self.counts.get(usize::from(first.0.0)).copied(),
            self.counts.get(usize::from(second.0.0)).copied(),
        ) else {
            return 0;
        };
        let mut ways = 1;
        for kind in first.1 {
            ways *= take(&mut left, *kind);
            if first.0.is_within(second.0) {
                take(&mut outer, *kind);
            }
        }
        second.1.iter().fold(ways, |ways, kind| ways * take(&mut outer, *kind))
    }
}
