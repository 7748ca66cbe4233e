//! Sixteen shoes shuffled side by side, as wide as the machine allows.
//!
//! One function says what happens; it is compiled three times: plainly, for AVX2 and for AVX-512. Which one runs is
//! found out once, at run time, and cannot change a result, because all are the same code. This is the only module in
//! which `unsafe` may stand: a function made for an instruction set may be called only where the machine has it, and
//! only a [`Level`] that was found here says so.
#![allow(
    unsafe_code,
    reason = "functions made for an instruction set are called after the machine was asked"
)]

use crate::dice::{GROUP, Group, roll, split};
use crate::rng::{SimRng, advance};

/// How many shoes are dealt side by side.
pub const LANES: usize = 16;

/// The states of sixteen generators, word by word.
pub type States = [[u64; LANES]; 4];

/// The cards of a shoe, with room for every place that sixteen bits can name and eight bytes to be read there: so no
/// place needs to be checked. Only the pages in use cost memory. The rest keeps the same places of neighbouring shoes
/// out of each other's way in the cache.
pub type Cards = [u8; ROOM];

/// The bytes of a shoe.
pub const ROOM: usize = (1 << 16) + 448;

/// For each of sixteen shoes, the places to which six dice point.
type Places = [[u16; LANES]; GROUP];

/// An instruction set that this machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(Set);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// No particular instruction set.
    pub const PORTABLE: Self = Self(Set::Portable);

    /// Everything that this machine has, the plainest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut levels = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                levels.push(Self(Set::Avx2));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                levels.push(Self(Set::Avx512));
            }
        }
        levels
    }

    /// The widest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::all().last().copied().unwrap_or(Self::PORTABLE)
    }

    /// `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
        }
    }

    /// Shuffles sixteen shoes as far as the groups go: the die at place `i` says which of the cards from `i` on comes
    /// to `i`.
    pub fn shuffle(self, states: &mut States, groups: &[Group], cards: &mut [Cards; LANES]) {
        match self.0 {
            Set::Portable => shuffle(states, groups, cards),
            // SAFETY: a level with these sets is made by `all` only, after the machine said that it has them.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { shuffle_avx2(states, groups, cards) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { shuffle_avx512(states, groups, cards) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn shuffle_avx2(states: &mut States, groups: &[Group], cards: &mut [Cards; LANES]) {
    shuffle(states, groups, cards);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn shuffle_avx512(states: &mut States, groups: &[Group], cards: &mut [Cards; LANES]) {
    shuffle(states, groups, cards);
}

/// What every level does.
#[inline(always)]
fn shuffle(states: &mut States, groups: &[Group], cards: &mut [Cards; LANES]) {
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
