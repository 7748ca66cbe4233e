//! The cage.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Request, StatusCode};
use banco_engine::cage::{self, Command, HoldId, Wanted};
use banco_engine::pit::Stream;
use banco_engine::record::Record;
use banco_engine::table::{Person, Phase};
use banco_floor::Books;
use banco_journal::{Answer, At, CommandId, Hash, ItemChange, StreamName};
use banco_money::{Amount, Currency};
use banco_pages::staff::cage::{
    AccountDesk, AccountLine, AccountsView, CageView, Closing, PersonDesk, TrialLine, Waiting, Waits,
};
use banco_pages::staff::money::{MoneyFor, MoneyKind, MoneyMove};
use banco_pages::staff::patron::{PatronFacts, PatronForm, PatronOpened};
use banco_people::{HouseRole, IdType, Known, Permission, Session};
use banco_reports::report::trial;
use banco_wire::{AccountSeen, AccountWanted, LinkViewer, Money, Status};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::matters::moment;
use super::money::{self, ReceiptNumber};
use super::orders::{Hand, SOME_REASON};
use super::relay::{Errand, Sender, done, prove, read};
use crate::access_log::{self, Access};
use crate::api::approvals::{WaitingState, waiting};
use crate::api::commands::owner;
use crate::api::{Reply, body_hash, command_id, number};
use crate::app::{App, FloorNews};
use crate::live::{Sees, account_seen};
use crate::pages::{Fields, Guest, Page, fields, html, origin, see};
use crate::problem::Failed;

/// So many accounts are listed, and so many lines of one.
const MOST: usize = 40;
const LINES: u64 = 12;
/// The space of the journal in which the last closing is kept.
const SPACE: &str = "closing";
const LAST: &str = "last";
const ASKED: &str = "asked";
/// The closing is among so many last entries of the floor.
const LATELY: u64 = 1_000;

/// `GET /cage`
pub async fn page(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    html(banco_pages::staff::cage::cage(&guest.visit, &view(&app, &guest, &query).await?))
}

async fn view(app: &Arc<App>, guest: &Guest, query: &HashMap<String, String>) -> Result<CageView, Failed> {
    let books = app.floor.books();
    let hand = Hand { app, books: &books, session: guest.caller.session()? };
    let all = all(app, &books);
    let accounts = accounts(&hand, guest, query, &all, ("/cage", "cage_page")).await?;
    let opening = hand.session.may(Permission::OpenPatrons).then(PatronForm::default);
    Ok(CageView { queue: queue(&hand, &all), accounts, opening, closing: closing(&hand).await? })
}

/// `GET /floor/accounts`
pub async fn on_floor(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let books = app.floor.books();
    let hand = Hand { app: &app, books: &books, session: guest.caller.session()? };
    let view =
        accounts(&hand, &guest, &query, &all(&app, &books), ("/floor/accounts", "floor_accounts")).await?;
    html(banco_pages::staff::cage::accounts(&guest.visit, &view))
}

/// Every account, as a cashier sees it.
fn all(app: &App, books: &Books) -> Vec<AccountSeen> {
    let people = books.pit().accounts().map(cage::Account::person);
    people.filter_map(|person| account_seen(app, books, person, cage::Viewer::Cashier).ok()).collect()
}

/// The accounts that fit what is looked for, or one in full.
async fn accounts(
    hand: &Hand<'_>,
    guest: &Guest,
    query: &HashMap<String, String>,
    all: &[AccountSeen],
    (at, route): (&'static str, &'static str),
) -> Result<AccountsView, Failed> {
    let find = query.get("find").map(|text| text.trim().to_owned()).unwrap_or_default();
    // A patron is found by the name on their document and by their login as well.
    let patrons = match find.as_str() {
        "" => Vec::new(),
        find => hand.app.people.patrons(find, MOST).await?,
    };
    let patron = |seen: &AccountSeen| patrons.iter().find(|one| one.person.0 == seen.owner.person.0);
    let found = all.iter().filter(|seen| fits(seen, &find) || patron(seen).is_some());
    let found: Vec<&AccountSeen> = found.take(MOST).collect();
    let wanted = match query.get("account") {
        Some(text) => Some(Person(number(text, "account")?)),
        // Whoever looks for one finds it at once.
        None => found
            .first()
            .filter(|_| !find.is_empty() && found.len() == 1)
            .map(|seen| Person(seen.owner.person.0)),
    };
    let has_account = |person: Person| hand.books.pit().account(person).is_some();
    let (account, person) = match wanted {
        Some(person) if has_account(person) => (Some(desk(hand, guest, person, route).await?), None),
        Some(person) => (None, Some(without_account(hand, person).await?)),
        None => (None, None),
    };
    let name = |seen: &AccountSeen| match patron(seen) {
        Some(patron) => format!("{}, {}", seen.owner.name, patron.legal_name),
        None => seen.owner.name.clone(),
    };
    let found = found.into_iter().map(|seen| (seen.owner.person.0, name(seen), Some(seen.balance)));
    let found =
        found.chain(players_without(hand, &find).into_iter().map(|(person, name)| (person, name, None)));
    Ok(AccountsView { at, account, person, found: found.collect(), find })
}

/// Players who have no account and fit what is looked for.
fn players_without(hand: &Hand<'_>, find: &str) -> Vec<(u32, String)> {
    let (directory, wanted) = (hand.app.directory(), find.to_lowercase());
    let fits = |person: &Person, known: &Known| {
        person.0.to_string() == wanted
            || known.name.to_lowercase().contains(&wanted)
            || known.login.as_deref().is_some_and(|login| login.contains(&wanted))
    };
    let players = directory.people().filter(|(person, known)| {
        known.roles.has(HouseRole::Player)
            && hand.books.pit().account(*person).is_none()
            && fits(person, known)
    });
    let players = players.filter(|_| !wanted.is_empty()).take(MOST);
    players.map(|(person, known)| (person.0, known.name.clone())).collect()
}

/// Somebody who has no account. Where their document was checked before, it is only compared.
async fn without_account(hand: &Hand<'_>, person: Person) -> Result<PersonDesk, Failed> {
    let directory = hand.app.directory();
    let known = directory.person(person).ok_or_else(|| Failed::not_found("account"))?;
    let may = hand.session.may(Permission::OpenPatrons) && known.roles.has(HouseRole::Player);
    let opening = if may { Some(opening_for(hand, person).await?) } else { None };
    Ok(PersonDesk { number: person.0, name: known.name.clone(), login: known.login.clone(), opening })
}

/// The form that opens the account of somebody who is here already.
async fn opening_for(hand: &Hand<'_>, person: Person) -> Result<PatronForm, Failed> {
    let patron = hand.app.people.patron(person).await?;
    let form = PatronForm { person: Some(person.0), ..PatronForm::default() };
    Ok(match patron {
        Some(patron) => PatronForm {
            on_record: true,
            name: patron.legal_name,
            date_of_birth: patron.date_of_birth,
            id_type: id_type(patron.id_type).to_owned(),
            ..form
        },
        None => form,
    })
}

/// Whether an account is meant by a number or a part of a name.
fn fits(seen: &AccountSeen, find: &str) -> bool {
    let name = seen.owner.name.to_lowercase();
    find.is_empty() || seen.owner.person.0.to_string() == find || name.contains(&find.to_lowercase())
}

/// Buy-ins that no table has taken, balances whose owners have left, corrections that wait.
fn queue(hand: &Hand<'_>, all: &[AccountSeen]) -> Vec<Waits> {
    let mut queue = Vec::new();
    for seen in all {
        let person = Person(seen.owner.person.0);
        let waits = |amount, what| Waits { person: person.0, name: seen.owner.name.clone(), amount, what };
        for hold in &seen.holds {
            let command = Command::VoidBuyIn { hold: HoldId(hold.hold.0), reason: SOME_REASON.to_owned() };
            let order = Box::new(hand.account(person, "void_buy_in", command));
            queue.push(waits(hold.amount, Waiting::BuyIn(hold.hold.0, hold.table.0, order)));
        }
        for request in &seen.requests {
            let (amount, kind, why) = match &request.wanted {
                AccountWanted::Adjust { amount, reason } => (*amount, "staff-correction", reason.0.clone()),
                // The approver finds it among the matters: no money moves.
                AccountWanted::Reactivate { .. } => continue,
                AccountWanted::Deposit { amount } => (*amount, "staff-take-in", String::new()),
                AccountWanted::PayOut { amount, identity } => {
                    let check = identity.as_ref().map(|check| check.0.clone());
                    (*amount, "staff-pay-out", check.unwrap_or_default())
                }
            };
            let what = Waiting::Asked(kind, request.by.name.clone(), why, request.until);
            queue.push(waits(amount, what));
        }
        let left = seen.tables.is_empty() && seen.balance.minor > 0 && seen.session.is_none();
        if left && queue.len() < MOST {
            let command = Command::PayOut { amount: seen.balance.into(), identity: None };
            let order = Box::new(hand.account(person, "pay_out", command));
            queue.push(waits(seen.balance, Waiting::CashOut(order)));
        }
    }
    queue
}

async fn desk(
    hand: &Hand<'_>,
    guest: &Guest,
    person: Person,
    route: &'static str,
) -> Result<AccountDesk, Failed> {
    // A search that finds one account opens it: the log names whose it is.
    let about = BTreeMap::from([("account".to_owned(), person.0.to_string())]);
    access_log::write(hand.app, Access { by: guest.caller.person()?, route, about }).await?;
    let seen = account_seen(hand.app, hand.books, person, cage::Viewer::Cashier)?;
    let currency = Currency::from(seen.currency);
    let amount = Amount::from_minor(1, currency);
    let adjust = Wanted::Adjust { amount, reason: SOME_REASON.into() };
    let status = Command::ChangeStatus { reason: SOME_REASON.to_owned(), status: cage::Status::Suspended };
    let paid = Amount::from_minor(seen.balance.minor.clamp(1, i64::MAX), currency);
    let patron = hand.app.people.patron(person).await?.map(|patron| PatronFacts {
        valid_until: patron
            .check_for(hand.session.person, hand.app.now())
            .map(|check| moment(check.valid_until())),
        name: patron.legal_name,
        login: patron.login,
        date_of_birth: patron.date_of_birth,
        id: (id_type(patron.id_type), patron.id_shown),
        checked: (patron.checked_by.map(|by| hand.app.name_of(by)), moment(patron.checked_at)),
        note: patron.note,
    });
    let opens =
        hand.session.may(Permission::OpenPatrons) && matches!(seen.status, Status::Closed | Status::Pending);
    let opening = if opens { Some(opening_for(hand, person).await?) } else { None };
    Ok(AccountDesk {
        patron,
        opening,
        may_check_identity: hand.session.may(Permission::OpenPatrons),
        lines: lines(hand, guest, person).await?,
        deposit: hand.account(person, "deposit", Command::Deposit { amount }),
        pay_out: hand.account(person, "pay_out", Command::PayOut { amount: paid, identity: None }),
        adjust: hand.account(person, "ask", Command::Ask(adjust)),
        status: hand.account(person, "change_status", status),
        seen,
    })
}

/// The last lines of an account, newest first, as a cashier may hear them.
async fn lines(hand: &Hand<'_>, guest: &Guest, person: Person) -> Result<Vec<AccountLine>, Failed> {
    let Some(stream) = banco_floor::name_of(Stream::Account(person)) else { return Ok(Vec::new()) };
    let mut sees = Sees::of(hand.app, &guest.caller, None)?;
    (sees.accounts, sees.link) = (true, LinkViewer::Staff);
    let after = hand.books.head(&stream).version.saturating_sub(LINES);
    let entries =
        hand.app.store.entries(stream.clone(), after, u32::try_from(LINES).unwrap_or(u32::MAX)).await?;
    let told = entries.iter().rev().filter_map(|entry| {
        let happening =
            Record::read(entry.record.get()).ok().and_then(|record| hand.books.happening(&record))?;
        let told = sees.told(hand.app, hand.books, &stream, &happening, entry.version)?;
        let receipt = money::number_in(hand.app, hand.books, entry);
        Some(AccountLine { at: moment(entry.at), text: told.text, receipt })
    });
    Ok(told.collect())
}

async fn closing(hand: &Hand<'_>) -> Result<Closing, Failed> {
    let (app, pit) = (hand.app, hand.books.pit());
    let balance = trial::trial_balance(&*app.store, pit).await?;
    let rows = balance.rows.into_iter().filter_map(|row| {
        let currency = Currency::from_code(&row.currency)?;
        let amount = Amount::from_minor(i64::try_from(row.minor).ok()?, currency);
        Some(TrialLine {
            kind: row.kind,
            fund: row.fund,
            accounts: row.accounts,
            amount: Money::from(amount),
        })
    });
    let open = waiting(app, hand.books).into_iter().filter(|one| one.state == WaitingState::Open).count();
    let holds: usize = pit.accounts().map(|account| account.holds().len()).sum();
    Ok(Closing {
        at: moment(app.now()),
        rows: rows.collect(),
        problems: balance.problems,
        open_tables: pit.tables().filter(|(_, table)| table.phase() != Phase::Closed).count(),
        waiting: open.saturating_add(holds),
        last: last(app).await?.map(|(_, last)| (app.name_of(Person(last.by)), moment(At(last.at)))),
        asked: closing_asked(app).await?.map(|asked| {
            let own = asked.by == hand.session.person.0;
            (app.name_of(Person(asked.by)), own)
        }),
    })
}

/// The last closing.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    at: i64,
    by: u32,
    /// Who asked for it, where closing takes two people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked_by: Option<u32>,
}

/// A closing that waits for another cashier, who has to see the same trial balance.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClosingAsked {
    at: i64,
    balance: String,
    by: u32,
    /// The epoch of the asker: whatever ends their sessions ends the request, also where they come back.
    #[serde(default)]
    epoch: u64,
}

async fn kept<T: DeserializeOwned>(app: &App, key: &str) -> Result<Option<(u64, T)>, Failed> {
    let items = app.store.items(SPACE.to_owned(), key.to_owned(), String::new(), 1).await?;
    let item = items.into_iter().find(|item| item.key == key);
    Ok(item.and_then(|item| Some((item.version, serde_json::from_slice(&item.value).ok()?))))
}

async fn last(app: &App) -> Result<Option<(u64, Closed)>, Failed> {
    kept(app, LAST).await
}

/// The closing that waits, while it does.
async fn closing_asked(app: &App) -> Result<Option<ClosingAsked>, Failed> {
    let waits = i64::try_from(app.config.approval.as_micros()).unwrap_or(i64::MAX);
    let asked: Option<(u64, ClosingAsked)> = kept(app, ASKED).await?;
    let waits = |asked: &ClosingAsked| {
        asked.at.saturating_add(waits) > app.now().0
            && app.may_still(Person(asked.by), &[Permission::Cage])
            && app.is_of_epoch(Person(asked.by), asked.epoch)
    };
    Ok(asked.map(|(_, asked)| asked).filter(waits))
}

/// The kind of an identity document, by its name in the API.
const fn id_type(of: IdType) -> &'static str {
    match of {
        IdType::Passport => "passport",
        IdType::DriverLicense => "driver_license",
        IdType::IdentityCard => "identity_card",
        IdType::ResidencePermit => "residence_permit",
    }
}

/// `POST /cage/patrons`: opens an account. What is refused is shown with the form as it was filled in, and with
/// nothing else of the cage: accounts and balances are read and logged by its own page.
pub async fn open_patron(State(app): Page, mut guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let place = format!("{}/invitation", origin(&app, request.headers()));
    let form = fields(&read(&app, request).await?);
    let text = |name: &str| form.text(name).to_owned();
    match asks_to_open(&sender, &form).await {
        Ok(told) if form.has("person") && told.get("account") == Some(&Value::Bool(true)) => {
            Ok(see(&format!("/cage?account={}", text("person"))))
        }
        Ok(told) => {
            let made = PatronOpened {
                person: told
                    .get("person")
                    .and_then(Value::as_u64)
                    .and_then(|person| u32::try_from(person).ok())
                    .ok_or_else(Failed::away)?,
                name: text("name"),
                login: text("login"),
                invitation: told.get("invitation").and_then(Value::as_str).map(str::to_owned),
                account: told.get("account").and_then(Value::as_bool).unwrap_or_default(),
                place,
            };
            html(banco_pages::staff::patron::opened(&guest.visit, &made))
        }
        Err(failed) => {
            guest.visit.path = "/cage".to_owned();
            let again = refused_form(&app, &form, &failed).await?;
            let mut response = html(banco_pages::staff::cage::opening(&guest.visit, &again))?;
            *response.status_mut() =
                StatusCode::from_u16(failed.problem.status).unwrap_or(StatusCode::CONFLICT);
            Ok(response)
        }
    }
}

/// The form as it was filled in, with why it was refused.
async fn refused_form(app: &App, form: &Fields, failed: &Failed) -> Result<PatronForm, Failed> {
    let text = |name: &str| form.text(name).to_owned();
    let person: Option<u32> = form.text("person").parse().ok();
    let on_record = match person {
        Some(person) => app.people.patron(Person(person)).await?.is_some(),
        None => false,
    };
    let alike = match failed.problem.code.as_str() {
        "patron_alike" => {
            let known = (form.text("name"), form.text("date_of_birth"));
            app.people.patron_alike(known, &told_apart(form)).await?
        }
        _ => None,
    };
    Ok(PatronForm {
        person,
        on_record,
        told_apart: told_apart(form),
        alike: alike.map(|other| (other.0, app.name_of(other))),
        name: text("name"),
        display_name: text("display_name"),
        login: text("login"),
        date_of_birth: text("date_of_birth"),
        id_type: text("id_type"),
        note: text("note"),
        problem: Some((*failed.problem).clone()),
    })
}

/// Patrons whom the cashier has told apart from this one, before and now.
fn told_apart(form: &Fields) -> Vec<u32> {
    let all = [form.text("told_apart"), form.text("another_than")].join(",");
    all.split(',').filter_map(|number| number.parse().ok()).collect()
}

async fn asks_to_open(sender: &Sender, form: &Fields) -> Result<Value, Failed> {
    let key = form.key()?;
    prove(sender, form).await?;
    let text = |name: &str| form.text(name);
    let display = Some(text("display_name")).filter(|name| !name.is_empty());
    let body = json!({
        "name": text("name"), "display_name": display, "login": text("login"),
        "date_of_birth": text("date_of_birth"), "id_type": text("id_type"), "id_number": text("id_number"),
        "note": text("note"), "person": text("person").parse::<u32>().ok(), "not_the_same_as": told_apart(form),
    });
    let errand = Errand { method: "POST", path: "patrons".to_owned(), body, if_match: None };
    sender.asks(&errand, &key, text("csrf")).await
}

/// The entry of the floor's stream that a command has written lately.
async fn entry_of(app: &App, id: CommandId) -> Result<Option<u64>, Failed> {
    let stream = StreamName::new("floor").map_err(|_| Failed::away())?;
    let heads = app.store.heads(Some(vec![stream.clone()])).await?;
    let head = heads.first().map(|(_, head)| head.version).unwrap_or_default();
    let entries = app.store.entries(stream, head.saturating_sub(LATELY), u32::MAX).await?;
    Ok(entries.iter().rev().find(|entry| entry.cause == id).map(|entry| entry.version))
}

/// The entry and the items of a closing. On a floor for real money the first cashier asks, and another closes: that uses the
/// request up.
async fn close_or_ask(
    app: &App,
    by: &Session,
    rows: &[Value],
    takes_two: bool,
) -> Result<(Value, Vec<ItemChange>), Failed> {
    let (at, person) = (app.now().0, by.person.0);
    let balance = Hash::over(Value::from(rows).to_string().as_bytes()).to_string();
    let asked = closing_asked(app).await?.filter(|asked| asked.balance == balance);
    let known: Option<(u64, ClosingAsked)> = kept(app, ASKED).await?;
    let item = |key: &str, expected, value| ItemChange {
        space: SPACE.to_owned(),
        key: key.to_owned(),
        expected,
        value,
    };
    if takes_two && asked.is_none() {
        let version = known.map(|(version, _)| version).unwrap_or_default();
        let told = json!({ "day_close_asked": { "balance": &balance, "by": person } });
        let value = serde_json::to_vec(&ClosingAsked { at, balance, by: person, epoch: by.epoch }).ok();
        return Ok((told, vec![item(ASKED, version, value)]));
    }
    if asked.as_ref().is_some_and(|asked| takes_two && asked.by == person) {
        let title = "another cashier closes the day";
        return Err(Failed::new(StatusCode::CONFLICT, "same_person", title));
    }
    let asked_by = asked.map(|asked| asked.by);
    let version = last(app).await?.map(|(version, _)| version).unwrap_or_default();
    let value = serde_json::to_vec(&Closed { at, by: person, asked_by }).ok();
    let used = known.map(|(version, _)| item(ASKED, version, None));
    let items = used.into_iter().chain([item(LAST, version, value)]).collect();
    Ok((json!({ "day_closed": { "asked_by": asked_by, "by": person, "trial_balance": rows } }), items))
}

/// `POST /cage/close`: the day is closed, if the books agree and nothing waits. The trial balance goes into the journal.
pub async fn close(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let headers = request.headers().clone();
    let form = fields(&read(&app, request).await?);
    if !money::is_confirmed(&form) {
        let (kind, of) = (MoneyKind::Closing, MoneyFor::House);
        let closes =
            MoneyMove { kind, requested: false, of, amount: None, reason: None, changes: Vec::new() };
        return money::ask(&headers, &guest, &form, "/cage/close", closes);
    }
    prove(&sender, &form).await?;
    let proof = app.sessions.session(&app.people, guest.caller.token()?, app.now(), false).await?;
    proof.need(Permission::Cage, app.now())?;
    let books = app.floor.books();
    let closing = closing(&Hand { app: &app, books: &books, session: &proof }).await?;
    if !closing.is_ready() {
        let title = "the day cannot be closed: the books do not agree, or something is open";
        return Err(Failed::new(StatusCode::CONFLICT, "not_ready_to_close", title)
            .hint("close every table and answer whatever waits"));
    }
    let key = form.key()?;
    let rows: Vec<_> = closing
        .rows
        .iter()
        .map(|row| json!({ "kind": row.kind, "fund": row.fund, "accounts": row.accounts, "amount": row.amount }))
        .collect();
    // Another node may have changed the roles of the cashier who asked.
    app.refresh_people().await;
    let (told, items) = close_or_ask(&app, &proof, &rows, books.pit().house().is_strict()).await?;
    let owner = owner(proof.person);
    let id = command_id(&owner, &format!("form {key}"));
    let answer = Answer { status: StatusCode::NO_CONTENT.as_u16(), text: String::new() };
    let body = body_hash(&owner, "close the day", &[]);
    app.log_floor_once(FloorNews { id, body, answer, by: proof.person, told, items }).await?;
    match entry_of(&app, id).await?.and_then(|version| ReceiptNumber::of("floor", version)) {
        Some(number) => money::done(&headers, &number, "/cage"),
        None => done(&headers, "/cage"),
    }
}
