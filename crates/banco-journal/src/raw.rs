//! What a store can do at best: plain rows of so many bytes, committed in groups, with nothing of a journal about them. The
//! yardstick of benches, measured beside them on the same disk.
//!
//! A bench shares its machine with those who load it, and a commit waits for a core as well as for the disk. So the yardstick
//! is measured twice: on a quiet machine, and with every core busy, as the bench keeps them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use rusqlite::Connection;

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
