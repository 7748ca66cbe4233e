//! Tables, the progressive links that they share, and the accounts of those who play.
//!
//! A command to a table may concern its links: START GAME feeds their meters, cards make jackpots, a void round
//! takes back what it fed. What a link decides may concern tables: a pending jackpot locks them, a paid one goes
//! to a seat. [`Pit::decide`] works out everything that belongs together, on a few streams that
//! [`Pit::streams_of`] names beforehand; it happens as a whole or not at all. Tables without a link have nothing
//! in common, and a pit of a thousand tables costs a command no more than a pit of one.
//!
//! Somebody who has an account plays from it: what they buy in for leaves it, what they cash out or leave with comes
//! home, in the same decision or not at all; and what they have chosen for their protection binds their wagers at
//! every table where they play. Whoever has no account pays from a pocket of which nothing is known.
//!
//! What a link says to a table is a numbered word. The link keeps it until the table has heard it, so a word can
//! wait, come late, twice or in another order ([`Pit::deliver`]): the table takes it once.

#![deny(clippy::wildcard_enum_match_arm)]

mod audit;
mod cage_side;
mod choices;
mod draft;
mod orders;
mod place;
mod refusal;
mod streams;
mod table_side;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use rpds::RedBlackTreeMapSync;
use serde::{Deserialize, Serialize};

use crate::authority::{Actor, Person, Request, Role};
use crate::cage::{self, Account, House, Time};
use crate::link::{self, Link, Setup, TableId};
use crate::name::{Clauses, Name};
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::{self, Cards, Rules, Table};

pub use crate::table::word::LinkWord;
pub use audit::Discrepancy;
use choices::Choices;
use draft::Draft;
pub use refusal::Refusal;
pub use trial::{FloorFund, Imbalance, TrialBalance, TrialLine};

/// Tables and links, and the rules that they run by.
#[derive(Clone, Debug, Default)]
pub struct Pit {
    shelf: Arc<Shelf>,
    tables: BTreeMap<TableId, Arc<Table>>,
    links: BTreeMap<Name, Arc<Link>>,
    /// There may be very many: a copy shares them, whatever their number.
    accounts: RedBlackTreeMapSync<Person, Arc<Account>>,
    /// What the house has chosen for its cage.
    house: House,
    /// What open tables have chosen that all of a pit choose alike.
    choices: Choices,
    /// The links that have said something which a table has not heard.
    waiting: BTreeMap<TableId, BTreeSet<Name>>,
    /// Whether decisions leave words to wait.
    leaves_words: bool,
}

/// What belongs together in a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// A table.
    Table(TableId),
    /// A link.
    Link(Name),
    /// Somebody's account, from which money comes to tables and to which it goes.
    Account(Person),
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => table.fmt(f),
            Self::Link(name) => write!(f, "link {name}"),
            Self::Account(person) => write!(f, "account of {person}"),
        }
    }
}

/// What somebody wants, and of whom.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Of a table.
    Table(TableId, table::Command),
    /// Of a link, by its name.
    Link(Name, link::Command),
    /// Of somebody's account.
    Account(Person, cage::Command),
}

/// What a machine of the house says, and to whom.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// To a table.
    Table(TableId, table::Word),
    /// To a link, by its name.
    Link(Name, link::Word),
    /// To somebody's account.
    Account(Person, cage::Word),
    /// To whatever stream it is, that time has passed: what waits for an answer there may have run out.
    Time(Stream),
    /// To whatever stream it is, that somebody lost the role in which they asked: their requests there lapse.
    AskerGone(Stream, Person),
}

/// What has happened, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// At a table.
    Table(TableId, table::Event),
    /// On a link, as it was set up then.
    Link(Arc<Setup>, link::Event),
    /// In somebody's account.
    Account(Person, cage::Event),
}

impl Happening {
    /// Where it is written down.
    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Table(table, _) => Stream::Table(*table),
            Self::Link(setup, _) => Stream::Link(setup.name),
            Self::Account(person, _) => Stream::Account(*person),
        }
    }

    /// What has happened at a table, if it was there.
    #[must_use]
    pub const fn at_table(&self) -> Option<&table::Event> {
        match self {
            Self::Table(_, event) => Some(event),
            Self::Link(..) | Self::Account(..) => None,
        }
    }

    /// The clauses behind it.
    #[must_use]
    pub const fn clauses(&self) -> Clauses {
        match self {
            Self::Table(_, event) => event.clauses,
            Self::Link(_, event) => event.clauses,
            Self::Account(_, event) => event.clauses,
        }
    }

    /// What has happened, in words.
    #[must_use]
    pub fn story(&self, names: &Names<'_>) -> String {
        match self {
            Self::Table(_, event) => event.story(names).to_string(),
            Self::Link(setup, event) => event.story(setup),
            Self::Account(person, event) => event.story(*person, &|person| names.person(person)),
        }
    }
}

/// A table, a link or an account as it is after a decision.
#[derive(Clone, Debug)]
pub enum State {
    /// A table.
    Table(Arc<Table>),
    /// A link.
    Link(Arc<Link>),
    /// Somebody's account.
    Account(Arc<Account>),
}

/// A stream that a decision writes.
#[derive(Clone, Debug)]
pub struct Touched {
    /// Which one.
    pub stream: Stream,
    /// How many events it had before.
    pub version: u64,
    /// How it is after them.
    pub after: State,
}

/// What a command or a word makes happen: a store appends it, then [`Pit::swap`] puts it in place.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// What happens, in order.
    pub happenings: Vec<Happening>,
    /// The streams that it writes.
    pub touched: Vec<Touched>,
    /// The other streams that were looked at, and how many events each had.
    pub reads: Vec<(Stream, u64)>,
    /// Tables that have something to hear which this decision does not bring them: see [`Pit::waiting`].
    pub to_hear: BTreeSet<TableId>,
}

impl Pit {
    /// Puts up a table that has not opened yet, and says what is written down of it: the first event of its stream.
    /// A table of the same number makes room for it.
    pub fn put_up(&mut self, table: TableId, rules: &Arc<Rules>) -> Happening {
        self.put_up_with(table, rules, None)
    }

    /// The same, with which cards it deals.
    pub fn put_up_with(&mut self, table: TableId, rules: &Arc<Rules>, cards: Option<Cards>) -> Happening {
        self.know(Arc::clone(rules));
        self.choices.forget(table);
        let (event, new) = Table::put_up_with(rules, cards);
        self.tables.insert(table, Arc::new(new));
        Happening::Table(table, event)
    }

    /// Puts rules onto the shelf of the pit.
    pub fn know(&mut self, rules: Arc<Rules>) {
        if self.shelf.find(rules.id).is_none() {
            Arc::make_mut(&mut self.shelf).add(rules);
        }
    }

    /// The rules that the pit knows.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// A table.
    #[must_use]
    pub fn table(&self, table: TableId) -> Option<&Table> {
        self.tables.get(&table).map(|table| &**table)
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.tables.iter().map(|(at, table)| (*at, &**table))
    }

    /// A link.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<&Link> {
        self.links.get(name).map(|link| &**link)
    }

    /// All links.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.values().map(|link| &**link)
    }

    /// Somebody's account.
    #[must_use]
    pub fn account(&self, person: Person) -> Option<&Account> {
        self.accounts.get(&person).map(|account| &**account)
    }

    /// All accounts.
    pub fn accounts(&self) -> impl Iterator<Item = &Account> {
        self.accounts.values().map(|account| &**account)
    }

    /// What the house chooses for its cage. It decides about new commands only and is not in the record.
    pub fn keep_house(&mut self, house: House) {
        self.house = house;
    }

    /// The choices of the house.
    #[must_use]
    pub const fn house(&self) -> &House {
        &self.house
    }

    /// The links of a table.
    #[must_use]
    pub fn links_of(&self, table: TableId) -> Vec<&Link> {
        let rules = self.table(table).map(Table::rules);
        let names = rules.into_iter().flat_map(|rules| &rules.links).map(|setup| setup.name);
        names.filter_map(|name: Name| self.link(&name)).collect()
    }

    /// How many events a stream has.
    #[must_use]
    pub fn version(&self, stream: Stream) -> u64 {
        match stream {
            Stream::Table(table) => self.table(table).map_or(0, Table::version),
            Stream::Link(name) => self.links.get(&name).map_or(0, |link| link.version()),
            Stream::Account(person) => self.account(person).map_or(0, Account::version),
        }
    }

    /// Decides what a command makes happen at tables and links, where nobody knows the time: accounts go by the last
    /// time they know. Nothing changes by this.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn decide(&self, by: Actor, command: Command) -> Result<Decision, Refusal> {
        self.decide_at(Time::default(), by, command)
    }

    /// Decides what a command makes happen at a moment. Nothing changes by this.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn decide_at(&self, now: Time, by: Actor, command: Command) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, self.streams_read(by, &command), now);
        match command {
            Command::Table(table, command) => draft.command_table(table, by, command)?,
            Command::Link(name, command) => draft.command_link(name, by, command)?,
            Command::Account(person, command) => draft.command_account(person, by, command)?,
        }
        Ok(draft.decided())
    }

    /// Decides what a word of a machine of the house makes happen, where nobody knows the time.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn hear(&self, word: Word) -> Result<Decision, Refusal> {
        self.hear_at(Time::default(), word)
    }

    /// Decides what a word of a machine of the house makes happen at a moment. What an account says to a table is
    /// brought with what happens to the account; as a word of its own it only reminds the table.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn hear_at(&self, now: Time, word: Word) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, self.streams_read_by(&word), now);
        match word {
            Word::Table(table, table::Word::Link(word)) => draft.deliver(table, &word)?,
            Word::Table(table, table::Word::Account(word)) => draft.tell(table, word.person)?,
            Word::Table(table, word) => draft.word_to_table(table, word)?,
            Word::Link(name, word) => draft.word_to_link(name, word)?,
            Word::Account(person, word) => draft.word_to_account(person, word)?,
            Word::Time(Stream::Table(table)) => draft.pass_time_at(table)?,
            Word::Time(Stream::Link(name)) => draft.pass_time_on(name)?,
            Word::Time(Stream::Account(person)) => draft.word_to_account(person, cage::Word::Time)?,
            Word::AskerGone(Stream::Table(table), asker) => draft.lapse_at(table, asker)?,
            Word::AskerGone(Stream::Link(name), asker) => draft.lapse_on(name, asker)?,
            Word::AskerGone(Stream::Account(person), asker) => {
                draft.word_to_account(person, cage::Word::AskerGone(asker))?;
            }
        }
        Ok(draft.decided())
    }

    /// When something next ends or falls due by time alone, stream by stream: the shell says the time then.
    pub fn deadlines(&self) -> impl Iterator<Item = (Stream, Time)> {
        let after = |until: Option<Time>| until.map(|until| until.after(1));
        let tables =
            self.tables().filter(|(_, table)| table.fault().is_none()).filter_map(move |(at, table)| {
                let ends = table.requests().iter().filter_map(|request| after(request.until));
                Some((Stream::Table(at), ends.min()?))
            });
        let links = self.links().filter(|link| link.fault().is_none()).filter_map(move |link| {
            let ends = link.requests().iter().filter_map(|request| after(request.until));
            Some((Stream::Link(link.name()), ends.min()?))
        });
        let accounts = self
            .accounts()
            .filter_map(|account| Some((Stream::Account(account.person()), account.next_deadline()?)));
        tables.chain(links).chain(accounts)
    }

    /// Streams with an open request of somebody.
    pub fn asked_by(&self, asker: Person) -> impl Iterator<Item = Stream> {
        let tables = self.tables().filter(move |(_, table)| asks(table.requests(), asker));
        let links = self.links().filter(move |link| asks(link.requests(), asker));
        let accounts = self.accounts().filter(move |account| asks(account.requests(), asker));
        let tables = tables.map(|(at, _)| Stream::Table(at));
        let links = links.map(|link| Stream::Link(link.name()));
        tables.chain(links).chain(accounts.map(|account| Stream::Account(account.person())))
    }

    /// Everybody who waits for the approval of something, with the role in which they asked.
    pub fn askers(&self) -> impl Iterator<Item = (Person, Role)> {
        let tables = self.tables().flat_map(|(_, table)| askers(table.requests()));
        let links = self.links().flat_map(|link| askers(link.requests()));
        tables.chain(links).chain(self.accounts().flat_map(|account| askers(account.requests())))
    }

    /// Brings a word of a link to a table: for the first time, again, late, or before others. A table that is
    /// closed or has stopped hears nothing, and nothing happens; the word waits.
    ///
    /// # Errors
    /// A table that is not there, or one that cannot take the word.
    pub fn deliver(&self, table: TableId, word: LinkWord) -> Result<Decision, Refusal> {
        self.hear(Word::Table(table, table::Word::Link(word)))
    }

    /// The tables that have something to hear, whether they can or not.
    pub fn waiting(&self) -> impl Iterator<Item = TableId> {
        self.waiting.keys().copied()
    }

    /// The words that wait for a table, link by link and in order.
    #[must_use]
    pub fn words_for(&self, table: TableId) -> Vec<LinkWord> {
        let Some(known) = self.table(table) else { return Vec::new() };
        let links = self.waiting.get(&table).into_iter().flatten().filter_map(|name| self.link(name));
        let words = links.filter_map(|link| link.station(table)).flat_map(|station| &station.words);
        words.filter(|word| !table_side::has_heard(known, word.link, word.number)).cloned().collect()
    }

    /// From now on decisions leave all words to wait, also those to tables that they touch: for a house that
    /// brings them to its tables itself, by [`Pit::deliver`].
    pub const fn leave_words(&mut self) {
        self.leaves_words = true;
    }

    /// Brings a table everything that waits for it.
    ///
    /// # Errors
    /// What the table does not allow; then the words go on waiting.
    pub fn deliver_waiting(&self, table: TableId) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, self.streams_at(table), Time::default());
        draft.bring_all(table)?;
        Ok(draft.decided())
    }

    /// Decides on a command, puts it in place, and brings everything to the tables that they can hear: for whoever
    /// keeps no record.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn carry_out(&mut self, by: Actor, command: Command) -> Result<Vec<Happening>, Refusal> {
        self.carry_out_at(Time::default(), by, command)
    }

    /// The same at a moment.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn carry_out_at(
        &mut self,
        now: Time,
        by: Actor,
        command: Command,
    ) -> Result<Vec<Happening>, Refusal> {
        let decision = self.decide_at(now, by, command)?;
        Ok(self.put_through(decision))
    }

    /// The same for a word of a machine of the house.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn carry_out_word(&mut self, word: Word) -> Result<Vec<Happening>, Refusal> {
        self.carry_out_word_at(Time::default(), word)
    }

    /// The same for a word of a machine of the house at a moment.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn carry_out_word_at(&mut self, now: Time, word: Word) -> Result<Vec<Happening>, Refusal> {
        let decision = self.hear_at(now, word)?;
        Ok(self.put_through(decision))
    }

    fn put_through(&mut self, decision: Decision) -> Vec<Happening> {
        let to_hear = decision.to_hear.clone();
        let mut happenings = self.swap(decision);
        for table in to_hear {
            // What a table does not take now goes on waiting.
            if let Ok(decision) = self.deliver_waiting(table) {
                happenings.extend(self.swap(decision));
            }
        }
        happenings
    }
}

fn asks<T>(requests: &[Request<T>], asker: Person) -> bool {
    requests.iter().any(|request| request.by == asker)
}

fn askers<T>(requests: &[Request<T>]) -> impl Iterator<Item = (Person, Role)> {
    requests.iter().map(|request| (request.by, request.role))
}
