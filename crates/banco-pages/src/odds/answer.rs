//! One answer: figures, lines, plots with their data, facts, downloads, and the command that counts it again.

use maud::{Markup, html};

use super::Asked;
use crate::rules::english;
use crate::text::Lang;

/// A fact with its name.
#[derive(Clone, Debug)]
pub struct Told {
    /// For programs; the same in every language.
    pub key: &'static str,
    /// For people.
    pub label: String,
    /// What it is.
    pub value: String,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// As it is shown.
    pub shown: String,
    /// Whether it is a number.
    pub number: bool,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The names of its columns, each with what it means.
    pub columns: Vec<(String, String)>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// The sums below them.
    pub sums: Option<Vec<Cell>>,
}

/// A drawing with its data.
#[derive(Clone, Debug)]
pub struct Plotted {
    /// For programs.
    pub key: &'static str,
    /// Its title.
    pub title: String,
    /// What can be seen.
    pub about: String,
    /// The drawing.
    pub drawing: Markup,
    /// Its data.
    pub table: Table,
}

/// What was counted.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which wager from which shoe.
    pub title: String,
    /// Edge, return, how often it wins, deviation, each in full.
    pub figures: Vec<Told>,
    /// Something to be careful about.
    pub warnings: Vec<String>,
    /// The lines of the pay table.
    pub lines: Table,
    /// Drawings.
    pub plots: Vec<Plotted>,
    /// What else is known, by topic.
    pub facts: Vec<(String, Vec<Told>)>,
    /// The command that counts it again.
    pub command: String,
    /// The endings of the files in which it can be fetched.
    pub formats: Vec<&'static str>,
}

/// The figures that people ask first.
pub(super) fn figures(answer: &Answer, lang: Lang) -> Markup {
    html! {
        section .panel.odds-figures aria-label=(lang.say("odds-figures")) {
            div .panel-head { h2 { (english(&answer.title)) } }
            dl { @for told in &answer.figures { div { dt { (named(told, lang)) } dd { (told.value) } } } }
            @for warning in &answer.warnings { p .odds-warning { (english(warning)) } }
        }
    }
}

/// A figure's name in the language of the page.
pub(super) fn named(told: &Told, lang: Lang) -> String {
    let key = match told.key {
        "house_edge" => "rules-edge",
        "return" => "odds-return",
        "hit_one_in" => "odds-one-in",
        "standard_deviation" => "odds-deviation",
        _ => return told.label.clone(),
    };
    lang.or(key, &told.label)
}

/// Everything about it. `id` tells two answers on one page apart.
pub(super) fn whole(answer: &Answer, asked: &Asked, origin: &str, id: &str, lang: Lang) -> Markup {
    html! {
        section .panel #{ "odds-" (id) } aria-label=(answer.title) {
            div .panel-head { h2 { (english(&answer.title)) } }
            div .odds-body lang="en" {
                div .table-scroll tabindex="0" role="region" aria-label=(lang.say("odds-lines")) { (table(&answer.lines)) }
                div .odds-plots { @for plot in &answer.plots { (plotted(plot, asked, lang)) } }
                details .odds-more {
                    summary lang=(lang.tag()) { (lang.say("odds-more")) }
                    @for (title, facts) in &answer.facts {
                        h3 { (title) }
                        dl .odds-facts { @for told in facts { div { dt { (told.label) } dd { (told.value) } } } }
                    }
                }
            }
            (foot(answer, asked, origin, lang))
        }
    }
}

fn plotted(plot: &Plotted, asked: &Asked, lang: Lang) -> Markup {
    let at = |format: &str| format!("/odds/plots/{}/{format}?{}", plot.key, asked.query(""));
    html! {
        figure .odds-plot {
            figcaption { b { (plot.title) } " " span .muted { (plot.about) } }
            (plot.drawing)
            div .plot-data {
                details {
                    summary lang=(lang.tag()) { (lang.say("odds-data")) }
                    div .table-scroll tabindex="0" role="region" aria-label=(plot.title) { (table(&plot.table)) }
                }
                a href=(at("svg")) { "SVG" }
                a href=(at("csv")) { "CSV" }
            }
        }
    }
}

/// A table as it stands on the page.
pub(super) fn table(table: &Table) -> Markup {
    let numeric = |at: usize| table.rows.iter().filter_map(|row| row.get(at)).any(|cell| cell.number);
    html! {
        table .data-table {
            thead {
                tr {
                    @for (at, (name, meaning)) in table.columns.iter().enumerate() {
                        th scope="col" .number-cell[numeric(at)] title=[Some(meaning).filter(|text| !text.is_empty())] { (name) }
                    }
                }
            }
            tbody { @for row in &table.rows { (cells(row)) } }
            @if let Some(sums) = &table.sums { tfoot { (cells(sums)) } }
        }
    }
}

fn cells(row: &[Cell]) -> Markup {
    html! {
        tr {
            @for (at, cell) in row.iter().enumerate() {
                @if at == 0 { th scope="row" { (cell.shown) } } @else { td .number-cell[cell.number] { (cell.shown) } }
            }
        }
    }
}

fn foot(answer: &Answer, asked: &Asked, origin: &str, lang: Lang) -> Markup {
    let sheet = format!("{origin}/odds/par/csv?{}", asked.query(""));
    html! {
        div .odds-foot {
            p .odds-files aria-label=(lang.say("odds-par")) {
                span .muted { (lang.say("odds-par")) " " }
                @for format in &answer.formats {
                    a .button.button-small href={ "/odds/par/" (format) "?" (asked.query("")) } { (format.to_uppercase()) }
                }
            }
            p .cli { code { (answer.command) } }
            pre .cli { code .odds-python { "import pandas as pd\npar = pd.read_csv(\"" (sheet) "\")" } }
        }
    }
}
