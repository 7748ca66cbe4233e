//! Writing inside a transaction. Everything that may be refused is looked at before anything is written, so that what
//! is refused has left nothing; a write that fails takes the whole transaction with it.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _};
use serde_json::value::RawValue;

use super::read::{self, failed};
use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, ItemChange, Seal, Write};
use crate::check::{Known, check};
use crate::column;
use crate::entry::{At, CommandId, Head, StreamName};
use crate::fault::{Fault, Faults, Point};
use crate::store::{Lease, StoreError};

/// Why something is not written.
#[derive(Debug)]
pub(super) enum Failure {
    /// It is refused, and has left nothing.
    Refused(StoreError),
    /// The transaction is lost.
    Lost(StoreError),
    /// Everything ends here, on purpose.
    Dies,
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Lost(failed(&error))
    }
}

type Done<T = ()> = Result<T, Failure>;

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

/// A transaction that is being filled.
pub(super) struct Filling<'a> {
    pub(super) connection: &'a Connection,
    /// Where streams ended at the last commit.
    pub(super) heads: &'a HashMap<StreamName, Head>,
    /// Where they end with what this transaction has written.
    pub(super) moved: BTreeMap<StreamName, Head>,
    pub(super) faults: &'a Faults,
}

impl Known for Filling<'_> {
    type Error = Failure;

    fn head(&self, stream: &StreamName) -> Done<Head> {
        Ok(self.moved.get(stream).or_else(|| self.heads.get(stream)).copied().unwrap_or_default())
    }

    fn is_decided(&self, command: CommandId) -> Done<bool> {
        let mut known = self.connection.prepare_cached("SELECT 1 FROM command WHERE id = ?1")?;
        Ok(known.exists([command.0])?)
    }

    fn item(&self, space: &str, key: &str) -> Done<u64> {
        read::unsigned(read::item_version(self.connection, space, key)?).map_err(Failure::Lost)
    }
}

impl Filling<'_> {
    /// Fails here if it is to.
    pub(super) fn pass(&self, point: Point) -> Done {
        match self.faults.at(point) {
            None => Ok(()),
            Some(Fault::Fails) => Err(Failure::Lost(StoreError::Away(format!("a fault at {point:?}")))),
            Some(Fault::Dies) => Err(Failure::Dies),
        }
    }

    /// Keeps batches, or none of them.
    pub(super) fn append(&mut self, batches: &[Batch]) -> Done {
        check(batches, self)?;
        batches.iter().try_for_each(|batch| self.keep(batch))
    }

    fn keep(&mut self, batch: &Batch) -> Done {
        batch.writes.iter().try_for_each(|write| self.keep_entries(write))?;
        self.keep_postings(batch)?;
        for seal in &batch.seals {
            self.keep_seal(seal)?;
            self.pass(Point::Seal)?;
        }
        for change in &batch.items {
            self.keep_item(change)?;
            self.pass(Point::Item)?;
        }
        let insert = "INSERT INTO command (id, body, at, by, status, answer, digest, refused_at)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let by = serde_json::to_string(&batch.by).unwrap_or_default();
        let answer = &batch.answer;
        let mut insert = self.connection.prepare_cached(insert)?;
        let digest = batch.digest();
        insert.execute((
            batch.cause.0,
            batch.body.0,
            batch.at.0,
            by,
            answer.status,
            &answer.text,
            digest.0,
            batch.refused_at(),
        ))?;
        self.pass(Point::Command)
    }

    fn keep_entries(&mut self, write: &Write) -> Done {
        let head = write.head_after(self.head(&write.stream)?);
        let move_on = "INSERT INTO stream_head (stream, version, hash, at, fence) VALUES (?1, ?2, ?3, ?4, ?5)
                       ON CONFLICT (stream) DO UPDATE SET version = ?2, hash = ?3, at = ?4, fence = ?5";
        let stream = write.stream.as_str();
        let mut move_on = self.connection.prepare_cached(move_on)?;
        move_on.execute((stream, column(head.version), head.hash.0, head.at.0, column(head.fence)))?;
        self.pass(Point::Head)?;
        let insert = "INSERT INTO entry (stream, version, at, by, cause, record, hash, input)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let mut insert = self.connection.prepare_cached(insert)?;
        for entry in &write.entries {
            let by = serde_json::to_string(&entry.by).unwrap_or_default();
            let (version, at, record) = (column(entry.version), entry.at.0, entry.record.get());
            let input = entry.input.as_deref().map(RawValue::get);
            insert.execute((stream, version, at, by, entry.cause.0, record, entry.hash.0, input))?;
            self.pass(Point::Entry)?;
        }
        self.moved.insert(write.stream.clone(), head);
        Ok(())
    }

    /// Lines of one entry are counted from one.
    fn keep_postings(&self, batch: &Batch) -> Done {
        let insert = "INSERT INTO posting (stream, version, line, debit, credit, currency, amount)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let mut insert = self.connection.prepare_cached(insert)?;
        let mut lines: BTreeMap<(&StreamName, u64), u32> = BTreeMap::new();
        for posting in &batch.postings {
            let line = lines.entry((&posting.stream, posting.version)).or_default();
            *line += 1;
            let (stream, version) = (posting.stream.as_str(), column(posting.version));
            let (from, to, currency) = (&posting.from, &posting.to, &posting.currency);
            insert.execute((stream, version, *line, from, to, currency, posting.amount))?;
            self.pass(Point::Posting)?;
        }
        Ok(())
    }

    fn keep_seal(&self, seal: &Seal) -> Done {
        let insert = "INSERT INTO seal (stream, version, what, key, bytes) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.connection.prepare_cached(insert)?;
        insert.execute((seal.stream.as_str(), column(seal.version), &seal.what, &seal.key, &seal.bytes))?;
        Ok(())
    }

    fn keep_item(&self, change: &ItemChange) -> Done {
        let (space, key) = (&change.space, &change.key);
        let Some(value) = &change.value else {
            let mut delete =
                self.connection.prepare_cached("DELETE FROM item WHERE space = ?1 AND key = ?2")?;
            delete.execute((space, key))?;
            return Ok(());
        };
        let put = "INSERT INTO item (space, key, version, value) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (space, key) DO UPDATE SET version = ?3, value = ?4";
        let mut put = self.connection.prepare_cached(put)?;
        put.execute((space, key, column(change.expected.saturating_add(1)), value))?;
        Ok(())
    }

    /// Takes old refusals away.
    pub(super) fn sweep_refusals(&self, before: At, most: u32) -> Done<u64> {
        let sweep = "DELETE FROM command WHERE id IN (
                         SELECT id FROM command WHERE refused_at < ?1 ORDER BY refused_at LIMIT ?2)";
        let gone = self.connection.prepare_cached(sweep)?.execute((before.0, most))?;
        Ok(u64::try_from(gone).unwrap_or(u64::MAX))
    }

    /// Puts secrets in place of others.
    pub(super) fn reseal(&self, old: &[Seal], new: &[Seal]) -> Done {
        let mut delete = self.connection.prepare_cached(
            "DELETE FROM seal WHERE stream = ?1 AND version = ?2 AND what = ?3 AND key = ?4",
        )?;
        for seal in old {
            delete.execute((seal.stream.as_str(), column(seal.version), &seal.what, &seal.key))?;
        }
        new.iter().try_for_each(|seal| self.keep_seal(seal))
    }

    /// Takes a lease, or holds it on, by a clock that is passed in.
    pub(super) fn lease(&self, name: &str, owner: &str, now: i64, time: Duration) -> Done<Option<Lease>> {
        let held = "SELECT owner, term, until FROM lease WHERE name = ?1";
        let held: Option<(String, i64, i64)> = self
            .connection
            .prepare_cached(held)?
            .query_row([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let term = match held {
            None => 1,
            Some((holder, term, _)) if holder == owner => term,
            Some((_, term, until)) if until <= now => term.saturating_add(1),
            Some(_) => return Ok(None),
        };
        let until = now.saturating_add(i64::try_from(time.as_micros()).unwrap_or(i64::MAX));
        let take = "INSERT INTO lease (name, owner, term, until) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT (name) DO UPDATE SET owner = ?2, term = ?3, until = ?4";
        self.connection.prepare_cached(take)?.execute((name, owner, term, until))?;
        let term = read::unsigned(term).map_err(Failure::Lost)?;
        Ok(Some(Lease { name: name.to_owned(), term }))
    }

    /// Lets a lease go. Its term stays, so that the next one is higher.
    pub(super) fn release(&self, name: &str, owner: &str) -> Done {
        let release = "UPDATE lease SET until = 0, owner = '' WHERE name = ?1 AND owner = ?2";
        self.connection.prepare_cached(release)?.execute((name, owner))?;
        Ok(())
    }

    /// Keeps an anchor behind the last one.
    pub(super) fn anchor(&self, anchor: &Anchor) -> Done {
        let bad = |error: crate::anchor::BadAnchor| Failure::Refused(StoreError::Damaged(error.to_string()));
        let statement = anchor.statement(&[]).map_err(bad)?;
        let Unanchored { last, hash, .. } = read::to_anchor_in(self.connection).map_err(Failure::Lost)?;
        if (last.saturating_add(1), hash) != (statement.number, statement.prev) {
            let problem = format!("anchor {} does not follow anchor {last}", statement.number);
            return Err(Failure::Refused(StoreError::Damaged(problem)));
        }
        let insert = "INSERT INTO anchor (number, key, signature, statement) VALUES (?1, ?2, ?3, ?4)";
        let (number, signature) = (column(statement.number), &anchor.signature);
        self.connection.prepare_cached(insert)?.execute((
            number,
            anchor.key.0,
            signature,
            &anchor.statement,
        ))?;
        let mark = "UPDATE stream_head SET anchored = ?2 WHERE stream = ?1";
        let mut mark = self.connection.prepare_cached(mark)?;
        for head in &statement.heads {
            mark.execute((head.stream.as_str(), column(head.version)))?;
        }
        Ok(())
    }
}
