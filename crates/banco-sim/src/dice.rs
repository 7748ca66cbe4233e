//! Exactly uniform bounded draws, six from one 64-bit word.
//!
//! Each half of a word gives three dice by a chain of multiplications: the upper part of `x * n` is the die, the lower
//! part goes on to the next. What is left at the end tells whether the half must be thrown away, which makes every
//! combination of dice exactly as likely as any other (Brackett-Rozinsky and Lemire). If either half falls, the whole
//! word does: so every shoe maps words to cards in one way, however many shoes are dealt side by side.

use crate::rng::SimRng;

/// How many dice one word gives.
pub const GROUP: usize = 6;

/// The bounds of six draws in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The die at each place is below its bound.
    pub bounds: [u32; GROUP],
    /// What must be left of the lower and of the upper half at least.
    pub least: [u32; 2],
}

/// The draws that take so many cards from so many: each bound is the number of cards still there.
#[must_use]
pub fn groups(cards: u16, taken: u16) -> Vec<Group> {
    let groups = taken.div_ceil(GROUP as u16);
    let bound = |at: u16| u32::from(cards.saturating_sub(at).max(1));
    (0..groups)
        .map(|group| {
            let first = group * GROUP as u16;
            let bounds = [0, 1, 2, 3, 4, 5].map(|at| bound(first.saturating_add(at)));
            let [a, b, c, x, y, z] = bounds;
            Group { bounds, least: [least([a, b, c]), least([x, y, z])] }
        })
        .collect()
}

/// 2^32 modulo the product: what is left below this would make some combinations likelier than others.
fn least(bounds: [u32; 3]) -> u32 {
    let product: u64 = bounds.into_iter().map(u64::from).product();
    u32::try_from((1_u64 << 32) % product.max(1)).unwrap_or(u32::MAX)
}

/// The dice of one word, and what is left of its halves.
#[inline(always)]
pub const fn split(word: u64, [a, b, c, x, y, z]: [u32; GROUP]) -> ([u16; GROUP], [u32; 2]) {
    let (low, high) = (word & LOWER, word >> 32);
    let (a, low) = die(low, a);
    let (b, low) = die(low, b);
    let (c, low) = die(low, c);
    let (x, high) = die(high, x);
    let (y, high) = die(high, y);
    let (z, high) = die(high, z);
    ([a, b, c, x, y, z], [low as u32, high as u32])
}

const LOWER: u64 = 0xFFFF_FFFF;

/// One link of the chain; `rest` is below 2^32, and so the product fits.
#[inline(always)]
const fn die(rest: u64, bound: u32) -> (u16, u64) {
    let product = rest.wrapping_mul(bound as u64);
    ((product >> 32) as u16, product & LOWER)
}

/// Six dice from the next word that gives them fairly.
#[inline]
pub fn roll(rng: &mut SimRng, group: &Group) -> [u16; GROUP] {
    loop {
        let (dice, [low, high]) = split(rng.next_word(), group.bounds);
        let [least_low, least_high] = group.least;
        if low >= least_low && high >= least_high {
            return dice;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seeder;

    /// All words of a chain over 2^32 cannot be tried here; a chain of one die can be followed exactly.
    #[test]
    fn what_is_kept_is_a_multiple_of_all_combinations() {
        for bounds in [[416, 415, 414], [6, 5, 4], [1040, 1039, 1038], [1, 1, 1]] {
            let product: u64 = bounds.iter().map(|bound| u64::from(*bound)).product();
            let kept = (1_u64 << 32) - u64::from(least(bounds));
            assert_eq!(kept % product, 0, "{bounds:?}");
        }
    }

    /// With bounds 3, 1, 1 the die of a half is the third of the range it lies in; the halves thrown away are as many
    /// as make the thirds equal.
    #[test]
    fn dice_are_fair_at_the_edges() {
        let bounds = [3, 1, 1, 2, 1, 1];
        assert_eq!(least([3, 1, 1]), 1);
        let low = |word: u64| {
            let (dice, [left, _]) = split(word, bounds);
            (left >= 1).then_some(dice[0])
        };
        let third = (1_u64 << 32) / 3;
        assert_eq!(low(0), None);
        assert_eq!((low(1), low(third)), (Some(0), Some(0)));
        assert_eq!((low(third + 1), low(2 * third)), (Some(1), Some(1)));
        assert_eq!((low(2 * third + 1), low((1 << 32) - 1)), (Some(2), Some(2)));
    }

    /// Every arrangement of four cards comes up equally often, within what chance allows (23 degrees of freedom).
    #[test]
    fn arrangements_are_equally_likely() {
        let group = groups(4, 4);
        let mut counts = std::collections::BTreeMap::new();
        let seeder = Seeder::new(3);
        let trials = 240_000_u32;
        for shoe in 0..trials {
            let dice = roll(&mut seeder.shoe(u64::from(shoe)), &group[0]);
            *counts.entry(dice).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let expected = i64::from(trials / 24);
        let chi: i64 =
            counts.values().map(|count| (i64::from(*count) - expected).pow(2)).sum::<i64>() / expected;
        assert!(chi < 60, "chi square {chi}");
    }
}
