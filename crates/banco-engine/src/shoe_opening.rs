//! A virtual shoe that is shown as a whole, by which everybody can check what was promised of it.
//!
//! ```text
//! salt   SHA-256("banco shoe salt 1" | secret of the shoe, 32 bytes | place in the stack, u16 little-endian)
//! leaf   SHA-256("banco card" | salt, 32 bytes | place in the stack, u16 little-endian | card, two letters: Kd)
//! root   SHA-256("banco shoe root 1" | number of cards, u16 little-endian | leaf 0 | leaf 1 | ...)
//! ```
//!
//! The root is the whole promise: no other order and no other secret leads to it. How the order was drawn
//! from the seed is told in `docs/fairness.md`; nothing here draws anything.

use std::fmt;

use banco_cards::Card;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::hidden::Commitment;

const ROOT: &[u8] = b"banco shoe root 1";
const SALT: &[u8] = b"banco shoe salt 1";

/// A shoe that is shown as a whole: its order, the secret of its salts, and what it was drawn from. Fields
/// stand in alphabetical order, as a record has them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeOpening {
    /// Whether the first card was set aside when the others were shuffled, as a continuous shuffler may have
    /// it.
    pub aside: bool,
    /// The stack as it was shuffled, from the top, before any cut.
    #[serde(with = "crate::wire::stack")]
    pub cards: Vec<Card>,
    /// What the salts of the cards are made from.
    #[serde(with = "crate::wire::nonce")]
    pub secret: [u8; 32],
    /// The keys that order and secret were drawn from; none where they were not kept.
    #[serde(with = "crate::wire::keys")]
    pub seed: Vec<[u8; 32]>,
}

impl ShoeOpening {
    /// The commitment to each card, by its place in the stack.
    #[must_use]
    pub fn leaves(&self) -> Vec<Commitment> {
        let places = (0..=u16::MAX).zip(&self.cards);
        places.map(|(at, card)| Commitment::to_card(&salt(&self.secret, at), at, *card)).collect()
    }

    /// The commitment to all of them, which was published before the cut.
    #[must_use]
    pub fn root(&self) -> Commitment {
        Commitment::to_shoe(&self.leaves())
    }
}

/// It may be held before its shoe is over, so it is not printed by chance.
impl fmt::Debug for ShoeOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShoeOpening").field("cards", &self.cards.len()).finish_non_exhaustive()
    }
}

/// The salt of the card at a place of the stack. One salt tells nothing of the secret, nor of another salt.
#[must_use]
pub fn salt(secret: &[u8; 32], place: u16) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(SALT);
    hasher.update(secret);
    hasher.update(place.to_le_bytes());
    hasher.finalize().into()
}

impl Commitment {
    /// To all cards of a shoe, by the commitments to each of them in the order of the stack.
    #[must_use]
    pub fn to_shoe(leaves: &[Self]) -> Self {
        // A shoe of more cards than that cannot be made.
        let cards = u16::try_from(leaves.len()).unwrap_or(u16::MAX);
        let mut hasher = Sha256::new();
        hasher.update(ROOT);
        hasher.update(cards.to_le_bytes());
        leaves.iter().for_each(|leaf| hasher.update(leaf.0));
        Self(hasher.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use banco_cards::parse_cards;

    use super::*;

    fn opening() -> ShoeOpening {
        let cards = parse_cards("7h Kd Tc").unwrap();
        ShoeOpening { aside: false, cards, secret: [7; 32], seed: vec![[1; 32], [2; 32]] }
    }

    #[test]
    fn an_opening_has_one_form() {
        let text = serde_json::to_string(&opening()).unwrap();
        let (secret, seed) = ("07".repeat(32), "01".repeat(32) + &"02".repeat(32));
        let wanted = format!(r#"{{"aside":false,"cards":"7hKdTc","secret":"{secret}","seed":"{seed}"}}"#);
        assert_eq!(text, wanted);
        assert_eq!(serde_json::from_str::<ShoeOpening>(&text).unwrap(), opening());
        for (from, to) in
            [("7hKdTc", "7hKdT"), ("7hKd", "7hkd"), ("7hKd", "7h Kd"), ("0101", "01"), ("0101", "010G")]
        {
            assert!(serde_json::from_str::<ShoeOpening>(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
        assert_eq!(format!("{:?}", opening()), "ShoeOpening { cards: 3, .. }");
    }

    #[test]
    fn the_root_is_over_every_card_every_place_and_the_secret() {
        let root = opening().root();
        assert_eq!(root, opening().root());
        let mut changed = opening();
        changed.secret = [8; 32];
        assert_ne!(changed.root(), root);
        for cards in ["Kd 7h Tc", "7h Kd", "7h Kd Tc Tc", "7h Kd Td"] {
            let cards = parse_cards(cards).unwrap();
            assert_ne!(ShoeOpening { cards, ..opening() }.root(), root);
        }
    }
}
