//! The way back: from what is stored to tables, links and shoes.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::cage::House;
use banco_engine::link::TableId;
use banco_engine::pit::{Happening, Stream};
use banco_engine::record::sealed::{Nonce, SealError as BrokenPromise, Secret};
use banco_engine::record::{Record, RecordError};
use banco_engine::table::{Rules, RulesError};
use banco_house::{CardNews, Chance, NoRandomness, ShoeFault, VirtualShoe};
use banco_journal::seal::SealError;
use banco_journal::{Entry, Keyring, Seal, Store, StoreError, StreamName};
use banco_rulebook::{Bundle, BundleError};

use crate::books::Books;
use crate::floor::Happened;

/// Where the rules that tables are played by are kept.
pub(crate) const RULES: &str = "rules";

/// How many entries are read at a time.
pub(crate) const PAGE: u32 = 2000;

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

/// Reads everything that a store keeps.
pub(crate) async fn load(store: &dyn Store, keyring: &Keyring, house: House) -> Result<Books, LoadError> {
    let mut books = Books::default();
    books.pit_mut().keep_house(house);
    read_rules(store, &mut books).await?;
    for (stream, _) in store.heads(None).await? {
        catch_up(store, keyring, &mut books, &stream).await?;
    }
    Ok(books)
}

/// Puts rules that are not known yet onto the shelf.
pub(crate) async fn read_rules(store: &dyn Store, books: &mut Books) -> Result<(), LoadError> {
    let mut after = String::new();
    loop {
        let items = store.items(RULES.to_owned(), String::new(), after.clone(), 50).await?;
        let Some(last) = items.last() else { return Ok(()) };
        after.clone_from(&last.key);
        for item in items {
            if !books.knows_rules(&item.key) {
                let text = String::from_utf8_lossy(&item.value);
                let rules = Rules::new(Bundle::read(&text)?.terms()?)?;
                books.learn_rules(&Arc::new(rules));
            }
        }
    }
}

/// Reads what a stream has more than the books know of, and says what has happened there.
pub(crate) async fn catch_up(
    store: &dyn Store,
    keyring: &Keyring,
    books: &mut Books,
    stream: &StreamName,
) -> Result<Vec<Happened>, LoadError> {
    let mut happened = Vec::new();
    if !matches!(stream.kind(), "table" | "link" | "account") {
        return Ok(happened);
    }
    loop {
        let after = books.head(stream).version;
        let entries = store.entries(stream.clone(), after, PAGE).await?;
        let Some(last) = entries.last() else { return Ok(happened) };
        let seals = store.seals(stream.clone(), after, last.version).await?;
        let mut by_version: BTreeMap<u64, Vec<Seal>> = BTreeMap::new();
        seals.into_iter().for_each(|seal| by_version.entry(seal.version).or_default().push(seal));
        for entry in entries {
            let seals = by_version.remove(&entry.version).unwrap_or_default();
            let Some(happening) = follow(keyring, books, &entry, &seals)? else { continue };
            let (at, cause, ends) = (entry.at, entry.cause, vec![(stream.clone(), entry.version)]);
            match happened.last_mut() {
                // What belongs to one command is told at once.
                Some(Happened { cause: last, streams, happenings, .. }) if *last == cause => {
                    *streams = ends;
                    happenings.push(happening);
                }
                _ => happened.push(Happened { at, cause, streams: ends, happenings: vec![happening] }),
            }
        }
    }
}

/// One entry.
pub(crate) fn follow(
    keyring: &Keyring,
    books: &mut Books,
    entry: &Entry,
    seals: &[Seal],
) -> Result<Option<Happening>, LoadError> {
    let (stream, version) = (|| entry.stream.clone(), entry.version);
    let head = books.head(&entry.stream);
    if entry.prev != head.hash || entry.hash != entry.hash_anew() {
        return Err(LoadError::Changed(stream(), version));
    }
    let mut record = Record::read(entry.record.get())?;
    let here = crate::books::name_of(record.stream()).as_ref() == Some(&entry.stream);
    if !here || record.number() != version {
        return Err(LoadError::Misplaced(stream(), version));
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
    books.set_head(stream(), entry.head(head.fence));
    Ok(books.happening(&record))
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
