//! Sheets as one long table, a row a line: CSV, and the columns of Parquet.

use crate::document::{Document, DocumentSheet, Value};
use crate::error::SheetError;
use crate::long::{Column, CsvTable, Kind, Rows};

/// A column of the long table, and where its value is told.
struct Told {
    column: Column,
    from: From,
}

/// Where a value is told.
enum From {
    /// By the sheet.
    Sheet(&'static str),
    /// By the line.
    Line(&'static str),
    /// By what the simulation made of the line.
    Simulated(&'static str),
}

/// The columns, in order.
const COLUMNS: [Told; 28] = [
    sheet("rulebook", Kind::Text),
    sheet("wager", Kind::Text),
    sheet("side", Kind::Text),
    sheet("paytable", Kind::Text),
    sheet("seat", Kind::Whole),
    sheet("decks", Kind::Whole),
    Told { column: Column { name: "line", kind: Kind::Text }, from: From::Line("name") },
    line("pays", Kind::Text),
    line("ways", Kind::Whole),
    sheet("total", Kind::Whole),
    line("probability", Kind::Real),
    line("contribution", Kind::Real),
    line("fraction", Kind::Text),
    line("one_in", Kind::Real),
    Told { column: Column { name: "document", kind: Kind::Text }, from: From::Sheet("id") },
    sheet("software", Kind::Text),
    sheet("rulebook_hash", Kind::Text),
    sheet("submission_hash", Kind::Text),
    sheet("shoe", Kind::Whole),
    sheet("shoe_name", Kind::Text),
    sheet("cards", Kind::Whole),
    sheet("drawn", Kind::Text),
    simulated("hits", Kind::Whole),
    simulated("expected", Kind::Real),
    simulated("z", Kind::Real),
    sheet("rounds", Kind::Whole),
    sheet("simulated_return", Kind::Real),
    sheet("return_z", Kind::Real),
];

const fn sheet(name: &'static str, kind: Kind) -> Told {
    Told { column: Column { name, kind }, from: From::Sheet(name) }
}

const fn line(name: &'static str, kind: Kind) -> Told {
    Told { column: Column { name, kind }, from: From::Line(name) }
}

const fn simulated(name: &'static str, kind: Kind) -> Told {
    Told { column: Column { name, kind }, from: From::Simulated(name) }
}

/// The columns of the long table.
pub fn columns() -> Vec<Column> {
    COLUMNS.iter().map(|told| told.column).collect()
}

/// Its rows.
pub fn rows(document: &Document) -> Rows {
    document.sheets.iter().flat_map(rows_of).collect()
}

fn rows_of(sheet: &DocumentSheet) -> Rows {
    let Some(grid) = sheet.grid("lines") else { return Vec::new() };
    let value = |told: &Told, row: usize| match told.from {
        From::Sheet(key) => sheet.value(key).clone(),
        From::Line(key) => grid.value(row, key),
        From::Simulated(key) => {
            sheet.grid("simulated_lines").map_or(Value::Nothing, |grid| grid.value(row, key))
        }
    };
    (0..grid.rows.len()).map(|row| COLUMNS.iter().map(|told| value(told, row)).collect()).collect()
}

/// One row a line, below the names of the columns.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    let mut bytes = Vec::new();
    let mut table = CsvTable::new(&mut bytes, &columns())?;
    table.add(&rows(document))?;
    table.close()?;
    Ok(bytes)
}
