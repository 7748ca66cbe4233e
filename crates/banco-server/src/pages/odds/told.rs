//! From a PAR document to what a page shows of it.

use banco_pages::odds::{Answer, Cell, Plotted, Row, Table, Told};
use banco_sheets::document::{Content, Document, DocumentSheet, Fact, Grid, Plot, PlotKind, Section, Value};
use banco_sheets::plot::{self, Caption, Mark};
use banco_sheets::{Format, csv_cell};

/// The figures that people ask first.
const KEY_FIGURES: [(&str, &str); 7] = [
    ("house_edge", "House edge"),
    ("return", "Return"),
    ("hit_one_in", "Wins 1 in"),
    ("standard_deviation", "Deviation"),
    ("hit", "Hit frequency"),
    ("push", "Push frequency"),
    ("skewness", "Skewness"),
];

/// The first sheet of a document.
pub(super) fn answer(document: &Document, label: &str) -> Result<Answer, String> {
    let Some(sheet) = document.sheets.first() else {
        let why: Vec<String> = document.without_odds.iter().map(ToString::to_string).collect();
        return Err(why.join("\n"));
    };
    let grids = sheet.sections.iter().filter_map(|section| match &section.content {
        Content::Grid(grid) => Some((section, grid)),
        Content::Facts(_) => None,
    });
    Ok(Answer {
        title: titled(sheet, label),
        figures: key_figures(sheet),
        warnings: sheet.warnings.clone(),
        lines: sheet.grid("lines").map(table).unwrap_or_default(),
        plots: grids.filter_map(|(section, grid)| plotted(section, grid)).collect(),
        facts: sheet.sections.iter().filter_map(facts).collect(),
        command: document.command.clone(),
        formats: formats(),
    })
}

/// The endings of all files that this program can write.
fn formats() -> Vec<&'static str> {
    let all = [Format::Html, Format::Xlsx, Format::Csv, Format::Json, Format::Parquet, Format::Text];
    all.into_iter().filter(|format| format.check_available().is_ok()).map(Format::ending).collect()
}

fn key_figures(sheet: &DocumentSheet) -> Vec<Told> {
    let known = KEY_FIGURES.iter().map(|(key, label)| (*key, *label, sheet.value(key)));
    let there = known.filter(|(_, _, value)| !value.is_nothing());
    there.map(|(key, label, value)| Told { key, label: label.to_owned(), value: value.shown() }).collect()
}

fn table(grid: &Grid) -> Table {
    let cells = |row: &Vec<Value>| row.iter().map(cell).collect();
    Table {
        columns: grid.columns.iter().map(|name| (name.label.to_owned(), name.meaning.to_owned())).collect(),
        rows: grid.rows.iter().map(cells).collect(),
        sums: grid.sums.as_ref().map(cells),
    }
}

fn cell(value: &Value) -> Cell {
    let shown = match value {
        // Ways have sixteen digits: nobody reads them in one piece.
        Value::Count(count) => apart(&count.to_string()),
        other => other.shown(),
    };
    Cell { shown, number: value.is_number() }
}

/// Thousands apart.
fn apart(digits: &str) -> String {
    let first = digits.len() % 3;
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && place % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn facts(section: &Section) -> Option<(String, Vec<Told>)> {
    let Content::Facts(facts) = &section.content else { return None };
    let told = |fact: &Fact| Told {
        key: fact.name.key,
        label: fact.name.title().to_owned(),
        value: fact.value.shown(),
    };
    let facts: Vec<Told> = facts.iter().filter(|fact| !fact.value.is_nothing()).map(told).collect();
    (!facts.is_empty()).then(|| (section.title.to_owned(), facts))
}

fn plotted(section: &Section, grid: &Grid) -> Option<Plotted> {
    let how = grid.plot?;
    let marks = marks(how, &grid.rows);
    if marks.is_empty() {
        return None;
    }
    let title = if section.key == "lines" { "Where the return comes from" } else { section.title };
    let caption = Caption { id: section.key, title, about: how.about };
    let drawing = match how.kind {
        PlotKind::Bars => plot::bars(caption, &marks),
        PlotKind::LogBars => plot::log_bars(caption, &marks),
        PlotKind::Line => plot::line(caption, &marks),
    };
    Some(Plotted {
        key: section.key,
        title: title.to_owned(),
        about: how.about.to_owned(),
        drawing,
        table: table(grid),
    })
}

fn marks(how: Plot, rows: &[Vec<Value>]) -> Vec<Mark> {
    let mark = |row: &Vec<Value>| {
        let value = row.get(how.value).filter(|value| !value.is_nothing())?;
        Some(Mark { label: row.get(how.label)?.shown(), value: value.number()?, shown: value.shown() })
    };
    rows.iter().filter_map(mark).collect()
}

/// The usual wagers, each with its figures.
pub(super) fn rows(document: &Document, label: impl Fn(&str) -> String) -> Vec<Row> {
    let edge = |sheet: &DocumentSheet| sheet.value("house_edge").number().map_or(0, thousandths);
    let greatest = document.sheets.iter().map(edge).max().unwrap_or_default().max(1);
    let row = |sheet: &DocumentSheet| Row {
        wager: name(sheet).to_owned(),
        label: label(name(sheet)),
        figures: ["house_edge", "return", "hit_one_in", "standard_deviation"]
            .map(|key| short(sheet.value(key))),
        bar: edge(sheet).saturating_mul(1000) / greatest,
    };
    document.sheets.iter().map(row).collect()
}

/// The wager of a sheet: its title is `RULEBOOK WAGER, N decks, seat N`.
fn name(sheet: &DocumentSheet) -> &str {
    let title = sheet.title.split_once(' ').map_or(sheet.title.as_str(), |(_, rest)| rest);
    title.split(", ").next().unwrap_or_default()
}

/// The same title with the wager as people call it.
fn titled(sheet: &DocumentSheet, label: &str) -> String {
    let shoe = sheet.title.split_once(", ").map_or("", |(_, rest)| rest);
    format!("{label}, {shoe}")
}

/// A share in ten-thousandths of a percent, for a bar; less than nothing has none.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "how long a bar is drawn"
)]
fn thousandths(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 1_000_000.0) as u32
}

/// A figure with as many digits as fit into a list.
fn short(value: &Value) -> String {
    let mut value = value.clone();
    value.set_digits(5);
    value.shown()
}

/// A drawing as a file of its own, with its colors in it.
pub(super) fn svg_file(plot: &Plotted) -> String {
    const STYLE: &str = "<style>text{fill:#1a1d21;font:12px sans-serif}.up{fill:#13702c}.down{fill:#c8102e}.mark{fill:#1550c8}.line{fill:none;stroke:#1550c8;stroke-width:1.5}.axis{stroke:#c9ced6}</style>";
    let drawing = plot.drawing.0.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
    match drawing.split_once('>') {
        Some((head, rest)) => format!("{head}>{STYLE}{rest}\n"),
        None => drawing,
    }
}

/// A table as a file.
pub(super) fn csv_file(table: &Table) -> String {
    let line =
        |cells: Vec<String>| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\n";
    let mut text = line(table.columns.iter().map(|(name, _)| name.clone()).collect());
    for row in &table.rows {
        text += &line(row.iter().map(|cell| cell.shown.clone()).collect());
    }
    text
}
