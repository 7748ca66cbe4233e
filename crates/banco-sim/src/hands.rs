//! The drawing rule as two small tables: what six cards come to, whoever draws.
//!
//! The counts of both hands' first two cards find a row, the two cards that may follow find the place in it: ten
//! thousand entries, read off the engine's drawing rules, each with the class of the coup and the cards it takes.

use banco_cards::{Outcome, Points};
use banco_engine::DrawRules;
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
pub(crate) const WINNER_AT: u32 = 10;

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
    bytes: Option<Box<DrawBytes>>,
}

impl HandTable {
    /// Reads the rule off the engine.
    #[must_use]
    pub fn new(terms: &Terms, draw: &DrawTable) -> Self {
        let uncounted = uncounted(terms);
        let mut rows = Box::new([0_u16; 8192]);
        for (at, row) in (0_u16..).zip(rows.iter_mut()) {
            *row = ((at & 255) % 10 * 10 + (at >> 8) % 10) * 100;
        }
        let mut entries = Box::new([0_u16; 1 << 16]);
        for (at, entry) in (0_u16..10_000).zip(entries.iter_mut()) {
            let digit = |unit: u16| (at / unit % 10) as u8;
            let (two, next) = ([digit(1000), digit(100)], [digit(10), digit(1)]);
            let hidden = uncounted.is_some() && draw.is_natural(two[1]) && !draw.is_natural(two[0]);
            *entry = entry_of(draw, two, next) | if hidden { MAY_BE_UNCOUNTED } else { 0 };
        }
        let bytes = uncounted.is_none().then(|| Box::new(DrawBytes::new(draw)));
        Self { rows, entries, uncounted, bytes }
    }

    /// Whether a card can be dealt that does not count.
    #[must_use]
    pub const fn has_uncounted(&self) -> bool {
        self.uncounted.is_some()
    }

    /// The rule in bytes, unless a card can be dealt that does not count.
    pub(crate) fn bytes(&self) -> Option<&DrawBytes> {
        self.bytes.as_deref()
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

fn entry_of(draw: &DrawTable, two: [u8; 2], next: [u8; 2]) -> u16 {
    let mut next = next.into_iter();
    let thirds = thirds(draw, two, &mut next);
    let [player, banker] = two;
    let count = |two: u8, third: Option<u8>| (two + third.unwrap_or(0)) % 10;
    let [player_third, banker_third] = thirds;
    let class = Class::new(
        count(player, player_third),
        count(banker, banker_third),
        player_third.is_some(),
        banker_third.is_some(),
    );
    class.0 | winner_place(class) << WINNER_AT | u16::from(class.cards()) << TAKEN_AT
}

/// The third cards of two hands.
fn thirds(
    draw: &DrawTable,
    [player, banker]: [u8; 2],
    next: &mut dyn Iterator<Item = u8>,
) -> [Option<u8>; 2] {
    if draw.is_natural(player) || draw.is_natural(banker) {
        return [None; 2];
    }
    let third = if draw.player_draws(player) { next.next() } else { None };
    [third, if draw.banker_draws(banker, third) { next.next() } else { None }]
}

/// The drawing rule in a few bytes, for machines that look many bytes up at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawBytes {
    /// By the Player's count: `DRAWS`, or the row of [`Self::draws`].
    pub rows: [u8; 16],
    /// Ten times a number.
    pub tens: [u8; 16],
    /// Ten to a row, by the Banker's count: who draws, the Player in the lowest bit and the Banker in the next. The
    /// rows are those of the Player's third card, by value, of a Player who stands, and of one with a natural.
    pub draws: [[u8; 64]; 2],
    /// By who drew: the lower and the upper byte of the entry, counts and winner left out.
    pub drew: [[u8; 16]; 2],
}

/// The Player's hand draws unless the Banker's is a natural: the row is the value of the third card.
const DRAWS: u8 = 0x80;
const STANDS: u8 = 10;
const NATURAL: u8 = 11;

impl DrawBytes {
    fn new(draw: &DrawTable) -> Self {
        let player = |count: u8| match count {
            count if draw.is_natural(count) => NATURAL,
            count if draw.player_draws(count) => DRAWS,
            _ => STANDS,
        };
        let drawn = |at: u8| {
            let (row, banker) = (at / 10, at % 10);
            let kind = |row: u8| if row < STANDS { DRAWS } else { row };
            let Some(count) = (0..10).find(|count| player(*count) == kind(row)) else { return 0 };
            let [player, banker] = thirds(draw, [count, banker], &mut [row, 0].into_iter());
            u8::from(player.is_some()) | u8::from(banker.is_some()) << 1
        };
        let drew = |drew: u8| {
            let class = Class::new(0, 0, drew & 1 != 0, drew & 2 != 0);
            (class.0 | u16::from(class.cards()) << TAKEN_AT).to_le_bytes()
        };
        Self {
            rows: filled(|at| if at < 10 { player(at) } else { 0 }),
            tens: filled(|at| at.wrapping_mul(10)),
            draws: [filled(drawn), filled(|at| if at + 64 < 120 { drawn(at + 64) } else { 0 })],
            drew: [filled(|at| drew(at & 3)[0]), filled(|at| drew(at & 3)[1])],
        }
    }
}

/// A table by its place.
fn filled<const SIZE: usize>(byte: impl Fn(u8) -> u8) -> [u8; SIZE] {
    let mut table = [0; SIZE];
    table.iter_mut().zip(0..).for_each(|(place, at)| *place = byte(at));
    table
}

/// Which hand won in a class.
#[must_use]
pub fn winner(class: Class) -> Outcome {
    Outcome::from_points(Points::of_value(class.player()), Points::of_value(class.banker()))
}

/// The same as in [`Entry::winner`].
pub(crate) fn winner_place(class: Class) -> u16 {
    match winner(class) {
        Outcome::Player => 0,
        Outcome::Banker => 1,
        Outcome::Tie => 2,
    }
}

/// Where the Player's hand takes its card before the Banker's hand is turned.
fn uncounted(terms: &Terms) -> Option<Box<[bool; 256]>> {
    let rules = DrawRules::from_terms(terms);
    let mut table = Box::new([false; 256]);
    for (at, place) in (0_u8..=255).zip(table.iter_mut()) {
        let (total, exposed) = (at / 16, at % 16);
        let dealt = || rules.card_before_turning(total, exposed).is_some();
        *place = total < 10 && exposed < 10 && dealt();
    }
    table.contains(&true).then_some(table)
}
