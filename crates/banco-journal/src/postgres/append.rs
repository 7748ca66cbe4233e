//! One transaction for several submissions. Heads are locked first, in the order of their names; then everything is
//! looked at as every store does; then what is left is written in a few statements.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::try_join_all;
use serde_json::value::RawValue;
use tokio_postgres::{Client, Transaction};

use super::read::{away, head};
use crate::batch::Batch;
use crate::check::{Known, check};
use crate::column;
use crate::entry::{CommandId, Hash, Head, StreamName};
use crate::fault::{Fault, Faults, Point};
use crate::store::StoreError;

/// Why a transaction was not kept.
#[derive(Debug)]
pub(super) enum Lost {
    /// Nothing was kept.
    Nothing(StoreError),
    /// Two nodes have written the same at once: one submission at a time will show which.
    Clash,
    /// Whether it was kept is not known.
    Unknown(String),
    /// On purpose, without a word.
    Dead,
}

impl From<tokio_postgres::Error> for Lost {
    fn from(error: tokio_postgres::Error) -> Self {
        use tokio_postgres::error::SqlState;
        match error.code() {
            Some(&SqlState::UNIQUE_VIOLATION | &SqlState::T_R_SERIALIZATION_FAILURE) => Self::Clash,
            Some(&SqlState::T_R_DEADLOCK_DETECTED) => Self::Clash,
            Some(&SqlState::DISK_FULL) => Self::Nothing(StoreError::Full),
            _ => Self::Nothing(away(&error)),
        }
    }
}

/// What is known at the moment, with what this transaction has taken on.
#[derive(Default)]
struct Seen {
    heads: BTreeMap<StreamName, Head>,
    decided: BTreeSet<CommandId>,
    items: BTreeMap<(String, String), u64>,
}

impl Known for Seen {
    type Error = StoreError;

    fn head(&self, stream: &StreamName) -> Result<Head, StoreError> {
        Ok(self.heads.get(stream).copied().unwrap_or_default())
    }

    fn is_decided(&self, command: CommandId) -> Result<bool, StoreError> {
        Ok(self.decided.contains(&command))
    }

    fn item(&self, space: &str, key: &str) -> Result<u64, StoreError> {
        Ok(self.items.get(&(space.to_owned(), key.to_owned())).copied().unwrap_or_default())
    }
}

impl Seen {
    /// What a submission changes, for those after it.
    fn take_on(&mut self, batches: &[Batch]) {
        for batch in batches {
            self.decided.insert(batch.cause);
            for write in &batch.writes {
                let known = self.heads.entry(write.stream.clone()).or_default();
                *known = write.head_after(*known);
            }
            for change in &batch.items {
                let version = if change.value.is_some() { change.expected.saturating_add(1) } else { 0 };
                self.items.insert((change.space.clone(), change.key.clone()), version);
            }
        }
    }
}

/// Keeps submissions, each as a whole; says of each what became of it.
pub(super) async fn append(
    client: &mut Client,
    submissions: &[Vec<Batch>],
    faults: &Faults,
) -> Result<Vec<Result<(), StoreError>>, Lost> {
    pass(faults, Point::Begin)?;
    let transaction = client.transaction().await?;
    let mut seen = look(&transaction, submissions).await?;
    let mut judged = Vec::with_capacity(submissions.len());
    let mut kept: Vec<&Batch> = Vec::new();
    for batches in submissions {
        let judgment = check(batches, &seen);
        if judgment.is_ok() {
            seen.take_on(batches);
            kept.extend(batches);
        }
        judged.push(judgment);
    }
    if kept.is_empty() {
        transaction.rollback().await?;
        return Ok(judged);
    }
    write(&transaction, &kept, faults).await?;
    pass(faults, Point::Commit)?;
    // A commit may have happened even where the server, about to stop, answers with an error.
    transaction.commit().await.map_err(|error| match Lost::from(error) {
        Lost::Nothing(error) => Lost::Unknown(error.to_string()),
        lost @ (Lost::Clash | Lost::Unknown(_) | Lost::Dead) => lost,
    })?;
    match faults.at(Point::Committed) {
        None => Ok(judged),
        Some(Fault::Fails) => Err(Lost::Unknown("a fault".to_owned())),
        Some(Fault::Dies) => Err(Lost::Dead),
    }
}

fn pass(faults: &Faults, point: Point) -> Result<(), Lost> {
    match faults.at(point) {
        None => Ok(()),
        Some(Fault::Fails) => Err(Lost::Nothing(StoreError::Away(format!("a fault at {point:?}")))),
        Some(Fault::Dies) => Err(Lost::Dead),
    }
}

/// Locks heads and items, and looks up what submissions ask for. The questions are sent at once and answered in order.
async fn look(transaction: &Transaction<'_>, submissions: &[Vec<Batch>]) -> Result<Seen, Lost> {
    let batches = || submissions.iter().flatten();
    // Those that are written are locked against everybody, those that are only read against writers.
    let mut streams: BTreeMap<&str, bool> = BTreeMap::new();
    for batch in batches() {
        for (stream, _) in &batch.reads {
            streams.entry(stream.as_str()).or_insert(false);
        }
        streams.extend(batch.writes.iter().map(|write| (write.stream.as_str(), true)));
    }
    let for_update =
        "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream = $1 FOR NO KEY UPDATE";
    let for_share = "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream = $1 FOR SHARE";
    let for_update = transaction.prepare_typed(for_update, &[]).await?;
    let for_share = transaction.prepare_typed(for_share, &[]).await?;
    let heads = streams.iter().map(|(stream, written)| {
        let question = if *written { &for_update } else { &for_share };
        async move { transaction.query_opt(question, &[stream]).await }
    });
    let heads = try_join_all(heads).await?;
    let causes: Vec<&[u8]> = batches().map(|batch| batch.cause.0.as_slice()).collect();
    let decided = transaction.query("SELECT id FROM command WHERE id = ANY($1)", &[&causes]).await?;
    let mut seen = Seen::default();
    for row in heads.iter().flatten() {
        let (stream, head) = head(row).map_err(Lost::Nothing)?;
        seen.heads.insert(stream, head);
    }
    for row in &decided {
        let id: &[u8] = row.try_get(0)?;
        seen.decided.extend(CommandId::try_from(id));
    }
    let items: BTreeSet<(&str, &str)> = batches()
        .flat_map(|batch| &batch.items)
        .map(|change| (change.space.as_str(), change.key.as_str()))
        .collect();
    if !items.is_empty() {
        let (spaces, keys): (Vec<&str>, Vec<&str>) = items.into_iter().unzip();
        let question = "SELECT item.space, item.key, item.version FROM item
                        JOIN unnest($1::text[], $2::text[]) AS asked (space, key)
                        ON item.space = asked.space AND item.key = asked.key
                        ORDER BY item.space, item.key FOR UPDATE OF item";
        for row in transaction.query(question, &[&spaces, &keys]).await? {
            let (space, key, version): (String, String, i64) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            seen.items.insert((space, key), u64::try_from(version).unwrap_or_default());
        }
    }
    Ok(seen)
}

/// Writes what was taken on.
async fn write(transaction: &Transaction<'_>, kept: &[&Batch], faults: &Faults) -> Result<(), Lost> {
    heads(transaction, kept).await?;
    pass(faults, Point::Head)?;
    entries(transaction, kept).await?;
    pass(faults, Point::Entry)?;
    postings(transaction, kept).await?;
    pass(faults, Point::Posting)?;
    for seal in kept.iter().flat_map(|batch| &batch.seals) {
        keep_seal(transaction, seal).await?;
        pass(faults, Point::Seal)?;
    }
    for change in kept.iter().flat_map(|batch| &batch.items) {
        item(transaction, change).await?;
        pass(faults, Point::Item)?;
    }
    commands(transaction, kept).await?;
    pass(faults, Point::Command)
}

async fn heads(transaction: &Transaction<'_>, kept: &[&Batch]) -> Result<(), Lost> {
    // Several batches may write one stream: it ends where the last of them does.
    let writes = kept.iter().flat_map(|batch| &batch.writes);
    let ends: BTreeMap<&str, Head> = writes.map(|write| (write.stream.as_str(), write.head())).collect();
    let mut begins: BTreeMap<&str, u64> = BTreeMap::new();
    for write in kept.iter().flat_map(|batch| &batch.writes) {
        begins.entry(write.stream.as_str()).or_insert(write.after.version);
    }
    let streams: Vec<&str> = ends.keys().copied().collect();
    let versions: Vec<i64> = ends.values().map(|head| column(head.version)).collect();
    let hashes: Vec<&[u8]> = ends.values().map(|head| head.hash.0.as_slice()).collect();
    let ats: Vec<i64> = ends.values().map(|head| head.at.0).collect();
    let fences: Vec<i64> = ends.values().map(|head| column(head.fence)).collect();
    let before: Vec<i64> = begins.values().map(|version| column(*version)).collect();
    // A stream that begins has no row that could have been locked.
    let statement = "INSERT INTO stream_head AS known (stream, version, hash, at, fence)
                     SELECT stream, version, hash, at, fence
                     FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[])
                          AS moved (stream, version, hash, at, fence)
                     ON CONFLICT (stream) DO UPDATE
                     SET version = excluded.version, hash = excluded.hash, at = excluded.at,
                         fence = greatest(known.fence, excluded.fence)
                     WHERE known.version = (SELECT before FROM unnest($1::text[], $6::bigint[]) AS b (stream, before)
                                            WHERE b.stream = excluded.stream)";
    let moved =
        transaction.execute(statement, &[&streams, &versions, &hashes, &ats, &fences, &before]).await?;
    if usize::try_from(moved).unwrap_or_default() == ends.len() { Ok(()) } else { Err(Lost::Clash) }
}

async fn entries(transaction: &Transaction<'_>, kept: &[&Batch]) -> Result<(), Lost> {
    let all: Vec<_> = kept.iter().flat_map(|batch| &batch.writes).flat_map(|write| &write.entries).collect();
    let streams: Vec<&str> = all.iter().map(|entry| entry.stream.as_str()).collect();
    let versions: Vec<i64> = all.iter().map(|entry| column(entry.version)).collect();
    let ats: Vec<i64> = all.iter().map(|entry| entry.at.0).collect();
    let bys: Vec<String> =
        all.iter().map(|entry| serde_json::to_string(&entry.by).unwrap_or_default()).collect();
    let causes: Vec<&[u8]> = all.iter().map(|entry| entry.cause.0.as_slice()).collect();
    let records: Vec<&str> = all.iter().map(|entry| entry.record.get()).collect();
    let hashes: Vec<&[u8]> = all.iter().map(|entry| entry.hash.0.as_slice()).collect();
    let inputs: Vec<Option<&str>> =
        all.iter().map(|entry| entry.input.as_deref().map(RawValue::get)).collect();
    let statement = "INSERT INTO entry (stream, version, at, by, cause, record, hash, input)
                     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[],
                                          $6::text[], $7::bytea[], $8::text[])";
    let given: [&(dyn tokio_postgres::types::ToSql + Sync); 8] =
        [&streams, &versions, &ats, &bys, &causes, &records, &hashes, &inputs];
    transaction.execute(statement, &given).await?;
    Ok(())
}

/// Lines of one entry are counted from one.
async fn postings(transaction: &Transaction<'_>, kept: &[&Batch]) -> Result<(), Lost> {
    let all: Vec<_> = kept.iter().flat_map(|batch| &batch.postings).collect();
    if all.is_empty() {
        return Ok(());
    }
    let mut counted: BTreeMap<(&str, u64), i32> = BTreeMap::new();
    let mut lines = Vec::with_capacity(all.len());
    for posting in &all {
        let line = counted.entry((posting.stream.as_str(), posting.version)).or_default();
        *line += 1;
        lines.push(*line);
    }
    let streams: Vec<&str> = all.iter().map(|posting| posting.stream.as_str()).collect();
    let versions: Vec<i64> = all.iter().map(|posting| column(posting.version)).collect();
    let debits: Vec<&str> = all.iter().map(|posting| posting.from.as_str()).collect();
    let credits: Vec<&str> = all.iter().map(|posting| posting.to.as_str()).collect();
    let currencies: Vec<&str> = all.iter().map(|posting| posting.currency.as_str()).collect();
    let amounts: Vec<i64> = all.iter().map(|posting| posting.amount).collect();
    let statement = "INSERT INTO posting (stream, version, line, debit, credit, currency, amount)
                     SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[],
                                          $6::text[], $7::bigint[])";
    let given: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
        [&streams, &versions, &lines, &debits, &credits, &currencies, &amounts];
    transaction.execute(statement, &given).await?;
    Ok(())
}

async fn commands(transaction: &Transaction<'_>, kept: &[&Batch]) -> Result<(), Lost> {
    let ids: Vec<&[u8]> = kept.iter().map(|batch| batch.cause.0.as_slice()).collect();
    let bodies: Vec<&[u8]> = kept.iter().map(|batch| batch.body.0.as_slice()).collect();
    let ats: Vec<i64> = kept.iter().map(|batch| batch.at.0).collect();
    let bys: Vec<String> =
        kept.iter().map(|batch| serde_json::to_string(&batch.by).unwrap_or_default()).collect();
    let statuses: Vec<i32> = kept.iter().map(|batch| i32::from(batch.answer.status)).collect();
    let answers: Vec<&str> = kept.iter().map(|batch| batch.answer.text.as_str()).collect();
    let digests: Vec<Hash> = kept.iter().map(|batch| batch.digest()).collect();
    let digests: Vec<&[u8]> = digests.iter().map(|digest| digest.0.as_slice()).collect();
    let refused: Vec<Option<i64>> = kept.iter().map(|batch| batch.refused_at()).collect();
    let statement = "INSERT INTO command (id, body, at, by, status, answer, digest, refused_at)
                     SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::text[], $5::integer[],
                                          $6::text[], $7::bytea[], $8::bigint[])";
    let given: [&(dyn tokio_postgres::types::ToSql + Sync); 8] =
        [&ids, &bodies, &ats, &bys, &statuses, &answers, &digests, &refused];
    transaction.execute(statement, &given).await?;
    Ok(())
}

async fn item(transaction: &Transaction<'_>, change: &crate::batch::ItemChange) -> Result<(), Lost> {
    let (space, key) = (&change.space, &change.key);
    let Some(value) = &change.value else {
        transaction.execute("DELETE FROM item WHERE space = $1 AND key = $2", &[space, key]).await?;
        return Ok(());
    };
    let version = column(change.expected.saturating_add(1));
    // An item that is new to two nodes at once clashes.
    if change.expected == 0 {
        let put = "INSERT INTO item (space, key, version, value) VALUES ($1, $2, $3, $4)";
        transaction.execute(put, &[space, key, &version, value]).await?;
    } else {
        let put = "UPDATE item SET version = $3, value = $4 WHERE space = $1 AND key = $2";
        transaction.execute(put, &[space, key, &version, value]).await?;
    }
    Ok(())
}

pub(super) async fn keep_seal(transaction: &Transaction<'_>, seal: &crate::batch::Seal) -> Result<(), Lost> {
    let put = "INSERT INTO seal (stream, version, what, key, bytes) VALUES ($1, $2, $3, $4, $5)";
    let version = column(seal.version);
    let stream = seal.stream.as_str();
    transaction.execute(put, &[&stream, &version, &seal.what, &seal.key, &seal.bytes]).await?;
    Ok(())
}
