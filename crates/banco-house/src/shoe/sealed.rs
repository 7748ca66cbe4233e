//! A shoe as bytes, for whoever keeps it apart from everything else until it is dealt.
//!
//! ```text
//! 1 | number of cards, u16 little-endian | cards cut, u16 little-endian | secret, 32 bytes | a byte for each card
//! ```

use super::commitment::{card_byte, card_of};
use super::{ShoeFault, VirtualShoe};

const VERSION: u8 = 1;

impl VirtualShoe {
    /// The whole secret as bytes. Whoever keeps them seals them: they tell every card.
    #[must_use]
    pub fn to_secret_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.cards().to_le_bytes());
        bytes.extend(self.cut.to_le_bytes());
        bytes.extend(self.secret);
        bytes.extend(self.stack.iter().map(|card| card_byte(*card)));
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
        let ([VERSION], rest) = bytes.split_first_chunk()? else { return None };
        let (cards, rest) = rest.split_first_chunk()?;
        let (cut, rest) = rest.split_first_chunk()?;
        let (secret, rest) = rest.split_first_chunk()?;
        let (cards, cut) = (u16::from_le_bytes(*cards), u16::from_le_bytes(*cut));
        let stack = rest.iter().map(|byte| card_of(*byte)).collect::<Option<Vec<_>>>()?;
        let whole = stack.len() == usize::from(cards) && (cut < cards || cut == 0);
        whole.then_some(Self { stack, cut, secret: *secret })
    }
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
        assert_eq!(bytes.len(), 1 + 2 + 2 + 32 + 312);
        let kept = VirtualShoe::from_secret_bytes(&bytes).unwrap();
        assert!(kept == shoe && kept.commitment() == shoe.commitment());
        assert_eq!(kept.card(0), shoe.card(0));
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
        assert!(changed(0, 1).is_ok());
        for (at, to) in [(0, 2), (1, 53), (3, 52), (60, 52)] {
            assert_eq!(changed(at, to).err(), Some(ShoeFault::NotAShoe), "{at}");
        }
        for short in [0, 1, 4, 36, bytes.len() - 1] {
            assert!(VirtualShoe::from_secret_bytes(&bytes[..short]).is_err());
        }
    }
}
