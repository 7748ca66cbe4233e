//! The journal in one file: SQLite with a write-ahead log that is synced at every commit. One thread writes and puts
//! everything that waits into one transaction; readers stand beside it.

mod backup;
mod identity;
mod private;
mod read;
mod read_only;
mod restore;
mod write;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use tokio::sync::{broadcast, oneshot};

use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, Item, Kept, KeptAnswer, Posting, Seal};
use crate::entry::{At, CommandId, Entry, Head, StreamName};
use crate::fault::Faults;
use crate::store::{Lease, Store, StoreError, Work};

pub use backup::{BackupError, copy_to};
pub use read_only::ReadOnlyStore;
pub use restore::Claim;
pub use writer::Stats;
use writer::{Job, Writer};

/// The first SQLite without the fault that lost pages when a write-ahead log was begun anew.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The version of the tables in the file.
const SCHEMA_VERSION: i64 = 4;

/// What brings tables of version 1 up to date: answers have had no digest there.
const FROM_FIRST: &str = "ALTER TABLE command ADD COLUMN digest BLOB CHECK (length(digest) = 32);
    UPDATE meta SET value = '2' WHERE key = 'schema';";

/// What brings tables of version 2 up to date: refusals were kept for good there.
const FROM_SECOND: &str = include_str!("3.sql");

/// What brings tables of version 3 up to date: entries had no input there.
const FROM_THIRD: &str = include_str!("4.sql");

/// How many hints wait for a slow listener before it is told that it missed some.
const HINTS: usize = 4096;

/// How a file is opened.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// How many jobs may wait for the writer before more are refused.
    pub queue: usize,
    /// How many readers stand beside it.
    pub readers: usize,
    /// How many pages of 4 KiB the file may have, where it must not grow without end.
    pub most_pages: Option<u32>,
    /// What fails on purpose.
    pub faults: Faults,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self { queue: 8192, readers: 4, most_pages: None, faults: Faults::default() }
    }
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("{}: another Banco has this journal open; stop it first", .0.display())]
    InUse(PathBuf),
    /// The library is too old to be trusted with it.
    #[error("SQLite {0} can lose pages; 3.51.3 or later is needed")]
    OldSqlite(String),
    /// The file is of another version of Banco.
    #[error("{path}: tables of version {1}; this Banco knows version {SCHEMA_VERSION}", path = .0.display())]
    OtherVersion(PathBuf, i64),
    /// There is no journal.
    #[error("{}: there is no journal", .0.display())]
    Missing(PathBuf),
    /// The file cannot be used.
    #[error("{path}: {1}", path = .0.display())]
    Sqlite(PathBuf, rusqlite::Error),
    /// The folder cannot be used.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, std::io::Error),
    /// Others can read the file, and its permissions cannot be changed.
    #[error("{path}: others can read this file, and that cannot be changed: {1}; its owner must `chmod 600` it", path = .0.display())]
    Public(PathBuf, std::io::Error),
    /// The operating system has no randomness to give.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

/// A journal in a file.
pub struct SqliteStore {
    path: PathBuf,
    writer: Writer,
    readers: Arc<Readers>,
    /// Held as long as the journal is open.
    _lock: File,
}

impl SqliteStore {
    /// Opens the journal in a file, which is made if there is none.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(path: &Path, options: &SqliteOptions) -> Result<Self, OpenError> {
        let lock = lock(path)?;
        let sqlite = |error| OpenError::Sqlite(path.to_owned(), error);
        let connection = prepare(path)?;
        if let Some(pages) = options.most_pages {
            connection.pragma_update(None, "max_page_count", pages).map_err(sqlite)?;
        }
        // Nobody else has the file open, so whoever held a lease is gone; the next one has a higher term all the same.
        connection.execute("UPDATE lease SET until = 0", ()).map_err(sqlite)?;
        let (hints, _) = broadcast::channel(HINTS);
        let readers =
            (0..options.readers.max(1)).map(|_| reader(path)).collect::<Result<_, _>>().map_err(sqlite)?;
        let writer = Writer::start(connection, options, hints).map_err(sqlite)?;
        let readers = Arc::new(Readers { path: path.to_owned(), idle: Mutex::new(readers) });
        Ok(Self { path: path.to_owned(), writer, readers, _lock: lock })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the writer has done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.writer.stats()
    }

    /// Has the writer do something, and waits until it is durable.
    fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Work<'_, T> {
        let (reply, answer) = oneshot::channel();
        let sent = self.writer.send(job(reply));
        Box::pin(async move {
            sent?;
            let gone = || StoreError::Stopped("the writer has ended".to_owned());
            answer.await.map_err(|_| gone())?
        })
    }

    /// Has a reader look something up.
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

/// Nobody else writes to the file. SQLite would let another process write between our transactions, and the writer
/// knows the heads by heart.
fn lock(path: &Path) -> Result<File, OpenError> {
    let beside = path.with_extension("lock");
    let io = |error| OpenError::Io(beside.clone(), error);
    let file = private::open(&beside)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// The name of a file that SQLite keeps beside a journal.
fn beside(path: &Path, which: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(which);
    name.into()
}

/// Opens the file for the writer, and makes its tables if it is new.
fn prepare(path: &Path) -> Result<Connection, OpenError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(OpenError::OldSqlite(rusqlite::version().to_owned()));
    }
    let sqlite = |error| OpenError::Sqlite(path.to_owned(), error);
    drop(private::open(path)?);
    private::tighten_journal(path)?;
    let connection = Connection::open(path).map_err(sqlite)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(sqlite)?;
    let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;
                    PRAGMA journal_size_limit = 67108864; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000;
                    PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;";
    connection.execute_batch(settings).map_err(sqlite)?;
    match schema_version(&connection).map_err(sqlite)? {
        Some(SCHEMA_VERSION) => Ok(connection),
        Some(older @ 1..SCHEMA_VERSION) => {
            let transaction = connection.unchecked_transaction().map_err(sqlite)?;
            if older == 1 {
                transaction.execute_batch(FROM_FIRST).map_err(sqlite)?;
            }
            if older <= 2 {
                transaction.execute_batch(FROM_SECOND).map_err(sqlite)?;
            }
            transaction.execute_batch(FROM_THIRD).map_err(sqlite)?;
            transaction.commit().map_err(sqlite)?;
            Ok(connection)
        }
        Some(other) => Err(OpenError::OtherVersion(path.to_owned(), other)),
        None => {
            let epoch = new_epoch().ok_or(OpenError::NoRandomness)?;
            create(&connection, &epoch).map_err(sqlite)?;
            Ok(connection)
        }
    }
}

/// Makes the tables, or nothing.
fn create(connection: &Connection, epoch: &str) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(include_str!("schema.sql"))?;
    let mut keep = transaction.prepare("INSERT INTO meta (key, value) VALUES (?1, ?2)")?;
    keep.execute(("schema", SCHEMA_VERSION.to_string()))?;
    keep.execute(("epoch", epoch))?;
    drop(keep);
    transaction.commit()
}

/// A name for a history that nobody else has.
pub(crate) fn new_epoch() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(CommandId(bytes).to_string())
}

fn schema_version(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'";
    if connection.query_row(there, (), |_| Ok(())).optional()?.is_none() {
        return Ok(None);
    }
    let version = "SELECT value FROM meta WHERE key = 'schema'";
    let version: Option<String> = connection.query_row(version, (), |row| row.get(0)).optional()?;
    Ok(version.map(|version| version.parse().unwrap_or_default()))
}

/// A connection that cannot write.
fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")?;
    Ok(connection)
}

/// Connections that nobody uses just now.
struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Looks something up with a connection that is free, or with a new one.
    fn with<T>(&self, look: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => reader(&self.path).map_err(|error| StoreError::Away(error.to_string()))?,
        };
        let found = look(&connection);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < idle.capacity() {
            idle.push(connection);
        }
        found
    }
}

impl Store for SqliteStore {
    fn epoch(&self) -> Work<'_, String> {
        self.read(read::epoch)
    }

    fn append(&self, batches: Vec<Batch>) -> Work<'_, ()> {
        self.write(|reply| Job::Append(batches, reply))
    }

    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>> {
        self.read(move |connection| read::command(connection, id))
    }

    fn sweep_refusals(&self, before: At, most: u32) -> Work<'_, u64> {
        self.write(|reply| Job::SweepRefusals { before, most, reply })
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

    fn reseal(&self, old: Vec<Seal>, new: Vec<Seal>) -> Work<'_, ()> {
        self.write(|reply| Job::Reseal(old, new, reply))
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

    fn lease(&self, name: String, owner: String, time: Duration) -> Work<'_, Option<Lease>> {
        self.write(|reply| Job::Lease { name, owner, time, reply })
    }

    fn release(&self, name: String, owner: String) -> Work<'_, ()> {
        self.write(|reply| Job::Release { name, owner, reply })
    }

    fn anchor(&self, anchor: Anchor) -> Work<'_, ()> {
        self.write(|reply| Job::Anchor(anchor, reply))
    }

    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>> {
        self.read(move |connection| read::anchors(connection, after, most))
    }

    fn to_anchor(&self) -> Work<'_, Unanchored> {
        self.read(read::to_anchor)
    }

    fn hints(&self) -> broadcast::Receiver<StreamName> {
        self.writer.hints()
    }
}
