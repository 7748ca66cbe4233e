//! The table of routes. Router, guards, the OpenAPI document and the committed table of who may do what are all made from
//! it, so that none can forget a route.

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

use banco_people::Permission;

use crate::access_log::{Discloses, Disclosure};
use crate::app::App;
use crate::guard::{Entrance, Guard, check};
use crate::read_limit::Cost;

/// One route.
pub struct Route {
    /// `get`, `post`, `put`, `patch`, `delete`.
    pub method: &'static str,
    /// With its parts in braces.
    pub path: &'static str,
    /// A stable name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Whom it lets in.
    pub guard: Guard,
    /// The schema of its body.
    pub body: Option<&'static str>,
    /// The schema of its answer.
    pub answer: Answer,
    /// What may be asked for in the query.
    pub query: &'static [Query],
    /// Whether it wants an Idempotency-Key.
    pub keyed: bool,
    /// Asked for without a person: by an open page that polls, or as a stream that stays open. It does not keep a session
    /// alive, so that a console nobody touches signs out.
    pub background: bool,
    /// What answering it costs.
    pub cost: Cost,
    /// Whose data it shows.
    pub discloses: Discloses,
    /// What does it.
    pub handler: fn() -> MethodRouter<Arc<App>>,
}

impl Route {
    /// The same route, as one that is asked for without a person.
    #[must_use]
    pub const fn in_background(mut self) -> Self {
        self.background = true;
        self
    }

    /// A route that reads many entries.
    #[must_use]
    pub const fn costs(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// A route for staff that shows no data of patrons, but `what`: it is not in the access log.
    #[must_use]
    pub const fn shows_no_patrons(mut self, what: &'static str) -> Self {
        self.discloses = Discloses::NoPatrons(what);
        self
    }

    /// A route that shows data of patrons to callers who may do one of these.
    #[must_use]
    pub const fn shows_patrons_to(mut self, permissions: &'static [Permission]) -> Self {
        self.discloses = Discloses::PatronsTo(permissions);
        self
    }
}

/// What a route answers.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// JSON of this schema.
    Json(&'static str),
    /// A list of this schema, in pages.
    Page(&'static str),
    /// Text of this media type.
    Text(&'static str),
    /// Nothing.
    Nothing,
    /// A stream.
    Stream(&'static str),
}

/// Something that may be asked for in the query.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What it may be.
    pub kind: QueryKind,
}

/// What a part of the query may be.
#[derive(Clone, Copy, Debug)]
pub enum QueryKind {
    /// A whole number in this range.
    Number(u64, u64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// A text as another answer gave it, which looks like this.
    Like(&'static str),
    /// A moment in UTC, as RFC 3339 writes it.
    Moment,
}

/// Every route: those of the API, and those of pages.
#[must_use]
pub fn routes() -> Vec<Route> {
    let mut all = crate::api::routes::routes();
    all.extend(crate::pages::routes::routes());
    all
}

/// All routes, each behind its guard.
pub fn router(app: &Arc<App>, routes: &[Route]) -> Router {
    let mut router = Router::new();
    for route in routes {
        let entrance = Entrance {
            app: Arc::clone(app),
            guard: route.guard,
            background: route.background,
            cost: route.cost,
            disclosure: Disclosure::of(route),
        };
        let guard = axum::middleware::from_fn_with_state(entrance, check);
        router = router.route(route.path, (route.handler)().route_layer(guard));
    }
    router.with_state(Arc::clone(app))
}
