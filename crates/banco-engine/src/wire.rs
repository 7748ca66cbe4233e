//! Shapes of the record that differ from those of the code: what is handy as a pair here is an object with names
//! there, because a record is read by people and by programs that never saw this code.

use banco_cards::Card;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hidden::Commitment;

/// Leaves out what is usually false.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub const fn is_false(value: &bool) -> bool {
    !*value
}

/// A participant and their seat: `{"person":3,"seat":{"index":2,"number":3}}`.
pub mod sitter {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use crate::authority::Person;
    use crate::table::Seat;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sitter {
        person: Person,
        seat: Seat,
    }

    pub fn serialize<S: Serializer>(person: &Person, seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        Sitter { person: *person, seat: *seat }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(Person, Seat), D::Error> {
        Sitter::deserialize(deserializer).map(|Sitter { person, seat }| (person, seat))
    }
}

/// Something of the Player's hand and of the Banker's: `{"banker":6,"player":7}`.
pub mod both_hands {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct BothHands<T> {
        banker: T,
        player: T,
    }

    pub fn serialize<S: Serializer, T: Serialize>(
        [player, banker]: &[T; 2],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        BothHands { banker, player }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
        deserializer: D,
    ) -> Result<[T; 2], D::Error> {
        BothHands::deserialize(deserializer).map(|BothHands { banker, player }| [player, banker])
    }
}

/// One card or two: `["7h"]`, `["7h","2c"]`.
pub mod one_or_two {
    use super::{Card, Deserialize as _, Deserializer, Serializer};
    use serde::de::Error as _;

    pub fn serialize<S: Serializer>(cards: &[Option<Card>; 2], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cards.iter().flatten())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Option<Card>; 2], D::Error> {
        match Vec::<Card>::deserialize(deserializer)?.as_slice() {
            [card] => Ok([Some(*card), None]),
            [first, second] => Ok([Some(*first), Some(*second)]),
            cards => Err(D::Error::invalid_length(cards.len(), &"one card or two")),
        }
    }
}

/// 32 bytes that keep something from being guessed, written like a commitment.
pub mod nonce {
    use super::{Commitment, Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub fn serialize<S: Serializer>(nonce: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        Commitment(*nonce).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        Commitment::deserialize(deserializer).map(|bytes| bytes.0)
    }
}

/// Keys of 32 bytes in one text: 64 digits each.
pub mod keys {
    use super::{Commitment, Deserialize as _, Deserializer, Serializer};
    use serde::de::{Error as _, IntoDeserializer as _, value};

    const DIGITS: usize = 64;

    #[expect(clippy::ptr_arg, reason = "serde asks for it")]
    pub fn serialize<S: Serializer>(keys: &Vec<[u8; 32]>, serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = keys.iter().map(|key| Commitment(*key).to_string()).collect();
        serializer.serialize_str(&texts.concat())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[u8; 32]>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("keys have 64 digits of 0-9 and a-f each");
        let key = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok()?.into_deserializer();
            Commitment::deserialize::<value::StrDeserializer<'_, value::Error>>(digits).ok().map(|key| key.0)
        };
        text.as_bytes().chunks(DIGITS).map(key).collect::<Option<_>>().ok_or_else(wrong)
    }
}

/// Cards in one text, two letters each: `7hKdTc`.
pub mod stack {
    use super::{Card, Deserialize as _, Deserializer, Serializer};
    use serde::de::Error as _;

    #[expect(clippy::ptr_arg, reason = "serde asks for it")]
    pub fn serialize<S: Serializer>(cards: &Vec<Card>, serializer: S) -> Result<S::Ok, S::Error> {
        let letters: Vec<String> = cards.iter().map(ToString::to_string).collect();
        serializer.serialize_str(&letters.concat())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let card = |letters: &[u8]| {
            let letters = std::str::from_utf8(letters).ok()?;
            letters.parse::<Card>().ok().filter(|card| card.to_string() == letters)
        };
        let cards: Option<Vec<Card>> = text.as_bytes().chunks(2).map(card).collect();
        cards.ok_or_else(|| D::Error::custom("cards have two letters each"))
    }
}

/// A fraction in parts of 2^64, as 16 digits: more than a JSON number holds for everybody.
pub mod fraction {
    use super::{Deserialize as _, Deserializer, Serializer};
    use serde::de::Error as _;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub fn serialize<S: Serializer>(fraction: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{fraction:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let fraction = u64::from_str_radix(&text, 16).ok();
        let fraction = fraction.filter(|fraction| format!("{fraction:016x}") == text);
        fraction.ok_or_else(|| D::Error::custom("a fraction has 16 digits of 0-9 and a-f"))
    }
}

/// A figure that every reader of JSON keeps: up to 2^53 - 1.
pub mod exact {
    use super::{Deserialize as _, Deserializer, Serializer};
    use serde::de::Error as _;
    use serde::ser::Error as _;

    const MOST: u64 = (1 << 53) - 1;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub fn serialize<S: Serializer>(figure: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match *figure {
            ..=MOST => serializer.serialize_u64(*figure),
            other => Err(S::Error::custom(format_args!("{other} is more than {MOST}"))),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        match u64::deserialize(deserializer)? {
            figure @ ..=MOST => Ok(figure),
            other => Err(D::Error::custom(format_args!("{other} is more than {MOST}"))),
        }
    }
}

/// A limit, with null for none: more than a JSON number holds for everybody.
pub mod unlimited {
    use super::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub fn serialize<S: Serializer>(limit: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        Some(*limit).filter(|limit| *limit != i64::MAX).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        Option::deserialize(deserializer).map(|limit| limit.unwrap_or(i64::MAX))
    }
}
