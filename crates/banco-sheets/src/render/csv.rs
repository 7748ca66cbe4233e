//! Sheets as one long table, a row a line: CSV, and the columns of Parquet.

use crate::document::{Document, DocumentSheet, Value};

/// A column of the long table. Names are kept stable; new ones come last.
pub struct Column {
    pub name: &'static str,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: Kind,
    from: From,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    /// Counts fit: the largest shoe has 1040 cards, and 1040 to the sixth power is below 2 to the 63rd.
    Whole,
    Real,
}

/// Where its value is told.
enum From {
    /// By the sheet.
    Sheet(&'static str),
    /// By the line.
    Line(&'static str),
}

/// The columns, in order.
pub const COLUMNS: [Column; 18] = [
    sheet("rulebook", Kind::Text),
    sheet("wager", Kind::Text),
    sheet("side", Kind::Text),
    sheet("paytable", Kind::Text),
    sheet("seat", Kind::Whole),
    sheet("decks", Kind::Whole),
    Column { name: "line", kind: Kind::Text, from: From::Line("name") },
    line("pays", Kind::Text),
    line("ways", Kind::Whole),
    sheet("total", Kind::Whole),
    line("probability", Kind::Real),
    line("contribution", Kind::Real),
    line("fraction", Kind::Text),
    line("one_in", Kind::Real),
    Column { name: "document", kind: Kind::Text, from: From::Sheet("id") },
    sheet("software", Kind::Text),
    sheet("rulebook_hash", Kind::Text),
    sheet("submission_hash", Kind::Text),
];

const fn sheet(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, from: From::Sheet(name) }
}

const fn line(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, from: From::Line(name) }
}

impl Column {
    /// Its values, line by line.
    pub fn values<'a>(&'a self, document: &'a Document) -> impl Iterator<Item = &'a Value> {
        document.sheets.iter().flat_map(|sheet| self.of_sheet(sheet))
    }

    fn of_sheet<'a>(&self, sheet: &'a DocumentSheet) -> Vec<&'a Value> {
        let Some(grid) = sheet.grid("lines") else { return Vec::new() };
        match self.from {
            From::Sheet(key) => vec![sheet.value(key); grid.rows.len()],
            From::Line(key) => {
                let at = grid.columns.iter().position(|column| column.key == key);
                let cell = |row: &'a Vec<Value>| at.and_then(|at| row.get(at)).unwrap_or(&Value::Nothing);
                grid.rows.iter().map(cell).collect()
            }
        }
    }
}

/// One row a line, below the names of the columns.
pub fn render(document: &Document) -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    let columns: Vec<Vec<&Value>> = COLUMNS.iter().map(|column| column.values(document).collect()).collect();
    let rows = columns.first().map_or(0, Vec::len);
    let mut lines = vec![names.join(",")];
    for at in 0..rows {
        let cells = columns.iter().map(|column| column.get(at).map(|value| cell(value)).unwrap_or_default());
        lines.push(cells.collect::<Vec<_>>().join(","));
    }
    lines.join("\n")
}

fn cell(value: &Value) -> String {
    match value {
        Value::Number(number, _) if !value.is_nothing() => number.to_string(),
        other => csv_cell(&other.shown()),
    }
}

/// A cell of CSV, in quotes where it has to be.
pub fn csv_cell(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
