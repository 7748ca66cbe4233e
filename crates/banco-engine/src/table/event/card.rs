//! Cards on the table, which may lie face down.

use std::fmt;

use banco_cards::Card;
use serde::{Deserialize, Serialize};

use crate::hidden::Hidden;

/// How a card lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// Face down.
    Down(Hidden<Card>),
    /// Face up.
    Up(Card),
}

/// A card on the table, and its place in the order of the shoe. Whoever prints one sees a face-down card's back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laid {
    face: Face,
    place: u16,
}

impl Laid {
    /// A card face up.
    #[must_use]
    pub const fn up(card: Card, place: u16) -> Self {
        Self { face: Face::Up(card), place }
    }

    /// A card face down, known to the shoe or to nobody.
    #[must_use]
    pub const fn down(card: Hidden<Card>, place: u16) -> Self {
        Self { face: Face::Down(card), place }
    }

    /// How many cards had left the shoe before it.
    #[must_use]
    pub const fn place(&self) -> u16 {
        self.place
    }

    /// The same card at another place: a continuous shuffler counts anew.
    #[must_use]
    pub const fn at(self, place: u16) -> Self {
        Self { place, ..self }
    }

    /// How it lies.
    #[must_use]
    pub const fn face(&self) -> Face {
        self.face
    }

    /// Whether it lies face up.
    #[must_use]
    pub const fn is_up(&self) -> bool {
        matches!(self.face, Face::Up(_))
    }

    /// The card, if it lies face up.
    #[must_use]
    pub const fn shown(&self) -> Option<Card> {
        match self.face {
            Face::Up(card) => Some(card),
            Face::Down(_) => None,
        }
    }

    /// The card as its holder sees it. Only for the holder, the rules and the sealed part of a record.
    #[must_use]
    pub const fn unseal(&self) -> Option<Card> {
        match self.face {
            Face::Up(card) => Some(card),
            Face::Down(hidden) => hidden.unseal(),
        }
    }

    /// The same card, turned face up.
    #[must_use]
    pub const fn turned(&self, card: Card) -> Self {
        Self::up(card, self.place)
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.face, f)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Up(card) => fmt::Display::fmt(card, f),
            Self::Down(_) => f.write_str("face down"),
        }
    }
}
