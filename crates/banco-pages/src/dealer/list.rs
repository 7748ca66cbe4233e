//! The tables that somebody may deal at.

use banco_wire::{Pause, Phase};
use maud::{Markup, html};

use crate::icon::{Icon, small};
use crate::layout::{Ground, Shell, Visit, page, play_money, tools, wordmark};

/// A table with a dealer.
#[derive(Clone, Debug)]
pub struct DealtTable {
    /// Its number.
    pub number: u32,
    /// What people call it.
    pub name: String,
    /// The pit in which it stands.
    pub pit: String,
    /// The game, as its text calls it.
    pub game: String,
    /// What is going on.
    pub phase: Phase,
    /// Why nothing goes on.
    pub pause: Option<Pause>,
    /// How many seats are taken, of how many.
    pub seats: (usize, usize),
}

/// The page.
#[must_use]
pub fn list(visit: &Visit, tables: &[DealtTable]) -> Markup {
    let lang = visit.lang();
    let bar = html! {
        header .staff-bar {
            (wordmark(lang))
            p .staff-state { (lang.say("dealer-tables")) }
            (play_money(visit))
            div .staff-tools { (tools(visit)) }
        }
    };
    let shell = Shell {
        ground: Ground::Night,
        styles: &["dealer.css"],
        scripts: &["dealer.js"],
        bar: Some(bar),
        foot: false,
        ..Shell::new(visit, lang.say("dealer-tables"), "page-staff page-dealer-list")
    };
    page(
        &shell,
        &html! {
            main #main .dealer-list {
                h1 { (lang.say("dealer-tables")) }
                @if tables.is_empty() { p .muted { (lang.say("dealer-no-tables")) } }
                ul .table-links { @for table in tables { (one(visit, table)) } }
            }
        },
    )
}

fn one(visit: &Visit, table: &DealtTable) -> Markup {
    let lang = visit.lang();
    let (taken, of) = table.seats;
    html! {
        li {
            a .table-link href={ "/dealer/" (table.number) } {
                b { (lang.with("table-number", &[("table", table.number.into())])) }
                span { (table.name) }
                span .muted { (table.game) ", " (table.pit) }
                span { @if table.pause.is_some() { (small(Icon::Lock)) } (crate::lobby::state(lang, table.phase, table.pause)) }
                span .muted { (lang.with("dealer-seats-taken", &[("taken", taken.into()), ("seats", of.into())])) }
            }
        }
    }
}
