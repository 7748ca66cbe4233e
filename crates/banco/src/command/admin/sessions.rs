//! `banco admin sessions`.

use clap::Subcommand;
use serde::Serialize;
use serde_json::json;

use super::Admin;
use super::people::Who;
use crate::command::operate::place::{moment, refused};
use crate::failure::Failure;

/// What to do about sessions.
#[derive(Subcommand)]
pub enum Sessions {
    /// List somebody's sessions, the last used one first.
    List(Who),
    /// End all of somebody's sessions, wherever they are signed in.
    End(Who),
}

/// A session in the list.
#[derive(Serialize)]
struct Row {
    session: String,
    since: String,
    seen: String,
    until: String,
    label: String,
}

/// Does it.
pub async fn run(admin: &Admin, what: &Sessions) -> Result<(), Failure> {
    let people = &admin.floor.people;
    match what {
        Sessions::List(who) => {
            let person = admin.person(&who.person).await?;
            let all = people.sessions(person, admin.floor.now).await.map_err(refused)?;
            let row = |session: &banco_people::Session| Row {
                session: session.id.to_string(),
                since: moment(session.since),
                seen: moment(session.seen),
                until: moment(session.until),
                label: session.label.clone(),
            };
            let rows: Vec<Row> = all.iter().map(row).collect();
            admin.rows(&["session", "since", "last used", "until", "from"], &rows, |row| {
                vec![
                    row.session.clone(),
                    row.since.clone(),
                    row.seen.clone(),
                    row.until.clone(),
                    row.label.clone(),
                ]
            })
        }
        Sessions::End(who) => {
            let person = admin.person(&who.person).await?;
            people.revoke_all(&admin.call(), person).await.map_err(refused)?;
            let text = format!("person {}: all sessions ended", person.0);
            admin.one(&json!({ "person": person.0, "done": "all sessions ended" }), &text)
        }
    }
}
