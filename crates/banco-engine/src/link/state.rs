//! The link as it stands.

use std::fmt;
use std::sync::Arc;

use banco_money::{Amount, MoneyError};
use banco_rulebook::model::link::LockMode;

use super::fine::Fine;
use super::hit::{Hit, HitId};
use super::pool::{Feed, Level, Pool, Reckoned};
use super::sealed::Sealed;
use super::setup::{MeterRule, Setup};
use crate::table::{BetKey, Seat};

/// A table, by the number under which the house knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}", self.0)
    }
}

/// A table on the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attached {
    /// Which one.
    pub table: TableId,
    /// Whether it hears the link.
    pub contact: bool,
}

/// A wager whose sensor is lit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Whose.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// Which wager, by its place in the link.
    pub wager: usize,
    /// How much.
    pub stake: Amount,
}

/// A round with progressive wagers, from START GAME to END GAME.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// At which table.
    pub table: TableId,
    /// Which round of it.
    pub round: u32,
    /// The wagers.
    pub entries: Vec<Entry>,
    /// What they put into each meter.
    pub fed: Vec<(usize, Feed)>,
    /// Its first jackpot, once there is one: later ones of the same table are its own as well.
    pub first_hit: HitId,
    /// What the dealer has selected: seats, and the lines that they are to have reached.
    pub selected: Vec<(u8, Arc<str>)>,
}

/// So many decided jackpots are kept.
pub(super) const KEPT: usize = 25;

/// The link as it stands. It changes by events only: see [`super::evolve`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub(super) setup: Arc<Setup>,
    pub(super) closed: bool,
    /// Whether a meter was moved to another link: nobody plays for what is left.
    pub(super) emptied: bool,
    pub(super) tables: Vec<Attached>,
    pub(super) pools: Vec<Pool>,
    pub(super) triggers: Vec<Option<Sealed>>,
    pub(super) games: Vec<Game>,
    pub(super) hits: Vec<Hit>,
    pub(super) next_hit: u32,
}

impl Link {
    /// A link that nobody has opened yet.
    #[must_use]
    pub fn new(setup: Arc<Setup>) -> Self {
        Self {
            closed: true,
            emptied: false,
            tables: Vec::new(),
            pools: setup.meters.iter().map(|meter| Pool::new(meter.growth.seed)).collect(),
            triggers: vec![None; setup.meters.len()],
            games: Vec::new(),
            hits: Vec::new(),
            next_hit: 1,
            setup,
        }
    }

    /// What it runs by.
    #[must_use]
    pub const fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Whether it runs.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        !self.closed
    }

    /// The tables on it.
    #[must_use]
    pub fn tables(&self) -> &[Attached] {
        &self.tables
    }

    /// The jackpots that are pending, in order, and the last ones that were decided.
    #[must_use]
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// A jackpot.
    #[must_use]
    pub fn hit(&self, id: HitId) -> Option<&Hit> {
        self.hits.iter().find(|hit| hit.id == id)
    }

    pub(super) fn hit_mut(&mut self, id: HitId) -> Option<&mut Hit> {
        self.hits.iter_mut().find(|hit| hit.id == id)
    }

    /// The round that a table plays with progressive wagers.
    #[must_use]
    pub fn game(&self, table: TableId) -> Option<&Game> {
        self.games.iter().find(|game| game.table == table)
    }

    pub(super) fn game_mut(&mut self, table: TableId) -> Option<&mut Game> {
        self.games.iter_mut().find(|game| game.table == table)
    }

    /// The jackpots of a round that is played. Rounds of a table are numbered afresh when it opens again, so the
    /// number does not tell.
    pub(super) fn made_in(&self, game: &Game) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(|hit| hit.table == game.table && hit.id >= game.first_hit)
    }

    /// The wagers among which the winner of a Must Hit meter is drawn.
    pub fn taking_part<'g>(&self, game: &'g Game, meter: usize) -> impl Iterator<Item = &'g Entry> {
        let wager = self.setup.meters.get(meter).map(|rule| rule.wager);
        game.entries.iter().filter(move |entry| Some(entry.wager) == wager)
    }

    /// The jackpots that are pending.
    pub fn pending(&self) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(|hit| hit.progress.is_pending())
    }

    /// Whether a pending jackpot keeps rounds with a wager from starting.
    #[must_use]
    pub fn is_locked(&self, wager: usize) -> bool {
        let concerns = |hit: &Hit| self.setup.meters.get(hit.meter).is_some_and(|meter| meter.wager == wager);
        self.setup.lock == LockMode::All && self.pending().any(concerns)
    }

    /// Whether a Must Hit meter has its hidden trigger.
    #[must_use]
    pub fn is_sealed(&self, meter: usize) -> bool {
        matches!(self.triggers.get(meter), Some(Some(_)))
    }

    /// Whether the dealer selects seat and hand before claiming a jackpot.
    #[must_use]
    pub fn selects(&self, hit: &Hit) -> bool {
        self.setup.wager_of(hit.meter).is_some_and(|wager| wager.selects)
    }

    pub(super) fn meter(&self, at: usize) -> Option<(&MeterRule, &Pool)> {
        Some((self.setup.meters.get(at)?, self.pools.get(at)?))
    }

    pub(super) fn reckon(&self, at: usize) -> Option<Reckoned> {
        let (rule, pool) = self.meter(at)?;
        Some(pool.reckon(&rule.growth))
    }

    /// What a meter holds, apart from pending jackpots.
    #[must_use]
    pub fn level(&self, at: usize) -> Option<Level> {
        self.reckon(at).map(|reckoned| reckoned.level)
    }

    /// What a meter shows, to the last fraction.
    #[must_use]
    pub fn shown(&self, at: usize) -> Option<Fine> {
        let (rule, _) = self.meter(at)?;
        self.level(at).map(|level| rule.growth.shown(&level))
    }

    /// What a pending jackpot is worth.
    #[must_use]
    pub fn held(&self, hit: &Hit) -> Fine {
        self.reckon(hit.meter).map_or(Fine::ZERO, |reckoned| reckoned.held_by(hit.id))
    }

    /// What a jackpot is worth, or was worth when it was paid.
    ///
    /// # Errors
    /// More than an amount can hold.
    pub fn worth(&self, hit: &Hit) -> Result<Amount, MoneyError> {
        hit.paid.map_or_else(|| self.held(hit).whole(self.setup.currency), Ok)
    }
}
