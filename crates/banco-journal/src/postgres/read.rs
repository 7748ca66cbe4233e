//! Looking things up, all over one connection: questions wait for no answer of another.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::Mutex;
use tokio_postgres::types::{FromSql, ToSql};
use tokio_postgres::{Client, Row};

use super::schema::said;
use super::target::Target;
use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Answer, Item, Kept, KeptAnswer, Posting, Seal};
use crate::column;
use crate::entry::{At, CommandId, Entry, Hash, Head, StreamName};
use crate::store::StoreError;

type Found<T> = Result<T, StoreError>;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn away(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Away(said(error))
}

pub(super) fn damaged(problem: impl ToString) -> StoreError {
    StoreError::Damaged(problem.to_string())
}

fn get<'a, T: FromSql<'a>>(row: &'a Row, at: usize) -> Found<T> {
    row.try_get(at).map_err(|error| damaged(said(&error)))
}

fn unsigned(row: &Row, at: usize) -> Found<u64> {
    u64::try_from(get::<i64>(row, at)?).map_err(damaged)
}

fn hash(row: &Row, at: usize) -> Found<Hash> {
    Hash::try_from(get::<&[u8]>(row, at)?).map_err(damaged)
}

fn stream(row: &Row, at: usize) -> Found<StreamName> {
    StreamName::new(get(row, at)?).map_err(damaged)
}

/// Stream, version, hash, time and fence.
pub(super) fn head(row: &Row) -> Found<(StreamName, Head)> {
    let head = Head {
        version: unsigned(row, 1)?,
        hash: hash(row, 2)?,
        at: At(get(row, 3)?),
        fence: unsigned(row, 4)?,
    };
    Ok((stream(row, 0)?, head))
}

/// A connection for questions, made anew when it is lost.
pub(super) struct Reader {
    target: Arc<Target>,
    client: Mutex<Option<Arc<Client>>>,
}

impl Reader {
    pub(super) fn new(target: Arc<Target>) -> Self {
        Self { target, client: Mutex::new(None) }
    }

    pub(super) async fn client(&self) -> Found<Arc<Client>> {
        let mut client = self.client.lock().await;
        if let Some(client) = client.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let new = Arc::new(self.target.connect().await.map_err(|error| away(&error))?);
        *client = Some(Arc::clone(&new));
        Ok(new)
    }

    async fn rows(&self, question: &str, given: &[&(dyn ToSql + Sync)]) -> Found<Vec<Row>> {
        let client = self.client().await?;
        let asked = tokio::time::timeout(PATIENCE, client.query(question, given)).await;
        match asked {
            Ok(rows) => rows.map_err(|error| away(&error)),
            Err(_) => {
                // Whoever does not answer is asked no more.
                self.client.lock().await.take();
                Err(StoreError::Away("no answer".to_owned()))
            }
        }
    }

    pub(super) async fn set_epoch(&self, epoch: &str) -> Found<()> {
        self.rows("UPDATE meta SET value = $1 WHERE key = 'epoch'", &[&epoch]).await.map(|_| ())
    }

    pub(super) async fn epoch(&self) -> Found<String> {
        let rows = self.rows("SELECT value FROM meta WHERE key = 'epoch'", &[]).await?;
        rows.first().map_or_else(|| Err(damaged("no epoch")), |row| get(row, 0))
    }

    pub(super) async fn command(&self, id: CommandId) -> Found<Option<Kept>> {
        let question = "SELECT body, at, status, answer, by FROM command WHERE id = $1";
        let rows = self.rows(question, &[&id.0.as_slice()]).await?;
        let kept = |row: &Row| {
            let status = u16::try_from(get::<i32>(row, 2)?).map_err(damaged)?;
            let answer = Answer { status, text: get(row, 3)? };
            let by = serde_json::from_str(get(row, 4)?).map_err(damaged)?;
            Ok(Kept { body: hash(row, 0)?, at: At(get(row, 1)?), by, answer })
        };
        rows.first().map(kept).transpose()
    }

    pub(super) async fn answers(&self, after: Option<CommandId>, most: u32) -> Found<Vec<KeptAnswer>> {
        let question = "SELECT id, body, at, status, answer, digest, by FROM command
                        WHERE id > $1 ORDER BY id LIMIT $2";
        let after = after.map_or_else(Vec::new, |id| id.0.to_vec());
        let rows = self.rows(question, &[&after, &i64::from(most)]).await?;
        let kept = |row: &Row| {
            let status = u16::try_from(get::<i32>(row, 3)?).map_err(damaged)?;
            let answer = Answer { status, text: get(row, 4)? };
            let id =
                <[u8; 16]>::try_from(get::<Vec<u8>>(row, 0)?).map_err(|_| damaged("an id of a command"))?;
            let digest = get::<Option<Vec<u8>>>(row, 5)?.map(<[u8; 32]>::try_from).transpose();
            let digest = digest.map_err(|_| damaged("a digest of an answer"))?.map(Hash);
            let by = serde_json::from_str(get(row, 6)?).map_err(damaged)?;
            Ok((CommandId(id), Kept { body: hash(row, 1)?, at: At(get(row, 2)?), by, answer }, digest))
        };
        rows.iter().map(kept).collect()
    }

    pub(super) async fn heads(&self, of: Option<Vec<StreamName>>) -> Found<Vec<(StreamName, Head)>> {
        let rows = match of {
            None => {
                let all = "SELECT stream, version, hash, at, fence FROM stream_head ORDER BY stream";
                self.rows(all, &[]).await?
            }
            Some(of) => {
                let of: Vec<&str> = of.iter().map(StreamName::as_str).collect();
                let named = "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream = ANY($1)";
                self.rows(named, &[&of]).await?
            }
        };
        rows.iter().map(head).collect()
    }

    pub(super) async fn heads_after(
        &self,
        after: Option<StreamName>,
        most: u32,
    ) -> Found<Vec<(StreamName, Head)>> {
        let some = "SELECT stream, version, hash, at, fence FROM stream_head WHERE stream > $1
                    ORDER BY stream LIMIT $2";
        let after = after.as_ref().map_or("", StreamName::as_str);
        self.rows(some, &[&after, &i64::from(most)]).await?.iter().map(head).collect()
    }

    /// Nodes sweep side by side: what another takes away just now is left to it.
    pub(super) async fn sweep_refusals(&self, before: At, most: u32) -> Found<u64> {
        let sweep = "DELETE FROM command WHERE id IN (
                         SELECT id FROM command WHERE refused_at < $1 ORDER BY refused_at LIMIT $2
                         FOR UPDATE SKIP LOCKED)
                     RETURNING 1";
        let gone = self.rows(sweep, &[&before.0, &i64::from(most)]).await?;
        Ok(u64::try_from(gone.len()).unwrap_or(u64::MAX))
    }

    pub(super) async fn entries(&self, of: StreamName, after: u64, most: u32) -> Found<Vec<Entry>> {
        // The hash of the one before comes along.
        let question = "SELECT version, at, by, cause, record, hash, input FROM entry
                        WHERE stream = $1 AND version >= $2 ORDER BY version LIMIT $3";
        let most = i64::from(most).saturating_add(i64::from(after > 0));
        let rows = self.rows(question, &[&of.as_str(), &column(after.max(1)), &most]).await?;
        let mut prev = Hash::NONE;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            let version = unsigned(row, 0)?;
            let own = hash(row, 5)?;
            if version > after {
                found.push(Entry {
                    stream: of.clone(),
                    version,
                    at: At(get(row, 1)?),
                    by: serde_json::from_str(get(row, 2)?).map_err(damaged)?,
                    cause: CommandId::try_from(get::<&[u8]>(row, 3)?).map_err(damaged)?,
                    input: get::<Option<String>>(row, 6)?
                        .map(RawValue::from_string)
                        .transpose()
                        .map_err(damaged)?,
                    record: RawValue::from_string(get(row, 4)?).map_err(damaged)?,
                    prev,
                    hash: own,
                });
            }
            prev = own;
        }
        Ok(found)
    }

    pub(super) async fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Found<Vec<Seal>> {
        let question = "SELECT version, what, key, bytes FROM seal
                        WHERE stream = $1 AND version > $2 AND version <= $3 ORDER BY version, what";
        let rows = self.rows(question, &[&of.as_str(), &column(after), &column(up_to)]).await?;
        let seal = |row: &Row| {
            let (what, key, bytes) = (get(row, 1)?, get(row, 2)?, get(row, 3)?);
            Ok(Seal { stream: of.clone(), version: unsigned(row, 0)?, what, key, bytes })
        };
        rows.iter().map(seal).collect()
    }

    pub(super) async fn postings(&self, of: StreamName, after: u64, most: u32) -> Found<Vec<Posting>> {
        let question = "SELECT version, debit, credit, currency, amount FROM posting
                        WHERE stream = $1 AND version > $2 AND version <= $3 ORDER BY version, line";
        let up_to = column(after.saturating_add(u64::from(most)));
        let rows = self.rows(question, &[&of.as_str(), &column(after), &up_to]).await?;
        let posting = |row: &Row| {
            let (from, to, currency, amount) = (get(row, 1)?, get(row, 2)?, get(row, 3)?, get(row, 4)?);
            Ok(Posting { stream: of.clone(), version: unsigned(row, 0)?, from, to, currency, amount })
        };
        rows.iter().map(posting).collect()
    }

    pub(super) async fn balances(&self) -> Found<Vec<(String, String, i128)>> {
        let question = "SELECT currency, account, sum(amount)::text FROM (
                            SELECT currency, credit AS account, amount FROM posting
                            UNION ALL SELECT currency, debit, -amount FROM posting) AS moved
                        GROUP BY currency, account ORDER BY currency COLLATE \"C\", account COLLATE \"C\"";
        let rows = self.rows(question, &[]).await?;
        let sum = |row: &Row| {
            let sum: &str = get(row, 2)?;
            Ok((get(row, 0)?, get(row, 1)?, sum.parse().map_err(damaged)?))
        };
        rows.iter().map(sum).collect()
    }

    pub(super) async fn items(
        &self,
        space: String,
        prefix: String,
        after: String,
        most: u32,
    ) -> Found<Vec<Item>> {
        let question = "SELECT key, version, value FROM item
                        WHERE space = $1 AND key > $2 AND starts_with(key, $3) ORDER BY key LIMIT $4";
        let rows = self.rows(question, &[&space, &after, &prefix, &i64::from(most)]).await?;
        let item = |row: &Row| {
            let (key, version, value) = (get(row, 0)?, unsigned(row, 1)?, get(row, 2)?);
            Ok(Item { space: space.clone(), key, version, value })
        };
        rows.iter().map(item).collect()
    }

    pub(super) async fn anchors(&self, after: u64, most: u32) -> Found<Vec<Anchor>> {
        let question =
            "SELECT key, signature, statement FROM anchor WHERE number > $1 ORDER BY number LIMIT $2";
        let rows = self.rows(question, &[&column(after), &i64::from(most)]).await?;
        let anchor =
            |row: &Row| Ok(Anchor { key: hash(row, 0)?, signature: get(row, 1)?, statement: get(row, 2)? });
        rows.iter().map(anchor).collect()
    }

    /// The anchor is read first: if another is kept in between, the one that is made of this does not follow it and is
    /// refused.
    pub(super) async fn to_anchor(&self) -> Found<Unanchored> {
        let last = "SELECT number, statement FROM anchor ORDER BY number DESC LIMIT 1";
        let last = self.rows(last, &[]).await?;
        let last =
            last.first().map(|row| Ok((unsigned(row, 0)?, Hash::over(get::<&str>(row, 1)?.as_bytes()))));
        let (last, hash) = last.transpose()?.unwrap_or_default();
        let moved = "SELECT stream, version, hash, at, fence FROM stream_head WHERE version > anchored ORDER BY stream";
        let moved: Found<Vec<_>> = self.rows(moved, &[]).await?.iter().map(head).collect();
        Ok(Unanchored { last, hash, moved: moved? })
    }
}
