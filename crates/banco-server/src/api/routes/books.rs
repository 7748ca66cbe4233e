//! Routes of the journal, of rounds and of reports.

use axum::routing::{get, post};
use banco_people::Permission as May;

use super::{
    AFTER, CURSOR, ENTRIES, FORMAT, FROM, FROM_MINOR, LIMIT, LOOK, ROUNDS, STREAMS, TABLE, TO, read, route,
};
use crate::api::{audit, reports};
use crate::guard::Guard;
use crate::read_limit::Cost;
use crate::route::{Answer, Route};

/// Whoever sees the wagers of others in a round.
const BOOKS: &[May] = &[May::Observe, May::SeeBooks];

/// Those of the journal, of rounds and of reports.
pub(super) fn all() -> Vec<Route> {
    let mut all = of_audit();
    all.extend(of_reports());
    all
}

fn of_audit() -> Vec<Route> {
    let audits = Guard::May(&[May::SeeAudit]);
    vec![
        route!(
            read("/api/v1/streams", "streams", "Where every stream ends.", audits, Answer::Page("HeadSeen")),
            get(audit::streams),
            query = &[STREAMS, LIMIT]
        )
        .shows_no_patrons("names and hashes of streams"),
        route!(
            read(
                "/api/v1/streams/{kind}/entries",
                "entries_of_one",
                "Entries of a stream of its own, one a line.",
                audits,
                Answer::Text("application/x-ndjson")
            ),
            get(audit::entries_of_one),
            query = &[AFTER, ENTRIES]
        )
        .costs(Cost::Read),
        route!(
            read(
                "/api/v1/streams/{kind}/{id}/entries",
                "entries",
                "Entries of a stream, one a line.",
                audits,
                Answer::Text("application/x-ndjson")
            ),
            get(audit::entries),
            query = &[AFTER, ENTRIES]
        )
        .costs(Cost::Read),
        route!(
            read(
                "/api/v1/anchors",
                "anchors",
                "Signed statements of where streams ended.",
                audits,
                Answer::Page("AnchorSeen")
            ),
            get(audit::anchors),
            query = &[CURSOR, LIMIT]
        )
        .shows_no_patrons("signed hashes"),
        route!(
            read(
                "/api/v1/anchors",
                "anchor_now",
                "An anchor now.",
                Guard::May(&[May::Export, May::SeeHealth]),
                Answer::Json("AnchorSeen")
            ),
            post(audit::anchor_now),
            method = "post"
        ),
    ]
}

fn of_reports() -> Vec<Route> {
    let looks = Guard::Looks;
    let books = Guard::May(&[May::SeeBooks, May::Observe]);
    vec![
        route!(
            read(
                "/api/v1/tables/{table}/rounds",
                "rounds",
                "Rounds of a table, newest first.",
                looks,
                Answer::Json("RoundsForViewer")
            ),
            get(reports::rounds),
            query = &[ROUNDS, LIMIT]
        ),
        route!(
            read(
                "/api/v1/tables/{table}/shoes",
                "shoes",
                "Shoes that were promised, and whether they were shown.",
                looks,
                Answer::Page("PromisedShoe")
            ),
            get(reports::shoes),
            query = &[CURSOR, LIMIT]
        ),
        route!(
            read(
                "/api/v1/tables/{table}/shoes/{promise}",
                "shoe",
                "All that it takes to check a shoe: for `banco verify`.",
                looks,
                Answer::Json("ShoeProof")
            ),
            get(reports::shoe)
        )
        .costs(Cost::Read),
        route!(
            read(
                "/api/v1/accounts/{person}/rounds",
                "rounds_of",
                "Rounds of somebody, newest first.",
                Guard::Own(May::OwnAccount, May::SeeAccounts),
                Answer::Json("RoundsForViewer")
            ),
            get(reports::rounds_of),
            query = &[ROUNDS, LIMIT]
        ),
        route!(
            read(
                "/api/v1/rounds/{round}",
                "round",
                "A round told step by step, as far as you may know it.",
                looks,
                Answer::Json("RoundForViewer")
            ),
            get(reports::round),
            query = &[LOOK]
        )
        .shows_patrons_to(BOOKS)
        .costs(Cost::Read),
        route!(
            read(
                "/api/v1/reports/{report}",
                "report",
                "A report of the floor.",
                books,
                Answer::Json("Report")
            ),
            get(reports::report),
            query = &[FORMAT, FROM, TO, TABLE, FROM_MINOR]
        )
        .costs(Cost::Report),
    ]
}
