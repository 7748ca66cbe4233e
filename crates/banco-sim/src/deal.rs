//! Shoes dealt eight at a time: shuffled by an interrupted Fisher-Yates shuffle, then walked through round by round.
//!
//! Every card of a shoe follows from the seed and the number of the shoe: the die at place `i` says which of the cards
//! from `i` on comes to `i`. Eight shoes side by side keep the machine busy while each waits for its own memory.

use crate::code::decode;
use crate::dice::{Group, groups};
use crate::hands::{Entry, HandTable};
use crate::rng::Seeder;
use crate::shoe::{End, ShoeRules};
use crate::simd::{Cards, LANES, Level, ROOM, States};
use crate::tally::MOST_ROUNDS;

/// Where the rounds of eight shoes are written side by side: places in the upper half, entries in the lower.
type Rounds = [[u32; LANES]; MOST_ROUNDS];

/// A shoe that was dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Dealt<'a> {
    cards: &'a Cards,
    rounds: &'a [[u32; LANES]],
    lane: usize,
    /// Whether the shoe ended in a round that could not be completed.
    pub void: bool,
}

/// A round of a shoe: where it begins, and what it came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// How many cards went before it.
    pub start: u16,
    /// What it came to.
    pub entry: Entry,
}

impl<'a> Dealt<'a> {
    /// The rounds in order.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masks keep the places inside the lanes")]
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = Round> + 'a {
        let lane = self.lane & (LANES - 1);
        let round = |round: u32| Round { start: (round >> 16) as u16, entry: Entry(round as u16) };
        self.rounds.iter().map(move |lanes| round(lanes[lane]))
    }

    /// The bytes of the six cards from a place on, the first in the lowest byte.
    #[inline]
    #[must_use]
    pub fn six(&self, start: u16) -> u64 {
        eight_from(self.cards, start)
    }

    /// The cards from the top of the shoe to a place.
    #[must_use]
    pub fn codes(&self, end: u16) -> &'a [u8] {
        self.cards.get(..usize::from(end)).unwrap_or_default()
    }

    /// The same as cards.
    pub fn cards(&self, end: u16) -> impl Iterator<Item = banco_cards::Card> + 'a {
        self.codes(end).iter().map(|code| decode(*code))
    }
}

/// Deals shoes, eight at a time.
#[derive(Debug)]
pub struct Dealer<'a> {
    rules: &'a ShoeRules,
    seeder: Seeder,
    level: Level,
    groups: Vec<Group>,
    cards: Box<[Cards; LANES]>,
    rounds: Box<Rounds>,
    lens: [usize; LANES],
    void: [bool; LANES],
}

impl<'a> Dealer<'a> {
    /// A dealer of the shoes of this seed.
    #[must_use]
    pub fn new(rules: &'a ShoeRules, seed: u64, level: Level) -> Self {
        Self {
            groups: groups(rules.len(), rules.need()),
            rules,
            seeder: Seeder::new(seed),
            level,
            cards: room(),
            rounds: Box::new([[0; LANES]; MOST_ROUNDS]),
            lens: [0; LANES],
            void: [false; LANES],
        }
    }

    /// Deals eight shoes, from the one with that number on.
    pub fn deal(&mut self, first: u64) {
        self.shuffle(first);
        if self.rules.hands.has_uncounted() { self.walk::<true>() } else { self.walk::<false>() }
    }

    /// The shoes that were dealt last.
    pub fn dealt(&self) -> impl Iterator<Item = Dealt<'_>> {
        let ends = self.lens.iter().zip(&self.void);
        self.cards.iter().zip(ends).enumerate().map(|(lane, (cards, (len, void)))| Dealt {
            cards,
            rounds: self.rounds.get(..*len).unwrap_or_default(),
            lane,
            void: *void,
        })
    }

    fn shuffle(&mut self, first: u64) {
        let mut states: States = [[0; LANES]; 4];
        for (lane, number) in (0..LANES).zip(first..) {
            let state = self.seeder.shoe(number).state();
            for (word, states) in state.into_iter().zip(&mut states) {
                states.iter_mut().skip(lane).take(1).for_each(|place| *place = word);
            }
        }
        for cards in self.cards.iter_mut() {
            if let Some(room) = cards.get_mut(..self.rules.cards.len()) {
                room.copy_from_slice(&self.rules.cards);
            }
        }
        self.level.shuffle(&mut states, &self.groups, &mut self.cards);
    }

    /// Finds the rounds: side by side while every shoe surely has more, then the rest of each shoe.
    #[expect(
        clippy::indexing_slicing,
        reason = "a byte has its place in a table of 256, and lanes fill their arrays"
    )]
    fn walk<const UNCOUNTED: bool>(&mut self) {
        let (rules, cards, rounds) = (self.rules, &*self.cards, &mut *self.rounds);
        let mut places = [0_u16; LANES];
        for (place, cards) in places.iter_mut().zip(cards) {
            *place = rules.burn[usize::from(cards[0])];
        }
        let mut dealt = 0_usize;
        // However the rounds fall, no shoe of the eight comes to its cut card within so many.
        while let sure @ 1.. = rules.sure_rounds(places.into_iter().max().unwrap_or(0), dealt) {
            let next = dealt.wrapping_add(usize::from(sure));
            if let Some(rounds) = rounds.get_mut(dealt..next) {
                walk_together::<UNCOUNTED>(&rules.hands, cards, rounds, &mut places);
            }
            dealt = next;
        }
        for lane in 0..LANES {
            (self.lens[lane], self.void[lane]) = match rules.end {
                End::Rounds(_) => (dealt, false),
                End::CutCard { further, .. } => {
                    let rest = Rest { cards: &cards[lane], lane, place: places[lane], further };
                    finish::<UNCOUNTED>(rules, rest, rounds, dealt)
                }
            };
        }
    }
}

/// Rounds of eight shoes side by side.
fn walk_together<const UNCOUNTED: bool>(
    hands: &HandTable,
    cards: &[Cards; LANES],
    rounds: &mut [[u32; LANES]],
    places: &mut [u16; LANES],
) {
    for round in rounds {
        for ((round, cards), place) in round.iter_mut().zip(cards).zip(places.iter_mut()) {
            let entry = entry::<UNCOUNTED>(hands, cards, *place);
            *round = u32::from(*place) << 16 | u32::from(entry.0);
            *place = place.wrapping_add(entry.taken());
        }
    }
}

/// Room for the cards of eight shoes, never on the stack.
fn room() -> Box<[Cards; LANES]> {
    let lanes = vec![[0; ROOM]; LANES].into_boxed_slice();
    lanes.try_into().unwrap_or_else(|_| Box::new([[0; ROOM]; LANES]))
}

/// A shoe whose cut card is near.
struct Rest<'a> {
    cards: &'a Cards,
    lane: usize,
    place: u16,
    further: u8,
}

/// The rounds up to the end of the shoe; says how many there are in all, and whether the last could not be completed.
#[inline]
fn finish<const UNCOUNTED: bool>(
    rules: &ShoeRules,
    rest: Rest<'_>,
    rounds: &mut Rounds,
    sure: usize,
) -> (usize, bool) {
    let Rest { cards, lane, mut place, further } = rest;
    let (cut, len) = (rules.cut(), rules.len());
    let (mut count, mut shown) = (sure, 0_u16);
    while shown <= u16::from(further) {
        let entry = entry::<UNCOUNTED>(&rules.hands, cards, place);
        let next = place.wrapping_add(entry.taken());
        if next > len {
            return (count, true);
        }
        if let Some(room) = rounds.get_mut(count).and_then(|lanes| lanes.get_mut(lane)) {
            *room = u32::from(place) << 16 | u32::from(entry.0);
        }
        place = next;
        count = count.wrapping_add(1);
        shown = shown.wrapping_add(u16::from(place > cut));
    }
    (count, false)
}

#[inline(always)]
fn entry<const UNCOUNTED: bool>(hands: &HandTable, cards: &Cards, place: u16) -> Entry {
    let six = eight_from(cards, place);
    if UNCOUNTED { hands.entry_with_uncounted(six) } else { hands.entry(six) }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "every place of sixteen bits has eight bytes behind it")]
fn eight_from(cards: &Cards, place: u16) -> u64 {
    let at = usize::from(place);
    let mut eight = [0; 8];
    eight.copy_from_slice(&cards[at..at + 8]);
    u64::from_le_bytes(eight)
}
