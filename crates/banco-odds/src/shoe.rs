//! The cards left in a shoe, by rank and suit.

use banco_cards::{Card, Pack, Rank, Suit};

/// Why a shoe cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShoeError {
    /// A card is taken out that is not there.
    #[error("there is no `{0}` left in the shoe")]
    NoSuchCard(Card),
    /// Fewer cards than a round may need.
    #[error("a round may need six cards, and only {0} are left")]
    TooFew(u64),
}

/// How many of each card are left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shoe {
    counts: [[u16; 13]; 4],
}

impl Shoe {
    /// A full shoe of that many standard decks.
    #[must_use]
    pub const fn full(decks: u16) -> Self {
        Self { counts: [[decks; 13]; 4] }
    }

    /// The cards of a pack.
    #[must_use]
    pub fn of(pack: &Pack) -> Self {
        let mut shoe = Self::full(0);
        for card in Card::all() {
            *shoe.count_mut(card) = u16::from(pack.copies(card));
        }
        shoe
    }

    /// The same shoe without one card.
    ///
    /// # Errors
    /// The card is not there.
    pub fn without(mut self, card: Card) -> Result<Self, ShoeError> {
        let count = self.count_mut(card);
        *count = count.checked_sub(1).ok_or(ShoeError::NoSuchCard(card))?;
        Ok(self)
    }

    /// How many of this card are left.
    #[must_use]
    pub fn count(&self, rank: Rank, suit: Suit) -> u64 {
        let row = self.counts.get(suit as usize);
        row.and_then(|row| row.get(usize::from(rank.number()) - 1)).map_or(0, |count| u64::from(*count))
    }

    fn count_mut(&mut self, card: Card) -> &mut u16 {
        #[expect(clippy::indexing_slicing, reason = "four suits and thirteen ranks fill the table")]
        &mut self.counts[card.suit as usize][usize::from(card.rank.number()) - 1]
    }

    /// How many cards are left.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.counts.iter().flatten().map(|count| u64::from(*count)).sum()
    }

    /// Whether none is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
