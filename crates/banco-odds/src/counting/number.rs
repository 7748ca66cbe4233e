//! The numbers in which deals are counted.
//!
//! All deals of twenty decks are fewer than 2^63, and those of 456 cards fewer than 2^53, up to where a `f64` is exact.
//! Whole numbers held in floats are the fastest on today's processors, and several shoes fit side by side in one
//! register; bigger shoes are counted in 64 bits. The same code counts in all of them.
#![expect(clippy::float_arithmetic, reason = "whole numbers below 2^53, which floats hold exactly")]
#![expect(
    clippy::needless_range_loop,
    clippy::indexing_slicing,
    reason = "a plain loop over lanes becomes one instruction"
)]

use std::num::Wrapping;
use std::ops::{Add, Mul, Sub};

/// As many cards as can be counted in floats: 456 to the sixth power is below 2^53.
pub const EXACT_IN_FLOATS: u64 = 456;

/// A number that counts deals exactly, or several such numbers side by side.
pub trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// This whole number.
    fn of(number: i32) -> Self;
}

impl Number for f64 {
    #[inline(always)]
    fn of(number: i32) -> Self {
        Self::from(number)
    }
}

/// Sums may leave the range on their way, and come back to it: what is wrapped is never the result.
impl Number for Wrapping<i64> {
    #[inline(always)]
    fn of(number: i32) -> Self {
        Self(i64::from(number))
    }
}

/// The same number for several shoes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Lanes(pub [f64; Self::WIDTH]);

impl Lanes {
    /// How many shoes are counted side by side.
    pub const WIDTH: usize = 4;

    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(f64, f64) -> f64) -> Self {
        let mut lanes = self.0;
        for lane in 0..Self::WIDTH {
            lanes[lane] = join(lanes[lane], other.0[lane]);
        }
        Self(lanes)
    }
}

impl Number for Lanes {
    #[inline(always)]
    fn of(number: i32) -> Self {
        Self([f64::from(number); Self::WIDTH])
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |one, other| one - other)
    }
}

impl Mul for Lanes {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |one, other| one * other)
    }
}
