//! Counting with the widest instructions that the processor has. The one place with `unsafe` code in this crate.
//!
//! The same safe code is compiled several times: for every processor, with AVX2 and, where it pays, with AVX-512; which of
//! them runs is chosen at run time. Each does the same operations in the same order, so all give the same results.
#![allow(unsafe_code, reason = "code compiled for a processor may run only after asking for that processor")]

/// Does some work with the widest instructions at hand; the work must be inlined to profit.
#[inline]
pub fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: the processor was just found to have these instructions.
        return unsafe { with_avx2(work) };
    }
    work()
}

/// The same for work on eight numbers side by side: one register of AVX-512 holds them.
#[inline]
pub fn widest_by_eight<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor was just found to have these instructions.
        return unsafe { with_avx512(work) };
    }
    widest(work)
}

/// How many shoes are counted at the price of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One after the other.
    One,
    /// Four, by AVX2.
    Four,
    /// Eight, by AVX-512.
    Eight,
}

impl Width {
    /// All that this machine has, the narrowest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        let eight = is_x86_feature_detected!("avx512f");
        #[cfg(not(target_arch = "x86_64"))]
        let eight = false;
        let wider = [(Self::Four, is_wide()), (Self::Eight, eight)];
        let wider = wider.into_iter().filter(|(_, has)| *has).map(|(width, _)| width);
        std::iter::once(Self::One).chain(wider).collect()
    }

    /// The widest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::all().last().copied().unwrap_or(Self::One)
    }

    /// How many shoes.
    #[must_use]
    pub const fn shoes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// Whether four numbers are counted side by side at the price of one.
pub fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}
