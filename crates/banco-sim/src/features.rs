//! What a wager looks at beyond the class of a coup, boiled down to small numbers.
//!
//! A condition is a function of a few things: values of third cards, what the first two cards of each hand are to each
//! other, which suits a hand shows, which ranks a group of cards shows and how often. Two coups of one class that agree
//! in these agree in every wager, so each combination needs to be judged only once. What the vocabulary means is not
//! written here a second time: pairs of cards and sets of ranks are sorted by what its own tests say of them.

use banco_cards::{Card, Rank, Side, Suit};
use banco_rulebook::model::condition::Seen;
use banco_rulebook::{Condition, Facts, GroupTest, HandTest};

use crate::code;

/// A thing that can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Look {
    /// The values of both third cards.
    Thirds,
    /// What the first two cards of each hand are to each other.
    Pairs,
    /// The suits of each hand.
    Suits,
    /// Ranks and suits of the first four cards, as a group.
    FirstFour,
    /// Ranks and suits of all cards, as a group.
    AllCards,
    /// Whether both hands begin with the same two cards.
    SameHands,
}

impl Look {
    /// What some conditions look at.
    pub fn from_conditions<'a>(conditions: impl Iterator<Item = &'a Condition>) -> Vec<Self> {
        let mut looks = Vec::new();
        for condition in conditions {
            condition.walk(&mut |inner| looks.extend(looks_of(inner)));
        }
        looks.sort_unstable();
        looks.dedup();
        looks
    }
}

/// Every test on a hand in a condition, without those of the conditions inside it.
fn hand_tests(condition: &Condition) -> impl Iterator<Item = &HandTest> {
    let c = condition;
    let over = c.over.iter().flat_map(|over| [&over.winner, &over.loser]);
    [&c.player, &c.banker, &c.hand, &c.other, &c.either, &c.both].into_iter().flatten().chain(over)
}

fn looks_of(condition: &Condition) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut add = |asked: bool, look: Look| {
        if asked {
            looks.push(look);
        }
    };
    for test in hand_tests(condition) {
        add(test.third.is_some(), Look::Thirds);
        add(!pair_tests(test).is_empty() || test.personal.is_some(), Look::Pairs);
        add(test.suited.is_some() || test.same_color.is_some() || test.chosen_suit.is_some(), Look::Suits);
    }
    if let Some(test) = &condition.all_cards {
        let suits = GroupTest {
            suited: test.suited,
            same_color: test.same_color,
            chosen_suit: test.chosen_suit,
            ..GroupTest::default()
        };
        add(*test == suits, Look::Suits);
        add(*test != suits, Look::AllCards);
    }
    add(condition.first_four.is_some(), Look::FirstFour);
    add(condition.same_hands.is_some(), Look::SameHands);
    looks
}

/// The tests on the first two cards of a hand, one by one; those that depend on the seat apart.
fn pair_tests(test: &HandTest) -> Vec<HandTest> {
    let mut tests = Vec::new();
    let mut add = |asked: bool, test: HandTest| {
        if asked {
            tests.push(test);
        }
    };
    let none = HandTest::default;
    add(test.pair.is_some(), HandTest { pair: test.pair, ..none() });
    add(test.first_two.is_some(), HandTest { first_two: test.first_two.clone(), ..none() });
    add(test.first_two_suited.is_some(), HandTest { first_two_suited: test.first_two_suited, ..none() });
    tests
}

/// The tests on the ranks of a group that depend on which ranks there are, one by one.
fn rank_tests(test: &GroupTest) -> Vec<GroupTest> {
    let mut tests = Vec::new();
    let mut add = |asked: bool, test: GroupTest| {
        if asked {
            tests.push(test);
        }
    };
    let none = GroupTest::default;
    add(test.ranks.is_some(), GroupTest { ranks: test.ranks.clone(), ..none() });
    add(test.values.is_some(), GroupTest { values: test.values.clone(), ..none() });
    add(test.straight.is_some(), GroupTest { straight: test.straight, ..none() });
    tests
}

/// The numbers for what is looked at, one for each [`Look`].
pub type Numbers = [u32; 6];

/// Finds the numbers of coups.
#[derive(Clone, Debug)]
pub struct Features {
    /// By both cards: the kind of pair.
    pairs: Vec<u8>,
    pair_kinds: u32,
    /// By the set of ranks: the kind of set.
    ranks: Vec<u8>,
    rank_kinds: u32,
    /// The bits of a group's number that somebody asks about.
    group_mask: u32,
    /// By the value of a third card, ten for none: its kind.
    thirds: [u8; 16],
    third_kinds: u32,
}

impl Features {
    /// For everything that these conditions look at.
    pub fn new<'a>(conditions: impl Iterator<Item = &'a Condition>) -> Self {
        let (mut pairs, mut thirds): (Vec<HandTest>, Vec<HandTest>) = Default::default();
        let mut groups: Vec<GroupTest> = Vec::new();
        let (mut personal, mut seat_rank, mut group_mask) = (false, false, 0);
        for condition in conditions {
            condition.walk(&mut |inner| {
                pairs.extend(hand_tests(inner).flat_map(pair_tests));
                let third = |test: &HandTest| HandTest { third: test.third.clone(), ..HandTest::default() };
                thirds.extend(hand_tests(inner).filter(|test| test.third.is_some()).map(third));
                personal |= hand_tests(inner).any(|test| test.personal.is_some());
                let tests = [&inner.first_four, &inner.all_cards].into_iter().flatten();
                groups.extend(tests.clone().flat_map(rank_tests));
                seat_rank |= tests.clone().any(|test| test.rank_of_seat.is_some());
                group_mask |= asked_of_groups(tests);
            });
        }
        let (pairs, pair_kinds) = sort_pairs(&pairs, personal);
        let (ranks, rank_kinds) = sort_rank_sets(&groups, seat_rank);
        let (thirds, third_kinds) = sort_thirds(&thirds);
        Self { pairs, pair_kinds, ranks, rank_kinds, group_mask, thirds, third_kinds }
    }

    /// How many numbers a look can give.
    pub const fn size(&self, look: Look) -> u32 {
        match look {
            Look::Thirds => self.third_kinds * self.third_kinds,
            Look::Pairs => self.pair_kinds * self.pair_kinds,
            Look::Suits => SUIT_KINDS * SUIT_KINDS,
            Look::FirstFour | Look::AllCards => self.rank_kinds << 12,
            Look::SameHands => 2,
        }
    }

    /// The numbers of a coup for these looks. `cards` are its six bytes as dealt, `drew` tells which hand drew.
    #[inline]
    pub fn numbers(&self, looks: &[Look], cards: u64, drew: [bool; 2]) -> Numbers {
        let mut numbers = [0; 6];
        let hands = Hands::new(cards, drew);
        for look in looks {
            let number = match look {
                Look::Thirds => {
                    let [player, banker] = hands.third.map(|third| u32::from(self.third_kind(third)));
                    player * self.third_kinds + banker
                }
                Look::Pairs => {
                    let [player, banker] = hands.two.map(|two| u32::from(self.pair_kind(two)));
                    player * self.pair_kinds + banker
                }
                Look::Suits => hands.suits(),
                Look::FirstFour => self.group(&hands, false),
                Look::AllCards => self.group(&hands, true),
                Look::SameHands => u32::from(hands.are_same()),
            };
            if let Some(place) = numbers.get_mut(*look as usize) {
                *place = number;
            }
        }
        numbers
    }

    #[inline]
    fn third_kind(&self, third: Option<u8>) -> u8 {
        let value = third.map_or(NO_THIRD, |code| code & code::VALUE);
        self.thirds.get(usize::from(value)).copied().unwrap_or(0)
    }

    #[inline]
    fn pair_kind(&self, [first, second]: [u8; 2]) -> u8 {
        let at = usize::from(code::place(first)) * 52 + usize::from(code::place(second));
        self.pairs.get(at).copied().unwrap_or(0)
    }

    /// Ranks and suits of a group: the kind of its set of ranks, how often the most frequent rank and the most frequent
    /// card occur, how many ranks are paired, which suits it shows; each only if somebody asks.
    fn group(&self, hands: &Hands, all: bool) -> u32 {
        let thirds = hands.third.map(|third| third.filter(|_| all));
        let cards = || hands.two.into_iter().flatten().chain(thirds.into_iter().flatten());
        let (mut counts, mut suits) = (0_u64, 0_u32);
        for code in cards() {
            counts = counts.wrapping_add(1_u64.wrapping_shl(4 * u32::from(code::rank_place(code))));
            suits |= u32::from(code::suit_bit(code));
        }
        let paired = (counts >> 1 | counts >> 2) & EACH_RANK;
        let identical = if paired == 0 || self.group_mask & IDENTICAL == 0 { 1 } else { most_alike(cards()) };
        let (most, paired) = (most_frequent(counts), paired.count_ones());
        let kind = u32::from(self.ranks.get(rank_set(counts)).copied().unwrap_or(0));
        let asked = (most << 9 | identical << 6 | paired << 4 | suits) & self.group_mask;
        kind << 12 | asked
    }
}

/// The lowest bit of each of the thirteen counts of four bits.
const EACH_RANK: u64 = 0x1_1111_1111_1111;

/// The bits of a group's number that tell how often the most frequent card occurs.
const IDENTICAL: u32 = 7 << 6;

/// How often the most frequent rank occurs: 0 to 6.
#[inline]
fn most_frequent(counts: u64) -> u32 {
    let any = |bits: u64| bits & EACH_RANK != 0;
    match () {
        () if any(counts >> 2) => {
            4 + u32::from(any(counts >> 2 & counts)) + 2 * u32::from(any(counts >> 2 & counts >> 1))
        }
        () if any(counts & counts >> 1) => 3,
        () if any(counts >> 1) => 2,
        () => u32::from(counts != 0),
    }
}

/// How often the most frequent card occurs.
fn most_alike(cards: impl Iterator<Item = u8> + Clone) -> u32 {
    let alike = |code: u8| cards.clone().filter(|other| *other == code).fold(0, |count, _| count + 1);
    cards.clone().map(alike).max().unwrap_or(0)
}

/// The ranks that occur, one bit each.
#[inline]
fn rank_set(counts: u64) -> usize {
    let mut bits = (counts | counts >> 1 | counts >> 2) & EACH_RANK;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
    ((bits | bits >> 24) & 0xFFFF) as usize
}

/// The bits of a group's number that some tests ask about.
fn asked_of_groups<'a>(tests: impl Iterator<Item = &'a GroupTest>) -> u32 {
    let asked = |test: &GroupTest| {
        let suits = test.suited.is_some() || test.same_color.is_some() || test.chosen_suit.is_some();
        // A straight has no rank twice, and whoever asks for one rank needs to know that there is no other.
        let most = test.of_a_kind.is_some() || test.straight.is_some();
        let bits = [
            (suits, 15),
            (test.pairs.is_some(), 3 << 4),
            (test.identical.is_some(), IDENTICAL),
            (most, 7 << 9),
        ];
        bits.into_iter().filter(|(asked, _)| *asked).fold(0, |mask, (_, bits)| mask | bits)
    };
    tests.map(asked).fold(0, |mask, bits| mask | bits)
}

/// The cards of a coup by hand.
struct Hands {
    two: [[u8; 2]; 2],
    third: [Option<u8>; 2],
}

impl Hands {
    #[inline]
    fn new(cards: u64, [player_drew, banker_drew]: [bool; 2]) -> Self {
        let [a, b, c, d, e, f, _, _] = cards.to_le_bytes();
        let banker = if player_drew { f } else { e };
        Self { two: [[a, c], [b, d]], third: [player_drew.then_some(e), banker_drew.then_some(banker)] }
    }

    #[inline]
    fn suits(&self) -> u32 {
        let kind = |[first, second]: [u8; 2], third: Option<u8>| {
            let suits = code::suit_bit(first) | code::suit_bit(second) | third.map_or(0, code::suit_bit);
            SUIT_KIND.get(usize::from(suits)).map_or(0, |kind| u32::from(*kind))
        };
        let ([player, banker], [player_third, banker_third]) = (self.two, self.third);
        kind(player, player_third) * SUIT_KINDS + kind(banker, banker_third)
    }

    fn are_same(&self) -> bool {
        let [[a, b], [x, y]] = self.two;
        (a, b) == (x, y) || (a, b) == (y, x)
    }
}

/// By the set of suits (clubs, diamonds, hearts, spades from the lowest bit): four kinds of one suit, two of one colour,
/// and all others. What two hands show together follows from what each of them shows.
const SUIT_KIND: [u8; 16] = [6, 0, 1, 6, 2, 6, 5, 6, 3, 4, 6, 6, 6, 6, 6, 6];
const SUIT_KINDS: u32 = 7;

/// The place of "no third card" among the values.
const NO_THIRD: u8 = 10;

/// Sorts the values of third cards by what the tests say of them.
fn sort_thirds(tests: &[HandTest]) -> ([u8; 16], u32) {
    let conditions: Vec<Condition> =
        tests.iter().map(|test| Condition { player: Some(test.clone()), ..Condition::default() }).collect();
    let (mut kinds, mut thirds) = (Kinds::default(), [0; 16]);
    for (value, place) in (0..=NO_THIRD).zip(&mut thirds) {
        let third = Some(value).filter(|value| *value != NO_THIRD);
        let facts = Shown { third: Some(third), ..Shown::default() };
        let answers = conditions.iter().map(|condition| condition.holds(&facts)).collect();
        *place = kinds.number_for((answers, None));
    }
    (thirds, kinds.len())
}

/// Sorts all pairs of cards by what the tests say of them; a Personal King-9 depends on the seat, so where it is looked
/// at, each King-9 is a kind of its own.
fn sort_pairs(tests: &[HandTest], personal: bool) -> (Vec<u8>, u32) {
    let conditions: Vec<Condition> =
        tests.iter().map(|test| Condition { player: Some(test.clone()), ..Condition::default() }).collect();
    let cards: Vec<Card> = Card::all().collect();
    let mut kinds = Kinds::default();
    let mut pairs = vec![0; 52 * 52];
    for first in &cards {
        for second in &cards {
            let facts = Shown { player: vec![*first, *second], ..Shown::default() };
            let king_nine = |a: &Card, b: &Card| a.rank == Rank::King && b.rank == Rank::Nine;
            let own = match personal {
                true if king_nine(first, second) => Some((*first, *second)),
                true if king_nine(second, first) => Some((*second, *first)),
                _ => None,
            };
            let answers = conditions.iter().map(|condition| condition.holds(&facts)).collect();
            let at = usize::from(code::place(code::encode(*first))) * 52;
            if let Some(place) = pairs.get_mut(at + usize::from(code::place(code::encode(*second)))) {
                *place =
                    kinds.number_for((answers, own.map(|(king, nine)| (king.suit as u8, nine.suit as u8))));
            }
        }
    }
    (pairs, kinds.len())
}

/// Sorts all sets of up to six ranks by what the tests say of a group that shows each once. Where a seat's own rank is
/// looked at, each single rank is a kind of its own.
fn sort_rank_sets(tests: &[GroupTest], seat_rank: bool) -> (Vec<u8>, u32) {
    let conditions: Vec<Condition> = tests
        .iter()
        .map(|test| Condition { all_cards: Some(test.clone()), ..Condition::default() })
        .collect();
    let mut kinds = Kinds::default();
    let sets = (0_u32..1 << 13).map(|set| {
        let ranks: Vec<Rank> =
            Rank::ALL.into_iter().filter(|rank| set >> (rank.number() - 1) & 1 == 1).collect();
        if ranks.len() > 6 {
            return 0;
        }
        let cards: Vec<Card> = ranks.iter().map(|rank| Card::new(*rank, Suit::Clubs)).collect();
        let (player, banker) = cards.split_at(cards.len().min(3));
        let facts = Shown { player: player.to_vec(), banker: banker.to_vec(), third: None };
        let answers = conditions.iter().map(|condition| condition.holds(&facts)).collect();
        let single = ranks.first().filter(|_| seat_rank && ranks.len() == 1).map(|rank| (rank.number(), 0));
        kinds.number_for((answers, single))
    });
    let sets = sets.collect();
    (sets, kinds.len())
}

/// What tells kinds apart: answers, and perhaps what the seat will ask about.
type KindKey = (Vec<Option<bool>>, Option<(u8, u8)>);

/// Kinds in the order of their first appearance.
#[derive(Default)]
struct Kinds(Vec<KindKey>);

impl Kinds {
    fn number_for(&mut self, key: KindKey) -> u8 {
        let at = self.0.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.0.push(key);
            self.0.len() - 1
        });
        u8::try_from(at).unwrap_or(u8::MAX)
    }

    fn len(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX).max(1)
    }
}

/// Some cards, or the value of a third card, and nothing else.
#[derive(Default)]
struct Shown {
    player: Vec<Card>,
    banker: Vec<Card>,
    third: Option<Option<u8>>,
}

impl Facts for Shown {
    fn third(&self, _: Side) -> Option<Option<u8>> {
        self.third
    }

    fn cards(&self, side: Side) -> Option<Seen> {
        Some(Seen::cards(match side {
            Side::Player => self.player.iter().copied(),
            Side::Banker => self.banker.iter().copied(),
        }))
    }
}
