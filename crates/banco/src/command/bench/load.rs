//! Guests who make wagers by a schedule, and whoever follows them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use futures_util::{SinkExt as _, StreamExt as _};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::client::{Client, value};
use crate::failure::Failure;

/// How much load there is.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seconds: u64,
    pub rate: u64,
    pub tables: usize,
    pub players: usize,
    pub displays: usize,
}

/// What was seen.
pub struct Measured {
    /// Wagers that were acknowledged on schedule.
    pub done: u64,
    /// Wagers that were turned away for want of room.
    pub refused: u64,
    /// Wagers a second without a schedule.
    pub saturated: u64,
    /// From when each was due to its answer, in microseconds.
    pub ack: Histogram<u64>,
    /// From when something happened to when it was seen.
    pub push: Histogram<u64>,
    /// How late the bench itself was.
    pub late: Histogram<u64>,
    /// Who was answered what: person, key, answer.
    pub answers: Vec<(u32, String, String)>,
}

/// Somebody at a table.
struct Guest {
    client: Client,
    token: String,
    person: u32,
    table: u32,
    spot: String,
    amount: Value,
    /// Whether a wager lies there that is taken down next.
    lies: bool,
    made: u64,
}

fn histogram() -> Histogram<u64> {
    // A minute in microseconds, three digits: such a histogram can be made.
    Histogram::new_with_bounds(1, 60_000_000, 3)
        .unwrap_or_else(|_| Histogram::new(3).unwrap_or_else(|_| unreachable!()))
}

/// Puts the floor under load, on schedule and then without.
pub async fn run(address: &str, plan: &Plan) -> Result<Measured, Failure> {
    let guests = sit_down(address, plan).await?;
    let push = Arc::new(Mutex::new(histogram()));
    let mut watchers = Vec::new();
    for guest in &guests {
        watchers.push(watch(address, Some(&guest.token), guest.table, &push).await?);
    }
    for at in 0..plan.displays {
        let table = guests.get(at % guests.len().max(1)).map_or(1, |guest| guest.table);
        watchers.push(watch(address, None, table, &push).await?);
    }
    // What their coming has made is not measured.
    tokio::time::sleep(Duration::from_millis(500)).await;
    push.lock().await.reset();
    let (guests, mut measured) = on_schedule(guests, plan).await?;
    measured.push = push.lock().await.clone();
    watchers.iter().for_each(tokio::task::JoinHandle::abort);
    measured.saturated = saturated(guests, &mut measured.answers).await?;
    Ok(measured)
}

/// Guests come in and sit down.
async fn sit_down(address: &str, plan: &Plan) -> Result<Vec<Guest>, Failure> {
    let mut lobby = Client::open(address).await.context("cannot reach the server")?;
    let tables = value(&lobby.get("/api/v1/tables", None).await.context("no lobby")?);
    let tables: Vec<Value> = tables.as_array().cloned().unwrap_or_default();
    let seats = seats(&mut lobby, &tables).await?;
    let mut guests = Vec::new();
    for (at, (table, seat, least)) in seats.iter().take(plan.players).enumerate() {
        guests.push(come(address, (*table, *seat), least.clone(), at).await?);
    }
    if guests.len() < plan.players {
        let (seats, tables) = (seats.len(), plan.tables);
        return Err(Failure::Machine(anyhow::anyhow!(
            "{tables} tables have {seats} seats: ask for more tables"
        )));
    }
    // The shoe is prepared, and wagers are taken.
    for _ in 0..600 {
        let tables = value(&lobby.get("/api/v1/tables", None).await.context("no lobby")?);
        let ready = |table: &Value| {
            let here = guests
                .iter()
                .any(|guest| table.pointer("/table").and_then(Value::as_u64) == Some(u64::from(guest.table)));
            !here || table.pointer("/phase").and_then(Value::as_str) == Some("betting")
        };
        if tables.as_array().is_some_and(|tables| tables.iter().all(ready)) {
            return Ok(guests);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(Failure::Machine(anyhow::anyhow!("the tables do not take wagers")))
}

/// The seats of tables by their printed numbers, a round of all tables before any gets its next: table, seat, least wager.
async fn seats(lobby: &mut Client, tables: &[Value]) -> Result<Vec<(u32, u64, Value)>, Failure> {
    let mut seats = Vec::new();
    for table in tables {
        let number = table.pointer("/table").and_then(Value::as_u64).unwrap_or_default();
        let path = format!("/api/v1/tables/{number}/posted");
        let posted = value(&lobby.get(&path, None).await.context("no posted rules")?);
        let number = u32::try_from(number).unwrap_or_default();
        let least = table.pointer("/least").cloned().unwrap_or_default();
        let printed = posted.pointer("/seats").and_then(Value::as_array).into_iter().flatten();
        let printed = printed.filter_map(Value::as_u64).enumerate();
        seats.extend(printed.map(|(lap, seat)| (lap, (number, seat, least.clone()))));
    }
    seats.sort_by_key(|(lap, _)| *lap);
    Ok(seats.into_iter().map(|(_, seat)| seat).collect())
}

/// A guest comes in, sits down and buys in.
async fn come(address: &str, (table, seat): (u32, u64), least: Value, at: usize) -> Result<Guest, Failure> {
    let mut client = Client::open(address).await.context("cannot reach the server")?;
    let body = json!({ "name": format!("Guest {}", at + 1), "bearer": true }).to_string();
    let came = value(&client.post("/api/v1/guests", None, "", &body).await.context("no guest")?);
    let token = came.pointer("/token").and_then(Value::as_str).context("no guest can come in")?.to_owned();
    let person = came
        .pointer("/session/person")
        .and_then(Value::as_u64)
        .and_then(|person| u32::try_from(person).ok())
        .unwrap_or_default();
    let path = format!("/api/v1/tables/{table}/commands");
    let sit = json!({ "do": "sit", "seat": seat }).to_string();
    let buys_in =
        least.pointer("/minor").and_then(Value::as_i64).unwrap_or(1_000).saturating_mul(10).min(1_000_000);
    let buy_in = json!({ "do": "buy_in", "with": "chips",
        "amount": { "minor": buys_in, "currency": least.pointer("/currency") } })
    .to_string();
    for (key, body) in [("sit", sit), ("buy-in", buy_in)] {
        let answer = client.post(&path, Some(&token), key, &body).await.context("no answer")?;
        if answer.0 != 200 {
            return Err(Failure::Machine(anyhow::anyhow!("a guest was refused: {}", answer.1)));
        }
    }
    let spot = "banker".to_owned();
    Ok(Guest { client, token, person, table, spot, amount: least, lies: false, made: 0 })
}

impl Guest {
    /// Puts a wager down, or takes it down again.
    async fn wager(&mut self) -> std::io::Result<(u16, String, String)> {
        self.made += 1;
        let key = format!("{}-{}", self.person, self.made);
        let body = match self.lies {
            true => json!({ "do": "take_down", "spot": self.spot }),
            false => json!({ "do": "place_wager", "spot": self.spot, "amount": self.amount }),
        };
        let path = format!("/api/v1/tables/{}/commands", self.table);
        let (status, answer) = self.client.post(&path, Some(&self.token), &key, &body.to_string()).await?;
        if status == 200 {
            self.lies = !self.lies;
        }
        Ok((status, key, answer))
    }
}

/// Wagers by a schedule: each has a moment at which it is due, whatever became of the one before.
async fn on_schedule(guests: Vec<Guest>, plan: &Plan) -> Result<(Vec<Guest>, Measured), Failure> {
    let many = u64::try_from(guests.len()).unwrap_or(1).max(1);
    let all = plan.rate.saturating_mul(plan.seconds);
    let begin = Instant::now() + Duration::from_millis(100);
    let mut tasks = Vec::new();
    for (at, guest) in guests.into_iter().enumerate() {
        let at = u64::try_from(at).unwrap_or_default();
        let rate = plan.rate;
        tasks.push(tokio::spawn(async move {
            let mut guest = guest;
            let mut seen = Seen::new();
            for number in (at..all).step_by(usize::try_from(many).unwrap_or(1)) {
                let due = begin + Duration::from_micros(number.saturating_mul(1_000_000) / rate);
                tokio::time::sleep_until(due.into()).await;
                seen.late.saturating_record(micros(due.elapsed()));
                let (status, key, answer) = guest.wager().await?;
                seen.add(status, due.elapsed(), (guest.person, key, answer));
            }
            Ok::<_, std::io::Error>((guest, seen))
        }));
    }
    let mut guests = Vec::new();
    let mut sum = Seen::new();
    for task in tasks {
        let (guest, seen) = task.await.context("a guest is gone")?.context("a guest was cut off")?;
        guests.push(guest);
        sum.join(seen);
    }
    let Seen { done, refused, ack, late, answers, odd } = sum;
    if let Some(odd) = odd {
        return Err(Failure::Machine(anyhow::anyhow!("a wager was refused: {odd}")));
    }
    Ok((guests, Measured { done, refused, saturated: 0, ack, push: histogram(), late, answers }))
}

/// What one guest has seen.
struct Seen {
    done: u64,
    refused: u64,
    ack: Histogram<u64>,
    late: Histogram<u64>,
    answers: Vec<(u32, String, String)>,
    odd: Option<String>,
}

impl Seen {
    fn new() -> Self {
        Self { done: 0, refused: 0, ack: histogram(), late: histogram(), answers: Vec::new(), odd: None }
    }

    fn add(&mut self, status: u16, took: Duration, answer: (u32, String, String)) {
        match status {
            200 => {
                self.done += 1;
                self.ack.saturating_record(micros(took));
                self.answers.push(answer);
            }
            503 | 429 => self.refused += 1,
            _ => self.odd = Some(answer.2),
        }
    }

    fn join(&mut self, other: Self) {
        self.done += other.done;
        self.refused += other.refused;
        // Both have the same bounds.
        let _ = self.ack.add(&other.ack);
        let _ = self.late.add(&other.late);
        self.answers.extend(other.answers);
        self.odd = self.odd.take().or(other.odd);
    }
}

/// As many wagers as go, for a few seconds.
async fn saturated(guests: Vec<Guest>, answers: &mut Vec<(u32, String, String)>) -> Result<u64, Failure> {
    const TIME: Duration = Duration::from_secs(4);
    let (begin, done) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let mut tasks = Vec::new();
    for guest in guests {
        let done = Arc::clone(&done);
        tasks.push(tokio::spawn(async move {
            let (mut guest, mut own) = (guest, Vec::new());
            while begin.elapsed() < TIME {
                let (status, key, answer) = guest.wager().await?;
                if status == 200 {
                    done.fetch_add(1, Ordering::Relaxed);
                    own.push((guest.person, key, answer));
                }
            }
            Ok::<_, std::io::Error>(own)
        }));
    }
    for task in tasks {
        answers.extend(task.await.context("a guest is gone")?.context("a guest was cut off")?);
    }
    Ok(done.load(Ordering::Relaxed).saturating_mul(1_000_000) / micros(begin.elapsed()).max(1))
}

/// Follows a table on a WebSocket, and measures how late each event is seen.
async fn watch(
    address: &str,
    token: Option<&str>,
    table: u32,
    push: &Arc<Mutex<Histogram<u64>>>,
) -> Result<tokio::task::JoinHandle<()>, Failure> {
    let look = if token.is_some() { "participant" } else { "display" };
    let address = format!("ws://{address}/api/v1/stream?as={look}");
    let mut request = address.into_client_request().context("an odd address")?;
    if let Some(token) = token {
        let bearer = format!("Bearer {token}").parse().context("an odd token")?;
        request.headers_mut().insert("authorization", bearer);
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.context("no stream")?;
    let hello = json!({ "v": 1, "resume": { format!("table/{table}"): null } }).to_string();
    socket.send(Message::text(hello)).await.context("no stream")?;
    let push = Arc::clone(push);
    Ok(tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            // The moment of the event stands in its envelope; nothing else of it is needed here.
            if !text.contains("\"kind\":\"event\"") {
                continue;
            }
            let at: Option<Value> = serde_json::from_str(&text).ok();
            let at = at
                .as_ref()
                .and_then(|value| value.pointer("/at").and_then(Value::as_str))
                .and_then(|at| at.parse::<banco_server::Moment>().ok());
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, micros);
            if let Some(at) = at {
                let at = u64::try_from(at.micros()).unwrap_or_default();
                push.lock().await.saturating_record(now.saturating_sub(at).max(1));
            }
        }
    }))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
