//! Everything that left a server is searched for what must not leave it.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use banco_cards::Pack;
use banco_engine::Commitment;
use banco_engine::link::TableId;
use banco_house::VirtualShoe;
use banco_server::App;
use serde_json::{Value, json};

use crate::approvals::{Two, money, table_file, two};
use crate::client::{Client, Tap};
use crate::house::{House, PASSWORD, guest};
use crate::line::{Events, Known, Streams, follow};
use crate::play::Player;

/// So many cards in a row are no chance.
const ROW: usize = 8;
/// So many bytes are none either.
const BYTES: usize = 12;

/// A log that is kept.
#[derive(Clone)]
struct Log(Tap);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Every card that is written in a text, in its order.
fn cards_in(bytes: &[u8]) -> Vec<[u8; 2]> {
    let is_rank = |byte: u8| b"A23456789TJQK".contains(&byte);
    let is_suit = |byte: u8| b"shdc".contains(&byte);
    let alone = |at: usize| bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let mut found = Vec::new();
    for at in 0..bytes.len().saturating_sub(1) {
        let (mut rank, suit) = (bytes[at], bytes[at + 1]);
        let ten = rank == b'0' && at > 0 && bytes[at - 1] == b'1';
        let before = if ten { at.wrapping_sub(2) } else { at.wrapping_sub(1) };
        if ten {
            rank = b'T';
        }
        if is_rank(rank) && is_suit(suit) && (before > bytes.len() || alone(before)) && alone(at + 2) {
            found.push([rank, suit]);
        }
    }
    found
}

#[test]
fn cards_are_found_in_texts() {
    let text = br#"{"up":"7h"},["10d","As"] Kd, Thd 7hx"#;
    let found: Vec<String> =
        cards_in(text).iter().map(|card| String::from_utf8_lossy(card).into_owned()).collect();
    assert_eq!(found, ["7h", "Td", "As", "Kd"]);
}

fn written(card: banco_cards::Card) -> [u8; 2] {
    cards_in(card.to_string().as_bytes()).first().copied().unwrap_or_else(|| panic!("{card}"))
}

/// What must not leave, in parts that can be found in one pass.
struct Secrets {
    begins: Vec<bool>,
    parts: HashMap<Vec<u8>, String>,
    rows: HashMap<Vec<[u8; 2]>, TableId>,
}

impl Secrets {
    fn none() -> Self {
        Self { begins: vec![false; 1 << 16], parts: HashMap::new(), rows: HashMap::new() }
    }

    fn add(&mut self, secret: &[u8], what: &str) {
        assert!(secret.len() >= BYTES, "{what} is too short to be looked for");
        for part in secret.windows(BYTES) {
            // A run of one byte is in every file.
            if part.iter().collect::<BTreeSet<_>>().len() > 4 {
                self.begins[begin(part)] = true;
                self.parts.insert(part.to_vec(), what.to_owned());
            }
        }
    }

    /// The cards that are left, in their order, and what they are made from.
    fn add_shoe(&mut self, table: TableId, shoe: &VirtualShoe, drawn: u16) {
        let rest: Vec<[u8; 2]> = (drawn..shoe.cards()).filter_map(|at| shoe.card(at)).map(written).collect();
        let back: Vec<[u8; 2]> = rest.iter().rev().copied().collect();
        let rows = rest.windows(ROW).chain(back.windows(ROW));
        self.rows.extend(rows.map(|row| (row.to_vec(), table)));
        let secret = shoe.to_secret_bytes();
        self.add(&secret, &format!("the secret of {table}"));
        self.add(&hex(&secret), &format!("the secret of {table} in hexadecimal"));
    }

    fn must_not_be_in(&self, place: &str, bytes: &[u8]) {
        for part in bytes.windows(BYTES).filter(|part| self.begins[begin(part)]) {
            assert!(!self.parts.contains_key(part), "{} is in the {place}", self.parts[part]);
        }
        for row in cards_in(bytes).windows(ROW) {
            assert!(!self.rows.contains_key(row), "undealt cards of {} are in the {place}", self.rows[row]);
        }
    }
}

fn begin(part: &[u8]) -> usize {
    usize::from(part[0]) << 8 | usize::from(part[1])
}

fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
}

/// No hand shows more than whoever looks may see.
fn check_view(parts: &serde_json::Map<String, Value>) {
    let own = &parts["own"]["seat"];
    for side in ["player", "banker"] {
        let hand = &parts["round"][side];
        let held = hand["cards"].as_array().unwrap().iter().any(|card| card.get("held").is_some());
        let holds = !own.is_null() && &hand["holder"]["seat"] == own;
        assert!(!held || holds, "a card that somebody else holds: {hand} at seat {own}");
    }
}

/// A card that is dealt face down is not named.
fn check_event(told: &Value) {
    let face = &told["data"]["what"]["dealing"]["card_dealt"]["card"]["face"];
    if told["what"] == "dealing.card_dealt" && face.get("up").is_none() {
        let text = told.to_string();
        assert!(face.is_object() && !text.contains("\"up\""), "{text}");
        assert_eq!(cards_in(text.as_bytes()), Vec::<[u8; 2]>::new(), "{text}");
    }
}

async fn plays(mut player: Player, until: Instant) -> usize {
    while Instant::now() < until {
        let before = player.known.events.len();
        player.play_on().await;
        player.known.events[before..].iter().for_each(|(_, told)| check_event(told));
        check_view(&player.known.parts);
    }
    player.rounds()
}

/// Somebody who is nobody looks at all tables.
async fn looks(house: &House, tap: Tap, until: Instant) {
    let client = Client { tap: Some(tap), ..house.client() };
    let tables: serde_json::Map<String, Value> = (1..=12)
        .map(|table| (format!("table/{table}"), Value::Null))
        .chain([("lobby".to_owned(), Value::Null)])
        .collect();
    let mut line = follow(&client, Value::Object(tables)).await;
    let mut all = Streams::new();
    while Instant::now() < until {
        let Ok(Some(envelope)) = tokio::time::timeout(Duration::from_secs(1), line.next()).await else {
            continue;
        };
        let stream = envelope["stream"].as_str().unwrap().to_owned();
        if stream == "lobby" {
            continue;
        }
        let known = all.entry(stream).or_default();
        known.hear(&envelope);
        known.events.drain(..).for_each(|(_, told)| check_event(&told));
        check_view(&known.parts);
    }
}

/// The same by server-sent events: a stream of its own for each table and link.
async fn listens(client: Client, tap: Tap, path: String, until: Instant) {
    let client = Client { tap: Some(tap), ..client };
    let mut events = Events::open(&client, &path).await;
    let mut known = Known::default();
    while Instant::now() < until {
        let Ok(Some(envelope)) = tokio::time::timeout(Duration::from_secs(1), events.next()).await else {
            continue;
        };
        known.hear(&envelope);
        known.events.drain(..).for_each(|(_, told)| check_event(&told));
        if path.contains("/tables/") {
            check_view(&known.parts);
        }
    }
}

/// A table with a Must Hit meter, put up by two people and opened.
async fn must_hit_table(two: &Two) -> u32 {
    let shipped = json!({ "rulebook": "ma-baccarat", "name": "royal-9" });
    let wanted = json!({ "file": table_file("Royal 9"), "shipped": shipped });
    let proposal = two.asks.client.command("/api/v1/proposals", wanted).await.must(201).json();
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    two.decides.client.command(&path, yes).await.must(200);
    let open = json!({ "do": "open_table", "float": money(500_000_000) });
    two.asks.client.command("/api/v1/tables/13/commands", open).await.must(200);
    13
}

/// Sealed triggers that were never opened, as what would give them away: nonces and fractions in whatever form.
async fn triggers(app: &App, secrets: &mut Secrets) -> usize {
    let keyring = banco_server::seal_keys(&app.config.seal_keys).unwrap();
    let mut sealed = 0;
    for (stream, head) in app.store.heads(None).await.unwrap() {
        if !stream.to_string().starts_with("link/") {
            continue;
        }
        let entries = app.store.entries(stream.clone(), 0, 100_000).await.unwrap();
        let opened: String =
            entries.iter().map(|entry| entry.record.get()).filter(|text| text.contains("fraction")).collect();
        for seal in app.store.seals(stream, 0, head.version).await.unwrap() {
            let text = String::from_utf8(keyring.open(&seal).unwrap().to_vec()).unwrap();
            let found = trigger_in(&serde_json::from_str(&text).unwrap());
            let (fraction, nonce) = found.unwrap_or_else(|| panic!("no trigger is sealed in {}", seal.what));
            if opened.contains(&nonce) {
                continue;
            }
            sealed += 1;
            let bytes: Vec<u8> = nonce
                .as_bytes()
                .chunks(2)
                .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
                .collect();
            secrets.add(&bytes, "the nonce of a trigger");
            secrets.add(nonce.as_bytes(), "the nonce of a trigger in hexadecimal");
            if fraction.len() >= BYTES {
                secrets.add(fraction.as_bytes(), "the fraction of a trigger");
            }
        }
    }
    sealed
}

/// The fraction and the nonce of a trigger, wherever they stand in what was sealed.
fn trigger_in(value: &Value) -> Option<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Object(all) => match (all.get("fraction"), all.get("nonce")) {
            (Some(fraction), Some(nonce)) => Some((text(fraction), text(nonce))),
            _ => all.values().find_map(trigger_in),
        },
        Value::Array(all) => all.iter().find_map(trigger_in),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_leaves_tells_a_secret() {
    nothing_tells(Duration::from_secs(8), 100).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the battery runs it"]
async fn nothing_that_leaves_in_a_thousand_rounds_tells_a_secret() {
    nothing_tells(Duration::from_secs(150), 1_000).await;
}

/// Everybody plays and looks for so long; everything that left the server is searched afterward.
async fn nothing_tells(long: Duration, least: usize) {
    let (log, tap): (Tap, Tap) = (Arc::default(), Arc::new(Mutex::default()));
    let writer = Log(Arc::clone(&log));
    let logged = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_ansi(false);
    let logged = logged.with_writer(move || writer.clone()).try_init();
    assert!(logged.is_ok(), "another test has taken the log");
    let house = House::changed(&[], |config| config.pace.betting = Duration::from_millis(60)).await;
    let (ada, two) = two(&house).await;
    let royal = must_hit_table(&two).await;
    let until = Instant::now() + long;
    let client = Client { tap: Some(Arc::clone(&tap)), ..house.client() };
    let mut tasks = Vec::new();
    let mut tokens = vec![ada.token.clone(), two.asks.token.clone(), two.decides.token.clone()];
    let paths = (1..=royal).map(|table| format!("/api/v1/tables/{table}/events"));
    let links = ["high-limit-pit", "midi-pit", "eternal-pit"];
    let paths = paths.chain(links.map(|link| format!("/api/v1/links/{link}/events")));
    let listeners: Vec<_> =
        paths.map(|path| tokio::spawn(listens(house.client(), Arc::clone(&tap), path, until))).collect();
    for table in 1..=royal {
        let who = guest(&house.client(), &format!("Guest {table}")).await;
        tokens.push(who.token.clone());
        let who = crate::house::Somebody { client: client.with(&who.token), ..who };
        tasks.push(tokio::spawn(plays(Player::sits(who, table).await, until)));
    }
    let looked = looks(&house, Arc::clone(&tap), until);
    looked.await;
    for listener in listeners {
        listener.await.unwrap();
    }
    let mut rounds = 0;
    for task in tasks {
        rounds += task.await.unwrap();
    }
    eprintln!("{rounds} rounds");
    assert!(rounds >= least, "only {rounds} rounds were played");
    // Staff see more, but no undealt card.
    let staff = Client { tap: Some(Arc::clone(&tap)), ..ada.client.clone() };
    for path in ["/api/v1/people", "/api/v1/tables", "/metrics", "/api/v1/links", "/api/v1/devices"] {
        staff.get(path).await.must(200);
    }
    let aud = house.somebody(&ada, "aud", &["auditor"]).await;
    tokens.push(aud.token.clone());
    let auditor = Client { tap: Some(Arc::clone(&tap)), ..aud.client.clone() };
    for table in 1..=royal {
        auditor.get(&format!("/api/v1/tables/{table}/view?as=surveillance")).await.must(200);
        let mut after = 0;
        loop {
            let path = format!("/api/v1/streams/table/{table}/entries?after={after}");
            let many = auditor.get(&path).await.must(200).text().lines().count();
            after += many;
            if many == 0 {
                break;
            }
        }
    }
    auditor.get("/api/v1/streams/people/entries").await.must(200);
    for link in links {
        auditor.get(&format!("/api/v1/links/{link}")).await.must(200);
        auditor.get(&format!("/api/v1/streams/link/{link}/entries")).await.must(200);
    }
    search(house, &tap, &log, &tokens).await;
}

/// Stops everything, so that what is undealt stays so, and looks through all that left.
async fn search(house: House, tap: &Tap, log: &Tap, tokens: &[String]) {
    let app = Arc::clone(&house.server.app);
    let first = house.server.first_secret.as_ref().unwrap().reveal().to_string();
    house.server.stop().await;
    let books = app.floor.books();
    let mut places = vec![("answers", tap.lock().unwrap().clone()), ("log", log.lock().unwrap().clone())];
    let (mut kept, mut found) = (Vec::new(), 0);
    for file in std::fs::read_dir(house.folder.path()).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("journal") {
            kept.extend(std::fs::read(&path).unwrap());
            found += 1;
        }
    }
    assert!(found > 0);
    eprintln!("{} bytes of answers, {} of log", places[0].1.len(), places[1].1.len());
    places.push(("database", kept));
    let copy = house.folder.path().join("copy.sqlite");
    banco_journal::sqlite::copy_to(&house.folder.path().join("journal.sqlite"), &copy, false).unwrap();
    places.push(("backup", std::fs::read(&copy).unwrap()));
    let mut secrets = Secrets::none();
    let sealed = triggers(&app, &mut secrets).await;
    assert!(sealed > 0, "no trigger was sealed, so none was looked for");
    for (table, known) in books.pit().tables() {
        let shoe = books.shoe(table).unwrap();
        secrets.add_shoe(table, shoe, known.shoe().drawn);
        derived_from_public_values(shoe, known.shoe().committed);
    }
    for token in tokens {
        // They may all begin alike.
        secrets.add(&token.as_bytes()[token.len() - 32..], "a token");
    }
    secrets.add(&first.as_bytes()[first.len() - 20..], "the first secret");
    secrets.add(PASSWORD.as_bytes(), "a password");
    for (place, bytes) in &places {
        secrets.must_not_be_in(place, bytes);
    }
    // A hash is kept where passwords are checked, and goes nowhere else.
    let mut hashes = Secrets::none();
    hashes.add(b"$argon2id$v=", "a hash of a password");
    places
        .iter()
        .filter(|(place, _)| !["database", "backup"].contains(place))
        .for_each(|(place, bytes)| hashes.must_not_be_in(place, bytes));
}

/// An order that is drawn from what is published is not the real one.
fn derived_from_public_values(shoe: &VirtualShoe, promise: Option<Commitment>) {
    let Some(Commitment(seed)) = promise else { return };
    let pack = Pack::standard(u8::try_from(shoe.cards() / 52).unwrap());
    for seed in [vec![seed], vec![seed; 9], vec![seed; 17]] {
        let drawn = VirtualShoe::from_seed(&pack, None, &seed);
        let same = (0..shoe.cards()).filter(|at| drawn.card(*at) == shoe.card(*at)).count();
        let most = usize::from(shoe.cards()) / 4;
        assert!(same < most, "{same} of {} cards come from what is published", shoe.cards());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_repeat_no_secret() {
    let house = House::open().await;
    let secret = "a password that is sent to the wrong place";
    for body in [json!({ "login": "ada", "password": secret, "odd": 1 }), json!([secret]), json!(secret)] {
        for path in ["/api/v1/session", "/api/v1/first-administrator", "/api/v1/invitations/accepted"] {
            let answer = house.client().post(path, body.clone()).await.must(400);
            assert!(!answer.text().contains(secret), "{}", answer.text());
        }
    }
}

#[test]
#[should_panic(expected = "a word is in the log")]
fn what_is_there_is_found() {
    let mut secrets = Secrets::none();
    secrets.add(b"correct horse battery", "a word");
    secrets.must_not_be_in("log", b"it was correct horse batt...");
}
