//! Streaks of a shoe, counted by bits instead of round by round: nobody can foretell who wins next, a machine that tries
//! to least of all.

use crate::hands::{Entry, WINNER_AT};
use crate::histogram::Histogram;
use crate::simd::Level;
use crate::tally::MOST_ROUNDS;

/// How many shoes are looked at side by side.
const SHOES: usize = 16;

/// A bit for each round of sixteen shoes: the lower words of all, then the upper words.
pub type Bits = [[u64; SHOES]; 2];

/// Runs of Player wins, Banker wins and ties. Ties neither break nor lengthen the first two.
#[derive(Debug)]
pub struct Streaks {
    level: Level,
    /// For each winner, at how many places so many rounds in a row begin: a run of five has four places for two.
    places: Box<[[u64; MOST_ROUNDS]; 3]>,
    /// Shoes that wait until there are sixteen.
    waiting: [Bits; 3],
    filled: usize,
}

impl Streaks {
    pub fn new(level: Level) -> Self {
        Self { level, places: Box::new([[0; MOST_ROUNDS]; 3]), waiting: [[[0; SHOES]; 2]; 3], filled: 0 }
    }

    /// A shoe; its end ends every streak.
    #[inline(always)]
    pub fn add(&mut self, winners: &Winners) {
        let player = !winners.banker & lowest(winners.decided);
        for (waiting, bits) in self.waiting.iter_mut().zip([player, winners.banker, winners.tie]) {
            for (words, word) in waiting.iter_mut().zip([bits as u64, (bits >> 64) as u64]) {
                if let Some(place) = words.get_mut(self.filled) {
                    *place = word;
                }
            }
        }
        self.filled = self.filled.wrapping_add(1);
        if self.filled == SHOES {
            self.settle();
        }
    }

    /// Counts the shoes that wait.
    #[inline(always)]
    fn settle(&mut self) {
        for (places, waiting) in self.places.iter_mut().zip(&mut self.waiting) {
            self.level.add_runs(places, waiting);
        }
        self.waiting = [[[0; SHOES]; 2]; 3];
        self.filled = 0;
    }

    /// The same for shoes with more rounds than bits.
    #[cold]
    pub fn add_one_by_one(&mut self, rounds: &[u16]) {
        let all = || rounds.iter().map(|round| Entry(*round).winner());
        let decided: Vec<u16> = all().filter(|winner| *winner != TIE).collect();
        let with_ties: Vec<u16> = all().collect();
        let tied = with_ties.chunk_by(|a, b| a == b).filter(|run| run.first() == Some(&TIE));
        for run in decided.chunk_by(|a, b| a == b).chain(tied) {
            let side = run.first().map_or(0, |side| usize::from(*side));
            let lengths = self.places.get_mut(side).into_iter().flatten().skip(1);
            (1..=run.len() as u64).rev().zip(lengths).for_each(|(places, count)| *count += places);
        }
    }

    /// Adds up to histograms. For one length more a run has one place less, so what remains of places from one length to
    /// the next are the runs that are at least so long, and what remains of these the runs of that length.
    pub fn give(mut self, streaks: &mut [Histogram; 3]) {
        self.settle();
        for (histogram, places) in streaks.iter_mut().zip(self.places.iter()) {
            let places = |length: usize| places.get(length).copied().unwrap_or(0);
            for (length, value) in (1..MOST_ROUNDS).zip(1_i64..) {
                let times = places(length) + places(length + 2) - 2 * places(length + 1);
                if times > 0 {
                    histogram.add_times(value, times);
                }
            }
        }
    }
}

const TIE: u16 = 2;

/// Who won the rounds of a shoe, a bit for each, the first round in the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Winners {
    /// The rounds that were no ties: whether the Banker's hand won.
    banker: u128,
    /// How many these are.
    decided: u32,
    /// All rounds: whether they were ties.
    tie: u128,
}

impl Winners {
    /// As many rounds as there are bits.
    pub const MOST: usize = 128;

    /// Two spans, of which the first is full unless the second is empty.
    #[inline(always)]
    pub const fn from_spans([first, second]: [Span; 2]) -> Self {
        let decided = [first.rounds - first.tie.count_ones(), second.rounds - second.tie.count_ones()];
        Self {
            banker: first.banker as u128 | (second.banker as u128) << decided[0],
            decided: decided[0] + decided[1],
            tie: first.tie as u128 | (second.tie as u128) << 64,
        }
    }

    /// How many rounds the Player won, the Banker won, and nobody.
    #[inline]
    pub const fn counts(&self) -> [u32; 3] {
        let banker = self.banker.count_ones();
        [self.decided - banker, banker, self.tie.count_ones()]
    }
}

/// How many of any number of rounds the Player won, the Banker won, and nobody.
pub fn winner_counts(entries: &[u16]) -> [u32; 3] {
    [0, 1, 2].map(|winner| entries.iter().map(|entry| u32::from(Entry(*entry).winner() == winner)).sum())
}

/// Who won up to 64 rounds in a row, the first round in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Of the rounds that were no ties, whether the Banker's hand won.
    pub banker: u64,
    /// Of all rounds, whether they were ties.
    pub tie: u64,
    /// How many rounds.
    pub rounds: u32,
}

impl Span {
    /// Up to 128 rounds in two spans.
    #[inline(always)]
    pub fn two(entries: &[u16]) -> [Self; 2] {
        let (first, rest) = entries.split_at_checked(64).unwrap_or((entries, &[]));
        [Self::from_entries(first), Self::from_entries(rest)]
    }

    #[inline(always)]
    fn from_entries(entries: &[u16]) -> Self {
        let (mut banker, mut tie, mut at) = (0, 0, 0_u32);
        let (fours, rest) = entries.as_chunks();
        for four in fours {
            let [first, second] = winner_bits(*four);
            banker |= first << at;
            tie |= second << at;
            at = at.wrapping_add(4);
        }
        for entry in rest {
            let winner = u64::from(Entry(*entry).winner());
            banker |= (winner & 1) << at;
            tie |= (winner >> 1) << at;
            at = at.wrapping_add(1);
        }
        Self { banker: without(banker, tie), tie, rounds: at }
    }
}

/// The lower and the upper bit of four winners.
#[inline(always)]
fn winner_bits([a, b, c, d]: [u16; 4]) -> [u64; 2] {
    /// The lowest bit of each sixteen.
    const LOWEST: u64 = 0x0001_0001_0001_0001;
    /// Moves these four bits to 48, 49, 50 and 51, and all else elsewhere.
    const TOGETHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
    let four = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
    [WINNER_AT, WINNER_AT + 1].map(|bit| (four >> bit & LOWEST).wrapping_mul(TOGETHER) >> 48 & 15)
}

/// These bits without those where `taken` has ones: what is above moves down.
#[inline(always)]
const fn without(mut bits: u64, mut taken: u64) -> u64 {
    while taken != 0 {
        let below = u64::MAX >> taken.leading_zeros() >> 1;
        bits = bits & below | bits >> 1 & !below;
        taken &= below;
    }
    bits
}

/// So many of the lowest bits.
const fn lowest(count: u32) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (u128::BITS - count) }
}

/// Counts the places at which ones begin, two ones in a row, three, and so forth; the bits are spent.
#[inline(always)]
pub fn add_runs(places: &mut [u64; MOST_ROUNDS], [low, high]: &mut Bits) {
    for count in places.iter_mut().skip(1) {
        let mut ones = 0_u64;
        for (low, high) in low.iter_mut().zip(high.iter_mut()) {
            ones = ones.wrapping_add(u64::from(low.count_ones()) + u64::from(high.count_ones()));
            *low &= *low >> 1 | *high << 63;
            *high &= *high >> 1;
        }
        if ones == 0 {
            break;
        }
        *count = count.wrapping_add(ones);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Round by round, as one would count by hand.
    fn by_hand(rounds: &[u8]) -> [Histogram; 3] {
        let mut streaks = <[Histogram; 3]>::default();
        let decided: Vec<u8> = rounds.iter().copied().filter(|winner| *winner != 2).collect();
        for run in decided.chunk_by(|a, b| a == b) {
            streaks[usize::from(run[0])].add(run.len() as i64);
        }
        for run in rounds.chunk_by(|a, b| a == b).filter(|run| run[0] == 2) {
            streaks[2].add(run.len() as i64);
        }
        streaks
    }

    proptest! {
        #[test]
        fn bits_count_as_by_hand(shoes in prop::collection::vec(prop::collection::vec(0_u8..3, 0..200), 1..40)) {
            for level in Level::all() {
            let mut counted = Streaks::new(level);
            let mut expected = <[Histogram; 3]>::default();
            for rounds in &shoes {
                let entries: Vec<u16> = rounds.iter().map(|winner| u16::from(*winner) << 10).collect();
                if entries.len() > Winners::MOST {
                    counted.add_one_by_one(&entries);
                } else {
                    counted.add(&Winners::from_spans(Span::two(&entries)));
                }
                expected.iter_mut().zip(by_hand(rounds)).for_each(|(sum, more)| sum.merge(&more));
            }
            let mut found = <[Histogram; 3]>::default();
            counted.give(&mut found);
            prop_assert_eq!(found, expected);
            }
        }
    }
}
