//! A journal in memory, for simulations and as the plain twin of the others in tests. Nothing survives the process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

use crate::anchor::{Anchor, Unanchored};
use crate::batch::{Batch, Item, Kept, KeptAnswer, Posting, Seal};
use crate::check::{Known, check};
use crate::entry::{At, CommandId, Entry, Hash, Head, StreamName};
use crate::fault::{Faults, Point};
use crate::store::{Lease, Store, StoreError, Work};

/// A journal in memory.
pub struct MemoryStore {
    kept: Mutex<KeptAll>,
    hints: broadcast::Sender<StreamName>,
    faults: Faults,
    /// Microseconds, set by whoever drives it.
    now: Mutex<i64>,
}

#[derive(Default)]
struct KeptAll {
    heads: BTreeMap<StreamName, (Head, u64)>,
    entries: BTreeMap<StreamName, Vec<Entry>>,
    postings: Vec<Posting>,
    commands: BTreeMap<CommandId, Kept>,
    refusals: BTreeSet<(i64, CommandId)>,
    seals: Vec<Seal>,
    items: BTreeMap<(String, String), (u64, Vec<u8>)>,
    leases: BTreeMap<String, (String, u64, i64)>,
    anchors: Vec<Anchor>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new(Faults::default())
    }
}

impl MemoryStore {
    /// An empty journal that fails where it is told to.
    #[must_use]
    pub fn new(faults: Faults) -> Self {
        let (hints, _) = broadcast::channel(4096);
        Self { kept: Mutex::default(), hints, faults, now: Mutex::new(0) }
    }

    /// Sets the clock that leases run by.
    pub fn set_clock(&self, micros: i64) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = micros;
    }

    fn kept(&self) -> MutexGuard<'_, KeptAll> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks something up.
    fn read<T: Send + 'static>(&self, look: impl FnOnce(&KeptAll) -> T) -> Work<'_, T> {
        let found = match self.faults.at(Point::Read) {
            None => Ok(look(&self.kept())),
            Some(_) => Err(StoreError::Away("a fault".to_owned())),
        };
        Box::pin(async move { found })
    }

    /// Changes the journal, after what can be refused was looked at.
    fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut KeptAll) -> Result<T, StoreError>,
    ) -> Work<'_, T> {
        let done = self.change(change);
        Box::pin(async move { done })
    }

    fn change<T>(&self, change: impl FnOnce(&mut KeptAll) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut kept = self.kept();
        if self.faults.at(Point::Begin).is_some() {
            return Err(StoreError::Away("a fault".to_owned()));
        }
        let value = change(&mut kept)?;
        match self.faults.at(Point::Committed) {
            None => Ok(value),
            Some(_) => Err(StoreError::Unknown("the answer was lost".to_owned())),
        }
    }
}

impl Known for KeptAll {
    type Error = StoreError;

    fn head(&self, stream: &StreamName) -> Result<Head, StoreError> {
        Ok(self.heads.get(stream).map_or_else(Head::default, |(head, _)| *head))
    }

    fn is_decided(&self, command: CommandId) -> Result<bool, StoreError> {
        Ok(self.commands.contains_key(&command))
    }

    fn item(&self, space: &str, key: &str) -> Result<u64, StoreError> {
        let at = (space.to_owned(), key.to_owned());
        Ok(self.items.get(&at).map_or(0, |(version, _)| *version))
    }
}

impl KeptAll {
    fn append(&mut self, batches: Vec<Batch>) -> Result<(), StoreError> {
        check(&batches, self)?;
        batches.into_iter().for_each(|batch| self.keep(batch));
        Ok(())
    }

    fn keep(&mut self, batch: Batch) {
        let refused_at = batch.refused_at();
        for write in batch.writes {
            let (known, anchored) = self.heads.get(&write.stream).copied().unwrap_or_default();
            self.heads.insert(write.stream.clone(), (write.head_after(known), anchored));
            self.entries.entry(write.stream).or_default().extend(write.entries);
        }
        for change in batch.items {
            let at = (change.space, change.key);
            match change.value {
                Some(value) => drop(self.items.insert(at, (change.expected.saturating_add(1), value))),
                None => drop(self.items.remove(&at)),
            }
        }
        self.refusals.extend(refused_at.map(|at| (at, batch.cause)));
        self.postings.extend(batch.postings);
        self.seals.extend(batch.seals);
        self.commands
            .insert(batch.cause, Kept { body: batch.body, at: batch.at, by: batch.by, answer: batch.answer });
    }

    fn sweep_refusals(&mut self, before: At, most: u32) -> u64 {
        let old = self.refusals.iter().take_while(|(at, _)| *at < before.0);
        let old: Vec<(i64, CommandId)> = old.take(most as usize).copied().collect();
        for one in &old {
            self.refusals.remove(one);
            self.commands.remove(&one.1);
        }
        u64::try_from(old.len()).unwrap_or(u64::MAX)
    }

    fn lease(&mut self, name: String, owner: String, now: i64, time: Duration) -> Option<Lease> {
        let term = match self.leases.get(&name) {
            None => 1,
            Some((holder, term, _)) if *holder == owner => *term,
            Some((_, term, until)) if *until <= now => term.saturating_add(1),
            Some(_) => return None,
        };
        let until = now.saturating_add(i64::try_from(time.as_micros()).unwrap_or(i64::MAX));
        self.leases.insert(name.clone(), (owner, term, until));
        Some(Lease { name, term })
    }

    fn last_anchor(&self) -> (u64, Hash) {
        let number = u64::try_from(self.anchors.len()).unwrap_or(u64::MAX);
        (number, self.anchors.last().map(Anchor::hash).unwrap_or_default())
    }

    fn anchor(&mut self, anchor: Anchor) -> Result<(), StoreError> {
        let statement = anchor.statement(&[]).map_err(|error| StoreError::Damaged(error.to_string()))?;
        let (last, hash) = self.last_anchor();
        if (last.saturating_add(1), hash) != (statement.number, statement.prev) {
            let problem = format!("anchor {} does not follow anchor {last}", statement.number);
            return Err(StoreError::Damaged(problem));
        }
        for head in statement.heads {
            let known = self.heads.get_mut(&head.stream);
            known.into_iter().for_each(|(_, anchored)| *anchored = head.version);
        }
        self.anchors.push(anchor);
        Ok(())
    }

    fn balances(&self) -> Vec<(String, String, i128)> {
        let mut sums: BTreeMap<(String, String), i128> = BTreeMap::new();
        for posting in &self.postings {
            let currency = || posting.currency.clone();
            *sums.entry((currency(), posting.to.clone())).or_default() += i128::from(posting.amount);
            *sums.entry((currency(), posting.from.clone())).or_default() -= i128::from(posting.amount);
        }
        sums.into_iter().map(|((currency, account), sum)| (currency, account, sum)).collect()
    }
}

impl Store for MemoryStore {
    fn epoch(&self) -> Work<'_, String> {
        self.read(|_| "memory".to_owned())
    }

    fn append(&self, batches: Vec<Batch>) -> Work<'_, ()> {
        let streams = batches.iter().flat_map(|batch| &batch.writes).map(|write| write.stream.clone());
        let streams: Vec<StreamName> = streams.collect();
        let done = self.change(|kept| kept.append(batches));
        if done.is_ok() {
            // Nobody listens, perhaps.
            streams.into_iter().for_each(|stream| drop(self.hints.send(stream)));
        }
        Box::pin(async move { done })
    }

    fn command(&self, id: CommandId) -> Work<'_, Option<Kept>> {
        self.read(|kept| kept.commands.get(&id).cloned())
    }

    fn sweep_refusals(&self, before: At, most: u32) -> Work<'_, u64> {
        self.write(|kept| Ok(kept.sweep_refusals(before, most)))
    }

    fn answers(&self, after: Option<CommandId>, most: u32) -> Work<'_, Vec<KeptAnswer>> {
        self.read(|kept| {
            let behind = kept.commands.iter().filter(|(id, _)| after.is_none_or(|after| **id > after));
            let some = behind.take(usize::try_from(most).unwrap_or(usize::MAX));
            some.map(|(id, kept)| (*id, kept.clone(), Some(kept.digest(*id)))).collect()
        })
    }

    fn heads(&self, of: Option<Vec<StreamName>>) -> Work<'_, Vec<(StreamName, Head)>> {
        self.read(|kept| match of {
            None => kept.heads.iter().map(|(stream, (head, _))| (stream.clone(), *head)).collect(),
            Some(of) => {
                let known =
                    |stream: StreamName| kept.heads.get(&stream).map(|(head, _)| (stream.clone(), *head));
                of.into_iter().filter_map(known).collect()
            }
        })
    }

    fn heads_after(&self, after: Option<StreamName>, most: u32) -> Work<'_, Vec<(StreamName, Head)>> {
        self.read(|kept| {
            let behind =
                kept.heads.iter().filter(|(stream, _)| after.as_ref().is_none_or(|last| *stream > last));
            behind.take(most as usize).map(|(stream, (head, _))| (stream.clone(), *head)).collect()
        })
    }

    fn entries(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Entry>> {
        self.read(|kept| {
            let entries = kept.entries.get(&of).into_iter().flatten();
            entries.skip(usize::try_from(after).unwrap_or(usize::MAX)).take(most as usize).cloned().collect()
        })
    }

    fn seals(&self, of: StreamName, after: u64, up_to: u64) -> Work<'_, Vec<Seal>> {
        self.read(|kept| {
            let wanted = |seal: &&Seal| seal.stream == of && seal.version > after && seal.version <= up_to;
            kept.seals.iter().filter(wanted).cloned().collect()
        })
    }

    fn reseal(&self, old: Vec<Seal>, new: Vec<Seal>) -> Work<'_, ()> {
        self.write(|kept| {
            let same = |one: &Seal, other: &Seal| {
                (&one.stream, one.version, &one.what, &one.key)
                    == (&other.stream, other.version, &other.what, &other.key)
            };
            kept.seals.retain(|seal| !old.iter().any(|gone| same(seal, gone)));
            kept.seals.extend(new);
            kept.seals.sort_by(|one, other| (one.version, &one.what).cmp(&(other.version, &other.what)));
            Ok(())
        })
    }

    fn postings(&self, of: StreamName, after: u64, most: u32) -> Work<'_, Vec<Posting>> {
        let up_to = after.saturating_add(u64::from(most));
        self.read(|kept| {
            let wanted = |one: &&Posting| one.stream == of && one.version > after && one.version <= up_to;
            kept.postings.iter().filter(wanted).cloned().collect()
        })
    }

    fn balances(&self) -> Work<'_, Vec<(String, String, i128)>> {
        self.read(KeptAll::balances)
    }

    fn items(&self, space: String, prefix: String, after: String, most: u32) -> Work<'_, Vec<Item>> {
        self.read(|kept| {
            let wanted = |at: &&(String, String)| at.0 == space && at.1 > after && at.1.starts_with(&prefix);
            let found = kept.items.iter().filter(|(at, _)| wanted(at)).take(most as usize);
            let item = |(at, (version, value)): (&(String, String), &(u64, Vec<u8>))| Item {
                space: at.0.clone(),
                key: at.1.clone(),
                version: *version,
                value: value.clone(),
            };
            found.map(item).collect()
        })
    }

    fn lease(&self, name: String, owner: String, time: Duration) -> Work<'_, Option<Lease>> {
        let now = *self.now.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(|kept| Ok(kept.lease(name, owner, now, time)))
    }

    fn release(&self, name: String, owner: String) -> Work<'_, ()> {
        self.write(|kept| {
            if let Some((holder, _, until)) = kept.leases.get_mut(&name)
                && *holder == owner
            {
                (*holder, *until) = (String::new(), 0);
            }
            Ok(())
        })
    }

    fn anchor(&self, anchor: Anchor) -> Work<'_, ()> {
        self.write(|kept| kept.anchor(anchor))
    }

    fn anchors(&self, after: u64, most: u32) -> Work<'_, Vec<Anchor>> {
        self.read(|kept| {
            let behind = kept.anchors.iter().skip(usize::try_from(after).unwrap_or(usize::MAX));
            behind.take(most as usize).cloned().collect()
        })
    }

    fn to_anchor(&self) -> Work<'_, Unanchored> {
        self.read(|kept| {
            let (number, hash) = kept.last_anchor();
            let moved = kept.heads.iter().filter(|(_, (head, anchored))| head.version > *anchored);
            let moved = moved.map(|(stream, (head, _))| (stream.clone(), *head)).collect();
            Unanchored { last: number, hash, moved }
        })
    }

    fn hints(&self) -> broadcast::Receiver<StreamName> {
        self.hints.subscribe()
    }
}
