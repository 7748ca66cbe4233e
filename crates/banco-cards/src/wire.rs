//! How cards are written down in records: two letters each.

use std::fmt;

use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::{Card, Hand, Outcome, Points, Side};

impl Serialize for Card {
    /// `"7h"` is the seven of hearts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;
        impl Visitor<'_> for Letters {
            type Value = Card;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"7h\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Card, E> {
                let card: Card = text.parse().map_err(E::custom)?;
                // There is one way to write a card.
                if card.to_string() == text {
                    Ok(card)
                } else {
                    Err(E::custom(format_args!("`{text}` is written `{card}`")))
                }
            }
        }
        deserializer.deserialize_str(Letters)
    }
}

impl Serialize for Hand {
    /// The cards in the order in which they lie.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut hand = Self::default();
        for card in Vec::<Card>::deserialize(deserializer)? {
            hand.push(card).map_err(D::Error::custom)?;
        }
        Ok(hand)
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl Visitor<'_> for Named {
            type Value = Side;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`player` or `banker`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Side, E> {
                let found = Side::BOTH.into_iter().find(|side| side.name() == text);
                found.ok_or_else(|| E::custom(format_args!("`{text}` is no hand")))
            }
        }
        deserializer.deserialize_str(Named)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Player => "player",
            Self::Banker => "banker",
            Self::Tie => "tie",
        })
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}
