//! Whether batches may be kept: one answer for every store, given before anything is written.

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::Batch;
use crate::entry::{CommandId, Head, StreamName};
use crate::store::StoreError;

/// What a store knows of what batches ask for.
pub(crate) trait Known {
    /// Why it could not be looked up, or why batches are refused.
    type Error: From<StoreError>;

    /// Where a stream ends.
    fn head(&self, stream: &StreamName) -> Result<Head, Self::Error>;

    /// Whether a command was decided before.
    fn is_decided(&self, command: CommandId) -> Result<bool, Self::Error>;

    /// How often an item was written; 0 where it is not there.
    fn item(&self, space: &str, key: &str) -> Result<u64, Self::Error>;
}

/// Whether all batches may be kept, each after those before it.
pub(crate) fn check<K: Known>(batches: &[Batch], known: &K) -> Result<(), K::Error> {
    let mut heads: BTreeMap<&StreamName, Head> = BTreeMap::new();
    let mut items: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut causes = BTreeSet::new();
    for batch in batches {
        if !causes.insert(batch.cause) || known.is_decided(batch.cause)? {
            return Err(StoreError::Known(batch.cause).into());
        }
        for (stream, version) in &batch.reads {
            let head = heads.get(stream).copied().map_or_else(|| known.head(stream), Ok)?;
            if head.version != *version {
                return Err(StoreError::Moved(stream.clone()).into());
            }
        }
        for write in &batch.writes {
            let head = heads.get(&write.stream).copied().map_or_else(|| known.head(&write.stream), Ok)?;
            write.may_follow(head)?;
            heads.insert(&write.stream, write.head_after(head));
        }
        for change in &batch.items {
            let at = (change.space.as_str(), change.key.as_str());
            let version = items.get(&at).copied().map_or_else(|| known.item(at.0, at.1), Ok)?;
            if version != change.expected {
                let (space, key) = (change.space.clone(), change.key.clone());
                return Err(StoreError::ItemMoved { space, key }.into());
            }
            items.insert(at, if change.value.is_some() { version.saturating_add(1) } else { 0 });
        }
    }
    Ok(())
}
