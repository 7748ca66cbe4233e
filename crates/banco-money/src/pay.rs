//! What a line of a pay table pays, in the texts' own notation.

use std::fmt;
use std::str::FromStr;

use crate::{Amount, Percent};

/// What a line pays.
///
/// "To" pays come on top of the stake, which its owner keeps. "For" pays and money amounts include it:
/// the wager has already been taken.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pay {
    /// `40 to 1`, `19 to 20`, `3 to 2`.
    To(u64, u64),
    /// `75 for 1`.
    For(u64, u64),
    /// `$1,500`, `PHP100,000`: for the fixed wager of the pay table.
    Money(Amount),
    /// `100% of star`: a share of a progressive meter.
    Share(Percent, String),
    /// The wager is returned.
    Push,
    /// The wager loses although the line is printed.
    Loss,
}

impl Pay {
    /// Whether a bettor who reaches this line has won.
    #[must_use]
    pub const fn wins(&self) -> bool {
        !matches!(self, Self::Push | Self::Loss)
    }

    /// Whether at least as much comes back by this pay as by `floor`, the stake included, where the two can be
    /// compared: ratios with ratios, money with money.
    #[must_use]
    pub fn at_least(&self, floor: &Self) -> Option<bool> {
        if let (Self::Money(mine), Self::Money(theirs)) = (self, floor) {
            return (mine.currency() == theirs.currency()).then_some(mine.minor() >= theirs.minor());
        }
        let ((n, d), (floor_n, floor_d)) = (self.comes_back()?, floor.comes_back()?);
        Some(n.saturating_mul(floor_d) >= floor_n.saturating_mul(d))
    }

    /// What comes back for each unit staked, the stake included.
    fn comes_back(&self) -> Option<(u128, u128)> {
        match self {
            Self::To(n, d) => Some((u128::from(*n) + u128::from(*d), u128::from(*d))),
            Self::For(n, d) => Some((u128::from(*n), u128::from(*d))),
            Self::Push => Some((1, 1)),
            Self::Loss => Some((0, 1)),
            Self::Money(_) | Self::Share(..) => None,
        }
    }
}

/// Why a text is not a pay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not a pay; write it like `40 to 1`, `75 for 1`, `$1,500`, `PHP100,000`, `100% of star`, `push` or `loss`"
)]
pub struct ParsePayError {
    /// The text that was given.
    pub text: String,
}

impl FromStr for Pay {
    type Err = ParsePayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = text.trim();
        let pay = if word.eq_ignore_ascii_case("push") {
            Some(Self::Push)
        } else if word.eq_ignore_ascii_case("loss") {
            Some(Self::Loss)
        } else if let Some((numerator, denominator)) = parse_ratio(word, " to ") {
            Some(Self::To(numerator, denominator))
        } else if let Some((numerator, denominator)) = parse_ratio(word, " for ") {
            Some(Self::For(numerator, denominator))
        } else if let Some((share, meter)) = word.split_once(" of ") {
            let named = !meter.is_empty() && meter.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            share.parse().ok().filter(|_| named).map(|share| Self::Share(share, meter.to_owned()))
        } else {
            word.parse().ok().map(Self::Money)
        };
        pay.ok_or_else(|| ParsePayError { text: text.to_owned() })
    }
}

fn parse_ratio(text: &str, word: &str) -> Option<(u64, u64)> {
    let (numerator, denominator) = text.split_once(word)?;
    let numerator = numerator.trim().replace(',', "").parse().ok()?;
    let denominator = denominator.trim().parse().ok().filter(|&denominator| denominator > 0)?;
    Some((numerator, denominator))
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::To(numerator, denominator) => write!(f, "{numerator} to {denominator}"),
            Self::For(numerator, denominator) => write!(f, "{numerator} for {denominator}"),
            Self::Money(amount) => amount.fmt(f),
            Self::Share(share, meter) => write!(f, "{share} of {meter}"),
            Self::Push => f.write_str("push"),
            Self::Loss => f.write_str("loss"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Currency;

    #[test]
    fn the_texts_notation_reads_and_writes() {
        let dollars = |minor| Pay::Money(Amount::from_minor(minor, Currency::Usd));
        for (text, pay) in [
            ("40 to 1", Pay::To(40, 1)),
            ("19 to 20", Pay::To(19, 20)),
            ("3 to 2", Pay::To(3, 2)),
            ("75 for 1", Pay::For(75, 1)),
            ("$1,500", dollars(150_000)),
            ("PHP100,000", Pay::Money(Amount::from_minor(10_000_000, Currency::Php))),
            ("100% of star", Pay::Share(Percent::HUNDRED, "star".to_owned())),
            ("push", Pay::Push),
            ("loss", Pay::Loss),
        ] {
            assert_eq!(text.parse(), Ok(pay.clone()), "{text}");
            assert_eq!(pay.to_string(), text);
        }
        assert_eq!("Push".parse(), Ok(Pay::Push));
        assert_eq!("Loss".parse(), Ok(Pay::Loss));
    }

    #[test]
    fn what_is_not_a_pay_is_named() {
        for text in ["", "40", "40:1", "40 to 0", "to 1", "100% of ", "100%", "$100 0", "x% of star", "star"]
        {
            let error = text.parse::<Pay>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a pay")), "{error}");
        }
    }

    #[test]
    fn floors_compare_like_with_like() {
        let pay = |text: &str| text.parse::<Pay>().unwrap();
        assert_eq!(pay("9 to 1").at_least(&pay("8 to 1")), Some(true));
        assert_eq!(pay("8 to 1").at_least(&pay("8 to 1")), Some(true));
        assert_eq!(pay("15 to 2").at_least(&pay("8 to 1")), Some(false));
        assert_eq!(pay("9 for 1").at_least(&pay("8 to 1")), Some(true));
        assert_eq!(pay("8 for 1").at_least(&pay("8 to 1")), Some(false));
        assert_eq!(pay("1 to 1").at_least(&pay("push")), Some(true));
        assert_eq!(pay("loss").at_least(&pay("push")), Some(false));
        assert_eq!(pay("$9").at_least(&pay("8 to 1")), None);
        assert_eq!(pay("$9").at_least(&pay("$8")), Some(true));
    }
}
