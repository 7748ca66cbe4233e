//! An index of the shoes that a table has promised, followed event by event.
//!
//! It keeps what a list shows and where each shoe stands in the journal. What else a proof takes is read
//! again from there ([`ProofReader`](super::ProofReader)), so a shoe costs the same however long its table
//! has been played.

use banco_engine::table::{CommittedShoe, Event};
use banco_engine::{RulesId, Shelf};

use crate::news::ShoeNews;

/// A promised shoe, and the records that tell of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexedShoe {
    /// The record that promised it.
    pub number: u64,
    /// What was promised.
    pub committed: CommittedShoe,
    /// The rules that were in force then.
    pub rules: RulesId,
    /// The record by which it was over; `None` while it is in use.
    pub over: Option<u64>,
    /// The record that showed it.
    pub shown: Option<u64>,
}

/// The shoes that a table has promised, in the order in which that happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShoeIndex {
    rules: Option<RulesId>,
    /// Whether the last shoe is in use.
    open: bool,
    shoes: Vec<IndexedShoe>,
}

impl ShoeIndex {
    /// Follows one event of the table.
    pub fn follow(&mut self, shelf: &Shelf, number: u64, event: &Event) {
        match ShoeNews::from_event(event) {
            Some(ShoeNews::Rules(rules)) => self.rules = Some(rules),
            Some(ShoeNews::Over) => self.end_shoe(number),
            Some(ShoeNews::CardsCleared) if self.is_continuous(shelf) => self.end_shoe(number),
            Some(ShoeNews::Promised(committed)) => {
                self.end_shoe(number);
                let Some(rules) = self.rules.filter(|id| shelf.find(*id).is_some()) else { return };
                self.shoes.push(IndexedShoe { number, committed, rules, over: None, shown: None });
                self.open = true;
            }
            Some(ShoeNews::Shown(_, root)) => {
                let hidden = |one: &&mut IndexedShoe| one.shown.is_none() && one.over.is_some();
                let shoe = self.shoes.iter_mut().filter(hidden).find(|one| one.committed.root == root);
                shoe.into_iter().for_each(|one| one.shown = Some(number));
            }
            _ => {}
        }
    }

    /// The promised shoes, oldest first.
    #[must_use]
    pub fn shoes(&self) -> &[IndexedShoe] {
        &self.shoes
    }

    /// The shoe that a record promised.
    #[must_use]
    pub fn promised_by(&self, number: u64) -> Option<&IndexedShoe> {
        let at = self.shoes.binary_search_by_key(&number, |one| one.number).ok()?;
        self.shoes.get(at)
    }

    /// The last shoe that was promised before a record.
    #[must_use]
    pub fn before(&self, number: u64) -> Option<&IndexedShoe> {
        let end = self.shoes.partition_point(|one| one.number < number);
        self.shoes.get(end.checked_sub(1)?)
    }

    fn is_continuous(&self, shelf: &Shelf) -> bool {
        let last = self.shoes.last().filter(|_| self.open);
        last.and_then(|one| shelf.find(one.rules))
            .is_some_and(|rules| rules.terms.is_chosen("shuffler=continuous"))
    }

    fn end_shoe(&mut self, number: u64) {
        if std::mem::take(&mut self.open)
            && let Some(last) = self.shoes.last_mut()
        {
            last.over = Some(number);
        }
    }
}
