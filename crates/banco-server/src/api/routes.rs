//! All routes of the API.

use axum::routing::{delete, get, post, put};
use banco_people::Permission as May;

use super::{
    accounts, approvals, audit, commands, floor, health, links, people, reports, session, setup, squeeze,
    tables,
};
use crate::guard::Guard;
use crate::live;
use crate::openapi;
use crate::route::{Answer, Query, QueryKind, Route};

const AS: Query = Query {
    name: "as",
    summary: "in which capacity, where somebody has several",
    kind: QueryKind::Words(commands::CAPACITY_NAMES),
};
const LOOK: Query = Query {
    name: "as",
    summary: "as what to look",
    kind: QueryKind::Words(&["participant", "onlooker", "dealer", "floor", "surveillance", "display"]),
};
const FOR: Query =
    Query { name: "for", summary: "the participant one acts for", kind: QueryKind::Number(1, 4_294_967_295) };
const CURSOR: Query = Query {
    name: "cursor",
    summary: "as the page before gave it",
    kind: QueryKind::Number(0, 4_294_967_295),
};
const LIMIT: Query = Query { name: "limit", summary: "how many at most", kind: QueryKind::Number(1, 100) };
const AFTER: Query = Query {
    name: "after",
    summary: "the last number that is known",
    kind: QueryKind::Number(0, i64::MAX as u64),
};
const ROUNDS: Query = Query { name: "cursor", summary: "as the page before gave it", kind: QueryKind::Text };
const FORMAT: Query = Query { name: "format", summary: "how", kind: QueryKind::Words(&["json", "csv"]) };
const FROM: Query = Query { name: "from", summary: "not before this moment", kind: QueryKind::Moment };
const TO: Query = Query { name: "to", summary: "before this moment", kind: QueryKind::Moment };
const TABLE: Query =
    Query { name: "table", summary: "of one table", kind: QueryKind::Number(1, 4_294_967_295) };
const FROM_MINOR: Query =
    Query { name: "from_minor", summary: "large from here on", kind: QueryKind::Number(1, i64::MAX as u64) };
const ENTRIES: Query = Query { name: "limit", summary: "how many at most", kind: QueryKind::Number(1, 1000) };

/// A route that reads.
const fn read(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    guard: Guard,
    answer: Answer,
) -> Route {
    Route {
        method: "get",
        path,
        name,
        summary,
        guard,
        body: None,
        answer,
        query: &[],
        keyed: false,
        handler: axum::routing::MethodRouter::new,
    }
}

macro_rules! route {
    ($base:expr, $handler:expr $(, $field:ident = $value:expr)*) => {{
        let mut route = $base;
        $(route.$field = $value;)*
        route.handler = || $handler;
        route
    }};
}

/// Every route, in the order of the document.
#[must_use]
pub fn routes() -> Vec<Route> {
    let mut all = Vec::new();
    all.extend(of_health());
    all.extend(of_sessions());
    all.extend(of_tables());
    all.extend(of_links_and_accounts());
    all.extend(of_people());
    all.extend(of_audit());
    all.extend(of_reports());
    all
}

fn of_health() -> Vec<Route> {
    let any = Guard::Anybody;
    vec![
        route!(
            read("/healthz", "alive", "Whether the process lives.", any, Answer::Text("text/plain")),
            get(health::alive)
        ),
        route!(
            read("/readyz", "ready", "Whether it can keep and tell.", any, Answer::Text("text/plain")),
            get(health::ready)
        ),
        route!(
            read(
                "/metrics",
                "metrics",
                "What is counted, for Prometheus; from this machine alone.",
                any,
                Answer::Text("text/plain")
            ),
            get(health::metrics)
        ),
        route!(
            read("/api/v1/openapi.json", "openapi", "This document.", any, Answer::Json("Document")),
            get(openapi::document)
        ),
        route!(
            read(
                "/api/v1/asyncapi.json",
                "asyncapi",
                "What travels on streams.",
                any,
                Answer::Json("Document")
            ),
            get(openapi::streams)
        ),
        route!(
            read("/api/v1/floor", "floor", "What floor this is.", any, Answer::Json("FloorSeen")),
            get(floor::one)
        ),
    ]
}

fn of_sessions() -> Vec<Route> {
    let (any, signed_in) = (Guard::Anybody, Guard::SignedIn);
    vec![
        route!(
            read(
                "/api/v1/guests",
                "come_in",
                "A guest comes in, on a demo floor.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::guest),
            method = "post",
            body = Some("GuestWanted")
        ),
        route!(
            read("/api/v1/session", "me", "Who is signed in.", signed_in, Answer::Json("MeSeen")),
            get(session::me)
        ),
        route!(
            read(
                "/api/v1/session",
                "sign_in",
                "Sign in; 202 asks for a code.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::sign_in),
            method = "post",
            body = Some("SignInWanted")
        ),
        route!(
            read("/api/v1/session", "sign_out", "Sign out.", signed_in, Answer::Nothing),
            delete(session::sign_out),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/session/second-step",
                "second_step",
                "The code that a sign-in asks for.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::second_step),
            method = "post",
            body = Some("SecondStepWanted")
        ),
        route!(
            read(
                "/api/v1/session/proof",
                "prove",
                "Prove afresh who you are.",
                signed_in,
                Answer::Json("SignedInSession")
            ),
            post(session::prove),
            method = "post",
            body = Some("ProofWanted")
        ),
        route!(
            read(
                "/api/v1/sessions",
                "sessions",
                "Your own sessions.",
                signed_in,
                Answer::Page("SignedInSession")
            ),
            get(session::sessions)
        ),
        route!(
            read("/api/v1/sessions/{session}", "end_session", "End one of them.", signed_in, Answer::Nothing),
            delete(session::revoke),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/second-factor",
                "enrol",
                "Set up a second factor.",
                signed_in,
                Answer::Json("EnrolmentSeen")
            ),
            post(session::enrol),
            method = "post"
        ),
        route!(
            read(
                "/api/v1/second-factor/confirmation",
                "confirm",
                "Show that it works.",
                signed_in,
                Answer::Json("SignedInSeen")
            ),
            post(session::confirm),
            method = "post",
            body = Some("CodeWanted")
        ),
        route!(
            read(
                "/api/v1/password",
                "change_password",
                "Choose a new password.",
                signed_in,
                Answer::Json("SignedInSeen")
            ),
            put(session::change_password),
            method = "put",
            body = Some("PasswordWanted")
        ),
        route!(
            read(
                "/api/v1/first-administrator",
                "claim_first",
                "The first administrator, by the secret that the first start prints.",
                any,
                Answer::Json("PersonMade")
            ),
            post(session::first),
            method = "post",
            body = Some("FirstWanted")
        ),
        route!(
            read(
                "/api/v1/invitations/accepted",
                "accept",
                "Choose a password after an invitation.",
                any,
                Answer::Nothing
            ),
            post(session::accept),
            method = "post",
            body = Some("InvitedWanted")
        ),
    ]
}

fn of_tables() -> Vec<Route> {
    let looks = Guard::Looks;
    let acts = Guard::Acts(&[May::Play, May::Deal, May::Supervise, May::Observe]);
    let proposes = Guard::May(&[May::AdministerTables, May::Supervise]);
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
                proposes,
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
                "/api/v1/proposals",
                "proposals",
                "Tables that wait for a second person.",
                Guard::May(&[May::AdministerTables, May::Supervise, May::Approve]),
                Answer::Page("ProposalSeen")
            ),
            get(setup::list)
        ),
        route!(
            read(
                "/api/v1/proposals",
                "propose",
                "Propose a table by a Rules Submission.",
                proposes,
                Answer::Json("ProposalSeen")
            ),
            post(setup::propose),
            method = "post",
            body = Some("TableWanted"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/proposals/{proposal}",
                "answer_proposal",
                "Approve it, or not.",
                Guard::May(&[May::Approve]),
                Answer::Json("Done")
            ),
            post(setup::answer),
            method = "post",
            body = Some("ProposalAnswer"),
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
        route!(
            read(
                "/api/v1/approvals",
                "approvals",
                "What waits for a second person.",
                Guard::May(&[May::Approve, May::Observe]),
                Answer::Page("Waiting")
            ),
            get(approvals::list)
        ),
        route!(
            read(
                "/api/v1/approvals/{kind}/{id}/{request}",
                "answer_approval",
                "Approve it, or turn it down.",
                Guard::May(&[May::Approve]),
                Answer::Json("Done")
            ),
            post(approvals::answer),
            method = "post",
            body = Some("AnswerWanted"),
            keyed = true
        ),
    ]
}

fn of_links_and_accounts() -> Vec<Route> {
    let looks = Guard::Looks;
    let own = Guard::Own(May::OwnAccount, May::SeeAccounts);
    vec![
        route!(
            read("/api/v1/links", "links", "Progressive links.", looks, Answer::Page("LinkSeen")),
            get(links::list)
        ),
        route!(
            read("/api/v1/links/{link}", "link", "A progressive link.", looks, Answer::Json("LinkSeen")),
            get(links::one)
        ),
        route!(
            read(
                "/api/v1/links/{link}/events",
                "link_events",
                "A link as it happens.",
                looks,
                Answer::Stream("Envelope")
            ),
            get(live::link_events)
        ),
        route!(
            read(
                "/api/v1/links/{link}/commands",
                "command_link",
                "A command to a link.",
                Guard::Acts(&[May::Deal, May::Supervise, May::Observe]),
                Answer::Json("Done")
            ),
            post(commands::to_link),
            method = "post",
            body = Some("LinkCommand"),
            query = &[AS],
            keyed = true
        ),
        route!(
            read(
                "/api/v1/accounts",
                "accounts",
                "All accounts.",
                Guard::May(&[May::SeeAccounts]),
                Answer::Page("AccountSeen")
            ),
            get(accounts::list),
            query = &[CURSOR, LIMIT]
        ),
        route!(
            read("/api/v1/accounts/{person}", "account", "An account.", own, Answer::Json("AccountSeen")),
            get(accounts::one)
        ),
        route!(
            read(
                "/api/v1/accounts/{person}/events",
                "account_events",
                "An account as it happens.",
                own,
                Answer::Stream("Envelope")
            ),
            get(live::account_events)
        ),
        route!(
            read(
                "/api/v1/accounts/{person}/commands",
                "command_account",
                "A command to an account.",
                Guard::ActsOn(May::OwnAccount, May::SeeAccounts),
                Answer::Json("Done")
            ),
            post(commands::to_account),
            method = "post",
            body = Some("AccountCommand"),
            query = &[AS],
            keyed = true
        ),
    ]
}

fn of_people() -> Vec<Route> {
    let administers = Guard::May(&[May::AdministerPeople]);
    let machines = Guard::May(&[May::AdministerTables]);
    vec![
        route!(
            read("/api/v1/people", "people", "Everybody.", administers, Answer::Page("PersonSeen")),
            get(people::list),
            query = &[CURSOR, LIMIT]
        ),
        route!(
            read("/api/v1/people", "add_person", "Somebody new.", administers, Answer::Json("PersonMade")),
            post(people::add),
            method = "post",
            body = Some("PersonWanted"),
            keyed = true
        ),
        route!(
            read("/api/v1/people/{person}", "person", "Somebody.", administers, Answer::Json("PersonSeen")),
            get(people::one)
        ),
        route!(
            read(
                "/api/v1/people/{person}/invitation",
                "invite",
                "Invite somebody to choose a password.",
                administers,
                Answer::Json("InvitationSeen")
            ),
            post(people::invite),
            method = "post"
        ),
        route!(
            read(
                "/api/v1/people/{person}/roles",
                "change_roles",
                "What somebody is from now on.",
                administers,
                Answer::Nothing
            ),
            put(people::change_roles),
            method = "put",
            body = Some("RolesWanted")
        ),
        route!(
            read(
                "/api/v1/people/{person}/name",
                "rename",
                "What somebody is called from now on.",
                administers,
                Answer::Nothing
            ),
            put(people::rename),
            method = "put",
            body = Some("NameWanted")
        ),
        route!(
            read(
                "/api/v1/people/{person}/disabled",
                "disable",
                "Somebody may do nothing from now on.",
                administers,
                Answer::Nothing
            ),
            post(people::disable),
            method = "post",
            body = Some("ReasonWanted")
        ),
        route!(
            read(
                "/api/v1/people/{person}/disabled",
                "enable",
                "Somebody may come back.",
                administers,
                Answer::Nothing
            ),
            delete(people::enable),
            method = "delete"
        ),
        route!(
            read("/api/v1/people/{person}/lock", "unlock", "End a lock-out.", administers, Answer::Nothing),
            delete(people::unlock),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/people/{person}/sessions",
                "end_sessions",
                "End all sessions of somebody.",
                administers,
                Answer::Nothing
            ),
            delete(people::revoke_all),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/people/{person}/second-factor/reset",
                "reset_second_factor",
                "Take away a second factor that was lost.",
                administers,
                Answer::Nothing
            ),
            post(people::reset),
            method = "post",
            body = Some("ReasonWanted")
        ),
        route!(
            read(
                "/api/v1/devices",
                "devices",
                "Card readers and displays.",
                machines,
                Answer::Page("DeviceSeen")
            ),
            get(people::devices)
        ),
        route!(
            read(
                "/api/v1/devices",
                "add_device",
                "A machine for a table.",
                machines,
                Answer::Json("DeviceMade")
            ),
            post(people::add_device),
            method = "post",
            body = Some("DeviceWanted")
        ),
        route!(
            read(
                "/api/v1/devices/{table}/{device}",
                "remove_device",
                "Take a machine away.",
                machines,
                Answer::Nothing
            ),
            delete(people::remove_device),
            method = "delete"
        ),
    ]
}

fn of_audit() -> Vec<Route> {
    let audits = Guard::May(&[May::SeeAudit]);
    vec![
        route!(
            read("/api/v1/streams", "streams", "Where every stream ends.", audits, Answer::Page("HeadSeen")),
            get(audit::streams)
        ),
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
        ),
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
        ),
        route!(
            read(
                "/api/v1/anchors",
                "anchors",
                "Signed statements of where streams ended.",
                audits,
                Answer::Page("AnchorSeen")
            ),
            get(audit::anchors),
            query = &[AFTER]
        ),
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
                Answer::Json("Page")
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
            get(reports::shoes)
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
        ),
        route!(
            read(
                "/api/v1/accounts/{person}/rounds",
                "rounds_of",
                "Rounds of somebody, newest first.",
                Guard::Own(May::OwnAccount, May::SeeAccounts),
                Answer::Json("Page")
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
                Answer::Json("RoundInFull")
            ),
            get(reports::round),
            query = &[LOOK]
        ),
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
        ),
    ]
}
