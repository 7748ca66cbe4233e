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
    fn from_int(number: i32) -> Self;

    /// Whether it is not zero.
    fn is_nonzero(&self) -> bool;
}

impl Number for f64 {
    #[inline(always)]
    fn from_int(number: i32) -> Self {
        Self::from(number)
    }

    #[inline(always)]
    fn is_nonzero(&self) -> bool {
        *self != 0.0
    }
}

/// Sums may leave the range on their way, and come back to it: what is wrapped is never the result.
impl Number for Wrapping<i64> {
    #[inline(always)]
    fn from_int(number: i32) -> Self {
        Self(i64::from(number))
    }

    #[inline(always)]
    fn is_nonzero(&self) -> bool {
        self.0 != 0
    }
}

/// The deals of twenty decks after some cards were burnt.
impl Number for Wrapping<i128> {
    #[inline(always)]
    fn from_int(number: i32) -> Self {
        Self(i128::from(number))
    }

    #[inline(always)]
    fn is_nonzero(&self) -> bool {
        self.0 != 0
    }
}

/// The same number for several shoes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Lanes<const N: usize>(pub [f64; N]);

/// Four shoes: as many as fit in one register of AVX2.
pub type Four = Lanes<4>;

/// Eight shoes: more work for the same decisions, where what is kept for each is small.
pub type Eight = Lanes<8>;

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(f64, f64) -> f64) -> Self {
        let mut lanes = self.0;
        for lane in 0..N {
            lanes[lane] = join(lanes[lane], other.0[lane]);
        }
        Self(lanes)
    }
}

impl<const N: usize> Number for Lanes<N> {
    #[inline(always)]
    fn from_int(number: i32) -> Self {
        Self([f64::from(number); N])
    }

    #[inline(always)]
    fn is_nonzero(&self) -> bool {
        self.0.iter().any(|lane| *lane != 0.0)
    }
}

impl<const N: usize> Add for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }
}

impl<const N: usize> Sub for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |one, other| one - other)
    }
}

impl<const N: usize> Mul for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |one, other| one * other)
    }
}
