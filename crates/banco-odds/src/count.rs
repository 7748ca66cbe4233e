//! How many deals reach each line of a pay table.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::{Attributes, Needs, SeatFacts, needs};
use banco_rulebook::model::condition::{PairKind, Seen};
use banco_rulebook::{Condition, Facts, GroupTest, HandTest, PayTable, Whose};

use crate::classes::{Class, ClassSet, Classes, Rest, deals};
use crate::draw::DrawTable;
use crate::shoe::{Detail, Shoe, ShoeError};
use crate::suits::{Kind, Kinds, SuitSet};

/// Why odds cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The shoe is too small.
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    /// The result depends on earlier rounds.
    #[error("`{0}` depends on earlier rounds, so one coup has no odds for it")]
    History(String),
    /// The result depends on a seat that was not named.
    #[error("the odds of `{0}` depend on the seat")]
    Seat(String),
}

/// The deals that reach each line of one pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// For each line, in the order of the pay table.
    pub lines: Vec<u128>,
    /// Those that reach none.
    pub none: u128,
}

/// The counts of several pay tables over the same deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// All six-card deals.
    pub total: u128,
    /// For each pay table.
    pub tables: Vec<Count>,
}

/// All deals from one shoe under one drawing rule. What several questions share is worked out once.
#[derive(Debug)]
pub struct Deals {
    shoe: Shoe,
    draw: DrawTable,
    rest: Rest,
    values: Kinds,
    ranks: Kinds,
    classes: OnceCell<Classes>,
}

impl Deals {
    /// The deals from a shoe.
    ///
    /// # Errors
    /// The shoe cannot serve a round.
    pub fn new(shoe: Shoe, draw: DrawTable) -> Result<Self, ShoeError> {
        if shoe.len() < 6 {
            return Err(ShoeError::TooFew(shoe.len()));
        }
        Ok(Self {
            rest: Rest::of(shoe.len()),
            values: Kinds::values(&shoe),
            ranks: Kinds::ranks(&shoe),
            classes: OnceCell::new(),
            shoe,
            draw,
        })
    }

    /// The drawing rule.
    #[must_use]
    pub const fn draw(&self) -> &DrawTable {
        &self.draw
    }

    /// Counts the deals that reach each line of these pay tables of one wager and side.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count(
        &self,
        tables: &[&PayTable],
        seat: &SeatFacts,
        chosen: &[Suit],
    ) -> Result<Counts, CountError> {
        let name = tables.first().map(|table| table.wager.clone()).unwrap_or_default();
        let question = Question::new(tables, seat, chosen);
        if question.needs.history {
            return Err(CountError::History(name));
        }
        let counter = Counter {
            question: &question,
            deals: self,
            down_to_suits: question.needs_attribute(Attributes::SUIT),
            alike: Alike::of(&question),
            thirds: question.any_hand(|test| test.third.is_some()),
            judged: RefCell::new(HashMap::new()),
        };
        let counts = counter.count().ok_or(CountError::Seat(name))?;
        Ok(Counts { total: falling(u128::from(self.shoe.len()), 6), tables: counts })
    }

    fn classes(&self) -> &Classes {
        self.classes.get_or_init(|| Classes::of(&self.values, &self.draw, self.shoe.len()))
    }
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

fn falling(from: u128, count: u128) -> u128 {
    (0..count).map(|used| from.saturating_sub(used)).product()
}

/// Which line of each pay table is reached; `None` for no line.
type Reached = Vec<Option<usize>>;

/// The conditions of all pay tables, each once.
struct Question<'a> {
    conditions: Vec<&'a Condition>,
    /// For each pay table, the condition of each line.
    tables: Vec<Vec<usize>>,
    needs: Needs,
    backed: Option<Side>,
    seat: &'a SeatFacts,
    chosen: &'a [Suit],
}

impl<'a> Question<'a> {
    fn new(tables: &[&'a PayTable], seat: &'a SeatFacts, chosen: &'a [Suit]) -> Self {
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
        Self { conditions, tables, needs, backed, seat, chosen }
    }

    /// The line of each pay table, if these facts tell.
    fn reached(&self, facts: &dyn Facts) -> Option<Reached> {
        let answers: Vec<Option<bool>> =
            self.conditions.iter().map(|condition| condition.holds(facts)).collect();
        self.tables.iter().map(|lines| first_line(lines, &answers)).collect()
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
    fn is_first_four(&self) -> bool {
        let third = |side: Side| self.needs.hand(side)[2] != Attributes::NONE;
        !third(Side::Player) && !third(Side::Banker) && !self.any_hand(|test| test.natural.is_some())
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

    fn needs_attribute(&self, attribute: Attributes) -> bool {
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
        self.hand(side).map(crate::classes::HandClass::cards)
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
    fn hand(&self, side: Side) -> Option<crate::classes::HandClass> {
        self.class.map(|class| match side {
            Side::Player => class.player,
            Side::Banker => class.banker,
        })
    }
}

struct Counter<'a> {
    question: &'a Question<'a>,
    deals: &'a Deals,
    /// Whether suits matter, or colours at most.
    down_to_suits: bool,
    /// Which deals need to be judged only once.
    alike: Alike,
    /// Whether some condition looks at the value of a third card.
    thirds: bool,
    judged: RefCell<HashMap<AlikeKey, Rc<Judgement>>>,
}

/// The sums so far.
struct Sums(Vec<Count>);

impl Sums {
    fn new(question: &Question<'_>) -> Self {
        Self(question.tables.iter().map(|lines| Count { lines: vec![0; lines.len()], none: 0 }).collect())
    }

    fn add(&mut self, reached: &Reached, ways: u128) {
        for (count, line) in self.0.iter_mut().zip(reached) {
            match line.and_then(|line| count.lines.get_mut(line)) {
                Some(sum) => *sum += ways,
                None => count.none += ways,
            }
        }
    }
}

impl<'a> Counter<'a> {
    /// The counts; `None` if something depends on a seat that was not named.
    fn count(&self) -> Option<Vec<Count>> {
        let mut sums = Sums::new(self.question);
        if self.question.is_first_four() {
            self.first_four(&mut sums)?;
        } else {
            self.whole_rounds(&mut sums)?;
        }
        Some(sums.0)
    }

    fn kinds(&self) -> &'a Kinds {
        let ranks = self.question.needs_attribute(Attributes::RANK) || self.question.looks_at_single_suits();
        if ranks { &self.deals.ranks } else { &self.deals.values }
    }

    /// Wagers on the first four cards: pairs of kinds, without third cards.
    fn first_four(&self, sums: &mut Sums) -> Option<()> {
        let kinds = self.kinds();
        let mut suits = SingleSuits::new(self);
        let pairs = kinds.pairs();
        for (player, player_orders) in &pairs {
            for (banker, banker_orders) in &pairs {
                let orders = player_orders * banker_orders;
                self.add_deal(sums, &mut suits, &Deal { kinds, class: None, player, banker, orders })?;
            }
        }
        Some(())
    }

    /// Wagers on finished hands: by class where that tells, by cards where it does not.
    fn whole_rounds(&self, sums: &mut Sums) -> Option<()> {
        let classes = self.deals.classes();
        let thirds = self.thirds;
        let mut grouped: BTreeMap<Class, u128> = BTreeMap::new();
        for (class, ways) in classes.iter() {
            *grouped.entry(if thirds { class } else { class.without_thirds() }).or_default() += ways;
        }
        let mut open = ClassSet::new();
        for (class, ways) in grouped {
            let known = Known { question: self.question, class: Some(class), thirds, hands: None };
            match self.question.reached(&known) {
                Some(reached) => sums.add(&reached, ways),
                None => open.insert(class),
            }
        }
        if open.is_empty() { Some(()) } else { self.open_classes(sums, &open, thirds) }
    }

    fn open_classes(&self, sums: &mut Sums, open: &ClassSet, thirds: bool) -> Option<()> {
        let kinds = self.kinds();
        let mut suits = SingleSuits::new(self);
        let mut told = Some(());
        deals(kinds, &self.deals.draw, &mut |player, banker, orders| {
            let class = Class::of(kinds, player, banker);
            if told.is_some() && open.contains(if thirds { class } else { class.without_thirds() }) {
                told = self.add_deal(
                    sums,
                    &mut suits,
                    &Deal { kinds, class: Some(class), player, banker, orders },
                );
            }
        });
        told
    }

    /// Adds one deal of kinds: by kinds alone where these tell, else by suits.
    fn add_deal(&self, sums: &mut Sums, suits: &mut SingleSuits<'_>, deal: &Deal<'_>) -> Option<()> {
        let rest = self.deals.rest.after(deal.player.len() + deal.banker.len()) * deal.orders;
        match &*self.judgement(deal)? {
            Judgement::Told(reached) => {
                let ways = deal.kinds.ways((SuitSet::ALL, deal.player), (SuitSet::ALL, deal.banker));
                sums.add(reached, ways * rest);
                Some(())
            }
            Judgement::ByHands(reached) => {
                let exact = deal.kinds.exact_ways(self.down_to_suits, deal.player, deal.banker);
                reached.iter().zip(exact).for_each(|(reached, ways)| sums.add(reached, ways * rest));
                Some(())
            }
            Judgement::BySingleSuits => suits.add(sums, deal, rest),
        }
    }

    /// What is found for a deal; kept for deals that look alike to every condition.
    fn judgement(&self, deal: &Deal<'_>) -> Option<Rc<Judgement>> {
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
        let known =
            |hands| Known { question: self.question, class: deal.class, thirds: true, hands: Some(hands) };
        if let Some(reached) = self.question.reached(&known([ranks(deal.player), ranks(deal.banker)])) {
            return Some(Judgement::Told(reached));
        }
        if self.question.looks_at_single_suits() {
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
                all.push(
                    self.question
                        .reached(&known([cards(deal.player, *player), cards(deal.banker, *banker)]))?,
                );
            }
        }
        Some(Judgement::ByHands(all))
    }
}

/// A deal of kinds.
struct Deal<'a> {
    kinds: &'a Kinds,
    class: Option<Class>,
    player: &'a [Kind],
    banker: &'a [Kind],
    /// In how many orders the first two cards of each hand can come.
    orders: u128,
}

/// What is found for a deal of kinds.
enum Judgement {
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

/// Suits card by card. Where no particular suit matters, assignments that differ only by renaming suits are judged
/// once.
struct SingleSuits<'a> {
    counter: &'a Counter<'a>,
    renaming: Renaming,
    /// For each number of cards, the representative of each assignment of suits.
    representatives: BTreeMap<usize, Vec<usize>>,
}

/// Which suits may be exchanged without changing any result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Renaming {
    /// All of them.
    Any,
    /// Those that keep colours together.
    Colors,
    /// None.
    Nothing,
}

impl<'a> SingleSuits<'a> {
    fn new(counter: &'a Counter<'a>) -> Self {
        let question = counter.question;
        let hand_color = |t: &HandTest| t.same_color.is_some() || t.pair == Some(PairKind::SameColor);
        let particular = question.needs.chosen_suits || question.any_hand(|test| test.personal.is_some());
        let colors = question.any_hand(hand_color) || question.any_group(|test| test.same_color.is_some());
        let renaming = match (particular, colors) {
            (true, _) => Renaming::Nothing,
            (false, true) => Renaming::Colors,
            (false, false) => Renaming::Any,
        };
        Self { counter, renaming, representatives: BTreeMap::new() }
    }

    fn add(&mut self, sums: &mut Sums, deal: &Deal<'_>, rest: u128) -> Option<()> {
        let ranks: Vec<Rank> =
            deal.player.iter().chain(deal.banker).map(|kind| deal.kinds.rank(*kind)).collect();
        let renaming = self.renaming;
        let representatives =
            self.representatives.entry(ranks.len()).or_insert_with(|| renaming.representatives(ranks.len()));
        let mut judged: BTreeMap<usize, Reached> = BTreeMap::new();
        for (code, representative) in representatives.iter().enumerate() {
            let ways = card_ways(&self.counter.deals.shoe, &ranks, code);
            if ways == 0 {
                continue;
            }
            if !judged.contains_key(representative) {
                let cards: Vec<Card> = cards_of(&ranks, *representative).collect();
                let (first, second) = cards.split_at_checked(deal.player.len())?;
                let hands = Some([Seen::cards(first.iter().copied()), Seen::cards(second.iter().copied())]);
                let known = Known { question: self.counter.question, class: deal.class, thirds: true, hands };
                judged.insert(*representative, self.counter.question.reached(&known)?);
            }
            sums.add(judged.get(representative)?, ways * rest);
        }
        Some(())
    }
}

/// The cards of these ranks with the suits that a code gives them, two bits a card.
fn cards_of(ranks: &[Rank], code: usize) -> impl Iterator<Item = Card> + '_ {
    ranks.iter().enumerate().map(move |(at, rank)| Card::new(*rank, suit_at(code, at)))
}

fn suit_at(code: usize, at: usize) -> Suit {
    Suit::ALL.get((code >> (2 * at)) & 3).copied().unwrap_or(Suit::Clubs)
}

/// In how many ways exactly these cards can be taken one after the other.
fn card_ways(shoe: &Shoe, ranks: &[Rank], code: usize) -> u128 {
    let mut ways = 1;
    for (at, rank) in ranks.iter().enumerate() {
        let suit = suit_at(code, at);
        let same = |(other, before): (usize, &Rank)| before == rank && suit_at(code, other) == suit;
        let used = ranks.iter().take(at).enumerate().filter(|pair| same(*pair)).count();
        ways *= u128::from(shoe.count(*rank, suit)).saturating_sub(used as u128);
    }
    ways
}

impl Renaming {
    /// For every assignment of suits to so many cards, the least assignment that it can be renamed to.
    fn representatives(self, cards: usize) -> Vec<usize> {
        let renamings = self.renamings();
        let renamed = |code: usize, names: &[usize; 4]| {
            (0..cards).fold(0, |sum, at| {
                let name = names.get((code >> (2 * at)) & 3).copied().unwrap_or_default();
                sum | (name << (2 * at))
            })
        };
        (0..1_usize << (2 * cards))
            .map(|code| renamings.iter().map(|names| renamed(code, names)).min().unwrap_or(code))
            .collect()
    }

    /// The permutations of the suits clubs, diamonds, hearts, spades.
    fn renamings(self) -> Vec<[usize; 4]> {
        let mut all = Vec::new();
        for code in 0..256_usize {
            let names = [code & 3, (code >> 2) & 3, (code >> 4) & 3, code >> 6];
            let distinct: BTreeSet<usize> = names.into_iter().collect();
            let red = |suit: usize| suit == 1 || suit == 2;
            let [clubs, diamonds, hearts, spades] = names;
            let keeps_colors = red(clubs) == red(spades) && red(diamonds) == red(hearts);
            let allowed = match self {
                Self::Any => true,
                Self::Colors => keeps_colors,
                Self::Nothing => names == [0, 1, 2, 3],
            };
            if distinct.len() == 4 && allowed {
                all.push(names);
            }
        }
        all
    }
}
