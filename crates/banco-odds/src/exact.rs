//! Exact fractions: where an answer is rational, it is kept so until it is shown.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// An exact fraction of any size.
pub type Fraction = BigRational;

/// A whole number.
pub fn whole(number: impl Into<BigInt>) -> Fraction {
    Fraction::from_integer(number.into())
}

/// One number over another; nothing if that other one is zero.
pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Fraction {
    let denominator = denominator.into();
    if denominator == BigInt::ZERO { whole(0) } else { Fraction::new(numerator.into(), denominator) }
}

/// The nearest floating-point number, for showing.
#[must_use]
pub fn decimal(fraction: &Fraction) -> f64 {
    fraction.to_f64().unwrap_or(f64::NAN)
}
