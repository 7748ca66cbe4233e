//! How cards are written down in records: two letters each.

use std::fmt;

use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::{Card, Hand, Outcome, Points, Side};

impl Serialize for Card {
    /// `"7h"` is the seven of hearts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.letters()).unwrap_or_default())
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
                if text.as_bytes() == card.letters() {
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
        struct Cards;
        impl<'de> Visitor<'de> for Cards {
            type Value = Hand;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the cards of a hand")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut cards: A) -> Result<Hand, A::Error> {
                let mut hand = Hand::default();
                while let Some(card) = cards.next_element()? {
                    hand.push(card).map_err(A::Error::custom)?;
                }
                Ok(hand)
            }
        }
        deserializer.deserialize_seq(Cards)
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
                found.ok_or_else(|| E::custom(format_args!("`{text}` is not a hand")))
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

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl Visitor<'_> for Named {
            type Value = Outcome;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`player`, `banker` or `tie`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Outcome, E> {
                match text {
                    "player" => Ok(Outcome::Player),
                    "banker" => Ok(Outcome::Banker),
                    "tie" => Ok(Outcome::Tie),
                    _ => Err(E::custom(format_args!("`{text}` is not an outcome"))),
                }
            }
        }
        deserializer.deserialize_str(Named)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = u8::deserialize(deserializer)?;
        let points = Self::of_value(count);
        if points.get() == count {
            return Ok(points);
        }
        Err(serde::de::Error::custom(format_args!("{count} is not a count of points")))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}
