//! Sheets as one long table, a row a line: CSV, and the columns of Parquet.

use banco_money::{Pay, Percent};
use banco_odds::ratio;

use crate::document::{Document, DocumentSheet, Grid, Shown, Value};
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
    /// By one section of the sheet.
    Section(&'static str, &'static str),
    /// By the line.
    Line(&'static str),
    /// By the line, where it pays a meter: how much of it.
    Paid,
    /// By the meter that the line pays.
    Meter(&'static str),
    /// By what the simulation made of the line.
    Simulated(&'static str),
}

/// The columns, in order.
const COLUMNS: [Told; 59] = [
    sheet("rulebook", Kind::Text),
    sheet("wager", Kind::Text),
    sheet("side", Kind::Text),
    sheet("paytable", Kind::Text),
    sheet("seat", Kind::Whole),
    sheet("decks", Kind::Whole),
    of("line", Kind::Text, From::Line("name")),
    line("pays", Kind::Text),
    line("ways", Kind::Whole),
    sheet("total", Kind::Whole),
    line("probability", Kind::Real),
    line("contribution", Kind::Real),
    line("fraction", Kind::Text),
    line("one_in", Kind::Real),
    of("document", Kind::Text, From::Sheet("id")),
    sheet("software", Kind::Text),
    sheet("rulebook_hash", Kind::Text),
    sheet("submission_hash", Kind::Text),
    line("return_contribution", Kind::Real),
    sheet("return", Kind::Real),
    sheet("long_run_return", Kind::Real),
    sheet("house_edge", Kind::Real),
    sheet("house_edge_fraction", Kind::Text),
    sheet("edge_on_resolved", Kind::Real),
    sheet("hit", Kind::Real),
    sheet("hit_one_in", Kind::Real),
    sheet("push", Kind::Real),
    sheet("largest_pay", Kind::Text),
    sheet("variance", Kind::Real),
    sheet("standard_deviation", Kind::Real),
    sheet("skewness", Kind::Real),
    sheet("kurtosis", Kind::Real),
    sheet("volatility_index", Kind::Real),
    sheet("variance_with_meters", Kind::Real),
    sheet("standard_deviation_with_meters", Kind::Real),
    of("void_probability", Kind::Real, From::Section("void", "probability")),
    of("wager_unit", Kind::Real, From::Section("meters", "unit")),
    of("meter", Kind::Text, From::Meter("meter")),
    of("meter_paid", Kind::Real, From::Paid),
    of("meter_ways", Kind::Whole, From::Meter("ways")),
    of("meter_probability", Kind::Real, From::Meter("probability")),
    of("meter_one_in", Kind::Real, From::Meter("one_in")),
    of("meter_share", Kind::Real, From::Meter("share")),
    of("meter_break_even", Kind::Real, From::Meter("break_even")),
    of("meter_seed", Kind::Real, From::Meter("seed")),
    of("meter_increment", Kind::Real, From::Meter("increment")),
    of("meter_reserve", Kind::Real, From::Meter("reserve")),
    of("meter_reseed", Kind::Real, From::Meter("reseed")),
    of("meter_award", Kind::Real, From::Meter("award")),
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

const fn of(name: &'static str, kind: Kind, from: From) -> Told {
    Told { column: Column { name, kind }, from }
}

const fn sheet(name: &'static str, kind: Kind) -> Told {
    of(name, kind, From::Sheet(name))
}

const fn line(name: &'static str, kind: Kind) -> Told {
    of(name, kind, From::Line(name))
}

const fn simulated(name: &'static str, kind: Kind) -> Told {
    of(name, kind, From::Simulated(name))
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
    let simulated = sheet.grid("simulated_lines");
    let row = |(at, line): (usize, &Vec<Value>)| {
        let paid = match cell(grid, line, "pays") {
            Some(Value::Pays(Pay::Share(share, meter))) => Some((*share, meter_row(sheet, meter))),
            _ => None,
        };
        let value = |told: &Told| match told.from {
            From::Sheet(key) => Some(sheet.value(key).clone()),
            From::Section(section, key) => Some(sheet.value_in(section, key).clone()),
            From::Line(key) => cell(grid, line, key).cloned(),
            From::Simulated(key) => simulated.map(|grid| grid.value(at, key)),
            From::Paid => paid.as_ref().map(|(share, _)| part(*share)),
            From::Meter(key) => {
                let (_, (grid, row)) = paid.as_ref().and_then(|(share, row)| Some((share, (*row)?)))?;
                cell(grid, row, key).cloned()
            }
        };
        COLUMNS.iter().map(|told| value(told).unwrap_or(Value::Nothing)).collect()
    };
    grid.rows.iter().enumerate().map(row).collect()
}

fn cell<'a>(grid: &Grid, row: &'a [Value], key: &str) -> Option<&'a Value> {
    row.get(grid.columns.iter().position(|column| column.key == key)?)
}

/// What the sheet tells of a meter.
fn meter_row<'a>(sheet: &'a DocumentSheet, meter: &str) -> Option<(&'a Grid, &'a Vec<Value>)> {
    let grid = sheet.grid("jackpots")?;
    let is_meter = |row: &&Vec<Value>| cell(grid, row, "meter").is_some_and(|name| name.shown() == meter);
    Some((grid, grid.rows.iter().find(is_meter)?))
}

fn part(share: Percent) -> Value {
    Value::nearest(&ratio(share.hundredths(), Percent::HUNDRED.hundredths()), Shown::Percent(2))
}

/// One row a line, below the names of the columns.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    let mut bytes = Vec::new();
    let mut table = CsvTable::new(&mut bytes, &columns())?;
    table.add(&rows(document))?;
    table.close()?;
    Ok(bytes)
}
