//! Sheets as one page: no script, nothing from elsewhere, readable on a phone, on paper and by a screen reader.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::STYLE;
use crate::document::{Content, Document, DocumentSheet, Fact, Grid, Plot, PlotKind, Section, Value};
use crate::plot::{self, Caption, Mark};

/// What the list of sheets tells of each, and what is told large above each: key and label.
const KEY_FIGURES: [(&str, &str); 4] = [
    ("house_edge", "house edge"),
    ("return", "return"),
    ("hit_one_in", "wins one in"),
    ("standard_deviation", "deviation"),
];

/// More columns than this stand closer, so that a table stays on the page.
const MANY: usize = 8;

/// The whole page.
pub fn render(document: &Document) -> String {
    let (heading, title) = match document.sheets.as_slice() {
        [only] => ("PAR sheet", format!("PAR sheet: {}", only.title)),
        _ => ("PAR sheets", "PAR sheets".to_owned()),
    };
    let sheets =
        document.sheets.iter().enumerate().map(|(at, told)| Sheet { id: format!("sheet-{}", at + 1), told });
    let sheets: Vec<Sheet<'_>> = sheets.collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(document.software);
                title { (title) " · " (document.id) }
                style { (PreEscaped(STYLE)) (PreEscaped(page_foot(document))) }
            }
            body {
                header { h1 { (heading) } (about(document)) }
                @if sheets.len() > 1 { (contents(&sheets)) }
                main { @for sheet in &sheets { (sheet.article()) } }
            }
        }
    };
    page.into_string()
}

/// The document's id at the foot of every printed page; it is ours, just letters, digits and a dash.
fn page_foot(document: &Document) -> String {
    format!("@page{{@bottom-left{{content:\"{}\";font:8pt sans-serif}}}}", document.id)
}

/// What the page is.
fn about(document: &Document) -> Markup {
    html! {
        dl.facts {
            div { dt { "document" } dd { (document.id) } }
            div { dt { "software" } dd { (document.software) } }
            @if let Some(date) = &document.date { div { dt { "date" } dd { (date) } } }
            @if let Some(author) = &document.author { div { dt { "author" } dd { (author) } } }
            div.wide { dt { "make it again" } dd { code { (document.command) " --format html" } } }
        }
    }
}

/// The list of all sheets, with what people ask first.
fn contents(sheets: &[Sheet<'_>]) -> Markup {
    html! {
        nav aria-labelledby="contents" {
            h2 id="contents" { "Sheets" }
            table role="table" {
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { "sheet" }
                        @for (_, label) in KEY_FIGURES { th.number role="columnheader" scope="col" { (label) } }
                    }
                }
                tbody role="rowgroup" {
                    @for sheet in sheets {
                        tr role="row" {
                            th role="rowheader" scope="row" { a href={ "#" (sheet.id) } { (sheet.told.title) } }
                            @for (key, label) in KEY_FIGURES { (cell(label, sheet.told.value(key))) }
                        }
                    }
                }
            }
        }
    }
}

struct Sheet<'a> {
    id: String,
    told: &'a DocumentSheet,
}

impl Sheet<'_> {
    fn article(&self) -> Markup {
        let sections = &self.told.sections;
        let heading = format!("{}-title", self.id);
        html! {
            article id=(self.id) aria-labelledby=(heading) {
                h2 id=(heading) { (self.told.title) }
                dl.key {
                    @for (key, label) in KEY_FIGURES {
                        @let value = self.told.value(key);
                        @if !value.is_nothing() { div { dt { (label) } dd { (value.shown()) } } }
                    }
                }
                @for warning in &self.told.warnings { p.warning { strong { "Warning: " } (warning) } }
                @for section in sections.iter().filter(|section| is_void(section)) { (facts(section)) }
                @for section in sections { (self.table(section)) }
                div.plots { @for section in sections { (self.figure(section)) } }
                @for section in sections.iter().filter(|section| !is_void(section)) { (facts(section)) }
            }
        }
    }

    /// A table that is read as it is; where a plot tells the same, its table stands below the plot.
    fn table(&self, section: &Section) -> Markup {
        match &section.content {
            Content::Grid(shown) if !shown.rows.is_empty() && (shown.plot.is_none() || is_lines(section)) => {
                html! { h3 { (section.title) } (grid(shown)) }
            }
            _ => html! {},
        }
    }

    fn figure(&self, section: &Section) -> Markup {
        let Content::Grid(shown) = &section.content else { return html! {} };
        let Some(how) = shown.plot else { return html! {} };
        let marks = marks(how, &shown.rows);
        if marks.is_empty() {
            return html! {};
        }
        let title = if is_lines(section) { "Contribution of each line" } else { section.title };
        let id = format!("{}-{}", self.id, section.key);
        let caption = Caption { id: &id, title, about: how.about };
        html! {
            figure {
                figcaption { strong { (title) } " " (how.about) }
                (drawn(caption, how, &marks))
                // The lines stand in a table of their own above.
                @if !is_lines(section) { details { summary { "the data as a table" } (grid(shown)) } }
            }
        }
    }
}

fn is_lines(section: &Section) -> bool {
    section.key == "lines"
}

/// Rounds that cannot be finished are told before anything else.
fn is_void(section: &Section) -> bool {
    section.key == "void"
}

/// What can be drawn of a table.
fn marks(how: Plot, rows: &[Vec<Value>]) -> Vec<Mark> {
    let mark = |row: &Vec<Value>| {
        let value = row.get(how.value)?;
        let number = value.number().filter(|_| !value.is_nothing())?;
        Some(Mark { label: row.get(how.label)?.shown(), value: number, shown: value.shown() })
    };
    rows.iter().filter_map(mark).collect()
}

fn drawn(caption: Caption<'_>, how: Plot, marks: &[Mark]) -> Markup {
    match how.kind {
        PlotKind::Bars => plot::bars(caption, marks),
        PlotKind::LogBars => plot::log_bars(caption, marks),
        PlotKind::Line => plot::line(caption, marks),
    }
}

/// A table that becomes a list of cards where the screen is narrow; roles keep it a table for screen readers then.
fn grid(grid: &Grid) -> Markup {
    let numeric = |at: usize| grid.rows.iter().filter_map(|row| row.get(at)).any(Value::is_number);
    let dense = class(&[("dense", grid.columns.len() > MANY)]);
    html! {
        table class=[dense] role="table" {
            thead role="rowgroup" {
                tr role="row" {
                    @for (at, column) in grid.columns.iter().enumerate() {
                        th class=[class(&[("number", numeric(at))])] role="columnheader" scope="col" title=[meaning(column.meaning)] {
                            (column.label)
                        }
                    }
                }
            }
            tbody role="rowgroup" { @for row in &grid.rows { (cells(grid, row)) } }
            @if let Some(sums) = &grid.sums { tfoot role="rowgroup" { (cells(grid, sums)) } }
        }
    }
}

/// The classes that hold, if any.
fn class(known: &[(&str, bool)]) -> Option<String> {
    let held: Vec<&str> = known.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect();
    (!held.is_empty()).then(|| held.join(" "))
}

fn meaning(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn cells(grid: &Grid, row: &[Value]) -> Markup {
    html! {
        tr role="row" {
            @for (at, (column, value)) in grid.columns.iter().zip(row).enumerate() {
                @if at == 0 { th role="rowheader" scope="row" { (value.shown()) } }
                @else { (cell(column.label, value)) }
            }
        }
    }
}

fn cell(label: &str, value: &Value) -> Markup {
    let shown = value.shown();
    let class =
        class(&[("number", value.is_number()), ("none", value.is_nothing()), ("long", shown.len() > 24)]);
    html! { td class=[class] role="cell" data-label=(label) { (shown) } }
}

fn facts(section: &Section) -> Markup {
    let Content::Facts(facts) = &section.content else { return html! {} };
    let told: Vec<&Fact> = facts.iter().filter(|fact| !fact.value.is_nothing()).collect();
    html! {
        @if !told.is_empty() {
            h3 { (section.title) }
            dl.facts {
                @for fact in told {
                    div class=[class(&[("wide", is_wide(&fact.value))])] {
                        dt title=[meaning(fact.name.meaning)] { (fact.name.title()) }
                        dd { (value(fact)) }
                    }
                }
            }
        }
    }
}

/// Longer than half a line.
fn is_wide(value: &Value) -> bool {
    matches!(value, Value::Items(_)) || value.shown().chars().count() > 40
}

fn value(fact: &Fact) -> Markup {
    match &fact.value {
        Value::Items(items) => html! {
            details {
                summary { (fact.value.shown()) }
                ul { @for (id, says) in items { li { strong { (id) } " " (says) } } }
            }
        },
        other if fact.name.key == "command" => html! { code { (other.shown()) } },
        other => html! { (other.shown()) },
    }
}
