//! Streaks of sixteen shoes at once.

use std::arch::x86_64::*;

use super::load_words;
use crate::streaks::Bits;
use crate::tally::MOST_ROUNDS;

/// As [`crate::streaks::add_runs`].
#[target_feature(enable = "avx512f,avx512vbmi2,avx512vpopcntdq")]
pub fn add_runs(counts: &mut [u64; MOST_ROUNDS], [low, high]: &Bits) {
    let halves = |words: &[u64; 16]| {
        let (first, rest) = words.split_at(8);
        [first, rest]
            .map(|half| half.first_chunk().map_or_else(|| _mm512_setzero_si512(), |half| load_words(half)))
    };
    let [mut low_a, mut low_b] = halves(low);
    let [mut high_a, mut high_b] = halves(high);
    for count in counts.iter_mut().skip(1) {
        let any = _mm512_or_si512(_mm512_or_si512(low_a, low_b), _mm512_or_si512(high_a, high_b));
        if _mm512_test_epi64_mask(any, any) == 0 {
            break;
        }
        let ones = _mm512_add_epi64(
            _mm512_add_epi64(_mm512_popcnt_epi64(low_a), _mm512_popcnt_epi64(low_b)),
            _mm512_add_epi64(_mm512_popcnt_epi64(high_a), _mm512_popcnt_epi64(high_b)),
        );
        *count = count.wrapping_add(_mm512_reduce_add_epi64(ones) as u64);
        (low_a, high_a) = begun(low_a, high_a);
        (low_b, high_b) = begun(low_b, high_b);
    }
}

/// Keeps the ones that another one follows.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn begun(low: __m512i, high: __m512i) -> (__m512i, __m512i) {
    let next = _mm512_shrdi_epi64::<1>(low, high);
    (_mm512_and_si512(low, next), _mm512_and_si512(high, _mm512_srli_epi64::<1>(high)))
}
