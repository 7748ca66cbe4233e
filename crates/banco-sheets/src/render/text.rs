//! Sheets for a terminal.

use crate::document::{Content, Document, DocumentSheet, Fact, Grid};
use crate::text_table;

/// How wide facts run before a new line begins.
const WIDTH: usize = 100;

/// All sheets, one below the other.
pub fn render(document: &Document) -> String {
    let sheets: Vec<String> = document.sheets.iter().map(sheet).collect();
    sheets.join("\n\n")
}

fn sheet(sheet: &DocumentSheet) -> String {
    let mut parts = vec![sheet.title.clone()];
    let mut facts: Vec<String> = Vec::new();
    for section in &sheet.sections {
        match &section.content {
            Content::Facts(told) => facts.extend(flow(told)),
            Content::Grid(grid) if grid.brief.is_empty() || grid.rows.is_empty() => {}
            Content::Grid(grid) => {
                parts.extend((!facts.is_empty()).then(|| std::mem::take(&mut facts).join("\n")));
                parts.push(table(grid));
            }
        }
    }
    facts.extend(sheet.warnings.iter().map(|warning| format!(" WARNING: {warning}")));
    parts.push(facts.join("\n"));
    parts.join("\n\n")
}

fn table(grid: &Grid) -> String {
    let kept: Vec<bool> = grid.columns.iter().map(|column| grid.brief.contains(&column.key)).collect();
    let labels: Vec<&str> =
        grid.columns.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(name, _)| name.label).collect();
    let mut table = text_table::table(&labels);
    for row in grid.rows.iter().chain(&grid.sums) {
        table.add_row(row.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(value, _)| value.shown()));
    }
    text_table::table_text(&table)
}

/// Facts in lines of some length; one that is longer stays whole, so that it can be copied.
fn flow(facts: &[Fact]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.iter().filter(|fact| fact.brief && !fact.value.is_nothing()) {
        let text = format!("{} {}", fact.name.label, fact.value.shown());
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + text.chars().count() < WIDTH => {
                line.push_str("; ");
                line.push_str(&text);
            }
            _ => lines.push(format!(" {text}")),
        }
    }
    lines
}
