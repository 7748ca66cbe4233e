//! The roads as a table: a row for every hand, with the marks that it made.

use banco_engine::roads::{DerivedRoad, Entry, Kind, Road, Roads};
use maud::{Markup, html};

use super::summary::mark_word;
use super::{name, outcome};
use crate::text::Lang;

/// A fold with the table in it.
pub(super) fn details(roads: &Roads, lang: Lang) -> Markup {
    html! {
        details #roads-table .roads-table {
            summary { (lang.say("roads-as-table")) }
            div .roads-table-panel tabindex="0" role="region" aria-label=(lang.say("roads-as-table")) {
                (table(roads, lang))
                p .muted { (lang.say("roads-meaning")) }
            }
        }
    }
}

fn table(roads: &Roads, lang: Lang) -> Markup {
    html! {
        table .data-table {
            caption { (lang.say("roads-hand-by-hand")) }
            thead {
                tr {
                    th scope="col" .number-cell { (lang.say("road-hand")) }
                    th scope="col" { (lang.say("road-result")) }
                    th scope="col" .number-cell { (lang.say("road-run")) }
                    @for road in DerivedRoad::ALL { th scope="col" { (name(Road::Derived(road), lang)) } }
                }
            }
            tbody { @for (row, bead) in (1_usize..).zip(roads.bead().beads()) { (hand(roads, row, bead.hand, lang)) } }
        }
    }
}

fn hand(roads: &Roads, row: usize, hand: usize, lang: Lang) -> Markup {
    let result = roads.history().get(hand).map(|entry| in_words(entry, lang)).unwrap_or_default();
    html! {
        tr {
            th scope="row" .number-cell { (row) }
            td { (result) }
            td .number-cell { @match run_of(roads, hand) { Some(run) => (run), None => "–" } }
            @for road in DerivedRoad::ALL {
                td {
                    @match roads.derived(road).cells().iter().find(|cell| cell.hand == hand) {
                        Some(cell) => (mark_word(cell.mark, lang)),
                        None => "–",
                    }
                }
            }
        }
    }
}

/// The number of the run to which a win belongs, from one. Ties belong to none.
fn run_of(roads: &Roads, hand: usize) -> Option<usize> {
    let at = roads.big().cells().iter().position(|cell| cell.hand == hand)?;
    let mut end = 0;
    let found = roads.big().runs().iter().position(|length| {
        end += length;
        at < end
    });
    found.map(|run| run + 1)
}

/// A result with everything that is known of it.
fn in_words(entry: &Entry, lang: Lang) -> String {
    let marks = &entry.marks;
    let total = marks.total.map_or_else(String::new, |total| format!(" {total}"));
    let mut words = vec![format!("{}{total}", outcome(entry.outcome, lang))];
    let mut add = |holds: bool, word: String| words.extend(holds.then_some(word));
    add(marks.natural, lang.say("road-natural"));
    add(marks.player_pair, lang.say("road-player-pair"));
    add(marks.banker_pair, lang.say("road-banker-pair"));
    add(entry.kind == Kind::FreeHand, lang.say("road-free-hand"));
    add(entry.kind == Kind::Simulated, lang.say("road-simulated"));
    words.extend(marks.badges.iter().cloned());
    words.join(", ")
}
