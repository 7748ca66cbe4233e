//! Accounts: one's own, and those of others for whoever may see them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use banco_engine::cage::Viewer;
use banco_engine::table::Person;
use banco_people::Permission;

use super::{PAGE, Page, Reply, json, number, ranged};
use crate::app::App;
use crate::guard::Caller;
use crate::live::account_seen;
use crate::problem::Failed;

/// `GET /api/v1/accounts`
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    if !caller.may(Permission::SeeAccounts) {
        return Err(banco_people::Refusal::NotAllowed.into());
    }
    let after = ranged(query.get("cursor"), "cursor", (0, 0, u64::from(u32::MAX)))?;
    let most = ranged(query.get("limit"), "limit", (1, u64::from(PAGE), u64::from(PAGE)))?;
    let books = app.floor.books();
    let people = books.pit().accounts().map(banco_engine::cage::Account::person);
    let mut wanted: Vec<Person> = people.filter(|person| u64::from(person.0) > after).collect();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = wanted.len() > most;
    wanted.truncate(most);
    let next = wanted.last().filter(|_| more).map(|person| person.0.to_string());
    let items: Result<Vec<_>, Failed> =
        wanted.into_iter().map(|person| account_seen(&app, &books, person, Viewer::Cashier)).collect();
    json(&Page { items: items?, next })
}

/// `GET /api/v1/accounts/{person}`
pub async fn one(State(app): State<Arc<App>>, caller: Caller, Path(person): Path<String>) -> Reply {
    let person = Person(number(&person, "account")?);
    let own = caller.person()? == person;
    let viewer = if own { Viewer::Owner } else { Viewer::Cashier };
    json(&account_seen(&app, &app.floor.books(), person, viewer)?)
}
