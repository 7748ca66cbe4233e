//! Printing: text and JSON on standard output, notes on standard error.

use std::io::Write as _;

use banco_sheets::csv_cell;
pub use banco_sheets::figures::{Figure, money, one_in, percent, small_money, small_share};
pub use banco_sheets::text_table::{table, table_headed, table_text};
use serde::Serialize;

use crate::asker;
pub use crate::asker::Out;
use crate::failure::Failure;

/// Prints text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let text = text.trim_end();
    if asker::watch().is_some() {
        writeln!(Out, "{}", anstream::adapter::strip_str(text))?;
    } else {
        writeln!(anstream::stdout(), "{text}")?;
    }
    Ok(())
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?;
    print(&text)
}

/// Prints rows as CSV, below the names of their columns.
pub fn print_csv(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Result<(), Failure> {
    let mut lines = vec![columns.iter().map(|name| csv_cell(name)).collect::<Vec<String>>().join(",")];
    let line = |row: Vec<String>| row.iter().map(|cell| csv_cell(cell)).collect::<Vec<String>>().join(",");
    lines.extend(rows.into_iter().map(line));
    print(&lines.join("\n"))
}

/// A number as a cell of CSV; nothing where it is none.
pub fn number(number: f64) -> String {
    if number.is_finite() { number.to_string() } else { String::new() }
}

/// Says what to be careful about, beside the data. Where nobody can hear it, nothing else is the worse for it.
pub fn warning(text: &str) {
    use owo_colors::OwoColorize as _;
    if !asker::keeps(true, text) {
        let _ = writeln!(anstream::stderr(), "{} {text}", "warning:".bold());
    }
}

/// Says that a file was written; a program that asked for it knows.
pub fn wrote(text: &str) {
    if asker::watch().is_none() {
        note(text);
    }
}

/// Says something beside the data.
pub fn note(text: &str) {
    use owo_colors::OwoColorize as _;
    if !asker::keeps(false, text) {
        let _ = writeln!(anstream::stderr(), "{} {text}", "note:".bold());
    }
}
