//! Looking things up.

use rusqlite::{Connection, OptionalExtension as _, Row};
use serde_json::value::RawValue;

use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Answer, Item, Kept, KeptAnswer, Posting, Seal};
use crate::column;
use crate::entry::{At, By, CommandId, Entry, Hash, Head, StreamName};
use crate::store::StoreError;

use super::schema_version;

type Found<T> = Result<T, StoreError>;

/// What SQLite says when a file is damaged, and otherwise.
pub(super) fn failed(error: &rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
        Some(ErrorCode::DiskFull) => StoreError::Full,
        _ => StoreError::Away(error.to_string()),
    }
}

pub(super) fn damaged(problem: impl ToString) -> StoreError {
    StoreError::Damaged(problem.to_string())
}

pub(super) fn unsigned(number: i64) -> Found<u64> {
    u64::try_from(number).map_err(damaged)
}

/// The rows of a question, each made into something.
fn rows<T>(
    connection: &Connection,
    question: &str,
    given: impl rusqlite::Params,
    mut make: impl FnMut(&Row<'_>) -> Found<T>,
) -> Found<Vec<T>> {
    let mut statement = connection.prepare_cached(question).map_err(|error| failed(&error))?;
    let mut rows = statement.query(given).map_err(|error| failed(&error))?;
    let mut made = Vec::new();
    while let Some(row) = rows.next().map_err(|error| failed(&error))? {
        made.push(make(row)?);
    }
    Ok(made)
}

fn get<T: rusqlite::types::FromSql>(row: &Row<'_>, at: usize) -> Found<T> {
    row.get(at).map_err(|error| damaged(&error))
}

fn hash(row: &Row<'_>, at: usize) -> Found<Hash> {
    let bytes = row.get_ref(at).map_err(|error| damaged(&error))?;
    Hash::try_from(bytes.as_blob().map_err(|error| damaged(&error))?).map_err(damaged)
}

fn stream(row: &Row<'_>, at: usize) -> Found<StreamName> {
    StreamName::new(&get::<String>(row, at)?).map_err(damaged)
}

/// Who did it.
fn by(row: &Row<'_>, at: usize) -> Found<By> {
    serde_json::from_str(&get::<String>(row, at)?).map_err(damaged)
}

pub(super) fn epoch(connection: &Connection) -> Found<String> {
    let question = "SELECT value FROM meta WHERE key = 'epoch'";
    connection.query_row(question, (), |row| row.get(0)).map_err(|error| failed(&error))
}

pub(super) fn command(connection: &Connection, id: CommandId) -> Found<Option<Kept>> {
    let question = "SELECT body, at, status, answer, by FROM command WHERE id = ?1";
    let mut found = rows(connection, question, [id.0], |row| {
        let answer = Answer { status: get(row, 2)?, text: get(row, 3)? };
        Ok(Kept { body: hash(row, 0)?, at: At(get(row, 1)?), by: by(row, 4)?, answer })
    })?;
    Ok(found.pop())
}

/// Answers behind an id. In tables of version 1 none has a digest, so there is nothing to compare.
pub(super) fn answers(
    connection: &Connection,
    after: Option<CommandId>,
    most: u32,
) -> Found<Vec<KeptAnswer>> {
    if schema_version(connection).map_err(|error| failed(&error))? == Some(1) {
        return Ok(Vec::new());
    }
    let question =
        "SELECT id, body, at, status, answer, digest, by FROM command WHERE id > ?1 ORDER BY id LIMIT ?2";
    let after = after.map_or_else(Vec::new, |id| id.0.to_vec());
    rows(connection, question, (after, most), |row| {
        let answer = Answer { status: get(row, 3)?, text: get(row, 4)? };
        let kept = Kept { body: hash(row, 1)?, at: At(get(row, 2)?), by: by(row, 6)?, answer };
        let digest: Option<[u8; 32]> = get(row, 5)?;
        Ok((CommandId(get(row, 0)?), kept, digest.map(Hash)))
    })
}

fn head(row: &Row<'_>) -> Found<(StreamName, Head)> {
    let head = Head {
        version: unsigned(get(row, 1)?)?,
        hash: hash(row, 2)?,
        at: At(get(row, 3)?),
        fence: unsigned(get(row, 4)?)?,
    };
    Ok((stream(row, 0)?, head))
}

pub(super) fn heads(connection: &Connection, of: Option<&[StreamName]>) -> Found<Vec<(StreamName, Head)>> {
    let Some(of) = of else {
        let all = "SELECT stream, version, hash, at, fence FROM stream_head ORDER BY stream";
        return rows(connection, all, (), head);
    };
    let one = "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream = ?1";
    let found: Found<Vec<_>> = of.iter().map(|name| rows(connection, one, [name.as_str()], head)).collect();
    Ok(found?.into_iter().flatten().collect())
}

pub(super) fn heads_after(
    connection: &Connection,
    after: Option<&StreamName>,
    most: u32,
) -> Found<Vec<(StreamName, Head)>> {
    let some = "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream > ?1
                ORDER BY stream LIMIT ?2";
    rows(connection, some, (after.map_or("", StreamName::as_str), most), head)
}

pub(super) fn entries(connection: &Connection, of: &StreamName, after: u64, most: u32) -> Found<Vec<Entry>> {
    let mut prev = match after {
        0 => Hash::NONE,
        _ => entry_hash(connection, of, after)?,
    };
    let question = "SELECT version, at, by, cause, record, hash, input FROM entry
                    WHERE stream = ?1 AND version > ?2 ORDER BY version LIMIT ?3";
    let without = "SELECT version, at, by, cause, record, hash, NULL FROM entry
                   WHERE stream = ?1 AND version > ?2 ORDER BY version LIMIT ?3";
    // Whoever only looks brings no tables up to date.
    let question = if has_inputs(connection)? { question } else { without };
    rows(connection, question, (of.as_str(), column(after), most), |row| {
        let cause: Vec<u8> = get(row, 3)?;
        let entry = Entry {
            stream: of.clone(),
            version: unsigned(get(row, 0)?)?,
            at: At(get(row, 1)?),
            by: by(row, 2)?,
            cause: CommandId::try_from(cause.as_slice()).map_err(damaged)?,
            input: raw(get(row, 6)?)?,
            record: RawValue::from_string(get(row, 4)?).map_err(damaged)?,
            prev,
            hash: hash(row, 5)?,
        };
        prev = entry.hash;
        Ok(entry)
    })
}

/// Whether entries of these tables may have an input.
fn has_inputs(connection: &Connection) -> Found<bool> {
    Ok(schema_version(connection).map_err(|error| failed(&error))?.is_some_and(|version| version >= 4))
}

fn raw(text: Option<String>) -> Found<Option<Box<RawValue>>> {
    text.map(RawValue::from_string).transpose().map_err(damaged)
}

fn entry_hash(connection: &Connection, of: &StreamName, version: u64) -> Found<Hash> {
    let question = "SELECT hash FROM entry WHERE stream = ?1 AND version = ?2";
    let found = rows(connection, question, (of.as_str(), column(version)), |row| hash(row, 0))?;
    // Behind the end there is nothing, and nothing is found of it.
    Ok(found.first().copied().unwrap_or_default())
}

pub(super) fn seals(connection: &Connection, of: &StreamName, after: u64, up_to: u64) -> Found<Vec<Seal>> {
    let question = "SELECT version, what, key, bytes FROM seal
                    WHERE stream = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, what";
    rows(connection, question, (of.as_str(), column(after), column(up_to)), |row| {
        let (what, key, bytes) = (get(row, 1)?, get(row, 2)?, get(row, 3)?);
        Ok(Seal { stream: of.clone(), version: unsigned(get(row, 0)?)?, what, key, bytes })
    })
}

pub(super) fn postings(
    connection: &Connection,
    of: &StreamName,
    after: u64,
    most: u32,
) -> Found<Vec<Posting>> {
    let question = "SELECT version, debit, credit, currency, amount FROM posting
                    WHERE stream = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, line";
    let up_to = after.saturating_add(u64::from(most));
    rows(connection, question, (of.as_str(), column(after), column(up_to)), |row| {
        let (from, to, currency) = (get(row, 1)?, get(row, 2)?, get(row, 3)?);
        let (version, amount) = (unsigned(get(row, 0)?)?, get(row, 4)?);
        Ok(Posting { stream: of.clone(), version, from, to, currency, amount })
    })
}

pub(super) fn balances(connection: &Connection) -> Found<Vec<(String, String, i128)>> {
    let question = "SELECT currency, account, sum(amount) FROM (
                        SELECT currency, credit AS account, amount FROM posting
                        UNION ALL SELECT currency, debit, -amount FROM posting)
                    GROUP BY currency, account ORDER BY currency, account";
    rows(connection, question, (), |row| Ok((get(row, 0)?, get(row, 1)?, i128::from(get::<i64>(row, 2)?))))
}

pub(super) fn items(
    connection: &Connection,
    space: &str,
    prefix: &str,
    after: &str,
    most: u32,
) -> Found<Vec<Item>> {
    let question = "SELECT key, version, value FROM item
                    WHERE space = ?1 AND key > ?2 AND substr(key, 1, length(?3)) = ?3 ORDER BY key LIMIT ?4";
    rows(connection, question, (space, after, prefix, most), |row| {
        let (key, version, value) = (get(row, 0)?, unsigned(get(row, 1)?)?, get(row, 2)?);
        Ok(Item { space: space.to_owned(), key, version, value })
    })
}

pub(super) fn item_version(connection: &Connection, space: &str, key: &str) -> rusqlite::Result<i64> {
    let question = "SELECT version FROM item WHERE space = ?1 AND key = ?2";
    let mut statement = connection.prepare_cached(question)?;
    Ok(statement.query_row((space, key), |row| row.get(0)).optional()?.unwrap_or_default())
}

pub(super) fn anchors(connection: &Connection, after: u64, most: u32) -> Found<Vec<Anchor>> {
    let question = "SELECT key, signature, statement FROM anchor WHERE number > ?1 ORDER BY number LIMIT ?2";
    rows(connection, question, (column(after), most), |row| {
        Ok(Anchor { key: hash(row, 0)?, signature: get(row, 1)?, statement: get(row, 2)? })
    })
}

pub(super) fn to_anchor(connection: &Connection) -> Found<Unanchored> {
    // Both questions see one moment.
    let moment = connection.unchecked_transaction().map_err(|error| failed(&error))?;
    to_anchor_in(&moment)
}

/// The same inside a transaction.
pub(super) fn to_anchor_in(connection: &Connection) -> Found<Unanchored> {
    let last = "SELECT number, statement FROM anchor ORDER BY number DESC LIMIT 1";
    let last = rows(connection, last, (), |row| {
        Ok((unsigned(get(row, 0)?)?, Hash::over(get::<String>(row, 1)?.as_bytes())))
    })?;
    let moved =
        "SELECT stream, version, hash, at, fence FROM stream_head WHERE version > anchored ORDER BY stream";
    let moved = rows(connection, moved, (), head)?;
    let (last, hash) = last.first().copied().unwrap_or_default();
    Ok(Unanchored { last, hash, moved })
}
