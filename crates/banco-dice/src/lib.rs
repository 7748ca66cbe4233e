//! Random numbers for tests and benches: the one generator that they all use, the same for the same seed.
//!
//! It is fast and easy to foretell, so it must never deal to people. Three things see to that:
//!
//! - [`Dice`] is a type of its own that converts into nothing and implements no trait of random numbers, so nothing that
//!   shuffles for people takes it;
//! - it has to be given a seed, for it cannot get at any chance of the machine;
//! - this crate is a dev-dependency only, which `cargo xtask tidy` holds all crates to: no program is linked with it.
#![allow(clippy::unwrap_used, reason = "for tests and benches, which fail by panicking")]

use banco_cards::Card;

/// A generator (`SplitMix64`) that a seed repeats.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The generator of a seed.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of `0..most`. Small numbers come up a little more often than large ones, which no test can see.
    #[inline]
    pub const fn below(&mut self, most: u64) -> u64 {
        let word = self.next_word();
        if most == 0 { 0 } else { word % most }
    }

    /// A place in something so long.
    #[inline]
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }

    /// True once in so many times.
    #[inline]
    pub const fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these, of which there is at least one.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all.get(self.place(all.len())).unwrap().clone()
    }

    /// Any card.
    pub fn card(&mut self) -> Card {
        Card::all().nth(self.place(52)).unwrap()
    }

    /// Puts these into any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.place(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the author of `SplitMix64` gives for this seed: failures can be repeated anywhere.
    #[test]
    fn numbers_are_those_of_split_mix() {
        let mut dice = Dice::new(1_234_567);
        let words = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(words.map(|_| dice.next_word()), words);
    }

    #[test]
    fn a_shuffle_keeps_all_cards() {
        let mut cards: Vec<Card> = Card::all().collect();
        let mut dice = Dice::new(1);
        dice.shuffle(&mut cards);
        assert!(!cards.iter().copied().eq(Card::all()));
        assert!(Card::all().all(|card| cards.contains(&card)));
        assert!(cards.contains(&dice.card()));
    }

    #[test]
    fn small_ranges_are_no_problem() {
        let mut dice = Dice::new(2);
        assert_eq!((dice.below(0), dice.below(1), dice.place(1)), (0, 0, 0));
        assert!(dice.once_in(1));
        let picked: Vec<u8> = (0..100).map(|_| dice.pick(&[1, 2])).collect();
        assert!(picked.contains(&1) && picked.contains(&2));
    }
}
