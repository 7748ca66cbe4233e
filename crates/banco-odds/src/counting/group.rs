//! Pay tables that look at coups in the same way, and what their conditions say of a coup of which little is known.

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::{Attributes, Needs, SeatFacts, needs};
use banco_rulebook::model::condition::{PairKind, Seen};
use banco_rulebook::{Condition, Facts, GroupTest, HandTest, Whose};

use crate::counting::classes::{Class, HandClass};

/// Which line of each pay table is reached; `None` for no line.
pub type Reached = Vec<Option<usize>>;

/// What a pay table's conditions look at: tables that agree in it are judged together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// How finely it looks at finished hands.
    pub depth: Depth,
    /// Whether nothing beyond the first two cards of each hand matters.
    pub first_four: bool,
    /// Whether the value of a third card matters.
    pub thirds: bool,
    /// Whether it matters which hand holds a card, beyond what the class tells.
    pub places: bool,
    /// Whether suits matter, or colours at most.
    pub down_to_suits: bool,
}

/// How finely a pay table looks at cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Final counts and numbers of cards tell.
    Class,
    /// So do the suits or colours that all cards of a hand share.
    HandSuits,
    /// Ranks must be looked at, and perhaps the suits that hands share.
    Ranks,
    /// Suits must be looked at card by card.
    SingleSuits,
}

impl Look {
    /// What some conditions look at.
    pub fn from_conditions(conditions: &[&Condition], backed: Option<Side>) -> Self {
        let walk = Walk(conditions);
        let needs = walk.needs(backed);
        let wants = |attribute| {
            Side::BOTH.into_iter().flat_map(|side| needs.hand(side)).any(|found| found.include(attribute))
        };
        let places = |t: &HandTest| t.pair.is_some() || t.first_two.is_some() || t.personal.is_some();
        let depth = match () {
            () if walk.looks_at_single_suits() => Depth::SingleSuits,
            () if wants(Attributes::RANK) || walk.any_group(looks_at_kinds) => Depth::Ranks,
            () if wants(Attributes::COLOR) => Depth::HandSuits,
            () => Depth::Class,
        };
        let third = |side: Side| needs.hand(side)[2] != Attributes::NONE;
        let beyond_four = third(Side::Player) || third(Side::Banker);
        Self {
            depth,
            first_four: !beyond_four && !walk.any_hand(|test| test.natural.is_some()),
            thirds: walk.any_hand(|test| test.third.is_some()),
            places: walk.any_hand(|test| places(test) || test.first_two_suited.is_some())
                || walk.any(|condition| condition.same_hands.is_some()),
            down_to_suits: wants(Attributes::SUIT),
        }
    }
}

/// Conditions, to be searched.
pub struct Walk<'a, 'c>(pub &'a [&'c Condition]);

impl Walk<'_, '_> {
    pub fn needs(&self, backed: Option<Side>) -> Needs {
        self.0.iter().fold(Needs::default(), |sum, condition| sum.and(needs(condition, backed)))
    }

    fn any(&self, test: impl Fn(&Condition) -> bool) -> bool {
        let mut found = false;
        self.0.iter().for_each(|condition| condition.walk(&mut |inner| found |= test(inner)));
        found
    }

    fn any_hand(&self, test: impl Fn(&HandTest) -> bool) -> bool {
        self.any(|c| {
            let over = c.over.iter().flat_map(|over| [&over.winner, &over.loser]);
            [&c.player, &c.banker, &c.hand, &c.other, &c.either, &c.both]
                .into_iter()
                .flatten()
                .chain(over)
                .any(&test)
        })
    }

    fn any_group(&self, test: impl Fn(&GroupTest) -> bool) -> bool {
        self.any(|condition| [&condition.first_four, &condition.all_cards].into_iter().flatten().any(&test))
    }

    /// Whether some condition looks at the suits of single cards, not only at hands of one suit or colour.
    fn looks_at_single_suits(&self) -> bool {
        let hand = |test: &HandTest| {
            let pair = test.pair.is_some_and(|kind| kind != PairKind::AnySuits);
            pair || test.first_two_suited.is_some() || test.personal.is_some()
        };
        let four = |c: &Condition| {
            let test = c.first_four.as_ref();
            test.is_some_and(|t| t.suited.is_some() || t.same_color.is_some() || t.chosen_suit.is_some())
        };
        self.any_hand(hand)
            || self.any(|c| c.same_hands.is_some() || four(c))
            || self.any_group(|t| t.identical.is_some())
    }

    /// Which suits may be exchanged without changing any result.
    pub fn renaming(&self, needs: &Needs) -> Renaming {
        let hand_color = |t: &HandTest| t.same_color.is_some() || t.pair == Some(PairKind::SameColor);
        let particular = needs.chosen_suits || self.any_hand(|test| test.personal.is_some());
        let colors = self.any_hand(hand_color) || self.any_group(|test| test.same_color.is_some());
        match (particular, colors) {
            (true, _) => Renaming::Nothing,
            (false, true) => Renaming::Colors,
            (false, false) => Renaming::Any,
        }
    }
}

/// Whether a test on a group looks at ranks or values, not only at suits.
fn looks_at_kinds(test: &GroupTest) -> bool {
    let suits_only = GroupTest {
        suited: test.suited,
        same_color: test.same_color,
        chosen_suit: test.chosen_suit,
        ..GroupTest::default()
    };
    *test != suits_only
}

/// Which suits may be exchanged without changing any result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renaming {
    /// All of them.
    Any,
    /// Those that keep colours together.
    Colors,
    /// None.
    Nothing,
}

/// Pay tables that look at coups in the same way.
#[derive(Clone)]
pub struct Group<'a> {
    pub look: Look,
    /// Each condition once.
    pub conditions: Vec<&'a Condition>,
    /// For each pay table, the condition of each line.
    pub tables: Vec<Vec<usize>>,
    pub backed: Option<Side>,
    pub seat: &'a SeatFacts,
    pub chosen: &'a [Suit],
}

impl<'a> Group<'a> {
    /// The same pay tables where it matters which hand holds a card, unless only the first four cards are looked at:
    /// these can be laid out in every order.
    pub fn by_place(&self) -> Self {
        let mut group = self.clone();
        group.look.places |= !group.look.first_four;
        group
    }

    /// The place of a pay table with these conditions, which is added if the group does not have it.
    pub fn place_of(&mut self, lines: &[&'a Condition]) -> usize {
        let mut place = |condition: &&'a Condition| {
            self.conditions.iter().position(|known| known == condition).unwrap_or_else(|| {
                self.conditions.push(condition);
                self.conditions.len() - 1
            })
        };
        let lines: Vec<usize> = lines.iter().map(&mut place).collect();
        self.tables.iter().position(|known| *known == lines).unwrap_or_else(|| {
            self.tables.push(lines);
            self.tables.len() - 1
        })
    }

    /// The line of each pay table, if what is known tells.
    pub fn reached(&self, class: Option<Class>, hands: Option<[Seen; 2]>) -> Option<Reached> {
        let facts = Known { group: self, class, hands };
        let answers: Vec<Option<bool>> =
            self.conditions.iter().map(|condition| condition.holds(&facts)).collect();
        self.tables.iter().map(|lines| first_line(lines, &answers)).collect()
    }
}

/// The first line whose condition holds; outside, `None` if an unknown one comes before it.
fn first_line(lines: &[usize], answers: &[Option<bool>]) -> Option<Option<usize>> {
    for (at, condition) in lines.iter().enumerate() {
        if answers.get(*condition).copied()?? {
            return Some(Some(at));
        }
    }
    Some(None)
}

/// What is known of a deal while it is counted.
struct Known<'a> {
    group: &'a Group<'a>,
    class: Option<Class>,
    hands: Option<[Seen; 2]>,
}

impl Known<'_> {
    fn hand(&self, side: Side) -> Option<HandClass> {
        self.class.map(|class| match side {
            Side::Player => class.player,
            Side::Banker => class.banker,
        })
    }
}

impl Facts for Known<'_> {
    fn backed(&self) -> Option<Side> {
        self.group.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        self.hand(side).map(|hand| hand.total)
    }

    fn count(&self, side: Side) -> Option<u8> {
        self.hand(side).map(HandClass::cards)
    }

    /// A class tells third cards only where the group looks at them.
    fn third(&self, side: Side) -> Option<Option<u8>> {
        let hand = self.hand(side)?;
        (self.group.look.thirds || hand.third.is_none()).then_some(hand.third)
    }

    fn cards(&self, side: Side) -> Option<Seen> {
        let [player, banker] = self.hands?;
        Some(match side {
            Side::Player => player,
            Side::Banker => banker,
        })
    }

    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        self.group.seat.is_personal(cards, whose)
    }

    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        self.group.seat.is_seat_rank(rank, whose)
    }

    fn is_chosen(&self, suit: Suit) -> Option<bool> {
        Some(self.group.chosen.contains(&suit))
    }
}
