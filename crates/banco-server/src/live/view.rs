//! What somebody sees of a table, a link, an account: made for them, never cut down from more.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::Names;
use banco_engine::cage;
use banco_engine::link::TableId;
use banco_engine::pit::Happening;
use banco_engine::table::{Person, Table, Viewer};
use banco_floor::Books;
use banco_journal::StreamName;
use banco_people::{Directory, HouseRole, Permission, Refusal};
use banco_wire::{AccountSeen, LinkSeen, LinkViewer, TableSeen, Told};
use serde_json::value::RawValue;

use crate::access_log::Access;
use crate::app::{App, name_in};
use crate::guard::Caller;
use crate::lobby::LOBBY;
use crate::problem::Failed;
use crate::sessions::Who;

/// Parts of a view by name.
pub type Parts = Vec<(&'static str, Box<RawValue>)>;

/// As what somebody looks at a floor.
#[derive(Clone, Debug)]
pub struct Sees {
    /// At a table.
    pub table: Viewer,
    /// Who they are.
    pub person: Option<Person>,
    /// Whether they see accounts of others.
    pub accounts: bool,
    /// As what they look at links.
    pub link: LinkViewer,
    /// The only table they see, where they are a machine of it.
    pub only: Option<TableId>,
}

/// As what a caller looks at tables: the capacity they name, or what they are.
pub fn table_viewer(app: &App, caller: &Caller, capacity: Option<&str>) -> Result<Viewer, Failed> {
    let need = |permission: Permission, viewer| match caller.may(permission) {
        true => Ok(viewer),
        false => Err(Failed::from(Refusal::NotAllowed)),
    };
    let person = match &caller.who {
        Who::Nobody if app.is_demo() => None,
        Who::Nobody => return Err(Refusal::NotSignedIn.into()),
        Who::Device(_) => return Ok(Viewer::Display),
        Who::Person(signed) => Some(&signed.session),
    };
    match (capacity, person) {
        (Some("participant") | None, Some(session)) if caller.may(Permission::Play) => {
            Ok(Viewer::Participant(session.person))
        }
        (Some("display"), _) => Ok(Viewer::Display),
        (Some("onlooker"), _) | (None, None) => Ok(Viewer::Onlooker),
        (Some("dealer"), _) => need(Permission::Deal, Viewer::Dealer),
        (Some("floor"), Some(session))
            if session.roles.has_any(&[HouseRole::Floor, HouseRole::Executive]) =>
        {
            need(Permission::Supervise, Viewer::Floor)
        }
        (Some("surveillance"), _) => need(Permission::Observe, Viewer::Surveillance),
        (None, Some(_)) if caller.may(Permission::Observe) => Ok(Viewer::Surveillance),
        (None, Some(_)) if caller.may(Permission::Deal) => Ok(Viewer::Dealer),
        (None, Some(_)) => need(Permission::Watch, Viewer::Onlooker),
        (Some("participant" | "floor"), _) => Err(Refusal::NotAllowed.into()),
        (Some(other), _) => {
            Err(Failed::bad("bad_query", format!("`as={other}` is no way to look at a table"))
                .hint("participant, onlooker, dealer, floor, surveillance or display"))
        }
    }
}

/// Whether a caller may look at a table at all.
pub fn sees_table(caller: &Caller, table: TableId) -> Result<(), Failed> {
    match caller.device() {
        Some(device) if device.table != table.0 => Err(Refusal::NotAllowed.into()),
        _ => Ok(()),
    }
}

/// As what somebody sees one table. Where dealers sign on, the money of players is shown to the dealer on duty at their
/// table; another dealer looks on like anybody.
#[must_use]
pub fn viewer_at(books: &Books, table: TableId, viewer: Viewer, person: Option<Person>) -> Viewer {
    let on_duty = || {
        let dealer = books.pit().table(table).and_then(Table::dealer);
        dealer.is_some() && dealer == person
    };
    match viewer {
        Viewer::Dealer if books.pit().house().is_strict() && !on_duty() => Viewer::Onlooker,
        viewer => viewer,
    }
}

impl Sees {
    /// As what they see one table.
    fn at(&self, books: &Books, table: TableId) -> Viewer {
        viewer_at(books, table, self.table, self.person)
    }

    /// As what a caller looks at a floor.
    ///
    /// # Errors
    /// They may not.
    pub fn of(app: &App, caller: &Caller, capacity: Option<&str>) -> Result<Self, Failed> {
        let table = table_viewer(app, caller, capacity)?;
        let supervises = matches!(table, Viewer::Floor | Viewer::Surveillance);
        Ok(Self {
            table,
            person: caller.session().ok().map(|session| session.person),
            accounts: caller.may(Permission::SeeAccounts),
            link: if supervises { LinkViewer::Staff } else { LinkViewer::Everybody },
            only: caller.device().map(|device| TableId(device.table)),
        })
    }

    /// Whether this may be followed by whoever looks.
    pub fn may_follow(&self, books: &Books, stream: &StreamName) -> Result<(), Failed> {
        let missing =
            || Failed::not_found("stream").at(format!("/resume/{}", stream.as_str().replace('/', "~1")));
        match (stream.kind(), stream.id()) {
            (LOBBY, None) if self.only.is_none() => Ok(()),
            ("table", Some(id)) => {
                let table = id.parse().map(TableId).map_err(|_| missing())?;
                let mine = self.only.is_none_or(|only| only == table);
                if mine && books.pit().table(table).is_some() { Ok(()) } else { Err(missing()) }
            }
            ("link", Some(name)) if books.pit().link(name).is_some() => Ok(()),
            ("account", Some(id)) => {
                let person = id.parse().map(Person).map_err(|_| missing())?;
                let own = self.person == Some(person);
                if own || self.accounts { Ok(()) } else { Err(missing()) }
            }
            _ => Err(missing()),
        }
    }

    /// The access that is logged when they begin to follow a stream: an account of another, or a table as
    /// the floor or surveillance sees it.
    pub fn access(&self, stream: &StreamName) -> Option<Access> {
        let by = self.person?;
        let id = stream.id()?;
        let logged = match stream.kind() {
            "account" => id != by.0.to_string(),
            "table" => matches!(self.table, Viewer::Floor | Viewer::Surveillance),
            _ => false,
        };
        let about = BTreeMap::from([(stream.kind().to_owned(), id.to_owned())]);
        logged.then_some(Access { by, route: "stream", about })
    }

    /// The parts of what they see of a stream.
    pub fn parts(&self, app: &App, books: &Arc<Books>, stream: &StreamName) -> Parts {
        let directory = app.directory();
        let names = |person: Person| name_in(&directory, person);
        match (stream.kind(), stream.id()) {
            (LOBBY, None) => app.lobby.parts(),
            ("table", Some(id)) => {
                let Some(number) = id.parse().ok().map(TableId) else { return Parts::new() };
                let Some(table) = books.pit().table(number) else { return Parts::new() };
                let clock = app.passing.clock(number);
                TableSeen { clock, ..TableSeen::of(table, self.at(books, number), &names) }.parts()
            }
            ("link", Some(name)) => {
                let link = books.pit().link(name);
                link.map(|link| LinkSeen::of(link, self.link, &names).parts()).unwrap_or_default()
            }
            ("account", Some(id)) => {
                let person = id.parse().map(Person).ok();
                let account = person.and_then(|person| books.pit().account(person));
                let seen =
                    |account| AccountSeen::of(account, self.account(person), app.time(), &names).parts();
                account.map(seen).unwrap_or_default()
            }
            _ => Parts::new(),
        }
    }

    fn account(&self, person: Option<Person>) -> cage::Viewer {
        if self.person == person { cage::Viewer::Owner } else { cage::Viewer::Cashier }
    }

    /// Something that has happened, as far as they may hear it.
    pub fn told(
        &self,
        app: &App,
        books: &Books,
        stream: &StreamName,
        happening: &Happening,
        number: u64,
    ) -> Option<Told> {
        let directory: Arc<Directory> = app.directory();
        let names = |person: Person| name_in(&directory, person);
        match happening {
            Happening::Table(table, _) => {
                let rules = books.pit().table(*table)?.rules();
                Told::at_table(happening, number, self.at(books, *table), &Names::new(rules, &names))
            }
            Happening::Link(..) => Told::on_link(happening, number, self.link),
            Happening::Account(person, _) => {
                let _ = stream;
                Told::in_account(happening, number, self.account(Some(*person)), &names)
            }
        }
    }
}

/// A table as a caller sees it.
pub fn table_seen(app: &App, books: &Books, table: TableId, viewer: Viewer) -> Result<TableSeen, Failed> {
    let directory = app.directory();
    let names = |person: Person| name_in(&directory, person);
    let seen = TableSeen::of(crate::api::table_in(books, table)?, viewer, &names);
    Ok(TableSeen { clock: app.passing.clock(table), ..seen })
}

/// A link as a caller sees it.
pub fn link_seen(app: &App, books: &Books, name: &str, viewer: LinkViewer) -> Result<LinkSeen, Failed> {
    let directory = app.directory();
    let names = |person: Person| name_in(&directory, person);
    let link = books.pit().link(name).ok_or_else(|| Failed::not_found("link"))?;
    Ok(LinkSeen::of(link, viewer, &names))
}

/// An account as a caller sees it.
pub fn account_seen(
    app: &App,
    books: &Books,
    person: Person,
    viewer: cage::Viewer,
) -> Result<AccountSeen, Failed> {
    let directory = app.directory();
    let names = |person: Person| name_in(&directory, person);
    let account = books.pit().account(person).ok_or_else(|| Failed::not_found("account"))?;
    Ok(AccountSeen::of(account, viewer, app.time(), &names))
}
