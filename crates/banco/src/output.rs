//! Printing: text and JSON on standard output, notes on standard error.

use std::io::Write as _;

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use crate::failure::Failure;

/// Prints text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    writeln!(out, "{}", text.trim_end())?;
    Ok(())
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?;
    print(&text)
}

/// Says something beside the data.
pub fn note(text: &str) {
    use owo_colors::OwoColorize as _;
    anstream::eprintln!("{} {text}", "note:".bold());
}

/// A table without rules, headed in capitals. Lines are not wrapped: a terminal or a pager can do that.
pub fn table(header: &[&str]) -> Table {
    let capitals: Vec<String> = header.iter().map(|cell| cell.to_uppercase()).collect();
    table_headed(capitals)
}

/// A table headed as given.
pub fn table_headed(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    table
}

/// A table as text, without the blanks at line ends.
pub fn table_text(table: &Table) -> String {
    let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}
