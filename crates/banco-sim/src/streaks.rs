//! Streaks of a shoe, counted by bits instead of round by round: nobody can foretell who wins next, a machine that tries
//! to least of all.

use crate::hands::Entry;
use crate::histogram::Histogram;
use crate::tally::MOST_ROUNDS;

/// Runs of Player wins, Banker wins and ties. Ties neither break nor lengthen the first two.
#[derive(Debug)]
pub struct Streaks {
    /// For each, how many are at least so long.
    at_least: Box<[[u64; MOST_ROUNDS]; 3]>,
}

impl Streaks {
    pub fn new() -> Self {
        Self { at_least: Box::new([[0; MOST_ROUNDS]; 3]) }
    }

    /// A shoe; its end ends every streak.
    pub fn add(&mut self, winners: &Winners) {
        let player = !winners.banker & lowest(winners.decided);
        for (at_least, bits) in self.at_least.iter_mut().zip([player, winners.banker, winners.tie]) {
            add_runs(at_least, bits);
        }
    }

    /// The same for shoes with more rounds than bits.
    #[cold]
    pub fn add_one_by_one(&mut self, rounds: &[u16]) {
        let all = || rounds.iter().map(|round| Entry(*round).winner());
        let decided: Vec<u16> = all().filter(|winner| *winner != TIE).collect();
        let with_ties: Vec<u16> = all().collect();
        let tied = with_ties.chunk_by(|a, b| a == b).filter(|run| run.first() == Some(&TIE));
        for run in decided.chunk_by(|a, b| a == b).chain(tied) {
            let side = run.first().and_then(|side| self.at_least.get_mut(usize::from(*side)));
            let lengths = side.into_iter().flat_map(|side| side.iter_mut().skip(1).take(run.len()));
            lengths.for_each(|count| *count += 1);
        }
    }

    /// Adds up to histograms: what is at least so long, and not longer.
    pub fn give(&self, streaks: &mut [Histogram; 3]) {
        for (histogram, at_least) in streaks.iter_mut().zip(self.at_least.iter()) {
            let longer = at_least.iter().skip(2).chain([&0]);
            for (length, (count, longer)) in (1_i64..).zip(at_least.iter().skip(1).zip(longer)) {
                if count > longer {
                    histogram.add_times(length, count - longer);
                }
            }
        }
    }
}

const TIE: u16 = 2;

/// Who won the rounds of a shoe, a bit for each, the last round in the lowest: streaks are the same from either end.
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

    /// Adds up to 64 rounds.
    pub const fn then(self, span: Span) -> Self {
        let decided = span.rounds - span.tie.count_ones();
        Self {
            banker: self.banker << decided | span.banker as u128,
            decided: self.decided + decided,
            tie: self.tie << span.rounds | span.tie as u128,
        }
    }
}

/// Who won up to 64 rounds in a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    banker: u64,
    tie: u64,
    rounds: u32,
}

impl Span {
    /// One more round.
    #[inline(always)]
    pub const fn push(&mut self, entry: Entry) {
        let winner = entry.winner() as u64;
        let tie = winner >> 1;
        // A tie leaves no bit among the rounds that were decided; no branch, since nobody can foretell it.
        self.banker = self.banker << (tie ^ 1) | (winner & 1);
        self.tie = self.tie << 1 | tie;
        self.rounds = self.rounds.wrapping_add(1);
    }
}

/// So many of the lowest bits.
const fn lowest(count: u32) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (u128::BITS - count) }
}

/// Counts the runs of ones: those that begin somewhere and go on for one round, for two, and so forth.
#[inline]
fn add_runs(at_least: &mut [u64; MOST_ROUNDS], bits: u128) {
    let mut alive = bits & !(bits << 1);
    let mut rest = bits;
    for count in at_least.iter_mut().skip(1) {
        if alive == 0 {
            break;
        }
        *count = count.wrapping_add(u64::from(alive.count_ones()));
        rest >>= 1;
        alive &= rest;
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
        fn bits_count_as_by_hand(shoes in prop::collection::vec(prop::collection::vec(0_u8..3, 0..200), 1..4)) {
            let mut counted = Streaks::new();
            let mut expected = <[Histogram; 3]>::default();
            for rounds in &shoes {
                let entries: Vec<u16> = rounds.iter().map(|winner| u16::from(*winner) << 10).collect();
                if entries.len() > Winners::MOST {
                    counted.add_one_by_one(&entries);
                } else {
                    let spans = entries.chunks(64).map(|chunk| {
                        let mut span = Span::default();
                        chunk.iter().for_each(|entry| span.push(Entry(*entry)));
                        span
                    });
                    counted.add(&spans.fold(Winners::default(), Winners::then));
                }
                expected.iter_mut().zip(by_hand(rounds)).for_each(|(sum, more)| sum.merge(&more));
            }
            let mut found = <[Histogram; 3]>::default();
            counted.give(&mut found);
            prop_assert_eq!(found, expected);
        }
    }
}
