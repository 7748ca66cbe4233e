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
}

/// The columns, in order.
const COLUMNS: [Told; 18] = [
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
];

const fn sheet(name: &'static str, kind: Kind) -> Told {
    Told { column: Column { name, kind }, from: From::Sheet(name) }
}

const fn line(name: &'static str, kind: Kind) -> Told {
    Told { column: Column { name, kind }, from: From::Line(name) }
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
    let place = |key: &str| grid.columns.iter().position(|column| column.key == key);
    let value = |told: &Told, row: &Vec<Value>| match told.from {
        From::Sheet(key) => sheet.value(key).clone(),
        From::Line(key) => place(key).and_then(|at| row.get(at)).cloned().unwrap_or(Value::Nothing),
    };
    grid.rows.iter().map(|row| COLUMNS.iter().map(|told| value(told, row)).collect()).collect()
}

/// One row a line, below the names of the columns.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    let mut bytes = Vec::new();
    let mut table = CsvTable::new(&mut bytes, &columns())?;
    table.add(&rows(document))?;
    table.close()?;
    Ok(bytes)
}
