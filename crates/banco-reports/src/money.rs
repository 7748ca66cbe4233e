//! Figures of reports: money and moments.

use std::fmt;

use banco_engine::cage::Time;
use banco_engine::link::Fine;
use banco_journal::At;
use banco_money::{Amount, Currency};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Money in whole minor units. A sum may be more than any single amount, and less than nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Money {
    /// Whole minor units: cents.
    pub minor: i128,
    /// ISO 4217.
    #[schemars(with = "String")]
    pub currency: Currency,
}

impl Money {
    /// So many minor units.
    #[must_use]
    pub const fn new(minor: i128, currency: Currency) -> Self {
        Self { minor, currency }
    }
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Self {
        Self::new(i128::from(amount.minor()), amount.currency())
    }
}

/// So many fine units of a meter make a minor unit.
const FINE: u128 = 10_000;

/// Money of a meter, exactly: it holds fractions of a minor unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FineMoney {
    /// Minor units in decimal digits, with up to four places: `45000.0025`.
    pub minor: String,
    /// ISO 4217.
    #[schemars(with = "String")]
    pub currency: Currency,
}

impl FineMoney {
    /// What a meter counts.
    #[must_use]
    pub fn new(fine: Fine, currency: Currency) -> Self {
        let sign = if fine.units() < 0 { "-" } else { "" };
        let size = fine.units().unsigned_abs();
        let (whole, rest) = (size / FINE, size % FINE);
        let digits = format!("{rest:04}");
        let places = digits.trim_end_matches('0');
        let point = if places.is_empty() { "" } else { "." };
        Self { minor: format!("{sign}{whole}{point}{places}"), currency }
    }
}

/// A moment, in UTC: `2026-11-16T02:15:00.000001Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(pub At);

impl From<Time> for Moment {
    fn from(time: Time) -> Self {
        Self(At(i64::try_from(time.0).unwrap_or(i64::MAX).saturating_mul(MICROS)))
    }
}

/// Microseconds in a second.
const MICROS: i64 = 1_000_000;

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing was written down before 1970.
        let micros = self.0.0.max(0);
        let seconds = Time(u64::try_from(micros / MICROS).unwrap_or_default()).to_string();
        let mut parts = seconds.split(' ');
        let (day, time) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        write!(f, "{day}T{time}.{:06}Z", micros % MICROS)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_web_does() {
        assert_eq!(Moment(At(0)).to_string(), "1970-01-01T00:00:00.000000Z");
        assert_eq!(Moment(At(1_794_795_300_000_001)).to_string(), "2026-11-16T02:15:00.000001Z");
    }

    #[test]
    fn fractions_of_a_cent_are_kept() {
        let text = |units| FineMoney::new(Fine::from_units(units), Currency::Usd).minor;
        assert_eq!(text(450_000_025), "45000.0025");
        assert_eq!(text(-15_000), "-1.5");
        assert_eq!(text(0), "0");
        assert_eq!(text(-1), "-0.0001");
    }
}
