//! Shoes dealt sixteen at a time: shuffled by an interrupted Fisher-Yates shuffle, then walked through round by round.
//!
//! Every card of a shoe follows from the seed and the number of the shoe: the die at place `i` says which of the cards
//! from `i` on comes to `i`. Sixteen shoes side by side keep the machine busy while each waits for its own memory.

use crate::code::decode;
use crate::dice::{Group, groups};
use crate::hands::Entry;
use crate::rng::Seeder;
use crate::shoe::ShoeRules;
use crate::simd::{Cards, Level, Outlook, Shoes, room, states};
use crate::walk::{AtCards, AtOutlook, Rounds, eight_from};

/// What the rounds of a shoe came to.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// [`Entry`] by entry.
    pub(crate) entries: &'a [u16],
    /// Whether the shoe ended in a round that could not be completed.
    pub void: bool,
}

/// A shoe that was dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Dealt<'a> {
    cards: &'a Cards,
    burnt: u16,
    entries: &'a [u16],
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
        let mut place = self.burnt;
        self.entries.iter().map(move |entry| {
            let round = Round { start: place, entry: Entry(*entry) };
            place = place.wrapping_add(round.entry.taken());
            round
        })
    }

    /// What the rounds came to.
    #[inline]
    pub(crate) const fn results(&self) -> Results<'a> {
        Results { entries: self.entries, void: self.void }
    }

    /// The same, [`Entry`] by entry.
    #[inline]
    pub(crate) const fn entries(&self) -> &'a [u16] {
        self.entries
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
    shoes: Shoes,
    /// What a round comes to at each place, where all places are looked at.
    outlook: Option<Box<Outlook>>,
    rounds: Rounds,
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
            shoes: Shoes::default(),
            outlook: level.foretells().then(room),
            rounds: Rounds::new(),
        }
    }

    /// Deals sixteen shoes, from the one with that number on.
    pub fn deal(&mut self, first: u64) {
        self.shuffle(first);
        let (rules, shoes) = (self.rules, &mut self.shoes);
        let burn = |first: u8| rules.burn.get(usize::from(first)).copied().unwrap_or(0);
        let burnt = shoes.first_cards().map(burn);
        match (rules.hands.bytes(), &mut self.outlook) {
            (Some(rule), Some(outlook)) => {
                // One place more: a round may begin where the cards end.
                self.level.foretell(shoes, rules.need().saturating_add(1), rule, outlook);
                self.rounds.find(rules, burnt, AtOutlook(outlook));
            }
            _ if rules.hands.has_uncounted() => {
                self.rounds.find(rules, burnt, AtCards::<true>::new(rules, self.level.cards(shoes)))
            }
            _ => self.rounds.find(rules, burnt, AtCards::<false>::new(rules, self.level.cards(shoes))),
        }
    }

    /// The shoes that were dealt last.
    pub fn dealt(&mut self) -> impl Iterator<Item = Dealt<'_>> {
        let shoes = self.level.cards(&mut self.shoes).iter().zip(self.rounds.shoes());
        shoes.map(|(cards, (burnt, entries, void))| Dealt { cards, burnt, entries, void })
    }

    /// What came of them: all that is needed where nobody looks at single cards.
    pub fn results(&self) -> impl Iterator<Item = Results<'_>> {
        self.rounds.shoes().map(|(_, entries, void)| Results { entries, void })
    }

    fn shuffle(&mut self, first: u64) {
        let mut states = states(&self.seeder, first);
        self.level.shuffle(&mut states, &self.groups, &self.rules.cards, &mut self.shoes);
    }
}
