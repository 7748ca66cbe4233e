//! The drawing rule as two small tables: what six cards come to, whoever draws.
//!
//! The counts of both hands' first two cards find a row, the two cards that may follow find the place in it: ten
//! thousand entries, read off the engine's drawing rules, each with the class of the coup and the cards it takes.

use banco_cards::{Outcome, Points};
use banco_engine::DrawRules;
use banco_engine::coup::DrawAction;
use banco_odds::DrawTable;
use banco_rulebook::Terms;

use crate::code::VALUE;

/// A class of coups: final counts and numbers of cards, as a number below four hundred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub u16);

/// How many places classes take: a power of two, so that a mask keeps every place inside.
pub const CLASSES: usize = 512;

impl Class {
    const fn new(player: u8, banker: u8, player_drew: bool, banker_drew: bool) -> Self {
        Self(player as u16 * 10 + banker as u16 + player_drew as u16 * 100 + banker_drew as u16 * 200)
    }

    /// The Player's final count.
    #[must_use]
    pub const fn player(self) -> u8 {
        (self.0 % 100 / 10) as u8
    }

    /// The Banker's final count.
    #[must_use]
    pub const fn banker(self) -> u8 {
        (self.0 % 10) as u8
    }

    /// Whether the Player's hand drew.
    #[must_use]
    pub const fn player_drew(self) -> bool {
        matches!(self.0 / 100, 1 | 3)
    }

    /// Whether the Banker's hand drew.
    #[must_use]
    pub const fn banker_drew(self) -> bool {
        matches!(self.0 / 100, 2 | 3)
    }

    /// Whether it is a class at all.
    #[must_use]
    pub const fn is_real(self) -> bool {
        self.0 < 400
    }

    /// Its place in tables.
    #[must_use]
    pub const fn place(self) -> usize {
        self.0 as usize & (CLASSES - 1)
    }

    /// How many cards both hands hold.
    #[must_use]
    pub const fn cards(self) -> u8 {
        4 + self.player_drew() as u8 + self.banker_drew() as u8
    }
}

/// What a round came to: its class, and how many cards it took from the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(pub u16);

/// Who won: these two bits are nothing for the Player, one for the Banker, two for a tie.
const WINNER_AT: u32 = 10;

/// The Banker's hand is a natural: a community card may have been dealt that does not count.
const MAY_BE_UNCOUNTED: u16 = 1 << 12;

/// How many cards left the shoe: the highest three bits, so that one shift tells.
const TAKEN_AT: u32 = 13;

impl Entry {
    /// Who won: 0 for the Player, 1 for the Banker, 2 for a tie.
    #[inline]
    #[must_use]
    pub const fn winner(self) -> u16 {
        self.0 >> WINNER_AT & 3
    }

    /// The class.
    #[inline]
    #[must_use]
    pub const fn class(self) -> Class {
        Class(self.0 & (CLASSES as u16 - 1))
    }

    /// How many cards left the shoe.
    #[inline]
    #[must_use]
    pub const fn taken(self) -> u16 {
        self.0 >> TAKEN_AT
    }
}

/// The drawing rule of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandTable {
    /// By the sums of the Player's and of the Banker's first two values, a byte each: where the row begins.
    rows: Box<[u16; 8192]>,
    /// By row and the next two values; as long as sixteen bits reach, though ten thousand are used.
    entries: Box<[u16; 1 << 16]>,
    /// By the Player's count and the Banker's first value: whether a community card is dealt before a natural shows.
    uncounted: Option<Box<[bool; 256]>>,
}

impl HandTable {
    /// Reads the rule off the engine.
    #[must_use]
    pub fn new(terms: &Terms, draw: &DrawTable) -> Self {
        let mut rows = Box::new([0_u16; 8192]);
        for (at, row) in (0_u16..).zip(rows.iter_mut()) {
            *row = ((at & 255) % 10 * 10 + (at >> 8) % 10) * 100;
        }
        let mut entries = Box::new([0_u16; 1 << 16]);
        for (at, entry) in (0_u16..10_000).zip(entries.iter_mut()) {
            let digit = |unit: u16| (at / unit % 10) as u8;
            *entry = entry_of(draw, [digit(1000), digit(100)], [digit(10), digit(1)]);
        }
        Self { rows, entries, uncounted: uncounted(terms) }
    }

    /// Whether a card can be dealt that does not count.
    #[must_use]
    pub const fn has_uncounted(&self) -> bool {
        self.uncounted.is_some()
    }

    /// The tables themselves, to be asked again and again.
    #[inline]
    pub(crate) fn tables(&self) -> Tables<'_> {
        Tables { rows: &self.rows, entries: &self.entries, uncounted: self.uncounted.as_deref() }
    }
}

/// The tables of a drawing rule.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a> {
    rows: &'a [u16; 8192],
    entries: &'a [u16; 1 << 16],
    uncounted: Option<&'a [bool; 256]>,
}

impl Tables<'_> {
    /// What the six cards in the lower bytes come to; the first is the Player's.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "masks keep the places inside the tables")]
    pub(crate) fn entry(self, cards: u64) -> Entry {
        let values = cards & (VALUE as u64).wrapping_mul(0x0001_0101_0101_0101);
        // Player, Banker, Player, Banker: byte 0 now holds the Player's sum and byte 1 the Banker's.
        let sums = values.wrapping_add(values >> 16);
        let row = self.rows[(sums & 0x1F1F) as usize];
        // Fifth times ten plus sixth, in one multiplication.
        let next = ((values >> 32) as u16 as u32).wrapping_mul(0x0A01) >> 8 & 0xFF;
        Entry(self.entries[usize::from(row.wrapping_add(next as u16))])
    }

    /// The same where a community card may be dealt that does not count.
    #[inline(always)]
    pub(crate) fn entry_with_uncounted(self, cards: u64) -> Entry {
        let entry = self.entry(cards);
        if entry.0 & MAY_BE_UNCOUNTED == 0 {
            return entry;
        }
        let exposed = ((cards >> 8) as u8 & VALUE) as usize;
        let at = entry.class().player() as usize * 16 + exposed;
        let dealt = self.uncounted.and_then(|table| table.get(at)).copied().unwrap_or(false);
        Entry(entry.0.wrapping_add(u16::from(dealt) << TAKEN_AT))
    }
}

fn entry_of(draw: &DrawTable, [player, banker]: [u8; 2], next: [u8; 2]) -> u16 {
    let mut next = next.into_iter();
    let natural = draw.is_natural(player) || draw.is_natural(banker);
    let player_third = if !natural && draw.player_draws(player) { next.next() } else { None };
    let banker_third = if !natural && draw.banker_draws(banker, player_third) { next.next() } else { None };
    let count = |two: u8, third: Option<u8>| (two + third.unwrap_or(0)) % 10;
    let class = Class::new(
        count(player, player_third),
        count(banker, banker_third),
        player_third.is_some(),
        banker_third.is_some(),
    );
    let hidden = draw.is_natural(banker) && !draw.is_natural(player);
    let winner = match winner(class) {
        Outcome::Player => 0,
        Outcome::Banker => 1,
        Outcome::Tie => 2,
    };
    let hidden = if hidden { MAY_BE_UNCOUNTED } else { 0 };
    class.0 | winner << WINNER_AT | hidden | u16::from(class.cards()) << TAKEN_AT
}

/// Which hand won in a class.
#[must_use]
pub fn winner(class: Class) -> Outcome {
    Outcome::of(Points::of_value(class.player()), Points::of_value(class.banker()))
}

/// Where bettors choose on an exposed card, the community card is dealt before the Banker's hand is turned.
fn uncounted(terms: &Terms) -> Option<Box<[bool; 256]>> {
    let rules = DrawRules::of(terms);
    let mut table = Box::new([false; 256]);
    for (at, place) in (0_u8..=255).zip(table.iter_mut()) {
        let (total, exposed) = (at / 16, at % 16);
        *place =
            total < 10 && exposed < 10 && rules.player(total, exposed).action == DrawAction::DrawsForHitters;
    }
    table.contains(&true).then_some(table)
}
