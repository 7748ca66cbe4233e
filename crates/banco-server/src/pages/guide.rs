//! A game in one minute.

use std::sync::Arc;

use axum::extract::{Path, State};
use banco_engine::table::Rules;
use banco_pages::guide::Guide;

use super::{Guest, Page, html};
use crate::api::Reply;
use crate::problem::Failed;

/// `GET /guides/{rulebook}`
pub async fn page(State(app): Page, guest: Guest, Path(rulebook): Path<String>) -> Reply {
    let unknown = || Failed::not_found("rulebook");
    let terms = app.library.terms(&rulebook, "default").map_err(|_| unknown())?;
    let rules = Arc::new(Rules::new(terms).map_err(|_| unknown())?);
    let posted = app.posted.of(&rules).await.ok_or_else(Failed::away)?;
    let all: Vec<(String, String)> =
        app.library.rulebooks.iter().map(|book| (book.id().to_owned(), book.file.name.clone())).collect();
    let books = app.floor.books();
    let tables = app.tables.all().into_iter();
    let plays = |number: &banco_engine::link::TableId| {
        books.pit().table(*number).is_some_and(|table| table.rules().terms.rulebook.id() == rulebook)
    };
    let table = tables.map(|(number, _)| number).find(plays).map(|number| number.0);
    html(banco_pages::guide::guide(&guest.visit, &Guide { posted: &posted, all: &all, table }))
}
