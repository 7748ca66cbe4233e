//! Who draws a third card, as words and as a table.

use banco_wire::{Posted, PostedDraws};
use maud::{Markup, html};

use super::{cite, english};
use crate::text::Lang;

pub(super) fn section(posted: &Posted, lang: Lang) -> Markup {
    let draws = &posted.draws;
    html! {
        section #draw {
            h2 { (lang.say("rules-draw")) }
            p { (in_words(draws, lang)) " " (cite(&draws.clauses)) }
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("rules-draw")) { (draw_table(draws, lang)) }
            p .small.muted { (cite(&clauses(draws))) }
        }
    }
}

/// The rule of the Player's hand in words.
pub(crate) fn in_words(draws: &PostedDraws, lang: Lang) -> Markup {
    let name = || draws.player_name.as_str().into();
    html! {
        (lang.with("rules-naturals", &[("counts", either(&draws.naturals, lang).into())]))
        " "
        (lang.with("rules-player-draws", &[("hand", name()), ("counts", counts(&draws.player_draws).into())]))
        " "
        (lang.with("rules-player-stands", &[("hand", name()), ("counts", counts(&draws.player_stands).into())]))
        @if !draws.player_chooses.is_empty() {
            " "
            (lang.with("rules-player-chooses", &[("hand", name()), ("counts", counts(&draws.player_chooses).into())]))
        }
    }
}

/// Counts as people write them: `0–5`, `8, 9`.
pub(crate) fn counts(counts: &[u8]) -> String {
    let runs = counts.len() > 2
        && counts
            .windows(2)
            .all(|pair| matches!(pair, [first, second] if first.checked_add(1) == Some(*second)));
    match (runs, counts) {
        (true, [first, .., last]) => format!("{first}–{last}"),
        _ => counts.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Two counts as people say them: `8 or 9`.
pub(crate) fn either(totals: &[u8], lang: Lang) -> String {
    match totals {
        [first, second] => format!("{first} {} {second}", lang.say("rules-or")),
        _ => counts(totals),
    }
}

/// The Banker's hand: a row for each count, a column for each third card of the Player's hand.
#[must_use]
pub fn draw_table(draws: &PostedDraws, lang: Lang) -> Markup {
    html! {
        table .draw-table {
            caption { (lang.with("rules-draw-caption", &[("banker", draws.banker_name.as_str().into()), ("player", draws.player_name.as_str().into())])) }
            thead {
                tr {
                    th scope="col" { span .visually-hidden { (english(&draws.banker_name)) } }
                    @for third in 0..=9 { th scope="col" { (third) } }
                    th scope="col" { (lang.say("rules-third-none")) }
                }
            }
            tbody {
                @for row in &draws.banker {
                    tr { th scope="row" { (row.count) } @for cell in &row.cells { (cell_of(cell, lang)) } }
                }
            }
        }
    }
}

fn cell_of(cell: &str, lang: Lang) -> Markup {
    let (class, short, words) = match cell {
        "draw" => ("draw-D", lang.say("rules-draw-short"), lang.say("rules-draws")),
        "choose" => ("draw-C", lang.say("rules-choose-short"), lang.say("rules-chooses")),
        _ => ("draw-S", lang.say("rules-stand-short"), lang.say("rules-stands")),
    };
    html! { td class=(class) { span .draw-word { (words) } span .draw-short aria-hidden="true" { (short) } } }
}

/// The clauses of all rows, each once.
fn clauses(draws: &PostedDraws) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for clause in draws.banker.iter().flat_map(|row| &row.clauses) {
        if !all.contains(clause) {
            all.push(clause.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn counts_in_a_row_are_written_shortly() {
        assert_eq!(counts(&[0, 1, 2, 3, 4, 5]), "0–5");
        assert_eq!(counts(&[8, 9]), "8, 9");
        assert_eq!(counts(&[0, 1, 2, 4]), "0, 1, 2, 4");
        assert_eq!(counts(&[]), "");
    }
}
