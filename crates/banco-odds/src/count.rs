//! How many deals reach each line of a pay table.

use std::cell::OnceCell;
use std::num::Wrapping;

use crate::draw::DrawTable;
use crate::joint::{Cells, Lie, Pools, survey};
use crate::kinds::{Kinds, Sets, SuitSet};
use crate::multiset::MultisetTable;
use crate::number::{EXACT_IN_FLOATS, Number};
use crate::question::Question;
use crate::shoe::{Shoe, ShoeError};
use crate::tally::{FineTally, PlainTally};
use crate::wide::widest;

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
    cards: i64,
    kinds: Kinds,
    /// The deals of each class, whatever their suits.
    classes: OnceCell<Vec<i64>>,
}

impl Deals {
    /// The deals from a shoe.
    ///
    /// # Errors
    /// The shoe cannot serve a round.
    pub fn new(shoe: Shoe, draw: DrawTable) -> Result<Self, ShoeError> {
        shoe.check_size()?;
        Ok(Self {
            cards: i64::try_from(shoe.len()).unwrap_or(i64::MAX),
            kinds: Kinds::of(&shoe),
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
        let classes = table.classes(&self.kinds.values(SuitSet::ALL));
        let mut ways = vec![0; recipe.slots()];
        for term in terms {
            let found = classes.get(term.place).copied().unwrap_or(0);
            ways.get_mut(term.slot).into_iter().for_each(|sum| *sum += found);
        }
        Ok(Some(self.counts(question, &ways)))
    }

    fn counts(&self, question: &Question<'_>, ways: &[i64]) -> Counts {
        let total = u128::from(falling_six(self.shoe.len()).unsigned_abs());
        let count = |slots: std::ops::Range<usize>| {
            let lines = ways.get(slots).unwrap_or_default();
            let lines: Vec<u128> = lines.iter().map(|ways| u128::from(ways.unsigned_abs())).collect();
            Count { none: total - lines.iter().sum::<u128>(), lines }
        };
        Counts { total, tables: question.slots().map(count).collect() }
    }

    pub(crate) const fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    pub(crate) const fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// In how many ways the cards that a round of so many cards does not need can follow, up to six.
    pub(crate) fn rest(&self, dealt: usize) -> i64 {
        match dealt {
            4 => (self.cards - 4) * (self.cards - 5),
            5 => self.cards - 5,
            _ => 1,
        }
    }

    /// Hands over the deals of each class in which the hands come from two sets: with or without the values of third
    /// cards, in some cells or in all.
    pub(crate) fn survey(&self, sets: Sets, thirds: bool, cells: Option<&Cells>, take: &mut dyn FnMut(&[i64])) {
        let values = (self.kinds.values(sets.0), self.kinds.values(sets.1));
        let pools = Pools { player: values.0, banker: values.1, lie: SuitSet::lie(sets) };
        let rest = [self.rest(4), self.rest(5)];
        match cells {
            Some(cells) => take(&count_classes(&pools, cells, thirds, rest)),
            None => take(self.classes.get_or_init(|| count_classes(&pools, self.draw.cells(), thirds, rest))),
        }
    }
}

/// All six-card deals from so many cards.
pub fn falling_six(cards: u64) -> i64 {
    let cards = i64::try_from(cards).unwrap_or(i64::MAX);
    (0..6).map(|used| (cards - used).max(0)).product()
}

/// The deals of each class by its place, from these cards of each point value.
pub fn plain_classes(values: &[i64; 10], cells: &Cells) -> Vec<i64> {
    let cards: i64 = values.iter().sum();
    let pools = Pools { player: *values, banker: *values, lie: Lie::Same };
    count_classes(&pools, cells, false, [(cards - 4) * (cards - 5), cards - 5])
}

/// The deals of each class by its place, counted in floats where they are exact and else in 64 bits.
fn count_classes(pools: &Pools<i64>, cells: &Cells, thirds: bool, rest: [i64; 2]) -> Vec<i64> {
    // The cards of the shoe can be told from the ways in which the last one follows.
    let cards = rest[1] + 5;
    if u64::try_from(cards).is_ok_and(|cards| cards <= EXACT_IN_FLOATS) {
        #[expect(clippy::cast_precision_loss, reason = "numbers of cards")]
        let float = |count: i64| count as f64;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        let whole = |count: f64| count as i64;
        let pools = pools.map(float);
        let rest = rest.map(float);
        return widest(
            #[inline(always)]
            || tally(&pools, cells, thirds, rest, whole),
        );
    }
    tally(&pools.map(Wrapping), cells, thirds, rest.map(Wrapping), |count| count.0)
}

#[inline(always)]
fn tally<S: Number>(
    pools: &Pools<S>,
    cells: &Cells,
    thirds: bool,
    rest: [S; 2],
    whole: impl Fn(S) -> i64,
) -> Vec<i64> {
    if thirds {
        let mut tally = FineTally::new(rest);
        survey(pools, cells, &mut tally);
        tally.deals.into_iter().map(whole).collect()
    } else {
        let mut tally = PlainTally::new();
        survey(pools, cells, &mut tally);
        tally.deals(rest).map(whole).to_vec()
    }
}
