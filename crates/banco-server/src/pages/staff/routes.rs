//! The routes of the house's own pages.

use axum::routing::{get, post};
use banco_pages::staff::Section;

use super::{floor, permissions, relay};
use crate::guard::Guard;
use crate::pages::routes::{at, page};
use crate::route::Route;

/// Whether a section has its page.
#[must_use]
pub fn has(section: Section) -> bool {
    crate::pages::routes::routes().iter().any(|route| route.path == section.path() && route.method == "get")
}

/// A section is looked at by whoever may.
const fn sees(section: Section) -> Guard {
    Guard::May(permissions(section))
}

/// Every one of them.
#[must_use]
pub fn routes() -> Vec<Route> {
    let floors = sees(Section::Floor);
    vec![
        at!(
            page("/staff/do", "staff_do", "Whatever the house does, by a form.", Guard::SignedIn),
            form post(relay::act)
        ),
        at!(page("/floor", "floor_page", "All tables at a glance.", floors), get(floor::page)),
        at!(page("/floor/parts", "floor_parts", "What changes on the floor.", floors), get(floor::parts)),
        at!(
            page("/floor/known", "know_alarm", "Somebody knows of an alarm.", floors),
            form post(floor::known)
        ),
    ]
}
