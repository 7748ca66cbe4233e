//! Tables and the progressive links that they share.
//!
//! A command to a table may concern its links: START GAME feeds their meters, cards make jackpots, a void round
//! takes back what it fed. What a link decides may concern tables: a pending jackpot locks them, a paid one goes
//! to a seat. [`Pit::decide`] works out everything that belongs together; it happens as a whole or not at all.

mod orders;
mod words;

use std::sync::Arc;

use crate::link::{self, Link, Setup, TableId};
use crate::table::{self, Actor, Role, Rules, Table};

/// Tables and links. A copy shares what does not change.
#[derive(Clone, Debug, Default)]
pub struct Pit {
    tables: Vec<(TableId, Arc<Table>)>,
    links: Vec<Arc<Link>>,
    shelf: crate::Shelf,
    said: u32,
}

/// To whom a command goes.
#[derive(Clone, Debug)]
pub enum Command {
    /// To a table.
    Table(TableId, table::Command),
    /// To a link, by its name.
    Link(Arc<str>, link::Command),
}

/// What has happened, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// At a table.
    Table(TableId, table::Event),
    /// On a link, as it was set up then.
    Link(Arc<Setup>, link::Event),
}

impl Happening {
    /// What has happened, in words.
    #[must_use]
    pub fn story(&self, names: &crate::Names<'_>) -> String {
        match self {
            Self::Table(_, event) => event.story(names).to_string(),
            Self::Link(setup, event) => event.story(setup),
        }
    }

    /// What has happened at a table, if it was there.
    #[must_use]
    pub const fn at_table(&self) -> Option<&table::Event> {
        match self {
            Self::Table(_, event) => Some(event),
            Self::Link(..) => None,
        }
    }

    /// The clauses behind it.
    #[must_use]
    pub fn clauses(&self) -> crate::Clauses {
        match self {
            Self::Table(_, event) => event.clauses,
            Self::Link(_, event) => crate::Clauses::new(event.clauses()),
        }
    }
}

/// A command that is not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// By the table.
    #[error(transparent)]
    Table(#[from] table::Refusal),
    /// By a link.
    #[error(transparent)]
    Link(#[from] link::Refusal),
    /// There is no such table.
    #[error("there is no {0}")]
    NoTable(TableId),
    /// There is no such link.
    #[error("there is no link `{0}`")]
    NoLink(Arc<str>),
}

impl Refusal {
    /// A stable name for this kind of refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Table(refusal) => refusal.code(),
            Self::Link(refusal) => refusal.code(),
            Self::NoTable(_) => "no_table",
            Self::NoLink(_) => "no_link",
        }
    }

    /// What to do instead.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Table(refusal) => refusal.hint(),
            Self::Link(refusal) => refusal.hint(),
            Self::NoTable(_) | Self::NoLink(_) => None,
        }
    }

    /// By which clauses.
    #[must_use]
    pub fn clauses(&self) -> &'static [crate::Name] {
        match self {
            Self::Table(refusal) => refusal.clauses.as_slice(),
            Self::Link(refusal) => refusal.clauses.as_slice(),
            Self::NoTable(_) | Self::NoLink(_) => &[],
        }
    }
}

impl Pit {
    /// Puts up a table that has not opened yet. A table of the same number makes room for it.
    pub fn put_up(&mut self, table: TableId, rules: Arc<Rules>) {
        self.tables.retain(|(known, _)| *known != table);
        self.shelf.add(Arc::clone(&rules));
        self.tables.push((table, Arc::new(Table::new(&rules))));
    }

    /// A table.
    #[must_use]
    pub fn table(&self, table: TableId) -> Option<&Table> {
        self.tables.iter().find(|(known, _)| *known == table).map(|(_, table)| &**table)
    }

    /// A link.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<&Link> {
        self.links.iter().find(|link| *link.setup().name == *name).map(|link| &**link)
    }

    /// All links.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().map(|link| &**link)
    }

    /// The links of a table.
    #[must_use]
    pub fn links_of(&self, table: TableId) -> Vec<&Link> {
        let rules = self.table(table).map(Table::rules);
        let names = rules.into_iter().flat_map(|rules| &rules.links).map(|setup| &setup.name);
        names.filter_map(|name| self.link(name)).collect()
    }

    /// Decides what a command makes happen at tables and links.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn decide(&self, by: Actor, command: Command) -> Result<Vec<Happening>, Refusal> {
        let mut draft = Draft { pit: self.clone(), happenings: Vec::new() };
        match command {
            Command::Table(table, command) => draft.table(table, by, command)?,
            Command::Link(name, command) => draft.link(&name, by, command)?,
        }
        Ok(draft.happenings)
    }

    /// Decides what a word to a table makes happen.
    ///
    /// # Errors
    /// What cannot be.
    pub fn hear(&self, table: TableId, word: table::Word) -> Result<Vec<Happening>, Refusal> {
        let mut draft = Draft { pit: self.clone(), happenings: Vec::new() };
        draft.word(table, Actor::new(Role::Link, crate::Person(0)), word)?;
        Ok(draft.happenings)
    }

    /// Changes tables and links by what has happened.
    pub fn evolve(&mut self, happening: &Happening) {
        match happening {
            Happening::Table(at, event) => {
                if let Some((_, table)) = self.tables.iter_mut().find(|(known, _)| known == at) {
                    table::evolve(Arc::make_mut(table), event, &self.shelf);
                }
            }
            Happening::Link(setup, event) => {
                let known = self.links.iter_mut().find(|link| link.setup().name == setup.name);
                match known {
                    Some(link) => link::evolve(Arc::make_mut(link), event),
                    None => {
                        let mut link = Link::new(Arc::clone(setup));
                        link::evolve(&mut link, event);
                        self.links.push(Arc::new(link));
                    }
                }
            }
        }
    }
}

/// A decision being made: the pit as it is after what has happened so far.
struct Draft {
    pit: Pit,
    happenings: Vec<Happening>,
}

impl Draft {
    fn happen(&mut self, happening: Happening) {
        self.pit.evolve(&happening);
        self.happenings.push(happening);
    }

    /// A command to a table, and what it means to its links.
    fn table(&mut self, at: TableId, by: Actor, command: table::Command) -> Result<(), Refusal> {
        let table = self.pit.table(at).ok_or(Refusal::NoTable(at))?;
        if matches!(command, table::Command::Leave) {
            let person = by.participant();
            for link in self.pit.links_of(at) {
                link::may_leave(link, at, person)?;
            }
        }
        let before = Arc::clone(table.rules());
        if let table::Command::AdoptTerms { rules, .. } = &command {
            let rules = Arc::clone(rules);
            self.pit.shelf.add(rules);
        }
        let table = self.pit.table(at).ok_or(Refusal::NoTable(at))?;
        let events = table::decide(table, by, command)?;
        self.told(at, by, &before, events)
    }

    /// A word to a table.
    fn word(&mut self, at: TableId, by: Actor, word: table::Word) -> Result<(), Refusal> {
        let table = self.pit.table(at).ok_or(Refusal::NoTable(at))?;
        let before = Arc::clone(table.rules());
        let events = table::hear(table, word)?;
        self.told(at, by, &before, events)
    }

    fn told(
        &mut self,
        at: TableId,
        by: Actor,
        before: &Arc<Rules>,
        events: Vec<table::Event>,
    ) -> Result<(), Refusal> {
        for event in &events {
            self.happen(Happening::Table(at, event.clone()));
        }
        let node = Actor::new(Role::Link, by.person());
        for (setup, command) in orders::of(&self.pit, at, before, &events) {
            self.order(&setup, node, command)?;
        }
        Ok(())
    }

    /// What a table wants of a link; the first table puts it into operation.
    fn order(&mut self, setup: &Arc<Setup>, by: Actor, command: link::Command) -> Result<(), Refusal> {
        let running = self.pit.link(&setup.name).is_some_and(Link::is_open);
        if !running && matches!(command, link::Command::Attach { .. }) {
            let fresh = Link::new(Arc::clone(setup));
            for event in link::decide(&fresh, by, link::Command::Open)? {
                self.happen(Happening::Link(Arc::clone(setup), event));
            }
        }
        self.link(&setup.name, by, command)
    }

    /// Winners are drawn and jackpots paid when the round is settled: it cannot become void any more.
    fn round_is_settled(&self, link: &Link, command: &link::Command) -> Result<(), Refusal> {
        let (table, doing) = match command {
            link::Command::EndRound { table, .. } => (Some(*table), "end the round"),
            link::Command::PayJackpot { hit, .. } => (
                link.hit(*hit).filter(|hit| hit.progress.is_pending()).map(|hit| hit.table),
                "pay the jackpot",
            ),
            _ => (None, ""),
        };
        let phase = table.and_then(|table| self.pit.table(table)).map(Table::phase);
        match phase.filter(|phase| *phase == table::Phase::Dealing) {
            None => Ok(()),
            Some(phase) => Err(link::not_settled(link, command, doing, phase.told()).into()),
        }
    }

    /// A transfer goes to the link as it is, whatever whoever orders it takes it to be.
    fn to_real_link(&self, link: &Link, command: link::Command) -> Result<link::Command, Refusal> {
        match command {
            link::Command::TransferOut { meter, to, reason, second } => {
                let known = self.pit.link(&to.name).filter(|link| link.is_open());
                let nowhere = || link::no_such_link(link, &meter, &to.name);
                let to = Arc::clone(known.ok_or_else(nowhere)?.setup());
                Ok(link::Command::TransferOut { meter, to, reason, second })
            }
            other => Ok(other),
        }
    }

    /// A command to a link, and what it means to tables and other links.
    fn link(&mut self, name: &Arc<str>, by: Actor, command: link::Command) -> Result<(), Refusal> {
        let link = self.pit.link(name).ok_or_else(|| Refusal::NoLink(Arc::clone(name)))?;
        let command = self.to_real_link(link, command)?;
        self.round_is_settled(link, &command)?;
        let setup = Arc::clone(link.setup());
        let events = link::decide(link, by, command)?;
        let node = Actor::new(Role::Link, by.person());
        for event in events {
            self.happen(Happening::Link(Arc::clone(&setup), event.clone()));
            for (table, word) in words::of(&self.pit, &setup, &event) {
                self.pit.said += 1;
                let word = table::LinkWord {
                    link: crate::Name::new(&setup.name),
                    number: self.pit.said,
                    says: word,
                };
                self.word(table, node, table::Word::Link(word))?;
            }
            if let link::Event::TransferredOut { meter, to, feed, .. } = event {
                let meter = setup.meters.get(meter).map(|rule| rule.id.to_string()).unwrap_or_default();
                let command = link::Command::TransferIn { meter, from: Arc::clone(name), feed };
                self.link(&to, node, command)?;
            }
        }
        Ok(())
    }
}
