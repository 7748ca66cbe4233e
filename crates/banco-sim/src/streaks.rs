//! Streaks of a shoe, counted by bits instead of round by round: nobody can foretell who wins next, a machine that tries
//! to least of all.

use crate::hands::Entry;
use crate::histogram::Histogram;
use crate::tally::MOST_ROUNDS;

/// Shoes of up to so many rounds are counted by bits.
const BITS: usize = 128;

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

    /// The rounds of a shoe; its end ends every streak.
    pub fn add(&mut self, rounds: &[u16]) {
        if rounds.len() > BITS {
            return self.add_one_by_one(rounds);
        }
        let (mut banker, mut tie) = (0_u128, 0_u128);
        for (word, span) in (0_u32..).zip(rounds.chunks(64)) {
            let (wins, ties) = winners(span);
            banker |= u128::from(wins).wrapping_shl(64 * word);
            tie |= u128::from(ties).wrapping_shl(64 * word);
        }
        let decided = rounds.len() as u32 - tie.count_ones();
        let banker = without(banker, tie);
        let player = !banker & lowest(decided);
        for (at_least, bits) in self.at_least.iter_mut().zip([player, banker, tie]) {
            add_runs(at_least, bits);
        }
    }

    /// The same for shoes with more rounds than bits.
    fn add_one_by_one(&mut self, rounds: &[u16]) {
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

/// Who won the rounds of a span of up to 64, the first in the lowest bit: the Banker, nobody.
#[inline]
fn winners(span: &[u16]) -> (u64, u64) {
    let (mut banker, mut tie) = (0, 0);
    for (at, entry) in (0_u32..).zip(span) {
        let winner = u64::from(Entry(*entry).winner());
        banker |= (winner & 1).wrapping_shl(at);
        tie |= (winner >> 1).wrapping_shl(at);
    }
    (banker, tie)
}

/// So many of the lowest bits.
const fn lowest(count: u32) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (BITS as u32 - count) }
}

/// The bits whose places are not taken out, moved together.
#[inline]
fn without(mut bits: u128, mut out: u128) -> u128 {
    while out != 0 {
        // The last one first, so that the places of the others stay.
        let below = lowest(BITS as u32 - 1 - out.leading_zeros());
        bits = (bits & below) | (bits >> 1 & !below);
        out &= below;
    }
    bits
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
                counted.add(&entries);
                expected.iter_mut().zip(by_hand(rounds)).for_each(|(sum, more)| sum.merge(&more));
            }
            let mut found = <[Histogram; 3]>::default();
            counted.give(&mut found);
            prop_assert_eq!(found, expected);
        }
    }
}
