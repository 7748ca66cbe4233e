//! `banco admin devices`.

use banco_people::{DeviceId, DeviceKind};
use banco_rulebook::Diagnostic;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::Admin;
use crate::command::operate::place::{moment, refused};
use crate::failure::Failure;
use crate::output;

/// What to do about machines at tables.
#[derive(Subcommand)]
pub enum Devices {
    /// List card readers and displays.
    List(ListArguments),
    /// Enrol a machine at a table, and print its token.
    Enrol(EnrolArguments),
    /// Take a machine away from its table: its token is worth nothing afterward.
    Revoke(RevokeArguments),
}

/// Which ones.
#[derive(Args)]
pub struct ListArguments {
    /// Only those at this table.
    #[arg(long, value_name = "N")]
    table: Option<u32>,
}

/// What it does.
#[derive(Clone, Copy, ValueEnum)]
enum KindArgument {
    /// Tells which cards are drawn.
    CardReader,
    /// Shows the table.
    Display,
}

impl KindArgument {
    const fn kind(self) -> DeviceKind {
        match self {
            Self::CardReader => DeviceKind::CardReader,
            Self::Display => DeviceKind::Display,
        }
    }
}

/// Which machine, and where.
#[derive(Args)]
pub struct EnrolArguments {
    /// At which table.
    #[arg(long, value_name = "N")]
    table: u32,

    /// What it does.
    #[arg(long)]
    kind: KindArgument,

    /// What people call it.
    #[arg(long)]
    name: String,
}

/// Which machine.
#[derive(Args)]
pub struct RevokeArguments {
    /// Its id, as the list has it.
    device: String,
}

/// A machine in the list.
#[derive(Serialize)]
struct Row {
    device: String,
    table: u32,
    kind: &'static str,
    name: String,
    since: String,
}

/// Does it.
pub async fn run(admin: &Admin, what: &Devices) -> Result<(), Failure> {
    match what {
        Devices::List(which) => list(admin, which.table).await,
        Devices::Enrol(new) => enrol(admin, new).await,
        Devices::Revoke(which) => revoke(admin, &which.device).await,
    }
}

const fn kind_name(kind: DeviceKind) -> &'static str {
    match kind {
        DeviceKind::CardReader => "card-reader",
        DeviceKind::Display => "display",
    }
}

async fn list(admin: &Admin, table: Option<u32>) -> Result<(), Failure> {
    let all = admin.floor.people.devices(table).await.map_err(refused)?;
    let rows: Vec<Row> = all
        .into_iter()
        .map(|device| Row {
            device: device.id.to_string(),
            table: device.table,
            kind: kind_name(device.kind),
            name: device.name,
            since: moment(device.since),
        })
        .collect();
    admin.rows(&["device", "table", "kind", "name", "since"], &rows, |row| {
        vec![
            row.device.clone(),
            row.table.to_string(),
            row.kind.to_owned(),
            row.name.clone(),
            row.since.clone(),
        ]
    })
}

async fn enrol(admin: &Admin, new: &EnrolArguments) -> Result<(), Failure> {
    let tables = banco_server::operate::tables(&*admin.floor.store).await.map_err(anyhow::Error::from)?;
    if !tables.iter().any(|(table, _)| *table == new.table) {
        let message = format!("there is no table {}", new.table);
        let hint = "`banco admin tables list` lists them";
        return Err(Failure::usage(Diagnostic::error("no_table", message).hint(hint)));
    }
    let people = &admin.floor.people;
    let made = people.enrol_device(&admin.call(), new.table, new.kind.kind(), &new.name).await;
    let token = made.map_err(refused)?.token;
    let text = token.reveal();
    admin.one(&json!({ "table": new.table, "token": &*text }), &text)?;
    output::note("this token is told here and nowhere else");
    Ok(())
}

async fn revoke(admin: &Admin, device: &str) -> Result<(), Failure> {
    let people = &admin.floor.people;
    let id: Option<DeviceId> = device.parse().ok();
    let all = people.devices(None).await.map_err(refused)?;
    let Some(found) = all.into_iter().find(|one| Some(one.id) == id) else {
        let hint = "`banco admin devices list` lists them";
        let message = format!("there is no device `{device}`");
        return Err(Failure::usage(Diagnostic::error("no_device", message).hint(hint)));
    };
    people.revoke_device(&admin.call(), found.table, found.id).await.map_err(refused)?;
    admin.one(
        &json!({ "device": device, "done": "taken away" }),
        &format!("device {device} of table {}: taken away", found.table),
    )
}
