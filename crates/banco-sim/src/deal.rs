//! Shoes dealt sixteen at a time: shuffled by an interrupted Fisher-Yates shuffle, then walked through round by round.
//!
//! Every card of a shoe follows from the seed and the number of the shoe: the die at place `i` says which of the cards
//! from `i` on comes to `i`. Sixteen shoes side by side keep the machine busy while each waits for its own memory.

use crate::code::decode;
use crate::dice::{Group, groups};
use crate::hands::{Entry, HandTable, Tables};
use crate::rng::Seeder;
use crate::shoe::{End, ShoeRules};
use crate::simd::{Cards, LANES, Level, ROOM, States};
use crate::tally::MOST_ROUNDS;

/// Where the rounds of sixteen shoes are written side by side: places in the upper half, entries in the lower.
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

/// Deals shoes, sixteen at a time.
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

    /// Deals sixteen shoes, from the one with that number on.
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

    /// Finds the rounds, side by side, as far as the shoe needs that comes last to its cut card; where each shoe ends is
    /// found out afterwards. Cards behind the last are read as tens, and what they come to is left out again.
    fn walk<const UNCOUNTED: bool>(&mut self) {
        let (rules, rounds) = (self.rules, &mut *self.rounds);
        let mut walk = Walk::<UNCOUNTED> {
            hands: &rules.hands,
            cards: &self.cards,
            places: [0; LANES],
            dealt: 0,
            rounds,
        };
        for (place, cards) in walk.places.iter_mut().zip(self.cards.iter()) {
            let first = cards.first().map_or(0, |code| usize::from(*code));
            *place = rules.burn.get(first).copied().unwrap_or(0);
        }
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
        let mut begun = [walk.dealt; LANES];
        while walk.places.iter().any(|place| *place <= cut) && walk.dealt < MOST_ROUNDS {
            for (begun, place) in begun.iter_mut().zip(&walk.places) {
                *begun = begun.wrapping_add(usize::from(*place <= cut));
            }
            walk.rows(1);
        }
        walk.rows(further);
        for (lane, (begun, ends)) in
            begun.into_iter().zip(self.lens.iter_mut().zip(&mut self.void)).enumerate()
        {
            let wanted = begun.wrapping_add(further);
            *ends.0 = completed(self.rounds.get(..wanted).unwrap_or_default(), lane, rules.len());
            *ends.1 = *ends.0 < wanted;
        }
    }
}

/// Rounds of several shoes, found side by side.
struct Walk<'a, const UNCOUNTED: bool> {
    hands: &'a HandTable,
    cards: &'a [Cards; LANES],
    /// Where each shoe is.
    places: [u16; LANES],
    dealt: usize,
    rounds: &'a mut Rounds,
}

impl<const UNCOUNTED: bool> Walk<'_, UNCOUNTED> {
    /// So many more rounds of every shoe.
    fn rows(&mut self, count: usize) {
        let next = self.dealt.wrapping_add(count).min(MOST_ROUNDS);
        let Some(rounds) = self.rounds.get_mut(self.dealt..next) else { return };
        let (tables, cards, mut places) = (self.hands.tables(), self.cards, self.places);
        for round in rounds {
            for ((round, cards), place) in round.iter_mut().zip(cards).zip(&mut places) {
                let entry = entry::<UNCOUNTED>(tables, cards, *place);
                *round = u32::from(*place) << 16 | u32::from(entry.0);
                *place = place.wrapping_add(entry.taken());
            }
        }
        self.places = places;
        self.dealt = next;
    }
}

/// How many of a shoe's rounds its cards suffice for.
fn completed(rounds: &[[u32; LANES]], lane: usize, cards: u16) -> usize {
    let lacks = |lanes: &&[u32; LANES]| {
        let round = lanes.get(lane).copied().unwrap_or(0);
        (round >> 16) as u16 + Entry(round as u16).taken() > cards
    };
    rounds.len() - rounds.iter().rev().take_while(lacks).count()
}

/// Room for the cards of sixteen shoes, never on the stack.
fn room() -> Box<[Cards; LANES]> {
    let lanes = vec![[0; ROOM]; LANES].into_boxed_slice();
    lanes.try_into().unwrap_or_else(|_| Box::new([[0; ROOM]; LANES]))
}

#[inline(always)]
fn entry<const UNCOUNTED: bool>(tables: Tables<'_>, cards: &Cards, place: u16) -> Entry {
    let six = eight_from(cards, place);
    if UNCOUNTED { tables.entry_with_uncounted(six) } else { tables.entry(six) }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "every place of sixteen bits has eight bytes behind it")]
fn eight_from(cards: &Cards, place: u16) -> u64 {
    let at = usize::from(place);
    let mut eight = [0; 8];
    eight.copy_from_slice(&cards[at..at + 8]);
    u64::from_le_bytes(eight)
}
