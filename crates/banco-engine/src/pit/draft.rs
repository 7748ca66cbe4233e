//! A decision being made: only what it touches is copied.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_cards::{Hand, Side};

use super::orders::Orders;
use super::table_side;
use super::{Decision, Happening, Pit, Refusal, State, Stream, Touched};
use crate::authority::{Actor, Person};
use crate::cage::{Account, Time};
use crate::link::{self, Link, Surroundings, TableId, What, WorkedOut};
use crate::name::{Clauses, Name};
use crate::reasons::refuse;
use crate::shelf::Shelf;
use crate::table::word::LinkWord;
use crate::table::{self, Event, FloorEvent, Table};

/// So many words that were heard a link keeps.
const MANY: usize = 32;

/// A decision being made: the pit as it is after what has happened so far.
pub(super) struct Draft<'p> {
    pub(super) pit: &'p Pit,
    /// When it happens, as far as anybody knows.
    pub(super) now: Time,
    /// What may be read and written.
    pub(super) streams: BTreeSet<Stream>,
    tables: BTreeMap<TableId, Arc<Table>>,
    links: BTreeMap<Name, Arc<Link>>,
    pub(super) accounts: BTreeMap<Person, Arc<Account>>,
    pub(super) happenings: Vec<Happening>,
    to_hear: BTreeSet<TableId>,
}

impl Surroundings for Draft<'_> {
    fn shelf(&self) -> &Shelf {
        &self.pit.shelf
    }

    fn link(&self, name: Name) -> Option<&Link> {
        self.links.get(&name).map(|link| &**link).or_else(|| self.pit.link(&name))
    }

    fn plays_at(&self, person: Person, table: TableId) -> bool {
        self.table(table).is_some_and(|table| table.participant(person).is_some())
    }

    fn unsettled(&self, table: TableId) -> Option<&'static str> {
        self.table(table).and_then(table_side::unsettled)
    }

    fn lying(&self, table: TableId) -> Option<[Hand; 2]> {
        let round = &self.table(table)?.round;
        Some([Side::Player, Side::Banker].map(|side| round.open_hand(side)))
    }

    fn answer_by(&self) -> Option<Time> {
        self.pit.house.answer_by(self.now)
    }

    fn has_full_controls(&self) -> bool {
        self.pit.house.is_strict()
    }
}

impl<'p> Draft<'p> {
    pub fn new(pit: &'p Pit, streams: BTreeSet<Stream>, now: Time) -> Self {
        Self {
            pit,
            now,
            streams,
            tables: BTreeMap::new(),
            links: BTreeMap::new(),
            accounts: BTreeMap::new(),
            happenings: Vec::new(),
            to_hear: BTreeSet::new(),
        }
    }

    /// The decision, for the store.
    pub fn decided(self) -> Decision {
        let pit = self.pit;
        let touched = |stream: Stream, after: State| Touched { stream, version: pit.version(stream), after };
        let tables =
            self.tables.into_iter().map(|(at, table)| touched(Stream::Table(at), State::Table(table)));
        let links = self.links.into_iter().map(|(name, link)| touched(Stream::Link(name), State::Link(link)));
        let accounts = self
            .accounts
            .into_iter()
            .map(|(person, account)| touched(Stream::Account(person), State::Account(account)));
        let touched: Vec<Touched> = tables.chain(links).chain(accounts).collect();
        let written = |stream: &Stream| touched.iter().any(|touched| touched.stream == *stream);
        let others = self.streams.into_iter().filter(|stream| !written(stream));
        let reads = others.map(|stream| (stream, pit.version(stream))).collect();
        Decision { happenings: self.happenings, touched, reads, to_hear: self.to_hear }
    }

    pub(super) fn table(&self, at: TableId) -> Option<&Table> {
        self.tables.get(&at).map(|table| &**table).or_else(|| self.pit.table(at))
    }

    fn known_table(&self, at: TableId) -> Result<&Table, Refusal> {
        self.table(at).ok_or(Refusal::NoTable(at))
    }

    /// A person's command to a table, and what it means to its links.
    pub fn command_table(&mut self, at: TableId, by: Actor, command: table::Command) -> Result<(), Refusal> {
        self.pass_time_at(at)?;
        let table = self.known_table(at)?;
        let leaves = matches!(command, table::Command::Leave).then(|| by.participant());
        let leaves = leaves.or_else(|| table_side::seen_off(table, &command));
        if let Some(person) = leaves {
            for setup in &table.rules().links {
                let link = self.link(setup.name);
                link.map_or(Ok(()), |link| link::may_leave(link, at, person))?;
            }
        }
        let context = table::Context { house: &self.pit.house, shelf: Some(&self.pit.shelf) };
        let table = self.known_table(at)?;
        let mut events = table::decide_within(table, context, by, command.clone())?;
        self.helper_may(table, by, &command)?;
        events.iter_mut().for_each(|event| self.date(event));
        self.happen_at(at, Some(by), events)?;
        self.deliver_waiting(at)
    }

    /// A table knows no time: until when a request waits is written into it here.
    fn date(&self, event: &mut Event) {
        if let table::What::Floor(FloorEvent::Asked { request }) = &mut event.what {
            request.until = self.answer_by();
        }
    }

    /// What time alone brings with it at a table: requests run out, and nothing waits for them.
    pub fn pass_time_at(&mut self, at: TableId) -> Result<(), Refusal> {
        let Some(table) = self.table(at).filter(|table| table_side::can_hear(table)) else { return Ok(()) };
        let events = table::pass_time(table, self.now);
        self.happen_at(at, None, events)
    }

    /// Requests of somebody who lost the role in which they asked lapse at a table.
    pub fn lapse_at(&mut self, at: TableId, asker: Person) -> Result<(), Refusal> {
        let Some(table) = self.table(at).filter(|table| table_side::can_hear(table)) else { return Ok(()) };
        let events = table::lapse(table, asker);
        self.happen_at(at, None, events)
    }

    /// The same on a link.
    pub fn lapse_on(&mut self, name: Name, asker: Person) -> Result<(), Refusal> {
        let link = self.links.get(&name).or_else(|| self.pit.links.get(&name)).map(Arc::clone);
        let Some(link) = link.filter(|link| link.fault().is_none()) else { return Ok(()) };
        self.happen_on(link::work_out_lapse(&link, self, asker))
    }

    /// Time alone on a link.
    pub fn pass_time_on(&mut self, name: Name) -> Result<(), Refusal> {
        let link = self.links.get(&name).or_else(|| self.pit.links.get(&name)).map(Arc::clone);
        let Some(link) = link.filter(|link| link.fault().is_none()) else { return Ok(()) };
        self.happen_on(link::work_out_time(&link, self, self.now))
    }

    /// A word of the shoe to a table, and what it means to its links.
    pub fn word_to_table(&mut self, at: TableId, word: table::Word) -> Result<(), Refusal> {
        self.pass_time_at(at)?;
        let events = table::hear(self.known_table(at)?, word)?;
        self.happen_at(at, None, events)?;
        self.deliver_waiting(at)
    }

    /// Events of a table, and what they mean to its links.
    pub(super) fn happen_at(
        &mut self,
        at: TableId,
        by: Option<Actor>,
        events: Vec<Event>,
    ) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let mut table = match self.tables.remove(&at) {
            Some(table) => table,
            None => Arc::clone(self.pit.tables.get(&at).ok_or(Refusal::NoTable(at))?),
        };
        let rules = Arc::clone(table.rules());
        let for_cage = self.words_for_cage(&table, &events);
        let now = Arc::make_mut(&mut table);
        events.iter().for_each(|event| table::evolve(now, event, &self.pit.shelf));
        let orders = Orders { at, table: &table, rules: &rules, events: &events, by };
        if orders.opens() {
            self.pit.choices.compare(&rules)?;
        }
        let mut words = Vec::new();
        for setup in &rules.links {
            let plays = self.link(setup.name).is_some_and(|link| link.game(at).is_some());
            let own = orders.words_for(setup, plays, table_side::heard_up_to(&table, setup.name));
            words.extend(own.into_iter().map(|word| (setup.name, word)));
        }
        self.tables.insert(at, table);
        self.happenings.extend(events.into_iter().map(|event| Happening::Table(at, event)));
        words.into_iter().try_for_each(|(name, word)| self.word_to_link(name, word))?;
        for_cage.into_iter().try_for_each(|(person, says)| self.table_says(at, person, says))
    }

    /// A person's command to a link, and what it means to tables and other links.
    pub fn command_link(&mut self, name: Name, by: Actor, command: link::Command) -> Result<(), Refusal> {
        self.pass_time_on(name)?;
        let opens = matches!(command, link::Command::Open { .. });
        if let Some(table) =
            command.at_table().and_then(|at| self.table(at)).filter(|_| self.pit.house.is_strict())
        {
            table::need_on_duty(table, by)
                .map_err(|reason| Refusal::Table(refuse(reason, Clauses::default())))?;
        }
        let link = self.link_or_new(name, opens)?;
        let worked_out = link::work_out_command(&link, self, by, command)?;
        self.happen_on(worked_out)
    }

    /// A word of a machine to a link, and what it means to tables and other links.
    pub fn word_to_link(&mut self, name: Name, word: link::Word) -> Result<(), Refusal> {
        let attaches = matches!(word, link::Word::Attach { .. });
        let link = self.link_or_new(name, attaches)?;
        let worked_out = link::work_out_word(&link, self, word)?;
        self.happen_on(worked_out)
    }

    /// A link; one that is not there yet can only be set up.
    fn link_or_new(&self, name: Name, sets_up: bool) -> Result<Arc<Link>, Refusal> {
        let known = self.links.get(&name).or_else(|| self.pit.links.get(&name)).map(Arc::clone);
        let new = || sets_up.then(|| Arc::new(Link::named(name)));
        known.or_else(new).ok_or(Refusal::NoLink(name))
    }

    /// Events of a link, and what they mean to tables and other links.
    fn happen_on(&mut self, worked_out: WorkedOut) -> Result<(), Refusal> {
        let WorkedOut { link, events } = worked_out;
        if events.is_empty() {
            return Ok(());
        }
        let (name, setup) = (link.name(), Arc::clone(link.setup()));
        self.links.insert(name, Arc::new(link));
        for (event, said) in events {
            let moves = match &event.what {
                What::Change(change) => change.moves_to(name),
                What::Operation(_)
                | What::Table(_)
                | What::Game(_)
                | What::Jackpot(_)
                | What::Trigger(_)
                | What::Reading(_) => None,
            };
            self.happenings.push(Happening::Link(Arc::clone(&setup), event));
            if let Some((to, word)) = moves {
                self.word_to_link(to, word)?;
            }
            said.into_iter().try_for_each(|(table, number)| self.bring(table, name, number))?;
        }
        Ok(())
    }

    /// Brings the words of a link to a table, up to this one, if that is within reach and the table hears.
    fn bring(&mut self, at: TableId, name: Name, upto: u32) -> Result<(), Refusal> {
        let hears = self.table(at).is_some_and(table_side::can_hear) && !self.pit.leaves_words;
        if !hears || !self.streams.contains(&Stream::Table(at)) {
            self.to_hear.insert(at);
            return Ok(());
        }
        self.take_words(at, name, upto)
    }

    fn take_words(&mut self, at: TableId, name: Name, upto: u32) -> Result<(), Refusal> {
        let Some(table) = self.table(at) else { return Ok(()) };
        let words = self.link(name).and_then(|link| link.station(at)).map(|station| &station.words);
        let due = |word: &&LinkWord| word.number <= upto && !table_side::has_heard(table, name, word.number);
        let words: Vec<LinkWord> = words.into_iter().flatten().filter(due).cloned().collect();
        words.iter().try_for_each(|word| self.deliver(at, word))?;
        self.tell_heard(at, name)
    }

    /// From time to time a link is told what a table has heard, so that it need not keep it.
    fn tell_heard(&mut self, at: TableId, name: Name) -> Result<(), Refusal> {
        let upto = self.table(at).map_or(0, |table| table_side::heard_up_to(table, name));
        let Some(link) = self.link(name).filter(|link| link.is_open()) else { return Ok(()) };
        let station = link.station(at).filter(|station| station.attached);
        let heard = |word: &&LinkWord| word.number <= upto;
        if station.is_some_and(|station| station.words.iter().filter(heard).count() > MANY) {
            self.word_to_link(name, link::Word::Heard { table: at, upto })?;
        }
        Ok(())
    }

    /// Brings a table everything that waits for it.
    pub fn bring_all(&mut self, at: TableId) -> Result<(), Refusal> {
        let waiting = self.pit.waiting.get(&at).cloned().unwrap_or_default();
        waiting.into_iter().try_for_each(|name| self.take_words(at, name, u32::MAX))
    }

    /// What waited for a table comes to it with whatever happens there.
    fn deliver_waiting(&mut self, at: TableId) -> Result<(), Refusal> {
        let waiting = self.pit.waiting.get(&at).cloned().unwrap_or_default();
        waiting.into_iter().try_for_each(|name| self.bring(at, name, u32::MAX))
    }

    /// Brings one word to a table.
    pub fn deliver(&mut self, at: TableId, word: &LinkWord) -> Result<(), Refusal> {
        let table = self.known_table(at)?;
        if !table_side::can_hear(table) {
            return Ok(());
        }
        let events = table::hear(table, table::Word::Link(word.clone()))?;
        self.to_hear.insert(at);
        self.happen_at(at, None, events)
    }
}
