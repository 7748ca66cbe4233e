//! What is asked of the deals: the conditions of some pay tables, and how finely they look at cards.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::{Attributes, Needs, SeatFacts, needs};
use banco_rulebook::model::condition::{PairKind, Seen};
use banco_rulebook::{Condition, Facts, GroupTest, HandTest, PayTable, Whose};

use crate::classes::{CLASSES, Class, HandClass};
use crate::shoe::Detail;
use crate::suits::{Kind, Kinds, SuitSet};

/// Which line of each pay table is reached; `None` for no line.
pub type Reached = Vec<Option<usize>>;

/// The conditions of some pay tables of one wager and side. One question can be put to many shoes: what it finds out
/// about classes and cards is kept.
pub struct Question<'a> {
    /// Each condition once.
    conditions: Vec<&'a Condition>,
    /// For each pay table, the condition of each line.
    pub(crate) tables: Vec<Vec<usize>>,
    pub(crate) wager: &'a str,
    pub(crate) needs: Needs,
    backed: Option<Side>,
    seat: &'a SeatFacts,
    chosen: &'a [Suit],
    /// Whether suits matter, or colours at most.
    pub(crate) down_to_suits: bool,
    /// Whether some condition looks at the value of a third card.
    pub(crate) thirds: bool,
    alike: Alike,
    judged: RefCell<HashMap<AlikeKey, Rc<Judgement>>>,
    /// For each class by its place: not asked yet, cannot be told, or the lines.
    by_class: RefCell<Vec<Option<Option<Rc<Reached>>>>>,
}

impl<'a> Question<'a> {
    /// The question that these pay tables of one wager and side ask, from a seat and with these suits chosen.
    #[must_use]
    pub fn new(tables: &[&'a PayTable], seat: &'a SeatFacts, chosen: &'a [Suit]) -> Self {
        let wager = tables.first().map_or("", |table| table.wager.as_str());
        let side = tables.first().and_then(|table| table.side.as_deref());
        let backed = Side::BOTH.into_iter().find(|known| Some(known.name()) == side);
        let mut conditions: Vec<&Condition> = Vec::new();
        let mut place = |condition: &'a Condition| {
            conditions.iter().position(|known| *known == condition).unwrap_or_else(|| {
                conditions.push(condition);
                conditions.len() - 1
            })
        };
        let tables =
            tables.iter().map(|table| table.lines.iter().map(|line| place(&line.when)).collect()).collect();
        let needs =
            conditions.iter().fold(Needs::default(), |sum, condition| sum.and(needs(condition, backed)));
        let mut question = Self {
            conditions,
            tables,
            wager,
            needs,
            backed,
            seat,
            chosen,
            down_to_suits: false,
            thirds: false,
            alike: Alike::Nothing,
            judged: RefCell::new(HashMap::new()),
            by_class: RefCell::new(vec![None; CLASSES]),
        };
        question.down_to_suits = question.needs_attribute(Attributes::SUIT);
        question.thirds = question.any_hand(|test| test.third.is_some());
        question.alike = Alike::of(&question);
        question
    }

    /// The line of each pay table, if these facts tell.
    fn reached(&self, facts: &dyn Facts) -> Option<Reached> {
        let answers: Vec<Option<bool>> =
            self.conditions.iter().map(|condition| condition.holds(facts)).collect();
        self.tables.iter().map(|lines| first_line(lines, &answers)).collect()
    }

    /// The line of each pay table for a class, if its final counts and numbers of cards tell.
    pub(crate) fn reached_by_class(&self, class: Class) -> Option<Rc<Reached>> {
        let known = || Known { question: self, class: Some(class), thirds: self.thirds, hands: None };
        let mut kept = self.by_class.borrow_mut();
        let place = kept.get_mut(class.index())?;
        place.get_or_insert_with(|| self.reached(&known()).map(Rc::new)).clone()
    }

    /// What is found for a deal; kept for deals that look alike to every condition.
    pub(crate) fn judgement(&self, deal: &Deal<'_>) -> Option<Rc<Judgement>> {
        let key = self.alike.key(deal, self.thirds);
        if let Some(known) = key.and_then(|key| self.judged.borrow().get(&key).cloned()) {
            return Some(known);
        }
        let judgement = Rc::new(self.judge(deal)?);
        if let Some(key) = key {
            self.judged.borrow_mut().insert(key, Rc::clone(&judgement));
        }
        Some(judgement)
    }

    fn judge(&self, deal: &Deal<'_>) -> Option<Judgement> {
        let ranks = |cards: &[Kind]| Seen::ranks_only(cards.iter().map(|kind| deal.kinds.rank(*kind)));
        let known = |hands| Known { question: self, class: deal.class, thirds: true, hands: Some(hands) };
        if let Some(reached) = self.reached(&known([ranks(deal.player), ranks(deal.banker)])) {
            return Some(Judgement::Told(reached));
        }
        if self.looks_at_single_suits() {
            return Some(Judgement::BySingleSuits);
        }
        let cards = |cards: &[Kind], set: SuitSet| {
            let card = |(at, kind): (usize, &Kind)| Card::new(deal.kinds.rank(*kind), set.representative(at));
            Seen::cards(cards.iter().enumerate().map(card))
        };
        let sets = SuitSet::nested(self.down_to_suits);
        let mut all = Vec::with_capacity(sets.len() * sets.len());
        for (player, _) in sets {
            for (banker, _) in sets {
                all.push(self.reached(&known([cards(deal.player, *player), cards(deal.banker, *banker)]))?);
            }
        }
        Some(Judgement::ByHands(all))
    }

    /// The line of each pay table for whole cards.
    pub(crate) fn reached_by_cards(&self, class: Option<Class>, hands: [Seen; 2]) -> Option<Reached> {
        self.reached(&Known { question: self, class, thirds: true, hands: Some(hands) })
    }

    /// Which suits may be exchanged without changing any result.
    pub(crate) fn renaming(&self) -> Renaming {
        let hand_color = |t: &HandTest| t.same_color.is_some() || t.pair == Some(PairKind::SameColor);
        let particular = self.needs.chosen_suits || self.any_hand(|test| test.personal.is_some());
        let colors = self.any_hand(hand_color) || self.any_group(|test| test.same_color.is_some());
        match (particular, colors) {
            (true, _) => Renaming::Nothing,
            (false, true) => Renaming::Colors,
            (false, false) => Renaming::Any,
        }
    }

    fn any(&self, test: impl Fn(&Condition) -> bool) -> bool {
        let mut found = false;
        self.conditions.iter().for_each(|condition| condition.walk(&mut |inner| found |= test(inner)));
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

    /// Whether nothing beyond the first two cards of each hand matters.
    pub(crate) fn is_first_four(&self) -> bool {
        let third = |side: Side| self.needs.hand(side)[2] != Attributes::NONE;
        !third(Side::Player) && !third(Side::Banker) && !self.any_hand(|test| test.natural.is_some())
    }

    /// Whether some condition looks at the suits of single cards, not only at hands of one suit or colour.
    pub(crate) fn looks_at_single_suits(&self) -> bool {
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

    pub(crate) fn needs_attribute(&self, attribute: Attributes) -> bool {
        Side::BOTH.into_iter().flat_map(|side| self.needs.hand(side)).any(|needs| needs.include(attribute))
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
    question: &'a Question<'a>,
    class: Option<Class>,
    /// Whether the class tells third cards.
    thirds: bool,
    hands: Option<[Seen; 2]>,
}

impl Facts for Known<'_> {
    fn backed(&self) -> Option<Side> {
        self.question.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        self.hand(side).map(|hand| hand.total)
    }

    fn count(&self, side: Side) -> Option<u8> {
        self.hand(side).map(HandClass::cards)
    }

    fn third(&self, side: Side) -> Option<Option<u8>> {
        let hand = self.hand(side)?;
        (self.thirds || hand.third.is_none()).then_some(hand.third)
    }

    fn cards(&self, side: Side) -> Option<Seen> {
        let [player, banker] = self.hands?;
        Some(match side {
            Side::Player => player,
            Side::Banker => banker,
        })
    }

    fn run(&self, _: Side) -> Option<u8> {
        None
    }

    fn is_personal(&self, cards: [Card; 2], whose: Whose) -> Option<bool> {
        self.question.seat.is_personal(cards, whose)
    }

    fn is_seat_rank(&self, rank: Rank, whose: Whose) -> Option<bool> {
        self.question.seat.is_seat_rank(rank, whose)
    }

    fn is_chosen(&self, suit: Suit) -> Option<bool> {
        Some(self.question.chosen.contains(&suit))
    }
}

impl Known<'_> {
    fn hand(&self, side: Side) -> Option<HandClass> {
        self.class.map(|class| match side {
            Side::Player => class.player,
            Side::Banker => class.banker,
        })
    }
}

/// A deal of kinds.
pub struct Deal<'a> {
    pub kinds: &'a Kinds,
    pub class: Option<Class>,
    pub player: &'a [Kind],
    pub banker: &'a [Kind],
    /// In how many orders the first two cards of each hand can come.
    pub orders: u128,
}

/// What is found for a deal of kinds.
pub enum Judgement {
    /// The kinds tell.
    Told(Reached),
    /// What each hand's suits have in common tells: one answer for each pair of nested sets.
    ByHands(Vec<Reached>),
    /// Suits must be looked at card by card.
    BySingleSuits,
}

/// What deals that look alike have in common: the class, and perhaps the kinds of all cards.
type AlikeKey = (Class, [Kind; 6]);

/// Which deals look alike to every condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Alike {
    /// Those of one class.
    SameClass,
    /// Those of one class with the same kinds of cards, whichever hand holds them.
    SameCards,
    /// None that could be told cheaply.
    Nothing,
}

impl Alike {
    fn of(question: &Question<'_>) -> Self {
        let in_hands = |t: &HandTest| t.pair.is_some() || t.first_two.is_some() || t.personal.is_some();
        let looks_at_places = question.any_hand(in_hands)
            || question.any(|condition| condition.first_four.is_some() || condition.same_hands.is_some());
        let looks_at_cards =
            question.any(|condition| condition.all_cards.as_ref().is_some_and(looks_at_kinds));
        match (looks_at_places, looks_at_cards) {
            (true, _) => Self::Nothing,
            (false, true) => Self::SameCards,
            (false, false) => Self::SameClass,
        }
    }

    fn key(self, deal: &Deal<'_>, thirds: bool) -> Option<AlikeKey> {
        const NOTHING: Kind = Kind::MAX;
        let class = if thirds { deal.class? } else { deal.class?.without_thirds() };
        match self {
            Self::Nothing => None,
            Self::SameClass => Some((class, [NOTHING; 6])),
            Self::SameCards => {
                let mut cards = [NOTHING; 6];
                let dealt = deal.player.iter().chain(deal.banker);
                cards.iter_mut().zip(dealt).for_each(|(place, kind)| *place = *kind);
                cards.sort_unstable();
                Some((class, cards))
            }
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

/// How finely a shoe must tell its cards apart for these pay tables of one wager and side.
#[must_use]
pub fn detail_needed(tables: &[&PayTable]) -> Detail {
    let seat = SeatFacts::default();
    let question = Question::new(tables, &seat, &[]);
    if question.needs_attribute(Attributes::COLOR) {
        Detail::Cards
    } else if question.needs_attribute(Attributes::RANK) {
        Detail::Ranks
    } else {
        Detail::Values
    }
}

/// Whether the odds of these pay tables depend on the seat.
#[must_use]
pub fn depends_on_seat(tables: &[&PayTable]) -> bool {
    Question::new(tables, &SeatFacts::default(), &[]).needs.seat
}
