//! The link by the book, as simply as it can be said: what is allowed, and what it does. It knows the commands
//! and never looks at an event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_cards::Hand;
use banco_engine::link::{Claim, Command, Sensor, Setup, TableId, Winner};
use banco_engine::table::{Actor, BetKey, Person};
use banco_money::Percent;
use banco_rulebook::model::link::LockMode;

use crate::books::{Book, Entry, Grain, Standing, grains, of_fine, part, whole};

/// How far a jackpot has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Reached,
    Claimed,
    Verified,
    Paid,
    Rejected,
}

#[derive(Clone, Debug)]
pub struct Jackpot {
    pub id: u32,
    pub table: TableId,
    /// How many rounds had been started on the link.
    pub game: u32,
    pub meter: usize,
    /// The line and the cards; none for Must Hit.
    pub cards: Option<(Arc<str>, [Hand; 2])>,
    pub winners: Vec<Winner>,
    pub stage: Stage,
    pub people: Vec<Person>,
}

impl Jackpot {
    pub fn pending(&self) -> bool {
        !matches!(self.stage, Stage::Paid | Stage::Rejected)
    }
}

#[derive(Clone, Debug)]
pub struct Round {
    pub game: u32,
    pub sensors: Vec<Sensor>,
    pub selected: BTreeSet<(u8, String)>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub setup: Arc<Setup>,
    pub open: bool,
    /// Whether a meter was moved away.
    pub emptied: bool,
    /// The tables, and whether each hears the link.
    pub tables: BTreeMap<TableId, bool>,
    pub rounds: BTreeMap<TableId, Round>,
    pub books: Vec<Book>,
    pub triggers: Vec<Option<Grain>>,
    pub jackpots: Vec<Jackpot>,
    pub games: u32,
    pub next: u32,
}

impl Model {
    pub fn new(setup: &Arc<Setup>) -> Self {
        Self {
            setup: Arc::clone(setup),
            open: false,
            emptied: false,
            tables: BTreeMap::new(),
            rounds: BTreeMap::new(),
            books: vec![Book::default(); setup.meters.len()],
            triggers: vec![None; setup.meters.len()],
            jackpots: Vec::new(),
            games: 0,
            next: 1,
        }
    }

    pub fn standing(&self, meter: usize) -> Standing {
        let rejected = self.jackpots.iter().filter(|hit| hit.stage == Stage::Rejected).map(|hit| hit.id);
        self.books[meter].reckon(&rejected.collect())
    }

    pub fn pending(&self) -> impl Iterator<Item = &Jackpot> {
        self.jackpots.iter().filter(|hit| hit.pending())
    }

    pub fn jackpot(&self, id: u32) -> Option<&Jackpot> {
        self.jackpots.iter().find(|hit| hit.id == id)
    }

    pub fn worth(&self, hit: &Jackpot) -> i64 {
        whole(self.standing(hit.meter).worth_of(hit.id))
    }

    pub fn wager_of(&self, meter: usize) -> usize {
        self.setup.meters[meter].wager
    }

    pub fn wager(&self, id: &str) -> Option<usize> {
        self.setup.wagers.iter().position(|wager| *wager.id == *id)
    }

    pub fn meter(&self, id: &str) -> Option<usize> {
        self.setup.meters.iter().position(|meter| *meter.id == *id)
    }

    /// G5: a pending jackpot keeps rounds with its wager from starting.
    pub fn locked(&self, wager: usize) -> bool {
        self.setup.lock == LockMode::All && self.pending().any(|hit| self.wager_of(hit.meter) == wager)
    }

    /// The jackpots of the round that a table plays.
    pub fn own(&self, table: TableId) -> Vec<&Jackpot> {
        let Some(round) = self.rounds.get(&table) else { return Vec::new() };
        self.jackpots.iter().filter(|hit| hit.table == table && hit.game == round.game).collect()
    }

    /// What HIT JACKPOT claims, if everything that is selected is borne out.
    pub fn claimed(&self, table: TableId) -> Option<BTreeSet<u32>> {
        let round = self.rounds.get(&table)?;
        let mut open = self.own(table);
        open.retain(|hit| hit.stage == Stage::Reached && hit.cards.is_some());
        let mut claimed = BTreeSet::new();
        for (seat, line) in &round.selected {
            let bears = |hit: &&&Jackpot| {
                let same = hit.cards.as_ref().is_some_and(|(known, _)| **known == **line);
                same && hit.winners.iter().any(|winner| winner.seat.number == *seat)
            };
            claimed.insert(open.iter().find(bears)?.id);
        }
        let switched = open.iter().filter(|hit| !self.setup.wagers[self.wager_of(hit.meter)].selects);
        claimed.extend(switched.map(|hit| hit.id));
        (!claimed.is_empty()).then_some(claimed)
    }

    /// Whose wagers take part in a Must Hit jackpot.
    pub fn taking_part(&self, table: TableId, meter: usize) -> Vec<Winner> {
        let wager = self.wager_of(meter);
        let own =
            self.rounds[&table].sensors.iter().filter(|sensor| self.wager(&sensor.wager) == Some(wager));
        let mut all: Vec<Winner> = own.map(|sensor| sensor.by).collect();
        all.sort_by_key(|winner| (winner.seat.number, winner.key));
        all
    }

    /// Does what an allowed command demands.
    pub fn obey(&mut self, by: Actor, command: &Command) {
        match command {
            Command::Open => self.start_over(),
            Command::Attach { table, .. } => drop(self.tables.insert(*table, true)),
            Command::Detach { table } => drop(self.tables.remove(table)),
            Command::Contact { table, contact } => drop(self.tables.insert(*table, *contact)),
            Command::StartGame { table, sensors, .. } => self.start(*table, sensors),
            Command::Reach { table, claims } => claims.iter().for_each(|claim| self.reach(*table, claim)),
            Command::PayFixed { wager, amount, .. } => self.pay_fixed(wager, grains(*amount)),
            Command::VoidGame { table } => self.void(*table),
            Command::EndGame { table } => drop(self.rounds.remove(table)),
            Command::SealTrigger { meter, sealed } => {
                let at = self.meter(meter).unwrap();
                self.triggers[at] = Some(of_fine(sealed.open().0));
            }
            Command::Select { table, seat, line } => {
                let selected = &mut self.rounds.get_mut(table).unwrap().selected;
                let pair = (*seat, line.clone());
                if !selected.remove(&pair) {
                    selected.insert(pair);
                }
            }
            Command::Adjust { meter, reserve, amount, .. } => {
                let grain = grains(*amount);
                let entry = if *reserve { Entry::Moved(0, grain) } else { Entry::Moved(grain, 0) };
                let at = self.meter(meter).unwrap();
                self.books[at].entries.push(entry);
            }
            Command::Change { setup, .. } => self.change(setup),
            Command::TransferOut { meter, .. } => {
                self.empty(self.meter(meter).unwrap());
                self.emptied = true;
            }
            Command::TransferIn { meter, feed, .. } => {
                let entry = Entry::Moved(of_fine(feed.pot), of_fine(feed.reserve));
                let at = self.meter(meter).unwrap();
                self.books[at].entries.push(entry);
            }
            Command::Close { .. } => {
                (0..self.books.len()).for_each(|at| self.empty(at));
                self.open = false;
            }
            Command::TakeReading { .. } => {}
            other => self.decide_jackpot(by.person, other),
        }
    }

    fn decide_jackpot(&mut self, person: Person, command: &Command) {
        match command {
            Command::HitJackpot { table } => {
                let claimed = self.claimed(*table).unwrap();
                claimed.into_iter().for_each(|hit| self.advance(hit, Stage::Claimed, person));
                self.rounds.get_mut(table).unwrap().selected.clear();
            }
            Command::EndRound { table, draw } => {
                let due = self.due(*table).unwrap();
                let (id, meter) = (due.id, due.meter);
                let winner = self.taking_part(*table, meter)[usize::try_from(*draw).unwrap()];
                self.advance(id, Stage::Claimed, person);
                self.jackpots.iter_mut().find(|hit| hit.id == id).unwrap().winners = vec![winner];
            }
            Command::Verify { hit, .. } => self.advance(hit.0, Stage::Verified, person),
            Command::PayJackpot { hit, .. } => self.advance(hit.0, Stage::Paid, person),
            Command::Reject { hit, .. } => self.advance(hit.0, Stage::Rejected, person),
            other => panic!("the model does not know {other:?}"),
        }
    }

    fn advance(&mut self, id: u32, stage: Stage, person: Person) {
        let hit = self.jackpots.iter_mut().find(|hit| hit.id == id).unwrap();
        hit.stage = stage;
        hit.people.push(person);
    }

    /// The Must Hit jackpot of the round whose winner is not drawn.
    pub fn due(&self, table: TableId) -> Option<&Jackpot> {
        self.own(table).into_iter().find(|hit| hit.cards.is_none() && hit.stage == Stage::Reached)
    }

    fn start_over(&mut self) {
        let (games, next) = (self.games, self.next);
        let books = self.setup.meters.iter().map(|meter| Book::new(meter.growth)).collect();
        *self = Self { open: true, books, games, next, ..Self::new(&self.setup) };
    }

    fn change(&mut self, setup: &Arc<Setup>) {
        for (at, rule) in setup.meters.iter().enumerate() {
            if rule.growth != self.setup.meters[at].growth {
                self.books[at].entries.push(Entry::Terms(rule.growth));
                self.triggers[at] = None;
            }
        }
        self.setup = Arc::clone(setup);
    }

    fn empty(&mut self, meter: usize) {
        let now = self.standing(meter);
        self.books[meter].entries.push(Entry::Moved(-now.pot, -now.reserve));
    }

    /// Every wager feeds every meter of its kind; the one that lifts a meter to its trigger wins it (G4).
    fn start(&mut self, table: TableId, sensors: &[Sensor]) {
        self.games += 1;
        let round = Round { game: self.games, sensors: sensors.to_vec(), selected: BTreeSet::new() };
        self.rounds.insert(table, round);
        for (meter, (pot, reserve)) in self.fed(table) {
            self.books[meter].entries.push(Entry::Fed(self.games, pot, reserve));
        }
        for (meter, _) in self.fed(table) {
            if self.triggers[meter].is_some_and(|trigger| self.standing(meter).shown >= trigger) {
                self.triggers[meter] = None;
                self.make(table, meter, Percent::HUNDRED, None, Vec::new());
            }
        }
    }

    /// What the wagers of a round put into each meter and its reserve.
    fn fed(&self, table: TableId) -> BTreeMap<usize, (Grain, Grain)> {
        let mut fed = BTreeMap::new();
        for sensor in &self.rounds[&table].sensors {
            for (meter, rule) in self.setup.meters.iter().enumerate() {
                if self.wager(&sensor.wager) == Some(rule.wager) {
                    let stake = grains(sensor.stake);
                    let sum: &mut (Grain, Grain) = fed.entry(meter).or_default();
                    sum.0 += part(rule.growth.increment, stake);
                    sum.1 += rule.growth.reserve.map_or(0, |share| part(share, stake));
                }
            }
        }
        fed
    }

    fn reach(&mut self, table: TableId, claim: &Claim) {
        let cards = Some((Arc::clone(&claim.line), claim.hands));
        let mut winners = claim.winners.clone();
        winners.sort_by_key(|winner| winner.seat.number);
        self.make(table, self.meter(&claim.meter).unwrap(), claim.share, cards, winners);
    }

    fn make(
        &mut self,
        table: TableId,
        meter: usize,
        share: Percent,
        cards: Option<(Arc<str>, [Hand; 2])>,
        winners: Vec<Winner>,
    ) {
        let (id, game) = (self.next, self.rounds[&table].game);
        self.next += 1;
        self.books[meter].entries.push(Entry::Hit(id, share));
        let people = Vec::new();
        self.jackpots.push(Jackpot { id, table, game, meter, cards, winners, stage: Stage::Reached, people });
    }

    /// The first meter of the wager bears what it can, in whole cents.
    fn pay_fixed(&mut self, wager: &str, amount: Grain) {
        let place = self.wager(wager).unwrap();
        let meter = self.setup.meters.iter().position(|meter| meter.wager == place && !meter.must_hit);
        if let Some(meter) = meter.filter(|_| self.setup.wagers[place].fixed_from_meter) {
            let bears = grains(crate::setups::dollars(whole(self.standing(meter).shown)));
            self.books[meter].entries.push(Entry::Fixed(amount.min(bears)));
        }
    }

    /// PRG-03: the round's jackpots have never been, and its wagers go back out of the meters.
    fn void(&mut self, table: TableId) {
        let fed = self.fed(table);
        let game = self.rounds[&table].game;
        for hit in
            self.jackpots.iter_mut().filter(|hit| hit.table == table && hit.game == game && hit.pending())
        {
            hit.stage = Stage::Rejected;
        }
        for (meter, (pot, reserve)) in fed {
            self.books[meter].entries.push(Entry::Void(game, pot, reserve));
        }
        self.rounds.remove(&table);
    }

    /// Whether a wager was registered at START GAME, at that seat.
    pub fn registered(&self, table: TableId, winner: &Winner, wager: usize) -> bool {
        let same = |sensor: &Sensor| sensor.by == *winner && self.wager(&sensor.wager) == Some(wager);
        self.rounds.get(&table).is_some_and(|round| round.sensors.iter().any(same))
    }

    /// The keys of a round, each once.
    pub fn distinct(keys: impl Iterator<Item = BetKey>) -> bool {
        let mut seen = BTreeSet::new();
        keys.into_iter().all(|key| seen.insert(key))
    }
}
