//! Sets of cards, and in how many ways cards can be laid out one from each of several sets.

use banco_cards::{Card, Rank, Suit};

use crate::shoe::Shoe;

/// A set of cards, told apart by rank and suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardSet(u64);

/// How many different cards there are.
const CARDS: usize = 52;

/// The aces of all suits, and all clubs, by their places.
const ACES: u64 = 1 | (1 << 13) | (1 << 26) | (1 << 39);
const SUIT: u64 = (1 << 13) - 1;

impl CardSet {
    /// Every card.
    pub const ALL: Self = Self((1 << CARDS) - 1);
    /// No card.
    pub const NONE: Self = Self(0);

    /// The cards that pass a test.
    #[must_use]
    pub fn from_test(test: impl Fn(Card) -> bool) -> Self {
        let bits = Card::all().filter(|card| test(*card)).map(|card| 1_u64 << place(card));
        Self(bits.fold(0, |sum, bit| sum | bit))
    }

    /// One card alone.
    #[must_use]
    pub fn of(card: Card) -> Self {
        Self(1 << place(card))
    }

    /// The cards of one rank.
    #[must_use]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(ACES << (rank.number() - 1))
    }

    /// The cards that count nothing.
    pub(crate) const TENS: Self = Self((ACES << 9) | (ACES << 10) | (ACES << 11) | (ACES << 12));

    /// The cards of one suit.
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(SUIT << (13 * suit as u32))
    }

    /// Whether the set holds a card.
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        self.0 & (1 << place(card)) != 0
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that are in one of the sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All other cards.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// Whether there is no card in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many point values its cards have.
    pub(crate) fn values(self) -> usize {
        let tens = usize::from(!self.and(Self::TENS).is_empty());
        let others = Rank::ALL.iter().filter(|rank| rank.number() < 10);
        tens + others.filter(|rank| !self.and(Self::of_rank(**rank)).is_empty()).count()
    }

    /// The cards of the set, clubs first, each suit from ace to king.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::all().filter(move |card| self.contains(*card))
    }

    /// How many of these sets lie inside it, if all others share no card with it: a card from each of those is one that
    /// cannot be taken from here.
    fn holds_or_misses(self, sets: &[Self]) -> Option<i64> {
        let mut inside = 0;
        for set in sets {
            let both = set.and(self);
            if both == *set {
                inside += 1;
            } else if !both.is_empty() {
                return None;
            }
        }
        Some(inside)
    }

    /// Whether some but not all cards of a rank are in it.
    #[must_use]
    pub fn splits_suits(self) -> bool {
        Rank::ALL.iter().any(|rank| {
            let inside = Suit::ALL.iter().filter(|suit| self.contains(Card::new(*rank, **suit))).count();
            inside != 0 && inside != Suit::ALL.len()
        })
    }

    /// Whether some but not all of the cards that count nothing are in it.
    #[must_use]
    pub fn splits_tens(self) -> bool {
        let inside = self.and(Self::TENS);
        !inside.is_empty() && inside != Self::TENS
    }
}

/// As many sets as are kept without asking for memory: a round and a few cards that were burnt.
const FEW: usize = 12;

/// The place of a card among all cards.
fn place(card: Card) -> usize {
    card.suit as usize * 13 + usize::from(card.rank.number()) - 1
}

/// The cards of a shoe, by their place.
#[derive(Clone, Debug)]
pub struct Pile {
    copies: [i64; CARDS],
    /// The same by rank, whatever the suit.
    ranks: [i64; 13],
    cards: i64,
}

impl Pile {
    /// The cards of a shoe.
    pub fn from_shoe(shoe: &Shoe) -> Self {
        let mut copies = [0; CARDS];
        for (place, card) in copies.iter_mut().zip(Card::all()) {
            *place = i64::from(shoe.copies(card));
        }
        let mut ranks = [0; 13];
        for suit in copies.chunks(ranks.len()) {
            ranks.iter_mut().zip(suit).for_each(|(rank, copies)| *rank += copies);
        }
        Self { cards: copies.iter().sum(), ranks, copies }
    }

    /// How many cards there are.
    pub const fn len(&self) -> i64 {
        self.cards
    }

    /// The cards of which there is one at least.
    pub fn cards(&self) -> CardSet {
        let bits = self.copies.iter().enumerate().map(|(place, copies)| u64::from(*copies > 0) << place);
        CardSet(bits.fold(0, |sum, bit| sum | bit))
    }

    /// How many cards of a set there are.
    pub fn size(&self, set: CardSet) -> i64 {
        if set == CardSet::ALL {
            return self.cards;
        }
        // Most sets hold whole ranks, and there are four times as many cards to look at.
        let ranks = set.0 & SUIT;
        if set.0 == ranks * ACES { sum_of(&self.ranks, ranks) } else { sum_of(&self.copies, set.0) }
    }

    /// How many of a card there are.
    pub fn copies(&self, card: Card) -> i64 {
        self.copies.get(place(card)).copied().unwrap_or(0)
    }

    /// How many of the cards of a rank there are in each suit, those outside a set left out.
    pub fn copies_of_rank(&self, rank: Rank, set: CardSet) -> [i64; 4] {
        Suit::ALL.map(|suit| {
            let card = Card::new(rank, suit);
            if set.contains(card) { self.copies(card) } else { 0 }
        })
    }

    /// The same pile without one of these cards, or with fewer than none of them.
    pub fn take(&mut self, card: Card) {
        if let Some(copies) = self.copies.get_mut(place(card)) {
            *copies -= 1;
            self.cards -= 1;
            let rank = usize::from(card.rank.number()) - 1;
            self.ranks.iter_mut().skip(rank).take(1).for_each(|copies| *copies -= 1);
        }
    }

    /// In how many ways cards can be laid out, the first from the first set, the second from the second, and so on. The
    /// last of them can be any card of its set but those that lie already; how many of these are in its set is counted
    /// by looking at layouts in which an earlier card comes from both sets.
    pub fn layouts(&self, sets: &[CardSet]) -> i128 {
        self.layouts_of(sets.iter().copied())
    }

    /// The same.
    pub fn layouts_of(&self, sets: impl Iterator<Item = CardSet>) -> i128 {
        let mut few = [CardSet::NONE; FEW];
        let mut many = Vec::new();
        let (mut all, mut narrow) = (0_usize, 0_usize);
        for set in sets {
            all += 1;
            if set == CardSet::ALL {
                continue;
            }
            match few.get_mut(narrow) {
                Some(place) => *place = set,
                None => many.push(set),
            }
            narrow += 1;
        }
        if !many.is_empty() {
            many.splice(..0, few);
        }
        let sets = if many.is_empty() { few.get_mut(..narrow).unwrap_or_default() } else { &mut many };
        let ways = self.narrow_layouts(sets);
        (narrow..all).fold(ways, |ways, used| {
            let used = i64::try_from(used).unwrap_or(i64::MAX);
            ways * i128::from((self.cards - used).max(0))
        })
    }

    fn narrow_layouts(&self, sets: &mut [CardSet]) -> i128 {
        let mut ways = 1_i128;
        let mut rest = sets;
        while let Some((last, before)) = rest.split_last_mut() {
            let Some(inside) = last.holds_or_misses(before) else {
                return ways * self.overlapping_layouts(*last, before);
            };
            let left = self.size(*last) - inside;
            if left <= 0 {
                return 0;
            }
            ways *= i128::from(left);
            rest = before;
        }
        ways
    }

    /// For each of these sets, how many cards it offers to whoever takes one from each set in turn; whether that does not
    /// depend on which cards are taken.
    pub fn offers(&self, sets: &[CardSet], offers: &mut Vec<i64>) -> bool {
        offers.clear();
        for (at, set) in sets.iter().enumerate() {
            let Some(inside) = set.holds_or_misses(sets.get(..at).unwrap_or_default()) else { return false };
            offers.push(self.size(*set) - inside);
        }
        true
    }

    /// Layouts where the last card can be one of those that an earlier one can be, but not of all of them.
    fn overlapping_layouts(&self, last: CardSet, before: &mut [CardSet]) -> i128 {
        let mut ways = i128::from(self.size(last));
        if ways != 0 {
            ways *= self.narrow_layouts(before);
            for at in 0..before.len() {
                ways -= self.layouts_in_both(before, at, last);
            }
        }
        ways
    }

    /// The layouts in which the card at a place is from another set as well.
    fn layouts_in_both(&self, sets: &mut [CardSet], at: usize, other: CardSet) -> i128 {
        let Some(place) = sets.get_mut(at) else { return 0 };
        let set = *place;
        let both = set.and(other);
        if both.is_empty() {
            return 0;
        }
        *place = both;
        let ways = self.narrow_layouts(sets);
        if let Some(place) = sets.get_mut(at) {
            *place = set;
        }
        ways
    }
}

/// The sum of those numbers whose bits are set.
fn sum_of(numbers: &[i64], mut bits: u64) -> i64 {
    let mut sum = 0;
    while bits != 0 {
        let at = bits.trailing_zeros() as usize;
        sum += numbers.get(at).copied().unwrap_or(0);
        bits &= bits - 1;
    }
    sum
}
