//! Snapshots: what streams have come to, kept so that a floor is there again at once. They only speed up loading, and
//! whatever is wrong with one, it is as if it were not there.
//!
//! A snapshot is an item of the journal in the space `snapshot`, and of every stream the last two are kept. All of it is
//! sealed with the key of the house under its stream and version, the shoe and the faces of cards that lie face down as
//! well as what everybody may know: so nobody without the key can put another state in its place.
//!
//! ```text
//! the version of the stream | space | the name of the key | line feed | sealed: { stamp, part }
//! ```
//!
//! The stamp says of which history, of which entry and of which program the state is. If anything differs, the stream is
//! read from the snapshot before it, or from its first event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use banco_engine::pit::Stream;
use banco_engine::table::Person;
use banco_engine::{RECORD_VERSION, STATE_VERSION, Shelf, Snapshot};
use banco_house::{Heard, VirtualShoe};
use banco_journal::{
    Answer, At, Batch, By, Hash, Head, Item, ItemChange, Keyring, Seal, Store, StoreError, StreamName,
};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::books::{Books, Part, stream_of};
use crate::write::machine_id;

/// The version of the form in which parts of the books are kept.
const FORM: u16 = 1;

/// After how many events of a stream it is kept again, where nobody says otherwise.
pub(crate) const EVERY: u64 = 500;

/// How many snapshots of a stream there are.
const KEPT: usize = 2;

/// How many sets of streams may wait to be kept; a set more is left for the next time.
const WAITING: usize = 16;

/// How many snapshots are written or read at once.
const TOGETHER: usize = 64;

const SPACE: &str = "snapshot";
const WHAT: &str = "snapshot";

/// What became of snapshots.
#[derive(Default, Debug)]
pub struct SnapshotCounts {
    kept: AtomicU64,
    failed: AtomicU64,
    used: AtomicU64,
    ignored: AtomicU64,
    newest: AtomicI64,
}

impl SnapshotCounts {
    /// How many were kept since the floor was opened.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }

    /// How many could not be kept since then.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// How many streams went on from one when the floor was opened.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// How many were of no use then.
    #[must_use]
    pub fn ignored(&self) -> u64 {
        self.ignored.load(Ordering::Relaxed)
    }

    /// When the newest entry that a snapshot of this life holds was written; nothing before there is one.
    #[must_use]
    pub fn newest(&self) -> Option<At> {
        Some(At(self.newest.load(Ordering::Relaxed))).filter(|at| at.0 > 0)
    }

    pub(crate) fn opened(&self, used: u64, ignored: u64) {
        self.used.fetch_add(used, Ordering::Relaxed);
        self.ignored.fetch_add(ignored, Ordering::Relaxed);
    }

    fn wrote(&self, many: usize, well: bool) {
        let of = if well { &self.kept } else { &self.failed };
        of.fetch_add(u64::try_from(many).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Of which history, entry and program a state is.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stamp {
    at: At,
    digest: Hash,
    epoch: String,
    form: u16,
    hash: Hash,
    record: u16,
    state: u16,
    version: u64,
}

impl Stamp {
    fn new(head: Head, epoch: &str, state: &Snapshot) -> Self {
        Self {
            at: head.at,
            digest: Hash(state.digest().0),
            epoch: epoch.to_owned(),
            form: FORM,
            hash: head.hash,
            record: RECORD_VERSION,
            state: STATE_VERSION,
            version: head.version,
        }
    }

    const fn head(&self) -> Head {
        Head { version: self.version, hash: self.hash, at: self.at, fence: 0 }
    }
}

/// What is sealed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    heard: Vec<Person>,
    over: Vec<Vec<u8>>,
    shoe: Option<Vec<u8>>,
    stamp: Stamp,
    state: Snapshot,
}

impl Plain {
    fn of(part: &Part, epoch: &str) -> Result<Self, serde_json::Error> {
        let state = Snapshot::of(&part.state)?;
        Ok(Self {
            heard: part.heard.people().to_vec(),
            over: part.over.iter().map(|shoe| shoe.to_secret_bytes()).collect(),
            shoe: part.shoe.as_ref().map(|shoe| shoe.to_secret_bytes()),
            stamp: Stamp::new(part.head, epoch, &state),
            state,
        })
    }

    fn into_part(self, stream: Stream, version: u64, epoch: &str, shelf: &Shelf) -> Option<Part> {
        let head = self.stamp.head();
        if self.stamp != Stamp::new(head, epoch, &self.state) || head.version != version {
            return None;
        }
        let shoe = |bytes: &Vec<u8>| VirtualShoe::from_secret_bytes(bytes).ok().map(Arc::new);
        let mut heard = Heard::default();
        self.heard.iter().for_each(|person| heard.add(*person));
        Some(Part {
            state: self.state.read(stream, shelf)?,
            head,
            over: self.over.iter().map(shoe).collect::<Option<_>>()?,
            shoe: match &self.shoe {
                Some(bytes) => Some(shoe(bytes)?),
                None => None,
            },
            heard,
        })
    }
}

/// A snapshot as it is kept.
pub(crate) struct Sealed {
    version: u64,
    key: String,
    bytes: Vec<u8>,
}

impl Sealed {
    /// Seals what a stream has come to.
    fn of(part: &Part, name: &StreamName, epoch: &str, keyring: &Keyring) -> Option<Self> {
        let plain = serde_json::to_vec(&Plain::of(part, epoch).ok()?).ok()?;
        let version = part.head.version;
        let Seal { key, bytes, .. } = keyring.seal(name, version, WHAT, &plain).ok()?;
        Some(Self { version, key, bytes })
    }

    /// Where the stream was.
    pub(crate) const fn version(&self) -> u64 {
        self.version
    }

    /// What is sealed, if it can be trusted.
    pub(crate) fn open(
        &self,
        keyring: &Keyring,
        name: &StreamName,
        stream: Stream,
        epoch: &str,
        shelf: &Shelf,
    ) -> Option<Part> {
        let (stream_name, key, bytes) = (name.clone(), self.key.clone(), self.bytes.clone());
        let seal = Seal { stream: stream_name, version: self.version, what: WHAT.to_owned(), key, bytes };
        let plain: Plain = serde_json::from_slice(&keyring.open(&seal).ok()?).ok()?;
        plain.into_part(stream, self.version, epoch, shelf)
    }

    fn write(self) -> Vec<u8> {
        let mut bytes = format!("{} {}\n", self.version, self.key).into_bytes();
        bytes.extend(self.bytes);
        bytes
    }

    fn read(value: &[u8]) -> Option<Self> {
        let end = value.iter().position(|byte| *byte == b'\n')?;
        let (head, rest) = value.split_at_checked(end)?;
        let (version, key) = std::str::from_utf8(head).ok()?.split_once(' ')?;
        let (version, key) = (version.parse().ok()?, key.to_owned());
        Some(Self { version, key, bytes: rest.get(1..)?.to_vec() })
    }
}

/// Where snapshots are kept: of each stream, where it was in each of them, and how often each was written.
#[derive(Default)]
pub(crate) struct Slots(BTreeMap<StreamName, [Slot; KEPT]>);

#[derive(Clone, Copy, Default)]
struct Slot {
    version: u64,
    written: u64,
}

impl Slots {
    /// The older of those of a stream: its place, and what is there.
    fn oldest(&mut self, stream: &StreamName) -> Option<(usize, &mut Slot)> {
        let slots = self.0.entry(stream.clone()).or_default();
        slots.iter_mut().enumerate().min_by_key(|(_, slot)| slot.version)
    }

    /// One of them was of no use: the next one takes its place.
    pub(crate) fn forget(&mut self, stream: &StreamName, version: u64) {
        let slots = self.0.get_mut(stream).into_iter().flatten();
        slots.filter(|slot| slot.version == version).for_each(|slot| slot.version = 0);
    }

    fn newest(&self, stream: &StreamName) -> u64 {
        self.0.get(stream).into_iter().flatten().map(|slot| slot.version).max().unwrap_or_default()
    }
}

fn key_of(stream: &StreamName, place: usize) -> String {
    format!("{stream} {place}")
}

/// All snapshots that are kept, the newest of each stream first, and where they are.
pub(crate) async fn read_all(
    store: &dyn Store,
) -> Result<(BTreeMap<StreamName, Vec<Sealed>>, Slots), StoreError> {
    let (mut all, mut slots): (BTreeMap<_, Vec<Sealed>>, _) = (BTreeMap::new(), Slots::default());
    let mut after = String::new();
    loop {
        let most = u32::try_from(TOGETHER).unwrap_or(u32::MAX);
        let items = store.items(SPACE.to_owned(), String::new(), after.clone(), most).await?;
        let Some(last) = items.last() else { break };
        after.clone_from(&last.key);
        for Item { key, version: written, value, .. } in items {
            let named = key.split_once(' ').and_then(|(name, at)| Some((StreamName::new(name).ok()?, at)));
            let Some((name, at)) = named else { continue };
            let sealed = Sealed::read(&value);
            let version = sealed.as_ref().map_or(0, Sealed::version);
            let here = slots.0.entry(name.clone()).or_default();
            let slot = at.parse::<usize>().ok().and_then(|at| here.get_mut(at));
            slot.into_iter().for_each(|slot| *slot = Slot { version, written });
            all.entry(name).or_default().extend(sealed);
        }
    }
    all.values_mut().for_each(|kept| kept.sort_by_key(|sealed| std::cmp::Reverse(sealed.version)));
    Ok((all, slots))
}

/// Streams that are to be kept, as they are in these books.
pub(crate) type Due = (BTreeSet<StreamName>, Arc<Books>);

/// Keeps snapshots beside the floor, on copies of its books.
pub(crate) struct Keeper {
    store: Arc<dyn Store>,
    keyring: Arc<Keyring>,
    counts: Arc<SnapshotCounts>,
    slots: Slots,
    due: mpsc::Receiver<Due>,
}

impl Keeper {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        keyring: Arc<Keyring>,
        counts: Arc<SnapshotCounts>,
        slots: Slots,
    ) -> (Self, mpsc::Sender<Due>) {
        let (sender, due) = mpsc::channel(WAITING);
        (Self { store, keyring, counts, slots, due }, sender)
    }

    /// Keeps whatever falls due until the floor ends, and then everything that has moved since.
    pub(crate) async fn run(mut self) {
        while let Some((streams, books)) = self.due.recv().await {
            let streams: Vec<StreamName> = streams.into_iter().collect();
            for streams in streams.chunks(TOGETHER) {
                self.keep(streams, &books).await;
            }
        }
    }

    async fn keep(&mut self, streams: &[StreamName], books: &Books) {
        // A history that cannot be named now is not gone on with.
        let Ok(epoch) = self.store.epoch().await else { return self.counts.wrote(streams.len(), false) };
        let mut batches = Vec::new();
        let mut places = Vec::new();
        let mut newest = At::default();
        for name in streams {
            let part = stream_of(name).and_then(|stream| books.part(stream));
            let Some(part) = part.filter(|part| part.head.version > self.slots.newest(name)) else {
                continue;
            };
            let Some(sealed) = Sealed::of(&part, name, &epoch, &self.keyring) else {
                self.counts.wrote(1, false);
                continue;
            };
            let Some((place, slot)) = self.slots.oldest(name) else { continue };
            batches.push(batch(name, part.head, key_of(name, place), slot.written, sealed));
            places.push((name, place, part.head.version));
            newest = newest.max(part.head.at);
        }
        if batches.is_empty() {
            return;
        }
        let done = self.store.append(batches).await;
        self.counts.wrote(places.len(), done.is_ok());
        if done.is_ok() {
            self.counts.newest.fetch_max(newest.0, Ordering::Relaxed);
        }
        for (name, place, version) in places {
            match done {
                Ok(()) => self.written(name, place, version),
                Err(_) => self.look_again(name, place).await,
            }
        }
    }

    fn written(&mut self, name: &StreamName, place: usize, version: u64) {
        let slot = self.slots.0.get_mut(name).and_then(|slots| slots.get_mut(place));
        slot.into_iter().for_each(|slot| *slot = Slot { version, written: slot.written.saturating_add(1) });
    }

    /// Another node was faster, or nobody knows whether it was kept: what is there decides where the next one goes.
    async fn look_again(&mut self, name: &StreamName, place: usize) {
        let key = key_of(name, place);
        let Ok(items) = self.store.items(SPACE.to_owned(), key.clone(), String::new(), 1).await else {
            return;
        };
        let found = items.first().filter(|item| item.key == key);
        let version = found.and_then(|item| Sealed::read(&item.value)).map_or(0, |sealed| sealed.version);
        let written = found.map_or(0, |item| item.version);
        let slot = self.slots.0.get_mut(name).and_then(|slots| slots.get_mut(place));
        slot.into_iter().for_each(|slot| *slot = Slot { version, written });
    }
}

/// One snapshot by itself. A stream that others have moved meanwhile does no harm: it is of an entry that is there.
fn batch(name: &StreamName, head: Head, key: String, expected: u64, sealed: Sealed) -> Batch {
    let id = machine_id(&format!("snapshot {key} {expected}"), [(name, head)]);
    let by = By::Machine { machine: WHAT.to_owned() };
    let answer = Answer { status: 200, text: "{}".to_owned() };
    let mut batch = Batch::new(id, Hash::NONE, head.at, by, answer);
    batch.items = vec![ItemChange { space: SPACE.to_owned(), key, expected, value: Some(sealed.write()) }];
    batch
}

#[cfg(test)]
mod tests {
    use banco_engine::link::TableId;
    use banco_engine::pit::State;
    use banco_engine::table::Rules;
    use banco_house::Chance;
    use banco_rulebook::Library;

    use super::*;

    fn ring(byte: &str) -> Keyring {
        Keyring::read(&format!("test {}", byte.repeat(32))).unwrap()
    }

    fn name(text: &str) -> StreamName {
        StreamName::new(text).unwrap()
    }

    /// A table of which the first event was written, with a shoe.
    fn books() -> Books {
        let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
        let rules = Arc::new(Rules::new(terms).unwrap());
        let mut books = Books::default();
        books.pit_mut().put_up(TableId(1), &rules);
        let shoe = VirtualShoe::arranged(&rules.terms.pack(), Chance::Seed(1), "test").unwrap();
        books.set_shoe(TableId(1), Arc::new(shoe));
        books.heard(TableId(1)).add(Person(7));
        books.set_head(name("table/1"), Head { version: 1, hash: Hash([3; 32]), at: At(5), fence: 0 });
        books
    }

    #[test]
    fn a_snapshot_is_read_back_where_it_belongs_and_nowhere_else() {
        let (books, one) = (books(), Stream::Table(TableId(1)));
        let (shelf, no_rules) = (books.pit().shelf(), Shelf::default());
        let part = books.part(one).unwrap();
        let kept = Sealed::of(&part, &name("table/1"), "epoch", &ring("07")).unwrap().write();
        let opens = |kept: &[u8], at: &str, stream, epoch, ring: &Keyring, shelf| {
            Sealed::read(kept).and_then(|sealed| sealed.open(ring, &name(at), stream, epoch, shelf))
        };
        let read = opens(&kept, "table/1", one, "epoch", &ring("07"), shelf).unwrap();
        assert!(read.head == part.head && read.shoe == part.shoe && read.heard == part.heard);
        assert!(
            matches!((&read.state, &part.state), (State::Table(one), State::Table(other)) if one == other)
        );
        // Another history, another key, another stream, another entry, rules that are not there.
        assert!(opens(&kept, "table/1", one, "other", &ring("07"), shelf).is_none());
        assert!(opens(&kept, "table/1", one, "epoch", &ring("08"), shelf).is_none());
        assert!(opens(&kept, "table/2", Stream::Table(TableId(2)), "epoch", &ring("07"), shelf).is_none());
        let later = [b"2 test", kept.get(6..).unwrap()].concat();
        assert!(opens(&later, "table/1", one, "epoch", &ring("07"), shelf).is_none());
        assert!(opens(&kept, "table/1", one, "epoch", &ring("07"), &no_rules).is_none());
        for short in [0, 1, 6, 7, 40, kept.len() - 1] {
            let cut = kept.get(..short).unwrap();
            assert!(opens(cut, "table/1", one, "epoch", &ring("07"), shelf).is_none(), "{short}");
        }
    }

    #[test]
    fn a_state_of_another_program_is_not_read() {
        let (books, one) = (books(), Stream::Table(TableId(1)));
        let (shelf, part) = (books.pit().shelf(), books.part(one).unwrap());
        let changes: [fn(&mut Stamp); 6] = [
            |stamp| stamp.form += 1,
            |stamp| stamp.record += 1,
            |stamp| stamp.state += 1,
            |stamp| stamp.version += 1,
            |stamp| stamp.digest = Hash::NONE,
            |stamp| stamp.epoch.clear(),
        ];
        assert!(Plain::of(&part, "epoch").unwrap().into_part(one, 1, "epoch", shelf).is_some());
        for change in changes {
            let mut plain = Plain::of(&part, "epoch").unwrap();
            change(&mut plain.stamp);
            assert!(plain.into_part(one, 1, "epoch", shelf).is_none());
        }
    }
}
