//! The closed vocabulary in which a line of a pay table says when it pays.
//!
//! A condition is a table of tests that must all hold. The evaluator answers yes, no or *cannot tell*: the
//! same code judges a finished coup, where everything is known, and a class of coups in which only totals
//! and numbers of cards are, which is how rows that no coup can reach are found.

use banco_cards::{Card, Outcome, Points, Rank, Side, Suit};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Digits, Ranks, Text};

/// Tests on a finished coup; all that are given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// Every one of these holds.
    pub all: Vec<Condition>,
    /// At least one of these holds.
    pub any: Vec<Condition>,
    /// This does not hold.
    pub not: Option<Box<Condition>>,
    /// The outcome: `player`, `banker` or `tie`.
    pub winner: Option<OutcomeName>,
    /// Whether the final counts are equal.
    pub tie: Option<bool>,
    /// How many cards both hands hold together: 4, 5 or 6.
    pub cards_dealt: Option<Digits>,
    /// Tests on the Player's hand.
    pub player: Option<HandTest>,
    /// Tests on the Banker's hand.
    pub banker: Option<HandTest>,
    /// Tests on the hand that the wager backs.
    pub hand: Option<HandTest>,
    /// Tests on the other hand.
    pub other: Option<HandTest>,
    /// Tests that at least one of the two hands passes.
    pub either: Option<HandTest>,
    /// Tests that each of the two hands passes.
    pub both: Option<HandTest>,
    /// One hand beats the other: tests on the winning and on the losing hand, whichever they are.
    pub over: Option<Over>,
    /// Whether the first two cards of both hands are the same two cards.
    pub same_hands: Option<bool>,
    /// Tests on all cards of both hands together.
    pub all_cards: Option<GroupTest>,
    /// Tests on the first four cards, two of each hand.
    pub first_four: Option<GroupTest>,
    /// Some line of one of these wagers wins in the pay table of the same name.
    pub any_line_of: Vec<String>,
}

/// One hand beats the other.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// Tests on the winning hand.
    pub winner: HandTest,
    /// Tests on the losing hand.
    pub loser: HandTest,
}

/// Tests on one hand; all that are given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HandTest {
    /// The final point count: `7` or `[8, 9]`.
    pub total: Option<Digits>,
    /// How many cards it holds: 2 or 3.
    pub cards: Option<Digits>,
    /// Whether it is a two-card eight or nine.
    pub natural: Option<bool>,
    /// Whether it beats the other hand.
    pub wins: Option<bool>,
    /// By how many points it beats the other hand.
    pub wins_by: Option<Digits>,
    /// How many coups in a row it has won since the wager was made, this one included.
    pub run: Option<Digits>,
    /// The point value of its third card, which it must have.
    pub third: Option<Digits>,
    /// Its first two cards are of one rank.
    pub pair: Option<PairKind>,
    /// Its first two cards are one of the first ranks and one of the second, in either order.
    pub first_two: Option<[Text<Ranks>; 2]>,
    /// Whether its first two cards are of one suit.
    pub first_two_suited: Option<bool>,
    /// Its first two cards are a Personal King-9 of this seat or of another.
    pub personal: Option<Whose>,
    /// Whether all its cards are of one suit.
    pub suited: Option<bool>,
    /// Whether all its cards are of one colour.
    pub same_color: Option<bool>,
    /// Whether all its cards are of one suit that the licensee chose.
    pub chosen_suit: Option<bool>,
}

/// Tests on a group of cards from both hands; all that are given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GroupTest {
    /// Whether all cards are of one suit.
    pub suited: Option<bool>,
    /// Whether all cards are of one colour.
    pub same_color: Option<bool>,
    /// Whether all cards are of one suit that the licensee chose.
    pub chosen_suit: Option<bool>,
    /// At least so many cards share a rank.
    pub of_a_kind: Option<u8>,
    /// At least so many cards share rank and suit.
    pub identical: Option<u8>,
    /// At least so many different ranks occur twice or more.
    pub pairs: Option<u8>,
    /// Every card is of one of these ranks.
    pub ranks: Option<Text<Ranks>>,
    /// The point value of every card is among these.
    pub values: Option<Digits>,
    /// Whether all ranks differ and follow one another, the ace being low or high.
    pub straight: Option<bool>,
    /// All cards are of one rank, and it is the printed position of this seat, or of another seat that made the wager.
    pub rank_of_seat: Option<Whose>,
}

/// The name of an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the three outcomes")]
pub enum OutcomeName {
    Player,
    Banker,
    Tie,
}

impl From<OutcomeName> for Outcome {
    fn from(name: OutcomeName) -> Self {
        match name {
            OutcomeName::Player => Self::Player,
            OutcomeName::Banker => Self::Banker,
            OutcomeName::Tie => Self::Tie,
        }
    }
}

/// Which pairs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairKind {
    /// Same rank, whatever the suits.
    AnySuits,
    /// Same rank and suit.
    Suited,
    /// Same rank, different suits of one colour or the same suit.
    SameColor,
    /// Same rank, different suits.
    Unsuited,
}

/// The bettor's own seat, or another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "own or another")]
pub enum Whose {
    Own,
    Another,
}

/// What is known of a coup and of the wager on it. `None` means that it cannot be told, which is so of everything that
/// an implementation does not tell.
#[expect(unused_variables, reason = "nothing is known by default, whatever is asked")]
pub trait Facts {
    /// The hand that the wager backs.
    fn backed(&self) -> Option<Side> {
        None
    }

    /// The final point count of a hand.
    fn total(&self, side: Side) -> Option<u8> {
        None
    }

    /// The number of cards of a hand.
    fn count(&self, side: Side) -> Option<u8> {
        None
    }

    /// The point value of a hand's third card; inside, `None` if it has none.
    fn third(&self, side: Side) -> Option<Option<u8>> {
        None
    }

    /// All cards of a hand, with or without their suits.
    fn cards(&self, side: Side) -> Option<Seen> {
        None
    }

    /// How many coups in a row a hand has won since the wager was made, this one included.
    fn run(&self, side: Side) -> Option<u8> {
        None
    }

    /// Whether these two cards are the Personal King-9 of this seat, or of another.
    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        None
    }

    /// Whether that rank is the printed position of this seat, or of another that made the wager.
    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        None
    }

    /// Whether the licensee chose that suit.
    fn is_chosen(&self, suit: Suit) -> Option<bool> {
        None
    }
}

/// Yes, no or cannot tell.
type Answer = Option<bool>;

/// All answers must be yes: one no settles it, whatever cannot be told.
fn every(answers: impl IntoIterator<Item = Answer>) -> Answer {
    let mut known = true;
    for answer in answers {
        match answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = false,
        }
    }
    known.then_some(true)
}

fn some(answers: impl IntoIterator<Item = Answer>) -> Answer {
    every(answers.into_iter().map(|answer| answer.map(|yes| !yes))).map(|none| !none)
}

/// All answers must be yes. They are asked for in turn: the first no settles it.
macro_rules! all_of {
    ($($answer:expr),* $(,)?) => {{
        let mut known = true;
        $(match $answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = false,
        })*
        known.then_some(true)
    }};
}

/// The answer of a test, or yes where the test is not asked.
fn asked<T>(test: Option<T>, answer: impl FnOnce(T) -> Answer) -> Answer {
    test.map_or(Some(true), answer)
}

impl Condition {
    /// Whether the condition holds: yes, no or cannot tell.
    pub fn holds(&self, facts: &dyn Facts) -> Option<bool> {
        let totals = || Some((facts.total(Side::Player)?, facts.total(Side::Banker)?));
        let outcome = || totals().map(|(player, banker)| player.cmp(&banker));
        let on = |side: Side, test: &HandTest| test.holds(side, facts);
        all_of!(
            every(self.all.iter().map(|condition| condition.holds(facts))),
            if self.any.is_empty() { Some(true) } else { some(self.any.iter().map(|c| c.holds(facts))) },
            asked(self.not.as_ref(), |condition| condition.holds(facts).map(|yes| !yes)),
            asked(self.winner, |name| {
                let (player, banker) = totals()?;
                let wanted = Outcome::from(name);
                Some(wanted == Outcome::from_points(Points::of_value(player), Points::of_value(banker)))
            }),
            asked(self.tie, |tie| outcome().map(|order| order.is_eq() == tie)),
            asked(self.cards_dealt.as_ref(), |wanted| {
                let dealt = facts.count(Side::Player)?.checked_add(facts.count(Side::Banker)?)?;
                Some(wanted.contains(dealt))
            }),
            asked(self.player.as_ref(), |test| on(Side::Player, test)),
            asked(self.banker.as_ref(), |test| on(Side::Banker, test)),
            asked(self.hand.as_ref(), |test| on(facts.backed()?, test)),
            asked(self.other.as_ref(), |test| on(facts.backed()?.other(), test)),
            asked(self.either.as_ref(), |test| some(Side::BOTH.map(|side| on(side, test)))),
            asked(self.both.as_ref(), |test| every(Side::BOTH.map(|side| on(side, test)))),
            asked(self.over.as_ref(), |over| over.holds(facts)),
            asked(self.same_hands, |same| {
                let [player, banker] = Side::BOTH.map(|side| facts.cards(side).map(|cards| cards.first(2)));
                Some(player?.is_same_as(&banker?)? == same)
            }),
            asked(self.all_cards.as_ref(), |test| test.holds(group(facts, usize::MAX), facts)),
            asked(self.first_four.as_ref(), |test| test.holds(group(facts, 2), facts)),
            // Resolved into `any` when the pay table is built; before that nothing can be told.
            self.any_line_of.is_empty().then_some(true),
        )
    }

    /// This condition and all conditions inside it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        self.all.iter().chain(&self.any).chain(self.not.as_deref()).for_each(|inner| inner.walk(visit));
    }

    /// Whether some test on a hand, here or in a condition inside it, is of that kind.
    pub fn any_hand(&self, is: &dyn Fn(&HandTest) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |condition| {
            let Self { player, banker, hand, other, either, both, over, .. } = condition;
            let hands = [player, banker, hand, other, either, both].into_iter().flatten();
            let compared = over.iter().flat_map(|over| [&over.winner, &over.loser]);
            found |= hands.chain(compared).any(is);
        });
        found
    }
}

/// The first `each` cards of both hands.
fn group(facts: &dyn Facts, each: usize) -> Option<Seen> {
    let [player, banker] = [facts.cards(Side::Player)?, facts.cards(Side::Banker)?];
    Some(player.first(each).and(&banker.first(each)))
}

impl Over {
    fn holds(&self, facts: &dyn Facts) -> Answer {
        some(Side::BOTH.map(|side| {
            let beats = facts.total(side)? > facts.total(side.other())?;
            every([Some(beats), self.winner.holds(side, facts), self.loser.holds(side.other(), facts)])
        }))
    }
}

impl HandTest {
    fn holds(&self, side: Side, facts: &dyn Facts) -> Answer {
        let margin = || Some(i16::from(facts.total(side)?) - i16::from(facts.total(side.other())?));
        let cards = || facts.cards(side);
        let two = || cards().map(|cards| cards.first(2));
        all_of!(
            asked(self.total.as_ref(), |totals| facts.total(side).map(|total| totals.contains(total))),
            asked(self.cards.as_ref(), |counts| facts.count(side).map(|count| counts.contains(count))),
            asked(self.natural, |natural| {
                Some((facts.count(side)? == 2 && NATURALS.contains(&facts.total(side)?)) == natural)
            }),
            asked(self.wins, |wins| margin().map(|margin| (margin > 0) == wins)),
            asked(self.wins_by.as_ref(), |margins| {
                margin().map(|margin| u8::try_from(margin).is_ok_and(|m| m > 0 && margins.contains(m)))
            }),
            asked(self.run.as_ref(), |runs| facts.run(side).map(|run| runs.contains(run))),
            asked(self.third.as_ref(), |values| {
                facts.third(side).map(|t| t.is_some_and(|v| values.contains(v)))
            }),
            asked(self.pair, |kind| two()?.is_pair(kind)),
            asked(self.first_two.as_ref(), |ranks| two()?.by_ranks(|two| two.has_ranks(ranks))),
            asked(self.first_two_suited, |suited| Some(two()?.one_suit()?.is_some() == suited)),
            asked(self.personal, |whose| two()?.is_personal(whose, facts)),
            asked(self.suited, |yes| Some(cards()?.one_suit()?.is_some() == yes)),
            asked(self.same_color, |yes| Some(cards()?.one_color()? == yes)),
            asked(self.chosen_suit, |yes| Some(cards()?.all_chosen(facts)? == yes)),
        )
    }
}

impl GroupTest {
    fn holds(&self, cards: Option<Seen>, facts: &dyn Facts) -> Answer {
        let at_least = |count: usize, wanted: u8| count >= usize::from(wanted);
        all_of!(
            asked(self.suited, |yes| Some(cards?.one_suit()?.is_some() == yes)),
            asked(self.same_color, |yes| Some(cards?.one_color()? == yes)),
            asked(self.chosen_suit, |yes| Some(cards?.all_chosen(facts)? == yes)),
            asked(self.of_a_kind, |wanted| cards?.by_ranks(|cards| at_least(cards.of_a_kind(), wanted))),
            asked(self.identical, |wanted| cards?.has_identical(wanted)),
            asked(self.pairs, |wanted| cards?.by_ranks(|cards| at_least(cards.paired_ranks(), wanted))),
            asked(self.ranks.as_ref(), |ranks| cards?.by_ranks(|cards| cards.are_all(ranks))),
            asked(self.values.as_ref(), |values| {
                Some(cards?.ranks().iter().all(|rank| values.contains(rank.points().get())))
            }),
            asked(self.straight, |yes| cards?.by_ranks(|cards| cards.is_straight() == yes)),
            asked(self.rank_of_seat, |whose| {
                let cards = cards?;
                if !cards.by_ranks(|cards| cards.one_rank().is_some())? {
                    return Some(false);
                }
                cards.tens_known.then_some(())?;
                facts.is_seat_rank(cards.one_rank()?, whose)
            }),
        )
    }
}

/// The two-card counts that the word `natural` means; the loader holds every rulebook to them.
pub(crate) const NATURALS: [u8; 2] = [8, 9];

/// The cards of a hand or of both, up to six: their ranks, and their suits where these are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    ranks: [Rank; 6],
    suits: [Suit; 6],
    len: usize,
    suits_known: bool,
    /// Whether a card that counts nothing is known to be a ten, jack, queen or king.
    tens_known: bool,
}

impl Seen {
    const NOTHING: Self =
        Self { ranks: [Rank::Ace; 6], suits: [Suit::Clubs; 6], len: 0, suits_known: true, tens_known: true };

    /// Whole cards; six at most.
    #[must_use]
    pub fn cards(cards: impl IntoIterator<Item = Card>) -> Self {
        cards.into_iter().fold(Self::NOTHING, |seen, card| seen.with(card.rank, card.suit))
    }

    /// Ranks of cards whose suits are unknown; six at most.
    #[must_use]
    pub fn ranks_only(ranks: impl IntoIterator<Item = Rank>) -> Self {
        let seen = ranks.into_iter().fold(Self::NOTHING, |seen, rank| seen.with(rank, Suit::Clubs));
        Self { suits_known: false, ..seen }
    }

    /// The same cards, if it is not known of cards that count nothing whether they are tens, jacks, queens or kings.
    #[must_use]
    pub const fn with_tens_unknown(mut self) -> Self {
        self.tens_known = false;
        self
    }

    fn with(mut self, rank: Rank, suit: Suit) -> Self {
        if let (Some(rank_place), Some(suit_place)) =
            (self.ranks.get_mut(self.len), self.suits.get_mut(self.len))
        {
            *rank_place = rank;
            *suit_place = suit;
            self.len += 1;
        }
        self
    }

    fn ranks(&self) -> &[Rank] {
        self.ranks.get(..self.len).unwrap_or_default()
    }

    fn suits(&self) -> Option<&[Suit]> {
        self.suits.get(..self.len).filter(|_| self.suits_known)
    }

    fn first(mut self, count: usize) -> Self {
        self.len = self.len.min(count);
        self
    }

    fn and(self, other: &Self) -> Self {
        let pairs = other.ranks().iter().zip(&other.suits);
        let both = pairs.fold(self, |seen, (rank, suit)| seen.with(*rank, *suit));
        Self {
            suits_known: self.suits_known && other.suits_known,
            tens_known: self.tens_known && other.tens_known,
            ..both
        }
    }

    /// What a test on ranks says; `None` if that depends on cards whose ranks are unknown. No such test looks at the
    /// order of cards, so that it is enough to try each choice of ranks in one order.
    fn by_ranks(&self, test: impl Fn(&Self) -> bool) -> Answer {
        let counts_nothing = |rank: &Rank| rank.points().get() == 0;
        if self.tens_known || !self.ranks().iter().any(counts_nothing) {
            return Some(test(self));
        }
        const TENS: [Rank; 4] = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King];
        let unknown = self.ranks().iter().filter(|rank| counts_nothing(rank)).count();
        let mut answer = None;
        // How many of the unknown cards are below a jack, below a queen and below a king.
        for jacks in 0..=unknown {
            for queens in jacks..=unknown {
                for kings in queens..=unknown {
                    let mut tried = *self;
                    let places = tried.ranks.iter_mut().take(self.len).filter(|rank| counts_nothing(rank));
                    for (at, place) in places.enumerate() {
                        let which = [jacks, queens, kings].iter().filter(|from| at >= **from).count();
                        *place = TENS.get(which).copied().unwrap_or(Rank::King);
                    }
                    let found = test(&tried);
                    if *answer.get_or_insert(found) != found {
                        return None;
                    }
                }
            }
        }
        answer
    }

    /// Whether the two cards are a pair; ranks that differ settle it without suits.
    fn is_pair(&self, kind: PairKind) -> Answer {
        let is_pair = self.by_ranks(|seen| matches!(seen.ranks(), [one, other] if one == other));
        if is_pair != Some(true) || kind == PairKind::AnySuits {
            return is_pair;
        }
        let [first, second] = self.suits()? else { return Some(false) };
        Some(match kind {
            PairKind::AnySuits => true,
            PairKind::Suited => first == second,
            PairKind::SameColor => first.color() == second.color(),
            PairKind::Unsuited => first != second,
        })
    }

    /// Whether the two cards are one of the first ranks and one of the second.
    fn has_ranks(&self, [one, other]: &[Text<Ranks>; 2]) -> bool {
        let [first, second] = *self.ranks() else { return false };
        (one.contains(first) && other.contains(second)) || (one.contains(second) && other.contains(first))
    }

    /// Whether the two cards are a Personal King-9; other ranks settle it without suits.
    fn is_personal(&self, whose: Whose, facts: &dyn Facts) -> Answer {
        let king_nine =
            |seen: &Self| matches!(seen.ranks(), [Rank::King, Rank::Nine] | [Rank::Nine, Rank::King]);
        if !self.by_ranks(king_nine)? {
            return Some(false);
        }
        let [first, second] = *self.ranks() else { return Some(false) };
        let [first_suit, second_suit] = *self.suits()? else { return Some(false) };
        facts.is_personal([Card::new(first, first_suit), Card::new(second, second_suit)], whose)
    }

    /// The suit that all cards share; outside, `None` when suits are unknown.
    fn one_suit(&self) -> Option<Option<Suit>> {
        let suits = self.suits()?;
        let first = suits.first().copied();
        Some(first.filter(|first| suits.iter().all(|suit| suit == first)))
    }

    fn one_color(&self) -> Answer {
        let suits = self.suits()?;
        let first = suits.first().map(|suit| suit.color());
        Some(suits.iter().all(|suit| Some(suit.color()) == first))
    }

    fn all_chosen(&self, facts: &dyn Facts) -> Answer {
        self.one_suit()?.map_or(Some(false), |suit| facts.is_chosen(suit))
    }

    fn are_all(&self, ranks: &Ranks) -> bool {
        self.ranks().iter().all(|rank| ranks.contains(*rank))
    }

    fn one_rank(&self) -> Option<Rank> {
        let first = self.ranks().first().copied()?;
        self.ranks().iter().all(|rank| *rank == first).then_some(first)
    }

    /// The largest number of cards of one rank.
    fn of_a_kind(&self) -> usize {
        let count = |rank: &Rank| self.ranks().iter().filter(|other| *other == rank).count();
        self.ranks().iter().map(count).max().unwrap_or(0)
    }

    /// Whether so many cards share rank and suit; too few of a rank settle it without suits.
    fn has_identical(&self, wanted: u8) -> Answer {
        let wanted = usize::from(wanted);
        if !self.by_ranks(|seen| seen.of_a_kind() >= wanted)? {
            return Some(false);
        }
        self.tens_known.then_some(())?;
        let cards = || self.ranks().iter().zip(&self.suits);
        self.suits()?;
        Some(cards().any(|card| cards().filter(|other| *other == card).count() >= wanted))
    }

    /// How many ranks occur twice or more.
    fn paired_ranks(&self) -> usize {
        let count = |rank: Rank| self.ranks().iter().filter(|other| **other == rank).count();
        Rank::ALL.into_iter().filter(|rank| count(*rank) >= 2).count()
    }

    /// Whether all ranks differ and follow one another, the ace being low or high.
    fn is_straight(&self) -> bool {
        let follows = |number: fn(Rank) -> u8| {
            let mut numbers = self.ranks.map(number);
            let Some(numbers) = numbers.get_mut(..self.len) else { return false };
            numbers.sort_unstable();
            numbers.windows(2).all(|pair| matches!(pair, [low, high] if *high == low + 1))
        };
        let ace_high = |rank: Rank| if rank == Rank::Ace { Rank::King.number() + 1 } else { rank.number() };
        follows(Rank::number) || follows(ace_high)
    }

    /// Whether these are the same cards as the others, in any order, for two cards each.
    fn is_same_as(&self, other: &Self) -> Answer {
        let ([a, b], [x, y]) = (self.ranks(), other.ranks()) else { return Some(false) };
        let values = |one: &Rank, other: &Rank| {
            let (one, other) = (one.points().get(), other.points().get());
            (one.min(other), one.max(other))
        };
        if values(a, b) != values(x, y) {
            return Some(false);
        }
        (self.tens_known && other.tens_known).then_some(())?;
        if (a, b) != (x, y) && (a, b) != (y, x) {
            return Some(false);
        }
        let ([p, q], [v, w]) = (self.suits()?, other.suits()?) else { return Some(false) };
        Some(((a, p), (b, q)) == ((x, v), (y, w)) || ((a, p), (b, q)) == ((y, w), (x, v)))
    }
}

#[cfg(test)]
mod tests {
    use banco_cards::parse_cards;

    use super::*;

    #[test]
    fn straights_go_ace_low_or_high_and_never_round_the_corner() {
        let straight = |text| Seen::cards(parse_cards(text).unwrap()).is_straight();
        assert!(straight("Ah 2h 3h 4h") && straight("Jh Qh Kh Ah") && straight("7c 5d 6h 8s"));
        assert!(!straight("Qh Kh Ah 2h") && !straight("7h 7c 8h 9h") && !straight("2h 3h 4h 6h"));
    }

    #[test]
    fn ranks_alone_settle_what_suits_cannot_change() {
        let ranks = |text| Seen::ranks_only(parse_cards(text).unwrap().into_iter().map(|card| card.rank));
        assert_eq!(ranks("7h 8h").is_pair(PairKind::Suited), Some(false));
        assert_eq!(ranks("7h 7h").is_pair(PairKind::Suited), None);
        assert_eq!(ranks("7h 7h").is_pair(PairKind::AnySuits), Some(true));
        assert_eq!(ranks("7h 7h 7h 8h").has_identical(4), Some(false));
        assert_eq!(ranks("7h 7h 7h 7h").has_identical(4), None);
        assert_eq!(ranks("7h 8h").one_suit(), None);
        assert_eq!(ranks("7h 8h").is_same_as(&ranks("8h 9h")), Some(false));
        assert_eq!(ranks("7h 8h").is_same_as(&ranks("8h 7h")), None);
    }

    #[test]
    fn unknown_tens_settle_what_their_ranks_cannot_change() {
        let seen = |text| Seen::cards(parse_cards(text).unwrap()).with_tens_unknown();
        assert_eq!(seen("Kh 8h").is_pair(PairKind::AnySuits), Some(false));
        assert_eq!(seen("Kh Kd").is_pair(PairKind::AnySuits), None);
        assert_eq!(seen("8h 8d").is_pair(PairKind::AnySuits), Some(true));
        let kinds = |text, wanted| seen(text).by_ranks(|seen| seen.of_a_kind() >= wanted);
        assert_eq!(kinds("Kh Kd 8h 8d", 3), Some(false));
        assert_eq!(kinds("Kh Kd 8h 8d", 2), Some(true));
        assert_eq!(kinds("Kh Kd Kh 8d", 3), None);
        // Five cards of four ranks: two of them must share one.
        assert_eq!(kinds("Kh Kd Kh Kd Ks", 2), Some(true));
        assert_eq!(seen("Kh Kd Ah 2d").by_ranks(Seen::is_straight), Some(false));
        assert_eq!(seen("Kh Kd Kh 9d").by_ranks(Seen::is_straight), None);
        assert_eq!(seen("Kh 9d").is_same_as(&seen("8h 9d")), Some(false));
        assert_eq!(seen("Kh 9d").is_same_as(&seen("Kh 9d")), None);
    }

    #[test]
    fn three_valued_logic_lets_a_no_or_a_yes_decide() {
        assert_eq!(every([None, Some(false)]), Some(false));
        assert_eq!(every([None, Some(true)]), None);
        assert_eq!(some([None, Some(true)]), Some(true));
        assert_eq!(some([None, Some(false)]), None);
        assert_eq!(some([Some(false), Some(false)]), Some(false));
    }
}
