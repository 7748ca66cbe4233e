//! The tables that somebody may deal at.

use banco_wire::{Pause, Phase};
use maud::{Markup, html};

use super::STYLES;
use crate::icon::{Icon, small};
use crate::layout::{Shell, Visit, page};
use crate::staff::{Desk, Section};

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
    let desk = Desk::new(visit, Section::Dealer, lang.say("dealer-tables"));
    let shell =
        Shell { styles: &STYLES, scripts: &["dealer.js"], ..desk.shell("page-staff page-dealer-list") };
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
