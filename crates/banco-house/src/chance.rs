//! Chance for games that people play: ChaCha20, keyed by the operating system, or by a seed for practice.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use crate::health::{Health, HealthFault};

/// The bits of one ChaCha20 key.
const KEY_BITS: u32 = 256;

/// There is no randomness to deal by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRandomness {
    /// The operating system has none to give.
    #[error("the operating system gives no randomness: {0}")]
    Absent(#[from] getrandom::Error),
    /// It gives something that is broken: nothing is dealt by it.
    #[error("the randomness of this machine is broken: {0}")]
    Unhealthy(#[from] HealthFault),
}

impl NoRandomness {
    /// A stable name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Absent(_) => "no_randomness",
            Self::Unhealthy(fault) => fault.code(),
        }
    }
}

/// How many bytes are looked at before the first are used, and then thrown away: SP 800-90B asks for 1,024
/// samples.
const AT_START: usize = 1024;

/// What gives bytes.
type Fill = Box<dyn FnMut(&mut [u8]) -> Result<(), getrandom::Error> + Send>;

/// A source of random bytes that is watched: at its start, and with every byte that it gives. Once it has
/// failed, it gives nothing more.
pub struct Source {
    watched: Mutex<Watched>,
}

struct Watched {
    fill: Fill,
    health: Health,
    started: bool,
}

impl Source {
    /// A source of another kind, such as a device or, in tests, one that fails.
    pub fn new(fill: impl FnMut(&mut [u8]) -> Result<(), getrandom::Error> + Send + 'static) -> Self {
        let watched = Watched { fill: Box::new(fill), health: Health::default(), started: false };
        Self { watched: Mutex::new(watched) }
    }

    /// The operating system. A shell that draws many shoes keeps one for all of them, so that all that comes
    /// is looked at in a row.
    #[must_use]
    pub fn of_system() -> Self {
        Self::new(getrandom::fill)
    }

    /// Fills bytes with randomness.
    ///
    /// # Errors
    /// The source has none to give, or is broken.
    pub fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        // Whoever held it has left it whole: nothing in here panics.
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let Watched { fill, health, started } = &mut *watched;
        if !*started {
            let mut first = [0; AT_START];
            fill(&mut first)?;
            health.feed(&first)?;
            *started = true;
        }
        health.feed(&[])?;
        fill(bytes)?;
        Ok(health.feed(bytes)?)
    }
}

/// A source is like no other.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source of randomness")
    }
}

/// Where the chance of a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The operating system, looked at anew whenever something is drawn: nobody knows what comes.
    System,
    /// A source that a shell keeps, and that is looked at all the time.
    From(&'static Source),
    /// A seed: whoever knows it can repeat the game.
    Seed(u64),
}

impl Chance {
    /// Chance for one purpose, with at least so many bits that nobody knows. A seed has only its own few.
    ///
    /// # Errors
    /// The operating system has none to give.
    pub fn for_purpose(self, purpose: &str, bits: u32) -> Result<HouseRandom, NoRandomness> {
        match self {
            Self::System => HouseRandom::from_system(bits),
            Self::From(source) => HouseRandom::from_source(source, bits),
            Self::Seed(seed) => Ok(HouseRandom::from_seed(seed, purpose)),
        }
    }
}

/// A source of exactly uniform numbers. One key reaches only 2^256 of the orders of a shoe, so several streams
/// with keys of their own, each fresh from the operating system, are added up where more is asked for. A sum is
/// as good as the best of its streams, and all keys together count.
pub struct HouseRandom {
    streams: Vec<ChaCha20Rng>,
}

impl HouseRandom {
    /// At least so many bits of the operating system's randomness, and never fewer than one key.
    ///
    /// # Errors
    /// The operating system has none to give.
    pub fn from_system(bits: u32) -> Result<Self, NoRandomness> {
        Self::from_source(&Source::of_system(), bits)
    }

    fn from_source(source: &Source, bits: u32) -> Result<Self, NoRandomness> {
        let key = |_| {
            let mut key = [0; 32];
            source.fill(&mut key).map(|()| key)
        };
        let keys = (0..bits.div_ceil(KEY_BITS).max(1)).map(key).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::from_keys(&keys))
    }

    /// The sum of the streams of these keys, from their beginning.
    pub(crate) fn from_keys(keys: &[[u8; 32]]) -> Self {
        Self { streams: keys.iter().copied().map(ChaCha20Rng::from_seed).collect() }
    }

    /// The keys that it was made from: with them everybody can repeat it.
    pub(crate) fn keys(&self) -> Vec<[u8; 32]> {
        self.streams.iter().map(ChaCha20Rng::get_seed).collect()
    }

    fn from_seed(seed: u64, purpose: &str) -> Self {
        let key = Sha256::digest(format!("banco play, seed {seed}: {purpose}"));
        Self { streams: vec![ChaCha20Rng::from_seed(key.into())] }
    }

    /// How many bits the keys have that it was made from.
    #[must_use]
    pub fn key_bits(&self) -> u32 {
        u32::try_from(self.streams.len()).unwrap_or(u32::MAX).saturating_mul(KEY_BITS)
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

    /// A part of one in parts of 2^64, each with the same chance.
    pub fn fraction(&mut self) -> u64 {
        (0..4).fold(0, |sum, _| (sum << u16::BITS) | u64::from(self.word()))
    }

    /// A place in a list of so many; of more than 65,535 one of the first.
    pub fn place_in(&mut self, many: usize) -> usize {
        usize::from(self.below(u16::try_from(many).unwrap_or(u16::MAX)))
    }

    /// One in so many times.
    pub fn once_in(&mut self, times: u16) -> bool {
        self.below(times) == 0
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

impl fmt::Debug for HouseRandom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HouseRandom").field("streams", &self.streams.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_a_bound_comes_equally_often() {
        for bound in [1, 2, 3, 6, 13] {
            let mut random = HouseRandom::from_seed(1, "test");
            let mut seen = vec![0_u64; usize::from(bound)];
            for _ in 0..10_000 * u32::from(bound) {
                seen[usize::from(random.below(bound))] += 1;
            }
            // Chi-square with at most 12 degrees of freedom is above 33 once in a thousand times.
            let square: u64 = seen.iter().map(|count| count.abs_diff(10_000).pow(2)).sum();
            assert!(square / 10_000 < 33, "{bound}: {seen:?}");
        }
        assert_eq!(HouseRandom::from_seed(1, "test").below(0), 0);
    }

    #[test]
    fn fractions_come_from_all_over_their_range() {
        let mut random = HouseRandom::from_seed(1, "test");
        let (mut seen, mut low) = ([0_u64; 8], [0_u64; 8]);
        for _ in 0..80_000 {
            let fraction = random.fraction();
            seen[usize::try_from(fraction >> 61).unwrap()] += 1;
            low[usize::try_from(fraction & 7).unwrap()] += 1;
        }
        // Chi-square with 7 degrees of freedom is above 24 once in a thousand times.
        for seen in [seen, low] {
            let square: u64 = seen.iter().map(|count| count.abs_diff(10_000).pow(2)).sum();
            assert!(square / 10_000 < 24, "{seen:?}");
        }
    }

    #[test]
    fn a_seed_repeats_itself_and_purposes_differ() {
        let numbers = |mut random: HouseRandom| (0..20).map(|_| random.below(416)).collect::<Vec<_>>();
        let seeded = |seed, purpose| numbers(Chance::Seed(seed).for_purpose(purpose, 0).unwrap());
        assert_eq!(seeded(7, "shoe 1"), seeded(7, "shoe 1"));
        assert_ne!(seeded(7, "shoe 1"), seeded(8, "shoe 1"));
        assert_ne!(seeded(7, "shoe 1"), seeded(7, "shoe 2"));
    }

    #[test]
    fn the_system_gives_as_many_keys_as_are_needed() {
        let many = |bits| Chance::System.for_purpose("test", bits).unwrap().key_bits() / KEY_BITS;
        assert_eq!([many(0), many(256), many(257), many(3000)], [1, 1, 2, 12]);
        let shown = format!("{:?}", Chance::System.for_purpose("test", 300).unwrap());
        assert_eq!(shown, "HouseRandom { streams: 2, .. }");
    }

    #[test]
    fn the_system_does_not_repeat_itself() {
        let secret = || HouseRandom::from_system(256).unwrap().secret();
        assert_ne!(secret(), secret());
    }
}
