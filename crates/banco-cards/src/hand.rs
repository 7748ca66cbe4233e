//! The two hands of a coup, and which of them won.

use std::fmt;

use crate::{Card, Points};

/// One of the two hands. People who bet on them, hold the bank or deal are never called this.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the two hands")]
pub enum Side {
    Player,
    Banker,
}

impl Side {
    /// Both hands, in dealing order.
    pub const BOTH: [Self; 2] = [Self::Player, Self::Banker];

    /// The other hand.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Player => Self::Banker,
            Self::Banker => Self::Player,
        }
    }

    /// `player` or `banker`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Banker => "banker",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which hand counted higher, or neither.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the three outcomes")]
pub enum Outcome {
    Player,
    Banker,
    Tie,
}

impl Outcome {
    /// Compares final point counts.
    #[must_use]
    pub fn from_points(player: Points, banker: Points) -> Self {
        match player.cmp(&banker) {
            std::cmp::Ordering::Greater => Self::Player,
            std::cmp::Ordering::Less => Self::Banker,
            std::cmp::Ordering::Equal => Self::Tie,
        }
    }

    /// The hand that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Player => Some(Side::Player),
            Self::Banker => Some(Side::Banker),
            Self::Tie => None,
        }
    }

    /// `player`, `banker` or `tie`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Banker => "banker",
            Self::Tie => "tie",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fourth card was offered to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hand holds at most three cards")]
pub struct HandFull;

/// The cards of one hand in the order dealt: at most three, kept in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    cards: [Option<Card>; 3],
}

impl Hand {
    /// The hand with these cards.
    ///
    /// # Errors
    /// A hand holds at most three.
    pub fn new(cards: &[Card]) -> Result<Self, HandFull> {
        let mut hand = Self::default();
        for &card in cards {
            hand.push(card)?;
        }
        Ok(hand)
    }

    /// Adds the next card.
    ///
    /// # Errors
    /// The hand already holds three.
    pub fn push(&mut self, card: Card) -> Result<(), HandFull> {
        let place = self.cards.iter_mut().find(|place| place.is_none()).ok_or(HandFull)?;
        *place = Some(card);
        Ok(())
    }

    /// The cards in the order dealt.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().flatten().copied()
    }

    /// How many cards the hand holds.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.cards.iter().flatten().fold(0, |count, _| count + 1)
    }

    /// Whether no card was dealt yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first two cards, once both are there.
    #[must_use]
    pub const fn first_two(&self) -> Option<[Card; 2]> {
        match self.cards {
            [Some(first), Some(second), _] => Some([first, second]),
            _ => None,
        }
    }

    /// The third card, if one was dealt.
    #[must_use]
    pub const fn third(&self) -> Option<Card> {
        let [_, _, third] = self.cards;
        third
    }

    /// The point count of all its cards.
    #[must_use]
    pub fn total(&self) -> Points {
        self.cards().map(Card::points).sum()
    }

    /// The point count of the first two cards.
    #[must_use]
    pub fn initial_total(&self) -> Points {
        self.cards().take(2).map(Card::points).sum()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<_> = self.cards().collect();
        f.write_str(&crate::format_cards(&cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_cards;

    fn hand(text: &str) -> Hand {
        Hand::new(&parse_cards(text).unwrap()).unwrap()
    }

    #[test]
    fn a_hand_counts_all_its_cards_and_its_first_two() {
        let three = hand("Ah 2c 9d");
        assert_eq!((three.total().get(), three.initial_total().get(), three.len()), (2, 3, 3));
        assert_eq!(three.third().map(|card| card.to_string()), Some("9d".to_owned()));
        assert_eq!(three.to_string(), "Ah 2c 9d");
        assert_eq!(hand("Ah 2c").third(), None);
    }

    #[test]
    fn a_fourth_card_is_refused() {
        assert_eq!(hand("Ah 2c 9d").push(Card::all().next().unwrap()), Err(HandFull));
    }

    #[test]
    fn the_higher_count_wins() {
        let of = |p, b| Outcome::from_points(Points::of_value(p), Points::of_value(b));
        assert_eq!((of(9, 8), of(0, 1), of(5, 5)), (Outcome::Player, Outcome::Banker, Outcome::Tie));
    }
}
