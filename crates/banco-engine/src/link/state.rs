//! The link as it stands.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use banco_money::{Amount, MoneyError};
use banco_rulebook::model::link::LockMode;
use serde::{Deserialize, Serialize};

use crate::authority::{Person, Request};
use crate::link::command::Wanted;
use crate::link::fine::Fine;
use crate::link::hit::Hit;
use crate::link::pool::{Change, Feed, Growth, Level, Pool, Reckoned};
use crate::link::setup::{MeterRule, Setup};
use crate::link::trigger::Triggers;
use crate::name::Name;
use crate::shelf::{RulesId, Shelf};
use crate::table::word::LinkWord;
use crate::table::{BetKey, Contact, GameId, HitId, LinkSays, Seat};

/// A table, by the number under which the house knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u32);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}", self.0)
    }
}

/// A wager whose sensor is lit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The wager at its table.
    #[serde(rename = "bet")]
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// What the dealer took in for it.
    pub stake: Amount,
    /// Which wager.
    pub wager: Name,
}

/// What goes into a meter and its reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fed {
    /// The parts of a stake that meter, reserve and house get.
    pub feed: Feed,
    /// Which meter.
    pub meter: Name,
}

/// A round with progressive wagers, from START GAME to END GAME.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Its number, which no other round of the link ever has.
    pub id: GameId,
    /// At which table.
    pub table: TableId,
    /// Which round of it.
    pub round: u32,
    /// The wagers.
    pub entries: Vec<Entry>,
    /// What they put into each meter.
    pub fed: Vec<Fed>,
    /// What the dealer has selected: seats, and the lines that they are to have reached.
    pub selected: Vec<(u8, Name)>,
    /// Whether END ROUND was pressed.
    pub ended: bool,
}

/// What the link keeps of a table, for good: also when the table leaves it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Station {
    /// Whether the table is on the link.
    pub attached: bool,
    /// Whether it hears the link.
    pub contact: bool,
    /// The round that it plays with progressive wagers.
    pub game: Option<Game>,
    /// How many words the link has said to it.
    pub said: u32,
    /// The words that it may not have heard yet.
    pub words: Vec<LinkWord>,
    /// What the link has paid by its words.
    pub paid: Fine,
}

impl Station {
    /// The table has heard everything up to this word.
    pub(super) fn has_heard(&mut self, upto: u32) {
        self.words.retain(|word| word.number > upto);
    }

    fn say(&mut self, link: Name, says: LinkSays) -> u32 {
        self.paid += paid_by(&says);
        self.said = self.said.saturating_add(1);
        self.words.push(LinkWord { link, number: self.said, says });
        self.said
    }
}

/// The money that a word brings to its table.
#[must_use]
pub fn paid_by(says: &LinkSays) -> Fine {
    match says {
        LinkSays::Paid { shares, .. } => shares.iter().map(|(_, amount)| Fine::from(*amount)).sum(),
        LinkSays::Bears { amount, .. } => Fine::from(*amount),
        LinkSays::Contact(_) | LinkSays::Verified { .. } | LinkSays::Rejected { .. } => Fine::ZERO,
    }
}

/// So many tables lie together.
const GROUP: u32 = 32;

/// The tables of a link. They lie in groups, so that a copy of a link with a thousand of them, of which one
/// changes, costs little.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stations(BTreeMap<u32, Arc<BTreeMap<TableId, Arc<Station>>>>);

impl Serialize for Stations {
    /// As one list, however they lie.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Stations {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all: BTreeMap<TableId, Station> = BTreeMap::deserialize(deserializer)?;
        let mut stations = Self::default();
        all.into_iter().for_each(|(table, station)| *stations.get_mut(table) = station);
        Ok(stations)
    }
}

impl Stations {
    fn get(&self, table: TableId) -> Option<&Station> {
        self.0.get(&(table.0 / GROUP))?.get(&table).map(|station| &**station)
    }

    fn get_mut(&mut self, table: TableId) -> &mut Station {
        let group = Arc::make_mut(self.0.entry(table.0 / GROUP).or_default());
        Arc::make_mut(group.entry(table).or_default())
    }

    fn iter(&self) -> impl Iterator<Item = (TableId, &Station)> {
        self.0.values().flat_map(|group| group.iter()).map(|(table, station)| (*table, &**station))
    }
}

/// So many decided jackpots are kept.
const KEPT: usize = 25;

/// The link as it stands. It changes by events only: see [`crate::link::evolve`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Link {
    pub(super) name: Name,
    #[serde(skip, default = "nothing_set_up")]
    pub(super) setup: Arc<Setup>,
    /// The rules that the setup is taken from; none before the link was set up.
    pub(super) rules: Option<RulesId>,
    /// How many events there were.
    pub(super) version: u64,
    pub(super) fault: Option<Arc<str>>,
    pub(super) open: bool,
    /// Whether a meter was moved to another link: nobody plays for what is left.
    pub(super) emptied: bool,
    pub(super) tables: Stations,
    pub(super) pools: BTreeMap<Name, Pool>,
    pub(super) triggers: BTreeMap<Name, Triggers>,
    /// What meters held when the link closed.
    pub(super) owed: BTreeMap<Name, Feed>,
    pub(super) requests: Vec<Request<Wanted>>,
    /// The last of those that nobody answered in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) expired: Vec<Request<Wanted>>,
    pub(super) hits: Vec<Arc<Hit>>,
    pub(super) next_hit: u32,
    pub(super) next_game: u32,
    pub(super) next_request: u32,
    pub(super) last_day: Option<u32>,
}

/// What a link runs by is not in its snapshot: it is found under its rules.
fn nothing_set_up() -> Arc<Setup> {
    Arc::new(Setup::blank(Name::default()))
}

impl Link {
    /// A link of which only the name is known: nobody has set it up yet.
    #[must_use]
    pub fn named(name: Name) -> Self {
        Self {
            name,
            setup: Arc::new(Setup::blank(name)),
            rules: None,
            version: 0,
            fault: None,
            open: false,
            emptied: false,
            tables: Stations::default(),
            pools: BTreeMap::new(),
            triggers: BTreeMap::new(),
            owed: BTreeMap::new(),
            requests: Vec::new(),
            expired: Vec::new(),
            hits: Vec::new(),
            next_hit: 1,
            next_game: 1,
            next_request: 1,
            last_day: None,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> Name {
        self.name
    }

    /// What it runs by.
    #[must_use]
    pub const fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The rules that its setup is taken from; none before it was set up.
    #[must_use]
    pub const fn rules(&self) -> Option<RulesId> {
        self.rules
    }

    /// How many events there were.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Why the link has stopped, where it has: an event that it cannot follow.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether it runs.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// The tables on it, and whether each hears it.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, bool)> {
        let attached = self.tables.iter().filter(|(_, station)| station.attached);
        attached.map(|(table, station)| (table, station.contact))
    }

    /// What it keeps of a table.
    #[must_use]
    pub fn station(&self, table: TableId) -> Option<&Station> {
        self.tables.get(table)
    }

    pub(super) fn station_mut(&mut self, table: TableId) -> &mut Station {
        self.tables.get_mut(table)
    }

    /// All tables that were ever on it.
    pub fn stations(&self) -> impl Iterator<Item = (TableId, &Station)> {
        self.tables.iter()
    }

    /// The jackpots that are pending, in order, and the last ones that were decided.
    pub fn hits(&self) -> impl DoubleEndedIterator<Item = &Hit> {
        self.hits.iter().map(|hit| &**hit)
    }

    /// A jackpot.
    #[must_use]
    pub fn hit(&self, id: HitId) -> Option<&Hit> {
        self.hits().find(|hit| hit.id == id)
    }

    /// The jackpots that are pending.
    pub fn pending(&self) -> impl Iterator<Item = &Hit> {
        self.hits().filter(|hit| hit.progress.is_pending())
    }

    /// The round that a table plays with progressive wagers.
    #[must_use]
    pub fn game(&self, table: TableId) -> Option<&Game> {
        self.station(table)?.game.as_ref()
    }

    /// All rounds that are played.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.tables.iter().filter_map(|(_, station)| station.game.as_ref())
    }

    /// The jackpots of a round that is played.
    pub(super) fn made_in(&self, game: &Game) -> impl Iterator<Item = &Hit> {
        self.hits().filter(|hit| hit.game == game.id)
    }

    /// The wagers among which the winner of a Must Hit meter is drawn.
    pub fn taking_part<'g>(&self, game: &'g Game, meter: Name) -> impl Iterator<Item = &'g Entry> {
        let wager = self.rule(meter).map(|rule| rule.wager);
        game.entries.iter().filter(move |entry| Some(entry.wager) == wager)
    }

    /// What was asked for and is neither approved nor turned down.
    #[must_use]
    pub fn requests(&self) -> &[Request<Wanted>] {
        &self.requests
    }

    /// The last requests that nobody answered in time.
    #[must_use]
    pub fn expired(&self) -> &[Request<Wanted>] {
        &self.expired
    }

    /// What a meter held when the link closed, and was not put back into it.
    #[must_use]
    pub fn owed(&self, meter: Name) -> Feed {
        self.owed.get(&meter).copied().unwrap_or_default()
    }

    /// The meters to which something is owed.
    pub fn owing(&self) -> impl Iterator<Item = (Name, Feed)> {
        self.owed.iter().map(|(meter, feed)| (*meter, *feed))
    }

    /// Whether a pending jackpot keeps rounds with a wager from starting.
    #[must_use]
    pub fn is_locked(&self, wager: Name) -> bool {
        let concerns = |hit: &Hit| self.rule(hit.meter).is_some_and(|meter| meter.wager == wager);
        self.setup.lock == LockMode::All && self.pending().any(concerns)
    }

    /// The secrets of a Must Hit meter.
    #[must_use]
    pub fn triggers(&self, meter: Name) -> Option<&Triggers> {
        self.triggers.get(&meter)
    }

    /// The Must Hit meters for which the generator is to seal a secret.
    pub fn wanting_secrets(&self) -> impl Iterator<Item = &MeterRule> {
        let wants = |rule: &&MeterRule| self.triggers.get(&rule.id).is_none_or(Triggers::wants_secret);
        self.setup.meters.iter().filter(|rule| self.open && rule.must_hit).filter(wants)
    }

    /// Whether the dealer selects seat and hand before claiming a jackpot.
    #[must_use]
    pub fn selects(&self, hit: &Hit) -> bool {
        self.setup.wager_of(hit.meter).is_some_and(|wager| wager.selects)
    }

    /// The rule of a meter.
    #[must_use]
    pub fn rule(&self, meter: Name) -> Option<&MeterRule> {
        self.setup.meters.iter().find(|rule| rule.id == meter)
    }

    pub(super) fn meter(&self, meter: Name) -> Option<(&MeterRule, &Pool)> {
        Some((self.rule(meter)?, self.pools.get(&meter)?))
    }

    pub(super) fn reckon(&self, meter: Name) -> Option<Reckoned> {
        let (rule, pool) = self.meter(meter)?;
        Some(pool.reckon(&rule.growth))
    }

    /// What a meter holds, apart from pending jackpots.
    #[must_use]
    pub fn level(&self, meter: Name) -> Option<Level> {
        self.reckon(meter).map(|reckoned| reckoned.level)
    }

    /// What a meter shows, to the last fraction.
    #[must_use]
    pub fn shown(&self, meter: Name) -> Option<Fine> {
        let (rule, _) = self.meter(meter)?;
        self.level(meter).map(|level| rule.growth.shown(&level))
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

    /// All that the meters hold for the next jackpots.
    pub(super) fn holdings(&self) -> Fine {
        let levels = self.setup.meters.iter().filter_map(|rule| self.level(rule.id));
        levels.map(|level| level.pot + level.reserve).sum()
    }

    /// Whether somebody has a wager in a running round, or a claim that is pending.
    pub(super) fn concerns(&self, person: Person) -> bool {
        let bets = |game: &Game| game.entries.iter().any(|entry| entry.key.owner == person);
        let claims = |hit: &Hit| hit.winners.iter().any(|winner| winner.key.owner == person);
        self.games().any(bets) || self.pending().any(claims)
    }

    /// What a table on the link hears of its wagers.
    pub(super) fn contacts(&self, table: TableId) -> LinkSays {
        let heard = self.station(table).is_some_and(|station| station.attached && station.contact);
        let contact = |wager: Name| match (heard, self.is_locked(wager)) {
            (false, _) => Contact::Lost,
            (true, true) => Contact::Pending,
            (true, false) => Contact::Ready,
        };
        LinkSays::Contact(self.setup.wagers.iter().map(|wager| (wager.id, contact(wager.id))).collect())
    }
}

/// How events change it.
impl Link {
    /// An event that cannot be followed: the link stops, and the evidence is kept.
    pub(super) fn stop(&mut self, why: String) {
        self.fault.get_or_insert(why.into());
    }

    /// Takes what it runs by from rules; stops where they are not at hand.
    pub(super) fn run_by(&mut self, rules: RulesId, shelf: &Shelf) {
        match setup_under(shelf, rules, self.name) {
            Some(setup) => (self.setup, self.rules) = (setup, Some(rules)),
            None => self.stop(format!("the rules {rules} are not at hand, or have no link `{}`", self.name)),
        }
    }

    pub(super) fn change_meter(&mut self, meter: Name, change: Change) {
        self.with_pool(meter, |pool, growth| pool.push(growth, change));
    }

    pub(super) fn with_pool(&mut self, meter: Name, change: impl FnOnce(&mut Pool, &Growth)) {
        let growth = self.rule(meter).map(|rule| rule.growth);
        match (growth, self.pools.get_mut(&meter)) {
            (Some(growth), Some(pool)) => change(pool, &growth),
            (None, _) | (_, None) => self.stop(format!("there is no meter `{meter}`")),
        }
    }

    pub(super) fn with_hit(&mut self, id: HitId, change: impl FnOnce(&mut Hit)) {
        match self.hits.iter_mut().find(|hit| hit.id == id) {
            Some(hit) => change(Arc::make_mut(hit)),
            None => self.stop(format!("there is no {id}")),
        }
    }

    pub(super) fn with_game(&mut self, table: TableId, change: impl FnOnce(&mut Game)) {
        match self.station_mut(table).game.as_mut() {
            Some(game) => change(game),
            None => self.stop(format!("{table} plays no game")),
        }
    }

    /// The current secret of a meter is spent: the next one's cycle begins where the meter stands.
    pub(super) fn turn_over(&mut self, meter: Name) {
        let shown = self.shown(meter).unwrap_or_default();
        self.triggers.entry(meter).or_default().turn_over(shown);
    }

    /// Says something to a table; which word of the link to it that is.
    pub(super) fn say(&mut self, table: TableId, says: LinkSays) -> u32 {
        let name = self.name;
        self.station_mut(table).say(name, says)
    }

    /// Of the decided jackpots only the last ones are kept, and those of rounds that are played: whether such a
    /// round may be void hangs on them.
    pub(super) fn forget(&mut self) {
        let playing: Vec<GameId> = self.games().map(|game| game.id).collect();
        let over = |hit: &Hit| !hit.progress.is_pending() && !playing.contains(&hit.game);
        let mut surplus = self.hits().filter(|hit| over(hit)).count().saturating_sub(KEPT);
        self.hits.retain(|hit| {
            let goes = surplus > 0 && over(hit);
            surplus -= usize::from(goes);
            !goes
        });
    }
}

/// The setup of a link under rules.
pub(super) fn setup_under(shelf: &Shelf, rules: RulesId, name: Name) -> Option<Arc<Setup>> {
    let links = &shelf.find(rules)?.links;
    links.iter().find(|setup| setup.name == name).map(Arc::clone)
}
