//! How money is written down in records: whole minor units under the code of their currency, never a float.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap as _};
use serde::{Deserialize, Serialize, Serializer};

use crate::{Amount, Currency, Percent};

/// The greatest figure that every reader of JSON keeps exactly.
const EXACT: u64 = (1 << 53) - 1;

impl Serialize for Amount {
    /// `{"USD":10000}` is a hundred dollars.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.minor().unsigned_abs() > EXACT {
            return Err(S::Error::custom("an amount too large to be written down"));
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.currency().code(), &self.minor())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Figure;
        impl<'de> Visitor<'de> for Figure {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an amount such as {\"USD\":10000}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Amount, A::Error> {
                let currency = map.next_key::<Currency>()?;
                let currency = currency.ok_or_else(|| A::Error::custom("an amount without a currency"))?;
                let minor: i64 = map.next_value()?;
                if map.next_key::<Currency>()?.is_some() {
                    return Err(A::Error::custom("an amount of two currencies"));
                }
                if minor.unsigned_abs() > EXACT {
                    return Err(A::Error::custom("an amount too large to be written down"));
                }
                Ok(Amount::from_minor(minor, currency))
            }
        }
        deserializer.deserialize_map(Figure)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Code;
        impl Visitor<'_> for Code {
            type Value = Currency;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the code of a currency")
            }

            fn visit_str<E: serde::de::Error>(self, code: &str) -> Result<Currency, E> {
                Currency::from_code(code).ok_or_else(|| E::custom(format_args!("unknown currency `{code}`")))
            }
        }
        deserializer.deserialize_str(Code)
    }
}

impl Serialize for Percent {
    /// Hundredths of a percent: `10000` is all of it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.hundredths())
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Self::from_hundredths)
    }
}
