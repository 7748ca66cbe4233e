//! Chance for games that people play: ChaCha20, keyed by the operating system, or by a seed for practice.

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

/// The bits of one ChaCha20 key.
const KEY_BITS: u32 = 256;

/// Where the chance of a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The operating system: nobody knows what comes.
    System,
    /// A seed: whoever knows it can repeat the game.
    Seed(u64),
}

impl Chance {
    /// Chance for one purpose, with at least so many bits that nobody knows. A seed has only its own few.
    ///
    /// # Errors
    /// The operating system has none to give.
    pub fn for_purpose(self, purpose: &str, bits: u32) -> Result<Randomness, getrandom::Error> {
        match self {
            Self::System => Randomness::from_system(bits),
            Self::Seed(seed) => Ok(Randomness::from_seed(seed, purpose)),
        }
    }
}

/// A source of exactly uniform numbers. One key reaches only 2^256 of the orders of a shoe, so several streams
/// with keys of their own are added up where more is asked for.
pub struct Randomness {
    streams: Vec<ChaCha20Rng>,
}

impl Randomness {
    fn from_system(bits: u32) -> Result<Self, getrandom::Error> {
        let stream = |_| {
            let mut key = [0; 32];
            getrandom::fill(&mut key)?;
            Ok(ChaCha20Rng::from_seed(key))
        };
        let streams = (0..bits.div_ceil(KEY_BITS).max(1)).map(stream).collect::<Result<_, _>>()?;
        Ok(Self { streams })
    }

    fn from_seed(seed: u64, purpose: &str) -> Self {
        let key = Sha256::digest(format!("banco play, seed {seed}: {purpose}"));
        Self { streams: vec![ChaCha20Rng::from_seed(key.into())] }
    }

    /// A number below `bound`, each with the same chance: numbers of as many bits that are too great are drawn
    /// again. Below nothing there is only nothing.
    pub fn below(&mut self, bound: u16) -> u16 {
        let mask = u16::MAX.checked_shr(bound.saturating_sub(1).leading_zeros()).unwrap_or(0);
        loop {
            let number = self.word() & mask;
            if number < bound || bound == 0 {
                return number;
            }
        }
    }

    /// Something that nobody can guess.
    pub fn secret(&mut self) -> [u8; 32] {
        let mut secret = [0; 32];
        for pair in secret.chunks_exact_mut(2) {
            pair.copy_from_slice(&self.word().to_le_bytes());
        }
        secret
    }

    fn word(&mut self) -> u16 {
        let word = self.streams.iter_mut().fold(0, |sum, stream| sum ^ stream.next_u32());
        let [low, high, ..] = word.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl fmt::Debug for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Randomness").field("streams", &self.streams.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn every_number_below_a_bound_comes_equally_often() {
        for bound in [1, 2, 3, 6, 13] {
            let mut randomness = Randomness::from_seed(1, "test");
            let mut seen = vec![0_u64; usize::from(bound)];
            for _ in 0..10_000 * u32::from(bound) {
                seen[usize::from(randomness.below(bound))] += 1;
            }
            // Chi-square with at most 12 degrees of freedom is above 33 once in a thousand times.
            let square: u64 = seen.iter().map(|count| count.abs_diff(10_000).pow(2)).sum();
            assert!(square / 10_000 < 33, "{bound}: {seen:?}");
        }
        assert_eq!(Randomness::from_seed(1, "test").below(0), 0);
    }

    #[test]
    fn a_seed_repeats_itself_and_purposes_differ() {
        let numbers = |mut randomness: Randomness| (0..20).map(|_| randomness.below(416)).collect::<Vec<_>>();
        let seeded = |seed, purpose| numbers(Chance::Seed(seed).for_purpose(purpose, 0).unwrap());
        assert_eq!(seeded(7, "shoe 1"), seeded(7, "shoe 1"));
        assert_ne!(seeded(7, "shoe 1"), seeded(8, "shoe 1"));
        assert_ne!(seeded(7, "shoe 1"), seeded(7, "shoe 2"));
    }

    #[test]
    fn the_system_gives_as_many_keys_as_are_needed() {
        let many = |bits| Chance::System.for_purpose("test", bits).unwrap().streams.len();
        assert_eq!([many(0), many(256), many(257), many(3000)], [1, 1, 2, 12]);
        let shown = format!("{:?}", Chance::System.for_purpose("test", 300).unwrap());
        assert_eq!(shown, "Randomness { streams: 2, .. }");
    }
}
