//! Exact figures as people and programs read them.

use banco_money::{Amount, Currency};
use banco_odds::{Fraction, decimal};
use serde::Serialize;

use crate::document::Shown;
use crate::facts::MAIN;

/// An exact figure in JSON, with the nearest floating-point number beside it.
#[derive(Serialize)]
pub struct Figure {
    exact: String,
    decimal: f64,
}

impl Figure {
    /// The figure of a fraction.
    pub fn new(fraction: &Fraction) -> Self {
        Self { exact: fraction.to_string(), decimal: decimal(fraction) }
    }
}

/// An amount that was worked out exactly in minor units, to the nearest one.
pub fn money(minor: &Fraction, currency: Currency) -> String {
    let rounded = i64::try_from(minor.round().to_integer());
    rounded.map_or_else(
        |_| format!("{}{}", currency.sign(), decimal(minor)),
        |minor| Amount::from_minor(minor, currency).to_string(),
    )
}

/// A small amount that was worked out exactly in minor units, with six decimals of the major unit.
#[expect(clippy::float_arithmetic, reason = "an amount to be shown")]
pub fn small_money(minor: &Fraction, currency: Currency) -> String {
    let sign = if *minor < Fraction::from_integer(0.into()) { "-" } else { "" };
    format!("{sign}{}{:.6}", currency.sign(), decimal(minor).abs() / 100.0)
}

/// A share in percent.
#[expect(clippy::float_arithmetic, reason = "a share to be shown")]
pub fn percent(share: &Fraction) -> String {
    format!("{:.6}%", 100.0 * decimal(share))
}

/// A share that may be as small as a chance, with its significant digits.
pub fn small_share(share: &Fraction) -> String {
    Shown::Digits(MAIN).show_exact(share)
}

/// How rare a chance is: `1 in N`.
pub fn one_in(chance: &Fraction) -> String {
    let chance = decimal(chance);
    if chance > 0.0 { format!("{:.2}", chance.recip()) } else { "never".to_owned() }
}
