//! Roads.

use banco_wire::ResultSeen;
use maud::{Markup, html};

use crate::look::Look;

/// All roads of a shoe.
#[must_use]
pub fn panel(results: &[ResultSeen], _: Look) -> Markup {
    html! { p { (results.len()) } }
}

/// The big road of a tile in the lobby.
#[must_use]
pub fn mini(results: &[ResultSeen]) -> Markup {
    html! { p { (results.len()) } }
}
