//! What is worth writing by hand for AVX-512. The tests hold all of it to what the plain code does.
//!
//! Every function here is made for instructions that the machine may lack; only [`super::Level`] calls them from
//! outside, after it has asked. Reading and writing registers is all that is `unsafe` inside.

mod foretell;
mod runs;
mod shuffle;

use std::arch::x86_64::*;

use super::{LANES, States};

pub use foretell::{foretell, winners};
pub use runs::add_runs;
pub use shuffle::{shuffle, take_apart};

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: there are 64 bytes to read, and they need not be aligned.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_short(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: there are 16 bytes to read, and they need not be aligned.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// The states of the first eight generators, and of the others.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_states(states: &States) -> [[__m512i; 4]; 2] {
    // SAFETY: there are twice 64 bytes to read, and they need not be aligned.
    let half = |words: &[u64; LANES], first| unsafe { _mm512_loadu_si512(words.as_ptr().add(first).cast()) };
    [0, LANES / 2].map(|first| states.each_ref().map(|words| half(words, first)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: there are 64 bytes to read, and they need not be aligned.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Up to 32 words; zeros behind them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn load_some(words: &[u16]) -> __m512i {
    let mask = _bzhi_u32(u32::MAX, words.len() as u32);
    // SAFETY: the mask has no bit beyond the words, and what it leaves out is not read.
    unsafe { _mm512_maskz_loadu_epi16(mask, words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u16; 32], register: __m512i) {
    // SAFETY: there is room for 64 bytes, which need not be aligned.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), register) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_short(bytes: &mut [u8; 16], register: __m128i) {
    // SAFETY: there is room for 16 bytes, which need not be aligned.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), register) }
}
