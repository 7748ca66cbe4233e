//! Routes of tables, and what became of commands.

use axum::routing::{delete, get, post, put};
use banco_people::Permission as May;

use super::{AS, FOR, LOOK, PROPOSES, read, route};
use crate::api::{boards, commands, squeeze, tables};
use crate::guard::Guard;
use crate::live;
use crate::route::{Answer, Route};

/// Those of tables.
pub(super) fn all() -> Vec<Route> {
    [of_play(), beside_play()].into_iter().flatten().collect()
}

/// What stands beside the game: the dealer calls the floor, the floor tells something on the sign.
fn beside_play() -> Vec<Route> {
    let (deals, supervises) = (Guard::May(&[May::Deal]), Guard::May(&[May::Supervise]));
    let one = |path, name, summary, guard| read(path, name, summary, guard, Answer::Nothing);
    vec![
        route!(
            one("/api/v1/tables/{table}/floor-call", "call_floor", "Call the floor to a table.", deals),
            post(boards::call),
            method = "post"
        ),
        route!(
            one("/api/v1/tables/{table}/floor-call", "answer_floor_call", "The floor has come.", supervises),
            delete(boards::answer),
            method = "delete"
        ),
        route!(
            one(
                "/api/v1/tables/{table}/info",
                "put_up_info",
                "Put a page on the sign of a table.",
                supervises
            ),
            put(boards::put_up),
            method = "put",
            body = Some("InfoPage")
        ),
        route!(
            one("/api/v1/tables/{table}/info", "take_down_info", "Take it down again.", supervises),
            delete(boards::take_down),
            method = "delete"
        ),
    ]
}

/// Tables themselves.
fn of_play() -> Vec<Route> {
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
        )
        .shows_patrons_to(&[May::Observe, May::Supervise]),
        route!(
            read(
                "/api/v1/tables/{table}/events",
                "table_events",
                "The table as it happens.",
                looks,
                Answer::Stream("Envelope")
            ),
            get(live::table_events),
            query = &[LOOK],
            background = true
        )
        .shows_patrons_to(&[May::Observe, May::Supervise]),
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
                Guard::Shows,
                Answer::Stream("Envelope")
            ),
            get(live::open),
            query = &[LOOK],
            background = true
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
