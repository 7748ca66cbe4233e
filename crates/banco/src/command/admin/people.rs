//! `banco admin people`.

use banco_people::{Directory, HouseRole, Kind, NewPerson, Roles};
use banco_rulebook::Diagnostic;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::json;

use super::{Admin, or_dash};
use crate::command::operate::place::{moment, refused};
use crate::failure::Failure;
use crate::output;

/// What to do about people.
#[derive(Subcommand)]
pub enum People {
    /// List everybody: number, login, name, roles, whether they may come in.
    List(ListArguments),
    /// Add somebody, and print the invitation by which they choose a password.
    Add(AddArguments),
    /// Print a new invitation for somebody who has not come in yet or has forgotten their password.
    Invite(Who),
    /// Give somebody other roles; all their sessions end.
    Roles(RolesArguments),
    /// Keep somebody out; all their sessions end.
    Disable(Reasoned),
    /// Let somebody in again.
    Enable(Who),
    /// End somebody's lock-out after too many wrong passwords.
    Unlock(Who),
    /// Take a lost second factor away; all their sessions end, and they set up a new one.
    ResetSecondFactor(Reasoned),
}

/// Whom to list.
#[derive(Args)]
pub struct ListArguments {
    /// Only those who work for the house.
    #[arg(long)]
    staff: bool,
}

/// Who comes.
#[derive(Args)]
pub struct AddArguments {
    /// What they sign in with.
    #[arg(long)]
    login: String,

    /// What others see.
    #[arg(long)]
    name: String,

    /// What they are, such as `dealer`; repeatable.
    #[arg(long = "role", value_name = "ROLE", required = true, value_parser = role())]
    roles: Vec<HouseRole>,
}

/// Somebody.
#[derive(Args)]
pub struct Who {
    /// Their number or login.
    pub person: String,
}

/// Somebody, and why.
#[derive(Args)]
pub struct Reasoned {
    /// Their number or login.
    person: String,

    /// Why, for the journal.
    #[arg(long)]
    reason: String,
}

/// What somebody is from now on.
#[derive(Args)]
pub struct RolesArguments {
    /// Their number or login.
    person: String,

    /// All that they are from now on, such as `dealer`; repeatable.
    #[arg(long = "role", value_name = "ROLE", required = true, value_parser = role())]
    roles: Vec<HouseRole>,
}

/// Roles of people by their names, so that shells complete them. Machines are enrolled as devices; guests
/// come by themselves.
fn role() -> impl TypedValueParser<Value = HouseRole> {
    let of_people = |role: &&HouseRole| !role.is_machine() && **role != HouseRole::Guest;
    let names = HouseRole::ALL.iter().filter(of_people).map(|role| role.name());
    PossibleValuesParser::new(names.collect::<Vec<_>>())
        .try_map(|name| HouseRole::from_name(&name).ok_or("there is no such role"))
}

/// Does it.
pub async fn run(admin: &Admin, what: &People) -> Result<(), Failure> {
    let (people, call) = (&admin.floor.people, admin.call());
    match what {
        People::List(list) => self::list(admin, list).await,
        People::Add(new) => add(admin, new).await,
        People::Invite(who) => invite(admin, admin.person(&who.person).await?).await,
        People::Roles(change) => {
            let person = admin.person(&change.person).await?;
            people.change_roles(&call, person, &Roles::of(&change.roles)).await.map_err(refused)?;
            done(admin, person, "roles changed")
        }
        People::Disable(who) => {
            let person = admin.person(&who.person).await?;
            people.disable(&call, person, &who.reason).await.map_err(refused)?;
            done(admin, person, "kept out")
        }
        People::Enable(who) => {
            let person = admin.person(&who.person).await?;
            people.enable(&call, person).await.map_err(refused)?;
            done(admin, person, "let in again")
        }
        People::Unlock(who) => {
            let person = admin.person(&who.person).await?;
            people.unlock(&call, person).await.map_err(refused)?;
            done(admin, person, "not locked out anymore")
        }
        People::ResetSecondFactor(who) => {
            let person = admin.person(&who.person).await?;
            people.reset_second_factor(&call, person, &who.reason).await.map_err(refused)?;
            done(admin, person, "second factor taken away")
        }
    }
}

fn done(admin: &Admin, person: banco_engine::table::Person, what: &str) -> Result<(), Failure> {
    admin.one(&json!({ "person": person.0, "done": what }), &format!("person {}: {what}", person.0))
}

/// Somebody in the list.
#[derive(Serialize)]
struct Row {
    person: u32,
    login: Option<String>,
    name: String,
    kind: &'static str,
    roles: Vec<&'static str>,
    active: bool,
    second_factor: bool,
    since: String,
}

async fn list(admin: &Admin, list: &ListArguments) -> Result<(), Failure> {
    let directory = Directory::load(&admin.floor.people).await.map_err(refused)?;
    let known = directory.people().filter(|(_, known)| !list.staff || known.roles.are_staff());
    let rows: Vec<Row> = known
        .map(|(person, known)| Row {
            person: person.0,
            login: known.login.clone(),
            name: known.name.clone(),
            kind: known.kind.name(),
            roles: known.roles.iter().map(HouseRole::name).collect(),
            active: known.is_active(admin.floor.now),
            second_factor: known.second_factor,
            since: moment(known.since),
        })
        .collect();
    let head = ["person", "login", "name", "kind", "roles", "may come in", "second factor", "since"];
    admin.rows(&head, &rows, |row| {
        let yes = |is| if is { "yes" } else { "no" }.to_owned();
        vec![
            row.person.to_string(),
            or_dash(row.login.clone()),
            row.name.clone(),
            row.kind.to_owned(),
            row.roles.join(", "),
            yes(row.active),
            yes(row.second_factor),
            row.since.clone(),
        ]
    })
}

async fn add(admin: &Admin, new: &AddArguments) -> Result<(), Failure> {
    let kind = match admin.floor.people.settings().floor {
        banco_people::FloorKind::Real => Kind::Real,
        banco_people::FloorKind::Demo => Kind::Demo,
    };
    let (name, login, roles) = (new.name.clone(), new.login.clone(), Roles::of(&new.roles));
    let new = NewPerson { name, login, roles, kind, password: None };
    let person = admin.floor.people.create(&admin.call(), &new).await.map_err(refused)?.person;
    invite(admin, person).await
}

async fn invite(admin: &Admin, person: banco_engine::table::Person) -> Result<(), Failure> {
    let made = admin.floor.people.invite(&admin.call(), person).await.map_err(refused)?;
    let text = made.invitation.reveal();
    admin.one(
        &json!({ "person": person.0, "invitation": &*text }),
        &format!("person {}, with this invitation: {}", person.0, &*text),
    )?;
    output::note("hand it to them alone; it is good for a day, and not told again");
    Ok(())
}

/// `banco admin first-secret`.
pub async fn first_secret(admin: &Admin) -> Result<(), Failure> {
    let secret = admin.floor.people.first_secret(admin.floor.now).await.map_err(refused)?;
    let Some(secret) = secret else {
        let message = "this floor has had its first administrator";
        let hint = "`banco admin people add --role administrator` adds another one";
        return Err(Failure::refused(Diagnostic::error("administered", message).hint(hint)));
    };
    let text = secret.reveal();
    admin.one(&json!({ "first_secret": &*text }), &text)
}
