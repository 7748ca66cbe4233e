//! The closed vocabulary in which a line of a pay table says when it pays.
//!
//! A condition is a table of tests that must all hold. The evaluator answers yes, no or *cannot tell*: the
//! same code judges a finished coup, where everything is known, and a class of coups in which only totals
//! and numbers of cards are, which is how rows that no coup can reach are found.

use banco_cards::{Card, Outcome, Rank, Side};
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

/// What is known of a coup and of the wager on it. `None` means that it cannot be told.
pub trait Facts {
    /// The hand that the wager backs.
    fn backed(&self) -> Option<Side>;
    /// The final point count of a hand.
    fn total(&self, side: Side) -> Option<u8>;
    /// The number of cards of a hand.
    fn count(&self, side: Side) -> Option<u8>;
    /// The point value of a hand's third card; inside, `None` if it has none.
    fn third(&self, side: Side) -> Option<Option<u8>>;
    /// All cards of a hand.
    fn cards(&self, side: Side) -> Option<Vec<Card>>;
    /// How many coups in a row a hand has won since the wager was made, this one included.
    fn run(&self, side: Side) -> Option<u8>;
    /// Whether these two cards are the Personal King-9 of this seat, or of another.
    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool>;
    /// Whether that rank is the printed position of this seat, or of another that made the wager.
    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool>;
    /// Whether the licensee chose that suit.
    fn is_chosen(&self, suit: banco_cards::Suit) -> Option<bool>;
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
        every([
            every(self.all.iter().map(|condition| condition.holds(facts))),
            if self.any.is_empty() { Some(true) } else { some(self.any.iter().map(|c| c.holds(facts))) },
            asked(self.not.as_ref(), |condition| condition.holds(facts).map(|yes| !yes)),
            asked(self.winner, |name| {
                let (player, banker) = totals()?;
                let wanted = Outcome::from(name);
                Some(
                    wanted
                        == Outcome::of(
                            banco_cards::Points::of_value(player),
                            banco_cards::Points::of_value(banker),
                        ),
                )
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
                let two = |side| <[Card; 2]>::try_from(facts.cards(side)?.get(..2)?).ok();
                let ([a, b], other) = (two(Side::Player)?, two(Side::Banker)?);
                Some(([a, b] == other || [b, a] == other) == same)
            }),
            asked(self.all_cards.as_ref(), |test| test.holds(group(facts, usize::MAX).as_deref(), facts)),
            asked(self.first_four.as_ref(), |test| test.holds(group(facts, 2).as_deref(), facts)),
            // Resolved into `any` when the pay table is built; before that nothing can be told.
            self.any_line_of.is_empty().then_some(true),
        ])
    }

    /// This condition and all conditions inside it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        self.all.iter().chain(&self.any).chain(self.not.as_deref()).for_each(|inner| inner.walk(visit));
    }
}

/// The first `each` cards of both hands.
fn group(facts: &dyn Facts, each: usize) -> Option<Vec<Card>> {
    let mut cards = Vec::with_capacity(6);
    for side in Side::BOTH {
        cards.extend(facts.cards(side)?.into_iter().take(each));
    }
    Some(cards)
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
        let two = || <[Card; 2]>::try_from(cards()?.get(..2)?).ok();
        every([
            asked(self.total.as_ref(), |totals| facts.total(side).map(|total| totals.contains(total))),
            asked(self.cards.as_ref(), |counts| facts.count(side).map(|count| counts.contains(count))),
            asked(self.natural, |natural| {
                Some((facts.count(side)? == 2 && matches!(facts.total(side)?, 8 | 9)) == natural)
            }),
            asked(self.wins, |wins| margin().map(|margin| (margin > 0) == wins)),
            asked(self.wins_by.as_ref(), |margins| {
                margin().map(|margin| u8::try_from(margin).is_ok_and(|m| m > 0 && margins.contains(m)))
            }),
            asked(self.run.as_ref(), |runs| facts.run(side).map(|run| runs.contains(run))),
            asked(self.third.as_ref(), |values| {
                facts.third(side).map(|t| t.is_some_and(|v| values.contains(v)))
            }),
            asked(self.pair, |kind| two().map(|two| is_pair(two, kind))),
            asked(self.first_two.as_ref(), |ranks| two().map(|two| has_ranks(two, ranks))),
            asked(self.first_two_suited, |suited| two().map(|[a, b]| (a.suit == b.suit) == suited)),
            asked(self.personal, |whose| facts.is_personal(two()?, whose)),
            asked(self.suited, |yes| cards().map(|cards| one_suit(&cards).is_some() == yes)),
            asked(self.same_color, |yes| cards().map(|cards| one_color(&cards) == yes)),
            asked(self.chosen_suit, |yes| all_chosen(&cards()?, facts).map(|chosen| chosen == yes)),
        ])
    }
}

impl GroupTest {
    fn holds(&self, cards: Option<&[Card]>, facts: &dyn Facts) -> Answer {
        every([
            asked(self.suited, |yes| Some(one_suit(cards?).is_some() == yes)),
            asked(self.same_color, |yes| Some(one_color(cards?) == yes)),
            asked(self.chosen_suit, |yes| all_chosen(cards?, facts).map(|chosen| chosen == yes)),
            asked(self.of_a_kind, |wanted| {
                Some(most(cards?, |a, b| a.rank == b.rank) >= usize::from(wanted))
            }),
            asked(self.identical, |wanted| Some(most(cards?, |a, b| a == b) >= usize::from(wanted))),
            asked(self.pairs, |wanted| Some(paired_ranks(cards?) >= usize::from(wanted))),
            asked(self.ranks.as_ref(), |ranks| Some(cards?.iter().all(|card| ranks.contains(card.rank)))),
            asked(self.values.as_ref(), |values| {
                Some(cards?.iter().all(|card| values.contains(card.points().get())))
            }),
            asked(self.straight, |yes| Some(is_straight(cards?) == yes)),
            asked(self.rank_of_seat, |whose| match one_rank(cards?) {
                Some(rank) => facts.is_seat_rank(rank, whose),
                None => Some(false),
            }),
        ])
    }
}

fn is_pair([first, second]: [Card; 2], kind: PairKind) -> bool {
    first.rank == second.rank
        && match kind {
            PairKind::AnySuits => true,
            PairKind::Suited => first.suit == second.suit,
            PairKind::SameColor => first.suit.color() == second.suit.color(),
            PairKind::Unsuited => first.suit != second.suit,
        }
}

fn has_ranks([first, second]: [Card; 2], [one, other]: &[Text<Ranks>; 2]) -> bool {
    (one.contains(first.rank) && other.contains(second.rank))
        || (one.contains(second.rank) && other.contains(first.rank))
}

fn one_suit(cards: &[Card]) -> Option<banco_cards::Suit> {
    let suit = cards.first()?.suit;
    cards.iter().all(|card| card.suit == suit).then_some(suit)
}

fn one_rank(cards: &[Card]) -> Option<Rank> {
    let rank = cards.first()?.rank;
    cards.iter().all(|card| card.rank == rank).then_some(rank)
}

fn one_color(cards: &[Card]) -> bool {
    cards.iter().all(|card| Some(card.suit.color()) == cards.first().map(|first| first.suit.color()))
}

fn all_chosen(cards: &[Card], facts: &dyn Facts) -> Answer {
    one_suit(cards).map_or(Some(false), |suit| facts.is_chosen(suit))
}

/// The largest number of cards that are alike.
fn most(cards: &[Card], alike: impl Fn(&Card, &Card) -> bool) -> usize {
    cards.iter().map(|card| cards.iter().filter(|other| alike(card, other)).count()).max().unwrap_or(0)
}

fn paired_ranks(cards: &[Card]) -> usize {
    Rank::ALL.into_iter().filter(|rank| cards.iter().filter(|card| card.rank == *rank).count() >= 2).count()
}

fn is_straight(cards: &[Card]) -> bool {
    let follows = |number: fn(Rank) -> u8| {
        let mut numbers: Vec<u8> = cards.iter().map(|card| number(card.rank)).collect();
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| matches!(pair, [low, high] if *high == low + 1))
    };
    let ace_high = |rank: Rank| {
        if rank == Rank::Ace { Rank::King.number() + 1 } else { rank.number() }
    };
    follows(Rank::number) || follows(ace_high)
}

#[cfg(test)]
mod tests {
    use banco_cards::parse_cards;

    use super::*;

    #[test]
    fn straights_go_ace_low_or_high_and_never_round_the_corner() {
        let straight = |text| is_straight(&parse_cards(text).unwrap());
        assert!(straight("Ah 2h 3h 4h") && straight("Jh Qh Kh Ah") && straight("7c 5d 6h 8s"));
        assert!(!straight("Qh Kh Ah 2h") && !straight("7h 7c 8h 9h") && !straight("2h 3h 4h 6h"));
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
