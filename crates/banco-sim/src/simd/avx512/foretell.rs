//! What rounds come to and who won them, many at once.

use std::arch::x86_64::*;

use super::{load, load_short, load_some, store};
use crate::code::VALUE;
use crate::hands::{DrawBytes, WINNER_AT};
use crate::simd::{Block, HALF, Outlook};
use crate::streaks::Span;

/// Writes down for every place of each shoe what a round would come to that began there, four places at once.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub fn foretell(block: &Block, len: usize, rule: &DrawBytes, outlook: &mut Outlook) {
    let rule = Rule::from_rule(rule);
    let [first, second] = outlook.each_mut().map(|places| places.as_chunks_mut().0);
    let [here, next, rows @ ..] = block.as_chunks().0 else { return };
    let (mut here, mut next) = (values(here), values(next));
    for ((rows, first), second) in rows.iter().zip(first).zip(second).take(len.div_ceil(4)) {
        let after = values(rows);
        let [low, high] = rule.entries(six_from(here, next, after));
        // A row of the block is a quarter of a register, and its halves are the first and the other shoes.
        store_rows(first, _mm512_unpacklo_epi8(low, high));
        store_rows(second, _mm512_unpackhi_epi8(low, high));
        (here, next) = (next, after);
    }
}

/// Each card of four rows with the five behind it, which stand in the rows below.
#[inline]
#[target_feature(enable = "avx512f")]
fn six_from(here: __m512i, next: __m512i, after: __m512i) -> [__m512i; 6] {
    let b = _mm512_alignr_epi64::<2>(next, here);
    let c = _mm512_alignr_epi64::<4>(next, here);
    let d = _mm512_alignr_epi64::<6>(next, here);
    [here, b, c, d, next, _mm512_alignr_epi64::<2>(after, next)]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn values(cards: &[u8; 64]) -> __m512i {
    _mm512_and_si512(load(cards), _mm512_set1_epi8(VALUE as i8))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_rows(rows: &mut [[u16; HALF]; 4], entries: __m512i) {
    if let Some(words) = rows.as_flattened_mut().first_chunk_mut() {
        store(words, entries);
    }
}

/// The drawing rule in registers; each table has its sixteen bytes four times.
struct Rule {
    rows: __m512i,
    tens: __m512i,
    draws: [__m512i; 2],
    /// By who drew: the lower and the upper byte of the entry, but for counts and winner.
    drew: [__m512i; 2],
}

impl Rule {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn from_rule(rule: &DrawBytes) -> Self {
        let four_times = |bytes: &[u8; 16]| _mm512_broadcast_i32x4(load_short(bytes));
        Self {
            rows: four_times(&rule.rows),
            tens: four_times(&rule.tens),
            draws: rule.draws.each_ref().map(|bytes| load(bytes)),
            drew: rule.drew.each_ref().map(four_times),
        }
    }

    /// The lower and the upper bytes of the entries, by the values of six cards.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn entries(&self, [a, b, c, d, e, f]: [__m512i; 6]) -> [__m512i; 2] {
        let player = count(_mm512_add_epi8(a, c));
        let banker = count(_mm512_add_epi8(b, d));
        // The row of a Player's hand that draws is the value of the card it would get.
        let row = _mm512_shuffle_epi8(self.rows, player);
        let row = _mm512_mask_mov_epi8(row, _mm512_movepi8_mask(row), e);
        let at = _mm512_add_epi8(_mm512_shuffle_epi8(self.tens, row), banker);
        let drew = _mm512_permutex2var_epi8(self.draws[0], at, self.draws[1]);
        let player_drew = _mm512_test_epi8_mask(drew, _mm512_set1_epi8(1));
        let banker_drew = _mm512_test_epi8_mask(drew, _mm512_set1_epi8(2));
        let player = count(_mm512_mask_add_epi8(player, player_drew, player, e));
        let third = _mm512_mask_mov_epi8(e, player_drew, f);
        let banker = count(_mm512_mask_add_epi8(banker, banker_drew, banker, third));

        let counts = _mm512_add_epi8(_mm512_shuffle_epi8(self.tens, player), banker);
        let low = _mm512_add_epi8(counts, _mm512_shuffle_epi8(self.drew[0], drew));
        let carry = _mm512_cmplt_epu8_mask(low, counts);
        let high = _mm512_shuffle_epi8(self.drew[1], drew);
        let high = with_bits(high, carry, 1);
        let high = with_bits(high, _mm512_cmplt_epu8_mask(player, banker), 1 << (WINNER_AT - 8));
        let high = with_bits(high, _mm512_cmpeq_epi8_mask(player, banker), 2 << (WINNER_AT - 8));
        [low, high]
    }
}

/// Adds bits that are not there yet to the bytes that a mask tells.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn with_bits(bytes: __m512i, mask: u64, bits: i8) -> __m512i {
    _mm512_mask_add_epi8(bytes, mask, bytes, _mm512_set1_epi8(bits))
}

/// A sum of two values or of a count and a value, less ten if it is ten or more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn count(sum: __m512i) -> __m512i {
    _mm512_min_epu8(sum, _mm512_sub_epi8(sum, _mm512_set1_epi8(10)))
}

/// Who won up to 128 rounds, in two spans.
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub fn winners(entries: &[u16]) -> [Span; 2] {
    let (first, rest) = split(entries, 64);
    [span(first), span(rest)]
}

/// The first so many, and what is behind them. What is empty still lies where the entries end: a masked register that
/// lies at an address without memory is not read either, but finding that out takes hundreds of cycles.
#[inline]
fn split(entries: &[u16], most: usize) -> (&[u16], &[u16]) {
    entries.split_at(entries.len().min(most))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn span(entries: &[u16]) -> Span {
    let (first, rest) = split(entries, 32);
    let halves = [load_some(first), load_some(rest)];
    let bits = |bit: i16| {
        let [low, high] = halves.map(|half| u64::from(_mm512_test_epi16_mask(half, _mm512_set1_epi16(bit))));
        low | high << 32
    };
    let tie = bits(2 << WINNER_AT);
    let banker = _pext_u64(bits(1 << WINNER_AT), !tie);
    Span { banker, tie, rounds: entries.len() as u32 }
}
