//! `Amount`: an integer number of minor units of one currency.

use std::fmt;
use std::str::FromStr;

use crate::Rounding;

/// The currencies that the rulebooks name.
///
/// As wide as the figure beside it in an [`Amount`]: amounts without padding are copied in two moves, and a table
/// copies many of them in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u64)]
pub enum Currency {
    /// United States dollars, written `$`.
    #[default]
    Usd,
    /// Philippine pesos, written `PHP`.
    Php,
}

impl Currency {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Usd, Self::Php];

    /// The three-letter code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Usd => "USD",
            Self::Php => "PHP",
        }
    }

    /// How the texts write it before a figure.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Usd => "$",
            Self::Php => "PHP",
        }
    }

    /// The currency with that three-letter code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.code() == code)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Minor units in a major one; the same for every currency here.
const MINOR_PER_MAJOR: i64 = 100;

/// Why a sum of money could not be worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoneyError {
    /// Dollars and pesos do not mix.
    #[error("{0} and {1} cannot be added together")]
    CurrencyMismatch(Currency, Currency),
    /// A stake of nothing, or less.
    #[error("the amount must be more than zero")]
    NotPositive,
    /// The figure does not fit.
    #[error("the amount is too large")]
    Overflow,
}

/// A sum of money: whole minor units (cents) of a currency; negative when owed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Amount {
    minor: i64,
    currency: Currency,
}

impl Amount {
    /// That many minor units.
    #[must_use]
    pub const fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing, in that currency.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::from_minor(0, currency)
    }

    /// The number of minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Whether it is more than nothing.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.minor > 0
    }

    /// Whether it is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.minor == 0
    }

    /// The sum.
    ///
    /// # Errors
    /// Different currencies, or a figure that does not fit.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        let minor = self.minor.checked_add(other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Self { minor, ..self })
    }

    /// The difference.
    ///
    /// # Errors
    /// Different currencies, or a figure that does not fit.
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.plus(other.negated()?)
    }

    /// The same amount owed the other way.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn negated(self) -> Result<Self, MoneyError> {
        let minor = self.minor.checked_neg().ok_or(MoneyError::Overflow)?;
        Ok(Self { minor, ..self })
    }

    /// `numerator / denominator` of this amount; the fraction of a minor unit goes as `rounding` says.
    ///
    /// # Errors
    /// A figure that does not fit, or a denominator of zero.
    pub fn times(self, numerator: u64, denominator: u64, rounding: Rounding) -> Result<Self, MoneyError> {
        let product =
            i128::from(self.minor).checked_mul(i128::from(numerator)).ok_or(MoneyError::Overflow)?;
        let (quotient, exact) = divide(product, denominator).ok_or(MoneyError::Overflow)?;
        let away = if exact || rounding == Rounding::Down { 0 } else { product.signum() };
        let minor = quotient.checked_add(away).and_then(|minor| i64::try_from(minor).ok());
        Ok(Self { minor: minor.ok_or(MoneyError::Overflow)?, ..self })
    }

    /// How often `unit` goes into this amount, if it goes exactly.
    ///
    /// # Errors
    /// Different currencies.
    pub fn exact_multiple_of(self, unit: Self) -> Result<Option<u64>, MoneyError> {
        self.same_currency(unit)?;
        let exact = self.minor.checked_rem(unit.minor) == Some(0);
        let times = self.minor.checked_div(unit.minor).and_then(|times| u64::try_from(times).ok());
        Ok(times.filter(|_| exact))
    }

    /// This amount, or the next multiple of `unit` above it.
    ///
    /// # Errors
    /// Different currencies, a unit of zero, or a figure that does not fit.
    pub fn up_to_multiple_of(self, unit: Self) -> Result<Self, MoneyError> {
        self.same_currency(unit)?;
        let over = self.minor.checked_rem_euclid(unit.minor).ok_or(MoneyError::Overflow)?;
        if over == 0 {
            return Ok(self);
        }
        let up = unit.minor.checked_sub(over).ok_or(MoneyError::Overflow)?;
        self.plus(Self { minor: up, ..self })
    }

    /// Reads a figure such as `100`, `2.50` or `$1,500`; a bare one is in `currency`.
    ///
    /// # Errors
    /// Says what an amount looks like.
    pub fn parse_in(text: &str, currency: Currency) -> Result<Self, ParseAmountError> {
        let error = || ParseAmountError { text: text.to_owned() };
        let trimmed = text.trim();
        if let Some(cents) = trimmed.strip_suffix('¢') {
            let minor = parse_grouped(cents).ok_or_else(error)?;
            return Ok(Self::from_minor(minor, Currency::Usd));
        }
        let signed =
            Currency::ALL.into_iter().find_map(|c| trimmed.strip_prefix(c.sign()).map(|rest| (c, rest)));
        let (currency, figure) = signed.unwrap_or((currency, trimmed));
        parse_figure(figure).map(|minor| Self::from_minor(minor, currency)).ok_or_else(error)
    }

    const fn same_currency(self, other: Self) -> Result<(), MoneyError> {
        match (self.currency, other.currency) {
            (Currency::Usd, Currency::Usd) | (Currency::Php, Currency::Php) => Ok(()),
            (mine, theirs) => Err(MoneyError::CurrencyMismatch(mine, theirs)),
        }
    }
}

/// The quotient towards nothing, and whether it is exact. Nearly all products fit into 64 bits, and dividing
/// these takes a fraction of the time.
fn divide(product: i128, denominator: u64) -> Option<(i128, bool)> {
    if let (Ok(product), Ok(denominator)) = (i64::try_from(product), i64::try_from(denominator)) {
        let quotient = product.checked_div(denominator)?;
        return Some((i128::from(quotient), product.checked_rem(denominator)? == 0));
    }
    let denominator = i128::from(denominator);
    Some((product.checked_div(denominator)?, product.checked_rem(denominator)? == 0))
}

/// Major units with up to two decimals.
fn parse_figure(text: &str) -> Option<i64> {
    let (major, cents) = match text.split_once('.') {
        Some((major, cents)) => (major, parse_cents(cents)?),
        None => (text, 0),
    };
    parse_grouped(major)?.checked_mul(MINOR_PER_MAJOR)?.checked_add(cents)
}

fn parse_cents(text: &str) -> Option<i64> {
    let digits: i64 = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    match text.len() {
        1 => digits.checked_mul(10),
        2 => Some(digits),
        _ => None,
    }
}

/// Digits, with commas between groups of three or none at all.
fn parse_grouped(text: &str) -> Option<i64> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped =
        rest.iter().all(|group| group.len() == 3) && (rest.is_empty() || (1..=3).contains(&first.len()));
    let digits: String = text.chars().filter(|&c| c != ',').collect();
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| grouped && plain)
}

/// Why a text is not an amount of money.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not an amount of money; write it like `$25`, `$1,500`, `2.50` or `PHP100`")]
pub struct ParseAmountError {
    /// The text that was given.
    pub text: String,
}

impl FromStr for Amount {
    type Err = ParseAmountError;

    /// Reads an amount that names its currency (`$1,500`, `PHP100,000`, `25¢`).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = text.trim().starts_with(|c: char| c.is_ascii_digit()) && !text.contains('¢');
        if bare {
            Err(ParseAmountError { text: text.to_owned() })
        } else {
            Self::parse_in(text, Currency::Usd)
        }
    }
}

/// The digits of a number with commas between thousands; what stands behind its point stays as it is.
#[must_use]
pub fn with_commas(number: &str) -> String {
    let (whole, rest) = number.find('.').map_or((number, ""), |point| number.split_at(point));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

impl fmt::Display for Amount {
    /// As the texts write it: whole units bare, cents after a point, thousands with commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.minor < 0 { "-" } else { "" };
        let minor = self.minor.unsigned_abs();
        let per_major = MINOR_PER_MAJOR.unsigned_abs();
        let (major, cents) = (minor / per_major, minor % per_major);
        write!(f, "{sign}{}{}", self.currency.sign(), with_commas(&major.to_string()))?;
        if cents > 0 { write!(f, ".{cents:02}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usd(minor: i64) -> Amount {
        Amount::from_minor(minor, Currency::Usd)
    }

    #[test]
    fn amounts_read_as_the_texts_write_them() {
        assert_eq!("$1,500".parse(), Ok(usd(150_000)));
        assert_eq!("$5.00".parse(), Ok(usd(500)));
        assert_eq!("$0.5".parse(), Ok(usd(50)));
        assert_eq!("25¢".parse(), Ok(usd(25)));
        assert_eq!("PHP100,000".parse(), Ok(Amount::from_minor(10_000_000, Currency::Php)));
        assert_eq!(Amount::parse_in("2.50", Currency::Php), Ok(Amount::from_minor(250, Currency::Php)));
    }

    #[test]
    fn damaged_figures_are_refused() {
        for text in ["$100 0", "$1,50", "$,500", "$1.234", "$-5", "$", "5", "€5", "$1,5000", "$1.+1"] {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }

    #[test]
    fn currencies_do_not_mix() {
        let peso = Amount::from_minor(1, Currency::Php);
        assert_eq!(usd(1).plus(peso), Err(MoneyError::CurrencyMismatch(Currency::Usd, Currency::Php)));
    }

    #[test]
    fn multiples_of_a_quarter_at_the_threshold_and_beside_it() {
        let quarter = usd(25);
        for (minor, up) in [(0, 0), (1, 25), (24, 25), (25, 25), (26, 50), (49, 50), (50, 50), (51, 75)] {
            assert_eq!(usd(minor).up_to_multiple_of(quarter), Ok(usd(up)), "{minor}");
        }
    }

    #[test]
    fn nothing_overflows_silently() {
        assert_eq!(usd(i64::MAX).plus(usd(1)), Err(MoneyError::Overflow));
        assert_eq!(usd(i64::MAX).times(2, 1, Rounding::Down), Err(MoneyError::Overflow));
        assert_eq!(usd(1).times(1, 0, Rounding::Down), Err(MoneyError::Overflow));
        assert_eq!(usd(1).up_to_multiple_of(usd(0)), Err(MoneyError::Overflow));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(minor in 0i64..1_000_000_000_000) {
            let amount = usd(minor);
            prop_assert_eq!(amount.to_string().parse(), Ok(amount));
        }

        #[test]
        fn fractions_round_by_less_than_one_unit(minor in -1_000_000i64..1_000_000, n in 1u64..400, d in 1u64..400) {
            let down = usd(minor).times(n, d, Rounding::Down).unwrap().minor();
            let up = usd(minor).times(n, d, Rounding::Up).unwrap().minor();
            prop_assert!(down.abs() <= up.abs() && up.abs() - down.abs() <= 1);
            prop_assert!((i128::from(down) * i128::from(d)).abs() <= (i128::from(minor) * i128::from(n)).abs());
        }
    }
}
