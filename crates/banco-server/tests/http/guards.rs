//! Who may ask for what: the table is made from routes and permissions, committed, and tried cell by cell.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use banco_engine::table::Role;
use banco_people::{Asker, HouseRole, PEOPLE_ACTIONS, Permission, Roles};
use banco_server::{Disclosure, Guard, Route, routes};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{Answer, Client};
use crate::house::{House, REAL, Somebody, TIRELESS, add, device, guest, sign_in};

/// Whoever asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Visitor {
    /// Nobody is signed in, on a demo floor.
    NobodyOnDemo,
    /// The same on a real floor.
    Nobody,
    /// Somebody whose session has ended, or who was disabled.
    Ended,
    /// Somebody who must set up a second factor before anything else.
    Enrolling,
    Person(HouseRole),
    /// A machine of the table that is asked about, or of another one.
    Machine(HouseRole, bool),
}

impl Visitor {
    fn all() -> Vec<Self> {
        let people = HouseRole::ALL.into_iter().filter(|role| !role.is_machine()).map(Self::Person);
        let machines = [HouseRole::Display, HouseRole::Device];
        let machines =
            machines.into_iter().flat_map(|role| [true, false].map(|own| Self::Machine(role, own)));
        let nobody = [Self::NobodyOnDemo, Self::Nobody, Self::Ended, Self::Enrolling];
        nobody.into_iter().chain(people).chain(machines).collect()
    }

    fn name(self) -> String {
        match self {
            Self::NobodyOnDemo => "nobody, demo floor".to_owned(),
            Self::Nobody => "nobody, real floor".to_owned(),
            Self::Ended => "session over".to_owned(),
            Self::Enrolling => "second factor missing".to_owned(),
            Self::Person(role) => role.name().to_owned(),
            Self::Machine(role, own) => {
                let what = if role == HouseRole::Display { "display" } else { "card reader" };
                format!("{what}, {} table", if own { "own" } else { "other" })
            }
        }
    }

    fn may(self, permission: Permission) -> bool {
        matches!(self, Self::Person(role) | Self::Machine(role, _) if role.may(permission))
    }

    const fn is_signed_in(self) -> bool {
        matches!(self, Self::Person(_) | Self::Enrolling)
    }

    fn acts(self) -> bool {
        let all = [
            Role::Participant,
            Role::Dealer,
            Role::Floor,
            Role::Executive,
            Role::Surveillance,
            Role::Cashier,
        ];
        matches!(self, Self::Person(role) if all.iter().any(|one| Roles::of(&[role]).may_act_as(*one)))
    }
}

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Yes,
    NotSignedIn,
    NotAllowed,
    NotThere,
}

impl Cell {
    const fn text(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::NotSignedIn => "401",
            Self::NotAllowed => "403",
            Self::NotThere => "404",
        }
    }
}

/// What a route is asked about: something of one's own, or of somebody else.
const fn objects(route: &Route) -> &'static [Option<bool>] {
    match route.guard {
        Guard::Own(..) | Guard::ActsOn(..) => &[Some(true), Some(false)],
        _ if is(route.name, "end_session") => &[Some(true), Some(false)],
        _ => &[None],
    }
}

const fn is(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    one.len() == other.len()
}

fn allowed(condition: bool, visitor: Visitor) -> Cell {
    match condition {
        true => Cell::Yes,
        false if visitor.is_signed_in() => Cell::NotAllowed,
        false => Cell::NotSignedIn,
    }
}

fn cell(route: &Route, own: Option<bool>, visitor: Visitor) -> Cell {
    // A token is sent on purpose: one that is over opens nothing, not even what is open to all.
    if visitor == Visitor::Ended {
        return Cell::NotSignedIn;
    }
    let one_of = |all: &[Permission]| all.iter().any(|permission| visitor.may(*permission));
    let owned = |mine, others| visitor.may(if own == Some(true) { mine } else { others });
    match route.guard {
        Guard::Anybody => Cell::Yes,
        Guard::SignedIn if own == Some(false) && visitor.is_signed_in() => Cell::NotThere,
        Guard::SignedIn => allowed(visitor.is_signed_in(), visitor),
        Guard::May(all) => allowed(one_of(all), visitor),
        Guard::Acts(all) => allowed(one_of(all) && visitor.acts(), visitor),
        Guard::Own(mine, others) => {
            allowed(matches!(visitor, Visitor::Person(_)) && owned(mine, others), visitor)
        }
        Guard::ActsOn(mine, others) => allowed(owned(mine, others) && visitor.acts(), visitor),
        Guard::Looks | Guard::Shows => match visitor {
            Visitor::Machine(_, own) if own || !route.path.contains("{table}") => Cell::Yes,
            Visitor::Machine(..) => Cell::NotAllowed,
            Visitor::NobodyOnDemo => Cell::Yes,
            _ => allowed(visitor.may(Permission::Watch), visitor),
        },
        Guard::Device(permission) => match visitor {
            Visitor::Machine(_, true) if visitor.may(permission) => Cell::Yes,
            Visitor::Machine(..) => Cell::NotAllowed,
            _ => allowed(false, visitor),
        },
    }
}

fn page() -> String {
    let visitors = Visitor::all();
    let mut page = String::from(
        "# Who may ask for what\n\n\
         This page is made from the table of routes and the table of permissions; `BANCO_WRITE=1 cargo test -p banco-server \
         --test http` writes\nit again. *Yes*: the request is looked at. 401: whoever asks is not signed in, or their session \
         is over. 403: they may not.\n404: for them it is not there. What changes people, approves or moves money also \
         wants a fresh proof (`people.md`). *Logged*: when staff look at it, it stands in the access log (`journal.md`).\n\n",
    );
    let names: Vec<String> = visitors.iter().map(|visitor| visitor.name()).collect();
    writeln!(page, "| route | about | access log | {} |", names.join(" | ")).unwrap();
    writeln!(page, "|---|---|---{}|", "|---".repeat(names.len())).unwrap();
    for route in routes() {
        for own in objects(&route) {
            let about = own.map_or("", |own| if own { "own" } else { "of others" });
            let cells: Vec<&str> =
                visitors.iter().map(|visitor| cell(&route, *own, *visitor).text()).collect();
            let method = route.method.to_uppercase();
            let log = if Disclosure::of(&route).is_logged() && *own != Some(true) { "logged" } else { "" };
            writeln!(page, "| `{method} {}` | {about} | {log} | {} |", route.path, cells.join(" | "))
                .unwrap();
        }
    }
    page
}

#[test]
fn the_committed_table_is_the_one_that_is_made() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/routes.md");
    let made = page();
    if std::env::var_os("BANCO_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/routes.md is old: `BANCO_WRITE=1 cargo test -p banco-server --test http` writes it"
    );
}

/// Where routes begin that change who may do what.
const ABOUT_PEOPLE: [&str; 12] = [
    "/api/v1/people",
    "/api/v1/devices",
    "/api/v1/patrons",
    "/api/v1/session",
    "/api/v1/sessions",
    "/api/v1/guests",
    "/api/v1/second-factor",
    "/api/v1/password",
    "/api/v1/first-administrator",
    "/api/v1/invitations",
    "/api/v1/approvals/person",
    "/api/v1/approvals/device",
];

/// Whatever changes who may do what is in one table, with who asks and who approves, and the table says nothing else.
#[test]
fn every_action_about_people_is_in_the_table() {
    let about = |route: &Route| {
        let under = |start: &&str| {
            route.path.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        route.method != "get" && ABOUT_PEOPLE.iter().any(under)
    };
    let routes: Vec<Route> = routes().into_iter().filter(about).collect();
    assert!(routes.len() > 20);
    for route in &routes {
        let action = PEOPLE_ACTIONS.iter().find(|action| action.name == route.name);
        let action = action.unwrap_or_else(|| panic!("{} {} is in no table", route.method, route.path));
        let guarded = match (action.asks, route.guard) {
            (Asker::May(permission), Guard::May(all)) => all == [permission],
            (Asker::Owner, Guard::SignedIn) | (Asker::Bearer, Guard::Anybody) => true,
            _ => false,
        };
        assert!(guarded, "{}: the table says {:?}, the guard {:?}", action.name, action.asks, route.guard);
    }
    for action in PEOPLE_ACTIONS {
        assert!(routes.iter().any(|route| route.name == action.name), "{} is no route", action.name);
    }
}

/// A visitor with what they send, their number, their session, and two others that they can do without.
struct One {
    visitor: Visitor,
    client: Client,
    person: u64,
    session: String,
    spares: [Client; 2],
}

impl One {
    fn plain(visitor: Visitor, client: Client) -> Self {
        let spares = [client.clone(), client.clone()];
        Self { visitor, spares, client, person: 0, session: "nothing".to_owned() }
    }

    async fn signed_in(visitor: Visitor, who: Somebody, spares: [Somebody; 2]) -> Self {
        let session = session_of(&who.client).await;
        let spares = spares.map(|spare| spare.client);
        Self { visitor, client: who.client, person: who.person, session, spares }
    }
}

/// The visitors of one floor, and a session and a person with an account that are none of theirs.
struct Guests {
    all: Vec<One>,
    other_session: String,
    other_person: u64,
}

/// Parts of a path that name what is on no floor of this test: whoever gets past the guard is told that it is not there.
const NOT_THERE: [&str; 10] = [
    "{key}",
    "{proposal}",
    "{device}",
    "{promise}",
    "{round}",
    "{edition}",
    "{name}",
    "{plot}",
    "{format}",
    "{number}",
];

/// The path to something that is there: of one's own, or of somebody else.
fn path_of(route: &Route, person: u64, session: &str) -> String {
    let kind = if route.path.contains("{id}") { "table" } else { "people" };
    let parts = [
        ("{table}", "1".to_owned()),
        ("{person}", person.to_string()),
        ("{session}", session.to_owned()),
        ("{link}", "99-fortunes".to_owned()),
        ("{kind}", kind.to_owned()),
        ("{id}", "1".to_owned()),
        ("{request}", "1".to_owned()),
        ("{report}", "exceptions".to_owned()),
        ("{rulebook}", "ma-midi".to_owned()),
    ];
    let parts = parts.into_iter().chain(NOT_THERE.map(|part| (part, "nothing".to_owned())));
    let path = parts.fold(route.path.to_owned(), |path, (part, value)| path.replace(part, &value));
    assert!(!path.contains('{'), "{path}: nobody has said what to ask for");
    path
}

/// Asks, and reads no more than a head where the answer does not end.
async fn ask(client: &Client, method: &str, path: &str) -> Answer {
    let body: &[u8] = if method == "get" || method == "delete" { b"" } else { b"{}" };
    let mut stream = TcpStream::connect(client.at).await.unwrap();
    let client = client.and("Idempotency-Key", &crate::client::new_key());
    stream.write_all(&client.request(&method.to_uppercase(), path, body)).await.unwrap();
    let mut heard = Vec::new();
    loop {
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_buf(&mut heard)).await;
        let many = read.unwrap_or_else(|_| panic!("{method} {path}: silence")).unwrap();
        match Answer::read(&heard) {
            Some(answer) if answer.status < 400 || many == 0 => return answer,
            _ => assert!(many > 0, "{method} {path}: no answer"),
        }
    }
}

async fn try_all(guests: &Guests) {
    let mut routes = routes();
    // Ending one's own session comes last.
    routes.sort_by_key(|route| route.name == "end_session");
    for route in &routes {
        for own in objects(route).iter().rev() {
            for One { visitor, client, person, session, spares: [spare, other] } in &guests.all {
                // Both ways out end a session.
                let client = match route.name {
                    "sign_out" => spare,
                    "leave_door" => other,
                    _ => client,
                };
                let wanted = cell(route, *own, *visitor);
                let mine = *own == Some(true);
                let number = if mine { *person } else { guests.other_person };
                let id = if mine { session } else { &guests.other_session };
                let path = path_of(route, number, id);
                let answer = ask(client, route.method, &path).await;
                let asked = format!("{visitor:?} {} {path}", route.method);
                check(wanted, &answer, &asked);
                let may_miss = NOT_THERE.iter().any(|part| route.path.contains(part));
                let missed = wanted == Cell::Yes && answer.status == 404 && !may_miss;
                assert!(!missed, "{asked}: it is there, so a 404 keeps somebody out: {}", answer.text());
            }
        }
    }
}

fn check(wanted: Cell, answer: &Answer, asked: &str) {
    let (status, code) = (answer.status, answer.code());
    let fits = match wanted {
        // Past the guard: the handler speaks, and what it does not find is not whom it asks about.
        Cell::Yes => past_the_guard(status, &code),
        Cell::NotSignedIn => status == 401,
        Cell::NotAllowed => status == 403 && matches!(code.as_str(), "not_allowed" | "enrol_first"),
        Cell::NotThere => status == 404,
    };
    assert!(fits, "{asked}: {wanted:?}, but {status} {code}");
    assert!(status < 500, "{asked}: {status} {}", answer.text());
    let kind = answer.header("content-type").unwrap_or_default();
    assert!(status < 400 || kind == "application/problem+json", "{asked}: {status} as {kind}");
}

/// Whether an answer comes from behind the guard. Nobody is turned away there for who they are; a 404 is told of something
/// that is not there for anybody, and says what it is.
fn past_the_guard(status: u16, code: &str) -> bool {
    match status {
        401 => code == "sign_in_refused" || code == "wrong_code" || code == "sign_in_over",
        403 => code == "step_up_needed",
        _ => true,
    }
}

/// The cashier opens an account for the player, so that what is their own is there.
async fn opens_account(house: &House, all: &[One]) {
    let one = |role| all.iter().find(|one| one.visitor == Visitor::Person(role)).unwrap();
    let path = format!("/api/v1/accounts/{}/commands", one(HouseRole::Player).person);
    let open = json!({ "do": "open", "currency": "USD", "kind": "demo" });
    // A session of its own, so that those that are tried have no fresh proof.
    let cashier = one(HouseRole::Cashier).person;
    let cashier = sign_in(&house.client(), HouseRole::Cashier.name(), cashier).await.proved().await;
    cashier.client.command(&path, open).await.must(200);
}

/// Two more sessions of somebody's.
async fn twice(house: &House, login: &str, person: u64) -> [Somebody; 2] {
    let one = sign_in(&house.client(), login, person).await;
    [one, sign_in(&house.client(), login, person).await]
}

async fn session_of(client: &Client) -> String {
    let me = client.get("/api/v1/session").await.must(200).json();
    me["session"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_cell_holds_on_a_demo_floor() {
    let house = House::with(&TIRELESS).await;
    let ada = house.administrator().await;
    let mut all = vec![One::plain(Visitor::NobodyOnDemo, house.client())];
    for role in HouseRole::ALL.into_iter().filter(|role| !role.is_machine()) {
        let (one, spares) = match role {
            HouseRole::Guest => {
                (house.guest("Gwen").await, [house.guest("Spare").await, house.guest("Other").await])
            }
            HouseRole::Administrator => {
                let again = sign_in(&house.client(), "ada", ada.person).await;
                (again, twice(&house, "ada", ada.person).await)
            }
            _ => {
                let person = add(&ada, role.name(), &[role.name()]).await;
                let one = house.comes_in(&ada, person, role.name()).await;
                (one, twice(&house, role.name(), person).await)
            }
        };
        all.push(One::signed_in(Visitor::Person(role), one, spares).await);
    }
    opens_account(&house, &all).await;
    for (role, kind) in [(HouseRole::Display, "display"), (HouseRole::Device, "card_reader")] {
        for own in [true, false] {
            let wanted = json!({ "table": if own { 1 } else { 2 }, "kind": kind, "name": kind });
            let client = device(&house, &ada, wanted).await;
            all.push(One::plain(Visitor::Machine(role, own), client));
        }
    }
    let gone = house.guest("Gone").await;
    gone.client.delete("/api/v1/session").await.must(204);
    all.push(One::plain(Visitor::Ended, gone.client));
    let out = house.guest("Out").await;
    let path = format!("/api/v1/people/{}/disabled", out.person);
    ada.client.post(&path, json!({ "reason": "a test" })).await.must(204);
    all.push(One::plain(Visitor::Ended, out.client));
    let other = guest(&house.client(), "Other").await;
    let other_session = session_of(&other.client).await;
    try_all(&Guests { all, other_session, other_person: other.person }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_cell_holds_on_a_real_floor() {
    let house = House::with(&[&REAL[..], &TIRELESS].concat()).await;
    let secret = house.server.first_secret.as_ref().unwrap().reveal();
    let password = crate::house::PASSWORD;
    let first = json!({ "secret": secret.as_str(), "name": "Ada", "login": "ada", "password": password });
    let made = house.client().post("/api/v1/first-administrator", first).await.must(201).json();
    let ada = sign_in(&house.client(), "ada", made["person"].as_u64().unwrap()).await;
    let spares = twice(&house, "ada", ada.person).await;
    let all = vec![
        One::plain(Visitor::Nobody, house.client()),
        One::signed_in(Visitor::Enrolling, ada, spares).await,
    ];
    let other_session = "0123456789abcdef".to_owned();
    try_all(&Guests { all, other_session, other_person: 999_999 }).await;
}
