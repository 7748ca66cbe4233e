//! Money to a fraction of the cent.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use banco_money::{Amount, Currency, MoneyError, Percent};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};

/// So many fine units make a minor unit: every share of a wager, to a hundredth of a percent, is then whole.
const PER_MINOR: i128 = 10_000;

/// A hundred percent, in hundredths.
const WHOLE: i128 = 10_000;

/// No record holds more than this, so that no sum of what was read can overflow.
const MOST: i128 = 10_i128.pow(30);

/// Money of a meter, in ten-thousandths of the minor unit of the link's currency.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fine(i128);

impl Fine {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// So many ten-thousandths of a minor unit.
    #[must_use]
    pub const fn from_units(units: i128) -> Self {
        Self(units)
    }

    /// In ten-thousandths of a minor unit.
    #[must_use]
    pub const fn units(self) -> i128 {
        self.0
    }

    /// A share of an amount, exactly.
    #[must_use]
    pub fn share(share: Percent, amount: Amount) -> Self {
        Self(i128::from(share.hundredths()) * i128::from(amount.minor()))
    }

    /// A share of it, rounded down to the minor unit.
    #[must_use]
    pub fn part(self, share: Percent) -> Self {
        Self(self.0 * i128::from(share.hundredths()) / WHOLE).floor()
    }

    /// Rounded down to the minor unit.
    #[must_use]
    pub const fn floor(self) -> Self {
        Self(self.0.div_euclid(PER_MINOR) * PER_MINOR)
    }

    /// The whole minor units in it.
    ///
    /// # Errors
    /// More than an amount can hold.
    pub fn whole(self, currency: Currency) -> Result<Amount, MoneyError> {
        let minor = i64::try_from(self.0.div_euclid(PER_MINOR)).map_err(|_| MoneyError::Overflow)?;
        Ok(Amount::from_minor(minor, currency))
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Takes up to so much out of it and says what was missing.
    pub(super) fn take(&mut self, wanted: Self) -> Self {
        let taken = wanted.min((*self).max(Self::ZERO));
        *self -= taken;
        wanted - taken
    }

    /// In figures, to the last fraction: `$450.0025`.
    #[must_use]
    pub fn text(self, currency: Currency) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = Self(self.0.abs());
        let whole = size.whole(currency).map_or_else(|_| size.0.to_string(), |amount| amount.to_string());
        let fraction = size.0 % PER_MINOR;
        if fraction == 0 {
            return format!("{sign}{whole}");
        }
        let cents = if whole.contains('.') { whole } else { format!("{whole}.00") };
        let digits = format!("{fraction:04}");
        format!("{sign}{cents}{}", digits.trim_end_matches('0'))
    }
}

impl From<Amount> for Fine {
    /// Exactly.
    fn from(amount: Amount) -> Self {
        Self(i128::from(amount.minor()) * PER_MINOR)
    }
}

impl Serialize for Fine {
    /// Decimal digits in a text: there may be more of them than a number of JSON keeps.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Fine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let units =
            text.parse::<i128>().ok().filter(|units| units.to_string() == text && units.abs() <= MOST);
        units.map(Self).ok_or_else(|| D::Error::custom("money of a meter is whole units, in decimal digits"))
    }
}

impl Add for Fine {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Fine {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Fine {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Fine {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Fine {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl std::iter::Sum for Fine {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fine_money_is_written_as_digits() {
        let much = Fine::from_units(-92_233_720_368_547_758_070_000);
        let text = serde_json::to_string(&much).unwrap_or_default();
        assert_eq!(text, "\"-92233720368547758070000\"");
        assert_eq!(serde_json::from_str::<Fine>(&text).ok(), Some(much));
        for wrong in ["\"+1\"", "\"01\"", "1", "\"1.5\"", "\"1000000000000000000000000000000001\""] {
            assert!(serde_json::from_str::<Fine>(wrong).is_err(), "{wrong}");
        }
    }
}
