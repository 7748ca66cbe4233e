//! What a finished coup tells a condition, and what a condition needs to be told.
//!
//! The vocabulary and its evaluator are in `banco-rulebook`, because the loader reasons with them too. Here
//! are the facts of a real coup, and the analysis by which the odds engine knows how finely it must look at
//! the cards.

use banco_cards::{Card, Outcome, Rank, Side, Suit};
use banco_rulebook::model::condition::{PairKind, Seen};
use banco_rulebook::{Condition, Facts, GroupTest, HandTest, KingNine, Terms, Whose};

use crate::coup::Coup;

/// What is known of the bettor's seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatFacts {
    /// The printed number of the seat.
    pub position: Option<u8>,
    /// Its Personal King-9.
    pub personal: Option<KingNine>,
    /// The Personal King-9 of every other seat.
    pub others_personal: Vec<KingNine>,
    /// The printed numbers of other seats that made the same wager in this round.
    pub others_participating: Vec<u8>,
}

impl SeatFacts {
    /// The facts of a seat under these terms, with the other seats that made the same wager.
    #[must_use]
    pub fn at(terms: &Terms, position: u8, participating: &[u8]) -> Self {
        let others = terms.personal.iter().filter(|(other, _)| **other != position);
        Self {
            position: Some(position),
            personal: terms.personal.get(&position).copied(),
            others_personal: others.map(|(_, combination)| *combination).collect(),
            others_participating: participating.iter().copied().filter(|other| *other != position).collect(),
        }
    }
}

impl SeatFacts {
    /// Whether two cards are the Personal King-9 of this seat, or of another; `None` if no seat is named.
    #[must_use]
    pub fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        if !KingNine::all().any(|combination| combination.is(cards)) {
            return Some(false);
        }
        self.position?;
        Some(match whose {
            Whose::Own => self.personal.is_some_and(|own| own.is(cards)),
            Whose::Another => self.others_personal.iter().any(|other| other.is(cards)),
        })
    }

    /// Whether a rank is the printed position of this seat, or of another that made the wager.
    #[must_use]
    pub fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        let position = self.position?;
        Some(match whose {
            Whose::Own => position == rank.number(),
            Whose::Another => self.others_participating.contains(&rank.number()),
        })
    }
}

/// A finished coup as one wager sees it.
#[derive(Clone, Copy, Debug)]
pub struct CoupFacts<'a> {
    /// The coup.
    pub coup: &'a Coup,
    /// The hand that is backed.
    pub backed: Option<Side>,
    /// The suits that the licensee chose.
    pub chosen: &'a [Suit],
    /// The seat.
    pub seat: &'a SeatFacts,
    /// The outcomes since the wager was made, this coup not included.
    pub history: &'a [Outcome],
    /// Whether the bettor stood on the Player's first two cards, so that these are compared.
    pub stood: bool,
}

impl CoupFacts<'_> {
    fn hand_cards(&self, side: Side) -> impl Iterator<Item = Card> + '_ {
        let most = if self.stood && side == Side::Player { 2 } else { usize::MAX };
        self.coup.hand(side).cards().take(most)
    }
}

impl Facts for CoupFacts<'_> {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        if self.stood {
            return Some(self.hand_cards(side).map(Card::points).sum::<banco_cards::Points>().get());
        }
        Some(self.coup.hand(side).total().get())
    }

    fn count(&self, side: Side) -> Option<u8> {
        u8::try_from(self.hand_cards(side).count()).ok()
    }

    fn third(&self, side: Side) -> Option<Option<u8>> {
        Some(self.hand_cards(side).nth(2).map(|card| card.points().get()))
    }

    fn cards(&self, side: Side) -> Option<Seen> {
        Some(Seen::cards(self.hand_cards(side)))
    }

    /// Ties neither break a run nor lengthen it.
    fn run(&self, side: Side) -> Option<u8> {
        let decided = self.history.iter().copied().chain([self.coup.outcome()]).filter_map(Outcome::winner);
        let decided: Vec<Side> = decided.collect();
        u8::try_from(decided.iter().rev().take_while(|winner| **winner == side).count()).ok()
    }

    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        self.seat.is_personal(cards, whose)
    }

    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        self.seat.is_seat_rank(rank, whose)
    }

    fn is_chosen(&self, suit: Suit) -> Option<bool> {
        Some(self.chosen.contains(&suit))
    }
}

/// What must be known of one card: a set of its attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attributes(u8);

impl Attributes {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Its point value.
    pub const VALUE: Self = Self(0b0001);
    /// Its rank, and so its value.
    pub const RANK: Self = Self(0b0011);
    /// Its colour.
    pub const COLOR: Self = Self(0b0100);
    /// Its suit, and so its colour.
    pub const SUIT: Self = Self(0b1100);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set holds all of another.
    #[must_use]
    pub const fn include(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether two cards agree in everything that this set names.
    #[must_use]
    pub fn agree(self, one: Card, other: Card) -> bool {
        let same = |attribute: Self, same: bool| !self.include(attribute) || same;
        same(Self::VALUE, one.points() == other.points())
            && same(Self::RANK, one.rank == other.rank)
            && same(Self::COLOR, one.suit.color() == other.suit.color())
            && same(Self::SUIT, one.suit == other.suit)
    }
}

/// What a condition needs to know of a coup and of the seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Needs {
    /// Of the Player's first, second and third card.
    pub player: [Attributes; 3],
    /// Of the Banker's first, second and third card.
    pub banker: [Attributes; 3],
    /// Whether it depends on the seat.
    pub seat: bool,
    /// Whether it depends on the licensee's chosen suits.
    pub chosen_suits: bool,
    /// Whether it depends on earlier coups.
    pub history: bool,
}

impl Needs {
    /// The values of all six cards: whatever depends on a final count or on how many cards were drawn.
    fn final_hands() -> Self {
        let values = [Attributes::VALUE; 3];
        Self { player: values, banker: values, ..Self::default() }
    }

    fn from_cards(side: Side, cards: [Attributes; 3]) -> Self {
        match side {
            Side::Player => Self { player: cards, ..Self::default() },
            Side::Banker => Self { banker: cards, ..Self::default() },
        }
    }

    fn first_two(side: Side, attributes: Attributes) -> Self {
        Self::from_cards(side, [attributes, attributes, Attributes::NONE])
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = |one: [Attributes; 3], other: [Attributes; 3]| {
            let ([a, b, c], [x, y, z]) = (one, other);
            [a.and(x), b.and(y), c.and(z)]
        };
        Self {
            player: both(self.player, other.player),
            banker: both(self.banker, other.banker),
            seat: self.seat || other.seat,
            chosen_suits: self.chosen_suits || other.chosen_suits,
            history: self.history || other.history,
        }
    }

    /// Of one hand.
    #[must_use]
    pub const fn hand(&self, side: Side) -> [Attributes; 3] {
        match side {
            Side::Player => self.player,
            Side::Banker => self.banker,
        }
    }
}

/// What a condition needs to know; `backed` is the hand that the wager backs, where it backs one.
#[must_use]
pub fn needs(condition: &Condition, backed: Option<Side>) -> Needs {
    let mut sum = Needs::default();
    condition.walk(&mut |condition| sum = sum.and(own_needs(condition, backed)));
    sum
}

/// What the tests of a condition need, without those of the conditions inside it.
fn own_needs(condition: &Condition, backed: Option<Side>) -> Needs {
    let backed_sides: &[Side] = match backed {
        Some(Side::Player) => &[Side::Player],
        Some(Side::Banker) => &[Side::Banker],
        None => &Side::BOTH,
    };
    let other_sides: &[Side] = match backed {
        Some(Side::Player) => &[Side::Banker],
        Some(Side::Banker) => &[Side::Player],
        None => &Side::BOTH,
    };
    let mut sum = Needs::default();
    let mut add = |needs: Needs| sum = sum.and(needs);
    if condition.winner.is_some() || condition.tie.is_some() || condition.cards_dealt.is_some() {
        add(Needs::final_hands());
    }
    let hands: [(&Option<HandTest>, &[Side]); 6] = [
        (&condition.player, &[Side::Player]),
        (&condition.banker, &[Side::Banker]),
        (&condition.hand, backed_sides),
        (&condition.other, other_sides),
        (&condition.either, &Side::BOTH),
        (&condition.both, &Side::BOTH),
    ];
    for (test, sides) in hands {
        test.iter().for_each(|test| sides.iter().for_each(|side| add(hand_needs(test, *side))));
    }
    if let Some(over) = &condition.over {
        add(Needs::final_hands());
        for side in Side::BOTH {
            add(hand_needs(&over.winner, side).and(hand_needs(&over.loser, side)));
        }
    }
    if condition.same_hands.is_some() {
        Side::BOTH
            .iter()
            .for_each(|side| add(Needs::first_two(*side, Attributes::RANK.and(Attributes::SUIT))));
    }
    condition.first_four.iter().for_each(|test| add(group_needs(test, Needs::first_two)));
    if let Some(test) = &condition.all_cards {
        add(Needs::final_hands()
            .and(group_needs(test, |side, attributes| Needs::from_cards(side, [attributes; 3]))));
    }
    sum
}

fn hand_needs(test: &HandTest, side: Side) -> Needs {
    let mut sum = Needs::default();
    let mut add = |asked: bool, needs: Needs| {
        if asked {
            sum = sum.and(needs);
        }
    };
    let counted = test.total.is_some() || test.cards.is_some() || test.third.is_some();
    add(counted || test.wins.is_some() || test.wins_by.is_some(), Needs::final_hands());
    add(test.run.is_some(), Needs { history: true, ..Needs::final_hands() });
    // A two-card eight or nine ends the drawing, so nothing beyond its own two cards matters.
    add(test.natural.is_some(), Needs::first_two(side, Attributes::VALUE));
    let pair = match test.pair {
        Some(PairKind::AnySuits) => Attributes::RANK,
        Some(PairKind::SameColor) => Attributes::RANK.and(Attributes::COLOR),
        Some(PairKind::Suited | PairKind::Unsuited) => Attributes::RANK.and(Attributes::SUIT),
        None => Attributes::NONE,
    };
    add(test.pair.is_some(), Needs::first_two(side, pair));
    add(test.first_two.is_some(), Needs::first_two(side, Attributes::RANK));
    add(test.first_two_suited.is_some(), Needs::first_two(side, Attributes::SUIT));
    let personal = Needs::first_two(side, Attributes::RANK.and(Attributes::SUIT));
    add(test.personal.is_some(), Needs { seat: true, ..personal });
    let all = |attributes| Needs::final_hands().and(Needs::from_cards(side, [attributes; 3]));
    add(test.suited.is_some(), all(Attributes::SUIT));
    add(test.same_color.is_some(), all(Attributes::COLOR));
    add(test.chosen_suit.is_some(), Needs { chosen_suits: true, ..all(Attributes::SUIT) });
    sum
}

fn group_needs(test: &GroupTest, cards: impl Fn(Side, Attributes) -> Needs) -> Needs {
    let mut attributes = Attributes::NONE;
    let mut add = |asked: bool, more: Attributes| {
        if asked {
            attributes = attributes.and(more);
        }
    };
    add(test.suited.is_some() || test.chosen_suit.is_some(), Attributes::SUIT);
    add(test.same_color.is_some(), Attributes::COLOR);
    add(test.identical.is_some(), Attributes::RANK.and(Attributes::SUIT));
    add(test.values.is_some(), Attributes::VALUE);
    let ranked = test.of_a_kind.is_some() || test.pairs.is_some() || test.ranks.is_some();
    add(ranked || test.straight.is_some() || test.rank_of_seat.is_some(), Attributes::RANK);
    let [player, banker] = Side::BOTH.map(|side| cards(side, attributes));
    let own = Needs {
        seat: test.rank_of_seat.is_some(),
        chosen_suits: test.chosen_suit.is_some(),
        ..Needs::default()
    };
    player.and(banker).and(own)
}
