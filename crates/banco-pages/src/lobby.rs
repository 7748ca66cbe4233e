//! The lobby: all tables.

use maud::{Markup, html};

use crate::layout::{Place, Shell, Visit, page};

/// The page.
#[must_use]
pub fn lobby(visit: &Visit) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        styles: &["lobby.css"],
        place: Place::Tables,
        ..Shell::new(visit, lang.say("tables"), "page-lobby")
    };
    page(&shell, &html! { main #main .lobby { h1 { (lang.say("lobby-title")) } } })
}
