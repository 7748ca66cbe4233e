//! `banco admin tables`: only to look. A table is put up by one person and approved by another, each in a
//! session of their own; at the command line nobody could tell whether there are two of them.

use banco_people::Directory;
use banco_server::operate::{Dealing, TableFile, proposals, tables};
use clap::Subcommand;
use serde::Serialize;

use super::Admin;
use crate::command::operate::place::{moment, refused};
use crate::failure::Failure;

/// What to look at.
#[derive(Subcommand)]
pub enum Tables {
    /// List the tables of the floor and how each is run.
    List,
    /// List tables that somebody has proposed and a second person has not answered.
    Proposals,
}

/// A table in the list.
#[derive(Serialize)]
struct Row {
    table: u32,
    name: String,
    pit: String,
    dealing: &'static str,
    company: u8,
    betting_seconds: Option<u16>,
    answer_seconds: Option<u16>,
}

/// A proposal in the list.
#[derive(Serialize)]
struct Waits {
    proposal: String,
    table: String,
    pit: String,
    by: u32,
    by_name: String,
    since: String,
}

/// Prints it.
pub async fn run(admin: &Admin, what: &Tables) -> Result<(), Failure> {
    match what {
        Tables::List => list(admin).await,
        Tables::Proposals => waiting(admin).await,
    }
}

fn row((table, file): (u32, TableFile)) -> Row {
    Row {
        table,
        name: file.name,
        pit: file.pit,
        dealing: match file.dealing {
            Dealing::Automatic => "automatic",
            Dealing::Dealer => "dealer",
        },
        company: file.company,
        betting_seconds: file.betting_seconds,
        answer_seconds: file.answer_seconds,
    }
}

async fn list(admin: &Admin) -> Result<(), Failure> {
    let known = tables(&*admin.floor.store).await.map_err(anyhow::Error::from)?;
    let rows: Vec<Row> = known.into_iter().map(row).collect();
    let head = ["table", "name", "pit", "dealt by", "robots", "betting", "answer"];
    admin.rows(&head, &rows, |row| {
        let seconds = |own: Option<u16>| own.map_or_else(|| "-".to_owned(), |own| format!("{own} s"));
        vec![
            row.table.to_string(),
            row.name.clone(),
            row.pit.clone(),
            row.dealing.to_owned(),
            row.company.to_string(),
            seconds(row.betting_seconds),
            seconds(row.answer_seconds),
        ]
    })
}

async fn waiting(admin: &Admin) -> Result<(), Failure> {
    let directory = Directory::load(&admin.floor.people).await.map_err(refused)?;
    let waiting = proposals(&*admin.floor.store).await.map_err(anyhow::Error::from)?;
    let name = |person| directory.name(banco_engine::table::Person(person)).unwrap_or("-").to_owned();
    let rows: Vec<Waits> = waiting
        .into_iter()
        .map(|waits| Waits {
            proposal: waits.proposal,
            table: waits.file.name,
            pit: waits.file.pit,
            by: waits.by,
            by_name: name(waits.by),
            since: moment(waits.at),
        })
        .collect();
    admin.rows(&["proposal", "table", "pit", "by", "name", "since"], &rows, |row| {
        vec![
            row.proposal.clone(),
            row.table.clone(),
            row.pit.clone(),
            row.by.to_string(),
            row.by_name.clone(),
            row.since.clone(),
        ]
    })
}
