//! What a store can do at best: plain rows of so many bytes, committed in groups, with nothing of a journal about them. The
//! yardstick of benches, measured beside them on the same disk.
//!
//! A bench shares its machine with those who load it, and a commit waits for a core as well as for the disk. So the yardstick
//! is measured twice: on a quiet machine, and with every core busy, as the bench keeps them.
//!
//! For SQLite there are two of them. Plain rows of one blob each are what the disk takes. The rows of a journal written once
//! more, by plain statements and in the same groups, are what SQLite takes for the same bytes: entries, postings, answers
//! and heads, with the keys by which they are found again.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Statement, params_from_iter};

use crate::postgres::PostgresError;
use crate::postgres::target::Target;

/// How long a connection may take to be made.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the yardstick is measured.
#[derive(Clone, Copy, Debug)]
pub struct Raw {
    /// How many bytes a row has.
    pub bytes: usize,
    /// How many rows SQLite commits together, and how many clients PostgreSQL has: each commits row after row.
    pub group: usize,
    /// For how long.
    pub time: Duration,
}

/// Keeps every core busy while it lives.
pub struct Busy {
    over: Arc<AtomicBool>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Busy {
    /// Begins.
    #[must_use]
    pub fn cores() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let work = |over: Arc<AtomicBool>| {
            move || {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            }
        };
        let threads = (0..cores).map(|_| std::thread::spawn(work(Arc::clone(&over)))).collect();
        Self { over, threads }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

/// Rows that were durable, a second.
fn per_second(rows: u64, since: Instant) -> u64 {
    let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX).max(1);
    rows.saturating_mul(1_000_000) / micros
}

impl Raw {
    /// Rows a second in a file of SQLite, as durable as a journal: WAL and `synchronous=FULL`.
    ///
    /// # Errors
    /// The file cannot be used.
    pub fn sqlite(self, path: &Path) -> Result<u64, rusqlite::Error> {
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection
            .execute_batch("create table if not exists raw (id integer primary key, bytes blob not null)")?;
        let (row, since, mut rows) = (vec![7_u8; self.bytes], Instant::now(), 0);
        while since.elapsed() < self.time {
            let transaction = connection.transaction()?;
            {
                let mut insert = transaction.prepare_cached("insert into raw (bytes) values (?1)")?;
                for _ in 0..self.group {
                    insert.execute([&row])?;
                    rows += 1;
                }
            }
            transaction.commit()?;
        }
        Ok(per_second(rows, since))
    }

    /// Rows a second in a database of PostgreSQL: as many clients as a group is large, each of which commits row after
    /// row.
    ///
    /// # Errors
    /// The database cannot be used.
    pub async fn postgres(self, address: &str) -> Result<u64, PostgresError> {
        let target = Target::read(address, PATIENCE)?;
        self.through(&target).await.map_err(|error| PostgresError::Away(error.to_string()))
    }

    async fn through(self, target: &Target) -> Result<u64, tokio_postgres::Error> {
        let client = target.connect().await?;
        let table =
            "drop table if exists banco_raw; create table banco_raw (id bigserial primary key, bytes bytea)";
        client.batch_execute(table).await?;
        let since = Instant::now();
        let rows = try_join_all((0..self.group).map(|_| self.client(target, since))).await?;
        let per_second = per_second(rows.into_iter().sum(), since);
        client.batch_execute("drop table banco_raw").await?;
        Ok(per_second)
    }

    async fn client(self, target: &Target, since: Instant) -> Result<u64, tokio_postgres::Error> {
        let client = target.connect().await?;
        let insert = client.prepare("insert into banco_raw (bytes) values ($1)").await?;
        let (row, mut rows) = (vec![7_u8; self.bytes], 0_u64);
        while since.elapsed() < self.time {
            rows = rows.saturating_add(client.execute(&insert, &[&row]).await?);
        }
        Ok(rows)
    }
}

/// A row of a table.
type Row = Vec<Value>;

/// What one command has written.
#[derive(Default)]
struct Written {
    command: Row,
    entries: Vec<Row>,
    postings: Vec<Row>,
}

/// How many commands are written once more.
const AGAIN: usize = 40_000;

/// Commands a second when the rows of a journal in SQLite are written once more into another file, so many commands
/// together: as durable, and with nothing that decides, hashes or writes them down. Nothing where the journal has none.
///
/// # Errors
/// A file cannot be used.
pub fn once_more(journal: &Path, copy: &Path, group: usize) -> Result<Option<u64>, rusqlite::Error> {
    let commands = written(journal)?;
    let mut connection = Connection::open(copy)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch(include_str!("sqlite/schema.sql"))?;
    let (since, mut rows) = (Instant::now(), 0_u64);
    for group in commands.chunks(group.max(1)) {
        let transaction = connection.transaction()?;
        write_group(&transaction, group)?;
        transaction.commit()?;
        rows = rows.saturating_add(u64::try_from(group.len()).unwrap_or(u64::MAX));
    }
    Ok((rows > 0).then(|| per_second(rows, since)))
}

fn write_group(connection: &Connection, group: &[Written]) -> Result<(), rusqlite::Error> {
    let mut command =
        connection.prepare_cached("INSERT INTO command VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    let mut entry = connection.prepare_cached("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    let mut posting = connection.prepare_cached("INSERT INTO posting VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    let mut head = connection.prepare_cached(
        "INSERT INTO stream_head (stream, version, hash, at, fence) VALUES (?1, ?2, ?3, ?4, 0)
         ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash, at = excluded.at",
    )?;
    // A group moves each head once.
    let mut heads: BTreeMap<&str, [&Value; 4]> = BTreeMap::new();
    for one in group {
        command.execute(params_from_iter(&one.command))?;
        for row in &one.entries {
            entry.execute(params_from_iter(row))?;
            if let [stream @ Value::Text(name), version, at, _, _, _, hash] = row.as_slice() {
                heads.insert(name, [stream, version, hash, at]);
            }
        }
        for row in &one.postings {
            posting.execute(params_from_iter(row))?;
        }
    }
    for values in heads.into_values() {
        head.execute(params_from_iter(values))?;
    }
    Ok(())
}

/// The last commands of a journal, in their order, each with what it has written.
fn written(journal: &Path) -> Result<Vec<Written>, rusqlite::Error> {
    let connection = Connection::open_with_flags(journal, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let last = "SELECT id, body, at, by, status, answer, digest, refused_at FROM command
                ORDER BY at DESC LIMIT ?1";
    let mut commands = all(&mut connection.prepare(last)?, &[Value::Integer(AGAIN.try_into().unwrap_or(0))])?;
    commands.reverse();
    let place = |(at, row): (usize, &Row)| row.first().and_then(blob).map(|id| (id, at));
    let places: HashMap<Vec<u8>, usize> = commands.iter().enumerate().filter_map(place).collect();
    let mut written: Vec<Written> =
        commands.into_iter().map(|command| Written { command, ..Written::default() }).collect();
    let mut of_entry: HashMap<(String, i64), usize> = HashMap::new();
    let entries =
        "SELECT stream, version, at, by, cause, record, hash, input FROM entry ORDER BY stream, version";
    for row in all(&mut connection.prepare(entries)?, &[])? {
        let Some(at) = row.get(4).and_then(blob).and_then(|cause| places.get(&cause).copied()) else {
            continue;
        };
        of_entry.extend(entry_key(&row).map(|key| (key, at)));
        written.get_mut(at).into_iter().for_each(|one| one.entries.push(row.clone()));
    }
    let postings = "SELECT stream, version, line, debit, credit, currency, amount FROM posting";
    for row in all(&mut connection.prepare(postings)?, &[])? {
        let at = entry_key(&row).and_then(|key| of_entry.get(&key).copied());
        at.and_then(|at| written.get_mut(at)).into_iter().for_each(|one| one.postings.push(row.clone()));
    }
    Ok(written)
}

fn all(statement: &mut Statement<'_>, with: &[Value]) -> Result<Vec<Row>, rusqlite::Error> {
    let columns = statement.column_count();
    let rows =
        statement.query_map(params_from_iter(with), |row| (0..columns).map(|at| row.get(at)).collect())?;
    rows.collect()
}

fn blob(value: &Value) -> Option<Vec<u8>> {
    if let Value::Blob(bytes) = value { Some(bytes.clone()) } else { None }
}

/// The stream and the version of an entry.
fn entry_key(row: &Row) -> Option<(String, i64)> {
    match row.as_slice() {
        [Value::Text(stream), Value::Integer(version), ..] => Some((stream.clone(), *version)),
        _ => None,
    }
}
