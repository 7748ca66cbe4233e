//! Kinds of cards, sets of suits, and in how many ways hands can come from them.
//!
//! The four suits, the two colours and the whole deck are nested or apart, never overlapping. That is what makes
//! it easy to count the deals in which the Player's cards all come from one such set and the Banker's from another.

use banco_cards::{Rank, Suit};

use crate::shoe::Shoe;

/// The suits, the colours, and all of them.
const SETS: [&[Suit]; 7] = [
    &[Suit::Clubs],
    &[Suit::Diamonds],
    &[Suit::Hearts],
    &[Suit::Spades],
    &[Suit::Clubs, Suit::Spades],
    &[Suit::Diamonds, Suit::Hearts],
    &[Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades],
];

/// A set of suits, by its place in [`SETS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuitSet(usize);

impl SuitSet {
    /// All suits.
    pub const ALL: Self = Self(6);

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

    fn is_within(self, other: Self) -> bool {
        self == other || other == Self::ALL || matches!((self.0, other.0), (0 | 3, 4) | (1 | 2, 5))
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
}

/// A kind of card, by its place among the kinds: a rank, or all cards of one point value.
pub type Kind = u8;

/// Cards told apart by rank, or by point value alone, and how many there are of each in each set of suits.
#[derive(Clone, Debug)]
pub struct Kinds {
    ranks: Vec<Rank>,
    counts: [Vec<u64>; 7],
}

impl Kinds {
    /// Told apart by rank.
    pub fn ranks(shoe: &Shoe) -> Self {
        Self::new(shoe, Rank::ALL.iter().map(|rank| vec![*rank]).collect())
    }

    /// Told apart by point value.
    pub fn values(shoe: &Shoe) -> Self {
        let of_value =
            |value: u8| Rank::ALL.into_iter().filter(|rank| rank.points().get() == value).collect();
        Self::new(shoe, (0..10).map(of_value).collect())
    }

    fn new(shoe: &Shoe, kinds: Vec<Vec<Rank>>) -> Self {
        let count = |suits: &[Suit], kind: &Vec<Rank>| {
            kind.iter().flat_map(|rank| suits.iter().map(|suit| shoe.count(*rank, *suit))).sum()
        };
        Self {
            counts: SETS.map(|suits| kinds.iter().map(|kind| count(suits, kind)).collect()),
            ranks: kinds.iter().filter_map(|kind| kind.last().copied()).collect(),
        }
    }

    /// All kinds.
    pub fn all(&self) -> impl Iterator<Item = Kind> + use<> {
        0..Kind::try_from(self.ranks.len()).unwrap_or_default()
    }

    /// Unordered pairs of kinds, with the number of orders.
    pub fn pairs(&self) -> Vec<([Kind; 2], u128)> {
        let pairs = self.all().flat_map(|a| self.all().skip(usize::from(a)).map(move |b| [a, b]));
        pairs.map(|[a, b]| ([a, b], if a == b { 1 } else { 2 })).collect()
    }

    /// A rank of that kind.
    pub fn rank(&self, kind: Kind) -> Rank {
        self.ranks.get(usize::from(kind)).copied().unwrap_or(Rank::King)
    }

    /// The point value of that kind.
    pub fn value(&self, kind: Kind) -> u8 {
        self.rank(kind).points().get()
    }

    fn count(&self, set: SuitSet, kind: Kind) -> u64 {
        let row = self.counts.get(set.0);
        row.and_then(|row| row.get(usize::from(kind))).copied().unwrap_or(0)
    }

    /// In how many ways the Player's cards can be of these kinds and from one set, the Banker's from another.
    pub fn ways(&self, player: (SuitSet, &[Kind]), banker: (SuitSet, &[Kind])) -> u128 {
        // The cards of the smaller set are taken first; a set around it then lacks them.
        let (first, second) = if player.0.is_within(banker.0) { (player, banker) } else { (banker, player) };
        let taken: &[Kind] = if first.0.is_within(second.0) { first.1 } else { &[] };
        self.sequence(first.0, first.1, &[]) * self.sequence(second.0, second.1, taken)
    }

    /// For each pair of the nested sets, in how many ways each hand comes from its set but from no smaller one: by
    /// inclusion and exclusion.
    pub fn exact_ways(&self, down_to_suits: bool, player: &[Kind], banker: &[Kind]) -> Vec<u128> {
        let sets = SuitSet::nested(down_to_suits);
        let place = |set: SuitSet| sets.iter().position(|(known, _)| *known == set).unwrap_or_default();
        let mut ways: Vec<u128> = Vec::with_capacity(sets.len() * sets.len());
        for (player_set, _) in sets {
            ways.extend(
                sets.iter().map(|(banker_set, _)| self.ways((*player_set, player), (*banker_set, banker))),
            );
        }
        let at = |p: SuitSet, b: SuitSet| ways.get(place(p) * sets.len() + place(b)).copied().unwrap_or(0);
        let mut exact = Vec::with_capacity(ways.len());
        for (player_set, player_inner) in sets {
            for (banker_set, banker_inner) in sets {
                let inner = |set: SuitSet| banker_inner.iter().map(|b| at(set, *b)).sum::<u128>();
                let within = player_inner.iter().map(|p| at(*p, *banker_set) - inner(*p)).sum::<u128>();
                exact.push(at(*player_set, *banker_set) - inner(*player_set) - within);
            }
        }
        exact
    }

    /// In how many ways these kinds can be taken one after the other from a set that lacks others.
    fn sequence(&self, set: SuitSet, kinds: &[Kind], taken: &[Kind]) -> u128 {
        let mut ways = 1;
        for (at, kind) in kinds.iter().enumerate() {
            let used = kinds.iter().take(at).chain(taken).filter(|other| *other == kind).count();
            ways *= u128::from(self.count(set, *kind)).saturating_sub(used as u128);
        }
        ways
    }
}
