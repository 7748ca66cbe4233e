//! What a journal proves of the shoes of a table.

use banco_engine::Shelf;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_house::{IndexedShoe, ProofReader, ShoeProof, ShoeProofs};
use banco_journal::{Store, StreamName};

use crate::books::{Books, name_of};
use crate::load::{LoadError, RulesRead, read_rules};

/// Entries that are read at a time: few, so that they are never held for long.
const PAGE: u64 = 64;

/// The shoes of a table that were promised: those that were shown, each with all that it takes to check it,
/// and those that were not. Nothing that is sealed is needed for it.
///
/// It reads the whole stream; a server keeps a [`ShoeIndex`](banco_house::ShoeIndex) and reads one shoe by
/// [`shoe_proof`].
///
/// # Errors
/// What cannot be read.
pub async fn shoe_proofs(store: &dyn Store, table: TableId) -> Result<ShoeProofs, LoadError> {
    let Some(stream) = name_of(Stream::Table(table)) else { return Ok(ShoeProofs::default()) };
    let mut books = Books::default();
    read_rules(store, &mut books, &RulesRead::default()).await?;
    let mut reader = ProofReader::new(table, books.pit().shelf(), None);
    read(store, &stream, 0, u64::MAX, &mut reader).await?;
    Ok(reader.finish())
}

/// All that it takes to check one shoe, read from the entries that tell of it; `None` if it was not shown.
///
/// # Errors
/// What cannot be read.
pub async fn shoe_proof(
    store: &dyn Store,
    shelf: &Shelf,
    table: TableId,
    shoe: &IndexedShoe,
) -> Result<Option<ShoeProof>, LoadError> {
    let (Some(stream), Some(over), Some(shown)) = (name_of(Stream::Table(table)), shoe.over, shoe.shown)
    else {
        return Ok(None);
    };
    let mut reader = ProofReader::new(table, shelf, Some(shoe.rules));
    read(store, &stream, shoe.number.saturating_sub(1), over, &mut reader).await?;
    if shown > over {
        read(store, &stream, shown.saturating_sub(1), shown, &mut reader).await?;
    }
    let proofs = reader.finish();
    Ok(proofs.shown.into_iter().find(|proof| proof.promise.number == shoe.number))
}

/// Reads the entries behind a version, up to another.
async fn read(
    store: &dyn Store,
    stream: &StreamName,
    after: u64,
    up_to: u64,
    reader: &mut ProofReader<'_>,
) -> Result<(), LoadError> {
    let mut after = after;
    while after < up_to {
        let most = u32::try_from(up_to.saturating_sub(after).min(PAGE)).unwrap_or(u32::MAX);
        let entries = store.entries(stream.clone(), after, most).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        after = last.version;
        for entry in entries {
            if let Record::Table { number, event, .. } = Record::read(entry.record.get())? {
                reader.read(number, &event);
            }
        }
    }
    Ok(())
}
