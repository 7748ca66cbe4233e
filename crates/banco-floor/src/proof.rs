//! What a journal proves of the shoes of a table.

use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_engine::table::Event;
use banco_house::ShoeProofs;
use banco_journal::Store;

use crate::books::{Books, name_of};
use crate::load::{LoadError, PAGE, RulesRead, read_rules};

/// The shoes of a table that were promised: those that were shown, each with all that it takes to check it,
/// and those that were not. Nothing that is sealed is needed for it.
///
/// # Errors
/// What cannot be read.
pub async fn shoe_proofs(store: &dyn Store, table: TableId) -> Result<ShoeProofs, LoadError> {
    let Some(stream) = name_of(Stream::Table(table)) else { return Ok(ShoeProofs::default()) };
    let mut books = Books::default();
    read_rules(store, &mut books, &RulesRead::default()).await?;
    let (mut events, mut after): (Vec<(u64, Event)>, u64) = (Vec::new(), 0);
    loop {
        let entries = store.entries(stream.clone(), after, PAGE).await?;
        let Some(last) = entries.last() else { break };
        after = last.version;
        for entry in entries {
            if let Record::Table { number, event, .. } = Record::read(entry.record.get())? {
                events.push((number, event));
            }
        }
    }
    let events = events.iter().map(|(number, event)| (*number, event));
    Ok(ShoeProofs::from_events(table, books.pit().shelf(), events))
}
