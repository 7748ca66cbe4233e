//! Turning up a card for everybody to see how far, and for nobody but its holder to see what it is.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use banco_engine::link::TableId;
use banco_engine::table::Viewer;
use banco_wire::{CardSeen, Squeezed, SqueezedHand};

use super::{Reply, body, done, number};
use crate::app::App;
use crate::guard::Caller;
use crate::live::table_seen;
use crate::passing::Passes;
use crate::problem::Failed;

/// `POST /api/v1/tables/{table}/squeeze`: passed to those who follow the table on this node, and kept nowhere.
pub async fn squeeze(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    bytes: Bytes,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    let squeezed: Squeezed = body(&bytes)?;
    if squeezed.percent > 100 || squeezed.card > 2 {
        return Err(Failed::bad("bad_body", "a hand has three cards, and all of one is 100 percent"));
    }
    let viewer = Viewer::Participant(caller.person()?);
    let seen = table_seen(&app, &app.floor.books(), table, viewer)?;
    let hand = match squeezed.side {
        SqueezedHand::Player => &seen.round.player,
        SqueezedHand::Banker => &seen.round.banker,
    };
    match hand.cards.get(usize::from(squeezed.card)) {
        Some(CardSeen::Held(_)) => {
            app.passing.tell(Passes::Squeeze(table, squeezed));
            done()
        }
        _ => Err(Failed::new(StatusCode::CONFLICT, "not_your_card", "you do not hold this card")),
    }
}
