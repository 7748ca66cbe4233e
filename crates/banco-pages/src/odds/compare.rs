//! Two answers side by side: figures and lines in the same rows.

use maud::{Markup, html};

use super::answer::{Answer, named};
use crate::rules::english;
use crate::text::Lang;

/// Both answers in one table.
pub(super) fn side_by_side(first: &Answer, second: &Answer, lang: Lang) -> Markup {
    let value = |answer: &Answer, key: &str| {
        answer.figures.iter().find(|told| told.key == key).map(|told| told.value.clone()).unwrap_or_default()
    };
    html! {
        section .panel.odds-figures aria-label=(lang.say("odds-compared")) {
            div .panel-head { h2 { (lang.say("odds-compared")) } }
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("odds-compared")) {
                table .data-table.odds-compared {
                    thead {
                        tr {
                            td {}
                            th scope="col" .number-cell { "A: " (english(&first.title)) }
                            th scope="col" .number-cell { "B: " (english(&second.title)) }
                        }
                    }
                    tbody {
                        @for told in &first.figures {
                            tr {
                                th scope="row" { (named(told, lang)) }
                                td .number-cell { (told.value) }
                                td .number-cell { (value(second, told.key)) }
                            }
                        }
                    }
                    tbody {
                        @for name in names(first, second) {
                            tr {
                                th scope="row" { (english(&name)) }
                                td .number-cell { (line(first, &name)) }
                                td .number-cell { (line(second, &name)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The lines of both, each once, in the order of the first.
fn names(first: &Answer, second: &Answer) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in first.lines.rows.iter().chain(&second.lines.rows) {
        let name = row.first().map(|cell| cell.shown.clone()).unwrap_or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What a line pays and adds.
fn line(answer: &Answer, name: &str) -> String {
    let row = answer.lines.rows.iter().find(|row| row.first().is_some_and(|cell| cell.shown == name));
    let Some(row) = row else { return "–".to_owned() };
    let pays = row.get(1).map(|cell| cell.shown.as_str()).unwrap_or_default();
    let adds = row.last().map(|cell| cell.shown.as_str()).unwrap_or_default();
    format!("{pays}, {adds}")
}
