//! Reports: on screen, on paper, and as a file.

use banco_wire::{Moment, Money};
use maud::{Markup, html};

use crate::figures;
use crate::layout::{Visit, page};
use crate::staff::frame::day_and_minute;
use crate::staff::plot::{Trend, over_time};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// So many columns stand side by side on a sheet of paper.
const FIT_ON_PAPER: usize = 9;

/// The reports page.
#[derive(Clone, Debug)]
pub struct ReportsView {
    /// All reports that the viewer may see, by their stable names.
    pub names: Vec<&'static str>,
    /// Which one is shown.
    pub name: &'static str,
    /// From when and to when, as they were asked for.
    pub span: (String, String),
    /// Which table, as it was asked for.
    pub table: String,
    /// The report itself.
    pub report: Table,
    /// The key figures of the floor over the span.
    pub keys: Vec<(&'static str, String)>,
    /// What each table has won for the house over the span.
    pub wins: Vec<(u32, Money)>,
    /// What the floor has won over time.
    pub trend: Option<Trend>,
    /// When it was made.
    pub at: Moment,
    /// Where it is as a file.
    pub csv: String,
}

/// A report as a table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The stable names of its columns.
    pub columns: Vec<&'static str>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Words.
    Words(String),
    /// A number.
    Number(String),
    /// Clauses.
    Clauses(String),
    /// A moment.
    At(Moment),
    /// Money.
    Money(Money),
    /// Nothing.
    Empty,
}

/// The page.
#[must_use]
pub fn reports(visit: &Visit, view: &ReportsView) -> Markup {
    let lang = visit.lang();
    let name = called(lang, view.name);
    let mut desk = Desk::new(visit, Section::Reports, lang.say("staff-reports"));
    desk.facts = vec![name.clone()];
    let content = html! {
        main #main .report-page {
            header .report-head {
                div {
                    p .eyebrow { (lang.say("staff-report")) }
                    h1 { (name) }
                    p .muted { (spanned(lang, view)) }
                }
                div .row-keys.no-print {
                    button .button.button-small.script-only type="button" data-print="" { (lang.say("staff-print")) }
                    a .button.button-small href=(view.csv) download { "CSV" }
                }
            }
            nav .tabs.no-print aria-label=(lang.say("staff-reports")) {
                @for one in &view.names { a href={ "/reports?report=" (one) } aria-current=[(*one == view.name).then_some("page")] { (called(lang, one)) } }
            }
            (asks(lang, view))
            @if !view.keys.is_empty() {
                dl .report-key { @for (key, value) in &view.keys { div { dt { (lang.or(&format!("staff-key-{key}"), key)) } dd { (value) } } } }
            }
            @if !view.wins.is_empty() { (wins(lang, &view.wins)) }
            @if let Some(trend) = &view.trend { (over_time(lang, trend)) }
            (table(lang, view))
            p .report-foot.small.muted { (lang.with("staff-made-at", &[("at", day_and_minute(view.at).into())])) }
        }
    };
    page(&desk.shell("page-staff page-report"), &content)
}

/// What a report is called.
fn called(lang: Lang, name: &str) -> String {
    lang.or(&format!("staff-report-{}", name.replace('_', "-")), &name.replace('_', " "))
}

fn spanned(lang: Lang, view: &ReportsView) -> String {
    match (view.span.0.as_str(), view.span.1.as_str()) {
        ("", "") => lang.say("staff-all-time"),
        (from, "") => lang.with("staff-since", &[("from", from.into())]),
        ("", to) => lang.with("staff-up-to", &[("to", to.into())]),
        (from, to) => lang.with("staff-from-to", &[("from", from.into()), ("to", to.into())]),
    }
}

/// What may be asked for: a span of time where the report has one, a table where it is by table.
fn asks(lang: Lang, view: &ReportsView) -> Markup {
    let timed = matches!(view.name, "shift" | "exceptions" | "large_wins" | "play");
    html! {
        @if timed || view.name == "shoe" {
            form .report-asks.no-print method="get" action="/reports" {
                input type="hidden" name="report" value=(view.name);
                @if timed {
                    label .field { span { (lang.say("staff-from-moment")) } input .input name="from" value=(view.span.0) placeholder="2026-11-16T08:00:00Z" maxlength="30"; }
                    label .field { span { (lang.say("staff-to-moment")) } input .input name="to" value=(view.span.1) placeholder="2026-11-16T16:00:00Z" maxlength="30"; }
                } @else {
                    label .field { span { (lang.say("staff-table")) } input .input type="number" name="table" min="1" value=(view.table); }
                }
                button .button { (lang.say("staff-show")) }
            }
        }
    }
}

/// Bars to the right for what the house has won, to the left for what it has lost; the figure stands beside.
fn wins(lang: Lang, all: &[(u32, Money)]) -> Markup {
    let most = all.iter().map(|(_, win)| win.minor.saturating_abs()).max().unwrap_or(1).max(1);
    let width = |minor: i64| minor.saturating_abs().saturating_mul(98) / most;
    html! {
        figure .plot {
            figcaption { b { (lang.say("staff-win-by-table")) } span .muted.small { (lang.say("staff-win-right")) } }
            ul .win-bars { @for (table, win) in all {
                @let wide = width(win.minor);
                li {
                    span { "T" (table) }
                    svg .win-bar viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true" {
                        @if win.minor >= 0 { rect .up x="100" y="1" width=(wide) height="10" {} }
                        @else { rect .down x=(100 - wide) y="1" width=(wide) height="10" {} }
                        path d="M100 0V12" {}
                    }
                    span .number-cell { (figures::signed(*win)) }
                }
            } }
        }
    }
}

fn table(lang: Lang, view: &ReportsView) -> Markup {
    let report = &view.report;
    html! {
        @if report.rows.is_empty() { p .muted { (lang.say("staff-report-empty")) } } @else {
            div .table-scroll tabindex="0" role="region" aria-label=(called(lang, view.name)) {
                table .data-table.report-table.report-wide[report.columns.len() > FIT_ON_PAPER] {
                    thead { tr { @for (at, column) in report.columns.iter().enumerate() {
                        @let number = report.rows.first().and_then(|row| row.get(at)).is_some_and(is_figure);
                        th .number-cell[number] scope="col" { (column_name(lang, column)) }
                    } } }
                    tbody { @for row in &report.rows { tr {
                        @for (cell, column) in row.iter().zip(&report.columns) { (cell_of(cell, &column_name(lang, column))) }
                    } } }
                }
            }
        }
    }
}

const fn is_figure(cell: &Cell) -> bool {
    matches!(cell, Cell::Money(_) | Cell::Number(_))
}

/// A cell. On paper a row of many columns is no line but a block, in which each cell says what it is.
fn cell_of(cell: &Cell, label: &str) -> Markup {
    html! {
        @match cell {
            Cell::Words(text) => td .words[text.chars().count() > 24] data-label=(label) { (text) },
            Cell::Number(text) => td .number-cell data-label=(label) { (text) },
            Cell::Clauses(text) => td .clause data-label=(label) { (text) },
            Cell::At(at) => td data-label=(label) { time datetime=(at) { (day_and_minute(*at)) } },
            Cell::Money(money) => td .number-cell data-label=(label) { (figures::money(*money)) },
            Cell::Empty => td data-label=(label) {},
        }
    }
}

fn column_name(lang: Lang, column: &str) -> String {
    let words = column.replace('_', " ");
    lang.or(&format!("staff-column-{}", column.replace('_', "-")), &crate::answers::capital(&words))
}
