//! The rounds of shuffled shoes, found sixteen shoes at a time: each keeps the machine busy while the others wait for
//! their memory.

use std::ops::Range;

use crate::hands::{Entry, Tables};
use crate::shoe::{End, ShoeRules};
use crate::simd::{Cards, HALF, LANES, Outlook};
use crate::tally::MOST_ROUNDS;

/// Tells what a round comes to by the shoe and the place where it begins.
pub trait Look: Copy {
    /// The entry of the round.
    fn entry(self, lane: usize, place: u16) -> Entry;
}

/// Looks at the cards of each round.
#[derive(Clone, Copy)]
pub struct AtCards<'a, const UNCOUNTED: bool> {
    tables: Tables<'a>,
    cards: &'a [Cards; LANES],
}

impl<'a, const UNCOUNTED: bool> AtCards<'a, UNCOUNTED> {
    pub fn new(rules: &'a ShoeRules, cards: &'a [Cards; LANES]) -> Self {
        Self { tables: rules.hands.tables(), cards }
    }
}

impl<const UNCOUNTED: bool> Look for AtCards<'_, UNCOUNTED> {
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a mask keeps the place inside the lanes")]
    fn entry(self, lane: usize, place: u16) -> Entry {
        let six = eight_from(&self.cards[lane & (LANES - 1)], place);
        if UNCOUNTED { self.tables.entry_with_uncounted(six) } else { self.tables.entry(six) }
    }
}

/// Looks at what was found out for every place beforehand.
#[derive(Clone, Copy)]
pub struct AtOutlook<'a>(pub &'a Outlook);

impl Look for AtOutlook<'_> {
    #[inline(always)]
    #[expect(
        clippy::indexing_slicing,
        reason = "masks keep the lane inside; every place of sixteen bits is there"
    )]
    fn entry(self, lane: usize, place: u16) -> Entry {
        Entry(self.0[(lane / HALF) & 1][usize::from(place)][lane & (HALF - 1)])
    }
}

/// The rounds of sixteen shoes.
#[derive(Debug)]
pub struct Rounds {
    burnt: [u16; LANES],
    entries: Box<[[u16; MOST_ROUNDS]; LANES]>,
    lens: [usize; LANES],
    void: [bool; LANES],
}

impl Rounds {
    pub fn new() -> Self {
        Self {
            burnt: [0; LANES],
            entries: Box::new([[0; MOST_ROUNDS]; LANES]),
            lens: [0; LANES],
            void: [false; LANES],
        }
    }

    /// For each shoe, how many cards were burnt, what its rounds came to, and whether it ended in a round that could
    /// not be completed.
    pub fn shoes(&self) -> impl Iterator<Item = (u16, &[u16], bool)> {
        let shoes = self.entries.iter().zip(self.lens).zip(self.burnt.into_iter().zip(self.void));
        shoes.map(|((entries, len), (burnt, void))| (burnt, entries.get(..len).unwrap_or_default(), void))
    }

    /// Finds the rounds, side by side, as far as the shoe needs that comes last to its cut card; where each shoe ends is
    /// found out afterwards. Cards behind the last are read as tens, and what they come to is left out again.
    pub fn find(&mut self, rules: &ShoeRules, burnt: [u16; LANES], look: impl Look) {
        self.burnt = burnt;
        let mut walk = Walk { look, places: burnt, dealt: 0, entries: &mut self.entries };
        let (cut, further) = match rules.end {
            End::Rounds(all) => {
                walk.rows(usize::from(all));
                self.lens = [walk.dealt; LANES];
                self.void = [false; LANES];
                return;
            }
            End::CutCard { further, .. } => (rules.cut(), usize::from(further)),
        };
        // However the rounds fall, no shoe comes to its cut card within so many.
        while let sure @ 1.. = rules.sure_rounds(walk.places.into_iter().max().unwrap_or(0), walk.dealt) {
            walk.rows(usize::from(sure));
        }
        // All rounds that begin before the cut card shows, and so many further ones.
        while walk.places.iter().any(|place| *place <= cut) && walk.dealt < MOST_ROUNDS {
            walk.rows(1);
        }
        walk.rows(further);
        let (dealt, places) = (walk.dealt, walk.places);
        let ends = self.lens.iter_mut().zip(&mut self.void);
        for ((entries, place), (len, void)) in self.entries.iter().zip(places).zip(ends) {
            let entries = entries.get(..dealt).unwrap_or_default();
            (*len, *void) = end(entries, place, cut, 1 + further, rules.len());
        }
    }
}

/// On the way through sixteen shoes.
struct Walk<'a, L> {
    look: L,
    /// Where each shoe is.
    places: [u16; LANES],
    dealt: usize,
    entries: &'a mut [[u16; MOST_ROUNDS]; LANES],
}

impl<L: Look> Walk<'_, L> {
    /// So many more rounds of every shoe.
    fn rows(&mut self, count: usize) {
        let next = self.dealt.wrapping_add(count).min(MOST_ROUNDS);
        let rounds = self.dealt..next;
        let (places, entries) = (self.places.as_chunks_mut().0, self.entries.as_chunks_mut().0);
        for (first, (places, entries)) in (0..).step_by(HALF).zip(places.iter_mut().zip(entries)) {
            eight_shoes(self.look, first, rounds.clone(), places, entries);
        }
        self.dealt = next;
    }
}

/// The same for eight shoes.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a mask keeps the round inside the rounds")]
fn eight_shoes(
    look: impl Look,
    first: usize,
    rounds: Range<usize>,
    places: &mut [u16; HALF],
    entries: &mut [[u16; MOST_ROUNDS]; HALF],
) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = places.map(u64::from);
    for round in rounds {
        let mut step = |lane: usize, place: &mut u64| {
            let entry = look.entry(first + lane, *place as u16);
            entries[lane & (HALF - 1)][round & (MOST_ROUNDS - 1)] = entry.0;
            *place = place.wrapping_add(u64::from(entry.taken()));
        };
        step(0, &mut a);
        step(1, &mut b);
        step(2, &mut c);
        step(3, &mut d);
        step(4, &mut e);
        step(5, &mut f);
        step(6, &mut g);
        step(7, &mut h);
    }
    *places = [a, b, c, d, e, f, g, h].map(|place| place as u16);
}

/// How many rounds a shoe has, and whether it ends in one that cannot be completed, when all its entries together come to
/// a place: those that end before the cut card shows and so many further ones, as far as the cards suffice.
fn end(entries: &[u16], mut place: u16, cut: u16, further: usize, cards: u16) -> (usize, bool) {
    let taken = |entry: &u16| Entry(*entry).taken();
    let mut len = entries.len();
    for entry in entries.iter().rev() {
        if place <= cut {
            break;
        }
        place = place.wrapping_sub(taken(entry));
        len = len.wrapping_sub(1);
    }
    for entry in entries.iter().skip(len).take(further) {
        place = place.wrapping_add(taken(entry));
        if place > cards {
            return (len, true);
        }
        len = len.wrapping_add(1);
    }
    (len, false)
}

/// Eight bytes from a place on, the first in the lowest.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "every place of sixteen bits has eight bytes behind it")]
pub fn eight_from(cards: &Cards, place: u16) -> u64 {
    let at = usize::from(place);
    let mut eight = [0; 8];
    eight.copy_from_slice(&cards[at..at + 8]);
    u64::from_le_bytes(eight)
}
