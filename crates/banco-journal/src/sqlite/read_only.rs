//! A journal that is only looked at: also while a floor writes to it, and also a copy that nobody writes
//! to.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::broadcast;

use super::{OpenError, Readers, SCHEMA_VERSION, read, reader, schema_version};
use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, Item, Kept, KeptAnswer, Posting, Seal};
use crate::entry::{At, CommandId, Entry, Head, StreamName};
use crate::store::{Lease, Store, StoreError, Work};

/// A journal in a file, to be read. Nothing is locked and nothing is changed; whatever writes is refused.
pub struct ReadOnlyStore {
    readers: Arc<Readers>,
    hints: broadcast::Sender<StreamName>,
}

impl ReadOnlyStore {
    /// Opens the journal in a file, which must be there.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        if !path.exists() {
            return Err(OpenError::Missing(path.to_owned()));
        }
        let sqlite = |error| OpenError::Sqlite(path.to_owned(), error);
        let connection = reader(path).map_err(sqlite)?;
        match schema_version(&connection).map_err(sqlite)? {
            // Whoever only looks brings nothing up to date.
            Some(1..=SCHEMA_VERSION) => {}
            Some(other) => return Err(OpenError::OtherVersion(path.to_owned(), other)),
            None => return Err(OpenError::Missing(path.to_owned())),
        }
        let readers = Arc::new(Readers { path: path.to_owned(), idle: Mutex::new(vec![connection]) });
        Ok(Self { readers, hints: broadcast::channel(1).0 })
    }

    /// What SQLite finds wrong with its own pages and indexes, and what no writer of Banco leaves behind: triggers that
    /// are gone, marks of anchors and terms of leases that there are not. Nothing if all is well.
    pub fn integrity(&self) -> Work<'_, Vec<String>> {
        self.read(|connection| {
            let damaged = |error: rusqlite::Error| StoreError::Damaged(error.to_string());
            let mut look = connection.prepare("PRAGMA integrity_check(20)").map_err(damaged)?;
            let found = look.query_map((), |row| row.get::<_, String>(0)).map_err(damaged)?;
            let found: Vec<String> = found.collect::<Result<_, _>>().map_err(damaged)?;
            let mut found: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
            if schema_version(connection).map_err(damaged)? == Some(SCHEMA_VERSION) {
                found.extend(triggers_gone(connection).map_err(damaged)?);
                found.extend(marks_of_nothing(connection).map_err(damaged)?);
            }
            Ok(found)
        })
    }

    fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Work<'_, T> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let looked = tokio::task::spawn_blocking(move || readers.with(look)).await;
            looked.map_err(|error| StoreError::Stopped(error.to_string()))?
        })
    }
}

/// Triggers that tables of this version have, and that are gone or changed.
fn triggers_gone(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let made = Connection::open_in_memory()?;
    made.execute_batch(include_str!("schema.sql"))?;
    let all = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
    let mut look = made.prepare(all)?;
    let wanted = look.query_map((), |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let mut there = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1 AND sql = ?2")?;
    let mut gone = Vec::new();
    for trigger in wanted {
        let (name, sql) = trigger?;
        if !there.exists((&name, &sql))? {
            gone.push(format!("the trigger `{name}` is gone or changed"));
        }
    }
    Ok(gone)
}

/// Heads whose mark of an anchor is not the one of an anchor, or whose term no lease has had.
fn marks_of_nothing(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let marks = "SELECT stream, 'the mark of an anchor that does not speak of it' FROM stream_head
                 WHERE anchored <> coalesce((SELECT max(json_extract(head.value, '$.version'))
                     FROM anchor, json_each(json_extract(anchor.statement, '$.heads')) AS head
                     WHERE json_extract(head.value, '$.stream') = stream_head.stream), 0)
                 UNION ALL SELECT stream, 'a term that no lease has had' FROM stream_head
                 WHERE fence > coalesce((SELECT max(term) FROM lease), 0)";
    let mut look = connection.prepare(marks)?;
    let told = |row: &rusqlite::Row<'_>| {
        let (stream, what): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(format!("{stream}: its head has {what}"))
    };
    look.query_map((), told)?.collect()
}

fn refused<'a, T: Send + 'a>() -> Work<'a, T> {
    Box::pin(std::future::ready(Err(StoreError::Stopped("it was opened only to be read".to_owned()))))
}

impl Store for ReadOnlyStore {
    fn epoch(&self) -> Work<'_, String> {
        self.read(read::epoch)
    }

    fn append(&self, _: Vec<Batch>) -> Work<'_, ()> {
        refused()
    }

    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>> {
        self.read(move |connection| read::command(connection, id))
    }

    fn sweep_refusals(&self, _: At, _: u32) -> Work<'_, u64> {
        refused()
    }

    fn answers(&self, after: Option<CommandId>, most: u32) -> Work<'_, Vec<KeptAnswer>> {
        self.read(move |connection| read::answers(connection, after, most))
    }

    fn heads(&self, of: Option<Vec<StreamName>>) -> Work<'_, Vec<(StreamName, Head)>> {
        self.read(move |connection| read::heads(connection, of.as_deref()))
    }

    fn heads_after(&self, after: Option<StreamName>, most: u32) -> Work<'_, Vec<(StreamName, Head)>> {
        self.read(move |connection| read::heads_after(connection, after.as_ref(), most))
    }

    fn entries(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Entry>> {
        self.read(move |connection| read::entries(connection, &of, after, most))
    }

    fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Work<'_, Vec<Seal>> {
        self.read(move |connection| read::seals(connection, &of, after, up_to))
    }

    fn reseal(&self, _: Vec<Seal>, _: Vec<Seal>) -> Work<'_, ()> {
        refused()
    }

    fn postings(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Posting>> {
        self.read(move |connection| read::postings(connection, &of, after, most))
    }

    fn balances(&self) -> Work<'_, Vec<(String, String, i128)>> {
        self.read(read::balances)
    }

    fn items(&self, space: String, prefix: String, after: String, most: u32) -> Work<'_, Vec<Item>> {
        self.read(move |connection| read::items(connection, &space, &prefix, &after, most))
    }

    fn lease(&self, _: String, _: String, _: Duration) -> Work<'_, Option<Lease>> {
        refused()
    }

    fn release(&self, _: String, _: String) -> Work<'_, ()> {
        refused()
    }

    fn anchor(&self, _: Anchor) -> Work<'_, ()> {
        refused()
    }

    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>> {
        self.read(move |connection| read::anchors(connection, after, most))
    }

    fn to_anchor(&self) -> Work<'_, Unanchored> {
        self.read(read::to_anchor)
    }

    fn hints(&self) -> broadcast::Receiver<StreamName> {
        self.hints.subscribe()
    }
}
