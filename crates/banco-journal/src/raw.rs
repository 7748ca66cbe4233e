//! What a store can do at best: plain rows of so many bytes, committed in groups, with nothing of a journal about them. The
//! yardstick of benches, measured beside them on the same disk.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio_postgres::NoTls;

/// How the yardstick is measured.
#[derive(Clone, Copy, Debug)]
pub struct Raw {
    /// How many bytes a row has.
    pub bytes: usize,
    /// How many rows are committed together.
    pub group: usize,
    /// For how long.
    pub time: Duration,
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
        connection.execute_batch("create table raw (id integer primary key, bytes blob not null)")?;
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

    /// Rows a second in a database of PostgreSQL, by one connection.
    ///
    /// # Errors
    /// The database cannot be used.
    pub async fn postgres(self, address: &str) -> Result<u64, tokio_postgres::Error> {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await?;
        let connection = tokio::spawn(connection);
        let table =
            "drop table if exists banco_raw; create table banco_raw (id bigserial primary key, bytes bytea)";
        client.batch_execute(table).await?;
        let insert = client
            .prepare("insert into banco_raw (bytes) select $1 from generate_series(1, $2::int)")
            .await?;
        let (row, since, mut rows) = (vec![7_u8; self.bytes], Instant::now(), 0_u64);
        let group = i32::try_from(self.group).unwrap_or(i32::MAX);
        while since.elapsed() < self.time {
            rows = rows.saturating_add(client.execute(&insert, &[&row, &group]).await?);
        }
        let per_second = per_second(rows, since);
        client.batch_execute("drop table banco_raw").await?;
        connection.abort();
        Ok(per_second)
    }
}
