//! How many deals reach each line of a pay table.

use std::cell::OnceCell;

use banco_engine::Attributes;

use crate::classes::{Class, ClassSet, Classes, Rest, deals};
use crate::draw::DrawTable;
use crate::question::{Deal, Judgement, Question, Reached};
use crate::shoe::{Shoe, ShoeError};
use crate::single::SingleSuits;
use crate::suits::{Kinds, SuitSet};

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
        shoe.check_size()?;
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

    /// Counts the deals that reach each line of the pay tables in question.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count(&self, question: &Question<'_>) -> Result<Counts, CountError> {
        if question.needs.history {
            return Err(CountError::History(question.wager.to_owned()));
        }
        let mut sums = Sums::new(question);
        let counter = Counter { question, deals: self };
        counter.count(&mut sums).ok_or_else(|| CountError::Seat(question.wager.to_owned()))?;
        Ok(Counts { total: falling(u128::from(self.shoe.len()), 6), tables: sums.0 })
    }

    fn classes(&self) -> &Classes {
        self.classes.get_or_init(|| Classes::of(&self.shoe.values(), &self.draw, self.shoe.len()))
    }
}

fn falling(from: u128, count: u128) -> u128 {
    (0..count).map(|used| from.saturating_sub(used)).product()
}

struct Counter<'a> {
    question: &'a Question<'a>,
    deals: &'a Deals,
}

/// The sums so far.
pub struct Sums(Vec<Count>);

impl Sums {
    pub fn new(question: &Question<'_>) -> Self {
        Self(question.tables.iter().map(|lines| Count { lines: vec![0; lines.len()], none: 0 }).collect())
    }

    pub fn add(&mut self, reached: &Reached, ways: u128) {
        for (count, line) in self.0.iter_mut().zip(reached) {
            match line.and_then(|line| count.lines.get_mut(line)) {
                Some(sum) => *sum += ways,
                None => count.none += ways,
            }
        }
    }
}

impl<'a> Counter<'a> {
    /// Adds everything up; `None` if something depends on a seat that was not named.
    fn count(&self, sums: &mut Sums) -> Option<()> {
        if self.question.is_first_four() { self.first_four(sums) } else { self.whole_rounds(sums) }
    }

    fn kinds(&self) -> &'a Kinds {
        let ranks = self.question.needs_attribute(Attributes::RANK) || self.question.looks_at_single_suits();
        if ranks { &self.deals.ranks } else { &self.deals.values }
    }

    /// Wagers on the first four cards: pairs of kinds, without third cards.
    fn first_four(&self, sums: &mut Sums) -> Option<()> {
        let kinds = self.kinds();
        let mut suits = SingleSuits::new(self.question, &self.deals.shoe);
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
        let thirds = self.question.thirds;
        let mut open = ClassSet::new();
        for (class, ways) in self.deals.classes().iter(thirds) {
            match self.question.reached_by_class(class) {
                Some(reached) => sums.add(&reached, ways),
                None => open.insert(class),
            }
        }
        if open.is_empty() { Some(()) } else { self.open_classes(sums, &open, thirds) }
    }

    fn open_classes(&self, sums: &mut Sums, open: &ClassSet, thirds: bool) -> Option<()> {
        let kinds = self.kinds();
        let mut suits = SingleSuits::new(self.question, &self.deals.shoe);
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
        match &*self.question.judgement(deal)? {
            Judgement::Told(reached) => {
                let ways = deal.kinds.ways((SuitSet::ALL, deal.player), (SuitSet::ALL, deal.banker));
                sums.add(reached, ways * rest);
                Some(())
            }
            Judgement::ByHands(reached) => {
                let exact = deal.kinds.exact_ways(self.question.down_to_suits, deal.player, deal.banker);
                reached.iter().zip(exact).for_each(|(reached, ways)| sums.add(reached, ways * rest));
                Some(())
            }
            Judgement::BySingleSuits => suits.add(sums, deal, rest),
        }
    }
}
