//! `banco admin`: what an operator does without a browser.
//!
//! Whoever has the folder and the keys of a house can do anything to it; these commands let them do it
//! properly. What is done here is written into the journal as done by the house at the command line.

mod anchor;
mod devices;
mod keys;
mod people;
mod sessions;
mod tables;

use banco_people::{Call, Directory};
use banco_rulebook::Diagnostic;
use clap::{Args, Subcommand};
use serde::Serialize;

use super::operate::place::{Opened, Place, refused, wait};
use crate::failure::Failure;
use crate::output;

/// What to do, and where.
#[derive(Args)]
pub struct AdminArguments {
    #[command(subcommand)]
    what: What,

    #[command(flatten)]
    place: Place,

    /// Print JSON instead of a table.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// List people, let them in, change their roles, keep them out.
    #[command(subcommand)]
    People(people::People),
    /// Print a new secret for the first administrator; earlier ones are worth nothing afterward.
    FirstSecret,
    /// List tables, and those that wait for a second person.
    #[command(subcommand)]
    Tables(tables::Tables),
    /// List and change the keys that seal cards and second factors.
    #[command(subcommand)]
    Keys(keys::Keys),
    /// Sign where all streams end now, and print it so that it can be carried off.
    Anchor,
    /// List somebody's sessions, or end them.
    #[command(subcommand)]
    Sessions(sessions::Sessions),
    /// List card readers and displays, enrol them, take them away.
    #[command(subcommand)]
    Devices(devices::Devices),
}

/// Does it.
pub fn run(arguments: &AdminArguments) -> Result<(), Failure> {
    wait(async {
        let admin = Admin { floor: arguments.place.open().await?, json: arguments.json };
        match &arguments.what {
            What::People(people) => people::run(&admin, people).await,
            What::FirstSecret => people::first_secret(&admin).await,
            What::Tables(tables) => tables::run(&admin, tables).await,
            What::Keys(keys) => keys::run(&admin, keys).await,
            What::Anchor => anchor::run(&admin).await,
            What::Sessions(sessions) => sessions::run(&admin, sessions).await,
            What::Devices(devices) => devices::run(&admin, devices).await,
        }
    })
}

/// A floor at the command line.
struct Admin {
    floor: Opened,
    json: bool,
}

impl Admin {
    /// The house itself does it.
    const fn call(&self) -> Call {
        Call::by_house("command line", self.floor.now)
    }

    /// Somebody by number or login.
    async fn person(&self, who: &str) -> Result<banco_engine::table::Person, Failure> {
        let directory = Directory::load(&self.floor.people).await.map_err(refused)?;
        let login = who.trim().to_ascii_lowercase();
        let is = |known: &banco_people::Known| known.login.as_deref() == Some(&*login);
        let found = directory.people().find(|(person, known)| is(known) || person.0.to_string() == login);
        found.map(|(person, _)| person).ok_or_else(|| {
            let hint = "give a number or a login of `banco admin people list`";
            Failure::usage(Diagnostic::error("no_person", format!("there is nobody `{who}`")).hint(hint))
        })
    }

    /// Prints rows as JSON or as a table.
    fn rows<T: Serialize>(
        &self,
        head: &[&str],
        rows: &[T],
        cells: impl Fn(&T) -> Vec<String>,
    ) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&rows);
        }
        let mut table = output::table(head);
        for row in rows {
            table.add_row(cells(row));
        }
        output::print(&output::table_text(&table))
    }

    /// Prints one thing that came of it: the JSON, or the text.
    fn one(&self, value: &impl Serialize, text: &str) -> Result<(), Failure> {
        if self.json { output::print_json(value) } else { output::print(text) }
    }
}

/// A dash where there is nothing.
fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}
