//! A card in one byte: value in the lower half, suit and court card above it.
//!
//! The value is a mask away, which is what drawing needs; the rest tells rank and suit for wagers that look at them.

use banco_cards::{Card, Rank, Suit};

/// The bits of the point value.
pub const VALUE: u8 = 0x0F;

/// The byte of a card.
#[must_use]
pub const fn encode(card: Card) -> u8 {
    let court = card.rank.number().saturating_sub(Rank::Ten.number());
    card.points().get() | ((card.suit as u8) << 4) | (court << 6)
}

/// The card of a byte; bytes that are no card read as the nearest one.
#[must_use]
pub fn decode(code: u8) -> Card {
    let rank = match code & VALUE {
        0 => Rank::from_number(Rank::Ten.number().wrapping_add(code >> 6)),
        value => Rank::from_number(value),
    };
    let suit = Suit::ALL.get(usize::from((code >> 4) & 3)).copied().unwrap_or(Suit::Clubs);
    Card::new(rank.unwrap_or(Rank::Ten), suit)
}

/// The place of a rank, ace 0 to king 12.
#[inline]
#[must_use]
pub const fn rank_place(code: u8) -> u8 {
    match code & VALUE {
        0 => 9 + (code >> 6),
        value => value.wrapping_sub(1),
    }
}

/// The place of a card among 52.
#[inline]
#[must_use]
pub const fn place(code: u8) -> u8 {
    ((code >> 4) & 3) * 13 + rank_place(code)
}

/// The suit as one of four bits.
#[inline]
#[must_use]
pub const fn suit_bit(code: u8) -> u8 {
    1 << ((code >> 4) & 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        let mut places = std::collections::BTreeSet::new();
        for card in Card::all() {
            let code = encode(card);
            assert_eq!(decode(code), card);
            assert_eq!(code & VALUE, card.points().get());
            assert_eq!(rank_place(code), card.rank.number() - 1);
            places.insert(place(code));
        }
        assert_eq!(places.len(), 52);
    }
}
