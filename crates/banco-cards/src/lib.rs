//! Cards, hands, point counts and burn counts: the vocabulary that every other crate speaks.
//!
//! Two counts of a card must never be confused: the *point count* of play, where tens and court cards
//! are worth nothing, and the *burn count* of the card shown before the first hand, where they are
//! worth ten. They are different types here ([`Points`] and [`BurnCount`]).

mod card;
mod count;
mod hand;
mod pack;
mod wire;

pub use card::{Card, Color, ParseCardError, Rank, Suit, format_cards, parse_cards};
pub use count::{BurnCount, Points};
pub use hand::{Hand, HandFull, Outcome, Side};
pub use pack::Pack;
