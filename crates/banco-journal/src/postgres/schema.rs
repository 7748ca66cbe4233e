//! The tables, and how they are brought up to date: one file a version, each applied once.

use super::target::Target;
use crate::sqlite::new_epoch;

/// The versions, oldest first.
const MIGRATIONS: &[&str] =
    &[include_str!("1.sql"), include_str!("2.sql"), include_str!("3.sql"), include_str!("4.sql")];

/// Only one node brings tables up to date at a time; the number is any that nobody else uses.
const LOCK: i64 = 0x0062_616e_636f;

/// Why tables are not up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The database does not do it.
    #[error("the database: {0}")]
    Failed(String),
    /// A newer Banco was here.
    #[error("tables of version {0}; this Banco knows version {known}", known = MIGRATIONS.len())]
    TooNew(i32),
    /// The operating system has no randomness to give.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

/// What the database says, without the address.
pub(super) fn said(error: &tokio_postgres::Error) -> String {
    let said = error.as_db_error().map(|error| format!("{} ({})", error.message(), error.code().code()));
    said.unwrap_or_else(|| match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    })
}

impl From<tokio_postgres::Error> for MigrationError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Failed(said(&error))
    }
}

/// Brings the tables up to date.
pub(super) async fn migrate(target: &Target) -> Result<(), MigrationError> {
    let mut client = target.connect().await?;
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let versions = "CREATE TABLE IF NOT EXISTS banco_migration (version integer PRIMARY KEY)";
    transaction.batch_execute(versions).await?;
    let row = transaction.query_one("SELECT coalesce(max(version), 0) FROM banco_migration", &[]).await?;
    let done: i32 = row.get(0);
    let next = usize::try_from(done).unwrap_or_default();
    let todo = MIGRATIONS.get(next..).ok_or(MigrationError::TooNew(done))?;
    for (migration, version) in todo.iter().zip(done.saturating_add(1)..) {
        transaction.batch_execute(migration).await?;
        transaction.execute("INSERT INTO banco_migration (version) VALUES ($1)", &[&version]).await?;
    }
    if done == 0 {
        let epoch = new_epoch().ok_or(MigrationError::NoRandomness)?;
        transaction.execute("INSERT INTO meta (key, value) VALUES ('epoch', $1)", &[&epoch]).await?;
    }
    Ok(transaction.commit().await?)
}
