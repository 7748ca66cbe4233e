//! The two counts of a card: points in play, cards to burn.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// A point count: a single digit, 0 to 9. Adding drops the tens digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(u8);

impl Points {
    /// The point count of a sum: its last digit.
    #[must_use]
    pub const fn of_value(value: u8) -> Self {
        Self(value % 10)
    }

    /// The digit.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // Both are below ten, so the sum cannot overflow.
        Self::of_value(self.0.wrapping_add(other.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many cards follow the first burn card into the discards, 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BurnCount(u8);

impl BurnCount {
    pub(crate) const fn of_value(value: u8) -> Self {
        Self(value)
    }

    /// The number of cards.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for BurnCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts' two examples: ace, 2, 4 count 7; ace, 2, 9 total 12 and count 2.
    #[test]
    fn the_left_digit_is_dropped() {
        let count = |values: [u8; 3]| values.map(Points::of_value).into_iter().sum::<Points>().get();
        assert_eq!(count([1, 2, 4]), 7);
        assert_eq!(count([1, 2, 9]), 2);
        assert_eq!(count([9, 9, 9]), 7);
        assert_eq!(count([1, 9, 0]), 0);
    }
}
