//! The fast generator of the simulator.
//!
//! It is no source of secrets: whoever knows the seed knows every shoe. The type is its own and converts into nothing,
//! so it cannot be handed to whatever deals to people.

/// The increment of the Weyl sequence that spreads shoe numbers (the golden ratio in 64 bits).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of splitmix64: a bijection that scatters neighbouring numbers.
const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Where the shoes of one run begin: each shoe has a stream of its own, found from the seed and its number alone, so
/// that threads and shards do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeder {
    keys: [u64; 4],
}

impl Seeder {
    /// The shoes of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            keys: [
                mix(seed.wrapping_add(GOLDEN)),
                mix(seed.wrapping_add(GOLDEN.wrapping_mul(2))),
                mix(seed.wrapping_add(GOLDEN.wrapping_mul(3))),
                mix(seed.wrapping_add(GOLDEN.wrapping_mul(4))),
            ],
        }
    }

    /// The generator of one shoe.
    #[must_use]
    pub fn shoe(&self, number: u64) -> SimRng {
        let place = number.wrapping_mul(GOLDEN);
        let state = self.keys.map(|key| mix(key.wrapping_add(place)));
        // All zeros is the one state that the generator cannot leave.
        SimRng { state: if state == [0; 4] { [1, 0, 0, 0] } else { state } }
    }
}

/// xoshiro256++ (Blackman and Vigna), for simulation only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimRng {
    state: [u64; 4],
}

impl SimRng {
    pub(crate) const fn from_state(state: [u64; 4]) -> Self {
        Self { state }
    }

    pub(crate) const fn state(&self) -> [u64; 4] {
        self.state
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_word(&mut self) -> u64 {
        let (word, state) = advance(self.state);
        self.state = state;
        word
    }
}

/// One step of the generator: the word, and the state after it.
#[inline(always)]
pub(crate) const fn advance([s0, s1, s2, s3]: [u64; 4]) -> (u64, [u64; 4]) {
    let word = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
    let (t2, t3) = (s2 ^ s0, s3 ^ s1);
    (word, [s0 ^ t3, s1 ^ t2, t2 ^ (s1 << 17), t3.rotate_left(45)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of the authors' reference code from the state 1, 2, 3, 4.
    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        let mut rng = SimRng::from_state([1, 2, 3, 4]);
        let words: Vec<u64> = (0..4).map(|_| rng.next_word()).collect();
        assert_eq!(words, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn shoes_and_seeds_have_streams_of_their_own() {
        let mut firsts: Vec<u64> = (0..10_000).map(|shoe| Seeder::new(7).shoe(shoe).next_word()).collect();
        firsts.extend((0..10_000).map(|seed| Seeder::new(seed + 8).shoe(0).next_word()));
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 20_000);
    }
}
