//! Shoes dealt eight at a time: shuffled by an interrupted Fisher-Yates shuffle, then walked through round by round.
//!
//! Every card of a shoe follows from the seed and the number of the shoe: the die at place `i` says which of the cards
//! from `i` on comes to `i`. Eight shoes side by side keep the machine busy while each waits for its own memory.

use crate::code::decode;
use crate::dice::{GROUP, Group, groups};
use crate::hands::Entry;
use crate::rng::Seeder;
use crate::shoe::{End, ShoeRules};
use crate::simd::{Dice, LANES, Level, States};

/// Room for the cards of a shoe; places are masked, so that none can lie outside, and eight bytes can be read at each.
const PLACES: usize = 2048;
type Cards = [u8; PLACES + 8];

/// Room for the rounds of a shoe: the largest has 1040 cards, and a round takes four at least.
const ROUNDS: usize = 512;

/// The rounds of a shoe that was dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Dealt<'a> {
    cards: &'a Cards,
    rounds: &'a [u32],
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
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = Round> + 'a {
        self.rounds.iter().map(|round| Round { start: (round >> 16) as u16, entry: Entry(*round as u16) })
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
    dice: Vec<Dice>,
    cards: Box<[Cards; LANES]>,
    rounds: Box<[[u32; ROUNDS]; LANES]>,
    lens: [usize; LANES],
    void: [bool; LANES],
}

impl<'a> Dealer<'a> {
    /// A dealer of the shoes of this seed.
    #[must_use]
    pub fn new(rules: &'a ShoeRules, seed: u64, level: Level) -> Self {
        let groups = groups(rules.len(), rules.need());
        Self {
            dice: vec![[[0; LANES]; GROUP]; groups.len()],
            groups,
            rules,
            seeder: Seeder::new(seed),
            level,
            cards: Box::new([[0; PLACES + 8]; LANES]),
            rounds: Box::new([[0; ROUNDS]; LANES]),
            lens: [0; LANES],
            void: [false; LANES],
        }
    }

    /// Deals eight shoes, from the one with that number on.
    pub fn deal(&mut self, first: u64) {
        self.roll(first);
        self.shuffle();
        if self.rules.hands.has_uncounted() { self.walk::<true>() } else { self.walk::<false>() }
    }

    /// The shoes that were dealt last.
    pub fn dealt(&self) -> impl Iterator<Item = Dealt<'_>> {
        let places = self.cards.iter().zip(self.rounds.iter()).zip(self.lens.iter().zip(&self.void));
        places.map(|((cards, rounds), (len, void))| Dealt {
            cards,
            rounds: rounds.get(..*len).unwrap_or_default(),
            void: *void,
        })
    }

    fn roll(&mut self, first: u64) {
        let mut states: States = [[0; LANES]; 4];
        for lane in 0..LANES {
            let state = self.seeder.shoe(first.wrapping_add(lane as u64)).state();
            for (word, states) in state.into_iter().zip(&mut states) {
                if let Some(place) = states.get_mut(lane) {
                    *place = word;
                }
            }
        }
        self.level.roll(&mut states, &self.groups, &mut self.dice);
    }

    #[expect(clippy::indexing_slicing, reason = "masks keep the places inside the cards")]
    fn shuffle(&mut self) {
        for cards in self.cards.iter_mut() {
            if let Some(room) = cards.get_mut(..self.rules.cards.len()) {
                room.copy_from_slice(&self.rules.cards);
            }
        }
        for (at, dice) in self.dice.iter().flatten().enumerate() {
            for lane in 0..LANES {
                let cards = &mut self.cards[lane];
                let (here, there) = (at & (PLACES - 1), at.wrapping_add(usize::from(dice[lane])) & (PLACES - 1));
                let card = cards[there];
                cards[there] = cards[here];
                cards[here] = card;
            }
        }
    }

    /// Finds the rounds: first as many as every shoe has, side by side, then the rest of each shoe.
    #[expect(clippy::indexing_slicing, reason = "masks keep the places inside their arrays")]
    fn walk<const UNCOUNTED: bool>(&mut self) {
        let rules = self.rules;
        let mut places = [0_u16; LANES];
        for (place, cards) in places.iter_mut().zip(self.cards.iter()) {
            *place = rules.burn[usize::from(cards[0])];
        }
        let sure = usize::from(rules.sure_rounds());
        for round in 0..sure {
            for lane in 0..LANES {
                let entry = entry::<UNCOUNTED>(rules, &self.cards[lane], places[lane]);
                self.rounds[lane][round & (ROUNDS - 1)] = u32::from(places[lane]) << 16 | u32::from(entry.0);
                places[lane] = places[lane].wrapping_add(entry.taken());
            }
        }
        for lane in 0..LANES {
            (self.lens[lane], self.void[lane]) = match rules.end {
                End::Rounds(_) => (sure, false),
                End::CutCard { further, .. } => {
                    let rest = Rest { cards: &self.cards[lane], place: places[lane], further };
                    finish::<UNCOUNTED>(rules, rest, &mut self.rounds[lane], sure)
                }
            };
        }
    }
}

/// A shoe whose cut card is near.
struct Rest<'a> {
    cards: &'a Cards,
    place: u16,
    further: u8,
}

/// The rounds up to the end of the shoe; says how many there are in all, and whether the last could not be completed.
#[inline]
fn finish<const UNCOUNTED: bool>(
    rules: &ShoeRules,
    rest: Rest<'_>,
    rounds: &mut [u32; ROUNDS],
    sure: usize,
) -> (usize, bool) {
    let Rest { cards, mut place, further } = rest;
    let (cut, len) = (rules.cut(), rules.len());
    let (mut count, mut shown) = (sure, 0_u16);
    while shown <= u16::from(further) {
        let entry = entry::<UNCOUNTED>(rules, cards, place);
        let next = place.wrapping_add(entry.taken());
        if next > len {
            return (count, true);
        }
        if let Some(room) = rounds.get_mut(count) {
            *room = u32::from(place) << 16 | u32::from(entry.0);
        }
        place = next;
        count = count.wrapping_add(1);
        shown = shown.wrapping_add(u16::from(place > cut));
    }
    (count, false)
}

#[inline(always)]
fn entry<const UNCOUNTED: bool>(rules: &ShoeRules, cards: &Cards, place: u16) -> Entry {
    let six = eight_from(cards, place);
    if UNCOUNTED { rules.hands.entry_with_uncounted(six) } else { rules.hands.entry(six) }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a masked place has eight bytes behind it")]
fn eight_from(cards: &Cards, place: u16) -> u64 {
    let at = usize::from(place) & (PLACES - 1);
    let mut eight = [0; 8];
    eight.copy_from_slice(&cards[at..at + 8]);
    u64::from_le_bytes(eight)
}
