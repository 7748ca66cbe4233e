//! The link by the book, as simply as it can be said: what is allowed, and what it does. It knows commands and
//! words, and never looks at an event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_cards::Hand;
use banco_engine::link::{
    Claim, Command, MeterRule, Sensor, Setup, TableId, TriggerSecret, Wanted, Winner, Word,
};
use banco_engine::table::{Actor, BetKey, Person, Role};
use banco_engine::{Name, RulesId, Shelf};
use banco_money::Percent;
use banco_rulebook::model::link::LockMode;

use crate::books::{Book, Entry, Grain, Standing, grains, of_fine, part, whole};
use crate::setups::{dollars, setup_under};

/// What somebody wants of a link, or a machine says to it.
#[derive(Clone, Debug)]
pub enum Order {
    Command(Actor, Command),
    Word(Word),
}

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
    pub meter: Name,
    /// The line and the cards; none for Must Hit.
    pub cards: Option<(Name, [Hand; 2])>,
    pub winners: Vec<Winner>,
    pub stage: Stage,
    /// Who claimed it, then who verified it.
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
    pub ended: bool,
}

/// The secrets of a Must Hit meter.
#[derive(Clone, Copy, Default, Debug)]
pub struct Secrets {
    /// The fraction, and what the meter showed when its turn came.
    pub current: Option<(u64, Grain)>,
    pub next: Option<u64>,
    /// The round that has reached the trigger.
    pub due: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Asked {
    pub by: Person,
    pub role: Role,
    pub wanted: Wanted,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub name: Name,
    pub setup: Arc<Setup>,
    pub rules: RulesId,
    pub set_up: bool,
    pub open: bool,
    /// Whether a meter was moved away.
    pub emptied: bool,
    /// The tables, and whether each hears the link.
    pub tables: BTreeMap<TableId, bool>,
    pub rounds: BTreeMap<TableId, Round>,
    pub books: BTreeMap<Name, Book>,
    pub secrets: BTreeMap<Name, Secrets>,
    pub owed: BTreeMap<Name, (Grain, Grain)>,
    pub requests: BTreeMap<u32, Asked>,
    pub jackpots: Vec<Jackpot>,
    pub games: u32,
    pub next: u32,
    pub asked: u32,
    pub last_day: Option<u32>,
    /// How many words were said to each table, and the money that came with them.
    pub said: BTreeMap<TableId, (u32, Grain)>,
}

impl Model {
    pub fn new(shelf: &Shelf, rules: RulesId, name: Name) -> Self {
        Self {
            name,
            setup: setup_under(shelf, rules, name).unwrap(),
            rules,
            set_up: false,
            open: false,
            emptied: false,
            tables: BTreeMap::new(),
            rounds: BTreeMap::new(),
            books: BTreeMap::new(),
            secrets: BTreeMap::new(),
            owed: BTreeMap::new(),
            requests: BTreeMap::new(),
            jackpots: Vec::new(),
            games: 0,
            next: 1,
            asked: 0,
            last_day: None,
            said: BTreeMap::new(),
        }
    }

    pub fn standing(&self, meter: Name) -> Standing {
        let rejected = self.jackpots.iter().filter(|hit| hit.stage == Stage::Rejected).map(|hit| hit.id);
        self.books.get(&meter).map(|book| book.reckon(&rejected.collect())).unwrap_or_default()
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

    pub fn rule(&self, meter: Name) -> &MeterRule {
        self.setup.meters.iter().find(|rule| rule.id == meter).unwrap()
    }

    pub fn known(&self, meter: Name) -> bool {
        self.setup.meters.iter().any(|rule| rule.id == meter)
    }

    pub fn selects(&self, hit: &Jackpot) -> bool {
        let wager = self.rule(hit.meter).wager;
        self.setup.wagers.iter().any(|rule| rule.id == wager && rule.selects)
    }

    /// G5: a pending jackpot keeps rounds with its wager from starting.
    pub fn locked(&self, wager: Name) -> bool {
        self.setup.lock == LockMode::All && self.pending().any(|hit| self.rule(hit.meter).wager == wager)
    }

    /// The jackpots of the round that a table plays.
    pub fn own(&self, table: TableId) -> Vec<&Jackpot> {
        let Some(round) = self.rounds.get(&table) else { return Vec::new() };
        self.jackpots.iter().filter(|hit| hit.game == round.game).collect()
    }

    /// The meters whose trigger the round of a table has reached.
    pub fn due(&self, table: TableId) -> Vec<Name> {
        let Some(round) = self.rounds.get(&table) else { return Vec::new() };
        let due = self.secrets.iter().filter(|(_, secrets)| secrets.due == Some(round.game));
        due.map(|(meter, _)| *meter).collect()
    }

    /// What HIT JACKPOT claims: everything that is selected, if it is borne out, and what a switch claims.
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
        claimed.extend(open.iter().filter(|hit| !self.selects(hit)).map(|hit| hit.id));
        Some(claimed)
    }

    /// Whose wagers take part in a Must Hit jackpot.
    pub fn taking_part(&self, table: TableId, meter: Name) -> Vec<Winner> {
        let wager = self.rule(meter).wager;
        let Some(round) = self.rounds.get(&table) else { return Vec::new() };
        let own = round.sensors.iter().filter(|sensor| sensor.wager == wager);
        let mut all: Vec<Winner> = own.map(|sensor| sensor.by).collect();
        all.sort_by_key(|winner| (winner.seat.number, winner.key));
        all
    }

    /// G4: where the trigger of a cycle lies, in hundred-millionths of a cent.
    pub fn trigger(&self, meter: Name) -> Option<Grain> {
        let (fraction, from) = self.secrets.get(&meter)?.current?;
        let max = grains(self.rule(meter).growth.cap.unwrap()) / UNIT;
        let from = from / UNIT;
        let up = Grain::from(fraction) * (max - from).max(0) / (1 << 64);
        Some((from + 1 + up).min(max) * UNIT)
    }

    fn say(&mut self, table: TableId, money: Grain) {
        let said = self.said.entry(table).or_default();
        said.0 += 1;
        said.1 += money;
    }

    fn say_to_all(&mut self) {
        let tables: Vec<TableId> = self.tables.keys().copied().collect();
        tables.into_iter().for_each(|table| self.say(table, 0));
    }

    /// Does what an allowed order demands.
    pub fn obey(&mut self, shelf: &Shelf, order: &Order) {
        match order {
            Order::Command(by, command) => self.obey_person(shelf, *by, command),
            Order::Word(word) => self.obey_machine(shelf, word),
        }
    }

    fn obey_machine(&mut self, shelf: &Shelf, word: &Word) {
        match word {
            Word::Attach { table, rules, .. } => {
                if !self.open {
                    self.start_over(shelf, *rules);
                }
                self.tables.insert(*table, true);
                self.say(*table, 0);
            }
            Word::Detach { table } => drop(self.tables.remove(table)),
            Word::Contact { table, contact } => {
                if self.tables.insert(*table, *contact) != Some(*contact) {
                    self.say(*table, 0);
                }
            }
            Word::Heard { .. } => {}
            Word::StartGame { table, sensors, .. } => self.start(*table, sensors),
            Word::Reach { table, claims } => claims.iter().for_each(|claim| self.reach(*table, claim)),
            Word::PayFixed { table, wager, amount } => self.pay_fixed(*table, *wager, grains(*amount)),
            Word::VoidGame { table, .. } => self.void(*table),
            Word::EndGame { table, .. } => drop(self.rounds.remove(table)),
            Word::TransferIn { meter, feed, .. } => {
                let entry = Entry::Moved(of_fine(feed.pot), of_fine(feed.reserve));
                self.books.get_mut(meter).unwrap().entries.push(entry);
            }
            Word::SealTrigger { meter, sealed } => {
                let TriggerSecret { fraction, .. } = sealed.unseal().unwrap();
                let shown = self.standing(*meter).shown;
                let secrets = self.secrets.entry(*meter).or_default();
                if secrets.current.is_none() {
                    secrets.current = Some((fraction, shown));
                } else {
                    secrets.next = Some(fraction);
                }
            }
            Word::DrawWinner { draw, hit } => {
                let found = self.jackpot(hit.0).unwrap();
                let winner = self.taking_part(found.table, found.meter)[usize::try_from(*draw).unwrap()];
                let hit = self.jackpots.iter_mut().find(|known| known.id == hit.0).unwrap();
                (hit.winners, hit.stage) = (vec![winner], Stage::Claimed);
            }
        }
    }

    fn obey_person(&mut self, shelf: &Shelf, by: Actor, command: &Command) {
        let person = by.person();
        match command {
            Command::Open { rules } => self.start_over(shelf, *rules),
            Command::Select { table, seat, line } => {
                let selected = &mut self.rounds.get_mut(table).unwrap().selected;
                let pair = (*seat, line.clone());
                if !selected.remove(&pair) {
                    selected.insert(pair);
                }
            }
            Command::HitJackpot { table } => {
                let claimed = self.claimed(*table).unwrap();
                claimed.into_iter().for_each(|hit| self.advance(hit, Stage::Claimed, person));
                self.rounds.get_mut(table).unwrap().selected.clear();
            }
            Command::EndRound { table } => self.end_round(*table, person),
            Command::Verify { hit, .. } => {
                self.advance(hit.0, Stage::Verified, person);
                self.say(self.jackpot(hit.0).unwrap().table, 0);
            }
            Command::PayJackpot { hit, amount } => {
                self.advance(hit.0, Stage::Paid, person);
                let (table, meter) = self.jackpot(hit.0).map(|hit| (hit.table, hit.meter)).unwrap();
                self.say(table, grains(*amount));
                self.unlock(&[meter]);
            }
            Command::Ask(wanted) => {
                self.asked += 1;
                self.requests
                    .insert(self.asked, Asked { by: person, role: by.role(), wanted: wanted.clone() });
            }
            Command::Approve { request } => {
                let asked = self.requests.remove(&request.0).unwrap();
                self.grant(shelf, &asked.wanted);
            }
            Command::TurnDown { request, .. } => drop(self.requests.remove(&request.0)),
            Command::TakeReading { day } => self.last_day = Some(*day),
        }
    }

    fn grant(&mut self, shelf: &Shelf, wanted: &Wanted) {
        match wanted {
            Wanted::Adjust { amount, meter, reserve, .. } => {
                let grain = grains(*amount);
                let entry = if *reserve { Entry::Moved(0, grain) } else { Entry::Moved(grain, 0) };
                self.books.get_mut(meter).unwrap().entries.push(entry);
            }
            Wanted::Change { rules, .. } => self.change(shelf, *rules),
            Wanted::Close { .. } => self.close(),
            Wanted::Reject { hit, .. } => {
                let meter = self.jackpot(hit.0).unwrap().meter;
                self.reject(hit.0);
                self.unlock(&[meter]);
            }
            Wanted::TransferOut { meter, .. } => {
                self.empty(*meter);
                self.emptied = true;
            }
        }
    }

    fn advance(&mut self, id: u32, stage: Stage, person: Person) {
        let hit = self.jackpots.iter_mut().find(|hit| hit.id == id).unwrap();
        hit.stage = stage;
        hit.people.push(person);
    }

    fn reject(&mut self, id: u32) {
        let hit = self.jackpots.iter_mut().find(|hit| hit.id == id).unwrap();
        hit.stage = Stage::Rejected;
        let (table, meter, hidden) = (hit.table, hit.meter, hit.cards.is_none());
        // R6: the next trigger lies above what the meter shows now; one that a round has reached stays.
        if hidden && self.secrets[&meter].due.is_none() {
            self.turn_over(meter);
        }
        self.say(table, 0);
    }

    /// Wagers of these meters that no pending jackpot locks any more are told so.
    fn unlock(&mut self, meters: &[Name]) {
        let wagers: BTreeSet<Name> = meters.iter().map(|meter| self.rule(*meter).wager).collect();
        for wager in wagers {
            if self.setup.lock == LockMode::All && !self.locked(wager) {
                self.say_to_all();
            }
        }
    }

    /// The secret is spent; the next one's turn comes at what the meter shows.
    fn turn_over(&mut self, meter: Name) {
        let shown = self.standing(meter).shown;
        let secrets = self.secrets.get_mut(&meter).unwrap();
        secrets.due = None;
        secrets.current = secrets.next.take().map(|fraction| (fraction, shown));
    }

    /// Seeds, and what is owed: a Must Hit meter takes no more than its maximum.
    fn start_over(&mut self, shelf: &Shelf, rules: RulesId) {
        self.setup = setup_under(shelf, rules, self.name).unwrap();
        (self.rules, self.open, self.emptied) = (rules, true, false);
        self.set_up = true;
        self.jackpots.clear();
        self.books.clear();
        for rule in &Arc::clone(&self.setup).meters {
            let (mut pot, mut reserve) = self.owed.remove(&rule.id).unwrap_or_default();
            if rule.must_hit {
                let room = grains(rule.growth.cap.unwrap()) - grains(rule.growth.seed);
                let (left, kept) = ((pot - room).max(0), reserve);
                (pot, reserve) = (pot - left, 0);
                if left + kept != 0 {
                    self.owed.insert(rule.id, (left, kept));
                }
            }
            self.books.insert(rule.id, Book::new(rule.growth, (pot, reserve)));
        }
        let hidden = self.setup.meters.iter().filter(|rule| rule.must_hit).map(|rule| rule.id);
        let hidden: Vec<Name> = hidden.collect();
        self.secrets.retain(|meter, _| hidden.contains(meter));
        let kept: Vec<Name> = self.secrets.keys().copied().collect();
        kept.into_iter().for_each(|meter| self.turn_over(meter));
    }

    fn close(&mut self) {
        for meter in self.books.keys().copied().collect::<Vec<_>>() {
            let now = self.standing(meter);
            if now.pot + now.reserve != 0 {
                let owed = self.owed.entry(meter).or_default();
                *owed = (owed.0 + now.pot, owed.1 + now.reserve);
            }
            self.empty(meter);
        }
        for secrets in self.secrets.values_mut() {
            (secrets.current, secrets.due) = (None, None);
        }
        self.requests.clear();
        self.open = false;
    }

    fn change(&mut self, shelf: &Shelf, rules: RulesId) {
        let before = std::mem::replace(&mut self.setup, setup_under(shelf, rules, self.name).unwrap());
        self.rules = rules;
        for rule in &Arc::clone(&self.setup).meters {
            let was = before.meters.iter().find(|known| known.id == rule.id).unwrap();
            if rule.growth != was.growth {
                self.books.get_mut(&rule.id).unwrap().entries.push(Entry::Terms(rule.growth));
                if rule.must_hit && self.secrets.get(&rule.id).is_some_and(|known| known.current.is_some()) {
                    self.turn_over(rule.id);
                }
            }
        }
    }

    fn empty(&mut self, meter: Name) {
        let now = self.standing(meter);
        self.books.get_mut(&meter).unwrap().entries.push(Entry::Moved(-now.pot, -now.reserve));
    }

    /// Every wager feeds every meter of its kind; the first round that lifts a meter to its trigger is to win it
    /// (G4).
    fn start(&mut self, table: TableId, sensors: &[Sensor]) {
        self.games += 1;
        let (game, selected) = (self.games, BTreeSet::new());
        self.rounds.insert(table, Round { game, sensors: sensors.to_vec(), selected, ended: false });
        for (meter, (pot, reserve)) in self.fed(table) {
            self.books.get_mut(&meter).unwrap().entries.push(Entry::Fed(game, pot, reserve));
            let shown = self.standing(meter).shown;
            if self.trigger(meter).is_some_and(|trigger| shown >= trigger) {
                self.secrets.get_mut(&meter).unwrap().due.get_or_insert(game);
            }
        }
    }

    /// What the wagers of a round put into each meter and its reserve.
    fn fed(&self, table: TableId) -> BTreeMap<Name, (Grain, Grain)> {
        let mut fed = BTreeMap::new();
        for sensor in &self.rounds[&table].sensors {
            for rule in self.setup.meters.iter().filter(|rule| rule.wager == sensor.wager) {
                let stake = grains(sensor.stake);
                let sum: &mut (Grain, Grain) = fed.entry(rule.id).or_default();
                sum.0 += part(rule.growth.increment, stake);
                sum.1 += rule.growth.reserve.map_or(0, |share| part(share, stake));
            }
        }
        fed
    }

    fn reach(&mut self, table: TableId, claim: &Claim) {
        let cards = Some((claim.line, claim.hands));
        let mut winners = claim.winners.clone();
        winners.sort_by_key(|winner| winner.seat.number);
        self.make(table, claim.meter, claim.share, cards, winners);
    }

    /// What is due is won for what the meter shows now.
    fn end_round(&mut self, table: TableId, person: Person) {
        let due = self.due(table);
        self.rounds.get_mut(&table).unwrap().ended = true;
        for meter in due {
            let id = self.next;
            self.make(table, meter, Percent::HUNDRED, None, Vec::new());
            self.jackpots.iter_mut().find(|hit| hit.id == id).unwrap().people.push(person);
            self.turn_over(meter);
        }
    }

    fn make(
        &mut self,
        table: TableId,
        meter: Name,
        share: Percent,
        cards: Option<(Name, [Hand; 2])>,
        winners: Vec<Winner>,
    ) {
        let wager = self.rule(meter).wager;
        let was_locked = self.locked(wager);
        let (id, game) = (self.next, self.rounds[&table].game);
        self.next += 1;
        self.books.get_mut(&meter).unwrap().entries.push(Entry::Hit(id, share));
        let people = Vec::new();
        self.jackpots.push(Jackpot { id, table, game, meter, cards, winners, stage: Stage::Reached, people });
        if self.locked(wager) && !was_locked {
            self.say_to_all();
        }
    }

    /// The first meter of the wager bears what it can, in whole cents.
    fn pay_fixed(&mut self, table: TableId, wager: Name, amount: Grain) {
        let rule = self.setup.wagers.iter().find(|rule| rule.id == wager).unwrap();
        let meter = self.setup.meters.iter().find(|meter| meter.wager == wager && !meter.must_hit);
        if let Some(meter) = meter.filter(|_| rule.fixed_from_meter).map(|meter| meter.id) {
            let paid = amount.min(grains(dollars(whole(self.standing(meter).shown))));
            self.books.get_mut(&meter).unwrap().entries.push(Entry::Fixed(paid));
            if paid > 0 {
                self.say(table, paid);
            }
        }
    }

    /// PRG-03: the round's jackpots have never been, its wagers go back out of the meters, and a trigger that it had
    /// reached is spent.
    fn void(&mut self, table: TableId) {
        let (fed, due, game) = (self.fed(table), self.due(table), self.rounds[&table].game);
        let pending = self.own(table).into_iter().filter(|hit| hit.pending());
        let pending: Vec<(u32, Name)> = pending.map(|hit| (hit.id, hit.meter)).collect();
        pending.iter().for_each(|(hit, _)| self.reject(*hit));
        for (meter, (pot, reserve)) in fed {
            self.books.get_mut(&meter).unwrap().entries.push(Entry::Void(game, pot, reserve));
        }
        due.into_iter().for_each(|meter| self.turn_over(meter));
        self.rounds.remove(&table);
        self.unlock(&pending.iter().map(|(_, meter)| *meter).collect::<Vec<_>>());
    }

    /// Whether a wager was registered at START GAME, at that seat.
    pub fn registered(&self, table: TableId, winner: &Winner, wager: Name) -> bool {
        let same = |sensor: &Sensor| sensor.by == *winner && sensor.wager == wager;
        self.rounds.get(&table).is_some_and(|round| round.sensors.iter().any(same))
    }

    /// The keys of a round, each once.
    pub fn distinct(keys: impl Iterator<Item = BetKey>) -> bool {
        let mut seen = BTreeSet::new();
        keys.into_iter().all(|key| seen.insert(key))
    }
}

/// Ten-thousandths of a cent, in hundred-millionths of it.
const UNIT: Grain = 10_000;
