//! What happens at a table beside the game: its dealer calls the floor, and the floor puts a page of information on its sign. Both
//! stand in the floor's stream, and neither changes anything at the table.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::StatusCode;
use banco_engine::link::TableId;
use banco_engine::table::Person;
use banco_floor::Unanswered;
use banco_journal::{ItemChange, Store, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::problem::Failed;
use crate::tables::{key, of_tables};

/// The space of the journal in which it is kept what stands now.
const SPACE: &str = "board";
/// So often somebody else may be faster.
const TRIES: usize = 4;

/// What stands beside the game of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The dealer calls the floor.
    pub call: Option<FloorCall>,
    /// What the sign tells.
    pub info: Option<InfoUp>,
}

/// A dealer who calls the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorCall {
    /// Since when, in microseconds.
    pub at: i64,
    /// Who calls.
    pub by: u32,
}

/// A page that stands on a sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfoUp {
    /// Since when, in microseconds.
    pub at: i64,
    /// Who has put it there.
    pub by: u32,
    /// What it says.
    pub page: InfoPage,
}

/// A page of information for a sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InfoPage {
    /// Its title.
    #[schemars(length(min = 1, max = 60))]
    pub title: String,
    /// What it says.
    #[schemars(length(min = 1, max = 400))]
    pub text: String,
}

impl InfoPage {
    /// A page that can be read from afar.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn sound(&self) -> Result<(), Failed> {
        let readable = |text: &str, most: usize| {
            (1..=most).contains(&text.chars().count())
                && !text.trim().is_empty()
                && !text.chars().any(|letter| letter.is_control() && letter != '\n')
        };
        let bad = |pointer: &str, title: &str| {
            Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_value", title).at(pointer))
        };
        if !readable(&self.title, 60) {
            return bad("/title", "a title is 1 to 60 characters that can be seen");
        }
        if !readable(&self.text, 400) {
            return bad("/text", "a page has 1 to 400 characters that can be seen");
        }
        Ok(())
    }
}

/// The boards of all tables, as they were read last.
#[derive(Default, Debug)]
pub struct Boards(RwLock<BTreeMap<TableId, (u64, Arc<Board>)>>);

impl Boards {
    /// Reads all of them.
    ///
    /// # Errors
    /// Why the store does not tell.
    pub async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        let all = of_tables(store, SPACE).await?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }

    /// What stands beside the game of a table.
    #[must_use]
    pub fn of(&self, table: TableId) -> Arc<Board> {
        self.kept(table).1
    }

    fn kept(&self, table: TableId) -> (u64, Arc<Board>) {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&table).cloned().unwrap_or_default()
    }
}

/// The dealer calls the floor; whoever calls already is not heard twice.
///
/// # Errors
/// The store.
pub async fn call_floor(app: &App, table: TableId, by: Person) -> Result<(), Failed> {
    let at = app.now();
    let told = json!({ "floor_called": { "table": table.0 } });
    change(app, table, by, &told, |board| {
        let calls = board.call.is_none();
        board.call.get_or_insert(FloorCall { at: at.0, by: by.0 });
        calls
    })
    .await
}

/// Somebody of the floor has come.
///
/// # Errors
/// The store, or nobody calls.
pub async fn answer_call(app: &App, table: TableId, by: Person) -> Result<(), Failed> {
    let call = app.boards.of(table).call.clone();
    let call = call.ok_or_else(|| {
        Failed::new(StatusCode::CONFLICT, "nobody_calls", "nobody calls the floor to this table")
            .hint("look again: somebody else may have come")
    })?;
    let told =
        json!({ "floor_call_answered": { "called_at": call.at, "called_by": call.by, "table": table.0 } });
    change(app, table, by, &told, |board| board.call.take().is_some()).await
}

/// A page goes onto the sign, in place of whatever was there.
///
/// # Errors
/// It cannot be read, or the store.
pub async fn put_up(app: &App, table: TableId, by: Person, page: InfoPage) -> Result<(), Failed> {
    page.sound()?;
    let told = json!({ "info_put_up": { "page": &page, "table": table.0 } });
    let info = InfoUp { at: app.now().0, by: by.0, page };
    change(app, table, by, &told, |board| {
        board.info = Some(info.clone());
        true
    })
    .await
}

/// The page comes down.
///
/// # Errors
/// The store, or there is none.
pub async fn take_down(app: &App, table: TableId, by: Person) -> Result<(), Failed> {
    if app.boards.of(table).info.is_none() {
        let title = "no page of information is on this sign";
        return Err(Failed::new(StatusCode::CONFLICT, "no_info_page", title));
    }
    let told = json!({ "info_taken_down": { "table": table.0 } });
    change(app, table, by, &told, |board| board.info.take().is_some()).await
}

/// Changes a board and writes down who did it; nothing is written where nothing changes.
async fn change(
    app: &App,
    table: TableId,
    by: Person,
    told: &Value,
    how: impl Fn(&mut Board) -> bool,
) -> Result<(), Failed> {
    for _ in 0..TRIES {
        let (expected, board) = app.boards.kept(table);
        let mut board = (*board).clone();
        if !how(&mut board) {
            return Ok(());
        }
        let value = serde_json::to_vec(&board).ok();
        let item = ItemChange { space: SPACE.to_owned(), key: key(table), expected, value };
        let done = app.log_floor(by, told.clone(), vec![item]).await;
        app.boards.refresh(&*app.store).await?;
        match done {
            Ok(()) => {
                app.passing.look_again(table);
                return Ok(());
            }
            // Somebody was faster, perhaps on another node: what stands now was just read.
            Err(Unanswered::Away(StoreError::ItemMoved { .. })) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Unanswered::Busy.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_can_be_read_from_afar() {
        let page = |title: &str, text: &str| InfoPage { title: title.to_owned(), text: text.to_owned() };
        assert!(page("Fire drill", "At 3 p.m.\nPlay goes on at 3:15.").sound().is_ok());
        assert!(page("", "text").sound().is_err() && page("title", " \n").sound().is_err());
        assert!(page(&"x".repeat(61), "text").sound().is_err());
        assert!(page("title", &"x".repeat(401)).sound().is_err());
        assert!(page("ti\u{7}tle", "text").sound().is_err());
    }
}
