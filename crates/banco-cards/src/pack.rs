//! How many of each card a shoe was made up from.

use crate::{Card, Rank};

/// The make-up of the cards in play: a number of whole decks, perhaps without some ranks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pack {
    decks: u8,
    removed: Vec<Rank>,
}

impl Pack {
    /// That many standard decks of 52 cards.
    #[must_use]
    pub const fn standard(decks: u8) -> Self {
        Self { decks, removed: Vec::new() }
    }

    /// The same decks with every card of these ranks taken out (Super Pan 9).
    #[must_use]
    pub fn without(mut self, ranks: &[Rank]) -> Self {
        self.removed.extend(ranks);
        self
    }

    /// The number of decks.
    #[must_use]
    pub const fn decks(&self) -> u8 {
        self.decks
    }

    /// How many copies of this card the pack holds.
    #[must_use]
    pub fn copies(&self, card: Card) -> u8 {
        if self.removed.contains(&card.rank) { 0 } else { self.decks }
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> u16 {
        self.cards().fold(0, |count, _| count + 1)
    }

    /// Whether the pack holds no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every card of the pack, deck by deck.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        (0..self.decks).flat_map(|_| Card::all()).filter(|card| !self.removed.contains(&card.rank))
    }

    /// The first card that these hold more often than the pack does: the ninth `7h` of eight decks.
    #[must_use]
    pub fn first_excess(&self, cards: &[Card]) -> Option<Card> {
        cards.iter().enumerate().find_map(|(at, card)| {
            let seen = cards.iter().take(at + 1).filter(|other| *other == card).count();
            (seen > usize::from(self.copies(*card))).then_some(*card)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_cards;

    #[test]
    fn eight_decks_hold_416_cards_and_eight_of_each() {
        let pack = Pack::standard(8);
        assert_eq!(pack.len(), 416);
        let seven = parse_cards("7h").unwrap()[0];
        assert_eq!(pack.first_excess(&[seven; 8]), None);
        assert_eq!(pack.first_excess(&[seven; 9]), Some(seven));
    }

    #[test]
    fn ranks_can_be_taken_out() {
        let pack = Pack::standard(6).without(&[Rank::Seven, Rank::Eight, Rank::Nine, Rank::Ten]);
        assert_eq!(pack.len(), 6 * 36);
        assert_eq!(pack.first_excess(&parse_cards("6h Th").unwrap()).unwrap().to_string(), "Th");
    }
}
