//! Classes of coups: what a coup looks like from its final counts, its numbers of cards and its third cards.

use crate::counting::kinds::{Kind, value};

/// A finished hand: its count, and the value of its third card if it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandClass {
    pub total: u8,
    pub third: Option<u8>,
}

impl HandClass {
    /// A hand that starts with a total and may draw.
    pub const fn new(start: u8, third: Option<u8>) -> Self {
        match third {
            Some(value) => Self { total: (start + value) % 10, third },
            None => Self { total: start, third },
        }
    }

    /// The hand of these cards.
    fn from_cards(cards: &[Kind]) -> Self {
        let start = cards.iter().take(2).fold(0, |sum, kind| (sum + value(*kind)) % 10);
        Self::new(start, cards.get(2).map(|kind| value(*kind)))
    }

    pub const fn cards(self) -> u8 {
        if self.third.is_some() { 3 } else { 2 }
    }

    fn index(self) -> usize {
        usize::from(self.total) * 11 + usize::from(self.third.unwrap_or(10))
    }
}

/// A class of coups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    pub player: HandClass,
    pub banker: HandClass,
}

/// How many classes there can be with and without the values of third cards.
pub const FINE: usize = 110 * 110;
pub const PLAIN: usize = 400;

impl Class {
    /// The class of these cards.
    pub fn from_hands(player: &[Kind], banker: &[Kind]) -> Self {
        Self { player: HandClass::from_cards(player), banker: HandClass::from_cards(banker) }
    }

    /// A place among all classes.
    pub fn fine_place(self) -> usize {
        self.player.index() * 110 + self.banker.index()
    }

    /// A place among the classes that do not tell the values of third cards.
    pub fn plain_place(self) -> usize {
        let draws = usize::from(self.player.third.is_some()) + 2 * usize::from(self.banker.third.is_some());
        draws * 100 + usize::from(self.player.total) * 10 + usize::from(self.banker.total)
    }

    /// The same class without the values of third cards: only whether there are any.
    pub fn plain(self) -> Self {
        let hand = |hand: HandClass| HandClass { third: hand.third.map(|_| 0), ..hand };
        Self { player: hand(self.player), banker: hand(self.banker) }
    }
}
