//! Reports, as the API makes them, put on a page.

use std::collections::HashMap;

use axum::extract::{Query, State};
use banco_engine::table::Person;
use banco_money::{Amount, Currency};
use banco_pages::staff::frame::day_and_minute;
use banco_pages::staff::plot::Trend;
use banco_pages::staff::reports::{Cell, ReportsView, Table};
use banco_people::Permission;
use banco_wire::{Moment, Money};
use serde_json::Value;

use super::matters::moment;
use crate::api::Reply;
use crate::api::reports::{Made, REPORTS, made};
use crate::app::App;
use crate::pages::{Guest, Page, html};
use crate::problem::Failed;

/// What is shown where nobody asks for anything.
const USUAL: &str = "shift";
/// A span is drawn in so many parts; where none is asked for, each is an hour.
const PARTS: i64 = 12;
const HOUR: i64 = 3_600_000_000;

/// `GET /reports`
pub async fn page(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    html(banco_pages::staff::reports::reports(&guest.visit, &view(&app, &guest, query).await?))
}

async fn view(app: &App, guest: &Guest, mut query: HashMap<String, String>) -> Result<ReportsView, Failed> {
    // A field that is left empty asks for nothing.
    query.retain(|_, value| !value.trim().is_empty());
    let asked = query.remove("report").unwrap_or_else(|| USUAL.to_owned());
    let names: Vec<&'static str> = REPORTS
        .iter()
        .copied()
        .filter(|name| *name != "trial_balance" || guest.caller.may(Permission::SeeBooks))
        .collect();
    let name =
        names.iter().copied().find(|known| *known == asked).ok_or_else(|| Failed::not_found("report"))?;
    let report = made(app, &guest.caller, name, &query).await?;
    let rows: Vec<Value> = serde_json::from_str(&report.json).unwrap_or_default();
    let overview = matches!(name, "shift" | "table");
    let text = |key: &str| query.get(key).cloned().unwrap_or_default();
    let keys = if overview { keys(app, guest, &query, &rows).await? } else { Vec::new() };
    let trend = if name == USUAL { trend(app, guest, &query).await? } else { None };
    Ok(ReportsView {
        trend,
        csv: csv(name, &query),
        span: (text("from"), text("to")),
        table: text("table"),
        wins: if overview { wins(&rows) } else { Vec::new() },
        report: table(app, &report, &rows),
        at: moment(app.now()),
        keys,
        name,
        names,
    })
}

/// The same as a file of the API.
fn csv(name: &str, query: &HashMap<String, String>) -> String {
    let mut address = format!("/api/v1/reports/{name}?format=csv");
    for key in ["from", "to", "table"] {
        let plain =
            |text: &&String| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-:.".contains(&byte));
        if let Some(value) = query.get(key).filter(plain) {
            address.push_str(&format!("&{key}={value}"));
        }
    }
    address
}

fn table(app: &App, report: &Made, rows: &[Value]) -> Table {
    let columns: Vec<&'static str> =
        report.columns.iter().copied().filter(|column| *column != "currency").collect();
    let row = |row: &Value| columns.iter().map(|column| named(app, row, column)).collect();
    Table { rows: rows.iter().map(row).collect(), columns }
}

/// People by their names, kinds in words; everything else as it is.
fn named(app: &App, row: &Value, column: &str) -> Cell {
    match (column, cell(row, column)) {
        ("by" | "second" | "person", Cell::Number(number)) => {
            let person = number.parse().map(|number| app.name_of(Person(number)));
            person.map_or(Cell::Number(number), Cell::Words)
        }
        ("kind" | "state" | "role" | "fund", Cell::Words(text)) => Cell::Words(text.replace('_', " ")),
        (_, cell) => cell,
    }
}

fn cell(row: &Value, column: &str) -> Cell {
    if column == "minor" {
        return amount(row).map_or(Cell::Empty, Cell::Money);
    }
    match row.get(column) {
        None | Some(Value::Null) => Cell::Empty,
        Some(value @ Value::Object(_)) => amount(value).map_or(Cell::Empty, Cell::Money),
        Some(Value::Number(number)) => Cell::Number(number.to_string()),
        Some(Value::Bool(yes)) => Cell::Words(if *yes { "✓".to_owned() } else { String::new() }),
        Some(Value::Array(all)) => {
            let all: Vec<String> =
                all.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect();
            if column == "clauses" { Cell::Clauses(all.join(", ")) } else { Cell::Words(all.join(", ")) }
        }
        Some(Value::String(text)) => match text.parse::<Moment>() {
            Ok(at) => Cell::At(at),
            Err(_) => Cell::Words(text.clone()),
        },
    }
}

/// Money as reports write it.
fn amount(value: &Value) -> Option<Money> {
    let minor = value.get("minor")?;
    let minor = minor.as_i64().or_else(|| minor.as_str().and_then(|text| text.parse().ok()))?;
    let currency = Currency::from_code(value.get("currency")?.as_str()?)?;
    Some(Money::from(Amount::from_minor(minor, currency)))
}

/// What each table has won.
fn wins(rows: &[Value]) -> Vec<(u32, Money)> {
    let win = |row: &Value| {
        let table = u32::try_from(row.get("table")?.as_u64()?).ok()?;
        Some((table, amount(row.get("result")?)?))
    };
    rows.iter().filter_map(win).collect()
}

/// What the floor has won in each part of the span: between the moments that were asked for, or in the last hours.
async fn trend(app: &App, guest: &Guest, query: &HashMap<String, String>) -> Result<Option<Trend>, Failed> {
    let asked = |key: &str| query.get(key).and_then(|text| text.parse::<Moment>().ok());
    let to = asked("to").map_or(app.now().0, Moment::micros);
    let from = asked("from").map_or_else(|| to.saturating_sub(PARTS.saturating_mul(HOUR)), Moment::micros);
    let part = to.saturating_sub(from) / PARTS;
    if part <= 0 {
        return Ok(None);
    }
    let lang = guest.visit.lang();
    let mut points = Vec::new();
    for at in 0..PARTS {
        let begins = Moment::from_micros(from.saturating_add(part.saturating_mul(at)));
        let ends = Moment::from_micros(from.saturating_add(part.saturating_mul(at.saturating_add(1))));
        let span =
            HashMap::from([("from".to_owned(), begins.to_string()), ("to".to_owned(), ends.to_string())]);
        let report = made(app, &guest.caller, USUAL, &span).await?;
        let rows: Vec<Value> = serde_json::from_str(&report.json).unwrap_or_default();
        let all = rows.iter().find(|row| row.get("table").is_none_or(Value::is_null));
        if let Some(win) = all.and_then(|row| amount(row.get("result")?)) {
            points.push((day_and_minute(ends), win.minor, banco_pages::figures::signed(win)));
        }
    }
    let (title, note) = (lang.say("staff-win-over-time"), lang.say("staff-win-over-time-note"));
    Ok((!points.is_empty()).then_some(Trend { title, note, points }))
}

/// The figures of all tables together, currency by currency.
async fn keys(
    app: &App,
    guest: &Guest,
    query: &HashMap<String, String>,
    rows: &[Value],
) -> Result<Vec<(&'static str, String)>, Failed> {
    let mut keys = Vec::new();
    for all in rows.iter().filter(|row| row.get("table").is_none_or(Value::is_null)) {
        let money = |key: &str| all.get(key).and_then(amount);
        let text = |key: &str| money(key).map(banco_pages::figures::money).unwrap_or_default();
        keys.extend([
            ("win", text("result")),
            ("vigorish", text("vigorish_charged")),
            ("wagered", text("handle")),
        ]);
        if let Some((win, handle)) =
            money("result").zip(money("handle")).filter(|(_, handle)| handle.minor > 0)
        {
            keys.push(("hold", hundredths(win.minor, handle.minor)));
        }
        keys.push(("hands", all.get("rounds").map(Value::to_string).unwrap_or_default()));
    }
    let exceptions = made(app, &guest.caller, "exceptions", query).await?;
    let many = serde_json::from_str::<Vec<Value>>(&exceptions.json).map(|all| all.len()).unwrap_or_default();
    keys.push(("exceptions", many.to_string()));
    Ok(keys)
}

/// A part of a whole in percent, to two digits, without any float.
fn hundredths(part: i64, whole: i64) -> String {
    let of = i128::from(part).saturating_mul(10_000) / i128::from(whole.max(1));
    let sign = if of < 0 { "–" } else { "" };
    format!("{sign}{}.{:02}%", of.abs() / 100, of.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_are_told_from_words() {
        let row = json!({ "result": { "minor": -250, "currency": "USD" }, "began": "2026-11-16T02:15:00Z", "name": "Midi", "clauses": ["8(c)"] });
        assert!(matches!(cell(&row, "result"), Cell::Money(money) if money.minor == -250));
        assert!(matches!(cell(&row, "began"), Cell::At(_)));
        assert!(matches!(cell(&row, "name"), Cell::Words(text) if text == "Midi"));
        assert!(matches!(cell(&row, "clauses"), Cell::Clauses(text) if text == "8(c)"));
        assert_eq!(
            (hundredths(106, 10_000), hundredths(-5, 1_000)),
            ("1.06%".to_owned(), "–0.50%".to_owned())
        );
    }
}
