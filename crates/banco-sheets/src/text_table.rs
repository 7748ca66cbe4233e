//! Tables for a terminal: without rules, and never wrapped, for a terminal or a pager can do that.

use comfy_table::{ContentArrangement, Table, presets};

/// A table headed in capitals.
pub fn table(header: &[&str]) -> Table {
    table_headed(header.iter().map(|cell| cell.to_uppercase()).collect())
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
