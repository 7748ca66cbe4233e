//! What was answered, held against what is kept.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use banco_journal::postgres::{PostgresOptions, PostgresStore};
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::verify::{Against, verify};
use banco_journal::{Store, StreamName};

use crate::failure::Failure;

/// What is kept.
pub struct Kept {
    /// How many bytes one wager takes.
    pub bytes: usize,
    /// What does not hold.
    pub problems: Vec<String>,
}

/// Looks up everything that was acknowledged, and goes over the whole journal.
pub async fn check(
    folder: &Path,
    database: Option<&str>,
    answers: &[(u32, String, String)],
) -> Result<Kept, Failure> {
    let store: Arc<dyn Store> = match database {
        Some(address) => {
            Arc::new(PostgresStore::open(address, &PostgresOptions::default()).await.context("the database")?)
        }
        None => {
            let file = banco_server::journal_file(folder);
            Arc::new(SqliteStore::open(&file, &SqliteOptions::default()).context("the journal")?)
        }
    };
    let mut problems = Vec::new();
    for (person, key, answer) in answers {
        let id = banco_server::command_id(&banco_server::owner_of(*person), key);
        let kept = store.command(id).await.context("the journal")?;
        if kept.is_none_or(|kept| kept.answer.text != *answer) {
            problems.push(format!("`{key}` was acknowledged and is not kept as it was"));
            break;
        }
    }
    let report = verify(&*store, &Against::default(), &mut |_| Ok(())).await.context("the journal")?;
    problems.extend(report.problems.iter().take(3).map(ToString::to_string));
    Ok(Kept { bytes: bytes(&*store).await?, problems })
}

/// What an entry of a table takes, with the answer of its command.
async fn bytes(store: &dyn Store) -> Result<usize, Failure> {
    let stream = StreamName::new("table/1").context("the journal")?;
    let entries = store.entries(stream, 0, 2_000).await.context("the journal")?;
    let all: usize = entries.iter().map(|entry| entry.to_line().len()).sum();
    Ok(all / entries.len().max(1) + 100)
}
