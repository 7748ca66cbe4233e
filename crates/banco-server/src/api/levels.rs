//! Levels across the floor: what one person moves alone within a day, at all tables and accounts together.
//!
//! The engine adds up what one person has moved at a table since it opened, and what was moved in an account within a day.
//! Whoever goes from table to table, or opens one again, would stay below each of those sums. So one more sum is kept for
//! each person and action: an item of the journal, written together with the entry, so that two nodes never count past
//! each other. From the level on, the command becomes a request.

use banco_engine::table::{self, Person};
use banco_engine::{Actor, MoneyAction, cage, pit};
use banco_floor::Unanswered;
use banco_journal::{ItemChange, StoreError};
use banco_money::Amount;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::problem::Failed;
use crate::tables::HOUSE;

/// The space of the journal in which the sums are kept.
const SPACE: &str = "moved_alone";

/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// What one person has moved alone on a day of UTC.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moved {
    day: i64,
    minor: i64,
}

/// A movement of money that counts toward a level of its asker.
struct Movement {
    /// The name of the action.
    action: &'static str,
    amount: Amount,
    /// The smallest sum that takes a second person.
    two_people_from: i64,
    /// The request that takes its place from there on.
    request: pit::Command,
}

/// The command as it is given to the floor, with the sum that is written beside it: from the level of the day on it asks for
/// what it would have done.
///
/// # Errors
/// The store.
pub async fn within_the_day(
    app: &App,
    actor: Actor,
    command: pit::Command,
) -> Result<(pit::Command, Option<ItemChange>), Failed> {
    let Some(movement) = movement(app, &command) else { return Ok((command, None)) };
    let key = key(actor.person(), &movement);
    let known = app.store.items(SPACE.to_owned(), key.clone(), String::new(), 1).await?;
    let known = known.first().filter(|item| item.key == key);
    let day = app.now().0.div_euclid(DAY);
    let before: Moved = known.and_then(|item| serde_json::from_slice(&item.value).ok()).unwrap_or_default();
    let moved = if before.day == day { before.minor } else { 0 };
    let minor = moved.saturating_add(movement.amount.minor());
    if minor >= movement.two_people_from {
        // What reaches the level by itself is the engine's to turn into a request, or to refuse.
        let splits = movement.amount.minor() < movement.two_people_from;
        return Ok((if splits { movement.request } else { command }, None));
    }
    let value = serde_json::to_vec(&Moved { day, minor }).ok();
    let expected = known.map_or(0, |item| item.version);
    Ok((command, Some(ItemChange { space: SPACE.to_owned(), key, expected, value })))
}

fn key(person: Person, movement: &Movement) -> String {
    let Movement { action, amount, .. } = movement;
    format!("{:010}/{action}/{}", person.0, amount.currency().code())
}

/// The movement of a command that one person may give alone; nothing on floors without levels.
fn movement(app: &App, command: &pit::Command) -> Option<Movement> {
    let books = app.floor.books();
    let house = books.pit().house();
    if !house.is_strict() {
        return None;
    }
    let level = |action: MoneyAction| house.levels.of(action).two_people_from;
    let of_action = |action: MoneyAction, amount: Amount, request: pit::Command| Movement {
        action: action.name(),
        amount,
        two_people_from: level(action),
        request,
    };
    Some(match command {
        pit::Command::Table(at, command) => {
            let ask = |wanted| pit::Command::Table(*at, table::Command::Ask(wanted));
            match command {
                table::Command::TakeCash { amount, person } => {
                    let (amount, person) = (*amount, *person);
                    let wanted = table::Wanted::CashBuyIn { amount, person };
                    of_action(MoneyAction::CashBuyIn, amount, ask(wanted))
                }
                table::Command::Promote { amount, person, tender } => {
                    let (amount, person, tender) = (*amount, *person, *tender);
                    let wanted = table::Wanted::Promotion { amount, person, tender };
                    of_action(MoneyAction::Promotion, amount, ask(wanted))
                }
                table::Command::FillTray { amount, credit } => {
                    let (amount, credit) = (*amount, *credit);
                    let action = if credit { MoneyAction::Credit } else { MoneyAction::Fill };
                    of_action(action, amount, ask(table::Wanted::Fill { amount, credit }))
                }
                _ => return None,
            }
        }
        // A payout that rests on the word of the cage alone.
        pit::Command::Account(of, cage::Command::PayOut { amount, identity: Some(identity) }) => {
            let (amount, identity) = (*amount, Some(identity.as_str().into()));
            let wanted = cage::Wanted::PayOut { amount, identity };
            Movement {
                action: "checked_pay_out",
                amount,
                two_people_from: app.config.checked_pay_out_two_from,
                request: pit::Command::Account(*of, cage::Command::Ask(wanted)),
            }
        }
        pit::Command::Account(..) | pit::Command::Link(..) => return None,
    })
}

/// The space of the journal that says which levels were in force at the last start.
const LEVELS: &str = "levels";

/// Writes the levels in force into the stream of the floor, where they are others than at the last start: whoever reads the
/// record knows from which amounts two people were needed.
///
/// # Errors
/// The store.
pub async fn record_in_force(app: &App) -> Result<(), Failed> {
    if app.is_demo() {
        return Ok(());
    }
    let of = |action: MoneyAction| {
        let level = app.config.levels.of(action);
        let both = json!({ "at_most": level.at_most, "two_people_from": level.two_people_from });
        (action.name().to_owned(), both)
    };
    let mut levels: serde_json::Map<String, Value> = MoneyAction::ALL.into_iter().map(of).collect();
    let checked = json!({ "two_people_from": app.config.checked_pay_out_two_from });
    levels.insert("checked_pay_out".to_owned(), checked);
    let key = "house".to_owned();
    let value = Value::Object(levels.clone()).to_string().into_bytes();
    let known = app.store.items(LEVELS.to_owned(), key.clone(), String::new(), 1).await?;
    let known = known.first().filter(|item| item.key == key);
    if known.is_some_and(|item| item.value == value) {
        return Ok(());
    }
    let expected = known.map_or(0, |item| item.version);
    let item = ItemChange { space: LEVELS.to_owned(), key, expected, value: Some(value) };
    match app.log_floor(HOUSE, json!({ "levels_in_force": levels }), vec![item]).await {
        // Another node, which has started with the same levels, was faster.
        Ok(()) | Err(Unanswered::Away(StoreError::ItemMoved { .. })) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
