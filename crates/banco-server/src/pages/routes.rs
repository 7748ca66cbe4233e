//! The routes of pages. They stand in the same table as those of the API, each with its guard.

use axum::routing::{get, post};

use banco_people::Permission as May;

use super::{
    act, assets, choose_look, dealer, display, door, guide, lobby, odds, rules, seat, sign, staff, story,
};
use crate::access_log::Discloses;
use crate::guard::Guard;
use crate::read_limit::Cost;
use crate::route::{Answer, Route};

const HTML: Answer = Answer::Text("text/html");

/// A page that is looked at.
pub(super) const fn page(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    guard: Guard,
) -> Route {
    Route {
        method: "get",
        path,
        name,
        summary,
        guard,
        body: None,
        answer: HTML,
        query: &[],
        keyed: false,
        background: false,
        cost: Cost::Light,
        discloses: Discloses::ByGuard,
        handler: axum::routing::MethodRouter::new,
    }
}

macro_rules! at {
    ($base:expr, $handler:expr) => {{
        let mut route = $base;
        route.handler = || $handler;
        route
    }};
    ($base:expr, form $handler:expr) => {{
        let mut route = $base;
        route.method = "post";
        route.handler = || $handler;
        route
    }};
}

pub(super) use at;

/// Every route of a page.
#[must_use]
pub fn routes() -> Vec<Route> {
    let (any, looks, deals) = (Guard::Anybody, Guard::Looks, Guard::May(&[May::Deal]));
    let mut all = vec![
        at!(page("/assets/{edition}/{name}", "asset", "A file that pages refer to.", any), get(assets::one)),
        at!(page("/look", "choose_look", "How pages look from now on.", any), form post(choose_look)),
        at!(page("/sign-in", "door", "Coming in.", any), get(door::page)),
        at!(page("/sign-in", "door_answer", "Coming in, by a form.", any), form post(door::answer)),
        at!(page("/guest", "door_guest", "Coming in as a guest, by a form.", any), form post(door::guest)),
        at!(page("/sign-out", "leave_door", "Going out, by a form.", any), form post(door::leave)),
        at!(page("/", "lobby_page", "All tables.", looks), get(lobby::page)),
        at!(page("/tables/{table}", "seat_page", "A seat at a table.", looks), get(seat::page)),
        at!(
            page("/tables/{table}/parts", "seat_parts", "What changes at a seat.", looks).in_background(),
            get(seat::parts)
        ),
        at!(
            page("/tables/{table}/seat", "sit_down", "Sit down with chips, by a form.", looks),
            form post(seat::sit)
        ),
        at!(
            page("/tables/{table}/do", "do_at_table", "Whatever is done at a seat, by a form.", Guard::Acts(&[May::Play])),
            form post(act::at_table)
        ),
        at!(
            page("/account", "account_page", "One's own account and limits.", Guard::May(&[May::OwnAccount])),
            get(act::account)
        ),
        at!(
            page("/account/do", "do_at_account", "Whatever is done with one's own account, by a form.", Guard::Acts(&[May::OwnAccount])),
            form post(act::at_account)
        ),
        at!(
            page("/rounds", "rounds_page", "All rounds of one's own.", Guard::May(&[May::OwnAccount])),
            get(story::list)
        )
        .costs(Cost::Read),
        at!(
            page(
                "/rounds/{round}",
                "round_page",
                "A round of one's own, step by step.",
                Guard::May(&[May::OwnAccount])
            ),
            get(story::page)
        )
        .costs(Cost::Read),
        at!(
            page("/parts", "lobby_parts", "What changes in the lobby.", looks).in_background(),
            get(lobby::parts)
        ),
        at!(page("/tables/{table}/rules", "rules_page", "The rules of a table.", looks), get(rules::page)),
        at!(
            page("/tables/{table}/sign", "sign_page", "The sign over a table.", Guard::Shows),
            get(sign::page)
        ),
        at!(
            page("/display", "display_page", "The code by which a screen becomes a display.", any)
                .in_background(),
            get(display::page)
        ),
        at!(
            page(
                "/tables/{table}/sign/parts",
                "sign_parts",
                "What changes on the sign of a table.",
                Guard::Shows
            )
            .in_background(),
            get(sign::parts)
        ),
        at!(
            page("/dealer", "dealer_tables", "The tables that somebody deals at.", deals),
            get(dealer::tables)
        )
        .shows_no_patrons("the table that the caller deals at"),
        at!(
            page("/dealer/assist", "dealer_assist", "How much the console says about calls, by a form.", deals),
            form post(dealer::choose_assist)
        ),
        at!(
            page("/dealer/{table}", "dealer_page", "The dealer's console of a table.", deals),
            get(dealer::page)
        )
        .shows_no_patrons("the table that the caller deals at"),
        at!(
            page("/dealer/{table}/parts", "dealer_parts", "What changes on a dealer's console.", deals)
                .in_background(),
            get(dealer::parts)
        )
        .shows_no_patrons("the table that the caller deals at"),
        at!(
            page("/dealer/{table}/do", "do_as_dealer", "Whatever a dealer does, by a form.", Guard::Acts(&[May::Deal])),
            form post(dealer::act::at_table)
        ),
        at!(
            page(
                "/dealer/{table}/irregularity",
                "dealer_irregularity",
                "What went wrong, and what the rulebook orders.",
                deals
            ),
            get(dealer::irregularity)
        )
        .shows_no_patrons("the table that the caller deals at"),
        at!(page("/guides/{rulebook}", "guide_page", "A game in one minute.", any), get(guide::page)),
        at!(page("/odds", "odds_page", "Exact odds of any wager.", any), get(odds::page)),
        at!(
            page("/odds/parts", "odds_parts", "What changes with what is asked of the odds.", any),
            get(odds::parts)
        ),
        at!(page("/odds/par/{format}", "par_file", "A PAR sheet as a file.", any), get(odds::par)),
        at!(
            page("/odds/plots/{plot}/{format}", "plot_file", "A plot of the odds as a file.", any),
            get(odds::plot)
        ),
    ];
    all.extend(staff::routes::routes());
    all
}
