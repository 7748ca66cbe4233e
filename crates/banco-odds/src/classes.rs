//! Classes of coups by point values: how many deals lead to which final counts with how many cards.

use crate::draw::DrawTable;
use crate::suits::{Kind, Kinds, SuitSet};

/// A hand as a class knows it: final count, and the value of its third card if it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandClass {
    pub total: u8,
    pub third: Option<u8>,
}

impl HandClass {
    pub const fn cards(self) -> u8 {
        if self.third.is_some() { 3 } else { 2 }
    }

    fn index(self) -> usize {
        usize::from(self.total) * 11 + usize::from(self.third.unwrap_or(10))
    }

    fn all() -> impl Iterator<Item = Self> {
        let thirds = || (0..10).map(Some).chain([None]);
        (0..10).flat_map(move |total| thirds().map(move |third| Self { total, third }))
    }
}

/// A class of coups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    pub player: HandClass,
    pub banker: HandClass,
}

impl Class {
    /// The class of these cards.
    pub fn of(kinds: &Kinds, player: &[Kind], banker: &[Kind]) -> Self {
        let hand = |cards: &[Kind]| HandClass {
            total: cards.iter().fold(0, |sum, kind| (sum + kinds.value(*kind)) % 10),
            third: cards.get(2).map(|kind| kinds.value(*kind)),
        };
        Self { player: hand(player), banker: hand(banker) }
    }
}

const HANDS: usize = 110;

/// The classes of a shoe, each with the number of six-card deals that lead to it.
#[derive(Clone, Debug)]
pub struct Classes {
    ways: Vec<u128>,
}

impl Classes {
    /// Counts all classes by point values.
    pub fn of(values: &Kinds, table: &DrawTable, cards: u64) -> Self {
        let mut classes = Self { ways: vec![0; HANDS * HANDS] };
        let rest = Rest::of(cards);
        deals(values, table, &mut |player, banker, orders| {
            let dealt = player.len() + banker.len();
            let ways = values.ways((SuitSet::ALL, player), (SuitSet::ALL, banker));
            classes.add(Class::of(values, player, banker), ways * orders * rest.after(dealt));
        });
        classes
    }

    fn add(&mut self, class: Class, ways: u128) {
        if let Some(sum) = self.ways.get_mut(class.index()) {
            *sum += ways;
        }
    }

    /// Every class that can occur, with its number of deals.
    pub fn iter(&self) -> impl Iterator<Item = (Class, u128)> + '_ {
        let all =
            HandClass::all().flat_map(|player| HandClass::all().map(move |banker| Class { player, banker }));
        all.filter_map(|class| {
            let ways = *self.ways.get(class.index())?;
            (ways > 0).then_some((class, ways))
        })
    }
}

/// What is done with a deal: the Player's cards, the Banker's, and the number of orders of their first two.
type Visit<'a> = &'a mut dyn FnMut(&[Kind], &[Kind], u128);

/// Visits every deal of kinds that the drawing rule allows: the Player's and the Banker's cards, and in how many
/// orders the first two of each can come.
pub fn deals(kinds: &Kinds, table: &DrawTable, visit: Visit<'_>) {
    let pairs = kinds.pairs();
    let total = |[a, b]: [Kind; 2]| (kinds.value(a) + kinds.value(b)) % 10;
    for ([p1, p2], player_orders) in &pairs {
        for ([b1, b2], banker_orders) in &pairs {
            let (p, b) = (total([*p1, *p2]), total([*b1, *b2]));
            let orders = player_orders * banker_orders;
            let natural = table.is_natural(p) || table.is_natural(b);
            let thirds: Vec<Option<Kind>> =
                if !natural && table.player_draws(p) { kinds.all().map(Some).collect() } else { vec![None] };
            for third in thirds {
                let player = [*p1, *p2, third.unwrap_or_default()];
                let player = player.get(..if third.is_some() { 3 } else { 2 }).unwrap_or_default();
                if natural || !table.banker_draws(b, third.map(|kind| kinds.value(kind))) {
                    visit(player, &[*b1, *b2], orders);
                } else {
                    kinds.all().for_each(|last| visit(player, &[*b1, *b2, last], orders));
                }
            }
        }
    }
}

/// In how many ways the cards that a round does not need can follow, up to six.
#[derive(Clone, Debug)]
pub struct Rest {
    after: [u128; 7],
}

impl Rest {
    pub fn of(cards: u64) -> Self {
        let left = |used: u64| u128::from(cards.saturating_sub(used));
        let (five, four) = (left(5), left(4) * left(5));
        Self { after: [0, 0, 0, 0, four, five, 1] }
    }

    /// After so many cards: 4, 5 or 6.
    pub fn after(&self, cards: usize) -> u128 {
        self.after.get(cards).copied().unwrap_or(0)
    }
}

/// A set of classes.
pub struct ClassSet {
    members: Vec<bool>,
}

impl ClassSet {
    pub fn new() -> Self {
        Self { members: vec![false; HANDS * HANDS] }
    }

    pub fn insert(&mut self, class: Class) {
        if let Some(member) = self.members.get_mut(class.index()) {
            *member = true;
        }
    }

    pub fn contains(&self, class: Class) -> bool {
        self.members.get(class.index()).copied().unwrap_or(false)
    }

    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }
}

impl Class {
    fn index(self) -> usize {
        self.player.index() * HANDS + self.banker.index()
    }

    /// The same class without the values of third cards: only whether there are any.
    pub fn without_thirds(self) -> Self {
        let hand = |hand: HandClass| HandClass { third: hand.third.map(|_| 0), ..hand };
        Self { player: hand(self.player), banker: hand(self.banker) }
    }
}
