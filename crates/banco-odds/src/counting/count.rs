//! How many deals reach each line of a pay table.

use std::cell::OnceCell;

use crate::counting::cells::Cells;
use crate::counting::classes::PLAIN;
use crate::counting::draw::DrawTable;
use crate::counting::joint::Pools;
use crate::counting::kinds::{Kinds, Sets, SuitSet};
use crate::counting::multiset::MultisetTable;
use crate::counting::number::{Four, Number as _, SideBySide as _};
use crate::counting::question::Question;
use crate::counting::tally::{
    classes_side_by_side, exact_in_floats, falling_six, fine_classes, plain_classes, whole,
};
use crate::counting::wide::{is_wide, widest};
use crate::shoe::{Detail, Shoe, ShoeError};

/// Why odds cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The shoe is too small.
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    /// The result depends on earlier rounds.
    #[error("`{0}` depends on earlier rounds, so a single round has no odds for it")]
    History(String),
    /// The result depends on a seat that was not named.
    #[error("the odds of `{0}` depend on the seat")]
    Seat(String),
    /// The cards left are not told apart finely enough.
    #[error("`{wager}` depends on {}, so counts of {} are not enough", .needed.name(), .known.name())]
    Detail {
        /// The wager.
        wager: String,
        /// What it looks at.
        needed: Detail,
        /// What the cards were counted by.
        known: Detail,
    },
    /// What is known of the cards fits no deal.
    #[error("what is known of the cards cannot be: no deal from this shoe fits it")]
    Impossible,
    /// More is known of burnt cards than can be counted.
    #[error("so much cannot be known of {0} burnt cards at once: there are too many cases to count")]
    TooManyBurnt(usize),
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
    cards: i64,
    kinds: OnceCell<Box<Kinds>>,
    /// The deals of each class, whatever the suits.
    classes: OnceCell<Box<[i64; PLAIN]>>,
}

/// Whatever the suits.
const ANY_SUITS: Sets = (SuitSet::ALL, SuitSet::ALL);

impl Deals {
    /// The deals from a shoe.
    ///
    /// # Errors
    /// The shoe cannot serve a round.
    pub fn new(shoe: Shoe, draw: DrawTable) -> Result<Self, ShoeError> {
        shoe.check_size()?;
        Ok(Self {
            cards: i64::try_from(shoe.len()).unwrap_or(i64::MAX),
            kinds: OnceCell::new(),
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

    /// Counts the deals that reach each line of the pay tables in question.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count(&self, question: &Question<'_>) -> Result<Counts, CountError> {
        let ways = question.recipe(&self.draw)?.run(self);
        Ok(self.counts(question, &ways))
    }

    /// Counts the same in a second, independent way: by multisets of point values. `None` if the question looks at more
    /// than final counts and numbers of cards.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count_again(
        &self,
        question: &Question<'_>,
        table: &MultisetTable,
    ) -> Result<Option<Counts>, CountError> {
        let recipe = question.recipe(&self.draw)?;
        let Some(terms) = recipe.by_class_alone() else { return Ok(None) };
        let classes = table.classes(&self.shoe.values());
        let mut ways = vec![0; recipe.slots()];
        for term in terms {
            let found = classes.get(term.place).copied().unwrap_or(0);
            ways.get_mut(term.slot).into_iter().for_each(|sum| *sum += found);
        }
        Ok(Some(self.counts(question, &ways)))
    }

    fn counts(&self, question: &Question<'_>, ways: &[i64]) -> Counts {
        let total = u128::from(falling_six(self.cards).unsigned_abs());
        let count = |slots: &std::ops::Range<usize>| {
            let lines = ways.get(slots.clone()).unwrap_or_default();
            let lines: Vec<u128> = lines.iter().map(|ways| u128::from(ways.unsigned_abs())).collect();
            Count { none: total - lines.iter().sum::<u128>(), lines }
        };
        Counts { total, tables: question.slots().iter().map(count).collect() }
    }

    pub(crate) const fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    pub(crate) fn kinds(&self) -> &Kinds {
        self.kinds.get_or_init(|| Box::new(Kinds::from_shoe(&self.shoe)))
    }

    /// In how many ways the cards that a round of so many cards does not need can follow, up to six.
    pub(crate) const fn rest(&self, dealt: usize) -> i64 {
        match dealt {
            4 => (self.cards - 4) * (self.cards - 5),
            5 => self.cards - 5,
            _ => 1,
        }
    }

    /// The pools from which the hands come.
    fn pools(&self, sets: Sets) -> Pools<i64> {
        let values = |set| if sets == ANY_SUITS { self.shoe.values() } else { self.kinds().values(set) };
        Pools { player: values(sets.0), banker: values(sets.1), lie: SuitSet::lie(sets) }
    }

    /// The deals of each class whatever the suits, by its place; third cards are not told.
    pub(crate) fn classes(&self) -> &[i64] {
        let all = || Box::new(plain_classes(&self.pools(ANY_SUITS), self.draw.cells(), self.cards));
        self.classes.get_or_init(all).as_slice()
    }

    /// The same in some cells, for hands from pairs of sets that lie alike: side by side where that is faster. Hands
    /// over, for each pair of sets, what tells the deals of the class at a place.
    pub(crate) fn suited_classes(
        &self,
        sets: &[Sets],
        cells: &Cells,
        mut take: impl FnMut(usize, &dyn Fn(usize) -> i64),
    ) {
        let pools: Vec<Pools<i64>> = sets.iter().map(|sets| self.pools(*sets)).collect();
        if is_wide() && exact_in_floats(self.cards) && (2..=Four::WIDTH).contains(&sets.len()) {
            let mut found = [Four::from_int(0); PLAIN];
            widest(
                #[inline(always)]
                || classes_side_by_side(&pools, cells, &[self.cards; Four::WIDTH], &mut found),
            );
            for lane in 0..sets.len() {
                take(lane, &|place| found.get(place).map_or(0, |ways| whole(ways.lane(lane))));
            }
            return;
        }
        for (at, pools) in pools.iter().enumerate() {
            let found = plain_classes(pools, cells, self.cards);
            take(at, &|place| found.get(place).copied().unwrap_or(0));
        }
    }

    /// The deals of the classes at some places, which tell third cards, in some cells and for hands from two sets.
    pub(crate) fn fine_classes(&self, sets: Sets, cells: &Cells, places: &[usize]) -> Vec<i64> {
        fine_classes(&self.pools(sets), cells, self.cards, places)
    }
}
