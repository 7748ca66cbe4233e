//! Classes of coups by point values: how many deals lead to which final counts with how many cards.

use crate::closed::{self, Values};
use crate::draw::DrawTable;
use crate::suits::{Kind, Kinds};

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

/// How many hand classes there are, with and without the values of third cards.
const HANDS: usize = 110;
const COARSE: usize = 20;

/// The classes of a shoe, each with the number of six-card deals that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// With the values of third cards.
    fine: Vec<(Class, u128)>,
    /// Without them.
    coarse: Vec<(Class, u128)>,
}

impl Classes {
    /// Counts all classes by point values, in closed form.
    pub fn of(values: &Values, table: &DrawTable, cards: u64) -> Self {
        let mut fine = Vec::with_capacity(4096);
        closed::classes(values, table, cards, &mut |class, ways| fine.push((class, ways)));
        Self::new(fine)
    }

    fn new(fine: Vec<(Class, u128)>) -> Self {
        let mut coarse: Vec<(Class, u128)> = Vec::with_capacity(512);
        let mut places = [None; COARSE * COARSE];
        for (class, ways) in &fine {
            let class = class.without_thirds();
            let Some(place) = places.get_mut(class.coarse_index()) else { continue };
            match place.and_then(|at: usize| coarse.get_mut(at)) {
                Some((_, sum)) => *sum += ways,
                None => {
                    *place = Some(coarse.len());
                    coarse.push((class, *ways));
                }
            }
        }
        Self { fine, coarse }
    }

    /// The same by visiting every deal of values: slow, plain, and independent of the closed form.
    #[cfg(test)]
    fn by_visiting(values: &Kinds, table: &DrawTable, cards: u64) -> std::collections::BTreeMap<Class, u128> {
        let mut classes = std::collections::BTreeMap::new();
        let rest = Rest::of(cards);
        deals(values, table, &mut |player, banker, orders| {
            let dealt = player.len() + banker.len();
            let all = crate::suits::SuitSet::ALL;
            let ways = values.ways((all, player), (all, banker));
            *classes.entry(Class::of(values, player, banker)).or_default() +=
                ways * orders * rest.after(dealt);
        });
        classes.retain(|_, ways| *ways > 0);
        classes
    }

    /// Every class that can occur, with its number of deals; with or without the values of third cards.
    pub fn iter(&self, thirds: bool) -> impl Iterator<Item = (Class, u128)> + '_ {
        if thirds { self.fine.iter() } else { self.coarse.iter() }.copied()
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

/// How many classes there can be.
pub const CLASSES: usize = HANDS * HANDS;

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
    /// A place among all classes.
    pub fn index(self) -> usize {
        self.player.index() * HANDS + self.banker.index()
    }

    fn coarse_index(self) -> usize {
        let hand = |hand: HandClass| usize::from(hand.total) * 2 + usize::from(hand.third.is_some());
        hand(self.player) * COARSE + hand(self.banker)
    }

    /// The same class without the values of third cards: only whether there are any.
    pub fn without_thirds(self) -> Self {
        let hand = |hand: HandClass| HandClass { third: hand.third.map(|_| 0), ..hand };
        Self { player: hand(self.player), banker: hand(self.banker) }
    }
}

#[cfg(test)]
mod tests {
    use banco_rulebook::Library;
    use proptest::prelude::*;

    use super::*;
    use crate::draw::FiveRule;
    use crate::shoe::Shoe;

    fn table(rulebook: &str, five: FiveRule) -> DrawTable {
        let terms = Library::embedded().unwrap().terms(rulebook, "default").unwrap();
        DrawTable::of(&terms, five)
    }

    /// A few hundred shoes, or as many as `cargo xtask battery` asks for.
    fn cases() -> u32 {
        std::env::var("BANCO_BATTERY").ok().and_then(|count| count.parse().ok()).unwrap_or(400)
    }

    fn agree(counts: &[u16], table: &DrawTable) {
        let (shoe, _) = Shoe::from_counts(counts).unwrap();
        let values = Kinds::values(&shoe);
        let closed = Classes::of(&shoe.values(), table, shoe.len());
        let found: std::collections::BTreeMap<Class, u128> = closed.iter(true).collect();
        assert_eq!(found.len(), closed.fine.len(), "each class once");
        assert_eq!(found, Classes::by_visiting(&values, table, shoe.len()), "{counts:?}");
        let cards = u128::from(shoe.len());
        let all = (0..6).map(|used| cards - used).product::<u128>();
        for thirds in [false, true] {
            assert_eq!(closed.iter(thirds).map(|(_, ways)| ways).sum::<u128>(), all, "{counts:?}");
        }
    }

    #[test]
    fn full_shoes_agree_under_both_choices() {
        for five in [FiveRule::Draw, FiveRule::Stand] {
            let table = table("ma-chemin-de-fer", five);
            for decks in [1, 2, 6, 8, 20] {
                let mut counts = [4 * decks; 10];
                counts[0] = 16 * decks;
                agree(&counts, &table);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

        /// Any shoe, down to six cards.
        #[test]
        fn any_shoe_agrees(counts in prop_oneof![
            prop::array::uniform10(0_u16..40),
            prop::array::uniform10(0_u16..3),
            prop::array::uniform10(0_u16..=80),
        ]) {
            // A shoe too small for a round gets six tens.
            let mut counts = counts;
            counts[0] += if counts.iter().sum::<u16>() < 6 { 6 } else { 0 };
            static TABLE: std::sync::OnceLock<DrawTable> = std::sync::OnceLock::new();
            agree(&counts, TABLE.get_or_init(|| table("co-rule-28", FiveRule::Draw)));
        }
    }
}
