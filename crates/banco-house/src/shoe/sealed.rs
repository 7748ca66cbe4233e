//! A shoe as bytes, for whoever keeps it apart from everything else until it is dealt.
//!
//! ```text
//! 2 | number of cards, u16 little-endian | cards cut, u16 little-endian | secret, 32 bytes | a byte for each card
//!   | 1 where the first card was set aside, else 0 | the keys that it was drawn from, 32 bytes each
//! ```
//!
//! Version 1 ended with the cards: what such a shoe was drawn from is not known.

use super::commitment::{card_byte, card_of};
use super::{ShoeFault, VirtualShoe};

const VERSION: u8 = 2;
const WITHOUT_SEED: u8 = 1;

impl VirtualShoe {
    /// The whole secret as bytes. Whoever keeps them seals them: they tell every card.
    #[must_use]
    pub fn to_secret_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.cards().to_le_bytes());
        bytes.extend(self.cut.to_le_bytes());
        bytes.extend(self.secret);
        bytes.extend(self.stack.iter().map(|card| card_byte(*card)));
        bytes.push(u8::from(self.aside));
        bytes.extend(self.seed.iter().flatten());
        bytes
    }

    /// The shoe that was kept in these bytes.
    ///
    /// # Errors
    /// They are no shoe.
    pub fn from_secret_bytes(bytes: &[u8]) -> Result<Self, ShoeFault> {
        Self::read(bytes).ok_or(ShoeFault::NotAShoe)
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (version @ (VERSION | WITHOUT_SEED), rest) =
            bytes.split_first().map(|(first, rest)| (*first, rest))?
        else {
            return None;
        };
        let (cards, rest) = rest.split_first_chunk()?;
        let (cut, rest) = rest.split_first_chunk()?;
        let (secret, rest) = rest.split_first_chunk()?;
        let (cards, cut) = (u16::from_le_bytes(*cards), u16::from_le_bytes(*cut));
        let (stack, rest) = rest.split_at_checked(usize::from(cards))?;
        let stack = stack.iter().map(|byte| card_of(*byte)).collect::<Option<Vec<_>>>()?;
        let (aside, seed) = if version == VERSION { drawn_from(rest)? } else { (false, Vec::new()) };
        let whole = (version == VERSION || rest.is_empty()) && (cut < cards || cut == 0);
        whole.then_some(Self { stack, cut, secret: *secret, seed, aside })
    }
}

/// Whether the first card was set aside, and the keys.
fn drawn_from(bytes: &[u8]) -> Option<(bool, Vec<[u8; 32]>)> {
    let (aside @ (0 | 1), rest) = bytes.split_first().map(|(first, rest)| (*first, rest))? else {
        return None;
    };
    let (keys, over) = rest.as_chunks();
    over.is_empty().then(|| (aside == 1, keys.to_vec()))
}

#[cfg(test)]
mod tests {
    use banco_cards::Pack;

    use super::*;
    use crate::chance::Chance;

    #[test]
    fn a_shoe_is_kept_and_dealt_on() {
        let mut shoe = VirtualShoe::arranged(&Pack::standard(6), Chance::System, "test").unwrap();
        shoe.cut(99);
        let bytes = shoe.to_secret_bytes();
        let keys = VirtualShoe::bits(312).div_ceil(256) as usize;
        assert_eq!(bytes.len(), 1 + 2 + 2 + 32 + 312 + 1 + 32 * keys);
        let kept = VirtualShoe::from_secret_bytes(&bytes).unwrap();
        assert!(kept == shoe && kept.commitment() == shoe.commitment());
        assert_eq!(kept.card(0), shoe.card(0));
    }

    #[test]
    fn a_shoe_that_was_kept_before_seeds_were_is_dealt_on() {
        let shoe = VirtualShoe::arranged(&Pack::standard(6), Chance::System, "test").unwrap();
        let mut bytes = shoe.to_secret_bytes()[..1 + 2 + 2 + 32 + 312].to_vec();
        bytes[0] = 1;
        let kept = VirtualShoe::from_secret_bytes(&bytes).unwrap();
        assert_eq!(kept.commitment(), shoe.commitment());
        assert_eq!(kept.opening().seed, Vec::<[u8; 32]>::new());
        bytes.push(0);
        assert_eq!(VirtualShoe::from_secret_bytes(&bytes), Err(ShoeFault::NotAShoe));
    }

    #[test]
    fn other_bytes_are_no_shoe() {
        let bytes =
            VirtualShoe::arranged(&Pack::standard(1), Chance::Seed(1), "test").unwrap().to_secret_bytes();
        let changed = |at: usize, to: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = to;
            VirtualShoe::from_secret_bytes(&bytes)
        };
        assert!(changed(0, 2).is_ok());
        for (at, to) in [(0, 1), (0, 3), (1, 53), (3, 52), (60, 52), (89, 2)] {
            assert_eq!(changed(at, to).err(), Some(ShoeFault::NotAShoe), "{at}");
        }
        for short in [0, 1, 4, 36, bytes.len() - 1] {
            assert!(VirtualShoe::from_secret_bytes(&bytes[..short]).is_err());
        }
    }
}
