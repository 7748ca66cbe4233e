//! Exact percentages with up to two decimals.

use std::fmt;
use std::str::FromStr;

use crate::{Amount, MoneyError, Rounding};

/// A percentage, kept in hundredths of a percent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Percent(u32);

impl Percent {
    /// All of it.
    pub const HUNDRED: Self = Self(10_000);

    /// That many hundredths of a percent.
    #[must_use]
    pub const fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// Hundredths of a percent.
    #[must_use]
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// This share of an amount.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn share_of(self, amount: Amount, rounding: Rounding) -> Result<Amount, MoneyError> {
        amount.times(u64::from(self.0), u64::from(Self::HUNDRED.0), rounding)
    }
}

/// Why a text is not a percentage.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a percentage; write it like `5%` or `2.50%`")]
pub struct ParsePercentError {
    /// The text that was given.
    pub text: String,
}

impl FromStr for Percent {
    type Err = ParsePercentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let figure = text.trim().strip_suffix('%')?.trim_end();
            let (whole, decimals) = figure.split_once('.').unwrap_or((figure, "0"));
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if !digits(whole) || !digits(decimals) || decimals.len() > 2 {
                return None;
            }
            let hundredths: u32 = format!("{decimals:0<2}").parse().ok()?;
            whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(hundredths).map(Self)
        };
        parse().ok_or_else(|| ParsePercentError { text: text.to_owned() })
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 100 {
            0 => write!(f, "{}%", self.0 / 100),
            rest => write!(f, "{}.{rest:02}%", self.0 / 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Currency;

    #[test]
    fn percentages_read_and_write() {
        for (text, hundredths) in
            [("5%", 500), ("2.00%", 200), ("12.5%", 1250), ("100%", 10_000), ("0.05 %", 5)]
        {
            assert_eq!(text.parse(), Ok(Percent(hundredths)), "{text}");
        }
        assert_eq!(Percent(1250).to_string(), "12.50%");
        for text in ["5", "%", "5.%", ".5%", "1.234%", "-5%", "five%"] {
            assert!(text.parse::<Percent>().is_err(), "{text}");
        }
    }

    #[test]
    fn five_percent_to_the_cent() {
        let five = Percent(500);
        let of =
            |minor| five.share_of(Amount::from_minor(minor, Currency::Usd), Rounding::Down).unwrap().minor();
        assert_eq!((of(2000), of(2019), of(2020), of(19)), (100, 100, 101, 0));
    }
}
