//! Every round of every table, in the order in which they were dealt.
//!
//! [`History`] follows entries and keeps of each round what a list shows, where it stands in the journal, and
//! who was in it. One round in full is read again from there. An index that was built by reading everything
//! and one that has followed every entry are the same.

mod books;
mod full;
mod layout;
mod public;
mod row;
mod shoe;
mod statistics;
mod track;
mod wager;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_engine::table::Event;
use banco_engine::{Person, Shelf};
use banco_journal::{At, Entry, Store};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::error::ReportError;
use crate::scan;

pub(crate) use books::Figures;
pub use full::{BankRow, CollectionRow, RoundInFull, RoundPlace, StepRow, WagerRow};
pub(crate) use full::{author, texts};
pub use public::{PublicPage, PublicRound, PublicRow, PublicStep};
pub use row::{HandRow, RoundKind, RoundRow};
pub use shoe::ShoeEnd;
pub(crate) use shoe::ShoeLine;
pub use statistics::Statistics;
pub(crate) use statistics::count;
pub use track::RoundState;
pub(crate) use track::{RoundLine, Track};
pub use wager::WagerResult;
pub(crate) use wager::minor;

/// Where a round is in a list: those before it come next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cursor {
    /// When it began.
    pub began: At,
    /// At which table.
    pub table: TableId,
    /// By which entry.
    pub begun: u64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.began.0, self.table.0, self.begun)
    }
}

/// A text that is no cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a place in a list of rounds: take it from the list")]
pub struct BadCursor;

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let mut parts = text.split('.');
        let (Some(began), Some(table), Some(begun), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(BadCursor);
        };
        let began = At(began.parse().map_err(|_| BadCursor)?);
        let table = TableId(table.parse().map_err(|_| BadCursor)?);
        Ok(Self { began, table, begun: begun.parse().map_err(|_| BadCursor)? })
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Some rounds, newest first, and where the next ones begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Page {
    /// The rounds.
    pub rounds: Vec<RoundRow>,
    /// What to ask for next; nothing where there are no more.
    #[schemars(with = "Option<String>")]
    pub next: Option<Cursor>,
}

/// An entry of a table's stream, parsed.
#[derive(Clone, Debug)]
pub struct TableEvent {
    /// At which table.
    pub table: TableId,
    /// Which entry of its stream.
    pub version: u64,
    /// When it was written.
    pub at: At,
    /// What happened.
    pub event: Event,
}

impl TableEvent {
    /// Parses an entry; `None` for one of another kind of stream.
    ///
    /// # Errors
    /// An entry that this engine does not read.
    pub fn read(entry: &Entry) -> Result<Option<Self>, ReportError> {
        if entry.stream.kind() != "table" {
            return Ok(None);
        }
        let Some(Record::Table { table, event, .. }) = scan::read(entry)? else { return Ok(None) };
        Ok(Some(Self { table, version: entry.version, at: entry.at, event }))
    }
}

/// Every round and every shoe of every table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    tables: BTreeMap<TableId, Track>,
    people: BTreeMap<Person, BTreeSet<Cursor>>,
}

impl History {
    /// Reads all tables of a store.
    ///
    /// # Errors
    /// The store, or an entry that this engine does not read.
    pub async fn build(store: &dyn Store) -> Result<Self, ReportError> {
        let mut history = Self::default();
        history.catch_up(store).await?;
        Ok(history)
    }

    /// Reads what the store has more than was followed.
    ///
    /// # Errors
    /// The store, or an entry that this engine does not read.
    pub async fn catch_up(&mut self, store: &dyn Store) -> Result<(), ReportError> {
        for (stream, head) in store.heads(None).await? {
            let table = stream.id().and_then(|id| id.parse().ok()).map(TableId);
            let Some(table) = table.filter(|_| stream.kind() == "table") else { continue };
            let after = self.tables.get(&table).map_or(0, |track| track.version);
            scan::entries(store, &stream, after, head.version, &mut |entry| self.follow(entry)).await?;
        }
        Ok(())
    }

    /// Follows one entry. One that was followed before changes nothing, nor does one of another kind of
    /// stream.
    ///
    /// # Errors
    /// An entry that this engine does not read, or one before which another is missing.
    pub fn follow(&mut self, entry: &Entry) -> Result<(), ReportError> {
        TableEvent::read(entry)?.map_or(Ok(()), |event| self.follow_event(&event))
    }

    /// The same with an entry that was parsed before, which is most of the work: an index that others read
    /// is locked for less.
    ///
    /// # Errors
    /// An entry before which another is missing.
    pub fn follow_event(&mut self, one: &TableEvent) -> Result<(), ReportError> {
        let TableEvent { table, version, at, ref event } = *one;
        let track = self.tables.entry(table).or_default();
        let expected = track.version.saturating_add(1);
        if version < expected {
            return Ok(());
        }
        if version > expected {
            return Err(ReportError::Gap { table, version, expected });
        }
        for (began, begun, person) in track.follow(version, at, event) {
            self.people.entry(person).or_default().insert(Cursor { began, table, begun });
        }
        Ok(())
    }

    /// The last entry of a table that was followed.
    #[must_use]
    pub fn version(&self, table: TableId) -> u64 {
        self.tables.get(&table).map_or(0, |track| track.version)
    }

    /// The tables that it knows.
    pub fn tables(&self) -> impl Iterator<Item = TableId> + '_ {
        self.tables.keys().copied()
    }

    pub(crate) fn tracks(&self) -> impl Iterator<Item = (TableId, &Track)> {
        self.tables.iter().map(|(table, track)| (*table, track))
    }

    pub(crate) fn track(&self, table: TableId) -> Option<&Track> {
        self.tables.get(&table)
    }

    /// The rounds of a table before a place in their list, newest first, so many at most. The first may still
    /// be dealt.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn rounds(
        &self,
        shelf: &Shelf,
        table: TableId,
        before: Option<Cursor>,
        most: usize,
    ) -> Result<Page, ReportError> {
        let Some(track) = self.tables.get(&table) else { return page(std::iter::empty(), most) };
        let known = before.is_none_or(|before| before.table == table);
        let end = before.map_or(track.rounds.len(), |before| {
            track.rounds.partition_point(|line| line.begun < before.begun)
        });
        let lines = track.rounds.get(..end).filter(|_| known).unwrap_or_default();
        page(lines.iter().rev().map(|line| RoundRow::new(table, track, line, shelf)), most)
    }

    /// The rounds in which somebody has wagered or held the bank, at all tables, newest first, so many at
    /// most.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn rounds_of(
        &self,
        shelf: &Shelf,
        person: Person,
        before: Option<Cursor>,
        most: usize,
    ) -> Result<Page, ReportError> {
        let Some(places) = self.people.get(&person) else { return page(std::iter::empty(), most) };
        let before =
            before.unwrap_or(Cursor { began: At(i64::MAX), table: TableId(u32::MAX), begun: u64::MAX });
        let rows = places.range(..before).rev().filter_map(|place| {
            let track = self.tables.get(&place.table)?;
            let line = track.round(place.begun)?;
            Some(RoundRow::new(place.table, track, line, shelf))
        });
        page(rows, most)
    }

    /// A round by its number: the last one of that number, since a table counts anew when it opens.
    #[must_use]
    pub fn find(&self, table: TableId, number: u32) -> Option<Cursor> {
        let lines = &self.tables.get(&table)?.rounds;
        let line = lines.iter().rev().find(|line| line.number == number)?;
        Some(Cursor { began: line.began, table, begun: line.begun })
    }
}

/// As many rows as are asked for; one more tells whether there are more.
fn page(
    mut rows: impl Iterator<Item = Result<RoundRow, ReportError>>,
    most: usize,
) -> Result<Page, ReportError> {
    let rounds = rows.by_ref().take(most).collect::<Result<Vec<RoundRow>, ReportError>>()?;
    let more = rows.next().is_some();
    let next = rounds.last().map(|row| row.cursor).filter(|_| more);
    Ok(Page { rounds, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_read_back() {
        let cursor = Cursor { began: At(17), table: TableId(3), begun: 99 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for bad in ["", "1.2", "1.2.3.4", "a.1.1", "1.-1.1"] {
            assert_eq!(bad.parse::<Cursor>(), Err(BadCursor));
        }
    }
}
