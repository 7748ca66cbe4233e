//! What may not be seen: face-down cards, hidden triggers.
//!
//! There is one type for it. Printing or writing it down in whatever way shows a commitment at most; whoever
//! looks inside calls [`Hidden::unseal`], so that the places that may can be searched for.

use std::fmt;

use banco_cards::Card;
use serde::de::{Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// A promise in public about something hidden: SHA-256 of it and a secret that keeps it from being guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// To bytes under a label that says what they are, with a secret.
    #[must_use]
    pub fn new(label: &str, secret: &[u8; 32], bytes: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(label.as_bytes());
        hasher.update(secret);
        hasher.update(bytes);
        Self(hasher.finalize().into())
    }

    /// To a card at a place of its shoe: SHA-256 of the label `banco card`, the secret, the place as two bytes,
    /// the lower first, and the card's two letters.
    #[must_use]
    pub fn to_card(secret: &[u8; 32], place: u16, card: Card) -> Self {
        let mut bytes = place.to_le_bytes().to_vec();
        bytes.extend(card.to_string().bytes());
        Self::new("banco card", secret, &bytes)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            let digits = [byte >> 4, byte & 15].map(|digit| DIGITS.get(usize::from(digit)).copied());
            pair.iter_mut().zip(digits.into_iter().flatten()).for_each(|(place, digit)| *place = digit);
        }
        serializer.serialize_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Commitment;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 digits of 0-9 and a-f")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Commitment, E> {
                bytes_of(text).map(Commitment).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Digits)
    }
}

/// 32 bytes in 64 digits of 0-9 and a-f.
fn bytes_of(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (place, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let [high, low] = pair else { return None };
        *place = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

/// Something that may not be seen, as far as it is known here, with the public commitment to it, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hidden<T> {
    value: Option<T>,
    commitment: Option<Commitment>,
}

impl<T: Copy> Hidden<T> {
    /// Something known, without a commitment.
    pub const fn new(value: T) -> Self {
        Self { value: Some(value), commitment: None }
    }

    /// Something known, with the commitment to it.
    pub const fn committed(value: T, commitment: Commitment) -> Self {
        Self { value: Some(value), commitment: Some(commitment) }
    }

    /// Something that nobody here knows.
    #[must_use]
    pub const fn unknown() -> Self {
        Self { value: None, commitment: None }
    }

    /// Whether it is known here.
    pub const fn is_known(&self) -> bool {
        self.value.is_some()
    }

    /// The public commitment to it.
    pub const fn commitment(&self) -> Option<Commitment> {
        self.commitment
    }

    /// Looks inside. Only for the rules, for whoever holds it, and for the sealed part of a record.
    pub const fn unseal(&self) -> Option<T> {
        self.value
    }

    /// The same with what a sealed part of a record says it is.
    #[must_use]
    pub const fn filled(self, value: T) -> Self {
        Self { value: Some(value), ..self }
    }

    /// The same without what it is.
    #[must_use]
    pub const fn emptied(self) -> Self {
        Self { value: None, ..self }
    }
}

impl<T> fmt::Display for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.commitment {
            Some(commitment) => write!(f, "sealed {commitment}"),
            None => f.write_str("hidden"),
        }
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T> Serialize for Hidden<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.commitment.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Hidden<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { value: None, commitment: Option::deserialize(deserializer)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_card_is_never_printed() {
        let card = "7h".parse::<Card>().unwrap_or_else(|error| panic!("{error}"));
        let commitment = Commitment::to_card(&[7; 32], 12, card);
        for hidden in [Hidden::new(card), Hidden::committed(card, commitment)] {
            let written = serde_json::to_string(&hidden).unwrap_or_else(|error| panic!("{error}"));
            for text in [format!("{hidden}"), format!("{hidden:?}"), format!("{hidden:#?}"), written] {
                assert!(!text.contains("7h") && !text.to_lowercase().contains("seven"), "{text}");
            }
        }
        assert_eq!(Hidden::new(card).unseal(), Some(card));
    }

    #[test]
    fn a_commitment_reads_back() {
        let commitment = Commitment::new("label", &[1; 32], b"bytes");
        let text = serde_json::to_string(&commitment).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(text, format!("\"{commitment}\""));
        assert_eq!(serde_json::from_str::<Commitment>(&text).ok(), Some(commitment));
        assert!(serde_json::from_str::<Commitment>("\"12\"").is_err());
    }
}
