//! Which streams a command or a word may read or write: named beforehand, so that whoever shares a floor knows what it
//! rests on.

use std::collections::BTreeSet;

use super::{Command, Pit, Stream, Word, table_side};
use crate::authority::Actor;
use crate::cage::Account;
use crate::link::{self, Link, TableId};
use crate::name::Name;
use crate::table;

impl Pit {
    /// The streams that a command may read or write.
    #[must_use]
    pub fn streams_of(&self, by: Actor, command: &Command) -> BTreeSet<Stream> {
        self.with_tables_around(self.streams_read(by, command))
    }

    /// The streams that a command looks at in any case.
    pub(super) fn streams_read(&self, by: Actor, command: &Command) -> BTreeSet<Stream> {
        match command {
            Command::Table(at, command) => {
                let mut streams = self.streams_at(*at);
                let person = table_side::at_the_cage(self.table(*at), by, command);
                let helper = self.table(*at).and_then(|table| table_side::helper_in(table, command));
                let helper = helper.or_else(|| by.acting_for().map(|_| by.person()));
                streams.extend(person.into_iter().chain(helper).map(Stream::Account));
                streams
            }
            Command::Link(name, command) => {
                let mut streams = self.streams_on(*name);
                streams.extend(self.receiver(*name, command).map(Stream::Link));
                streams
            }
            Command::Account(person, _) => [Stream::Account(*person)].into(),
        }
    }

    /// The streams that a word may read or write.
    #[must_use]
    pub fn streams_of_word(&self, word: &Word) -> BTreeSet<Stream> {
        self.with_tables_around(self.streams_read_by(word))
    }

    /// The streams that a word looks at in any case.
    pub(super) fn streams_read_by(&self, word: &Word) -> BTreeSet<Stream> {
        match word {
            Word::Table(at, table::Word::Account(word)) => {
                let mut streams = self.streams_at(*at);
                streams.insert(Stream::Account(word.person));
                streams
            }
            Word::Table(at, _) => self.streams_at(*at),
            Word::Link(name, word) => {
                let table = self.table_of_word(*name, word).map(Stream::Table);
                table.into_iter().chain([Stream::Link(*name)]).collect()
            }
            Word::Account(person, _) => [Stream::Account(*person)].into(),
            Word::Time(Stream::Table(at)) | Word::AskerGone(Stream::Table(at), _) => self.streams_at(*at),
            Word::Time(stream) | Word::AskerGone(stream, _) => [*stream].into(),
        }
    }

    /// The table that a word to a link is about. What it means to others, they hear later.
    fn table_of_word(&self, name: Name, word: &link::Word) -> Option<TableId> {
        match word {
            link::Word::Attach { table, .. }
            | link::Word::Detach { table }
            | link::Word::Contact { table, .. }
            | link::Word::Heard { table, .. }
            | link::Word::StartGame { table, .. }
            | link::Word::Reach { table, .. }
            | link::Word::PayFixed { table, .. }
            | link::Word::VoidGame { table, .. }
            | link::Word::EndGame { table, .. } => Some(*table),
            link::Word::DrawWinner { hit, .. } => self.link(&name)?.hit(*hit).map(|hit| hit.table),
            link::Word::TransferIn { .. } | link::Word::SealTrigger { .. } => None,
        }
    }

    /// Beside accounts, the tables that are told if something else binds their owners from now on.
    fn with_tables_around(&self, mut streams: BTreeSet<Stream>) -> BTreeSet<Stream> {
        let account = |stream: &Stream| match stream {
            Stream::Account(person) => self.account(*person),
            Stream::Table(_) | Stream::Link(_) => None,
        };
        let tables: Vec<TableId> =
            streams.iter().filter_map(account).flat_map(Account::tables).copied().collect();
        streams.extend(tables.into_iter().map(Stream::Table));
        streams
    }

    /// A table and its links.
    pub(super) fn streams_at(&self, at: TableId) -> BTreeSet<Stream> {
        let own = self.table(at).into_iter().flat_map(|table| &table.rules().links).map(|setup| setup.name);
        let waiting = self.waiting.get(&at).into_iter().flatten().copied();
        own.chain(waiting).map(Stream::Link).chain([Stream::Table(at)]).collect()
    }

    /// A link and the tables that are on it or have something to hear from it.
    fn streams_on(&self, name: Name) -> BTreeSet<Stream> {
        let stations = self.link(&name).into_iter().flat_map(Link::stations);
        let concerned = stations.filter(|(_, station)| station.attached || !station.words.is_empty());
        concerned.map(|(table, _)| Stream::Table(table)).chain([Stream::Link(name)]).collect()
    }

    /// The link to which a command may move money.
    fn receiver(&self, name: Name, command: &link::Command) -> Option<Name> {
        let to = |wanted: &link::Wanted| match wanted {
            link::Wanted::TransferOut { to, .. } => Some(*to),
            link::Wanted::Adjust { .. }
            | link::Wanted::Change { .. }
            | link::Wanted::Close { .. }
            | link::Wanted::Reject { .. } => None,
        };
        match command {
            link::Command::Ask(wanted) => to(wanted),
            link::Command::Approve { request } => {
                let mut requests = self.link(&name)?.requests().iter();
                requests.find(|known| known.id == *request).and_then(|known| to(&known.what))
            }
            link::Command::Open { .. }
            | link::Command::Select { .. }
            | link::Command::HitJackpot { .. }
            | link::Command::EndRound { .. }
            | link::Command::Verify { .. }
            | link::Command::PayJackpot { .. }
            | link::Command::TurnDown { .. }
            | link::Command::TakeReading { .. } => None,
        }
    }
}
