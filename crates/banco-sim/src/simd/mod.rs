//! Sixteen shoes side by side, as wide as the machine allows.
//!
//! What happens is said once, in plain code, which is compiled for every machine and for AVX2. For AVX-512 the shuffle and
//! the look at the rounds are written by hand as well (`avx512`). What the machine has is found out once, at run time,
//! and changes no result: the tests hold every level to the same shoes. This is the only module in which `unsafe` may
//! stand: a function made for an instruction set may be called only where the machine has it, and only a [`Level`] that
//! was found here says so.
#![allow(
    unsafe_code,
    reason = "functions made for an instruction set are called after the machine was asked"
)]

#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(test)]
mod tests;

use crate::dice::{GROUP, Group};
use crate::hands::DrawBytes;
use crate::rng::Seeder;
use crate::streaks::{Bits, Span, add_runs};
use crate::tally::MOST_ROUNDS;

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

/// How many shoes are walked through side by side: as many places as the machine keeps at hand.
pub const HALF: usize = LANES / 2;

/// What the rounds of the first eight shoes and of the others come to, by the place where they begin: for every place
/// that sixteen bits can name, shoe by shoe.
pub type Outlook = [[[u16; HALF]; 1 << 16]; 2];

/// The cards of sixteen shoes in one block: the first cards of all, then the second cards; with room for every place
/// that sixteen bits can name, and a row behind it.
type Block = [u8; BLOCK];

const BLOCK: usize = (1 << 16) + LANES;

/// Sixteen shoes, and room to shuffle them.
#[derive(Debug)]
pub struct Shoes {
    /// The cards of each, unless they are still in the block.
    cards: Box<[Cards; LANES]>,
    /// Used by some levels only: until then it costs nothing.
    block: Box<Block>,
    /// So many cards of each shoe are in the block and nowhere else.
    in_block: usize,
}

impl Default for Shoes {
    fn default() -> Self {
        Self { cards: room(), block: room(), in_block: 0 }
    }
}

impl Shoes {
    /// The first card of each.
    pub fn first_cards(&self) -> [u8; LANES] {
        match self.block.first_chunk() {
            Some(first) if self.in_block > 0 => *first,
            _ => self.cards.each_ref().map(|[first, ..]| *first),
        }
    }
}

/// The generators of sixteen shoes, from the one with that number on.
pub(crate) fn states(seeder: &Seeder, first: u64) -> States {
    let mut states = [[0; LANES]; 4];
    let [s0, s1, s2, s3] = &mut states;
    let places = s0.iter_mut().zip(s1).zip(s2).zip(s3);
    for ((((s0, s1), s2), s3), number) in places.zip(first..) {
        [*s0, *s1, *s2, *s3] = seeder.shoe(number).state();
    }
    states
}

/// What is nothing but whole numbers: zeros are a value of it.
pub(crate) trait Plain {}

impl Plain for [Cards; LANES] {}
impl Plain for Outlook {}
impl Plain for Block {}

/// Room full of zeros that was never on the stack and takes no memory until it is used.
pub(crate) fn room<T: Plain>() -> Box<T> {
    // SAFETY: all bytes are zero, and that is a value of whatever is `Plain`.
    unsafe { Box::new_zeroed().assume_init() }
}

/// Something that is compiled for several instruction sets; `run` must be `#[inline(always)]`.
pub trait Work {
    /// What comes of it.
    type Result;

    /// Does it.
    fn run(self) -> Self::Result;
}

/// Whether this machine has all of these.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt),*) => { true $(&& is_x86_feature_detected!($feature))* };
}

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
            let has_avx2 = has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt");
            if has_avx2 {
                levels.push(Self(Set::Avx2));
            }
            if has_avx2
                && has!("avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512vpopcntdq")
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

    /// Does something with this instruction set: whatever is inlined into `work` is compiled for it. What is wider than
    /// AVX2 has proved slower here.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Result {
        match self.0 {
            Set::Portable => work.run(),
            // SAFETY: a level with these sets is made by `all` only, after the machine said that it has them.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 | Set::Avx512 => unsafe { run_avx2(work) },
        }
    }

    /// Shuffles sixteen times a pack, as far as the groups go: the die at place `i` says which of the cards from `i` on
    /// comes to `i`.
    pub fn shuffle(self, states: &mut States, groups: &[Group], pack: &[u8], shoes: &mut Shoes) {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe {
                avx512::shuffle(states, groups, pack, &mut shoes.block);
                shoes.in_block = groups.len() * GROUP;
            },
            _ => {
                self.run(plain::Shuffle { states, groups, pack, cards: &mut shoes.cards });
                shoes.in_block = 0;
            }
        }
    }

    /// The cards of each shoe that was shuffled with this level.
    pub fn cards(self, shoes: &mut Shoes) -> &[Cards; LANES] {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { avx512::take_apart(&shoes.block, shoes.in_block, &mut shoes.cards) },
            _ => {}
        }
        shoes.in_block = 0;
        &shoes.cards
    }

    /// Whether looking at all places of a shoe is faster than looking at each round.
    pub(crate) const fn foretells(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => true,
            _ => false,
        }
    }

    /// Writes down for so many places of each shoe that it shuffled, and some more, what a round would come to that began
    /// there; does nothing unless the level [`foretells`](Self::foretells).
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "no level foretells"))]
    pub(crate) fn foretell(self, shoes: &Shoes, len: u16, rule: &DrawBytes, outlook: &mut Outlook) {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { avx512::foretell(&shoes.block, usize::from(len), rule, outlook) },
            _ => {}
        }
    }

    /// Counts the places at which ones begin, two ones in a row, three, and so forth; the bits are spent.
    #[inline(always)]
    pub(crate) fn add_runs(self, counts: &mut [u64; MOST_ROUNDS], bits: &mut Bits) {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { avx512::add_runs(counts, bits) },
            _ => add_runs(counts, bits),
        }
    }

    /// Who won up to 128 rounds, in two spans.
    #[inline]
    pub(crate) fn winners(self, entries: &[u16]) -> [Span; 2] {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { avx512::winners(entries) },
            _ => Span::two(entries),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<W: Work>(work: W) -> W::Result {
    work.run()
}
