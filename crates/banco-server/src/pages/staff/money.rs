//! Money that the staff moves by forms: it is confirmed first, and ends in a receipt that the journal can show again.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use banco_engine::pit::{self, Happening};
use banco_engine::record::Record;
use banco_engine::table::{self, Person, Role, Tender};
use banco_engine::{cage, link};
use banco_floor::Books;
use banco_journal::{By, Entry, StreamName};
use banco_money::{Amount, Currency};
use banco_pages::staff::Section;
use banco_pages::staff::matters::{Change, ChangeOf};
use banco_pages::staff::money::{
    Confirmation, MoneyFor, MoneyKind, MoneyMove, Receipt, ReceiptLine, confirm_panel, confirmation,
};
use banco_people::{Permission, Refusal, Session};
use banco_wire::Money;
use serde_json::{Value, json};

use super::changes;
use super::matters::moment;
use super::relay::Errand;
use crate::api::commands::{command_to, role};
use crate::api::{Reply, number};
use crate::app::App;
use crate::forms::NothingHappened;
use crate::pages::{Fields, Guest, Page, html, see};
use crate::problem::Failed;

/// No command of the staff writes more entries of a stream.
const ENTRIES: u64 = 64;
/// A list of receipts looks at so many entries of a stream.
const LATELY: u64 = 2_000;
/// Postings are added up so many entries at a time.
const POSTINGS: u32 = 5_000;
/// Parts of a stream that are added up for one receipt, at most. Beyond it a receipt shows no balances.
const PARTS: usize = 20;

// ---------------------------------------------------------------- what moves money

/// The movement of money that a command is; nothing where it moves none.
fn of_command(app: &App, command: &pit::Command) -> Option<MoneyMove> {
    let account = |person: &Person| MoneyFor::Account(app.name_of(*person), person.0);
    let mut requested = false;
    let (kind, of, amount, reason) = match command {
        pit::Command::Account(person, command) => match command {
            cage::Command::Deposit { amount } => (MoneyKind::Deposit, account(person), *amount, None),
            cage::Command::PayOut { amount, .. } => (MoneyKind::PayOut, account(person), *amount, None),
            cage::Command::Ask(wanted) => {
                requested = true;
                let (kind, amount, reason) = of_account_request(wanted)?;
                (kind, account(person), amount, reason)
            }
            _ => return None,
        },
        pit::Command::Table(number, command) => {
            let at = MoneyFor::Table(number.0);
            match command {
                table::Command::OpenTable { float, .. } => (MoneyKind::OpeningFloat, at, *float, None),
                table::Command::FillTray { amount, credit } => (filled(*credit), at, *amount, None),
                table::Command::TakeCash { person, amount } => {
                    (MoneyKind::Cash, MoneyFor::Player(app.name_of(*person), number.0), *amount, None)
                }
                table::Command::Promote { person, tender, amount } => {
                    (promoted(*tender)?, MoneyFor::Player(app.name_of(*person), number.0), *amount, None)
                }
                table::Command::Ask(wanted) => {
                    requested = true;
                    let ((kind, amount, reason), _) = of_table_request(wanted)?;
                    (kind, at, amount, reason)
                }
                _ => return None,
            }
        }
        pit::Command::Link(name, command) => {
            let of = MoneyFor::Link(name.to_string());
            match command {
                link::Command::PayJackpot { amount, .. } => (MoneyKind::Jackpot, of, *amount, None),
                link::Command::Ask(link::Wanted::Adjust { amount, reason, .. }) => {
                    requested = true;
                    (MoneyKind::Correction, of, *amount, Some(reason))
                }
                _ => return None,
            }
        }
    };
    let reason = reason.map(|reason| reason.to_string());
    Some(MoneyMove { kind, requested, of, amount: Some(amount.into()), reason, changes: Vec::new() })
}

/// The movement that a request of an account asks for.
fn of_account_request(wanted: &cage::Wanted) -> Option<OfEvent<'_>> {
    Some(match wanted {
        cage::Wanted::Reactivate { .. } => return None,
        cage::Wanted::Adjust { amount, reason } => (MoneyKind::Correction, *amount, Some(reason)),
        cage::Wanted::Deposit { amount } => (MoneyKind::Deposit, *amount, None),
        cage::Wanted::PayOut { amount, identity } => (MoneyKind::PayOut, *amount, identity.as_ref()),
    })
}

/// The movement that a request of a table asks for, with the player whose money it is.
fn of_table_request(wanted: &table::Wanted) -> Option<(OfEvent<'_>, Option<Person>)> {
    Some(match wanted {
        table::Wanted::CashBuyIn { amount, person } => ((MoneyKind::Cash, *amount, None), Some(*person)),
        table::Wanted::Correction { amount, from, reason, to } => {
            ((MoneyKind::Correction, *amount, Some(reason)), player_of(*from, *to))
        }
        table::Wanted::Fill { amount, credit } => ((filled(*credit), *amount, None), None),
        table::Wanted::Open { float, .. } => ((MoneyKind::OpeningFloat, *float, None), None),
        table::Wanted::Promotion { amount, person, tender } => {
            ((promoted(*tender)?, *amount, None), Some(*person))
        }
        table::Wanted::Accommodation { .. }
        | table::Wanted::SeeOff { .. }
        | table::Wanted::Terms { .. }
        | table::Wanted::Void { .. } => return None,
    })
}

/// The player whose money a correction moves, if it does.
const fn player_of(from: table::Account, to: table::Account) -> Option<Person> {
    use table::Account::{Chips, Coupons, Owed, Promotional};
    match (from, to) {
        (Chips(person) | Promotional(person) | Coupons(person) | Owed(person), _)
        | (_, Chips(person) | Promotional(person) | Coupons(person) | Owed(person)) => Some(person),
        _ => None,
    }
}

const fn filled(credit: bool) -> MoneyKind {
    if credit { MoneyKind::Credit } else { MoneyKind::Fill }
}

const fn promoted(tender: Tender) -> Option<MoneyKind> {
    match tender {
        Tender::Promotional => Some(MoneyKind::PromotionalChips),
        Tender::Coupon => Some(MoneyKind::Coupon),
        Tender::Chips => None,
    }
}

/// The movement of money that an entry of the journal is. What is not listed here has no receipt.
fn of_happening(app: &App, happening: &Happening) -> Option<MoneyMove> {
    let (kind, of, amount, reason) = match happening {
        Happening::Account(person, event) => {
            let (kind, amount, reason) = of_account(&event.what)?;
            (kind, MoneyFor::Account(app.name_of(*person), person.0), amount, reason)
        }
        Happening::Table(number, event) => {
            let ((kind, amount, reason), person) = of_table(&event.what)?;
            let of = person
                .map_or(MoneyFor::Table(number.0), |person| MoneyFor::Player(app.name_of(person), number.0));
            (kind, of, amount, reason)
        }
        Happening::Link(setup, event) => {
            let (kind, amount, reason) = of_link(&event.what, setup.currency)?;
            (kind, MoneyFor::Link(setup.name.to_string()), amount, reason)
        }
    };
    let (reason, requested) = (reason.map(|reason| reason.to_string()), is_request(happening));
    Some(MoneyMove { kind, requested, of, amount: Some(amount.into()), reason, changes: Vec::new() })
}

/// Whether an entry only asks for what another person decides.
const fn is_request(happening: &Happening) -> bool {
    match happening {
        Happening::Account(_, event) => {
            matches!(event.what, cage::What::Request(cage::RequestEvent::Asked { .. }))
        }
        Happening::Table(_, event) => {
            matches!(event.what, table::What::Floor(table::FloorEvent::Asked { .. }))
        }
        Happening::Link(_, event) => {
            matches!(event.what, link::What::Change(link::ChangeEvent::Asked { .. }))
        }
    }
}

type OfEvent<'a> = (MoneyKind, Amount, Option<&'a Arc<str>>);

fn of_account(what: &cage::What) -> Option<OfEvent<'_>> {
    Some(match what {
        cage::What::Money(cage::MoneyEvent::Deposited { amount, .. }) => (MoneyKind::Deposit, *amount, None),
        cage::What::Money(cage::MoneyEvent::PaidOut { amount, identity, .. }) => {
            (MoneyKind::PayOut, *amount, identity.as_ref())
        }
        cage::What::Money(cage::MoneyEvent::Adjusted { amount, reason, .. }) => {
            (MoneyKind::Correction, *amount, Some(reason))
        }
        cage::What::Request(cage::RequestEvent::Asked { request, .. }) => of_account_request(&request.what)?,
        _ => return None,
    })
}

/// With the player whose money it is, where it is not the table's.
fn of_table(what: &table::What) -> Option<(OfEvent<'_>, Option<Person>)> {
    let mut player = None;
    let moved = match what {
        table::What::Opening(table::OpeningEvent::TableOpened { float, .. }) => {
            (MoneyKind::OpeningFloat, *float, None)
        }
        table::What::Opening(table::OpeningEvent::TrayFilled { amount, credit, .. }) => {
            (filled(*credit), *amount, None)
        }
        table::What::People(table::PeopleEvent::PromotionGiven { amount, person, tender, .. }) => {
            player = Some(*person);
            (promoted(*tender)?, *amount, None)
        }
        table::What::People(table::PeopleEvent::CashTaken { amount, person, .. }) => {
            player = Some(*person);
            (MoneyKind::Cash, *amount, None)
        }
        table::What::Floor(table::FloorEvent::Corrected { amount, from, reason, to, .. }) => {
            player = player_of(*from, *to);
            (MoneyKind::Correction, *amount, Some(reason))
        }
        table::What::Floor(table::FloorEvent::Asked { request }) => {
            let (moved, of) = of_table_request(&request.what)?;
            player = of;
            moved
        }
        _ => return None,
    };
    Some((moved, player))
}

fn of_link(what: &link::What, currency: Currency) -> Option<OfEvent<'_>> {
    match what {
        link::What::Jackpot(link::JackpotEvent::Paid { amount, .. }) => {
            Some((MoneyKind::Jackpot, *amount, None))
        }
        link::What::Change(link::ChangeEvent::Adjusted { feed, reason, .. }) => {
            Some((MoneyKind::Correction, feed.total().whole(currency).ok()?, Some(reason)))
        }
        link::What::Change(link::ChangeEvent::Asked { request, .. }) => match &request.what {
            link::Wanted::Adjust { amount, reason, .. } => {
                Some((MoneyKind::Correction, *amount, Some(reason)))
            }
            _ => None,
        },
        _ => None,
    }
}

// ---------------------------------------------------------------- confirmation

/// What a form of the staff is to confirm first: the money that it would move.
///
/// # Errors
/// The command cannot be read, or would be refused.
pub async fn moves(
    app: &Arc<App>,
    guest: &Guest,
    form: &Fields,
    errand: &Errand,
) -> Result<Option<MoneyMove>, Failed> {
    let Some((kind @ ("table" | "link" | "account"), id)) = form.text("to").split_once('/') else {
        return Ok(None);
    };
    let by = guest.caller.person()?;
    let command = command_to(app, by, (kind, id), errand.body.to_string().as_bytes()).await?;
    let role = role(form.text("as")).ok_or_else(|| Failed::from(Refusal::NotAllowed))?;
    to_confirm(app, guest.caller.session()?, role, form, command)
}

/// The movement of money that a form is to confirm first: with the balances that it would change, or why it would be
/// refused. Nothing for what moves none, and for what was confirmed.
///
/// # Errors
/// The command would be refused.
pub fn to_confirm(
    app: &App,
    session: &Session,
    role: Role,
    form: &Fields,
    command: pit::Command,
) -> Result<Option<MoneyMove>, Failed> {
    let Some(mut moves) = of_command(app, &command).filter(|_| !is_confirmed(form)) else { return Ok(None) };
    let books = app.floor.books();
    let tried = changes::by_actor(app, books.pit(), session.actor(role)?, command);
    moves.changes = tried.map_err(|refusal| refused(app, &books, session, &refusal))?;
    Ok(Some(moves))
}

fn refused(app: &App, books: &Books, session: &Session, refusal: &pit::Refusal) -> Failed {
    let said = super::orders::Hand { app, books, session }.said(refusal);
    let mut failed = Failed::new(StatusCode::CONFLICT, refusal.code(), said.words);
    failed.problem.clauses = said.clauses;
    failed.problem.hint = said.hint;
    failed
}

/// Whether a form was confirmed.
pub fn is_confirmed(form: &Fields) -> bool {
    form.text("confirmed") == "yes"
}

/// Asks whether it is to be done: a script shows it over the page, a browser without one as a page. Nothing has happened.
pub fn ask(headers: &HeaderMap, guest: &Guest, form: &Fields, action: &str, moves: MoneyMove) -> Reply {
    let own = |name: &str| matches!(name, "csrf" | "key" | "confirmed") || name.starts_with("proof-");
    let fields = form.all().filter(|(name, _)| !own(name));
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    // At the tables nothing is proved anew.
    let proof = !action.starts_with("/dealer/");
    let asked =
        Confirmation { moves, action: action.to_owned(), fields, proof, back: form.back().to_owned() };
    let mut response = match for_people(headers) {
        true => html(confirmation(&guest.visit, &asked))?,
        false => crate::api::json(&json!({ "confirm": confirm_panel(&guest.visit, &asked).into_string() }))?,
    };
    response.extensions_mut().insert(NothingHappened);
    Ok(response)
}

fn for_people(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.unwrap_or_default().contains("text/html")
}

/// Leads to the receipt.
pub fn done(headers: &HeaderMap, number: &str, back: &str) -> Reply {
    let path = format!("/receipts/{number}?back={back}");
    if for_people(headers) {
        return Ok(see(&path));
    }
    crate::api::json(&json!({ "see": path }))
}

// ---------------------------------------------------------------- receipts

/// The number of a receipt: the stream of its entry, and which entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceiptNumber {
    stream: StreamName,
    version: u64,
}

/// The letters of receipts, and the kinds of streams that they stand for.
const LETTERS: [(&str, &str); 3] = [("A", "account/"), ("T", "table/"), ("L", "link/")];

impl ReceiptNumber {
    /// Reads `A-12-37` or `D-88`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (stream, version) = text.rsplit_once('-')?;
        let version = version.parse().ok().filter(|version| *version > 0)?;
        let stream = match stream.split_once('-') {
            None if stream == "D" => "floor".to_owned(),
            None => return None,
            Some((letter, id)) => {
                let (_, kind) = LETTERS.iter().find(|(known, _)| *known == letter)?;
                format!("{kind}{id}")
            }
        };
        Some(Self { stream: StreamName::new(&stream).ok()?, version })
    }

    /// The number as it is printed; nothing for other streams.
    #[must_use]
    pub fn of(stream: &str, version: u64) -> Option<String> {
        if stream == "floor" {
            return Some(format!("D-{version}"));
        }
        let (letter, kind) = LETTERS.iter().find(|(_, kind)| stream.starts_with(kind))?;
        Some(format!("{letter}-{}-{version}", stream.strip_prefix(kind)?))
    }

    /// The number of what a command has written, by the API's answer: in the stream that it was given to.
    #[must_use]
    pub fn answered(told: &Value, to: &str) -> Option<String> {
        let streams = told.get("streams")?.as_object()?;
        let (stream, version) = streams.get_key_value(to)?;
        Self::of(stream, version.as_u64()?)
    }
}

/// The receipt of what a command has written into a stream, if it moved money there.
///
/// # Errors
/// The store is away.
pub async fn number_of(app: &App, told: &Value, to: &str) -> Result<Option<String>, Failed> {
    let Some(number) = ReceiptNumber::answered(told, to) else { return Ok(None) };
    let Some(wanted) = ReceiptNumber::read(&number) else { return Ok(None) };
    Ok(found(app, &wanted).await?.map(|_| number))
}

/// Who wanted a movement of money, and who else agreed to it.
#[derive(Clone, Copy, Debug, Default)]
struct Hands {
    asked: Option<Person>,
    approved: Option<Person>,
}

impl Hands {
    /// Of an entry that moves money, or asks for it.
    fn of(happening: &Happening) -> Self {
        let (asked, approved) = match happening {
            Happening::Account(_, event) => Self::in_account(&event.what),
            Happening::Table(_, event) => Self::at_table(&event.what),
            Happening::Link(_, event) => match &event.what {
                link::What::Change(link::ChangeEvent::Adjusted { approval, .. }) => {
                    (Some(approval.asked_by), Some(approval.approved_by))
                }
                link::What::Change(link::ChangeEvent::Asked { request, .. }) => (Some(request.by), None),
                _ => (None, None),
            },
        };
        Self { asked, approved }
    }

    const fn in_account(what: &cage::What) -> (Option<Person>, Option<Person>) {
        match what {
            cage::What::Money(
                cage::MoneyEvent::Deposited { approval, by, .. }
                | cage::MoneyEvent::PaidOut { approval, by, .. },
            ) => match approval {
                Some(approval) => (Some(*by), Some(approval.approved_by)),
                None => (Some(*by), None),
            },
            cage::What::Money(cage::MoneyEvent::Adjusted { approval, .. }) => {
                (Some(approval.asked_by), Some(approval.approved_by))
            }
            cage::What::Request(cage::RequestEvent::Asked { request, .. }) => (Some(request.by), None),
            _ => (None, None),
        }
    }

    const fn at_table(what: &table::What) -> (Option<Person>, Option<Person>) {
        match what {
            table::What::Opening(
                table::OpeningEvent::TableOpened { by, .. } | table::OpeningEvent::TrayFilled { by, .. },
            )
            | table::What::People(
                table::PeopleEvent::PromotionGiven { by, .. } | table::PeopleEvent::CashTaken { by, .. },
            ) => (Some(*by), None),
            table::What::Floor(table::FloorEvent::Corrected { by, second, .. }) => (Some(*by), Some(*second)),
            table::What::Floor(table::FloorEvent::Asked { request }) => (Some(request.by), None),
            _ => (None, None),
        }
    }

    /// Whether somebody had a part in it.
    fn include(self, person: Person) -> bool {
        [self.asked, self.approved].contains(&Some(person))
    }
}

/// Whether somebody may see receipts of a stream.
fn may_see(guest: &Guest, stream: &StreamName) -> bool {
    let all: &[Permission] = match stream.kind() {
        "account" | "floor" => {
            &[Permission::Cage, Permission::Supervise, Permission::SeeAudit, Permission::SeeBooks]
        }
        _ => &[Permission::Supervise, Permission::SeeAudit, Permission::SeeBooks],
    };
    all.iter().any(|one| guest.caller.may(*one))
}

/// `GET /receipts/{number}`
pub async fn page(
    State(app): Page,
    guest: Guest,
    Path(number): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let missing = || Failed::not_found("receipt");
    let wanted = ReceiptNumber::read(&number).ok_or_else(missing)?;
    let Found { entry, mut moves, hands, span } = found(&app, &wanted).await?.ok_or_else(missing)?;
    let By::Person { person, role } = &entry.by else { return Err(missing()) };
    let who = guest.caller.person()?;
    // Whoever had no part in it learns nothing of it.
    if !may_see(&guest, &wanted.stream) && who.0 != *person && !hands.include(who) {
        return Err(missing());
    }
    moves.changes = balances(&app, &wanted.stream, span).await?;
    let (section, back) = way_back(&guest, &query)?;
    let receipt = Receipt {
        number: ReceiptNumber::of(wanted.stream.as_str(), wanted.version).ok_or_else(missing)?,
        moves,
        at: moment(entry.at),
        by: (app.name_of(Person(*person)), role_name(role)),
        asked_by: hands.asked.filter(|asked| asked.0 != *person).map(|asked| app.name_of(asked)),
        section,
        back,
    };
    html(banco_pages::staff::money::receipt(&guest.visit, &receipt))
}

/// The journal writes roles as the texts call them.
fn role_name(written: &str) -> String {
    if written == "floorperson" { "floor".to_owned() } else { written.to_owned() }
}

/// The section of whoever looks, if they have one, and the page that they go back to.
fn way_back(guest: &Guest, query: &HashMap<String, String>) -> Result<(Option<Section>, String), Failed> {
    let section = super::sections(guest.caller.session()?).first().copied();
    let asked =
        crate::pages::fields(format!("back={}", query.get("back").map_or("", String::as_str)).as_bytes());
    let back = match asked.back() {
        "/" => section.map_or("/account", Section::path).to_owned(),
        back => back.to_owned(),
    };
    Ok((section, back))
}

/// `GET /receipts`: the last ones of a table, or of one's own account, as far as whoever asks may see them.
pub async fn list(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let who = guest.caller.person()?;
    let stream = match query.get("table").map(|table| number(table, "table")).transpose()? {
        Some(table) => format!("table/{table}"),
        None => format!("account/{}", who.0),
    };
    let stream = StreamName::new(&stream).map_err(|_| Failed::not_found("table"))?;
    let books = app.floor.books();
    let after = books.head(&stream).version.saturating_sub(LATELY);
    let most = u32::try_from(LATELY).unwrap_or(u32::MAX);
    let entries = app.store.entries(stream.clone(), after, most).await?;
    let all = may_see(&guest, &stream);
    let line = |entry: &Entry| {
        let happening = books.happening(&Record::read(entry.record.get()).ok()?)?;
        let By::Person { person, .. } = &entry.by else { return None };
        let (moves, hands) = (of_happening(&app, &happening)?, Hands::of(&happening));
        (all || who.0 == *person || hands.include(who)).then_some(())?;
        let by = hands.asked.unwrap_or(Person(*person));
        Some(ReceiptLine {
            number: ReceiptNumber::of(stream.as_str(), entry.version)?,
            moves,
            at: moment(entry.at),
            by: app.name_of(by),
        })
    };
    let lines: Vec<ReceiptLine> = entries.iter().rev().filter_map(line).collect();
    let (section, back) = way_back(&guest, &query)?;
    html(banco_pages::staff::money::receipts(&guest.visit, section, &lines, &back))
}

/// The last entry of a receipt, what it has moved, who took part, and the versions of its command.
struct Found {
    entry: Entry,
    moves: MoneyMove,
    hands: Hands,
    span: (u64, u64),
}

async fn found(app: &App, wanted: &ReceiptNumber) -> Result<Option<Found>, Failed> {
    let after = wanted.version.saturating_sub(ENTRIES);
    let most = u32::try_from(wanted.version.saturating_sub(after)).unwrap_or(u32::MAX);
    let entries = app.store.entries(wanted.stream.clone(), after, most).await?;
    let Some(last) = entries.last().filter(|entry| entry.version == wanted.version).cloned() else {
        return Ok(None);
    };
    let own: Vec<&Entry> = entries.iter().filter(|entry| entry.cause == last.cause).collect();
    let first = own.first().map_or(last.version, |entry| entry.version);
    let books = app.floor.books();
    let moves = own.iter().find_map(|entry| Some((of_entry(app, &books, entry)?, hands_in(&books, entry))));
    Ok(moves.map(|(moves, hands)| Found { entry: last.clone(), moves, hands, span: (first, last.version) }))
}

/// Who took part in an entry; nobody but its writer in one of the floor's stream.
fn hands_in(books: &Books, entry: &Entry) -> Hands {
    let record = Record::read(entry.record.get()).ok();
    record.and_then(|record| books.happening(&record)).map(|one| Hands::of(&one)).unwrap_or_default()
}

/// The movement of money that an entry is.
pub fn of_entry(app: &App, books: &Books, entry: &Entry) -> Option<MoneyMove> {
    if entry.stream.as_str() == "floor" {
        let told: Value = serde_json::from_str(entry.record.get()).ok()?;
        told.get("day_closed")?;
        let (kind, of) = (MoneyKind::Closing, MoneyFor::House);
        return Some(MoneyMove {
            kind,
            requested: false,
            of,
            amount: None,
            reason: None,
            changes: Vec::new(),
        });
    }
    let happening = books.happening(&Record::read(entry.record.get()).ok()?)?;
    of_happening(app, &happening)
}

/// The balances that the entries of a command have changed, before and after, by the postings of their stream.
async fn balances(app: &App, stream: &StreamName, (first, last): (u64, u64)) -> Result<Vec<Change>, Failed> {
    let mut funds: BTreeMap<(String, String), (i64, i64)> = BTreeMap::new();
    let mut touched: Vec<(String, String)> = Vec::new();
    let mut after = 0;
    for part in 0.. {
        if part == PARTS {
            return Ok(Vec::new());
        }
        let all = app.store.postings(stream.clone(), after, POSTINGS).await?;
        let Some(end) = all.last().map(|posting| posting.version) else { break };
        for posting in all.iter().filter(|posting| posting.version <= last) {
            for (fund, amount) in [(&posting.from, -posting.amount), (&posting.to, posting.amount)] {
                let key = (fund.clone(), posting.currency.clone());
                let (before, now) = funds.entry(key.clone()).or_default();
                *now = now.saturating_add(amount);
                if posting.version < first {
                    *before = *now;
                } else if !touched.contains(&key) {
                    touched.push(key);
                }
            }
        }
        if end >= last {
            break;
        }
        after = end;
    }
    let change = |key: &(String, String)| {
        let (before, now) = funds.get(key)?;
        let currency = Currency::from_code(&key.1)?;
        let money = |minor: i64| Money::from(Amount::from_minor(minor, currency));
        Some(Change { of: fund_of(app, stream, &key.0)?, before: money(*before), after: money(*now) })
    };
    Ok(touched.iter().filter_map(change).collect())
}

/// The balance that a fund of the journal is; what lies beyond the books has none.
fn fund_of(app: &App, stream: &StreamName, fund: &str) -> Option<ChangeOf> {
    let name = fund.strip_prefix(stream.as_str())?.strip_prefix(':')?;
    let (name, person) = name.split_once(':').map_or((name, None), |(name, person)| (name, Some(person)));
    let called = |person: &str| person.parse().map(|person| app.name_of(Person(person))).unwrap_or_default();
    match (stream.kind(), name, person) {
        (_, "outside", _) => None,
        ("account", "balance", None) => {
            let owner = stream.as_str().strip_prefix("account/").map(called).unwrap_or_default();
            Some(ChangeOf::Balance(owner))
        }
        (_, fund, Some(person)) if fund != "at_table" => {
            Some(ChangeOf::Own { fund: fund.to_owned(), name: called(person) })
        }
        (_, fund, _) => Some(ChangeOf::Fund(fund.to_owned())),
    }
}

/// The receipts of an account's stream, by the version of the entry.
#[must_use]
pub fn number_in(app: &App, books: &Books, entry: &Entry) -> Option<String> {
    of_entry(app, books, entry).filter(|_| matches!(entry.by, By::Person { .. }))?;
    ReceiptNumber::of(entry.stream.as_str(), entry.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_receipts_name_an_entry() {
        for (stream, version, number) in [
            ("account/12", 37, "A-12-37"),
            ("table/7", 120, "T-7-120"),
            ("link/eternal-pit", 5, "L-eternal-pit-5"),
            ("floor", 88, "D-88"),
        ] {
            assert_eq!(ReceiptNumber::of(stream, version).as_deref(), Some(number));
            let read =
                ReceiptNumber::read(number).map(|read| (read.stream.as_str().to_owned(), read.version));
            assert_eq!(read, Some((stream.to_owned(), version)));
        }
        for bad in ["", "A", "A-12", "A-12-0", "X-1-1", "D-0", "A-12-x", "floor-3", "A-../12-3"] {
            assert_eq!(ReceiptNumber::read(bad), None, "{bad}");
        }
        assert_eq!(ReceiptNumber::of("people", 3), None);
    }
}
