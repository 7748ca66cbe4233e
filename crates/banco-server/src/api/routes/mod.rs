//! All routes of the API, by what they are about.

mod books;
mod health;
mod money;
mod people;
mod sessions;
mod tables;
mod two;

use super::commands;
use crate::access_log::Discloses;
use crate::guard::Guard;
use crate::read_limit::Cost;
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
const ROUNDS: Query = Query {
    name: "cursor",
    summary: "as the page before gave it",
    kind: QueryKind::Like("^[0-9]{1,18}[.][0-9]{1,9}[.][0-9]{1,18}$"),
};
const STREAMS: Query = Query {
    name: "cursor",
    summary: "as the page before gave it",
    kind: QueryKind::Like("^[a-z0-9._-]{1,60}(/[a-z0-9._-]{1,60})?$"),
};
const FORMAT: Query = Query { name: "format", summary: "how", kind: QueryKind::Words(&["json", "csv"]) };
const FROM: Query = Query { name: "from", summary: "not before this moment", kind: QueryKind::Moment };
const TO: Query = Query { name: "to", summary: "before this moment", kind: QueryKind::Moment };
const TABLE: Query =
    Query { name: "table", summary: "of one table", kind: QueryKind::Number(1, 4_294_967_295) };
const FROM_MINOR: Query =
    Query { name: "from_minor", summary: "large from here on", kind: QueryKind::Number(1, i64::MAX as u64) };
const ENTRIES: Query = Query { name: "limit", summary: "how many at most", kind: QueryKind::Number(1, 1000) };

const PATRON: Query = Query {
    name: "query",
    summary: "a part of a name or login, or a number",
    kind: QueryKind::Like("^.{0,120}$"),
};

/// Whoever may say how a table is to be run.
const PROPOSES: Guard = Guard::May(crate::api::setup::PROPOSERS);

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
        background: false,
        cost: Cost::Light,
        discloses: Discloses::ByGuard,
        handler: axum::routing::MethodRouter::new,
    }
}

/// The same with what differs.
macro_rules! route {
    ($base:expr, $handler:expr $(, $field:ident = $value:expr)*) => {{
        let mut route = $base;
        $(route.$field = $value;)*
        route.handler = || $handler;
        route
    }};
}
use route;

/// Every route, in the order of the document.
#[must_use]
pub fn routes() -> Vec<Route> {
    let all = [
        health::all(),
        sessions::all(),
        tables::all(),
        two::all(),
        money::all(),
        people::all(),
        books::all(),
    ];
    all.into_iter().flatten().collect()
}
