//! What an operator does to a floor without its server: keys, anchors, what is known of tables.

use std::collections::BTreeMap;

use banco_journal::seal::SealError;
use banco_journal::{Anchor, AnchorKey, At, Keyring, Seal, Statement, Store, StoreError, StreamName};
use serde::Deserialize;

use crate::api::setup::SPACE as PROPOSALS;
use crate::tables::Tables;
pub use crate::tables::{Dealing, TableFile};

/// How many entries' secrets are looked at together.
const PAGE: u64 = 2000;

/// Why secrets were not sealed anew.
#[derive(Debug, thiserror::Error)]
pub enum ResealError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A secret cannot be opened.
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// How many secrets of entries are sealed with which key.
///
/// # Errors
/// The store.
pub async fn sealed_with(store: &dyn Store) -> Result<BTreeMap<String, usize>, StoreError> {
    let mut keys = BTreeMap::new();
    for (stream, head) in store.heads(None).await? {
        for after in pages(head.version) {
            for seal in page(store, &stream, after).await? {
                *keys.entry(seal.key).or_default() += 1;
            }
        }
    }
    Ok(keys)
}

/// Seals every secret of an entry with the key that seals now, and says how many had another one. Each is
/// opened with its old key before and with the new one afterward, so nothing is lost on the way.
///
/// # Errors
/// The store, or a key that is not at hand; what was sealed anew by then stays so.
pub async fn reseal(store: &dyn Store, keyring: &Keyring) -> Result<usize, ResealError> {
    let mut resealed = 0;
    for (stream, head) in store.heads(None).await? {
        for after in pages(head.version) {
            let mut old = page(store, &stream, after).await?;
            old.retain(|seal| seal.key != keyring.current());
            if old.is_empty() {
                continue;
            }
            let new: Vec<Seal> = old.iter().map(|seal| keyring.anew(seal)).collect::<Result<_, _>>()?;
            resealed += old.len();
            store.reseal(old, new).await?;
            for seal in page(store, &stream, after).await? {
                keyring.open(&seal)?;
            }
        }
    }
    Ok(resealed)
}

fn pages(end: u64) -> impl Iterator<Item = u64> {
    (0..end.div_ceil(PAGE)).map(|page| page * PAGE)
}

async fn page(store: &dyn Store, stream: &StreamName, after: u64) -> Result<Vec<Seal>, StoreError> {
    store.seals(stream.clone(), after, after.saturating_add(PAGE)).await
}

/// Signs where all streams end now.
///
/// # Errors
/// The store, or a server has signed one at the same moment.
pub async fn sign_anchor(store: &dyn Store, key: &AnchorKey, now: At) -> Result<Anchor, StoreError> {
    let statement = Statement::new(store.to_anchor().await?, store.epoch().await?, now);
    let anchor = key.sign(&statement);
    store.anchor(anchor.clone()).await?;
    Ok(anchor)
}

/// The tables of a floor by their numbers.
///
/// # Errors
/// The store.
pub async fn tables(store: &dyn Store) -> Result<Vec<(u32, TableFile)>, StoreError> {
    let tables = Tables::default();
    tables.refresh(store).await?;
    Ok(tables.all().into_iter().map(|(table, file)| (table.0, (*file).clone())).collect())
}

/// A table that somebody has proposed and nobody has answered.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Its number.
    pub proposal: String,
    /// Who proposed it.
    pub by: u32,
    /// When.
    pub at: At,
    /// How the table would be run.
    pub file: TableFile,
}

/// What is read of a proposal; its rules are not needed here.
#[derive(Deserialize)]
struct Proposed {
    at: i64,
    by: u32,
    file: TableFile,
}

/// Tables that wait for a second person.
///
/// # Errors
/// The store.
pub async fn proposals(store: &dyn Store) -> Result<Vec<Waiting>, StoreError> {
    let items = store.items(PROPOSALS.to_owned(), String::new(), String::new(), 200).await?;
    let read = items.into_iter().filter_map(|item| {
        let Proposed { at, by, file } = serde_json::from_slice(&item.value).ok()?;
        Some(Waiting { proposal: item.key, by, at: At(at), file })
    });
    Ok(read.collect())
}
