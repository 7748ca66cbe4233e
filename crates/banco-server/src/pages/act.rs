//! What is done at a table by forms: a chip on a spot, all bets at once, an answer to whatever is asked.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse as _;
use banco_engine::cage;
use banco_engine::link::TableId;
use banco_engine::table::{Person, Viewer};
use banco_money::{Amount, Currency};
use banco_people::Session;
use banco_wire::{Moment, OfferSeen, TableSeen};
use serde_json::{Map, Value, json};

use super::rounds::told;
use super::staff::money;
use super::{AtTable, Fields, Guest, Page, fields, html, see};
use crate::api::Reply;
use crate::api::commands::{FormTo, by_form};
use crate::app::App;
use crate::live::{account_seen, table_seen};
use crate::problem::Failed;

/// So many chips can be taken back.
const REMEMBERED: usize = 100;
/// So many people's chips are remembered.
const PEOPLE: usize = 10_000;

/// A chip that was put down.
#[derive(Clone, Debug)]
struct Chip {
    spot: String,
    minor: i64,
}

/// The chips that people have put down in the round that is next, in their order: for taking them back.
#[derive(Default)]
pub struct Placed(Mutex<HashMap<(TableId, Person), Chips>>);

/// In which round they were put down, and they.
type Chips = (u32, VecDeque<Chip>);

impl Placed {
    /// Whether there is a chip to be taken back.
    pub fn can_undo(&self, table: TableId, person: Person, round: u32) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&(table, person)).is_some_and(|(of, chips)| *of == round && !chips.is_empty())
    }

    fn add(&self, table: TableId, person: Person, round: u32, chip: Chip) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= PEOPLE {
            kept.clear();
        }
        let (of, chips) = kept.entry((table, person)).or_default();
        if *of != round {
            (*of, *chips) = (round, VecDeque::new());
        }
        chips.push_back(chip);
        while chips.len() > REMEMBERED {
            chips.pop_front();
        }
    }

    fn take(&self, table: TableId, person: Person, round: u32) -> Option<Chip> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (of, chips) = kept.get_mut(&(table, person))?;
        if *of == round { chips.pop_back() } else { None }
    }

    fn forget(&self, table: TableId, person: Person) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(table, person));
    }
}

/// Somebody at a table, who does something under one key.
struct Hand<'a> {
    app: &'a Arc<App>,
    session: &'a Session,
    table: TableId,
    seen: TableSeen,
    key: String,
}

/// `POST /tables/{table}/do`
pub async fn at_table(
    State(app): Page,
    guest: Guest,
    Path(table): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let AtTable { table, session, fields } = AtTable::read(&guest, &table, &bytes)?;
    let seen = table_seen(&app, &app.floor.books(), table, Viewer::Participant(session.person))?;
    let key = fields.key()?;
    let hand = Hand { app: &app, session, table, seen, key };
    let said = match (fields.text("act"), fields.text("spot"), fields.text("do")) {
        ("nothing", ..) => String::new(),
        ("undo", ..) => hand.undo().await?,
        ("clear", ..) => hand.clear().await?,
        ("rebet", ..) => hand.rebet(guest.visit.lang()).await?,
        ("double", ..) => hand.double(guest.visit.lang()).await?,
        ("", spot, "") if !spot.is_empty() => hand.place(spot, &fields).await?,
        ("", "", command) if !command.is_empty() => hand.answer(command, &fields).await?,
        _ => return Err(Failed::bad("bad_body", "the form does not say what to do")),
    };
    done(&headers, &format!("/tables/{}", table.0), &said)
}

/// `GET /account`
pub async fn account(State(app): Page, guest: Guest) -> Reply {
    let person = guest.caller.person()?;
    let seen = account_seen(&app, &app.floor.books(), person, cage::Viewer::Owner)?;
    let directory = app.directory();
    let known = directory.person(person);
    let notices = known.map(|known| super::door::named(&known.notices)).unwrap_or_default();
    let cool_off_until = known.and_then(|known| known.cool_off_until).map(|at| Moment::from_micros(at.0));
    let told = banco_pages::account::Told { notices: &notices, cool_off_until };
    let now = Moment::from_micros(app.now().0);
    html(banco_pages::account::account(&guest.visit, &seen, &told, now))
}

/// `POST /account/do`
pub async fn at_account(State(app): Page, guest: Guest, headers: HeaderMap, bytes: Bytes) -> Reply {
    let session = guest.caller.session()?;
    let fields = fields(&bytes);
    let key = fields.key()?;
    let command = command(fields.text("do"), &fields, app.currency())?;
    let told = by_form(&app, session, FormTo::OwnAccount, &key, &command).await?;
    let own = format!("account/{}", session.person.0);
    if let Some(number) = money::number_of(&app, &told, &own).await? {
        return money::done(&headers, &number, fields.back());
    }
    done(&headers, fields.back(), "")
}

/// A script is told what happened; a form without one looks at the page again.
pub(super) fn done(headers: &HeaderMap, back: &str, said: &str) -> Reply {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accept.contains("text/html") {
        return Ok(see(back));
    }
    match said {
        "" => Ok(StatusCode::NO_CONTENT.into_response()),
        said => crate::api::json(&json!({ "said": said })),
    }
}

impl Hand<'_> {
    fn round(&self) -> u32 {
        self.seen.round.number.0
    }

    fn offer(&self, spot: &str) -> Option<&OfferSeen> {
        self.seen.terms.wagers.iter().find(|offer| offer.spot == spot)
    }

    /// What lies on each spot for this person, in minor units.
    fn own(&self) -> Vec<(String, i64)> {
        let own = self.seen.wagers.iter().filter(|wager| {
            wager.owner.person.0 == self.session.person.0 && !wager.for_dealer && !wager.taken_in
        });
        own.map(|wager| (wager.spot.clone(), wager.stake.chips.minor)).collect()
    }

    async fn says(&self, step: &str, command: Value) -> Result<(), Failed> {
        let key = format!("{} {step}", self.key);
        by_form(self.app, self.session, FormTo::Table(self.table), &key, &command).await.map(|_| ())
    }

    async fn puts(&self, step: &str, spot: &str, minor: i64) -> Result<(), Failed> {
        let amount = json!({ "minor": minor, "currency": self.seen.terms.currency });
        self.says(step, json!({ "do": "place_wager", "spot": spot, "amount": amount })).await
    }

    async fn takes_down(&self, step: &str, spot: &str) -> Result<(), Failed> {
        self.says(step, json!({ "do": "take_down", "spot": spot })).await
    }

    fn remember(&self, spot: &str, minor: i64) {
        let chip = Chip { spot: spot.to_owned(), minor };
        self.app.placed.add(self.table, self.session.person, self.round(), chip);
    }

    /// The chosen chip, or an amount of one's own, goes onto a spot. A price that is fixed is its own chip.
    async fn place(&self, spot: &str, fields: &Fields) -> Result<String, Failed> {
        let unit = self.offer(spot).and_then(|offer| offer.units.first());
        let minor = match (unit, fields.text("other")) {
            (Some(unit), _) => unit.minor,
            (None, "") => fields.text("minor").parse().unwrap_or_default(),
            (None, other) => amount(other, self.seen.terms.currency.into())?,
        };
        self.puts("place", spot, minor).await?;
        self.remember(spot, minor);
        Ok(String::new())
    }

    /// Takes the last chip back; what else lies there stays.
    async fn undo(&self) -> Result<String, Failed> {
        let Some(chip) = self.app.placed.take(self.table, self.session.person, self.round()) else {
            return Ok(String::new());
        };
        let lies = self.own().into_iter().find(|(spot, _)| *spot == chip.spot).map(|(_, minor)| minor);
        let Some(lies) = lies else { return Ok(String::new()) };
        if lies > chip.minor {
            let amount = json!({ "minor": chip.minor, "currency": self.seen.terms.currency });
            self.says("undo", json!({ "do": "take_back", "spot": chip.spot, "amount": amount })).await?;
        } else {
            self.takes_down("undo", &chip.spot).await?;
        }
        Ok(String::new())
    }

    async fn clear(&self) -> Result<String, Failed> {
        for (spot, _) in self.own() {
            self.takes_down(&format!("clear {spot}"), &spot).await?;
        }
        self.app.placed.forget(self.table, self.session.person);
        Ok(String::new())
    }

    /// The wagers of the last round that was accepted, once more.
    async fn rebet(&self, lang: banco_pages::Lang) -> Result<String, Failed> {
        let (last, _) = told(self.app, self.table, self.session.person).await?;
        let wagers = last.map(|settled| settled.wagers).unwrap_or_default();
        let wanted = wagers.into_iter().map(|wager| (wager.spot, wager.stake.minor)).collect();
        self.raise(wanted, lang).await
    }

    /// Twice as much on every spot.
    async fn double(&self, lang: banco_pages::Lang) -> Result<String, Failed> {
        self.raise(self.own(), lang).await
    }

    /// Puts more onto spots, up to their limits; names those that stop there.
    async fn raise(&self, wanted: Vec<(String, i64)>, lang: banco_pages::Lang) -> Result<String, Failed> {
        let own: HashMap<String, i64> = self.own().into_iter().collect();
        let mut capped = Vec::new();
        for (spot, minor) in wanted {
            let Some(offer) = self.offer(&spot) else { continue };
            let lies = own.get(&spot).copied().unwrap_or_default();
            let room = offer.most.map_or(i64::MAX, |most| most.minor.saturating_sub(lies));
            let fixed = !offer.units.is_empty() && lies > 0;
            let more = if fixed { 0 } else { minor.min(room) };
            if more < minor {
                capped.push(offer.label.clone());
            }
            if more > 0 {
                self.puts(&format!("raise {spot}"), &spot, more).await?;
                self.remember(&spot, more);
            }
        }
        Ok(match capped.is_empty() {
            true => String::new(),
            false => lang.with("capped", &[("spots", capped.join(", ").into())]),
        })
    }

    /// Answers whatever was asked.
    async fn answer(&self, command: &str, fields: &Fields) -> Result<String, Failed> {
        let command = self::command(command, fields, self.seen.terms.currency.into())?;
        self.says("answer", command).await?;
        Ok(String::new())
    }
}

/// A command by the fields of a form: their prefix says of what kind they are.
pub(super) fn command(command: &str, fields: &Fields, currency: Currency) -> Result<Value, Failed> {
    let mut told = typed(fields, currency)?;
    told.insert("do".to_owned(), json!(command));
    Ok(Value::Object(told))
}

/// The fields of a form that say of what kind they are.
pub(super) fn typed(fields: &Fields, currency: Currency) -> Result<Map<String, Value>, Failed> {
    let mut told = Map::new();
    for (name, text) in fields.all() {
        let Some((kind, key)) = name.split_once('.') else { continue };
        if text.is_empty() {
            continue;
        }
        let bad = || {
            Failed::bad("bad_body", format!("`{key}` is not filled in as it should be")).at(format!("/{key}"))
        };
        let minor = |minor: i64| json!({ "minor": minor, "currency": currency.code() });
        let value = match kind {
            // A button that names an amount goes before the field beside it.
            "money" if fields.has(&format!("minor.{key}")) => continue,
            "money" => minor(amount(text, currency)?),
            // A correction goes either way.
            "signed" => match text.strip_prefix(['-', '–', '−']) {
                Some(less) => minor(-amount(less, currency)?),
                None => minor(amount(text.trim_start_matches('+'), currency)?),
            },
            "minor" => minor(text.parse().map_err(|_| bad())?),
            "number" => json!(text.parse::<u64>().map_err(|_| bad())?),
            "json" => serde_json::from_str(text).map_err(|_| bad())?,
            "text" => json!(text),
            "cards" => json!(text.split_whitespace().collect::<Vec<_>>()),
            _ => continue,
        };
        put(&mut told, key, value);
    }
    Ok(told)
}

/// Puts a value where its name says: `limit.amount` is a key of a key.
fn put(told: &mut Map<String, Value>, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(told.insert(key.to_owned(), value)),
        Some((first, rest)) => {
            let inner = told.entry(first).or_insert_with(|| json!({}));
            inner.as_object_mut().into_iter().for_each(|inner| put(inner, rest, value.clone()));
        }
    }
}

/// What somebody has typed, in minor units.
fn amount(text: &str, currency: Currency) -> Result<i64, Failed> {
    let plain = text.trim_start_matches('$');
    Amount::parse_in(plain, currency).map(Amount::minor).map_err(|_| {
        Failed::bad("bad_amount", "this is no amount of money").hint("write it like 25 or 12.50")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_become_commands() {
        let read = fields(
            b"key=k&csrf=c&money.amount=1%2C250.50&text.side=player&json.agreed=true&number.at=12&text.none=",
        );
        let told = command("bid", &read, Currency::Usd);
        let wanted = json!({
            "do": "bid", "agreed": true, "amount": { "minor": 125_050, "currency": "USD" }, "at": 12, "side": "player",
        });
        assert_eq!(told.ok(), Some(wanted));
        assert!(command("bid", &fields(b"money.amount=much"), Currency::Usd).is_err());
        let nested =
            command("set_limit", &fields(b"text.limit.what=loss&minor.limit.amount=5"), Currency::Usd).ok();
        let amount = json!({ "minor": 5, "currency": "USD" });
        let wanted = json!({ "do": "set_limit", "limit": { "what": "loss", "amount": amount } });
        assert_eq!(nested, Some(wanted));
        let less = command("ask", &fields(b"signed.amount=-12.50"), Currency::Usd).ok();
        assert_eq!(less.as_ref().and_then(|told| told.pointer("/amount/minor")), Some(&json!(-1_250)));
        let quick = fields(b"money.amount=5&minor.amount=2500");
        let quick = command("bid", &quick, Currency::Usd).ok();
        assert_eq!(quick.as_ref().and_then(|told| told.pointer("/amount/minor")), Some(&json!(2_500)));
    }

    #[test]
    fn chips_are_taken_back_in_their_order_and_within_their_round() {
        let (placed, table, person) = (Placed::default(), TableId(1), Person(2));
        for minor in [5, 25] {
            placed.add(table, person, 7, Chip { spot: "tie".to_owned(), minor });
        }
        assert!(placed.can_undo(table, person, 7) && !placed.can_undo(table, person, 8));
        assert_eq!(placed.take(table, person, 7).map(|chip| chip.minor), Some(25));
        assert_eq!(placed.take(table, person, 7).map(|chip| chip.minor), Some(5));
        assert!(placed.take(table, person, 7).is_none() && !placed.can_undo(table, person, 7));
        placed.add(table, person, 7, Chip { spot: "tie".to_owned(), minor: 5 });
        placed.add(table, person, 8, Chip { spot: "tie".to_owned(), minor: 10 });
        assert_eq!(placed.take(table, person, 8).map(|chip| chip.minor), Some(10));
        assert!(placed.take(table, person, 8).is_none());
    }
}
