//! Sixteen shoes shuffled in one block: the first cards of all shoes, then the second cards of all, and so forth.
//!
//! So the card at hand of eight shoes is read and written at once, and only the card that a die points to is fetched and
//! replaced by itself. The shoes are taken apart where somebody looks at single cards.

use std::arch::x86_64::*;

use super::{load, load_states, store, store_short};
use crate::dice::{GROUP, Group};
use crate::simd::{Block, Cards, LANES, States};

/// So many groups of dice are rolled before cards move, which keeps the machine from waiting for what was just written.
const AHEAD: usize = 8;

/// The places in the block that dice point to: for eight shoes in a row, four dice of each.
type Four = [u16; 32];

/// The places of a group, for both halves of the shoes: the first, second, fourth and fifth die, and then twice the third
/// and twice the sixth.
type Places = [[Four; 2]; 2];

/// How far the places of each shoe and die lie from the beginning of the group.
const OWN: [[[u8; 64]; 2]; 2] =
    [[own([0, 1, 3, 4], 0), own([0, 1, 3, 4], 8)], [own([2, 2, 5, 5], 0), own([2, 2, 5, 5], 8)]];

const fn own([a, b, c, d]: [u8; 4], first: u8) -> [u8; 64] {
    let mut places = [0; 64];
    let mut rest: &mut [u8] = &mut places;
    let mut lane = first;
    while let [at_a, _, at_b, _, at_c, _, at_d, _, others @ ..] = rest {
        (*at_a, *at_b, *at_c, *at_d) = (a * 16 + lane, b * 16 + lane, c * 16 + lane, d * 16 + lane);
        lane += 1;
        rest = others;
    }
    places
}

/// The states of eight generators.
type Eight = [__m512i; 4];

/// The dice of eight shoes, sixteen times each, in the order of [`Places`].
type Dice = [__m512i; 2];

/// Shuffles sixteen times a pack, as far as the groups go.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub fn shuffle(states: &States, groups: &[Group], pack: &[u8], block: &mut Block) {
    block.as_chunks_mut().0.iter_mut().zip(pack).for_each(|(row, card)| *row = [*card; LANES]);
    let [mut low, mut high] = load_states(states);
    let mut places = [[[[0; 32]; 2]; 2]; AHEAD];
    let mut here = 0_u16;
    for groups in groups.chunks(AHEAD) {
        let first = here;
        for (group, places) in groups.iter().zip(&mut places) {
            let (low_dice, high_dice);
            (low, low_dice) = roll(low, group);
            (high, high_dice) = roll(high, group);
            write_places(low_dice, high_dice, here, places);
            here = here.wrapping_add(GROUP as u16);
        }
        exchange_groups(block, first, places.get(..groups.len()).unwrap_or_default());
    }
}

/// Writes down the places that the dice of a group point to.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn write_places(low: Dice, high: Dice, here: u16, places: &mut Places) {
    let here = _mm512_set1_epi16(here.wrapping_mul(LANES as u16) as i16);
    let place = |dice, own| _mm512_add_epi16(dice, _mm512_add_epi16(here, load(own)));
    let [[first_low, first_high], [second_low, second_high]] = places;
    store(first_low, place(low[0], &OWN[0][0]));
    store(first_high, place(high[0], &OWN[0][1]));
    store(second_low, place(low[1], &OWN[1][0]));
    store(second_high, place(high[1], &OWN[1][1]));
}

/// One word for each of eight shoes, or another where it must be thrown away: as in [`crate::dice::roll`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn roll(eight: Eight, group: &Group) -> (Eight, Dice) {
    let (word, mut eight) = advance(eight);
    let (mut dice, fallen) = split(word, group);
    if fallen != 0 {
        // Copies, so that the states of everybody else stay in registers.
        let (mut states, mut rolled) = (eight, dice);
        roll_again(&mut states, &mut rolled, group, word, fallen);
        (eight, dice) = (states, rolled);
    }
    (eight, dice)
}

#[cold]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn roll_again(eight: &mut Eight, dice: &mut Dice, group: &Group, mut word: __m512i, mut fallen: u16) {
    while fallen != 0 {
        let ones = _mm512_maskz_set1_epi32(fallen, -1);
        let lanes = _mm512_test_epi64_mask(ones, ones);
        let (next_word, next) = advance(*eight);
        let [s0, s1, s2, s3] = *eight;
        let [n0, n1, n2, n3] = next;
        let choose = |old, new| _mm512_mask_mov_epi64(old, lanes, new);
        *eight = [choose(s0, n0), choose(s1, n1), choose(s2, n2), choose(s3, n3)];
        word = choose(word, next_word);
        (*dice, fallen) = split(word, group);
    }
}

/// As [`crate::rng::advance`].
#[inline]
#[target_feature(enable = "avx512f")]
fn advance([s0, s1, s2, s3]: Eight) -> (__m512i, Eight) {
    let word = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(s0, s3)), s0);
    let (t2, t3) = (_mm512_xor_si512(s2, s0), _mm512_xor_si512(s3, s1));
    let (n0, n1) = (_mm512_xor_si512(s0, t3), _mm512_xor_si512(s1, t2));
    let n2 = _mm512_xor_si512(t2, _mm512_slli_epi64::<17>(s1));
    (word, [n0, n1, n2, _mm512_rol_epi64::<45>(t3)])
}

/// As [`crate::dice::split`]: the dice, and which halves must be thrown away.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn split(word: __m512i, group: &Group) -> (Dice, u16) {
    let die = |rest, bound: u32| _mm512_mul_epu32(rest, _mm512_set1_epi32(bound as i32));
    let [a, b, c, x, y, z] = group.bounds;
    let high = _mm512_srli_epi64::<32>(word);
    let (a, x) = (die(word, a), die(high, x));
    let (b, y) = (die(a, b), die(x, y));
    let (c, z) = (die(b, c), die(y, z));
    // The die is the upper half of its product: sixteen of it begin four bits below, and those are cleared.
    let dice = _mm512_set1_epi16(36 << 8 | 28);
    let cleared = _mm512_set1_epi16(!15);
    let first = _mm512_multishift_epi64_epi8(dice, a);
    let first = _mm512_mask_multishift_epi64_epi8(first, SECOND, dice, b);
    let first = _mm512_mask_multishift_epi64_epi8(first, THIRD, dice, x);
    let first = _mm512_mask_multishift_epi64_epi8(first, FOURTH, dice, y);
    let second = _mm512_multishift_epi64_epi8(dice, c);
    let second = _mm512_mask_multishift_epi64_epi8(second, THIRD | FOURTH, dice, z);
    let left = _mm512_mask_shuffle_epi32::<_MM_PERM_CCAA>(c, UPPER, z);
    let [least_low, least_high] = group.least.map(u64::from);
    let least = _mm512_set1_epi64((least_low | least_high << 32) as i64);
    let dice = [_mm512_and_si512(first, cleared), _mm512_and_si512(second, cleared)];
    (dice, _mm512_cmplt_epu32_mask(left, least))
}

/// The upper halves of 64-bit words.
const UPPER: u16 = 0xAAAA;

/// The bytes of the second, third and fourth quarters of 64-bit words.
const SECOND: u64 = 0x0C0C_0C0C_0C0C_0C0C;
const THIRD: u64 = 0x3030_3030_3030_3030;
const FOURTH: u64 = 0xC0C0_C0C0_C0C0_C0C0;

/// Exchanges six cards of each shoe, for each group, with those that its dice point to. On its own, so that the machine's
/// few registers are left to it.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
fn exchange_groups(block: &mut Block, mut here: u16, groups: &[Places]) {
    for [first, second] in groups {
        exchange::<0>(block, here, first);
        exchange::<1>(block, here.wrapping_add(1), first);
        exchange::<0>(block, here.wrapping_add(2), second);
        exchange::<2>(block, here.wrapping_add(3), first);
        exchange::<3>(block, here.wrapping_add(4), first);
        exchange::<2>(block, here.wrapping_add(5), second);
        here = here.wrapping_add(GROUP as u16);
    }
}

/// Exchanges one card of each shoe.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
#[expect(
    clippy::indexing_slicing,
    reason = "every place of sixteen bits is in the block, with a row behind it"
)]
fn exchange<const DIE: usize>(block: &mut Block, here: u16, [low, high]: &[Four; 2]) {
    let row = usize::from(here.wrapping_mul(LANES as u16));
    let mut taken = _mm_setzero_si128();
    macro_rules! exchange {
        ($places:ident, $own:ident, $($lane:literal)*) => {$(
            let there = usize::from($places[$lane % 8 * 4 + DIE]);
            taken = _mm_insert_epi8::<$lane>(taken, i32::from(block[there]));
            block[there] = ($own >> ($lane % 8 * 8)) as u8;
        )*};
    }
    let own = eight_from(block, row);
    exchange!(low, own, 0 1 2 3 4 5 6 7);
    let own = eight_from(block, row + 8);
    exchange!(high, own, 8 9 10 11 12 13 14 15);
    store_short(&mut block[row..].as_chunks_mut().0[0], taken);
}

/// Eight bytes from a place on, the first in the lowest.
#[inline]
#[expect(clippy::indexing_slicing, reason = "every row of the block has two times eight bytes")]
fn eight_from(block: &Block, at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&block[at..at + 8]);
    u64::from_le_bytes(eight)
}

/// Writes the cards of each shoe down one after the other, sixteen places at a time.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub fn take_apart(block: &Block, len: usize, cards: &mut [Cards; LANES]) {
    let by_shoe = load(&BY_SHOE);
    let sixteens = block.as_chunks().0.as_chunks().0;
    for (at, [a, b, c, d]) in sixteens.iter().enumerate().take(len.div_ceil(16)) {
        let (a, b) = (_mm512_permutexvar_epi8(by_shoe, load(a)), _mm512_permutexvar_epi8(by_shoe, load(b)));
        let (c, d) = (_mm512_permutexvar_epi8(by_shoe, load(c)), _mm512_permutexvar_epi8(by_shoe, load(d)));
        // Four bytes of each shoe in each: brought together as one brings a matrix to stand on its side.
        let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
        write_shoes(cards, 0, at, _mm512_unpacklo_epi64(ab, cd));
        write_shoes(cards, 1, at, _mm512_unpackhi_epi64(ab, cd));
        let (ab, cd) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
        write_shoes(cards, 2, at, _mm512_unpacklo_epi64(ab, cd));
        write_shoes(cards, 3, at, _mm512_unpackhi_epi64(ab, cd));
    }
}

/// Writes sixteen cards of every fourth shoe.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(clippy::indexing_slicing, reason = "there are sixteen shoes, with room for the whole block")]
fn write_shoes(cards: &mut [Cards; LANES], first: usize, at: usize, shoes: __m512i) {
    let mut write = |shoe: usize, bytes| store_short(&mut cards[shoe].as_chunks_mut().0[at], bytes);
    write(first, _mm512_castsi512_si128(shoes));
    write(first + 4, _mm512_extracti32x4_epi32::<1>(shoes));
    write(first + 8, _mm512_extracti32x4_epi32::<2>(shoes));
    write(first + 12, _mm512_extracti32x4_epi32::<3>(shoes));
}

/// Of four cards of each shoe in a row, those of the first shoe, then those of the second, and so forth.
const BY_SHOE: [u8; 64] = {
    let mut places = [0; 64];
    let mut rest: &mut [u8] = &mut places;
    let mut lane = 0;
    while let [a, b, c, d, others @ ..] = rest {
        (*a, *b, *c, *d) = (lane, lane + 16, lane + 32, lane + 48);
        lane += 1;
        rest = others;
    }
    places
};
