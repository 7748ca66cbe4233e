//! Sheets as Parquet: the same long table as CSV.

use super::csv::{columns, rows};
use crate::document::Document;
use crate::error::SheetError;
use crate::long::ParquetTable;

/// The whole file.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    let mut file = Vec::new();
    let mut table = ParquetTable::new(&mut file, ("par", &columns()), facts(document))?;
    table.add(&rows(document))?;
    table.close()?;
    Ok(file)
}

/// What the file says about itself.
fn facts(document: &Document) -> Vec<(&'static str, String)> {
    let known = [
        ("document", Some(document.id.clone())),
        ("software", Some(document.software.to_owned())),
        ("command", Some(document.command.clone())),
        ("date", document.date.clone()),
        ("author", document.author.clone()),
    ];
    known.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}
