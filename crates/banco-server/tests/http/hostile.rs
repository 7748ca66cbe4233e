//! Whatever comes in, nothing breaks: no panic, no server error, no growth, and every refusal says why.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{Answer, Client};
use crate::house::{House, TIRELESS};

static PANICS: AtomicU32 = AtomicU32::new(0);

/// Counts every panic from now on, in whichever task.
fn count_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        before(panic);
    }));
}

/// Numbers that can be had again from their seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn word<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const ODD: &[&str] = &[
    "",
    " ",
    "0",
    "-1",
    "1",
    "999999999999999999999999",
    "18446744073709551616",
    "1e400",
    "NaN",
    "null",
    "..",
    "%2e%2e",
    "%00",
    "%ff%fe",
    "'; drop table x; --",
    "\u{202e}evil",
    "table",
    "{table}",
    "a/b",
    "a%2fb",
    "+7",
    "\u{1f0a1}",
    "007",
    "0x7",
    "true",
    "star",
    "*",
];

fn odd_value(chance: &mut Chance) -> Value {
    match chance.below(12) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(i64::MAX),
        4 => json!(u64::MAX),
        5 => json!(1.5e308),
        6 => json!("x".repeat(chance.below(5_000))),
        7 => json!([]),
        8 => json!({}),
        9 => (0..chance.below(200)).fold(json!(1), |inner, _| json!([inner])),
        10 => (0..chance.below(200)).fold(json!(1), |inner, _| json!({ "a": inner })),
        _ => json!(chance.word(ODD)),
    }
}

/// A valid body with something wrong in it.
fn mutated(body: &Value, chance: &mut Chance) -> Value {
    match body {
        Value::Object(fields) if !fields.is_empty() && chance.below(4) > 0 => {
            let mut fields: Map<String, Value> = fields.clone();
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = chance.of(&keys).clone();
            match chance.below(5) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert("unknown".to_owned(), odd_value(chance))),
                2 => drop(fields.insert(key, odd_value(chance))),
                _ => {
                    let inner = mutated(&fields[&key], chance);
                    fields.insert(key, inner);
                }
            }
            Value::Object(fields)
        }
        _ => odd_value(chance),
    }
}

/// Bodies that are right, for some place.
fn bodies() -> Vec<Value> {
    let money = json!({ "minor": 2_500, "currency": "USD" });
    vec![
        json!({ "do": "sit", "seat": 1 }),
        json!({ "do": "leave" }),
        json!({ "do": "buy_in", "amount": money, "with": "chips" }),
        json!({ "do": "place_wager", "spot": "banker", "amount": money, "tender": "chips", "for_dealer": false }),
        json!({ "do": "cut", "at": 100 }),
        json!({ "do": "card", "card": "7h" }),
        json!({ "do": "turn_cards", "cards": ["7h", "Kd"] }),
        json!({ "do": "record_result", "cards": { "player": 2, "banker": 3 }, "totals": { "player": 7, "banker": 2 } }),
        json!({ "do": "ask", "wanted": { "what": "correction", "amount": money, "reason": "r",
            "from": { "what": "chips", "person": 1 }, "to": { "what": "house" } } }),
        json!({ "do": "set_limit", "limit": { "what": "loss", "period": "day", "most": money } }),
        json!({ "do": "cool_off", "until": "2030-01-01T00:00:00Z" }),
        json!({ "do": "open", "currency": "USD", "kind": "demo" }),
        json!({ "name": "Gwen", "bearer": true }),
        json!({ "login": "ada", "password": "wrong", "bearer": false }),
        json!({ "ticket": "x", "code": "000000" }),
        json!({ "hash": "0", "approve": true, "reason": "x" }),
        json!({ "secret": "x", "name": "x", "login": "x", "password": "x" }),
        json!({ "v": 1, "resume": { "table/1": { "epoch": "x", "seq": 1 } } }),
    ]
}

fn path(chance: &mut Chance, routes: &[(String, String)]) -> (String, String) {
    let (method, path) = chance.of(routes).clone();
    let mut filled = String::new();
    for part in path.split('/').skip(1) {
        let part = if part.starts_with('{') { chance.word(ODD).to_owned() } else { part.to_owned() };
        filled.push('/');
        // What cannot stand in a line of HTTP is written in another way.
        filled.extend(
            part.chars().map(|letter| if letter == ' ' || !letter.is_ascii() { '_' } else { letter }),
        );
    }
    if chance.below(3) == 0 {
        let query = [
            "?as=dealer",
            "?as=",
            "?for=-1",
            "?cursor=x&limit=0",
            "?limit=99999999999999999999",
            "?%ff=%ff",
            "?a&a&a",
        ];
        filled += chance.word(&query);
    }
    (method, filled)
}

/// A request as HTTP, with something wrong in it.
fn request(client: &Client, chance: &mut Chance, routes: &[(String, String)], bodies: &[Value]) -> Vec<u8> {
    let (method, path) = path(chance, routes);
    let body = mutated(chance.of(bodies), chance).to_string().into_bytes();
    let keyed = client.and("Idempotency-Key", &format!("hostile-{}", chance.next()));
    let proper = keyed.request(&method.to_uppercase(), &path, &body);
    match chance.below(16) {
        0 => {
            let odd = ["PATCH", "BREW", "CONNECT", "TRACE", "OPTIONS", "get", "HEAD", "\u{7f}"];
            client.request(chance.word(&odd), &path, &body)
        }
        1 => {
            // Something in it is another byte.
            let mut bytes = proper;
            let at = chance.below(bytes.len());
            bytes[at] = u8::try_from(chance.below(256)).unwrap();
            bytes
        }
        2 => proper[..chance.below(proper.len())].to_vec(),
        3 => {
            let mut body = body;
            body.extend([0xff, 0xfe, 0xc3, 0x28]);
            keyed.request("POST", &path, &body)
        }
        4 => {
            let chunks = [
                "5\r\nhello\r\n0\r\n\r\n",
                "zz\r\n",
                "ffffffffffffffffff\r\n",
                "-1\r\n",
                "5\r\nhel",
                "0\r\n\r\n",
            ];
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            );
            [head.as_bytes(), chance.word(&chunks).as_bytes()].concat()
        }
        5 => {
            let lengths = ["-1", "18446744073709551616", "x", "5, 6", "1\r\nContent-Length: 2"];
            let length = chance.word(&lengths);
            format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{{}}"
            )
            .into_bytes()
        }
        6 => client.and("X-Long", &"a".repeat(chance.below(60_000))).request("GET", &path, b""),
        7 => keyed.request("POST", &path, "[".repeat(chance.below(60_000)).as_bytes()),
        8 => {
            let odd = ["Bearer ", "Bearer x", "Basic eDp5", "Bearer \u{1}", "bearer", "Bearer a b c"];
            let nobody = Client { token: None, ..client.clone() };
            nobody.and("Authorization", chance.word(&odd)).request(&method.to_uppercase(), &path, &body)
        }
        9 => [proper.clone(), proper].concat(),
        10 => {
            let nobody = Client { token: None, ..client.clone() };
            let cookie = ["__Host-banco=", "__Host-banco=x; __Host-banco=y", ";;;===", "\"", "__Host-banco"];
            nobody.and("Cookie", chance.word(&cookie)).request(&method.to_uppercase(), &path, &body)
        }
        11 => keyed.and("If-Match", chance.word(ODD)).request("PUT", &path, &body),
        12 => client.and("Last-Event-ID", chance.word(ODD)).request("GET", "/api/v1/tables/1/view", b""),
        13 => keyed.request("POST", &path, &vec![b' '; 60_000 + chance.below(20_000)]),
        _ => proper,
    }
}

/// Says something, and hears what comes within a moment: half a request has no answer.
async fn say(client: &Client, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(client.at).await.unwrap();
    let _ = stream.write_all(bytes).await;
    // Nothing more comes from this end: half a request is over at once.
    let _ = stream.shutdown().await;
    let mut heard = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await;
    assert!(read.is_ok(), "no end of an answer: {}", String::from_utf8_lossy(bytes));
    heard
}

fn check(sent: &[u8], heard: &[u8]) {
    if heard.is_empty() {
        return;
    }
    let shown = || String::from_utf8_lossy(&sent[..sent.len().min(600)]).into_owned();
    let answer = Answer::read(heard).unwrap_or_else(|| panic!("no HTTP for {}", shown()));
    let meant = answer.status == 503 && answer.header("retry-after").is_some();
    assert!(answer.status < 500 || meant, "{} for {}", answer.status, shown());
    // What is no HTTP at all is refused before anything of ours sees it, with a bare status.
    let bare = matches!(answer.status, 400 | 431 | 414) && answer.body.is_empty();
    if answer.status >= 400 && !bare && !sent.starts_with(b"HEAD") {
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", shown());
        assert!(!answer.code().is_empty(), "{} for {}", answer.text(), shown());
    }
    assert!(!answer.text().contains("panicked"), "{}", answer.text());
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// Routes whose answers end.
fn routes() -> Vec<(String, String)> {
    let all = banco_server::routes();
    let ends = all.iter().filter(|route| !route.path.ends_with("/events") && route.name != "sign_out");
    ends.map(|route| (route.method.to_owned(), route.path.to_owned())).collect()
}

async fn storm(many: usize, seed: u64) {
    count_panics();
    let flags: Vec<_> = TIRELESS.into_iter().chain([("header_seconds", "2")]).collect();
    let house = House::with(&flags).await;
    let gwen = house.guest("Gwen").await;
    let (routes, bodies) = (routes(), bodies());
    let workers = 8;
    let turn = |many: usize, seed: u64| {
        let (client, routes, bodies) = (gwen.client.clone(), routes.clone(), bodies.clone());
        tokio::spawn(async move {
            let mut chance = Chance(seed);
            for _ in 0..many {
                let sent = request(&client, &mut chance, &routes, &bodies);
                let heard = say(&client, &sent).await;
                check(&sent, &heard);
            }
        })
    };
    let mut grown = Vec::new();
    for part in 0..2_u64 {
        let tasks: Vec<_> = (0..workers).map(|one| turn(many / 2 / 8, seed + part * 100 + one)).collect();
        for task in tasks {
            task.await.unwrap();
        }
        grown.push(resident());
    }
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "something panicked");
    assert!(grown[1] < grown[0] + 150, "it grew from {} to {} MiB", grown[0], grown[1]);
    house.client().get("/readyz").await.must(200);
    // The floor itself still decides.
    let view = house.client().get("/api/v1/tables/1/view").await.must(200);
    assert!(view.json()["turn"].is_object());
    let metrics = house.metrics().await;
    assert!(metrics.contains("banco_table_halted 0"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_thousand_malformed_requests_do_nothing() {
    storm(5_600, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the battery runs it"]
async fn a_hundred_thousand_malformed_requests_do_nothing() {
    storm(100_000, 7_000).await;
}

/// Whoever says nothing, or half of something, is let go.
#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_let_go() {
    let house = House::with(&[("header_seconds", "1"), ("request_seconds", "2")]).await;
    let half = b"GET /healthz HTTP/1.1\r\nHost: x\r\n";
    let body = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{";
    let mut all = Vec::new();
    for said in [&b""[..], &b"G"[..], &half[..], &body[..]] {
        let mut stream = TcpStream::connect(house.server.address).await.unwrap();
        stream.write_all(said).await.unwrap();
        all.push((said, stream));
    }
    for (said, mut stream) in all {
        let mut heard = Vec::new();
        let gone = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut heard)).await;
        let said = String::from_utf8_lossy(said);
        assert!(gone.is_ok(), "still there after `{said}`: {}", String::from_utf8_lossy(&heard));
    }
}

/// A socket takes no nonsense either.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_takes_no_nonsense() {
    use futures_util::SinkExt as _;
    use tokio_tungstenite::tungstenite::Message;
    count_panics();
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let mut chance = Chance(3);
    let hello = json!({ "v": 1, "resume": { "table/1": { "epoch": "x", "seq": 1 }, "lobby": null } });
    for turn in 0..200 {
        let mut line = crate::line::open(&gwen.client, "/api/v1/stream").await.unwrap();
        let message = match turn % 4 {
            0 => Message::Binary(vec![0xff; chance.below(1_000)].into()),
            1 => Message::Text("[".repeat(chance.below(70_000)).into()),
            _ => Message::Text(mutated(&hello, &mut chance).to_string().into()),
        };
        let _ = line.socket.send(message).await;
        // It ends, or goes on with whatever was right in it.
        let first = tokio::time::timeout(Duration::from_millis(500), line.next()).await;
        if let Ok(Some(first)) = first {
            let kind = first["kind"].as_str().unwrap();
            assert!(matches!(kind, "notice" | "bye" | "snapshot" | "heartbeat"), "{first}");
        }
    }
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_says_so() {
    let house = House::with(&[("connections", "4")]).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(TcpStream::connect(house.server.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let full = house.client().get("/healthz").await.refused(503, "too_many_connections");
    assert_eq!(full.header("retry-after"), Some("1"));
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    house.client().get("/healthz").await.must(200);
}

/// Whoever sends a body too slowly is told so; whoever has sent it all is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_too_slowly_is_let_go() {
    let house = House::with(&[("request_seconds", "1")]).await;
    let client = house.client();
    let whole = client.request("POST", "/api/v1/guests", br#"{"name":"Gwen","bearer":true}"#);
    let mut stream = TcpStream::connect(client.at).await.unwrap();
    stream.write_all(&whole[..whole.len() - 5]).await.unwrap();
    let mut heard = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await;
    assert!(read.is_ok(), "no end of an answer");
    Answer::read(&heard).unwrap().refused(408, "body_too_slow");
    let answer = Answer::read(&client.raw(&whole).await).unwrap();
    answer.must(201);
}

/// What is counted of snapshots stands among the metrics.
#[tokio::test(flavor = "multi_thread")]
async fn snapshots_are_counted() {
    let house = House::open().await.again(&[]).await;
    let metrics = house.metrics().await;
    let value = |name: &str| {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in {metrics}")).parse::<u64>().unwrap()
    };
    assert!(value("banco_snapshots_used") >= 12, "every table went on from one");
    assert_eq!((value("banco_snapshots_failed_total"), value("banco_snapshots_ignored")), (0, 0));
    assert!(value("banco_snapshots_kept_total") < 100 && value("banco_snapshot_age_seconds") < 100);
}
