//! What wagers gain in the rounds of a shoe, where the class of a round tells.
//!
//! A wager on nothing but the winner is settled once a shoe, by how many rounds each hand won; the others are added up
//! round by round, four side by side.

use crate::hands::{CLASSES, Class, Entry, winner_place};

/// How many wagers are added up side by side.
const BLOCK: usize = 4;

/// What one wager gains, by class.
pub type ByClass = [i64; CLASSES];

/// What the wagers of a run gain.
#[derive(Clone, Debug, Default)]
pub struct Gains {
    /// Wagers on the winner alone: what they gain when the Player wins, the Banker, and in a tie.
    by_winner: Vec<(usize, [i64; 3])>,
    by_class: Vec<Block>,
}

/// Four other wagers: which they are, and what they gain by class.
#[derive(Clone, Debug)]
struct Block {
    wagers: Vec<usize>,
    gains: Box<[[i64; BLOCK]; CLASSES]>,
}

impl Gains {
    /// The gains of each wager.
    #[must_use]
    pub fn new(wagers: &[Box<ByClass>]) -> Self {
        let (mut by_winner, mut others) = (Vec::new(), Vec::new());
        for (at, gains) in wagers.iter().enumerate() {
            match winner_alone(gains) {
                Some(gains) => by_winner.push((at, gains)),
                None => others.push((at, gains.as_ref())),
            }
        }
        Self { by_winner, by_class: others.chunks(BLOCK).map(Block::new).collect() }
    }

    /// Writes down what each wager gains in all of these rounds, of which so many were won by the Player, by the Banker,
    /// and by nobody.
    #[inline(always)]
    pub fn sum(&self, entries: &[u16], winners: [u32; 3], net: &mut [i64]) {
        let mut write = |at: usize, sum: i64| {
            if let Some(net) = net.get_mut(at) {
                *net = sum;
            }
        };
        for (at, gains) in &self.by_winner {
            let products = gains.iter().zip(winners).map(|(gain, count)| gain.wrapping_mul(count.into()));
            write(*at, products.fold(0, i64::wrapping_add));
        }
        for block in &self.by_class {
            let sums = sum_block(&block.gains, entries);
            block.wagers.iter().zip(sums).for_each(|(at, sum)| write(*at, sum));
        }
    }
}

impl Block {
    fn new(wagers: &[(usize, &ByClass)]) -> Self {
        let mut block = Box::new([[0; BLOCK]; CLASSES]);
        for (class, places) in block.iter_mut().enumerate() {
            for (place, (_, gains)) in places.iter_mut().zip(wagers) {
                *place = gains.get(class).copied().unwrap_or(0);
            }
        }
        Self { wagers: wagers.iter().map(|(at, _)| *at).collect(), gains: block }
    }
}

/// What a wager gains by winner, if nothing else matters to it.
fn winner_alone(gains: &ByClass) -> Option<[i64; 3]> {
    let mut by_winner = [None; 3];
    for (class, gain) in (0_u16..).map(Class).zip(gains).filter(|(class, _)| class.is_real()) {
        let known = by_winner.get_mut(usize::from(winner_place(class)))?;
        if *known.get_or_insert(*gain) != *gain {
            return None;
        }
    }
    Some(by_winner.map(Option::unwrap_or_default))
}

/// What four wagers gain in all of these rounds.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "masks keep the places inside the table")]
fn sum_block(block: &[[i64; BLOCK]; CLASSES], entries: &[u16]) -> [i64; BLOCK] {
    let mut sums = [0_i64; BLOCK];
    for entry in entries {
        let gains = &block[Entry(*entry).class().place()];
        for (sum, gain) in sums.iter_mut().zip(gains) {
            *sum = sum.wrapping_add(*gain);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streaks::winner_counts;

    /// Wagers on the winner and others, in any order, gain what their classes say.
    #[test]
    fn sums_are_those_of_the_classes() {
        let by_winner = |gains: [i64; 3]| by_class(|class| gains[usize::from(winner_place(class))]);
        let wagers = [
            by_winner([20, -20, 0]),
            by_class(|class| i64::from(class.0) - 170),
            by_winner([-20, 19, 0]),
            by_class(|class| i64::from(class.cards())),
            by_class(|class| i64::from(class.0 == 317)),
            by_winner([0, 0, 0]),
            by_class(|class| -i64::from(class.player())),
            by_class(|class| 7 * i64::from(class.banker())),
        ];
        let gains = Gains::new(&wagers);
        assert_eq!(gains.by_winner.len(), 3);
        assert_eq!(gains.by_class.len(), 2);
        let all: Vec<u16> =
            (0..400).map(|class| class | winner_place(Class(class)) << crate::hands::WINNER_AT).collect();
        for entries in [&all[..], &all[100..181], &all[..0]] {
            let mut net = [99; 8];
            gains.sum(entries, winner_counts(entries), &mut net);
            for (net, wager) in net.iter().zip(&wagers) {
                assert_eq!(
                    *net,
                    entries.iter().map(|entry| wager[Entry(*entry).class().place()]).sum::<i64>()
                );
            }
        }
    }

    fn by_class(gain: impl Fn(Class) -> i64) -> Box<ByClass> {
        let mut gains = Box::new([0; CLASSES]);
        (0..400).map(Class).for_each(|class| gains[class.place()] = gain(class));
        gains
    }
}
