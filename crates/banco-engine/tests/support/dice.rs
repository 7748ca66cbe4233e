//! Random numbers that a seed repeats (SplitMix64).

use banco_cards::Card;

#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of `0..most`.
    pub fn below(&mut self, most: u64) -> u64 {
        self.next() % most.max(1)
    }

    /// One of `0..most`, as a place in a list.
    pub fn index(&mut self, most: usize) -> usize {
        usize::try_from(self.below(most as u64)).unwrap()
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        let at = usize::try_from(self.below(u64::try_from(all.len()).unwrap())).unwrap();
        all.get(at).unwrap().clone()
    }

    pub fn card(&mut self) -> Card {
        let at = usize::try_from(self.below(52)).unwrap();
        Card::all().nth(at).unwrap()
    }

    pub fn shuffle(&mut self, cards: &mut [Card]) {
        for at in (1..cards.len()).rev() {
            cards.swap(at, usize::try_from(self.below(at as u64 + 1)).unwrap());
        }
    }
}
