//! The numbers in which deals are counted.
//!
//! All deals of twenty decks are fewer than 2^63, and those of 456 cards fewer than 2^53, up to where a `f64` is exact.
//! Whole numbers held in floats are the fastest on today's processors, and several shoes fit side by side in one
//! register; bigger shoes are counted in 64 bits. The same code counts in all of them.
#![expect(clippy::float_arithmetic, reason = "whole numbers below 2^53, which floats hold exactly")]
#![expect(clippy::indexing_slicing, reason = "a plain loop over lanes becomes one instruction")]

use std::num::Wrapping;
use std::ops::{Add, Mul, Sub};

use crate::counting::wide::{widest, widest_by_eight};

/// As many cards as can be counted in floats: 456 to the sixth power is below 2^53.
pub const EXACT_IN_FLOATS: u64 = 456;

/// A number that counts deals exactly, or several such numbers side by side.
pub trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// Whether it stands for several shoes. Those of one shoe are worked out side by side where they stand in a row.
    const SEVERAL: bool = false;

    /// This whole number.
    fn from_int(number: i32) -> Self;

    /// Whether it is not zero.
    fn is_nonzero(&self) -> bool;

    /// `self * factor + sum`, in one step where the numbers know one. Nothing is rounded, so it is the same in any case.
    #[inline(always)]
    fn times_plus(self, factor: Self, sum: Self) -> Self {
        self * factor + sum
    }
}

/// The same number for several shoes, side by side in registers. Only for machines that multiply and add in one step.
pub trait SideBySide: Number {
    /// How many shoes.
    const WIDTH: usize;

    /// The number of each shoe.
    fn from_lanes(number: impl Fn(usize) -> f64) -> Self;

    /// The number of one shoe; none beyond the last.
    fn lane(&self, lane: usize) -> f64;

    /// Does some work with the instructions for so many shoes; the work must be inlined to profit.
    fn widest<R>(work: impl FnOnce() -> R) -> R;
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

/// Numbers of several shoes that fill a register whose width they are aligned to.
macro_rules! side_by_side {
    ($(#[$about:meta])* $name:ident, $width:literal, $align:literal, $widest:path) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[repr(align($align))]
        pub struct $name(pub [f64; $width]);

        impl $name {
            #[inline(always)]
            fn with(self, other: Self, join: impl Fn(f64, f64) -> f64) -> Self {
                let mut lanes = self.0;
                for lane in 0..$width {
                    lanes[lane] = join(lanes[lane], other.0[lane]);
                }
                Self(lanes)
            }
        }

        impl Number for $name {
            const SEVERAL: bool = true;

            #[inline(always)]
            fn from_int(number: i32) -> Self {
                Self([f64::from(number); $width])
            }

            #[inline(always)]
            fn is_nonzero(&self) -> bool {
                self.0.iter().any(|lane| *lane != 0.0)
            }

            #[inline(always)]
            fn times_plus(self, factor: Self, sum: Self) -> Self {
                let mut lanes = self.0;
                for lane in 0..$width {
                    lanes[lane] = lanes[lane].mul_add(factor.0[lane], sum.0[lane]);
                }
                Self(lanes)
            }
        }

        impl SideBySide for $name {
            const WIDTH: usize = $width;

            #[inline(always)]
            fn from_lanes(number: impl Fn(usize) -> f64) -> Self {
                let mut lanes = [0.0; $width];
                for lane in 0..$width {
                    lanes[lane] = number(lane);
                }
                Self(lanes)
            }

            #[inline(always)]
            fn lane(&self, lane: usize) -> f64 {
                self.0.get(lane).copied().unwrap_or(0.0)
            }

            #[inline]
            fn widest<R>(work: impl FnOnce() -> R) -> R {
                $widest(work)
            }
        }

        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.with(other, |one, other| one + other)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.with(other, |one, other| one - other)
            }
        }

        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.with(other, |one, other| one * other)
            }
        }
    };
}

side_by_side! {
    /// Four shoes: as many as fit in one register of AVX2.
    Four, 4, 32, widest
}

side_by_side! {
    /// Eight shoes: one register of AVX-512, or two of AVX2.
    Eight, 8, 64, widest_by_eight
}
