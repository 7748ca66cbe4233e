//! The log of accesses to patrons' data by staff.
//!
//! The guard of a route writes it, by the table of routes ([`Discloses`]): a route that lets staff in is
//! logged unless it states that it shows no patron. Entries stand in the stream `access` of the journal and
//! are durable before the answer goes out. Who polls a page looks at the same thing again and again; that is
//! one entry for each interval.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Query, RawPathParams};
use axum::http::Uri;
use banco_engine::table::Person;
use banco_journal::{Answer, Hash};
use banco_people::Permission;
use serde::Serialize;
use serde_json::json;

use crate::app::{App, FloorNews, new_command};
use crate::guard::{Caller, Guard};
use crate::problem::Failed;
use crate::route::Route;

/// The stream that the log stands in.
pub const STREAM: &str = "access";
/// Accesses that are remembered at most, to tell repeated ones.
const MOST: usize = 20_000;
/// The most characters of a value that are logged.
const LONGEST: usize = 100;
/// The parts of a query that are about how something is shown, or how far a reader has come in it. Everything else
/// names what is looked at.
const SHOWING: &[&str] = &["after", "as", "format", "limit"];
/// The parts of a query that are words to search for, as they were typed.
const WORDS: &[&str] = &["find", "query"];

/// Whose data a route shows.
#[derive(Clone, Copy, Debug, Default)]
pub enum Discloses {
    /// What its guard suggests: a route for staff, or one about the account of another, shows patrons.
    #[default]
    ByGuard,
    /// Data of patrons, to callers who may do one of these.
    PatronsTo(&'static [Permission]),
    /// No data of patrons; says what it shows instead.
    NoPatrons(&'static str),
}

/// What everybody who plays or shows a table may do; whoever may do more works for the house.
const PUBLIC: &[Permission] =
    &[Permission::Watch, Permission::Play, Permission::OwnAccount, Permission::ReadCards, Permission::Show];

/// What the guard of a route needs to know to log accesses.
#[derive(Clone, Copy, Debug)]
pub struct Disclosure {
    /// The name of the route.
    pub route: &'static str,
    guard: Guard,
    discloses: Discloses,
    reads: bool,
}

impl Disclosure {
    /// Of a route.
    #[must_use]
    pub const fn of(route: &Route) -> Self {
        let reads = matches!(route.method.as_bytes(), b"get");
        Self { route: route.name, guard: route.guard, discloses: route.discloses, reads }
    }

    /// Whether an access is logged for some caller.
    #[must_use]
    pub fn is_logged(&self) -> bool {
        match self.discloses {
            Discloses::PatronsTo(_) => true,
            Discloses::NoPatrons(_) => false,
            Discloses::ByGuard => self.reads && self.guard_shows_patrons(),
        }
    }

    fn guard_shows_patrons(&self) -> bool {
        match self.guard {
            Guard::Own(..) | Guard::ActsOn(..) => true,
            Guard::May(permissions) => permissions.iter().any(|one| !PUBLIC.contains(one)),
            Guard::Anybody
            | Guard::SignedIn
            | Guard::Looks
            | Guard::Shows
            | Guard::Acts(_)
            | Guard::Device(_) => false,
        }
    }

    /// The access of a caller, if it is one to log.
    fn access(&self, caller: &Caller, path: &RawPathParams, uri: &Uri) -> Option<Access> {
        let by = caller.person().ok().filter(|_| self.is_logged())?;
        let about = subject(path, uri);
        let own = about.get("person").is_some_and(|person| *person == by.0.to_string());
        let logged = match self.discloses {
            Discloses::PatronsTo(permissions) => permissions.iter().any(|one| caller.may(*one)),
            Discloses::ByGuard => !(own && matches!(self.guard, Guard::Own(..) | Guard::ActsOn(..))),
            Discloses::NoPatrons(_) => false,
        };
        logged.then_some(Access { by, route: self.route, about })
    }
}

/// What is looked at: the parts of the path in braces as the guard has compared them, and the parts of the query that
/// name something.
fn subject(path: &RawPathParams, uri: &Uri) -> BTreeMap<String, String> {
    let named = path.iter().map(|(name, value)| (name.to_owned(), written(&number_of(value))));
    let mut about: BTreeMap<String, String> = named.collect();
    if let Ok(Query(query)) = Query::<HashMap<String, String>>::try_from_uri(uri) {
        let naming = query
            .into_iter()
            .filter(|(name, value)| !SHOWING.contains(&name.as_str()) && !value.trim().is_empty());
        about.extend(naming.map(|(name, value)| {
            let value = value.trim();
            let value = if WORDS.contains(&name.as_str()) { value.to_owned() } else { number_of(value) };
            (written(&name), written(&value))
        }));
    }
    about
}

/// A number in its one spelling: `007` and `+7` are 7.
fn number_of(value: &str) -> String {
    value.parse::<u64>().map_or_else(|_| value.to_owned(), |number| number.to_string())
}

/// A value as it is logged. A long one is cut; its hash tells it from others that begin alike.
fn written(value: &str) -> String {
    if value.chars().count() <= LONGEST {
        return value.to_owned();
    }
    let beginning: String = value.chars().take(LONGEST).collect();
    format!("{beginning}… ({})", Hash::over(value.as_bytes()))
}

/// Somebody of the house looks at something of patrons.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Access {
    /// The person who looks.
    #[serde(serialize_with = "number")]
    pub by: Person,
    /// The route, by its stable name.
    pub route: &'static str,
    /// What is looked at, by the names that the route has for it.
    pub about: BTreeMap<String, String>,
}

fn number<S: serde::Serializer>(person: &Person, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(person.0)
}

/// The accesses that were logged lately on this node.
pub struct AccessLog {
    every: Duration,
    recent: Mutex<HashMap<Access, Instant>>,
    /// Held while an access is written, so that the same one is not written twice.
    writing: tokio::sync::Mutex<()>,
}

impl AccessLog {
    /// A log in which repeated accesses are one entry for each interval.
    #[must_use]
    pub fn new(every: Duration) -> Self {
        Self { every, recent: Mutex::default(), writing: tokio::sync::Mutex::default() }
    }

    fn is_recent(&self, access: &Access) -> bool {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.get(access).is_some_and(|at| at.elapsed() < self.every)
    }

    fn remember(&self, access: Access) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() >= MOST {
            recent.retain(|_, at| at.elapsed() < self.every);
        }
        // Whatever is forgotten is written once more.
        if recent.len() >= MOST {
            recent.clear();
        }
        recent.insert(access, Instant::now());
    }
}

/// Logs what a caller is about to be shown by a route, where it is to be logged.
///
/// # Errors
/// The store: what cannot be logged is not shown.
pub async fn log(
    app: &App,
    disclosure: &Disclosure,
    caller: &Caller,
    path: &RawPathParams,
    uri: &Uri,
) -> Result<(), Failed> {
    match disclosure.access(caller, path, uri) {
        Some(access) => write(app, access).await,
        None => Ok(()),
    }
}

/// Logs an access that only a handler knows, such as an account that a search has found.
///
/// # Errors
/// The store.
pub async fn write(app: &App, access: Access) -> Result<(), Failed> {
    if app.accesses.is_recent(&access) {
        return Ok(());
    }
    let _writing = app.accesses.writing.lock().await;
    if app.accesses.is_recent(&access) {
        return Ok(());
    }
    let news = FloorNews {
        id: new_command()?,
        body: Hash::NONE,
        answer: Answer { status: 204, text: String::new() },
        by: access.by,
        told: json!({ "accessed": &access }),
        items: Vec::new(),
    };
    app.log_in(STREAM, news).await?;
    app.accesses.remember(access);
    Ok(())
}
