//! The way back: from what is stored to tables, links and shoes.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::record::sealed::{Nonce, SealError as BrokenPromise, Secret};
use banco_engine::record::{Record, RecordError};
use banco_engine::table::{Rules, RulesError};
use banco_house::{CardNews, Chance, NoRandomness, ShoeFault, VirtualShoe};
use banco_journal::seal::SealError;
use banco_journal::{Entry, Hash, Head, Keyring, Seal, Store, StoreError, StreamName};
use banco_rulebook::{Bundle, BundleError};
use tokio::task::{JoinHandle, JoinSet};

use crate::books::{Books, Part, stream_of};
use crate::floor::{FloorOptions, Happened};
use crate::snapshot::{self, Sealed, Slots, SnapshotCounts};

/// Where the rules that tables are played by are kept.
pub(crate) const RULES: &str = "rules";

/// How many entries are read at a time.
pub(crate) const PAGE: u32 = 2000;

/// How many streams are read side by side at most.
const MOST_READERS: usize = 8;

/// Why a journal cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rules that were kept.
    #[error("the rules that a table was played by: {0}")]
    Bundle(#[from] BundleError),
    /// Rules that make no table.
    #[error("the rules that a table was played by: {0}")]
    Rules(#[from] RulesError),
    /// A record that this engine does not read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A secret that cannot be opened.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A secret that is not what was promised.
    #[error(transparent)]
    Promise(#[from] BrokenPromise),
    /// A shoe that is none.
    #[error("{0}: {1}")]
    Shoe(StreamName, ShoeFault),
    /// An entry that is not the one that was written.
    #[error("{0} {1}: not the entry that was written")]
    Changed(StreamName, u64),
    /// A record that belongs to another stream or another place.
    #[error("{0} {1}: the record is of another stream or another place")]
    Misplaced(StreamName, u64),
    /// The operating system gives no randomness.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// Reads everything that a store keeps: from the newest snapshot of each stream that can be trusted, else from its first
/// event. Streams have nothing in common until they are put together, so they are read side by side.
pub(crate) async fn load(
    store: &Arc<dyn Store>,
    keyring: &Arc<Keyring>,
    options: &FloorOptions,
    counts: &SnapshotCounts,
) -> Result<(Books, Slots), LoadError> {
    let mut books = Books::default();
    books.pit_mut().keep_house(options.house.clone());
    read_rules(&**store, &mut books, &options.rules_read).await?;
    let (mut kept, mut slots) = snapshot::read_all(&**store).await?;
    if !options.from_snapshots {
        kept.clear();
    }
    let heads = store.heads(None).await?.into_iter();
    let mut wanted: Vec<Wanted> = heads
        .filter_map(|(name, head)| stream_of(&name).map(|stream| (name, stream, head)))
        .map(|(name, stream, head)| Wanted {
            kept: kept.remove(&name).unwrap_or_default(),
            name,
            stream,
            head,
        })
        .collect();
    // The longest come first, so that no core waits for one of them at the end.
    wanted.sort_by_key(Wanted::work);
    let reader = Reader {
        epoch: store.epoch().await?,
        store: Arc::clone(store),
        keyring: Arc::clone(keyring),
        empty: books.clone(),
        wanted: Arc::new(Mutex::new(wanted)),
    };
    let mut parts: BTreeMap<Stream, Part> = BTreeMap::new();
    let mut readers = JoinSet::new();
    for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_READERS) {
        readers.spawn(reader.clone().run());
    }
    while let Some(read) = readers.join_next().await {
        let read = read.map_err(|error| StoreError::Stopped(error.to_string()))??;
        counts.opened(read.used, u64::try_from(read.ignored.len()).unwrap_or(u64::MAX));
        read.ignored.iter().for_each(|(name, version)| slots.forget(name, *version));
        parts.extend(read.parts);
    }
    // A table is told of links that are there.
    let (tables, others): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(stream, _)| matches!(stream, Stream::Table(_)));
    others.into_iter().chain(tables).for_each(|(stream, part)| books.put_part(stream, part));
    Ok((books, slots))
}

/// A stream that is to be read.
struct Wanted {
    name: StreamName,
    stream: Stream,
    head: Head,
    /// What is kept of it, the newest first.
    kept: Vec<Sealed>,
}

impl Wanted {
    /// How many events are to be read, if all goes well.
    fn work(&self) -> u64 {
        let from = self.kept.first().map_or(0, |kept| kept.version());
        self.head.version.saturating_sub(from)
    }
}

/// Reads streams, one after the other, as long as there are any.
#[derive(Clone)]
struct Reader {
    epoch: String,
    store: Arc<dyn Store>,
    keyring: Arc<Keyring>,
    /// The rules, and nothing else.
    empty: Books,
    wanted: Arc<Mutex<Vec<Wanted>>>,
}

/// What one of them has read.
#[derive(Default)]
struct ReadAll {
    parts: Vec<(Stream, Part)>,
    used: u64,
    ignored: Vec<(StreamName, u64)>,
}

impl Reader {
    async fn run(self) -> Result<ReadAll, LoadError> {
        let mut all = ReadAll::default();
        while let Some(wanted) = self.next() {
            let mut books = self.empty.clone();
            for sealed in &wanted.kept {
                if self.goes_on_from(sealed, &wanted, &mut books).await? {
                    all.used += 1;
                    break;
                }
                all.ignored.push((wanted.name.clone(), sealed.version()));
            }
            self.replay(&wanted, &mut books).await?;
            all.parts.extend(books.part(wanted.stream).map(|part| (wanted.stream, part)));
        }
        Ok(all)
    }

    fn next(&self) -> Option<Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Takes a snapshot, if it is of this history, of this program and of an entry that is there.
    async fn goes_on_from(
        &self,
        sealed: &Sealed,
        wanted: &Wanted,
        books: &mut Books,
    ) -> Result<bool, LoadError> {
        let version = sealed.version();
        if version == 0 || version > wanted.head.version {
            return Ok(false);
        }
        let shelf = books.pit().shelf();
        let Some(part) = sealed.open(&self.keyring, &wanted.name, wanted.stream, &self.epoch, shelf) else {
            return Ok(false);
        };
        let entry = self.store.entries(wanted.name.clone(), version - 1, 1).await?.pop();
        let is_there = |entry: &Entry| entry.head(0) == part.head && entry.hash == entry.hash_anew();
        if !entry.is_some_and(|entry| is_there(&entry)) {
            return Ok(false);
        }
        let head = Head { fence: wanted.head.fence, ..part.head };
        books.put_part(wanted.stream, Part { head, ..part });
        Ok(true)
    }

    /// Reads on from where the books are. While one page is followed, the next one is read.
    async fn replay(&self, wanted: &Wanted, books: &mut Books) -> Result<(), LoadError> {
        let mut page = self.ahead(wanted, books.head(&wanted.name).version);
        while let Some(read) = page.take() {
            let read = read.await.map_err(|error| StoreError::Stopped(error.to_string()))??;
            page = read.last().and_then(|last| self.ahead(wanted, last.entry.version));
            for Line { entry, record, seals } in read {
                follow(&self.keyring, books, &entry, record, &seals, wanted.head.fence)?;
            }
        }
        Ok(())
    }

    fn ahead(&self, wanted: &Wanted, after: u64) -> Option<JoinHandle<Result<Vec<Line>, LoadError>>> {
        let (store, name) = (Arc::clone(&self.store), wanted.name.clone());
        let more = after < wanted.head.version;
        more.then(|| tokio::spawn(async move { read_page(&*store, &name, after).await }))
    }
}

/// Rules that were read before, by the hash of their text: floors that share them read every text once.
#[derive(Clone, Default)]
pub struct RulesRead(Arc<Mutex<BTreeMap<Hash, Arc<Rules>>>>);

impl RulesRead {
    fn read(&self, text: &[u8]) -> Result<Arc<Rules>, LoadError> {
        let hash = Hash::over(text);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known().get(&hash) {
            return Ok(Arc::clone(rules));
        }
        let text = String::from_utf8_lossy(text);
        let rules = Arc::new(Rules::new(Bundle::read(&text)?.terms()?)?);
        known().insert(hash, Arc::clone(&rules));
        Ok(rules)
    }
}

/// Puts rules that are not known yet onto the shelf.
pub(crate) async fn read_rules(
    store: &dyn Store,
    books: &mut Books,
    before: &RulesRead,
) -> Result<(), LoadError> {
    let mut after = String::new();
    loop {
        let items = store.items(RULES.to_owned(), String::new(), after.clone(), 50).await?;
        let Some(last) = items.last() else { return Ok(()) };
        after.clone_from(&last.key);
        for item in items {
            if !books.knows_rules(&item.key) {
                books.learn_rules(&before.read(&item.value)?);
            }
        }
    }
}

/// An entry with what it says and what it hides.
struct Line {
    entry: Entry,
    record: Record,
    seals: Vec<Seal>,
}

impl Line {
    /// Whether it may name rules that have come with it.
    fn names_rules(&self) -> bool {
        self.entry.record.get().contains("\"rulebook_hash\"")
    }
}

/// Reads so many entries behind a version. Whether the first of them follows what is known, only whoever knows it can
/// tell; everything else is looked at here.
async fn read_page(store: &dyn Store, stream: &StreamName, after: u64) -> Result<Vec<Line>, LoadError> {
    let entries = store.entries(stream.clone(), after, PAGE).await?;
    let Some(last) = entries.last() else { return Ok(Vec::new()) };
    let seals = store.seals(stream.clone(), after, last.version).await?;
    let mut by_version: BTreeMap<u64, Vec<Seal>> = BTreeMap::new();
    seals.into_iter().for_each(|seal| by_version.entry(seal.version).or_default().push(seal));
    let line = |entry: Entry| {
        let record = own_record(&entry)?;
        let seals = by_version.remove(&entry.version).unwrap_or_default();
        Ok(Line { entry, record, seals })
    };
    entries.into_iter().map(line).collect()
}

/// The record of an entry, which must be the one that was written, and belong where it stands.
pub(crate) fn own_record(entry: &Entry) -> Result<Record, LoadError> {
    let (stream, version) = (|| entry.stream.clone(), entry.version);
    if entry.hash != entry.hash_anew() {
        return Err(LoadError::Changed(stream(), version));
    }
    let record = Record::read(entry.record.get())?;
    let here = stream_of(&entry.stream) == Some(record.stream());
    if !here || record.number() != version {
        return Err(LoadError::Misplaced(stream(), version));
    }
    Ok(record)
}

/// Applies the entries of a stream that the books lack.
///
/// Whatever has been applied is in `happened`, also where a later read fails: followers must hear of it.
pub(crate) async fn catch_up(
    store: &dyn Store,
    keyring: &Keyring,
    books: &mut Books,
    (stream, fence): (&StreamName, u64),
    rules: &RulesRead,
    happened: &mut Vec<Happened>,
) -> Result<(), LoadError> {
    if stream_of(stream).is_none() {
        return Ok(());
    }
    loop {
        let lines = read_page(store, stream, books.head(stream).version).await?;
        if lines.is_empty() {
            return Ok(());
        }
        if lines.iter().any(Line::names_rules) {
            read_rules(store, books, rules).await?;
        }
        for Line { entry, record, seals } in lines {
            let record = follow(keyring, books, &entry, record, &seals, fence)?;
            let Some(happening) = books.happening(&record) else { continue };
            let Entry { at, cause, version, .. } = entry;
            match happened.last_mut() {
                // What belongs to one command is told at once, in every stream that it moved.
                Some(last) if last.cause == cause => {
                    last.happenings.push(happening);
                    match last.streams.iter_mut().find(|(moved, _)| moved == stream) {
                        Some((_, end)) => *end = version,
                        None => last.streams.push((stream.clone(), version)),
                    }
                }
                _ => {
                    let streams = vec![(stream.clone(), version)];
                    happened.push(Happened { at, cause, streams, happenings: vec![happening] });
                }
            }
        }
    }
}

/// One entry; the record with what it hides.
pub(crate) fn follow(
    keyring: &Keyring,
    books: &mut Books,
    entry: &Entry,
    mut record: Record,
    seals: &[Seal],
    fence: u64,
) -> Result<Record, LoadError> {
    let stream = || entry.stream.clone();
    if entry.prev != books.head(&entry.stream).hash {
        return Err(LoadError::Changed(stream(), entry.version));
    }
    let sealed = |what: &str| seals.iter().find(|seal| seal.what == what);
    if let Some(seal) = sealed("face").or_else(|| sealed("trigger")) {
        let text = keyring.open(seal)?;
        record = record.with_secret(&Secret::read(&String::from_utf8_lossy(&text))?)?;
    } else if let Stream::Table(table) = record.stream() {
        record = from_shoe(record, table, books)?;
    }
    books.evolve(&record);
    if let Record::Table { table, event, .. } = &record {
        books.heard(*table).follow(event);
        let shoe = match sealed("shoe") {
            Some(seal) => {
                let shoe = VirtualShoe::from_secret_bytes(&keyring.open(seal)?);
                Some(Arc::new(shoe.map_err(|fault| LoadError::Shoe(stream(), fault))?))
            }
            None => cut(books, *table, event)?,
        };
        if let Some(shoe) = shoe {
            books.set_shoe(*table, shoe);
        }
        books.forget_shown(*table);
    }
    books.set_head(stream(), entry.head(fence));
    Ok(record)
}

/// A cut is public; a new shoe is read from what was sealed, never drawn again.
fn cut(
    books: &Books,
    table: TableId,
    event: &banco_engine::table::Event,
) -> Result<Option<Arc<VirtualShoe>>, LoadError> {
    let Some(known) = books.pit().table(table) else { return Ok(None) };
    match CardNews::from_event(known, event) {
        Some(news @ CardNews::Cut { .. }) => {
            Ok(news.follow(known, books.shoe(table).cloned(), Chance::System)?.map(Arc::new))
        }
        Some(CardNews::Shuffled { .. } | CardNews::TakenBack { .. }) | None => Ok(None),
    }
}

/// A card that lies face down came out of the shoe, which is known here.
fn from_shoe(record: Record, table: TableId, books: &Books) -> Result<Record, LoadError> {
    let Some((place, shoe)) = record.face_down().zip(books.shoe_of(table)) else { return Ok(record) };
    let Some(opening) = shoe.open(place) else { return Ok(record) };
    let secret = Secret::Face {
        card: opening.card,
        nonce: Some(Nonce(opening.salt)),
        number: record.number(),
        place,
        stack: Some(opening.place),
        table: table.0,
    };
    Ok(record.with_secret(&secret)?)
}
