//! Single fair draws, for steps that do not draw in groups.

use crate::rng::SimRng;

/// A number below the bound, exactly uniform (Lemire); nothing for a bound of nothing.
pub fn below(rng: &mut SimRng, bound: usize) -> usize {
    let bound = bound as u64;
    if bound <= 1 {
        return 0;
    }
    loop {
        let product = u128::from(rng.next_word()) * u128::from(bound);
        // What lies below 2^64 modulo the bound would make some numbers likelier than others.
        let low = product as u64;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 64) as usize;
        }
    }
}

/// A number of a range; its beginning if it is empty.
pub fn between(rng: &mut SimRng, from: usize, to: usize) -> usize {
    from + below(rng, to.saturating_sub(from))
}

/// Where a person parts a stack in two: the middle, give or take a sixteenth of the stack.
pub fn middle(rng: &mut SimRng, cards: usize) -> usize {
    between(rng, (cards * 7).div_ceil(16), cards * 9 / 16 + 1)
}

/// Where a person parts a stack in so many packets: each place about where it would be if all packets were equal,
/// anywhere in a stretch as long as a packet. In rising order.
pub fn edges(rng: &mut SimRng, cards: usize, packets: usize) -> Vec<usize> {
    let half = |number: usize| cards * number / (2 * packets.max(1));
    (1..packets).map(|edge| between(rng, half(2 * edge - 1), half(2 * edge + 1))).collect()
}

/// Fair coins, 64 from a word.
pub struct Coins {
    word: u64,
    left: u32,
}

impl Coins {
    pub const fn new() -> Self {
        Self { word: 0, left: 0 }
    }

    pub const fn flip(&mut self, rng: &mut SimRng) -> bool {
        if self.left == 0 {
            self.word = rng.next_word();
            self.left = u64::BITS;
        }
        let heads = self.word & 1 == 1;
        self.word >>= 1;
        self.left -= 1;
        heads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seeder;

    #[test]
    fn draws_are_uniform_within_what_chance_allows() {
        let mut rng = Seeder::new(5).shoe(0);
        let mut counts = [0_i64; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7)] += 1;
        }
        let chi: i64 = counts.iter().map(|count| (count - 10_000).pow(2)).sum::<i64>() / 10_000;
        assert!(chi < 30, "chi square {chi} of 6 degrees of freedom");
    }

    #[test]
    fn edges_rise_and_stay_inside() {
        let mut rng = Seeder::new(6).shoe(0);
        for (cards, packets) in [(416, 5), (3, 5), (52, 2), (1, 1), (0, 3)] {
            let edges = edges(&mut rng, cards, packets);
            assert_eq!(edges.len(), packets - 1);
            assert!(edges.is_sorted() && edges.iter().all(|edge| *edge <= cards), "{edges:?}");
        }
    }
}
