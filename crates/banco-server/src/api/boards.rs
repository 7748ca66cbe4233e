//! Beside the game: a dealer calls the floor, and the floor tells something on a sign.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use banco_engine::link::TableId;

use super::{Reply, body, done, number, table_in};
use crate::app::App;
use crate::boards;
use crate::guard::Caller;
use crate::problem::Failed;

/// A table that is there.
fn there(app: &App, table: &str) -> Result<TableId, Failed> {
    let table = TableId(number(table, "table")?);
    table_in(&app.floor.books(), table)?;
    Ok(table)
}

/// `POST /api/v1/tables/{table}/floor-call`
pub async fn call(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    boards::call_floor(&app, there(&app, &table)?, caller.person()?).await?;
    done()
}

/// `DELETE /api/v1/tables/{table}/floor-call`
pub async fn answer(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    boards::answer_call(&app, there(&app, &table)?, caller.person()?).await?;
    done()
}

/// `PUT /api/v1/tables/{table}/info`
pub async fn put_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    bytes: Bytes,
) -> Reply {
    boards::put_up(&app, there(&app, &table)?, caller.person()?, body(&bytes)?).await?;
    done()
}

/// `DELETE /api/v1/tables/{table}/info`
pub async fn take_down(State(app): State<Arc<App>>, caller: Caller, Path(table): Path<String>) -> Reply {
    boards::take_down(&app, there(&app, &table)?, caller.person()?).await?;
    done()
}
