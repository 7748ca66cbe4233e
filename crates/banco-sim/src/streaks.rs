//! Streaks of a shoe, counted by runs of bits instead of round by round: nobody can foretell who wins next, a machine
//! that tries to least of all.

use crate::histogram::Histogram;

/// Streaks are counted up to the most rounds a shoe can have.
const LONGEST: usize = 512;

/// How many rounds are looked at together.
pub const SPAN: usize = 64;

/// Who won the rounds of a span, the first in the lowest bit.
#[derive(Clone, Copy, Default, Debug)]
pub struct Winners {
    /// The Banker won.
    pub banker: u64,
    /// Nobody won.
    pub tie: u64,
}

/// Runs of Player wins, Banker wins and ties, by length. Ties neither break nor lengthen the first two.
#[derive(Debug)]
pub struct Streaks {
    ended: [Run; 2],
}

/// One sequence of two kinds that take turns, and the run that has not ended yet.
#[derive(Debug)]
struct Run {
    ended: Box<[[u64; LONGEST]; 2]>,
    last: usize,
    length: usize,
}

impl Run {
    fn new() -> Self {
        Self { ended: Box::new([[0; LONGEST]; 2]), last: 0, length: 0 }
    }

    /// The next rounds, at most a span, the first in the lowest bit.
    #[inline]
    fn add(&mut self, bits: u64, count: u32) {
        if count == 0 {
            return;
        }
        let (mut last, mut length, mut from) = (self.last, self.length, 0_u32);
        // Where a round differs from the one before it a run ends.
        let mut ends = (bits ^ (bits << 1 | last as u64)) & (u64::MAX >> (64 - count));
        while ends != 0 {
            let place = ends.trailing_zeros();
            self.end(last, length.wrapping_add(place.wrapping_sub(from) as usize));
            (last, length, from) = (last ^ 1, 0, place);
            ends &= ends.wrapping_sub(1);
        }
        (self.last, self.length) = (last, length.wrapping_add(count.wrapping_sub(from) as usize));
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masks keep the places inside the table")]
    fn end(&mut self, last: usize, length: usize) {
        let ended = &mut self.ended[last & 1][length & (LONGEST - 1)];
        *ended = ended.wrapping_add(1);
    }

    fn end_shoe(&mut self) {
        self.end(self.last, self.length);
        (self.last, self.length) = (0, 0);
    }
}

impl Streaks {
    pub fn new() -> Self {
        Self { ended: [Run::new(), Run::new()] }
    }

    /// The next rounds of a shoe; no more than a span.
    #[inline]
    pub fn add(&mut self, rounds: Winners, count: u32) {
        let (mut wins, mut ties, mut decided) = (rounds.banker, rounds.tie, count);
        let [winners, tied] = &mut self.ended;
        tied.add(ties, count);
        while ties != 0 {
            // The last tie first, so that the places of the others stay.
            let place = 63 - ties.leading_zeros();
            let below = (1_u64 << place) - 1;
            wins = (wins & below) | (wins >> 1 & !below);
            ties &= below;
            decided = decided.wrapping_sub(1);
        }
        winners.add(wins, decided);
    }

    /// The end of a shoe ends every streak.
    pub fn end_shoe(&mut self) {
        self.ended.iter_mut().for_each(Run::end_shoe);
    }

    /// Adds up to histograms; a streak of none is no streak, and neither is one of rounds that are no ties.
    pub fn give(&self, streaks: &mut [Histogram; 3]) {
        let [winners, tied] = &self.ended;
        let [player, banker, tie] = streaks;
        let ([of_player, of_banker], [_, of_ties]) = (&*winners.ended, &*tied.ended);
        for (histogram, ended) in [(player, of_player), (banker, of_banker), (tie, of_ties)] {
            for (length, count) in (0_i64..).zip(ended).skip(1).filter(|(_, count)| **count > 0) {
                histogram.add_times(length, *count);
            }
        }
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
        fn bits_count_as_by_hand(shoes in prop::collection::vec(prop::collection::vec(0_u8..3, 0..120), 1..4)) {
            let mut counted = Streaks::new();
            let mut expected = <[Histogram; 3]>::default();
            for rounds in &shoes {
                for span in rounds.chunks(SPAN) {
                    let bits = |wanted: u8| {
                        let bit = |(at, winner): (usize, &u8)| u64::from(*winner == wanted) << at;
                        span.iter().enumerate().map(bit).sum()
                    };
                    counted.add(Winners { banker: bits(1), tie: bits(2) }, span.len() as u32);
                }
                counted.end_shoe();
                expected.iter_mut().zip(by_hand(rounds)).for_each(|(sum, more)| sum.merge(&more));
            }
            let mut found = <[Histogram; 3]>::default();
            counted.give(&mut found);
            prop_assert_eq!(found, expected);
        }
    }
}
