//! Routes of links and accounts.

use axum::routing::{get, post};
use banco_people::Permission as May;

use super::{AS, CURSOR, LIMIT, PATRON, read, route};
use crate::api::{accounts, commands, links, patrons};
use crate::guard::Guard;
use crate::live;
use crate::read_limit::Cost;
use crate::route::{Answer, Route};

/// Those of links and accounts.
pub(super) fn all() -> Vec<Route> {
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
            get(live::link_events),
            background = true
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
                "/api/v1/patrons",
                "patrons",
                "Patrons by name, login, number or the end of a document's number.",
                Guard::May(&[May::SeePatrons]),
                Answer::Page("PatronSeen")
            ),
            get(patrons::list),
            query = &[PATRON]
        )
        .costs(Cost::Read),
        route!(
            read(
                "/api/v1/patrons",
                "open_patron",
                "A player whose identity was checked, with an account and an invitation.",
                Guard::May(&[May::OpenPatrons]),
                Answer::Json("PatronAdded")
            ),
            post(patrons::open),
            method = "post",
            body = Some("PatronWanted"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/patrons/{person}/identity-check",
                "check_identity",
                "A patron shows the document once more: an account that cools off moves money again.",
                Guard::May(&[May::OpenPatrons]),
                Answer::Nothing
            ),
            post(patrons::check_identity),
            method = "post",
            body = Some("DocumentWanted")
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
            get(live::account_events),
            background = true
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
