//! The shuffle as plain code, for whatever instruction set it is compiled for: the twin of everything written by hand.

use super::{Cards, LANES, States, Work};
use crate::dice::{GROUP, Group, roll, split};
use crate::rng::{SimRng, advance};

/// For each of sixteen shoes, the places to which six dice point.
type Places = [[u16; LANES]; GROUP];

/// A shuffle to be done.
pub struct Shuffle<'a> {
    pub states: &'a mut States,
    pub groups: &'a [Group],
    pub pack: &'a [u8],
    pub cards: &'a mut [Cards; LANES],
}

impl Work for Shuffle<'_> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Self { states, groups, pack, cards } = self;
        for cards in cards.iter_mut() {
            if let Some(room) = cards.get_mut(..pack.len()) {
                room.copy_from_slice(pack);
            }
        }
        let mut here = 0_u16;
        for group in groups {
            let (mut there, mut words) = ([[0; LANES]; GROUP], [0; LANES]);
            if roll_group(states, group, here, &mut there, &mut words) {
                roll_again(states, group, here, &mut there, words);
            }
            for there in &there {
                swap(cards, here, there);
                here = here.wrapping_add(1);
            }
        }
    }
}

/// Exchanges the cards of two places, in each shoe.
#[inline(always)]
fn swap(cards: &mut [Cards; LANES], here: u16, there: &[u16; LANES]) {
    let here = usize::from(here);
    for (cards, there) in cards.iter_mut().zip(there) {
        cards.swap(here, usize::from(*there));
    }
}

/// One word for each shoe; says whether one of them must be thrown away.
#[inline(always)]
#[expect(
    clippy::indexing_slicing,
    reason = "lanes and dice fill their arrays; plain loops become wide instructions"
)]
fn roll_group(
    states: &mut States,
    group: &Group,
    here: u16,
    there: &mut Places,
    words: &mut [u64; LANES],
) -> bool {
    let [least_low, least_high] = group.least;
    let mut fallen = 0_u32;
    for lane in 0..LANES {
        let state = [states[0][lane], states[1][lane], states[2][lane], states[3][lane]];
        let (word, state) = advance(state);
        for part in 0..4 {
            states[part][lane] = state[part];
        }
        words[lane] = word;
        let (six, [low, high]) = split(word, group.bounds);
        for die in 0..GROUP {
            there[die][lane] = six[die].wrapping_add(here).wrapping_add(die as u16);
        }
        fallen |= u32::from(low < least_low) | u32::from(high < least_high);
    }
    fallen != 0
}

/// Looks again at every shoe and rolls on where its word must be thrown away.
#[cold]
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "lanes and dice fill their arrays")]
fn roll_again(states: &mut States, group: &Group, here: u16, there: &mut Places, words: [u64; LANES]) {
    for (lane, word) in words.into_iter().enumerate() {
        let (_, left) = split(word, group.bounds);
        if left[0] >= group.least[0] && left[1] >= group.least[1] {
            continue;
        }
        let mut rng =
            SimRng::from_state([states[0][lane], states[1][lane], states[2][lane], states[3][lane]]);
        let six = roll(&mut rng, group);
        let state = rng.state();
        for part in 0..4 {
            states[part][lane] = state[part];
        }
        for die in 0..GROUP {
            there[die][lane] = six[die].wrapping_add(here).wrapping_add(die as u16);
        }
    }
}
