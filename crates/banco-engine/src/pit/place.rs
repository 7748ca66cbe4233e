//! What was decided, or what a record tells, is put in place.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Decision, Happening, Pit, State, Stream, Touched, table_side};
use crate::authority::Person;
use crate::cage::{self, Account};
use crate::link::{self, Link, TableId};
use crate::name::Name;
use crate::table::word::LinkWord;
use crate::table::{self, Table};

impl Pit {
    /// Whether nothing that a decision rests on has changed since it was made.
    #[must_use]
    pub fn is_current(&self, decision: &Decision) -> bool {
        let written = decision.touched.iter().map(|touched| (touched.stream, touched.version));
        written.chain(decision.reads.iter().copied()).all(|(stream, version)| self.version(stream) == version)
    }

    /// Puts the states of a decision in place. Nothing is worked out again.
    pub fn swap(&mut self, decision: Decision) -> Vec<Happening> {
        let Decision { happenings, touched, to_hear, .. } = decision;
        let mut concerned = to_hear;
        for Touched { stream, after, .. } in touched {
            match (stream, after) {
                (Stream::Table(at), State::Table(table)) => {
                    self.choices.look_at(at, &table);
                    self.tables.insert(at, table);
                    concerned.insert(at);
                }
                (Stream::Link(name), State::Link(link)) => drop(self.links.insert(name, link)),
                (Stream::Account(person), State::Account(account)) => {
                    self.accounts.insert_mut(person, account);
                }
                (
                    Stream::Table(_) | Stream::Link(_) | Stream::Account(_),
                    State::Table(_) | State::Link(_) | State::Account(_),
                ) => {}
            }
        }
        concerned.into_iter().for_each(|table| self.look_for_words(table));
        happenings
    }

    /// A stream as it stands.
    #[must_use]
    pub fn state(&self, stream: Stream) -> Option<State> {
        Some(match stream {
            Stream::Table(table) => State::Table(Arc::clone(self.tables.get(&table)?)),
            Stream::Link(name) => State::Link(Arc::clone(self.links.get(&name)?)),
            Stream::Account(person) => State::Account(Arc::clone(self.accounts.get(&person)?)),
        })
    }

    /// Puts a state that was kept in place of whatever is there.
    pub fn put_back(&mut self, stream: Stream, state: State) {
        let mut to_hear = BTreeSet::new();
        match (stream, &state) {
            (Stream::Table(at), State::Table(_)) => {
                self.choices.forget(at);
                let known = self.links.iter().filter(|(_, link)| link.station(at).is_some());
                let names: Vec<Name> = known.map(|(name, _)| *name).collect();
                self.waiting.entry(at).or_default().extend(names);
            }
            (Stream::Link(name), State::Link(link)) => {
                let known = link.stations().map(|(table, _)| table);
                to_hear.extend(known.filter(|table| self.tables.contains_key(table)));
                for table in &to_hear {
                    self.waiting.entry(*table).or_default().insert(name);
                }
            }
            (Stream::Account(_), State::Account(_)) => {}
            (
                Stream::Table(_) | Stream::Link(_) | Stream::Account(_),
                State::Table(_) | State::Link(_) | State::Account(_),
            ) => return,
        }
        let touched = vec![Touched { stream, version: 0, after: state }];
        self.swap(Decision { touched, to_hear, ..Decision::default() });
    }

    /// Takes a stream out, as before its first event.
    pub fn take_out(&mut self, stream: Stream) {
        match stream {
            Stream::Table(table) => {
                self.tables.remove(&table);
                self.waiting.remove(&table);
                self.choices.forget(table);
            }
            Stream::Link(name) => {
                self.links.remove(&name);
                self.waiting.retain(|_, links| {
                    links.remove(&name);
                    !links.is_empty()
                });
            }
            Stream::Account(person) => drop(self.accounts.remove_mut(&person)),
        }
    }

    /// Notes which links have something to say to a table.
    fn look_for_words(&mut self, at: TableId) {
        let Some(table) = self.tables.get(&at) else { return };
        let before = self.waiting.get(&at).into_iter().flatten().copied();
        let own = table.rules().links.iter().map(|setup| setup.name);
        let unheard = |name: &Name| {
            let station = self.links.get(name).and_then(|link| link.station(at));
            let unheard = |word: &LinkWord| !table_side::has_heard(table, *name, word.number);
            station.is_some_and(|station| station.words.iter().any(unheard))
        };
        let waiting: BTreeSet<Name> = before.chain(own).filter(unheard).collect();
        if waiting.is_empty() {
            self.waiting.remove(&at);
        } else {
            self.waiting.insert(at, waiting);
        }
    }

    /// Changes tables and links by what has happened, as a record tells it.
    pub fn evolve(&mut self, happening: &Happening) {
        match happening {
            Happening::Table(at, event) => self.evolve_table(*at, event),
            Happening::Link(setup, event) => self.evolve_link(setup.name, event),
            Happening::Account(person, event) => self.evolve_account(*person, event),
        }
    }

    /// Changes a table by what has happened there.
    pub fn evolve_table(&mut self, at: TableId, event: &table::Event) {
        match self.tables.get_mut(&at) {
            Some(table) => table::evolve(Arc::make_mut(table), event, &self.shelf),
            None => {
                let first = Table::from_first(event, &self.shelf).map(Arc::new);
                first.into_iter().for_each(|table| drop(self.tables.insert(at, table)));
            }
        }
        if let Some(table) = self.tables.get(&at) {
            self.choices.look_at(at, table);
            self.look_for_words(at);
        }
    }

    /// Changes an account by what has happened in it.
    pub fn evolve_account(&mut self, person: Person, event: &cage::Event) {
        if !self.accounts.contains_key(&person) {
            self.accounts.insert_mut(person, Arc::new(Account::of(person)));
        }
        if let Some(account) = self.accounts.get_mut(&person) {
            cage::evolve(Arc::make_mut(account), event);
        }
    }

    /// Changes a link by what has happened on it.
    pub fn evolve_link(&mut self, name: Name, event: &link::Event) {
        let link = self.links.entry(name).or_insert_with(|| Arc::new(Link::named(name)));
        let said = link::spread(Arc::make_mut(link), event, &self.shelf);
        said.into_iter().for_each(|(table, _)| self.look_for_words(table));
    }
}
