//! Routes of tables, and what became of commands.

use axum::routing::{delete, get, post, put};
use banco_people::Permission as May;

use super::{AS, FOR, LOOK, PROPOSES, read, route};
use crate::api::{commands, squeeze, tables};
use crate::guard::Guard;
use crate::live;
use crate::route::{Answer, Route};

/// Those of tables.
pub(super) fn all() -> Vec<Route> {
    let looks = Guard::Looks;
    let acts = Guard::Acts(&[May::Play, May::Deal, May::Supervise, May::Observe]);
    vec![
        route!(
            read("/api/v1/tables", "tables", "All tables at a glance.", looks, Answer::Page("LobbyTable")),
            get(tables::list)
        ),
        route!(
            read(
                "/api/v1/tables/{table}",
                "table",
                "A table, and how it is run.",
                looks,
                Answer::Json("TableFacts")
            ),
            get(tables::one)
        ),
        route!(
            read(
                "/api/v1/tables/{table}",
                "run_table",
                "Run a table otherwise; wants If-Match.",
                PROPOSES,
                Answer::Json("TableFacts")
            ),
            put(tables::run),
            method = "put",
            body = Some("TableFile")
        ),
        route!(
            read(
                "/api/v1/tables/{table}/posted",
                "posted",
                "Wagers, pays, limits, edges, terms and readings.",
                looks,
                Answer::Json("Posted")
            ),
            get(tables::posted)
        ),
        route!(
            read(
                "/api/v1/tables/{table}/view",
                "view",
                "The table as you see it.",
                looks,
                Answer::Json("TableSeen")
            ),
            get(tables::seen),
            query = &[LOOK]
        ),
        route!(
            read(
                "/api/v1/tables/{table}/events",
                "table_events",
                "The table as it happens.",
                looks,
                Answer::Stream("Envelope")
            ),
            get(live::table_events),
            query = &[LOOK]
        ),
        route!(
            read(
                "/api/v1/tables/{table}/commands",
                "command_table",
                "A command to a table.",
                acts,
                Answer::Json("Done")
            ),
            post(commands::to_table),
            method = "post",
            body = Some("TableCommand"),
            query = &[AS, FOR],
            keyed = true
        ),
        route!(
            read(
                "/api/v1/tables/{table}/squeeze",
                "squeeze",
                "Show how far you have turned up a card that you hold; it is kept nowhere.",
                Guard::Acts(&[May::Play]),
                Answer::Nothing
            ),
            post(squeeze::squeeze),
            method = "post",
            body = Some("Squeezed")
        ),
        route!(
            read(
                "/api/v1/tables/{table}/cards",
                "read_card",
                "What a card reader has read.",
                Guard::Device(May::ReadCards),
                Answer::Json("Done")
            ),
            post(tables::read_card),
            method = "post",
            body = Some("CardRead"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/stream",
                "stream",
                "Everything you follow, on a WebSocket.",
                looks,
                Answer::Stream("Envelope")
            ),
            get(live::open),
            query = &[LOOK]
        ),
        route!(
            read(
                "/api/v1/commands/{key}",
                "command",
                "What became of a command of yours.",
                Guard::SignedIn,
                Answer::Json("Done")
            ),
            get(commands::answer_of)
        ),
        route!(
            read(
                "/api/v1/commands/{key}",
                "withdraw_command",
                "Make sure that a command which was not seen never happens.",
                Guard::SignedIn,
                Answer::Json("Done")
            ),
            delete(commands::withdraw),
            method = "delete"
        ),
    ]
}
